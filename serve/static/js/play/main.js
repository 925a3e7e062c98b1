// The page on which games are played.
import { el, byId, brought, button, letter, short } from "./dom.js";
import { post, get } from "./api.js";
import { Board } from "./board.js";
import { Seats, settingField } from "./seats.js";
import { grow, line, upTo } from "./tree.js";
import { ratingTable, terms, bar } from "./thinking.js";
import { face } from "./view.js";
import { Setup } from "./setup.js";
import { count, over as tellOver } from "./tally.js";
import { copyAddress, download } from "./picture.js";
import { listenToKeys } from "./keyboard.js";

/** @typedef {import("./tree.js").Node} Node */

const sheet = brought("sheet");
const engine = sheet.engine;
const kept = (/** @type {string} */ name, /** @type {any} */ usual) => JSON.parse(localStorage.getItem(`${name}:${engine}`) ?? "null") ?? usual;
const keep = (/** @type {string} */ name, /** @type {any} */ value) => localStorage.setItem(`${name}:${engine}`, JSON.stringify(value));

/** @type {Record<string, string>} */ let settings = kept("table", engine === "risk" ? { map: "classic" } : {});
/** @type {Node} */ let node;
/** @type {import("./view.js").Face} */ let game;
/** @type {any} */ let layout = {};
/** @type {any} */ let rating = null;
let hint = "", busy = false, paused = false, playing = false, hidden = kept("hide", false);
/** @type {string | null} */ let point = null;
/** @type {AbortController | null} */ let thinking = null;
/** @type {AbortController | null} */ let judging = null;
/** @type {(() => void) | null} */ let again = null;
const overlays = new Set(kept("overlays", []));
const seats = new Seats(byId("seats"), sheet, () => { show(); advance(); });
const board = new Board(byId("frame"), { label: `board of ${sheet.title}`, act, point: (id) => { point = id; detail(); if (overlays.has("flips")) paint(); } });
const setup = new Setup(byId("setup"), () => game, (position) => start({ position }), (text) => problem(text));

const answer = () => node.answer;
const names = () => Array.from({ length: answer().seats }, (_, i) => game?.sides?.[i] ?? letter(i));
const seconds = () => Number(/** @type {HTMLInputElement} */ (byId("seconds")).value) || 0;
const pace = () => Number(/** @type {HTMLSelectElement} */ (byId("pace")).value);
const agentFor = (/** @type {number} */ seat) => seats.agent(seat) ?? (playing ? seats.adviser() : null);
const mayMove = () => !busy && !answer().over && (agentFor(answer().turn) === null || paused);

/** @returns {import("./view.js").View} */
function view() {
  const a = answer();
  return { scene: setup.scene ?? a.scene, layout, moves: a.moves, turn: a.turn, seats: a.seats, over: a.over, open: mayMove() && !setup.scene, rating: hidden && seats.agent(a.turn) === null && !a.over ? null : rating, overlays, hint, point, last: node.played, names: names() };
}

/** What went wrong, with a way to try again. @param {string} text @param {(() => void)} [retry] */
function problem(text, retry) {
  const place = byId("problem");
  place.hidden = !text;
  again = retry ?? null;
  place.replaceChildren(text, retry ? button("try again", () => { problem(""); again?.(); }) : "");
}

/** Sends a command and shows its answer; a refusal leaves the board as it was.
 *  @param {() => Promise<void>} work @param {boolean} [retry] */
async function command(work, retry = true) {
  if (busy) return;
  busy = true;
  problem("");
  document.body.classList.add("busy");
  try {
    await work();
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError") {
      playing = false;
      problem(error.message, retry && (error.status === 0 || error.status >= 429) ? () => command(work).then(advance) : undefined);
      if (error.code === "bad_state" && node) byId("problem").append(button("go on from the position", () => start({ position: answer().position })));
    }
  } finally {
    busy = false;
    thinking = null;
    document.body.classList.remove("busy");
    if (node) show();
  }
}

/** Begins a table. @param {any} body */
async function start(body) {
  stop();
  await command(async () => {
    const a = await post("/games", { engine, ...body, ...(body.state || Object.keys(settings).length === 0 ? {} : { settings }) });
    settings = a.settings;
    await begin(a);
  }, false);
  advance();
}

/** Shows a table that the server has put up. @param {any} a */
async function begin(a) {
  setup.close();
  const query = Object.entries(a.settings).map(([k, v]) => "set=" + encodeURIComponent(`${k}=${v}`)).join("&");
  layout = await get(`/engines/${engine}/layout${query ? "?" + query : ""}`);
  node = grow(null, null, a);
  if (a.seats !== seats.list.length) seats.resize(a.seats);
  if (a.ply > 0) await past(a);
  game = await face(engine, a.scene, { play: (moves) => play(moves), redraw: paint, think: judge });
  paused = playing = false;
  byId("over").replaceChildren();
  drawOverlays();
  drawTable();
}

/** The moves that led to a table that was opened from its state. @param {any} a */
async function past(a) {
  let at = grow(null, null, null);
  for (let after = 0; ;) {
    const h = await post("/games/history", { state: a.state, after });
    for (const p of h.plies) at = grow(at, p, null);
    if (h.next == null) break;
    after = h.next;
  }
  at.answer = a;
  at.ply = a.ply;
  node = at;
}

/** Makes moves one after the other. @param {string[]} moves */
function play(moves) {
  if (!mayMove()) return;
  paused = false;
  command(async () => {
    for (const move of moves) attach(await post("/games/move", { state: answer().state, move }));
  }, false).then(advance);
}

/** Adds what was played to the tree. @param {any} a */
function attach(a) {
  const last = a.played[a.played.length - 1];
  node = grow(node, last, a);
  hint = "";
  rating = null;
  const who = names()[last.seat];
  byId("told").textContent = `${who} played ${last.move}${last.told ? ": " + last.told : ""}. ` + (a.over ? result(a) : `${names()[a.turn]} to move.`);
  if (a.over) {
    playing = false;
    const people = seats.people();
    if (people.length === 1 && a.seats > 1) count(engine, seats.list.filter((s) => s.source), a.places[people[0]], a.places);
  }
  show();
}

/** @param {any} a */
function result(a) {
  if (a.scores?.length === 1) return `The game is over: ${a.scores[0]} points.`;
  const first = a.places.flatMap((/** @type {number} */ p, /** @type {number} */ i) => (p === 1 ? [names()[i]] : []));
  return first.length === a.seats ? "The game is drawn." : `${first.join(" and ")} won.`;
}

/** Lets the agent move whose turn it is. */
async function advance() {
  if (!node || busy || paused || setup.scene || answer().over) return;
  const agent = agentFor(answer().turn);
  if (!agent) return;
  const from = node;
  const wait = node.ply === 0 && !playing ? 0 : pace();
  await new Promise((done) => setTimeout(done, wait));
  if (from !== node || busy || paused) return;
  await best(agent);
  if (from !== node) advance();
}

/** @param {any} agent */
const best = (agent) => command(async () => {
  thinking = new AbortController();
  show();
  attach(await post("/games/best", { state: answer().state, agent, think: think() }, thinking.signal));
});

const think = () => (seconds() > 0 ? { seconds: seconds() } : {});

/** Ends what is under way. */
function stop() {
  thinking?.abort();
  playing = false;
  busy = false;
}

function undo() {
  stop();
  const people = seats.people();
  const mine = line(node).slice(0, node.ply + 1).findLast((n) => n.played && people.includes(n.played.seat));
  if (node.ply === 0) return;
  command(async () => {
    const a = await post("/games/back", { state: answer().state, ...(mine && people.length < answer().seats ? { seat: mine.played.seat } : { plies: 1 }) });
    node = upTo(node, a.ply);
    node.answer = a;
    rating = null;
    hint = "";
    paused = agentFor(a.turn) !== null;
    byId("told").textContent = `Taken back. ${names()[a.turn]} to move.`;
  });
}

function propose() {
  if (answer().over) return;
  command(async () => {
    thinking = new AbortController();
    const agent = seats.adviser();
    const a = await post("/games/best", { state: answer().state, agent, think: think(), apply: false }, thinking.signal);
    hint = a.thought.move;
    byId("told").textContent = `${agent.source} would play ${hint}${a.thought.value[a.turn] == null ? "" : ` (${short(a.thought.value[a.turn])})`}.`;
  });
}

function letPlay() {
  if (playing) { stop(); show(); return; }
  playing = true;
  paused = false;
  show();
  advance();
}

/** The values of all moves; for the panel and for overlays. */
async function judge() {
  const at = node;
  if (rating) return rating;
  judging?.abort();
  judging = new AbortController();
  try {
    const agents = [seats.adviser(), ...(second() ? [{ source: second(), settings: {} }] : [])];
    const found = [];
    for (const agent of agents) found.push(await post("/games/rate", { state: answer().state, agent, think: think() }, judging.signal));
    if (at !== node) return null;
    [rating] = found;
    drawThinking(found);
    paint();
    return rating;
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError" && at === node) byId("thoughts").replaceChildren(error.message);
    return null;
  }
}

const second = () => /** @type {HTMLSelectElement} */ (byId("second")).value;
const wantsValues = () => /** @type {HTMLDetailsElement} */ (byId("thinking")).open || (game.rated ?? []).some((id) => overlays.has(id));

/** @param {any[]} found */
function drawThinking(found) {
  const a = answer();
  const secret = hidden && !a.over && seats.agent(a.turn) === null;
  byId("thoughts").replaceChildren(...(secret ? ["Hidden until you have moved."] : found.flatMap((r) => [ratingTable(r, a.seats, play), terms(r, a.seats) ?? ""])));
  if (!secret) drawBar(found[0].rated[0]?.value ?? found[0].static);
}

/** @param {any[] | undefined} values */
const drawBar = (values) => bar(byId("eval"), game.worth?.(view()) ?? values, game.scale ?? 1, names());

/** Goes to a position of the tree. @param {Node} to */
async function visit(to) {
  stop();
  if (!to.answer) {
    await command(async () => { to.answer = await post("/games/back", { state: answer().state, plies: node.ply - to.ply }); });
    if (!to.answer) return;
  }
  if (to.parent) to.parent.next = to;
  node = to;
  paused = true;
  rating = null;
  hint = "";
  show();
}

/** Acts on a field of the board. @param {string} id @param {{shift: boolean, long: boolean}} event */
function act(id, event) {
  if (setup.scene) { setup.apply(id); paint(); return; }
  if (mayMove()) game.act(view(), id, event);
}

function paint() {
  if (!game) return;
  const v = view();
  const controls = (game.controls?.(v) ?? []).filter(Boolean);
  const focused = document.activeElement?.closest("#controls") ? [...byId("controls").querySelectorAll("button, input")].indexOf(document.activeElement) : -1;
  board.draw(game.paint(v));
  byId("controls").replaceChildren(...controls);
  if (focused >= 0) /** @type {HTMLElement} */ (byId("controls").querySelectorAll("button, input")[focused])?.focus();
}

function detail() {
  const field = point ? board.fields.get(point) : null;
  byId("detail").textContent = field ? (point && game.detail?.(view(), point)) || field.name : "";
}

/** Draws all that may have changed. */
function show() {
  if (!game) return;
  const a = answer(), agent = agentFor(a.turn);
  paint();
  const who = names()[a.turn];
  byId("turn").textContent = a.over ? result(a) : a.seats === 1 ? `Your move: ${a.moves.length} to choose from` : `${who} (${agent && !paused ? (busy ? "thinking…" : agent.source) : "you"}) to move, ${a.moves.length} ${a.moves.length === 1 ? "move" : "moves"}`;
  byId("score").textContent = game.status?.(view()) ?? "";
  seats.draw(names());
  drawMoves();
  byId("position").textContent = a.position;
  byId("takebacks").textContent = a.takebacks ? `${a.takebacks} taken back` : "";
  const set = (/** @type {string} */ id, /** @type {boolean} */ on) => { /** @type {HTMLButtonElement} */ (byId(id)).disabled = !on; };
  set("undo", node.ply > 0); set("hint", !a.over && !busy); set("ai", !a.over && !busy); set("auto", !a.over || playing);
  byId("auto").setAttribute("aria-pressed", String(playing));
  byId("resume").hidden = !(paused && !a.over && seats.agent(a.turn));
  history.replaceState(null, "", "#g=" + a.state);
  keep("last", { position: a.position, settings });
  tellOver(byId("over"), a, a.over ? { result: result(a), names: names(), again: () => start({ seats: a.seats }), other: () => { seats.list.push(/** @type {any} */ (seats.list.shift())); seats.keep(); start({ seats: a.seats }); }, replay: () => visit(line(node)[0]) } : null);
  if (!busy && !rating && wantsValues() && !setup.scene) judge();
  else if (!wantsValues()) drawBar(a.thought?.value);
  detail();
}

function drawMoves() {
  const all = line(node), from = Math.max(0, Math.min(node.ply - 150, all.length - 300));
  const item = (/** @type {Node} */ n) => el("li", {}, el("button", { type: "button", class: "plain", "aria-current": n === node ? "step" : null, title: n.played?.told ?? "", onclick: () => visit(n) }, n.played ? `${n.ply}. ${letter(n.played.seat)} ${n.played.move}` : "start"),
    n.parent && n.parent.children.length > 1 ? n.parent.children.filter((c) => c !== n).map((c) => el("button", { type: "button", class: "plain or", onclick: () => visit(c) }, `or ${c.played.move}`)) : null);
  byId("moves").replaceChildren(...all.slice(from, from + 300).map(item));
  const current = byId("moves").querySelector("[aria-current]");
  if (current instanceof HTMLElement) byId("moves").scrollTop = current.offsetTop - byId("moves").offsetTop - 80;
}

function drawOverlays() {
  byId("overlays").replaceChildren(...Object.entries(game.overlays).map(([id, name]) => el("label", {}, el("input", { type: "checkbox", checked: overlays.has(id), onchange: (/** @type {any} */ e) => {
    if (e.target.checked) overlays.add(id); else overlays.delete(id);
    keep("overlays", [...overlays]);
    show();
  } }), " ", name)));
  byId("overlay-panel").hidden = Object.keys(game.overlays).length === 0;
}

/** The settings of the table. */
function drawTable() {
  const change = (/** @type {string} */ name, /** @type {string} */ value) => { if (value === "") delete settings[name]; else settings[name] = value; keep("table", settings); };
  const [least, most] = sheet.seats;
  byId("table").replaceChildren(least < most ? el("label", { class: "field" }, "seats", el("input", { type: "number", min: least, max: most, value: seats.list.length, onchange: (/** @type {any} */ e) => seats.resize(Math.max(least, Math.min(most, Number(e.target.value)))) })) : "",
    ...sheet.settings.filter((/** @type {any} */ s) => !s.player).map((/** @type {any} */ s) => settingField(s, settings[s.name] ?? "", (value) => change(s.name, value))));
}

const fresh = () => start({ seats: seats.list.length });

/** The keys of the page. @type {Record<string, [string, () => void]>} */
const keys = {
  n: ["new game", fresh], u: ["undo", undo], h: ["hint", propose], p: ["let it play, and stop it", letPlay], Enter: ["the agent moves for you", () => { if (!answer().over) { paused = false; best(seats.adviser()).then(advance); } }],
  t: ["thinking: open or close", () => { const d = /** @type {HTMLDetailsElement} */ (byId("thinking")); d.open = !d.open; }],
  o: ["next overlay", () => {
    const ids = Object.keys(game.overlays), at = ids.findIndex((id) => overlays.has(id));
    overlays.clear();
    if (at + 1 < ids.length) overlays.add(ids[at + 1]);
    keep("overlays", [...overlays]);
    drawOverlays();
    show();
  }],
  ArrowLeft: ["look back", () => { if (node.parent) visit(node.parent); }], ArrowRight: ["look forward", () => { if (node.next) visit(node.next); }],
  Escape: ["leave a selection, then the game", () => { if (setup.scene) { setup.close(); show(); } else if (!game.escape?.()) location.href = "/play"; }],
  "?": ["these keys", () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal()],
};

function listen() {
  listenToKeys(keys, () => Boolean(node), (key) => Boolean(setup.scene && setup.key(key)));
  for (const [id, key] of Object.entries({ new: "n", undo: "u", hint: "h", ai: "Enter", auto: "p" })) byId(id).addEventListener("click", keys[key][1]);
  byId("resume").addEventListener("click", () => { paused = false; show(); advance(); });
  byId("thinking").addEventListener("toggle", () => { if (game) show(); });
  byId("second").addEventListener("change", () => { rating = null; show(); });
  const hide = /** @type {HTMLInputElement} */ (byId("hide"));
  hide.checked = hidden;
  hide.addEventListener("change", () => { hidden = hide.checked; keep("hide", hidden); rating = null; show(); });
  byId("move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (byId("move"));
    if (input.value.trim()) play([input.value.trim()]);
    input.value = "";
  });
  byId("link").addEventListener("click", async () => { byId("told").textContent = await copyAddress({ position: answer().position, settings }); });
  byId("svg").addEventListener("click", () => download(board.picture, `${engine}.svg`));
  byId("edit").addEventListener("click", () => { stop(); setup.open(answer()); paint(); });
  byId("key-list").replaceChildren(...Object.entries(keys).flatMap(([key, [what]]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]));
  byId("second").append(...sheet.agents.map((/** @type {any} */ a) => el("option", {}, a.name)));
  document.addEventListener("setup", paint);
  addEventListener("hashchange", open);
}

/** The table of the address cannot be had any more: the position it was last seen at can. */
function lost() {
  const last = kept("last", null);
  byId("problem").append(last ? button("go on from the last position", () => { settings = last.settings; start({ position: last.position }); }) : "", button("new game", fresh));
}

/** Begins with what the address says: a sealed table, a position, or a new game. */
function open() {
  const [kind, value] = [location.hash.slice(0, 3), location.hash.slice(3)];
  if (kind === "#g=" && node && value === answer().state) return;
  if (kind === "#g=") start({ state: value }).then(() => { if (!node) lost(); });
  else if (kind === "#p=") {
    let asked = { position: decodeURIComponent(value), settings };
    try { asked = JSON.parse(asked.position); } catch { /* a position alone */ }
    settings = asked.settings ?? settings;
    start({ position: asked.position });
  } else fresh();
}

listen();
open();
