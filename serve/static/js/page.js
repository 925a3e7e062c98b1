// Functions of every page: the button for the colour scheme, and copy buttons.

const dark = matchMedia("(prefers-color-scheme: dark)"), root = document.documentElement, button = document.getElementById("theme");
const changed = () => document.dispatchEvent(new CustomEvent("theme"));

button.hidden = false;
button.addEventListener("click", () => {
  const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  localStorage.setItem("theme", root.dataset.theme = now === "dark" ? "light" : "dark");
  changed();
});
dark.addEventListener("change", changed);

// <button data-copy="ID"> copies the text of the element ID, or selects it if the browser
// does not allow copying.
document.addEventListener("click", async ({ target }) => {
  const pressed = target.closest("[data-copy]"), from = document.getElementById(pressed?.dataset.copy);
  if (!from) return;
  const label = pressed.textContent;
  try {
    await navigator.clipboard.writeText(from.value ?? from.textContent);
    pressed.textContent = "copied";
  } catch {
    getSelection().selectAllChildren(from);
    pressed.textContent = "selected";
  }
  setTimeout(() => { pressed.textContent = label; }, 1500);
});
