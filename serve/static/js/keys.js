// Keys that act on a page, and the list of them that ? opens.
import { el } from "./dom.js";

/** Lets keys act, unless a field, a button or a link has them.
 *  @param {Record<string, [string, () => void]>} keys what each does, in words and in deed
 *  @param {(key: string) => boolean} [first] may take a key before them */
export function listenToKeys(keys, first = () => false) {
  keys["?"] = ["these keys", () => help(keys)];
  document.addEventListener("keydown", (event) => {
    const at = (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || at.closest("input:not([type=radio]), select, textarea, dialog") || event.key === "Enter" && at.closest("button, summary, a")) return;
    const deed = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.[1];
    if (first(event.key)) event.preventDefault();
    else if (deed) {
      event.preventDefault();
      deed();
    }
  });
}

/** @param {Record<string, [string, () => void]>} keys */
function help(keys) {
  const sheet = el("dialog", { "aria-labelledby": "keys-title", onclose: () => sheet.remove() }, el("h2", { id: "keys-title" }, "Keys"),
    el("p", {}, "On the board: arrows, Home and End go from field to field, Enter or Space acts."),
    el("dl", {}, Object.entries(keys).map(([key, [words]]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)])),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, "Close")));
  document.body.append(sheet);
  sheet.showModal();
}
