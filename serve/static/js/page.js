// Functions of every page: the button for the colour scheme, and copy buttons.

const dark = matchMedia("(prefers-color-scheme: dark)"), root = document.documentElement, button = document.getElementById("theme");
const changed = () => document.dispatchEvent(new CustomEvent("theme"));

button.hidden = false;
button.addEventListener("click", () => {
  const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  changed();
  localStorage.setItem("theme", root.dataset.theme);
});
dark.addEventListener("change", changed);

/** Copies a text from a field that is added for this. Pages without TLS of other machines have no navigator.clipboard.
 *  @param {string} text @param {Element} beside where the field is added */
function copyFrom(text, beside) {
  const field = document.createElement("textarea");
  beside.after(field);
  field.value = text;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

// <button data-copy="ID"> copies the text of the element ID.
document.addEventListener("click", async ({ target }) => {
  const pressed = target.closest("[data-copy]"), from = document.getElementById(pressed?.dataset.copy);
  if (!from) return;
  const label = pressed.dataset.label ??= pressed.textContent, text = from.value ?? from.textContent;
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "copied";
  } catch {
    pressed.textContent = copyFrom(text, pressed) ? "copied" : "not copied";
    pressed.focus();
  }
  setTimeout(() => { pressed.textContent = label; }, 1500);
});
