// Keys that act on a page.

/** Lets keys act, unless a field, a button or a link has them.
 *  @param {Record<string, [string, () => void]>} keys what each does, in words and in deed
 *  @param {(key: string) => boolean} [first] may take a key before them */
export function listenToKeys(keys, first = () => false) {
  keys["?"] = ["these keys", async () => (await import("./help.js")).help(keys)];
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
