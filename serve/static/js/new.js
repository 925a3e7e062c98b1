// Checks a config as it is typed and says what it would play. The few keys that
// matter most can be typed beside it: either side changes the other.
import { element, number } from "./charts.js";

const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const out = /** @type {HTMLElement} */ (document.getElementById("mistakes"));
const copied = /** @type {HTMLElement} */ (document.getElementById("copied"));
const panel = /** @type {HTMLElement} */ (document.getElementById("keys"));
const fields = /** @type {NodeListOf<HTMLInputElement>} */ (panel.querySelectorAll("[data-set]"));
let asked = 0;
let due = 0;

/** A regular expression that finds the value of a key: at the left, or within a
 *  section that is written in braces or on lines below.
 *  @param {string} path */
function finder(path) {
  const [section, key] = path.includes(".") ? path.split(".") : ["", path];
  if (!section) return new RegExp(`^(${key}:[ \\t]*)([^#\\s]+)`, "m");
  return new RegExp(`(^${section}:[ \\t]*(?:\\{[^}\\n]*?|\\n(?:[ \\t]+[^\\n]*\\n)*?[ \\t]+)\\b${key}:[ \\t]*)([^,}#\\s]+)`, "m");
}

function read() {
  for (const field of fields) {
    const found = finder(field.dataset.set ?? "").exec(text.value);
    if (field !== document.activeElement) field.value = found ? found[2] : "";
    field.disabled = !found;
  }
}

async function check() {
  const mine = ++asked;
  copied.textContent = text.value;
  let answer;
  try {
    const response = await fetch("/api/v1/configs/check", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ config: text.value }) });
    answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
  } catch (reason) {
    out.replaceChildren(element("p", { class: "bad" }, [`Not checked: ${reason instanceof Error ? reason.message : reason}`]));
    return;
  }
  if (mine !== asked) return;
  text.setAttribute("aria-invalid", String(!answer.ok));
  if (!answer.ok) {
    out.replaceChildren(element("ul", {}, answer.errors.map((/** @type {any} */ e) => {
      const words = [e.line ? `line ${e.line}: ` : "", e.key ? `${e.key}: ` : "", e.message].join("");
      if (!e.line) return element("li", { class: "bad" }, [words]);
      const go = element("button", { type: "button" }, ["Show"]);
      go.addEventListener("click", () => {
        const lines = text.value.split("\n");
        const start = lines.slice(0, e.line - 1).reduce((sum, l) => sum + l.length + 1, 0);
        text.focus();
        text.setSelectionRange(start, start + (lines[e.line - 1]?.length ?? 0));
      });
      return element("li", { class: "bad" }, [words + " ", go]);
    })));
    return;
  }
  const plan = answer.points ? `${number(answer.points)} points of a grid` : answer.games ? `${number(answer.games)} games` : "as many games as its budget allows";
  const command = element("pre", { id: "command", tabindex: "0" }, [answer.command]);
  out.replaceChildren(
    element("p", { class: "good" }, [`Nothing is wrong: ${answer.engine}${answer.strategy ? " by " + answer.strategy : ""}, ${plan}.`]),
    element("p", {}, ["With the config saved as config.yaml, type:"]), command,
    element("p", { class: "row" }, [element("button", { type: "button", "data-copy": "command" }, ["Copy"])]),
    element("details", {}, [element("summary", {}, ["The config with every setting and option said"]), element("pre", { tabindex: "0" }, [answer.resolved])]),
  );
}

function soon() {
  clearTimeout(due);
  due = window.setTimeout(check, 300);
}

text.addEventListener("input", () => { read(); soon(); });
for (const field of fields) {
  field.addEventListener("input", () => {
    if (!/^\d+$/.test(field.value)) return;
    text.value = text.value.replace(finder(field.dataset.set ?? ""), (_, before) => before + field.value);
    soon();
  });
}
panel.hidden = false;
read();
check();
