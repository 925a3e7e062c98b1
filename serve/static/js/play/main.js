// The page on which games are played: draws the board and everything beside it.
import { el, byId, say, problem, on, brought, button, kept, keep, letter, save } from "../dom.js";
import { Board } from "../board.js";
import { still } from "../view.js";
import { listenToKeys } from "../keys.js";
import { Seats, settle } from "./seats.js";
import { line } from "./tree.js";
import { t, answer, names, agentFor, mayMove, start, play, advance, best, moveForMe, letPlay, undo, visit, judge, result, set, sit, stop } from "./table.js";

const { engine, title, seats: range } = brought("sheet");
/** The name of a stored value that belongs to this game. @param {string} name */
const own = (name) => `${name}:${engine}`;
const boxes = [...byId("overlays").querySelectorAll("input")];
let overlays = new Set(kept(own("overlays"), []));
let hidden = kept(own("hide"), false), flip = kept(own("flip"), false);
let point = null;

const seats = new Seats(engine, range, () => { show(); advance(); tell(); });
sit(engine, seats);
const board = new Board(byId("frame"), `board of ${title}`, {
  act(id, event) {
    if (t.editor) t.editor.apply(id);
    else if (mayMove()) t.face.act?.(view(), id, event);
  },
  slide,
  point(id) {
    point = id;
    paint();
  },
});

/** Passes an arrow key or a swipe to the board. @param {string} to */
function slide(to) { return Boolean(!t.editor && t.node && t.face.slide?.(view(), to)); }

/** Reports whether the user must move before the values of agents are shown. */
const secret = () => hidden && !answer().over && !t.playing && !seats.agent(answer().turn);
/** Reports whether the page shows values of moves. */
const wantsValues = () => byId("thinking").open || boxes.some((box) => box.checked && "rated" in box.dataset);

/** The view that the board is drawn from. */
function view() {
  const a = answer(), rating = secret() || t.editor ? null : t.ratings[0] ?? null;
  return still(t.editor?.scene() ?? a.scene, t.layout, { moves: a.moves, turn: a.turn, seats: a.seats, over: a.over, open: mayMove() && !t.editor, rating, overlays, hint: t.hint, point, flip, names: names(),
    values: new Map((rating?.rated ?? []).map((r) => [r.move, r.value[a.turn]])), past: line(t.node).slice(1, t.node.ply + 1).map((n) => n.played) });
}

/** Draws the board, its controls, and the description of the current field. */
function paint() {
  if (!t.node) return;
  const v = view(), controls = byId("controls"), all = () => [...controls.querySelectorAll("button, input")];
  const focused = all().indexOf(document.activeElement);
  board.draw(t.face.paint(v));
  const frame = byId("frame");
  byId("wider").hidden = frame.scrollWidth <= frame.clientWidth + 1;
  const field = point ? board.fields.get(point) : null;
  say("detail", field && ((!t.editor && t.face.detail?.(v, field.id)) || field.name));
  // A slider in use stays as it is.
  if (focused >= 0 && document.activeElement?.matches("input")) return;
  controls.replaceChildren(...(t.editor ? [] : t.face.controls?.(v) ?? []).flat(9).filter(Boolean));
  if (focused >= 0) (all()[focused]?.matches(":enabled") ? all()[focused] : frame.querySelector("[tabindex='0']"))?.focus();
}

/** Draws everything. */
function show() {
  if (!t.node) return;
  const a = answer(), agent = !t.paused && agentFor(a.turn), v = view(), end = `, ${a.moves.length} legal move${a.moves[1] ? "s" : ""}`;
  paint();
  say("turn", a.over ? result(a) : a.seats < 2 && !agent ? "Your move" + end : `${names()[a.turn]} (${agent ? t.busy ? "thinking…" : agent.source : "you"}) to move` + end);
  say("score", t.editor ? "" : a.status);
  say("position", a.position);
  byId("address").value = `${location.origin}${location.pathname}#p=${encodeURIComponent(JSON.stringify({ position: a.position, settings: t.settings }))}`;
  say("takebacks", a.takebacks ? `${a.takebacks} taken back` : "");
  byId("undo").disabled = !t.node.ply && !t.before;
  byId("move").placeholder = t.hint;
  byId("hint").disabled = byId("ai").disabled = a.over || t.busy;
  byId("auto").disabled = a.over;
  byId("auto").ariaPressed = String(t.playing);
  byId("analyse").ariaPressed = String(t.analysing);
  byId("resume").hidden = !t.paused || a.over || !agentFor(a.turn);
  seats.draw(names());
  drawMoves();
  byId("over").hidden = !a.over;
  if (a.over) {
    say("result", result(a));
    say("places", a.seats > 1 ? a.places.map((p, i) => `${names()[i]}: place ${p}${a.scores?.length ? ` (${a.scores[i]})` : ""}`).join(", ") : "");
  }
  history.replaceState(null, "", "#g=" + a.state);
  keep(own("last"), { position: a.position, settings: t.settings });
  if (byId("thinking").open) drawThoughts();
  const whole = (values) => values?.length && !values.includes(null) && values;
  const worth = t.face.worth?.(v) ?? (whole(v.rating?.rated[0]?.value) || whole(v.rating?.static) || !secret() && whole(a.thought?.value) || []);
  if (worth.length || a.places || !byId("eval").hidden) import("./bar.js").then(({ bar }) => bar(worth, t.face.scale ?? 1, names(), a.places));
  if (wantsValues() && !t.busy && !t.ratings.length && !t.editor) judge();
}

/** Draws the agents' values as tables. */
async function drawThoughts() {
  const { opinion } = await import("./thinking.js");
  byId("thoughts").replaceChildren(...(secret() ? ["Hidden until you have moved."] : t.ratings.map((r) => el("div", {}, opinion(r, answer().seats, play)))));
}

/** Draws the list of moves with its branches. */
function drawMoves() {
  const all = line(t.node), from = Math.max(0, Math.min(t.node.ply - 150, all.length - 300)), list = byId("moves");
  const told = ({ move, words = move }) => words, first = all[1]?.played.seat;
  const label = (n) => (!n.played ? "start" : !t.face.pairs ? `${n.ply}. ${letter(n.played.seat)} ${told(n.played)}`
    : `${n.ply === 1 || !n.played.seat ? `${(n.ply + 1 + first) >> 1}${n.played.seat ? "…" : "."} ` : ""}${told(n.played)}`);
  const go = (n, words, kind = "") => button(words, () => visit(n), { class: "plain" + kind, "aria-current": n === t.node && "step", title: n.played?.event });
  list.replaceChildren(...all.slice(from, from + 300).map((n) => el("li", {}, go(n, label(n)),
    n.parent?.children.filter((c) => c !== n).map((c) => go(c, `or ${told(c.played)}`, " or")))));
  list.scrollTop = list.querySelector("[aria-current]").offsetTop - list.offsetTop - 80;
}

/** Shows and stores the selected overlays. */
function overlay() {
  overlays = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  keep(own("overlays"), [...overlays]);
  show();
}

/** Starts a new game. */
const fresh = () => start({ seats: seats.list.length });

/** Starts a new game, after a question if one is going on. */
function anew() {
  if (t.node?.ply && !answer().over) byId("ask").showModal();
  else fresh();
}

/** Shows the user's results against the agents of the session. */
async function tell() {
  const { against } = await import("../tally.js");
  say("results", against(engine, seats.list));
}

/** Starts or ends the analysis, in which the user moves for all seats. */
function analyse() {
  t.analysing = !t.analysing;
  t.paused = false;
  byId("thinking").open ||= t.analysing;
  show();
  advance();
}

/** Selects the next overlay, or none after the last. */
function nextOverlay() {
  const next = boxes.findIndex((box) => box.checked) + 1;
  boxes.forEach((box, i) => (box.checked = i === next));
  overlay();
}

/** Adds the listeners of the commands and keys. */
function listen() {
  on("new", anew);
  on("ask", () => { if (byId("ask").returnValue) fresh(); byId("ask").returnValue = ""; }, "close");
  on("undo", undo);
  on("hint", () => best(seats.adviser(), false));
  on("ai", moveForMe);
  on("auto", letPlay);
  on("analyse", analyse);
  on("turn-board", () => { flip = !flip; keep(own("flip"), flip); show(); });
  listenToKeys({
    t: () => byId("thinking").toggleAttribute("open"), o: nextOverlay, ArrowLeft: () => visit(t.node?.parent), ArrowRight: () => visit(t.node?.next),
    Escape() { if (t.editor) t.editor.close(); else if (!t.face.escape?.()) location.href = "/play"; },
  }, (key) => Boolean(t.editor ? t.editor.key(key) : key.startsWith("Arrow") && slide(key.slice(5).toLowerCase())));
  for (const box of boxes) box.checked = overlays.has(box.value);
  on("overlays", overlay, "change");
  on("resume", () => { t.paused = false; show(); advance(); });
  on("thinking", show, "toggle");
  byId("second").append(...[...byId("seat").content.querySelector("select").options].slice(1, -1).map((o) => o.cloneNode(true)));
  on("second", (event) => { seats.second = event.target.value; t.ratings = []; show(); }, "change");
  byId("hide").checked = hidden;
  on("hide", (event) => { keep(own("hide"), hidden = event.target.checked); show(); }, "change");
  on("move-form", (event) => {
    event.preventDefault();
    if (byId("move").value.trim()) play([byId("move").value.trim()]);
    byId("move").value = "";
  }, "submit");
  on("again", fresh);
  on("others", () => t.busy || (seats.turn(), fresh()));
  on("from-start", () => visit(line(t.node)[0]));
  on("record", () => save(`${engine}-game.json`, "application/json", JSON.stringify({ engine, settings: answer().settings, seats: answer().seats, ...answer().record })));
  on("paste", async () => {
    const text = await navigator.clipboard?.readText().catch(() => "") || prompt("A position in the game's notation");
    if (text) start({ position: text.trim() });
  });
  on("svg", async () => (await import("../picture.js")).download(board.picture, `${engine}.svg`));
  on("edit", async () => { if (t.node) stop(), (await import("./setup.js")).open(); });
  const many = byId("how-many");
  if (many) {
    many.value = seats.list.length;
    many.onchange = () => { seats.resize(Math.max(range[0], Math.min(range[1], Math.round(many.value)))); fresh(); };
  }
  settle(byId("table"), t.settings, set);
  addEventListener("hashchange", open);
}

/** Starts from the fragment of the URL: a sealed session, a position, or a new game. A link within the
 *  page, such as that to its content, does not end the game. */
async function open() {
  const kind = location.hash.slice(0, 3), value = location.hash.slice(3);
  if (kind === "#g=") {
    if (t.node && value === answer().state) return;
    await start({ state: value });
    const last = kept(own("last"), null);
    if (!t.node) byId("problem").append(...last ? [button("continue from the last position", () => { t.settings = last.settings; start({ position: last.position }); })] : [], button("new game", fresh));
  } else if (kind === "#p=") {
    let asked = { position: value, settings: t.settings };
    try {
      asked.position = decodeURIComponent(value);
      asked = JSON.parse(asked.position);
      // Otherwise it is only a position.
    } catch {}
    t.settings = asked.settings ?? t.settings;
    await start({ position: asked.position });
  } else if (t.node && kind) history.replaceState(null, "", "#g=" + answer().state);
  else await fresh();
}

Object.assign(t, {
  changed: show,
  told(text) {
    t.editor?.close();
    say("told", text);
  },
  problem,
  async ended(a) {
    const [person, ...others] = seats.people();
    if (person !== undefined && !others.length && a.seats > 1 && !t.analysing && !t.playing) (await import("../tally.js")).count(engine, seats.list.filter((s) => s.source), a.places[person], a.places);
    tell();
  },
  pace: () => Number(byId("pace").value),
  think() {
    const seconds = Number(byId("seconds").value);
    return seconds > 0 ? { seconds } : {};
  },
});
listen();
open().then(tell);
