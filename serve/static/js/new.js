// Checks a config as it is typed and says what it would play. The few keys that
// matter most can be typed beside it: either side changes the other.
import { byId, button, el, number, on } from "./dom.js";
import { post } from "./api.js";

const text = byId("text"), out = byId("mistakes"), fields = byId("keys").querySelectorAll("[data-set]");
let asked = 0, due = 0;

/** Finds the value of a key: at the left, or within a section that is written in
 *  braces or on lines below. @param {string} path */
function finder(path) {
  const [section, key] = path.split(".");
  return key ? new RegExp(`(^${section}:[ \\t]*(?:\\{[^}\\n]*?|\\n(?:[ \\t]+[^\\n]*\\n)*?[ \\t]+)\\b${key}:[ \\t]*)(\\[[^\\]]*\\]|[^,}#\\s]+)`, "m") : new RegExp(`^(${path}:[ \\t]*)([^#\\s]+)`, "m");
}

function read() {
  for (const field of fields) {
    const found = finder(field.dataset.set).exec(text.value);
    if (field !== document.activeElement) field.value = found?.[2] ?? "";
    field.disabled = !found;
  }
}

/** Selects a line of the config. @param {number} line from 1 */
function select(line) {
  const lines = text.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

async function check() {
  const mine = ++asked;
  byId("copied").textContent = text.value;
  try {
    const answer = await post("/configs/check", { config: text.value });
    if (mine !== asked) return;
    text.ariaInvalid = String(!answer.ok);
    out.replaceChildren(...(answer.ok ? plan(answer) : [el("ul", {}, answer.errors.map(mistake))]));
  } catch (reason) {
    out.replaceChildren(el("p", { class: "bad" }, `Not checked: ${reason.message}`));
  }
}

const mistake = ({ line, key, message }) => el("li", { class: "bad" }, line && `line ${line}: `, key && `${key}: `, message, " ", line && button("Show", () => select(line)));

/** What a config would play, and how. */
const plan = ({ engine, strategy, points, games, verification_games: fresh, resolves, command, resolved }) => [
  el("p", { class: "good" }, `Nothing is wrong: ${engine}${strategy ? " by " + strategy : ""}, ${points ? `${number(points)} points of a grid` : games ? `${number(games)} games` : "as many games as its budget allows"}${fresh ? `, then ${number(fresh)} to verify` : ""}${resolves ? `; resolves ${Math.round(resolves)} Elo` : ""}.`),
  el("p", {}, "With the config saved as config.yaml, type:"), el("pre", { id: "command", tabindex: 0 }, command),
  el("p", { class: "row" }, el("button", { type: "button", "data-copy": "command" }, "Copy")),
  el("details", {}, el("summary", {}, "The config with every setting and option said"), el("pre", { tabindex: 0 }, resolved)),
];

function soon() {
  clearTimeout(due);
  due = setTimeout(check, 300);
}

on("text", () => { read(); soon(); }, "input");
on("keys", ({ target }) => {
  if (!/^(\[[^[\]{}#]*\]|[^\s,{}#[\]]+)$/.test(target.value)) return;
  text.value = text.value.replace(finder(target.dataset.set), (_, before) => before + target.value);
  soon();
}, "input");
byId("keys").hidden = false;
read();
check();
