// Games won, drawn and lost against agents, kept in this browser alone; the list of the games shows them.
import { el, byId, button, kept, keep, save, table } from "./dom.js";

/** By engine and agent: won, drawn, lost. @returns {Record<string, Record<string, [number, number, number]>>} */
const tally = () => kept("tally", {});

/** Enters a game. @param {string} engine @param {Seat[]} against @param {number} place @param {number[]} places */
export function count(engine, against, place, places) {
  const all = tally(), result = places.every((p) => p === 1) ? 1 : place === 1 ? 0 : 2;
  for (const name of new Set(against.map((s) => s.source + (s.settings.depth ? `, depth ${s.settings.depth}` : "")))) ((all[engine] ??= {})[name] ??= [0, 0, 0])[result]++;
  keep("tally", all);
}

/** The tally as a table, on the page that has a place for it. */
function show() {
  const place = byId("tally"), rows = Object.entries(tally()).flatMap(([engine, agents]) => Object.entries(agents).map(([agent, games]) => [engine, agent, ...games]));
  place.hidden = rows.length === 0;
  place.replaceChildren(el("h2", {}, "Your games"), table("your games", ["game", "against", "won", "drawn", "lost"], rows, { numbers: 2 }),
    el("div", { class: "row" }, button("Export", () => save("lanista-tally.json", "application/json", JSON.stringify(tally()))), button("Clear", () => { if (confirm("Forget these games?")) { localStorage.removeItem("tally"); show(); } })));
}

if (byId("tally")) show();
