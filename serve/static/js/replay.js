// The page of a stored game, which shows it move by move.
import { el, byId, say, on, brought, button, letter } from "./dom.js";
import { get, layoutOf, post } from "./api.js";
import { Board } from "./board.js";
import { merge } from "./merge.js";
import { face, still } from "./view.js";
import { listenToKeys } from "./keys.js";
import { bar } from "./play/bar.js";

const game = brought("game"), layout = await layoutOf(game.engine, game.settings), painter = await face(game.engine, game.scene);
const names = game.players.map((_, i) => painter.sides?.[i] ?? letter(i)), board = new Board(byId("frame"), "board");
/** Known values by ply. @type {(number | null)[][]} */
const values = [];
/** @type {AbortController | null} */
let sweep = null;
/** Shows the other game of the pairing, once it is requested. @type {(at: number) => void} */
let other = () => {};
// ply: number of moves shown as made. wanted: number of moves to show once they are loaded.
// timer: of the automatic replay. flip: the board is turned. loading: the requests of moves, one by one.
let ply = 0, wanted = 0, timer = 0, flip = false, loading = Promise.resolve();

/** Requests the remaining moves of a long game. @param {any} g @param {string} from path of the game in the API */
async function rest(g, from) {
  while (g.next != null) {
    const more = await get(`${from}?scenes=true&after=${g.next}`);
    g.plies.push(...more.plies);
    g.next = more.next;
  }
}

/** Requests the moves of the page's game that are not loaded, also after an error. */
function load() {
  const all = loading.then(() => rest(game, location.pathname));
  loading = all.catch(() => {});
  return all;
}

/** The view of a game after a number of moves. @param {any} g @param {number} at */
const view = (g, at) => still(g.plies[at - 1]?.scene ?? g.scene, layout, { turn: g.plies[at]?.seat ?? 0, seats: names.length, over: at === g.total, flip, names, past: g.plies.slice(0, at) });
/** The position after a number of moves. @param {number} at */
const positionAt = (at) => game.plies[at - 1]?.position ?? game.start;

/** Shows the game after a number of moves, as far as they are loaded. @param {number} to */
function show(to) {
  wanted = Math.max(0, Math.min(game.total, to));
  ply = Math.min(wanted, game.plies.length);
  const v = view(game, ply), last = game.plies[ply - 1], from = Math.max(0, ply - 100);
  board.draw(painter.paint(v));
  other(ply);
  say("score", (last ?? game).status);
  say("turn", `move ${ply} of ${game.total}`);
  say("told", last ? `${names[last.seat]} (${game.players[last.seat].name}) played ${last.words ?? last.move}${last.event && `, ${last.event}`}.` : "Start of the game.");
  say("position", positionAt(ply));
  byId("ply").value = ply;
  byId("on").href = `/play/${game.engine}#p=${encodeURIComponent(JSON.stringify({ position: positionAt(ply), settings: game.settings }))}`;
  bar(painter.worth?.(v) ?? values[ply], painter.scale ?? 1, names, v.over ? game.now : null);
  byId("moves").replaceChildren(...game.plies.slice(from, from + 200).map((p, i) => el("li", {}, button(`${from + i + 1}. ${letter(p.seat)} ${p.words ?? p.move}`, () => show(from + i + 1), { class: "plain", title: p.event, "aria-current": from + i + 1 === ply && "step" }))));
  mark();
}

/** Starts or stops the automatic replay. @param {boolean} yes */
function auto(yes) {
  clearTimeout(timer);
  yes &&= ply < game.total;
  byId("auto").ariaPressed = String(yes);
  if (yes) timer = window.setTimeout(() => { show(ply + 1); auto(true); }, Number(byId("pace").value));
}

/** Draws the chart of the known values by ply. */
async function chart() {
  const answer = await fetch("/figures/values?part=values", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ names, agent: judge?.name ?? "default", total: game.total, known: values }) });
  if (answer.ok) merge(byId("chart"), await answer.text());
  mark();
}

/** Marks the current ply in the chart. */
function mark() {
  for (const end of ["x1", "x2"]) byId("now")?.setAttribute(end, String(56 + 496 * ply / Math.max(1, game.total)));
}

/** The agent that evaluates all positions: the first with weights, so that one scale holds for the game. */
const judge = game.players.find((p) => p.weights), agent = judge ? { weights: judge.weights, settings: judge.settings ?? {} } : { source: "default" };

/** Requests the values of all positions, one after the other, or stops doing so. */
async function evaluate() {
  if (sweep) return sweep.abort();
  let failed = "";
  sweep = new AbortController();
  say("all", "Stop");
  try {
    await load();
    for (let i = values.length; i <= game.total; i++) {
      const [n] = (await post("/games/analyze", { engine: game.engine, settings: game.settings, position: positionAt(i), agents: [agent], think: { seconds: 1 } }, sweep.signal)).analyses;
      values.push(n.value.every((v) => v == null) ? n.static : n.value);
      if (i % 4 === 0) await chart();
    }
  } catch (error) {
    if (error.name !== "AbortError") failed = error.message;
  }
  sweep = null;
  say("all", "Evaluate all");
  show(ply);
  if (failed) say("told", failed);
  await chart().catch(() => {}); // of a server that has stopped
}

/** Shows both games of the pairing, ply by ply. @param {string} from path of the other game in the API */
async function both(from) {
  const pressed = byId("both");
  pressed.disabled = true;
  try {
    const second = await get(from + "?scenes=true"), face2 = await face(game.engine, game.scene);
    await rest(second, from);
    const beside = new Board(byId("frame2"), "board of the other game");
    byId("frame2").hidden = false;
    pressed.hidden = true;
    other = (at) => beside.draw(face2.paint(view(second, Math.min(at, second.total))));
    show(wanted);
  } catch (error) {
    pressed.disabled = false;
    say("told", error.message);
  }
}

listenToKeys({ f: () => { flip = Boolean(painter.flips) && !flip; show(ply); } });
on("first", () => show(0));
on("back", () => show(ply - 1));
on("next", () => show(ply + 1));
on("last", () => show(game.total));
on("auto", () => {
  const yes = byId("auto").ariaPressed !== "true";
  if (yes && ply === game.total) show(0);
  auto(yes);
});
on("ply", () => show(Number(byId("ply").value)), "input");
on("all", evaluate);
on("both", (event) => both(event.currentTarget.dataset.path));
show(0);
try {
  await load();
  show(wanted);
} catch (error) { say("told", `The moves from ${game.plies.length + 1} on are not loaded: ${error.message}.`); }
