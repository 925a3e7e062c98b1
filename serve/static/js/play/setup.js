// Sets up a position, on the board with the game's tools or as text. The server applies the tools.
import { byId, on } from "../dom.js";
import { post } from "../api.js";
import { t, answer, start } from "./table.js";

const place = byId("setup"), panel = await (await fetch(`${location.pathname}?part=setup`)).text();
place.replaceChildren(...new DOMParser().parseFromString(panel, "text/html").body.childNodes);
const text = byId("notation"), turn = byId("to-move"), tools = [...place.querySelectorAll("[data-tool]")], players = [...place.querySelectorAll("[data-player]")];
/** The scene while a position is set up; null if the board has no tools. @type {any} */
let scene = null;
// mover: the seat to move. last: the requests, one after the other.
let mover = 0, tool = "", last = Promise.resolve();

/** Requests a position after all previous requests and shows it, or the error of the server. A closed
 *  editor requests and shows nothing.
 *  @param {string} path @param {() => any} body called for the request */
function ask(path, body) {
  const mine = t.editor;
  last = last.then(async () => {
    if (mine !== t.editor) return;
    try {
      const a = await post(path, { engine: t.engine, settings: t.settings, ...body() });
      if (mine === t.editor) show(a);
    } catch (error) { if (mine === t.editor) t.problem(error.message); }
  });
}

/** Applies a step to the position that all previous steps lead to. @param {any} [step] */
const edit = (step) => ask("/games/edit", () => ({ scene, turn: mover, ...step }));

/** Shows a position in the editor. @param {{scene: any, position: string, turn: number}} a */
function show(a) {
  text.value = a.position;
  if (turn) {
    scene = structuredClone(a.scene);
    mover = a.turn;
    turn.value = String(a.turn);
    players.forEach((row, i) => {
      row.hidden = i >= scene.players.length;
      for (const field of row.querySelectorAll("input")) field.value = scene.players[i]?.[field.name];
    });
  }
  t.problem("");
  t.changed();
}

/** Chooses a tool. @param {string} id */
function choose(id) {
  tool = id;
  for (const one of tools) one.ariaPressed = String(one.dataset.tool === id);
}

/** Ends the editing and shows the game again. */
function close() {
  t.editor = null;
  place.hidden = true;
  t.problem("");
  t.changed();
}

/** Starts with the current position. */
export function open() {
  t.editor = { scene: () => scene, apply: (field) => { if (tool) edit({ tool, field }); }, key, close };
  [...turn?.options ?? []].forEach((option, i) => { option.hidden = i >= answer().seats; });
  choose(tools[0]?.dataset.tool ?? "");
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
  show(answer());
}

/** Chooses a tool by a number key. @param {string} key */
function key(key) {
  const chosen = tools[Number(key) - 1];
  chosen?.click();
  return Boolean(chosen);
}

for (const one of tools) one.onclick = () => choose(one.dataset.tool);
for (const row of players) {
  row.onchange = ({ target: { name, value } }) => ask("/games/edit", () => {
    scene.players[row.dataset.player][name] = Number(value);
    return { scene, turn: mover };
  });
}
on("to-move", () => edit({ turn: Number(turn.value) }), "change");
on("empty", () => edit({ tool: "clear" }));
on("notation", () => { const position = text.value.trim(); ask("/games", () => ({ position })); }, "change");
on("begin", () => ask("/games", () => ({ seats: answer().seats })));
on("put", () => last.then(() => start({ position: text.value.trim() })));
on("cancel", close);
