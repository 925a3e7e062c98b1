// Games won, drawn and lost against agents, stored in this browser.
import { el, byId, on, kept, keep, save } from "./dom.js";

/** The games won, drawn and lost by engine and agent. @returns {Record<string, Record<string, [number, number, number]>>} */
const tally = () => kept("tally", {});

/** Adds a game. @param {string} engine @param {Seat[]} against @param {number} place @param {number[]} places */
export function count(engine, against, place, places) {
  const all = tally(), result = places.every((p) => p === 1) ? 1 : place === 1 ? 0 : 2;
  for (const name of new Set(against.map((s) => s.source + (s.settings.depth ? `, depth ${s.settings.depth}` : "")))) ((all[engine] ??= {})[name] ??= [0, 0, 0])[result]++;
  keep("tally", all);
}

/** Shows the tally. */
function show() {
  const rows = Object.entries(tally()).flatMap(([engine, agents]) => Object.entries(agents).map(([agent, games]) => [engine, agent, ...games]));
  byId("tally").hidden = !rows.length;
  byId("tallied").replaceChildren(...rows.map((row) => el("tr", {}, row.map((cell, i) => el(i ? "td" : "th", { scope: !i && "row", class: i > 1 && "r" }, cell)))));
}

if (byId("tally")) {
  show();
  on("export", () => save("lanista-tally.json", "application/json", JSON.stringify(tally())));
  on("clear", () => { if (confirm("Delete the results of your games?")) { localStorage.removeItem("tally"); show(); } });
}
