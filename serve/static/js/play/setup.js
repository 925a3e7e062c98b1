// Sets up a position: on the board with the game's tools, or as text.
import { el, byId, button } from "../dom.js";
import { post } from "../api.js";
import { editors } from "./editors.js";
import { t, answer, names, start } from "./table.js";

const place = byId("setup"), game = editors[t.engine];
/** What is drawn while a position is set up; null where the board has no tools. @type {any} */
let scene = null;
let tool = "", turn = 0, text;

/** Begins with the table as it is. */
export function open() {
  scene = game ? structuredClone(answer().scene) : null;
  turn = answer().turn;
  text = el("textarea", { rows: 4, "aria-label": "position", spellcheck: "false", onchange: read });
  text.value = answer().position;
  t.editor = { scene: () => scene, apply, key, close };
  choose(game?.tools[0]?.[0] ?? "");
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
  t.changed();
}

function close() {
  t.editor = null;
  place.hidden = true;
  t.problem("");
  t.changed();
}

/** Uses the tool on a field. @param {string} id */
function apply(id) {
  if (!scene) return;
  game.apply(scene, id, tool);
  write();
}

/** Number keys choose a tool. @param {string} key */
function key(key) {
  const chosen = game?.tools[Number(key) - 1]?.[0];
  if (chosen) choose(chosen);
  return Boolean(chosen);
}

/** The board, as the text says it. */
function write() {
  text.value = game.write(scene, turn);
  t.problem("");
  choose(tool);
  t.changed();
}

/** The text, as the board shows it; where it cannot be read the server says why. */
async function read() {
  try {
    const a = await post("/games", { engine: t.engine, settings: t.settings, position: text.value.trim() });
    [scene, turn] = [game ? a.scene : null, a.turn];
    t.problem("");
    choose(tool);
    t.changed();
  } catch (error) { t.problem(error.message); }
}

/** The start of a game. */
async function begin() {
  const a = await post("/games", { engine: t.engine, settings: t.settings, seats: answer().seats });
  text.value = a.position;
  read();
}

/** Draws the panel with a tool chosen. @param {string} chosen */
function choose(chosen) {
  tool = chosen;
  const at = document.activeElement?.id;
  const tools = (game?.tools ?? []).map(([id, name], i) => button(i < 9 && name !== String(i + 1) ? `${i + 1} ${name}` : name, () => choose(id), { id: "tool" + i, "aria-pressed": String(id === tool) }));
  place.replaceChildren(el("h2", {}, "Set up a position"), el("div", { class: "row", role: "group", "aria-label": "tools" }, tools),
    ...(scene ? game.fields?.(scene, write) ?? [] : []),
    el("div", { class: "row" }, scene && el("label", { class: "row small" }, "to move", el("select", { onchange: (e) => { turn = Number(e.target.value); write(); } }, names().map((name, i) => el("option", { value: i, selected: i === turn }, name)))),
      scene && game.clear && button("Clear", () => { game.clear(scene); write(); }), button("Start position", begin)),
    el("label", { class: "field" }, "The position in the game's notation", text),
    el("div", { class: "row" }, button("Set up", () => start({ position: text.value.trim() }), { class: "primary" }), button("Cancel", close)));
  if (at?.startsWith("tool")) byId(at)?.focus();
}
