// A stored game, move by move.
import { el, svg, byId, brought, letter, short } from "./play/dom.js";
import { get, post } from "./play/api.js";
import { Board } from "./play/board.js";
import { face } from "./play/view.js";
import { bar } from "./play/thinking.js";

const game = brought("game");
const path = location.pathname;
/** @type {any} */ let second = null;
let ply = 0, playing = 0;
/** @type {(number | null)[][]} */ const values = [];
/** @type {AbortController | null} */ let sweep = null;

/** Fetches the rest of a long game. @param {any} g @param {string} from */
async function rest(g, from) {
  while (g.next != null) {
    const more = await get(`${from}?scenes=true&after=${g.next}`);
    g.plies.push(...more.plies);
    g.next = more.next;
  }
}

const query = Object.entries(game.settings).map(([k, v]) => "set=" + encodeURIComponent(`${k}=${v}`)).join("&");
const layout = await get(`/engines/${game.engine}/layout${query ? "?" + query : ""}`);
const hooks = { play: () => {}, redraw: () => {}, think: async () => null };
const painter = await face(game.engine, game.scene, hooks), painter2 = await face(game.engine, game.scene, hooks);
const seats = game.players.length;
const names = Array.from({ length: seats }, (_, i) => painter.sides?.[i] ?? letter(i));
const quiet = { act: () => {}, point: () => {} };
const board = new Board(byId("frame"), { label: "board", ...quiet }), board2 = new Board(byId("frame2"), { label: "board of the other game", ...quiet });

/** @param {any} g @param {number} at */
function view(g, at) {
  const p = g.plies[at - 1];
  return { scene: p ? p.scene : g.scene, layout, moves: [], turn: g.plies[at]?.seat ?? 0, seats, over: at === g.total, open: false, rating: null, overlays: new Set(), hint: "", point: null, last: p ?? null, names };
}

/** @param {number} to */
function show(to) {
  ply = Math.max(0, Math.min(game.total, to));
  const v = view(game, ply), last = v.last;
  board.draw(painter.paint(v));
  if (second) board2.draw(painter2.paint(view(second, Math.min(ply, second.total))));
  byId("score").textContent = painter.status?.(v) ?? "";
  byId("turn").textContent = `move ${ply} of ${game.total}`;
  byId("told").textContent = last ? `${names[last.seat]} (${game.players[last.seat].name}) played ${last.move}${last.told ? ": " + last.told : ""}.` : "The start.";
  const position = last ? last.position : game.start;
  byId("position").textContent = position;
  /** @type {HTMLInputElement} */ (byId("ply")).value = String(ply);
  /** @type {HTMLAnchorElement} */ (byId("on")).href = `/play/${game.engine}#p=${encodeURIComponent(JSON.stringify({ position, settings: game.settings }))}`;
  bar(byId("eval"), painter.worth?.(v) ?? values[ply], painter.scale ?? 1, names);
  const from = Math.max(0, ply - 100);
  byId("moves").replaceChildren(...game.plies.slice(from, from + 200).map((/** @type {any} */ p, /** @type {number} */ i) => el("li", {}, el("button", { type: "button", class: "plain", title: p.told, "aria-current": from + i + 1 === ply ? "step" : null, onclick: () => show(from + i + 1) }, `${from + i + 1}. ${letter(p.seat)} ${p.move}`))));
  chart();
}

function play() {
  clearTimeout(playing);
  const on = byId("auto").getAttribute("aria-pressed") === "true" && ply < game.total;
  byId("auto").setAttribute("aria-pressed", String(on));
  if (on) playing = window.setTimeout(() => { show(ply + 1); play(); }, Number(/** @type {HTMLSelectElement} */ (byId("pace")).value));
}

/** The values by ply, as far as they are known. */
function chart() {
  const place = byId("chart");
  place.hidden = values.length === 0;
  if (place.hidden) return;
  const width = 600, height = 140, all = values.flat().filter((v) => v != null && Math.abs(v) < 1e300).map(Number);
  const low = Math.min(...all), high = Math.max(...all, low + 1e-9);
  const at = (/** @type {number} */ i, /** @type {number | null} */ v) => `${(10 + 580 * i / Math.max(1, game.total)).toFixed(1)},${(130 - 120 * (Math.max(low, Math.min(high, v ?? 0)) - low) / (high - low)).toFixed(1)}`;
  const lines = names.map((_, s) => svg("polyline", { class: `line seat-line-${letter(s)}`, points: values.map((v, i) => (v[s] == null ? "" : at(i, v[s]))).join(" ") }));
  place.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `values by move for ${names.join(" and ")}` }, lines, svg("line", { class: "lane", x1: 10 + 580 * ply / Math.max(1, game.total), x2: 10 + 580 * ply / Math.max(1, game.total), y1: 5, y2: 135 })),
    el("figcaption", { class: "small" }, `values by the agent of each seat to move, ${short(low)} to ${short(high)}; ${values.length} of ${game.total + 1} positions`));
}

/** The agent of a seat. @param {number} seat */
function judge(seat) {
  const a = game.players[seat];
  return a.weights ? { weights: a.weights, settings: a.settings ?? {} } : { source: "default" };
}

/** Values every position, one after the other. */
async function evaluate() {
  if (sweep) { sweep.abort(); sweep = null; byId("all").textContent = "Evaluate all"; return; }
  sweep = new AbortController();
  byId("all").textContent = "Stop";
  try {
    for (let i = values.length; i <= game.total; i++) {
      const position = i ? game.plies[i - 1].position : game.start;
      const n = (await post("/games/analyze", { engine: game.engine, settings: game.settings, position, agents: [judge(game.plies[i]?.seat ?? 0)], think: { seconds: 1 } }, sweep.signal)).analyses[0];
      values.push(n.value.every((/** @type {any} */ v) => v == null) ? n.static : n.value);
      if (i % 4 === 0 || i === game.total) chart();
    }
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError") byId("told").textContent = error.message;
  }
  sweep = null;
  byId("all").textContent = "Evaluate all";
  show(ply);
}

/** @type {Record<string, () => void>} */
const keys = { Home: () => show(0), ArrowLeft: () => show(ply - 1), ArrowRight: () => show(ply + 1), End: () => show(game.total), p: () => byId("auto").click() };
document.addEventListener("keydown", (event) => {
  const known = keys[event.key];
  if (!known || event.ctrlKey || event.altKey || event.metaKey || event.target instanceof Element && event.target.closest("input, select, .hits, .moves")) return;
  event.preventDefault();
  known();
});
for (const [id, key] of Object.entries({ first: "Home", back: "ArrowLeft", next: "ArrowRight", last: "End" })) byId(id).addEventListener("click", keys[key]);
byId("auto").addEventListener("click", () => {
  const on = byId("auto").getAttribute("aria-pressed") !== "true";
  byId("auto").setAttribute("aria-pressed", String(on));
  if (on && ply === game.total) show(0);
  play();
});
byId("ply").addEventListener("input", () => show(Number(/** @type {HTMLInputElement} */ (byId("ply")).value)));
byId("all").addEventListener("click", evaluate);
document.getElementById("both")?.addEventListener("click", async (event) => {
  const from = /** @type {HTMLElement} */ (event.currentTarget).dataset.path ?? "";
  second = await get(from + "?scenes=true");
  await rest(second, from);
  byId("frame2").hidden = false;
  byId("both").hidden = true;
  show(ply);
});
show(0);
await rest(game, path);
show(ply);
