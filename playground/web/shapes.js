/**
 * The shapes that travel between the server and the page, as docs/playground.md promises them.
 * Types only: nothing runs here.
 *
 * @typedef {{id: string, username: string, global_name?: string|null, bot?: boolean, colour?: string}} User
 * @typedef {{id: string, name: string, type: number, parent_id?: string|null}} Channel
 * @typedef {{id: string, name: string, channels: Channel[], members: User[]}} Guild
 * @typedef {{name: string, value: string|number}} Choice
 * @typedef {{name: string, description?: string, type: number, required?: boolean, choices?: Choice[],
 *   autocomplete?: boolean, min_value?: number, max_value?: number}} CommandOption
 * @typedef {{name: string, description?: string, options?: CommandOption[]}} Command
 * @typedef {{me: User, bot: User|null, guilds: Guild[], dms?: Channel[], commands: Command[]}} State
 *
 * @typedef {{name?: string, id?: string|null, animated?: boolean}} Emoji
 * @typedef {Object<string, any> & {type: number, custom_id?: string}} Component
 * @typedef {{id: string, filename: string, url: string, size?: number, content_type?: string, width?: number,
 *   height?: number, description?: string}} Attachment
 * @typedef {{id: string, channel_id: string, author: User, content: string, timestamp: string, edited_timestamp?: string|null,
 *   flags?: number, type?: number, embeds?: Object<string, any>[], components?: Component[], attachments?: Attachment[],
 *   mentions?: User[], mentions_me?: boolean, message_reference?: {message_id?: string}|null, referenced_message?: Message|null,
 *   interaction_metadata?: {user?: User, name?: string, type?: number}|null, interaction?: {name?: string, user?: User}|null,
 *   local?: "sending"|"failed"}} Message
 */

/** Message flags of Discord that the page reads. */
export const FLAG = Object.freeze({ EPHEMERAL: 64, LOADING: 128, COMPONENTS_V2: 32768 });

/** Component types of Discord. */
export const KIND = Object.freeze({
  ROW: 1, BUTTON: 2, STRING_SELECT: 3, TEXT_INPUT: 4, USER_SELECT: 5, ROLE_SELECT: 6, MENTIONABLE_SELECT: 7, CHANNEL_SELECT: 8,
  SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17, LABEL: 18, UPLOAD: 19,
  RADIO: 21, CHECKBOX_GROUP: 22, CHECKBOX: 23,
});

/** Option types of commands. */
export const OPTION = Object.freeze({
  STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11,
});

/** @param {Message} message @param {number} flag */
export function hasFlag(message, flag) {
  return ((message.flags ?? 0) & flag) !== 0;
}

/** The name people see. @param {User|undefined|null} user */
export function nameOf(user) {
  return user ? user.global_name || user.username || "someone" : "someone";
}
