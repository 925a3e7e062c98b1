// What an agent thinks of a position: every move with its values and the play it
// expects, the terms of the evaluation, and the bar beside the board.
import { byId, el, letter, short, table } from "../dom.js";

/** A rating as tables. @param {any} rating @param {number} seats @param {(moves: string[]) => void} open @returns {any[]} */
export function opinion(rating, seats, open) {
  if (rating.problem) return [rating.problem];
  const { agent, depth, cut, rated, nodes, seconds, order, features, weights } = rating, columns = Array.from({ length: seats }, (_, i) => letter(i));
  const values = (v) => columns.map((_, i) => short(v[i]));
  const rows = order.filter((name) => features[name].some(Boolean)).map((name) => [name, weights[name] == null ? "" : short(weights[name]), ...values(features[name])]);
  if (rating.static.length) rows.push(["the position itself", "", ...values(rating.static)]);
  return [
    table(`values by ${agent}`, ["move", ...columns, "then"], rated.slice(0, 40).map((r) => [
      el("button", { type: "button", class: "plain", title: "play it", onclick: () => open([r.move]) }, r.move), ...values(r.value), r.line.slice(1, 7).join(" ")]),
    { first: "best", caption: `${agent}${depth ? `, depth ${depth}` : ""}${cut ? " (time was up)" : ""}, ${nodes.toLocaleString("en")} positions, ${seconds.toFixed(2)} s` }),
    rows.length > 0 && el("details", {}, el("summary", {}, "features, weights and their sum"), table("features", ["feature", "weight", ...columns], rows)),
  ];
}

/** Shares of the seats in what is won, from values; null where there are none.
 *  @param {(number | null)[]} values @param {number} scale @returns {number[] | null} */
function shares(values, scale) {
  const held = (x) => Math.max(-50, Math.min(50, x / scale));
  if (values.length === 2) {
    const [a, b] = values, d = a == null ? b == null ? null : -b : b == null ? a : (a - b) / 2;
    const part = d == null ? 0 : 0.5 + 0.5 * Math.tanh(held(d));
    return d == null ? null : [part, 1 - part];
  }
  if (values.length < 2 || values.includes(null)) return null;
  const top = Math.max(...values.map(Number)), e = values.map((x) => Math.exp(held(Number(x) - top)));
  return e.map((x) => x / e.reduce((a, b) => a + b));
}

/** The bar of the evaluation; of a game that is over, who has won. @param {(number | null)[] | undefined} values @param {number} scale @param {string[]} names @param {number[] | null} [places] */
export function bar(values, scale, names, places) {
  const place = byId("eval"), won = places?.map((p) => (p === 1 ? 1 : 0));
  const parts = won ? won.map((w) => w / won.filter(Boolean).length) : shares(values ?? [], scale);
  place.hidden = !parts || parts.length < 2;
  if (place.hidden || !parts) return;
  const words = names.map((name, i) => `${name} ${won ? (parts[i] === 1 ? "won" : parts[i] ? "drew" : "lost") : short(values?.[i])}`);
  place.ariaLabel = place.title = "evaluation: " + words.join(", ");
  place.replaceChildren(...parts.map((part, i) => {
    const one = el("span", { class: `seat-${letter(i)}` });
    one.style.flexGrow = String(Math.max(0.001, part));
    return one;
  }));
}
