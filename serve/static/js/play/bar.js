// The evaluation bar beside the board.
import { byId, el, letter, short } from "../dom.js";

/** Converts values to the share of the bar of every seat; null if there are none.
 *  @param {(number | null)[]} values @param {number} scale @returns {number[] | null} */
function shares(values, scale) {
  const held = (x) => Math.max(-50, Math.min(50, x / scale));
  if (values.length === 2) {
    const [a, b] = values, part = 0.5 + 0.5 * Math.tanh(held(((a ?? -b) - (b ?? -a)) / 2));
    return a == null && b == null ? null : [part, 1 - part];
  }
  if (values.length < 2 || values.includes(null)) return null;
  const top = Math.max(...values.map(Number)), e = values.map((x) => Math.exp(held(Number(x) - top)));
  return e.map((x) => x / e.reduce((a, b) => a + b));
}

/** Draws the bar: the evaluation, or the result of a finished game. @param {(number | null)[] | undefined} values @param {number} scale @param {string[]} names @param {number[] | null} [places] */
export function bar(values, scale, names, places) {
  const place = byId("eval"), won = places?.map((p) => (p === 1 ? 1 : 0));
  const parts = won ? won.map((w) => w / won.filter(Boolean).length) : shares(values ?? [], scale);
  place.hidden = !parts || parts.length < 2;
  if (place.hidden || !parts) return;
  const words = names.map((name, i) => `${name} ${won ? (parts[i] === 1 ? "won" : parts[i] ? "drew" : "lost") : short(values?.[i])}`);
  place.ariaLabel = place.title = "evaluation" + (!won && names.length === 2 ? ` from the side of ${names[0]}: ${short(values?.[0] ?? -Number(values?.[1]))}` : `: ${words.join(", ")}`);
  place.replaceChildren(...parts.map((part, i) => {
    const one = el("span", { class: `seat-${letter(i)}` });
    one.style.flexGrow = String(Math.max(0.001, part));
    return one;
  }));
}
