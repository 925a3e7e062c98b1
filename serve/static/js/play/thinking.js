// An agent's values of a position: every move with its values and expected line, and the terms of the
// evaluation.
import { button, el, letter, short, table } from "../dom.js";

/** A rating as tables. @param {any} rating @param {number} seats @param {(moves: string[]) => void} open @returns {any[]} */
export function opinion(rating, seats, open) {
  if (rating.problem) return [rating.problem];
  const list = (r) => r.words?.length ? r.words : r.line;
  const { agent, depth, cut, rated, nodes, seconds, order, features, weights, extra } = rating, columns = Array.from({ length: seats }, (_, i) => letter(i));
  const values = (v) => columns.map((_, i) => short(v[i]));
  const rows = order.filter((name) => features[name].some(Boolean)).map((name) => [name, weights[name] == null ? "" : short(weights[name]), ...values(features[name])]);
  if (rating.static.length) rows.push(["the position itself", "", ...values(rating.static)]);
  return [
    table(`values by ${agent}`, ["move", ...columns, "then"], rated.slice(0, 40).map((r) => [
      button(list(r)[0] ?? r.move, () => open([r.move]), { class: "plain", title: "play it" }), ...values(r.value), list(r).slice(1, 7).join(r.words ? "; " : " ")]),
    { first: "best", until: 1 + seats, caption: `${agent}${depth ? `, depth ${depth}` : ""}${cut ? " (time was up)" : extra.exact === true ? ", solved" : ""}, ${short(rated[0]?.value[rating.turn])} for ${letter(rating.turn)}, positions: ${nodes.toLocaleString("en")}, ${seconds.toFixed(2)} s` }),
    rows.length > 0 && el("details", {}, el("summary", {}, "features, weights and their sum"), table("features", ["feature", "weight", ...columns], rows)),
  ];
}
