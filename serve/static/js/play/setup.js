// Sets up a position: on the board with the game's tools, or as text.
import { el, byId, button } from "../dom.js";
import { post } from "../api.js";
import { t, answer, names, start } from "./table.js";

const place = byId("setup");
/** What is drawn while a position is set up; null while none is, or where the board has no tools. @type {any} */
let scene = null;
let tool = "", turn = 0;
let text;

export const isOpen = () => !place.hidden;
export const shown = () => scene;

/** Begins with the table as it is. */
export function open() {
  const tools = Object.keys(t.face.setup?.tools ?? {});
  scene = t.face.setup ? structuredClone(answer().scene) : null;
  turn = answer().turn;
  text = el("textarea", { rows: 4, "aria-label": "position", spellcheck: "false", onchange: read });
  text.value = answer().position;
  choose(tools[0] ?? "");
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
  t.changed();
}

export function close() {
  scene = null;
  place.hidden = true;
  t.problem("");
}

/** Uses the tool on a field. @param {string} id */
export function apply(id) {
  if (!scene) return;
  t.face.setup.apply(scene, id, tool, turn);
  write();
}

/** Number keys choose a tool. @param {string} key */
export function key(key) {
  const chosen = isOpen() && /[1-9]/.test(key) && Object.keys(t.face.setup?.tools ?? {})[Number(key) - 1];
  if (chosen) choose(chosen);
  return Boolean(chosen);
}

/** The board, as the text says it. */
function write() {
  text.value = t.face.setup.write(scene, turn, answer().position);
  t.problem("");
  choose(tool);
  t.changed();
}

/** The text, as the board shows it; where it cannot be read the server says why. */
async function read() {
  try {
    const a = await post("/games", { engine: t.engine, settings: t.settings, position: text.value.trim() });
    [scene, turn] = [t.face.setup ? a.scene : null, a.turn];
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
  const s = t.face.setup, at = document.activeElement?.id;
  const tools = Object.entries(s?.tools ?? {}).map(([id, name], i) => button(`${i < 9 ? `${i + 1} ` : ""}${name}`, () => choose(id), { id: "tool" + i, "aria-pressed": String(id === tool) }));
  place.replaceChildren(el("h2", {}, "Set up a position"), el("div", { class: "row", role: "group", "aria-label": "tools" }, tools),
    ...(scene ? s.fields?.(scene, write) ?? [] : []),
    el("div", { class: "row" }, scene && el("label", { class: "row small" }, "to move", el("select", { onchange: (e) => { turn = Number(e.target.value); write(); } }, names().map((name, i) => el("option", { value: i, selected: i === turn }, name)))),
      scene && s.clear && button("Clear", () => { s.clear(scene); write(); }), button("Start position", begin)),
    el("label", { class: "field" }, "The position in the game's notation", text),
    el("div", { class: "row" }, button("Set up", () => start({ position: text.value.trim() }), { class: "primary" }), button("Cancel", () => { close(); t.changed(); })));
  if (at?.startsWith("tool")) byId(at)?.focus();
}
