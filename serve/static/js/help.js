// The list of the keys, which ? opens.
import { el } from "./dom.js";

/** @param {Record<string, [string, () => void]>} keys */
export function help(keys) {
  const sheet = el("dialog", { "aria-labelledby": "keys-title", onclose: () => sheet.remove() }, el("h2", { id: "keys-title" }, "Keys"),
    el("p", {}, "On the board: arrows, Home and End go from field to field, Enter or Space acts."),
    el("dl", {}, Object.entries(keys).map(([key, [words]]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)])),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, "Close")));
  document.body.append(sheet);
  sheet.showModal();
}
