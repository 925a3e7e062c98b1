// Games won, drawn and lost against agents, kept in this browser alone.
import { el, button } from "./dom.js";

/** @typedef {Record<string, Record<string, [number, number, number]>>} Tally  by engine and agent: won, drawn, lost */

/** @returns {Tally} */
export const tally = () => JSON.parse(localStorage.getItem("tally") ?? "{}");

/** Enters a game. @param {string} engine @param {import("./seats.js").Seat[]} against @param {number} place @param {number[]} places */
export function count(engine, against, place, places) {
  const all = tally();
  const drawn = places.every((p) => p === 1);
  const names = new Set(against.map((s) => s.source + (s.settings.depth ? `, depth ${s.settings.depth}` : "")));
  for (const name of names) {
    const row = ((all[engine] ??= {})[name] ??= [0, 0, 0]);
    row[drawn ? 1 : place === 1 ? 0 : 2]++;
  }
  localStorage.setItem("tally", JSON.stringify(all));
}

/** Says how a game has ended, and what one may do then. @param {HTMLElement} place @param {any} a
 *  @param {{result: string, names: string[], again: () => void, other: () => void, replay: () => void} | null} end */
export function over(place, a, end) {
  place.hidden = !end;
  if (!end) { place.replaceChildren(); return; }
  if (place.childElementCount > 0) return;
  place.replaceChildren(el("p", {}, el("strong", {}, end.result), " ", a.places?.length > 1 ? a.places.map((/** @type {number} */ p, /** @type {number} */ i) => `${end.names[i]}: place ${p}${a.scores?.length ? ` (${a.scores[i]})` : ""}`).join(", ") : ""),
    el("div", { class: "row" }, button("Play again", end.again, { class: "primary" }), a.seats > 1 ? button("Other seats", end.other) : null, button("Look at it from the start", end.replay),
      el("a", { class: "button", download: `${a.engine}-game.json`, href: "data:application/json," + encodeURIComponent(JSON.stringify({ engine: a.engine, settings: a.settings, seats: a.seats, ...a.record })) }, "Record")));
}

/** The tally as a table. @param {HTMLElement} place */
export function showTally(place) {
  const all = tally(), rows = Object.entries(all).flatMap(([engine, agents]) => Object.entries(agents).map(([agent, [w, d, l]]) => [engine, agent, w, d, l]));
  place.hidden = rows.length === 0;
  place.replaceChildren(el("h2", {}, "Your games"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "your games" }, el("table", {},
    el("thead", {}, el("tr", {}, ["game", "against", "won", "drawn", "lost"].map((h, i) => el("th", i > 1 ? { class: "r" } : {}, h)))),
    el("tbody", {}, rows.map((r) => el("tr", {}, r.map((c, i) => el("td", i > 1 ? { class: "r" } : {}, c))))))),
  el("div", { class: "row" }, el("a", { class: "button", download: "lanista-tally.json", href: "data:application/json," + encodeURIComponent(JSON.stringify(all)) }, "Export"), button("Clear", () => { if (confirm("Forget these games?")) { localStorage.removeItem("tally"); showTally(place); } })));
}

