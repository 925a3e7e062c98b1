// Forms that are checked while the user types. A form with an ID and data-check="NAME" is
// sent to its own URL. The response, the part NAME of the page, is merged, so that the focus and
// what is being typed stay. A form of class "try" is only sent by its button. A button with the
// attribute formaction loads another page, and so do all buttons without JavaScript.
import { merge } from "./merge.js";

/** The state of each form: due is the timer of its next request. asked is the number of its requests
 *  and changes; only the response to a request that is the last of them is shown. typed is the last
 *  changed input.
 *  @type {WeakMap<HTMLFormElement, {due: number, asked: number, typed?: Element}>} */
const states = new WeakMap();

/** Counts a request or a change of a form, and cancels the next request. @param {HTMLFormElement} form */
function count(form) {
  const state = states.get(form) ?? { due: 0, asked: 0 };
  states.set(form, state);
  clearTimeout(state.due);
  state.asked++;
  return state;
}

/** Sends a form and shows the response, unless it was sent again.
 *  @param {HTMLFormElement} form @param {HTMLElement} [button] the button that was pressed */
async function send(form, button) {
  const state = count(form), mine = state.asked, { check } = form.dataset, tell = (text) => Object.assign(form.querySelector("[aria-live]"), { hidden: false, textContent: text });
  try {
    const answer = await fetch(`${form.getAttribute("action")}?part=${check}`, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
    const text = await answer.text();
    if (mine !== state.asked) return;
    if (answer.ok) {
      const field = document.activeElement, { value, selectionStart: from, selectionEnd: to } = field;
      // A text that has the focus by now gets the change of an input, and an input that of a text.
      merge(form, text, field === state.typed || form.matches(".try"));
      if (to && field.value !== value) field.setSelectionRange(from, to);
    } else tell(new DOMParser().parseFromString(text, "text/html").querySelector("main > p").textContent);
  } catch (reason) {
    if (mine === state.asked) tell(`No response: ${reason.message}`);
  }
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest("[data-check]:not(.try)");
  if (form) Object.assign(count(form), { due: setTimeout(send, 300, form), typed: target.matches("input") && target });
});

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.check || event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

// <button data-line="N"> selects the line N of the form's text.
document.addEventListener("click", ({ target }) => {
  const text = target.closest("[data-line]")?.form.querySelector("textarea");
  if (!text) return;
  const lines = text.value.split("\n"), n = target.dataset.line - 1, start = lines.slice(0, n).join("\n").length + (n > 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[n] ?? "").length);
});
