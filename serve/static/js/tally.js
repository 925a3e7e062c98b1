// Games won, drawn and lost against agents, stored in this browser.
import { el, byId, on, kept, keep, save } from "./dom.js";

/** The games won, drawn and lost by engine and agent. @returns {Record<string, Record<string, [number, number, number]>>} */
const tally = () => kept("tally", {});

/** The name of an agent in the tally. @param {Seat} s */
const named = (s) => s.source + (s.settings.depth ? `, depth ${s.settings.depth}` : "");

/** The user's results against agents as a sentence; "" without any. @param {string} engine @param {Seat[]} seats */
export function against(engine, seats) {
  const known = tally()[engine] ?? {};
  return [...new Set(seats.filter((s) => s.source).map(named))].filter((name) => known[name])
    .map((name) => `You against ${name}: ${["won", "drawn", "lost"].map((word, i) => `${known[name][i]} ${word}`).join(", ")}.`).join(" ");
}

/** Adds the result of a game. @param {string} engine @param {Seat[]} others the agents @param {number} place the place of the user @param {number[]} places of all seats */
export function count(engine, others, place, places) {
  const all = tally(), result = places.every((p) => p === 1) ? 1 : place === 1 ? 0 : 2;
  for (const name of new Set(others.map(named))) ((all[engine] ??= {})[name] ??= [0, 0, 0])[result]++;
  keep("tally", all);
}

/** Shows the table of all results. */
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
