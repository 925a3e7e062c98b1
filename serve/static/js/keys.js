// Keys that act on a page: a button with data-key is pressed by that key.

/** Lets keys act, unless a field, a button or a link has them; ? lists them.
 *  @param {Record<string, () => void>} keys what those do that have no button
 *  @param {(key: string) => boolean} [first] may take a key before all others */
export function listenToKeys(keys, first = () => false) {
  const buttons = new Map([...document.querySelectorAll("[data-key]")].map((b) => [b.dataset.key, b]));
  keys["?"] = () => document.querySelector("dialog").showModal();
  document.addEventListener("keydown", (event) => {
    const at = event.target, key = event.key.length === 1 ? event.key.toLowerCase() : event.key, button = buttons.get(key);
    if (event.ctrlKey || event.altKey || event.metaKey || at.closest("input:not([type=radio]), select, textarea, dialog[open]") || key === "Enter" && at.closest("button, summary, a")) return;
    if (!first(event.key)) {
      if (button) button.click();
      else if (keys[key]) keys[key]();
      else return;
    }
    event.preventDefault();
  });
}
