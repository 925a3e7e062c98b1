// The end of a game: how it has ended, what one may do then, and its entry in the tally.
import { byId, button, el, save } from "../dom.js";
import { count } from "../tally.js";
import { line } from "./tree.js";
import { t, answer, names, result, visit } from "./table.js";

/** Enters the game in the tally, if one person has played it against agents. */
export function enter() {
  const a = answer(), people = t.seats.people();
  if (people.length === 1 && a.seats > 1) count(t.engine, t.seats.list.filter((s) => s.source), a.places[people[0]], a.places);
}

/** @param {() => void} fresh begins a new game */
export function show(fresh) {
  const place = byId("over"), a = answer();
  place.hidden = false;
  if (place.dataset.state === a.state) return;
  place.dataset.state = a.state;
  const each = a.places?.map((p, i) => `${names()[i]}: place ${p}${a.scores?.length ? ` (${a.scores[i]})` : ""}`);
  place.replaceChildren(el("p", {}, el("strong", {}, result(a)), " ", a.seats > 1 && each.join(", ")), el("div", { class: "row" }, button("Play again", fresh, { class: "primary" }),
    a.seats > 1 && button("Other seats", () => { t.seats.turn(); fresh(); }), button("Replay", () => visit(line(t.node)[0])),
    button("Record", () => save(`${t.engine}-game.json`, "application/json", JSON.stringify({ engine: t.engine, settings: a.settings, seats: a.seats, ...a.record })))));
}
