// The list of the keys, which ? opens.
import { el } from "./dom.js";

/** @param {Map<string, HTMLElement>} buttons that keys press @param {Record<string, [string, () => void]>} keys the others */
export function help(buttons, keys) {
  const pressed = [...buttons].filter(([, b]) => !b.hidden).map(([key, b]) => [key, [b.title || b.ariaLabel]]);
  const sheet = el("dialog", { "aria-labelledby": "keys-title", onclose: () => sheet.remove() }, el("h2", { id: "keys-title" }, "Keys"),
    el("p", {}, "On the board: arrows, Home and End go from field to field, Enter or Space acts."),
    el("dl", {}, [...pressed, ...Object.entries(keys)].map(([key, [words]]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)])),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, "Close")));
  document.body.append(sheet);
  sheet.showModal();
}
