// Keys that act on the page.

/**
 * Lets keys act, unless a field, a button or a link has them.
 * @param {Record<string, [string, () => void]>} keys what each does, in words and in deed
 * @param {() => boolean} ready says whether there is anything to act on
 * @param {(key: string) => boolean} first may take a key before them
 */
export function listenToKeys(keys, ready, first) {
  document.addEventListener("keydown", (event) => {
    const on = event.target instanceof Element ? event.target.closest("input, select, textarea, dialog[open], button, summary, a") : null;
    const field = on instanceof HTMLInputElement || on instanceof HTMLSelectElement || on instanceof HTMLTextAreaElement || on instanceof HTMLDialogElement;
    if (event.ctrlKey || event.altKey || event.metaKey || !ready() || field || event.key === "Enter" && on) return;
    if (first(event.key)) { event.preventDefault(); return; }
    const known = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!known) return;
    event.preventDefault();
    known[1]();
  });
}
