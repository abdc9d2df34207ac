/**
 * Dark or light: as the system says, unless the person chose.
 */
import { byId, icon } from "./dom.js";

const KEY = "playground.theme";

/** Sets the theme and makes the button change it. */
export function startTheme() {
  const light = matchMedia("(prefers-color-scheme: light)");
  const apply = () => {
    document.documentElement.dataset.theme = localStorage.getItem(KEY) ?? (light.matches ? "light" : "dark");
  };
  apply();
  light.addEventListener("change", apply);
  const button = byId("theme-button");
  button.append(icon("theme"));
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, document.documentElement.dataset.theme === "light" ? "dark" : "light");
    apply();
  });
}
