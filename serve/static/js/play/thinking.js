// What an agent thinks of a position: every move with its values and the play it
// expects, and the terms of the evaluation.
import { el, letter, short } from "./dom.js";

/** A table of the moves. @param {any} rating @param {number} seats @param {(moves: string[]) => void} open */
export function ratingTable(rating, seats, open) {
  const columns = Array.from({ length: seats }, (_, i) => i);
  const rows = rating.rated.slice(0, 40).map((/** @type {any} */ r, /** @type {number} */ i) => el("tr", i === 0 ? { class: "best" } : {},
    el("th", { scope: "row" }, el("button", { type: "button", class: "plain", title: "show the position after it", onclick: () => open([r.move]) }, r.move)),
    columns.map((c) => el("td", { class: "r" }, short(r.value[c]))), el("td", {}, r.line.slice(1, 7).join(" "))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `values by ${rating.agent}` }, el("table", {},
    el("caption", {}, `${rating.agent}${rating.depth ? `, depth ${rating.depth}` : ""}${rating.cut ? " (time was up)" : ""}, ${rating.nodes.toLocaleString("en")} positions, ${rating.seconds.toFixed(2)} s`),
    el("thead", {}, el("tr", {}, el("th", {}, "move"), columns.map((c) => el("th", { class: "r" }, letter(c))), el("th", {}, "then"))), el("tbody", {}, rows)));
}

/** Features times weights. @param {any} rating @param {number} seats */
export function terms(rating, seats) {
  const rows = rating.order.filter((/** @type {string} */ name) => rating.features[name].some((/** @type {any} */ v) => v)).map((/** @type {string} */ name) => el("tr", {},
    el("th", { scope: "row" }, name), el("td", { class: "r" }, rating.weights[name] == null ? "" : short(rating.weights[name])), rating.features[name].map((/** @type {any} */ v) => el("td", { class: "r" }, short(v)))));
  if (rating.static.length) rows.push(el("tr", {}, el("th", { scope: "row" }, "the position itself"), el("td"), rating.static.map((/** @type {any} */ v) => el("td", { class: "r" }, short(v)))));
  if (!rows.length) return null;
  return el("details", {}, el("summary", {}, "features, weights and their sum"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "features" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}, "feature"), el("th", { class: "r" }, "weight"), Array.from({ length: seats }, (_, c) => el("th", { class: "r" }, letter(c))))), el("tbody", {}, rows))));
}

/** Shares of the seats in what is won, from values; null where there are none.
 *  @param {(number | null)[] | undefined} values @param {number} scale @returns {number[] | null} */
export function shares(values, scale) {
  if (!values || values.length < 2) return null;
  const v = values.map((x) => x ?? NaN);
  if (values.length === 2) {
    const d = Number.isNaN(v[0]) ? -v[1] : Number.isNaN(v[1]) ? v[0] : (v[0] - v[1]) / 2;
    if (Number.isNaN(d)) return null;
    const a = 0.5 + 0.5 * Math.tanh(Math.max(-50, Math.min(50, d / scale)));
    return [a, 1 - a];
  }
  if (v.some(Number.isNaN)) return null;
  const top = Math.max(...v), e = v.map((x) => Math.exp(Math.max(-50, (x - top) / scale)));
  return e.map((x) => x / e.reduce((a, b) => a + b));
}

/** The bar of the evaluation. @param {HTMLElement} place @param {(number | null)[] | undefined} values @param {number} scale @param {string[]} names */
export function bar(place, values, scale, names) {
  const parts = shares(values, scale);
  place.hidden = !parts;
  if (!parts) return;
  place.setAttribute("aria-label", "evaluation: " + parts.map((p, i) => `${names[i]} ${short(values?.[i])}`).join(", "));
  place.replaceChildren(...parts.map((p, i) => {
    const part = el("span", { class: `seat-${letter(i)}` });
    part.style.flexGrow = String(Math.max(0.001, p));
    return part;
  }));
}
