// The session: its seats and its commands. The server stores no sessions: every visited
// position is a node of a tree, with its sealed state from the server.
import { button, keep, kept, letter, short } from "../dom.js";
import { layoutOf, post } from "../api.js";
import { face } from "../view.js";
import { grow, line, upTo } from "./tree.js";

/** The state of the session, and the functions of the page that it calls. @type {Table} */
export const t = { engine: "", settings: {}, layout: {}, before: null, node: null, face: null, seats: null, editor: null, hint: "", ratings: [], busy: false, paused: false, playing: false, analysing: false };

/** Cancels the current search. @type {AbortController | null} */
let thinking = null;
/** Cancels the current rating of moves. @type {AbortController | null} */
let judging = null;
/** The number of commands sent and stopped. Only the last one ends the state busy. */
let latest = 0;

/** The server's description of the current position. */
export const answer = () => t.node.answer;
/** The names of the seats. */
export const names = () => Array.from({ length: answer().seats }, (_, i) => t.face?.sides?.[i] ?? letter(i));
/** The agent that now moves for a seat; null if a person does. @param {number} seat */
export const agentFor = (seat) => (t.analysing && !t.playing ? null : t.seats.agent(seat) ?? (t.playing ? t.seats.adviser() : null));
/** Reports whether the user may move. */
export const mayMove = () => t.node && !t.busy && !answer().over && (t.paused || !agentFor(answer().turn));

/** Sends a command and shows its response; after an error the board stays as it was. An error of a command
 *  that was stopped is ignored.
 *  @param {(wanted: () => boolean) => Promise<void>} work wanted returns false after the command was stopped
 *  @param {boolean} [retry] offer to repeat the command after an error */
async function command(work, retry = true) {
  if (t.busy) return;
  // The command would wait for it.
  judging?.abort();
  const mine = ++latest;
  t.busy = true;
  t.problem("");
  document.body.classList.add("busy");
  try {
    await work(() => mine === latest);
  } catch (error) {
    if (mine !== latest) return;
    t.playing = false;
    t.problem(error.message, retry && (!error.status || error.status >= 429) && button("try again", () => command(work).then(advance)),
      error.code === "bad_state" && t.node && button("continue from this position", () => start({ position: answer().position })));
  } finally {
    if (mine === latest) {
      t.busy = false;
      document.body.classList.remove("busy");
    }
    if (t.node) t.changed();
  }
}

/** Starts a session: new, from a position, or sealed. @param {any} body */
export async function start(body) {
  stop();
  await command(async (wanted) => {
    const a = await post("/games", body.state ? body : { engine: t.engine, settings: t.settings, ...body });
    const layout = await layoutOf(t.engine, a.settings);
    let node = grow(null, null, a.ply ? null : a);
    for (let next = a.ply ? 0 : null; next != null;) {
      const past = await post("/games/history", { state: a.state, after: next });
      for (const played of past.plies) node = grow(node, played, null);
      next = past.next;
    }
    t.face ??= await face(t.engine, a.scene, { play, redraw: () => t.changed(), think: judge });
    if (!wanted()) return;
    if (a.ply) t.before = null;
    else if (t.node?.ply) t.before = { node: t.node, layout: t.layout };
    Object.assign(t, { layout, settings: a.settings });
    t.seats.resize(a.seats);
    node.answer = a;
    show(node);
    t.paused = false;
    t.told(a.over ? result(a) : "");
  }, false);
  advance();
}

/** Makes a position of the tree the current one. @param {Visited} node */
function show(node) {
  if (node.parent) node.parent.next = node;
  t.node = node;
  t.ratings = [];
  t.hint = "";
}

/** Sends moves one after the other. @param {string[]} moves */
export function play(moves) {
  if (!mayMove()) return;
  t.paused = false;
  command(async (wanted) => {
    for (const move of moves) {
      const from = t.node, a = await post("/games/move", { state: answer().state, move });
      // The user has left the position, or sets up another one.
      if (from !== t.node || !wanted()) return;
      attach(a);
    }
  }, false).then(advance);
}

/** Adds the played moves to the tree. @param {any} a */
function attach(a) {
  const last = a.played.at(-1), { words = last.move, event } = last; // the event of a chess move begins with its notation
  show(grow(t.node, last, a));
  t.told(`${names()[last.seat]}: ${event.startsWith(words) ? event : words + (event && ", " + event)}. ${a.over ? result(a) : names()[a.turn] + " to move."}`);
  if (a.over) {
    t.ended(a);
    t.playing = false;
  }
  t.changed();
}

/** The result of a game as a sentence. @param {any} a */
export function result(a) {
  if (a.scores?.length === 1) return `The game is over: ${a.scores[0]} points.`;
  const first = names().filter((_, i) => a.places[i] === 1);
  return first.length === a.seats ? "The game is drawn." : `${first.join(" and ")} won.`;
}

/** Requests moves as long as an agent is to move. */
export async function advance() {
  const from = t.node;
  if (!from || t.busy || t.paused || answer().over || !agentFor(answer().turn)) return;
  await new Promise((done) => setTimeout(done, from.ply || t.playing ? t.pace() : 0));
  const agent = from === t.node && !t.busy && !t.paused && agentFor(answer().turn);
  if (!agent) return;
  await best(agent);
  if (from !== t.node) advance();
}

/** Requests a move of an agent, or only a hint. @param {any} agent */
export const best = async (agent, apply = true) => t.node && command(async () => {
  thinking = new AbortController();
  t.changed();
  const a = await post("/games/best", { state: answer().state, agent, think: t.think(), apply }, thinking.signal);
  if (apply) return attach(a);
  t.hint = a.thought.move;
  const value = a.thought.value[a.turn];
  t.told(`${a.thought.agent} would play ${a.thought.words ?? t.hint}${value == null ? "" : ` (${short(value)})`}.`);
});

/** Requests a move of the hint's agent in place of the user. */
export function moveForMe() {
  if (!t.node || answer().over) return;
  t.paused = false;
  best(t.seats.adviser()).then(advance);
}

/** Cancels the current search and abandons the current command. */
export function stop() {
  thinking?.abort();
  latest++;
  t.playing = t.busy = false;
  document.body.classList.remove("busy");
}

/** Starts or stops play by agents for all seats. */
export function letPlay() {
  if (t.playing) stop();
  else [t.playing, t.paused] = [true, false];
  t.changed();
  advance();
}

/** Returns to the game that a new one has replaced. */
function goBack() {
  const { node, layout } = t.before;
  Object.assign(t, { before: null, layout, settings: node.answer.settings });
  t.seats.resize(node.answer.seats);
  show(node);
  t.paused = agentFor(answer().turn) !== null;
  t.told("The game before this one is back.");
  t.changed();
}

/** Takes back all moves from the last one of a person, or a new game. */
export function undo() {
  if (!t.node) return;
  stop();
  if (!t.node.ply) return t.before && goBack();
  const people = t.seats.people(), mine = line(t.node).slice(0, t.node.ply + 1).findLast((n) => people.includes(n.played?.seat));
  command(async (wanted) => {
    const a = await post("/games/back", { state: answer().state, ...(mine && !t.analysing && people.length < answer().seats ? { seat: mine.played.seat } : { plies: 1 }) });
    if (!wanted()) return;
    const node = upTo(t.node, a.ply);
    node.answer = a;
    show(node);
    t.paused = agentFor(a.turn) !== null;
    t.told(`Taken back. ${names()[a.turn]} to move.`);
  });
}

/** Shows a position of the tree. The next move continues from it. @param {Visited | null | undefined} to */
export async function visit(to) {
  if (!to) return;
  stop();
  const known = line(to).find((n) => n.answer && n.ply >= to.ply);
  const reach = () => {
    show(to);
    t.paused = true;
  };
  if (known === to) {
    reach();
    t.changed();
    return;
  }
  await command(async (wanted) => {
    to.answer = await post("/games/back", { state: known?.answer.state, plies: (known?.ply ?? 0) - to.ply });
    if (wanted()) reach();
  });
}

/** Requests the agents' values of the moves, once per position. @returns {Promise<any>} the response for the first agent; null after a change of position */
export async function judge() {
  const at = t.node;
  if (t.ratings.length) return t.ratings[0];
  judging?.abort();
  judging = new AbortController();
  try {
    const found = [];
    for (const agent of t.seats.judges()) found.push(await post("/games/rate", { state: answer().state, agent, think: t.think() }, judging.signal));
    if (at !== t.node) return null;
    t.ratings = found;
  } catch (error) {
    if (error.name === "AbortError" || at !== t.node) return null;
    t.ratings = [{ problem: error.message, rated: [], features: {}, order: [], static: [] }];
  }
  t.changed();
  return t.ratings[0];
}

/** Changes a game setting and stores it for the next session. @param {string} name @param {string} value */
export function set(name, value) {
  if (value === "") delete t.settings[name];
  else t.settings[name] = value;
  keep("table:" + t.engine, t.settings);
}

/** Sets the game and the seats of the session, with the settings of the last session. @param {string} engine @param {import("./seats.js").Seats} seats */
export function sit(engine, seats) {
  Object.assign(t, { engine, seats, settings: kept("table:" + engine, engine === "risk" ? { map: "classic" } : {}) });
}
