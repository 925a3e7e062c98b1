// What every page does: the button that changes its colours, and copy buttons.

/** @returns {"light"|"dark"} the colours in use */
export function theme() {
  const kept = document.documentElement.dataset.theme;
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const button = document.getElementById("theme");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = theme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
    document.dispatchEvent(new CustomEvent("theme"));
  });
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => document.dispatchEvent(new CustomEvent("theme")));

// <button data-copy="ID"> copies the text of the element ID.
document.addEventListener("click", async (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!(pressed instanceof HTMLElement)) return;
  const from = document.getElementById(pressed.dataset.copy ?? "");
  if (!from) return;
  const label = pressed.textContent;
  try {
    await navigator.clipboard.writeText(from.textContent ?? "");
    pressed.textContent = "copied";
  } catch {
    getSelection()?.selectAllChildren(from);
    pressed.textContent = "selected";
  }
  setTimeout(() => { pressed.textContent = label; }, 1500);
});
