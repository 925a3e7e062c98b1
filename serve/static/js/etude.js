// The page of an etude set: the user rates its positions one after the other.
import { el, byId, say, problem, on, brought, letter, button, kept, keep } from "./dom.js";
import { post, call, layoutOf } from "./api.js";
import { Board } from "./board.js";
import { face, still } from "./view.js";
import { listenToKeys } from "./keys.js";

const set = brought("set"), engine = set.engine, store = "etudes:" + set.set, layout = await layoutOf(engine, {}), board = new Board(byId("frame"), "position");
/** Ratings by line, stored in this browser or by the server. @type {Record<string, {winner: number, comment?: string}>} */
const mine = { ...kept(store, {}), ...Object.fromEntries(set.etudes.filter((e) => e.rated).map((e) => [e.line, e.rated])) };
/** Lines of the etudes whose ratings the server stores. */
const stored = new Set(set.etudes.filter((e) => e.rated).map((e) => e.line));
// at: number of the etude shown, from 0. wanted: number of the one requested last. chosen: seat of the chosen
// winner, -1 for none. tag: version of the ratings stored by the server. answer: the response with the position.
let at = 0, wanted = 0, chosen = -1, tag = set.tag, answer = null;
/** @type {Face | null} */
let game = null;

/** The name of a seat, such as White. @param {number} seat */
const name = (seat) => game?.sides?.[seat] ?? letter(seat);

/** Shows an etude. @param {number} to its number, from 0 */
async function show(to) {
  const next = wanted = Math.max(0, Math.min(set.etudes.length - 1, to)), e = set.etudes[next], rated = mine[e.line];
  problem("");
  try {
    const a = await post("/games", { engine, position: e.position });
    game ??= await face(engine, a.scene);
    if (next !== wanted) return;
    [at, answer] = [next, a];
  } catch (error) {
    if (next !== wanted) return;
    wanted = at;
    return problem(error.message);
  }
  const view = still(answer.scene, layout, { turn: answer.turn, seats: answer.seats });
  board.draw(game.paint(view));
  byId("controls").replaceChildren(...(game.controls?.(view) ?? []).flat(9).filter((c) => c && !(c instanceof HTMLButtonElement)));
  say("turn", `etude ${at + 1} of ${set.etudes.length}`);
  say("question", `${name(answer.turn)} to move. Who will win?`);
  say("playouts", "");
  byId("comment").value = rated?.comment ?? "";
  byId("by-hand").href = `/play/${engine}#p=${encodeURIComponent(e.position)}`;
  choose(rated?.winner ?? -1);
  count();
}

/** The rated etudes as the API expects them. */
const rated = () => set.etudes.filter((e) => mine[e.line]).map((e) => ({ position: e.position, ...mine[e.line] }));

/** Shows the number of ratings and updates the file to download. */
async function count() {
  const all = rated(), link = byId("file");
  say("rated", `${all.length} of ${set.etudes.length} rated, ${set.saves && stored.size < all.length ? stored.size + " of them " : ""}stored ${set.saves ? "by the server" : "in this browser"}`);
  const file = all.length && await post("/etudes/format", { engine, etudes: all }).catch(() => null);
  if (JSON.stringify(all) !== JSON.stringify(rated())) return; // a later call updates the file
  link.hidden = !file;
  if (file) link.href = "data:text/csv;charset=utf-8," + encodeURIComponent(file.text);
}

/** Chooses a winner, or none with -1. @param {number} seat */
function choose(seat) {
  const e = set.etudes[at];
  chosen = seat;
  [...byId("winners").children].forEach((label, i) => {
    label.hidden = i >= answer.seats;
    label.control.checked = i === seat;
  });
  say("said", seat < 0 ? "The label of the set is hidden until you choose a winner." : `Label: ${name(e.winner)}${e.comment ? ` (${e.comment})` : ""}${e.winner === seat ? ", as you chose" : ""}.`);
}

/** Stores the rating and shows the next etude. */
async function save() {
  const here = at, { line } = set.etudes[here], rating = { winner: chosen, comment: byId("comment").value.trim() }, pressed = byId("save");
  if (chosen < 0) return problem("Choose a winner first.");
  try {
    pressed.disabled = true;
    if (set.saves) tag = (await call("PUT", `/etudes/${set.set}/${line}`, rating, { headers: { "If-Match": `"${tag}"` } })).tag;
    else {
      const before = JSON.stringify(mine[line]);
      Object.assign(mine, kept(store, {})); // other tabs have stored ratings there
      if (JSON.stringify(mine[line]) !== before) throw { message: "another tab has rated this etude; save again to replace its rating", status: 412 };
    }
  } catch (error) {
    return problem(error.message, error.status === 412 ? button("reload", () => location.reload()) : "");
  } finally { pressed.disabled = false; }
  mine[line] = rating;
  if (set.saves) stored.add(line);
  keep(store, mine);
  if (wanted !== here) return count();
  if (here + 1 < set.etudes.length) return show(here + 1);
  count();
  say("said", "This was the last etude.");
  agreement();
}

/** Shows how often agents value the winner highest. */
async function agreement() {
  if (!rated().length) return say("agree", "Rate an etude first.");
  try {
    const { agents } = await post("/etudes/agreement", { engine, etudes: rated() });
    byId("agree").replaceChildren(...agents.map((a) => el("p", {}, `${a.agent}: ${a.detail ?? `${a.hits} of ${a.of} winners valued highest`}`)));
  } catch (error) { say("agree", error.message); }
}

on("previous", () => show(wanted - 1));
on("skip", () => show(wanted + 1));
on("save", save);
on("agreement", agreement);
on("winners", (event) => choose(Number(event.target.value)), "change");
on("playout", async () => {
  const of = answer, tell = (text) => { if (of === answer) say("playouts", text); };
  tell("playing…");
  try {
    const r = await post("/games/playout", { state: of.state, games: 5 });
    tell(`${r.agent} against itself, ${r.games} games: ` + r.won.map((n, i) => `${name(i)} won ${n}`).join(", "));
  } catch (error) { tell(error.message); }
});
byId("comment").addEventListener("keydown", (event) => { if (event.key === "Enter") byId("save").click(); });
listenToKeys({ s: () => show(wanted + 1) }, (key) => {
  const seat = Number(key) - 1, fits = seat >= 0 && seat < answer?.seats;
  if (fits) choose(seat);
  return fits;
});
const first = parseInt(location.hash.slice(1), 10);
await show(first > 0 ? first - 1 : set.etudes.findIndex((e) => !mine[e.line]));
