/**
 * Pictures and files. The page's CSP shows pictures of this server only; any other becomes a link.
 */
import { h, icon } from "./dom.js";
import { safeUrl } from "./markdown.js";
import { linkTo } from "./markdown_view.js";

/** @typedef {import("./shapes.js").Attachment} Attachment */

/**
 * Where a picture lies, as a path on this server, or null. The server may call itself 127.0.0.1 or localhost: same machine,
 * but another origin to the browser, so the path alone is kept.
 * @param {string|undefined} address @param {Attachment[]} attachments
 */
export function localUrl(address, attachments) {
  if (!address) return null;
  if (address.startsWith("attachment://")) {
    const name = address.slice("attachment://".length);
    const file = attachments.find((one) => one.filename === name);
    return file ? localUrl(file.url, []) : null;
  }
  if (address.startsWith("data:image/")) return address;
  const url = safeUrl(new URL(address, location.href).href);
  if (!url) return null;
  const parsed = new URL(url);
  const here = parsed.port === location.port && ["127.0.0.1", "localhost", "[::1]", location.hostname].includes(parsed.hostname);
  return here ? parsed.pathname + parsed.search : null;
}

/**
 * @param {string|undefined} address @param {Attachment[]} attachments
 * @param {{alt?: string|null, class?: string, width?: number|null, height?: number|null, spoiler?: boolean}} look
 * @returns {HTMLElement|null}
 */
export function picture(address, attachments, look) {
  const local = localUrl(address, attachments);
  if (!local) {
    const url = address ? safeUrl(address) : null;
    return url ? linkTo(url, [look.alt || url]) : null;
  }
  const alt = look.alt ?? "";
  const image = h("img", { src: local, alt, loading: "lazy", decoding: "async", width: look.width || null, height: look.height || null });
  const frame = h("button", { type: "button", class: `picture ${look.class ?? ""} ${look.spoiler ? "veiled" : ""}`, "aria-label": alt ? `Open picture: ${alt}` : "Open picture", on: {
    click: () => {
      if (frame.classList.contains("veiled")) frame.classList.remove("veiled");
      else lightbox(local, alt);
    },
  } }, image);
  image.addEventListener("error", () => frame.replaceChildren(h("span", { class: "picture-lost" }, alt || "This picture could not be loaded")), { once: true });
  return frame;
}

/** @param {string} url @param {string} alt */
function lightbox(url, alt) {
  const dialog = h("dialog", { class: "lightbox", "aria-label": alt || "Picture", on: { click: () => dialog.close(), close: () => dialog.remove() } },
    h("img", { src: url, alt }), alt ? h("p", null, alt) : null);
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Attachment} file */
export function isPicture(file) {
  return /^image\/(png|jpe?g|gif|webp|svg\+xml)/.test(file.content_type ?? "") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename ?? "");
}

/** @param {number|undefined} size bytes */
function sizeText(size) {
  if (size === undefined || size === null) return "";
  if (size < 1024) return `${size} bytes`;
  return size < 1048576 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1048576).toFixed(1)} MB`;
}

/** A file to fetch. @param {{filename?: string, url?: string, size?: number}} file @param {Attachment[]} attachments */
export function fileCard(file, attachments) {
  const url = localUrl(file.url, attachments);
  return h("div", { class: "file-card" }, icon("file"), h("div", { class: "file-words" },
    url ? h("a", { class: "link", href: url, download: file.filename ?? "file" }, file.filename ?? "file") : h("span", null, file.filename ?? "file"),
    h("span", { class: "muted small" }, sizeText(file.size))));
}

/** A message's attachments, those aside which an embed or component already shows. @param {Attachment[]} files @param {Set<string>} used */
export function attachments(files, used) {
  const rest = files.filter((file) => !used.has(file.filename));
  if (!rest.length) return null;
  const pictures = rest.filter(isPicture);
  const others = rest.filter((file) => !isPicture(file));
  return h("div", { class: "attachments" },
    pictures.length ? h("div", { class: `gallery ${pictures.length > 1 ? "many" : "single"}` }, pictures.map((file) => picture(file.url, [], {
      alt: file.description ?? file.filename, width: file.width, height: file.height, spoiler: file.filename.startsWith("SPOILER_") }))) : null,
    others.map((file) => fileCard(file, [])));
}
