// Rates the etudes of a set, one by one.
import { el, byId, brought, letter, button } from "./play/dom.js";
import { post, call, get } from "./play/api.js";
import { Board } from "./play/board.js";
import { face } from "./play/view.js";

const set = brought("set");
const store = "etudes:" + set.set;
/** Ratings kept in the browser, by line. @type {Record<string, {winner: number, comment?: string}>} */
const mine = JSON.parse(localStorage.getItem(store) ?? "{}");
for (const e of set.etudes) if (e.rated) mine[e.line] = e.rated;
let at = Math.max(0, set.etudes.findIndex((/** @type {any} */ e) => !mine[e.line])), chosen = -1, tag = set.tag;
/** @type {any} */ let answer = null;
/** @type {import("./play/view.js").Face | null} */ let game = null;
const layout = await get(`/engines/${set.engine}/layout`);
const board = new Board(byId("frame"), { label: "position", act: () => {}, point: () => {} });
const comment = /** @type {HTMLInputElement} */ (byId("comment"));
const name = (/** @type {number} */ seat) => game?.sides?.[seat] ?? letter(seat);
const problem = (/** @type {string} */ text) => { byId("problem").textContent = text; byId("problem").hidden = !text; };

/** @param {number} to */
async function show(to) {
  at = Math.max(0, Math.min(set.etudes.length - 1, to));
  const e = set.etudes[at], rated = mine[e.line];
  problem("");
  try {
    answer = await post("/games", { engine: set.engine, position: e.position });
  } catch (/** @type {any} */ error) {
    problem(error.message);
    return;
  }
  game ??= await face(set.engine, answer.scene, { play: () => {}, redraw: () => {}, think: async () => null });
  const view = { scene: answer.scene, layout, moves: answer.moves, turn: answer.turn, seats: answer.seats, over: false, open: false, rating: null, overlays: new Set(), hint: "", point: null, last: null, names: [] };
  board.draw(game.paint(view));
  byId("controls").replaceChildren(...(game.controls?.(view) ?? []).filter((c) => c && !(c instanceof HTMLButtonElement)));
  byId("turn").textContent = `etude ${at + 1} of ${set.etudes.length}`;
  byId("question").textContent = `${name(answer.turn)} to move. Who will win?`;
  comment.value = rated?.comment ?? "";
  byId("playouts").textContent = "";
  /** @type {HTMLAnchorElement} */ (byId("by-hand")).href = `/play/${set.engine}#p=${encodeURIComponent(e.position)}`;
  choose(rated ? rated.winner : -1);
  count();
}

function count() {
  const n = Object.keys(mine).length;
  byId("rated").textContent = `${n} of ${set.etudes.length} rated${set.saves ? ", kept by the server" : ", kept in this browser"}`;
  file();
}

/** @param {number} seat */
function choose(seat) {
  chosen = seat;
  byId("winners").replaceChildren(...Array.from({ length: answer.seats }, (_, i) => el("label", { class: "row" }, el("input", { type: "radio", name: "winner", value: i, checked: i === seat, onchange: () => choose(i) }), el("span", { class: `badge seat-${letter(i)}` }, letter(i)), `${i + 1}`)));
  const e = set.etudes[at];
  byId("said").textContent = seat < 0 ? "The set's own verdict is hidden until you have chosen." : `The set says ${name(e.winner)}${e.comment ? ` (${e.comment})` : ""}${e.winner === seat ? ", as you do." : "."}`;
}

async function save() {
  const e = set.etudes[at];
  if (chosen < 0) { problem("Choose a winner first."); return; }
  const rating = { winner: chosen, comment: comment.value.trim() };
  if (set.saves) {
    try {
      tag = (await call("PUT", `/etudes/${set.set}/${e.line}`, rating, { headers: { "If-Match": `"${tag}"` } })).data.tag;
    } catch (/** @type {any} */ error) {
      problem(error.message);
      if (error.status === 412) byId("problem").append(" ", button("load it again", () => location.reload()));
      return;
    }
  }
  mine[e.line] = rating;
  localStorage.setItem(store, JSON.stringify(mine));
  if (at + 1 < set.etudes.length) show(at + 1);
  else { count(); byId("said").textContent = "That was the last."; agreement(); }
}

/** The etudes that are rated, as the API takes them. */
const rated = () => set.etudes.filter((/** @type {any} */ e) => mine[e.line]).map((/** @type {any} */ e) => ({ position: e.position, ...mine[e.line] }));

async function file() {
  const link = /** @type {HTMLAnchorElement} */ (byId("file"));
  link.hidden = rated().length === 0;
  if (!link.hidden) link.href = "data:text/csv," + encodeURIComponent((await post("/etudes/format", { engine: set.engine, etudes: rated() })).text);
}

/** How often agents put the winner first, by their evaluation alone. */
async function agreement() {
  const rows = [];
  for (const source of ["default", "champion"]) {
    let hits = 0;
    for (const e of rated()) {
      const value = (await post("/games/analyze", { engine: set.engine, position: e.position, agents: [{ source, settings: {} }], think: { depth: 1 } })).analyses[0].static;
      if (value.every((/** @type {number} */ v, /** @type {number} */ i) => i === e.winner || v < value[e.winner])) hits++;
    }
    rows.push(el("p", {}, `${source}: ${hits} of ${rated().length} winners put first`));
    byId("agree").replaceChildren(...rows);
  }
}

byId("previous").addEventListener("click", () => show(at - 1));
byId("skip").addEventListener("click", () => show(at + 1));
byId("save").addEventListener("click", save);
byId("agreement").addEventListener("click", () => agreement().catch((error) => problem(error.message)));
byId("playout").addEventListener("click", async () => {
  byId("playouts").textContent = "playing…";
  try {
    const r = await post("/games/playout", { state: answer.state, games: 5 });
    byId("playouts").textContent = `${r.agent} against itself, ${r.games} games: ` + r.won.map((/** @type {number} */ n, /** @type {number} */ i) => `${name(i)} won ${n}`).join(", ");
  } catch (/** @type {any} */ error) { byId("playouts").textContent = error.message; }
});
document.addEventListener("keydown", (event) => {
  const on = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.altKey || event.metaKey || !answer) return;
  if (event.key === "Enter" && !on?.closest("button, a, summary")) { event.preventDefault(); save(); return; }
  if (on?.closest("#comment")) return;
  if (event.key >= "1" && Number(event.key) <= answer.seats) choose(Number(event.key) - 1);
  else if (event.key === "s") show(at + 1);
});
await show(at);
