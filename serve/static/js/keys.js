// Keyboard shortcuts: a key presses the button with its name in data-key.

/** Adds the shortcuts, unless a field, button or link uses the key; ? lists them.
 *  Buttons that the page gets later have none.
 *  @param {Record<string, () => void>} keys actions of keys without a button
 *  @param {(key: string) => boolean} [first] handles a key before all others and returns true if it did */
export function listenToKeys(keys, first = () => false) {
  const buttons = new Map([...document.querySelectorAll("[data-key]")].map((b) => [b.dataset.key, b]));
  keys["?"] = async () => {
    if (!document.getElementById("keys")) {
      const list = await (await fetch(location.pathname + "?part=keys")).text();
      if (!document.getElementById("keys")) document.body.append(...new DOMParser().parseFromString(list, "text/html").body.childNodes);
    }
    document.querySelector("dialog#keys")?.showModal();
  };
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
