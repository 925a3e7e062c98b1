// Checks a text of etudes and draws new positions.
import { el, byId } from "./play/dom.js";
import { post } from "./play/api.js";

const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id)).value;

/** @param {() => Promise<any[]>} work */
async function report(work) {
  try {
    byId("report").replaceChildren(...await work());
  } catch (/** @type {any} */ error) {
    byId("report").replaceChildren(el("p", { class: "bad" }, error.message));
  }
}

byId("check").addEventListener("click", () => report(async () => {
  const r = await post("/etudes/check", { engine: value("game"), text: value("text") });
  return [el("p", {}, `${r.etudes.length} etudes${r.hits == null || !r.etudes.length ? "" : `; the default weights put the winner of ${r.hits} first`}, ${r.errors.length} lines that are none.`),
    el("ul", {}, r.errors.map((/** @type {any} */ e) => el("li", {}, `line ${e.line}: ${e.message}`)))];
}));
byId("draw").addEventListener("click", () => report(async () => {
  const r = await post("/etudes/draw", { engine: value("game"), count: Number(value("count")), ...(value("seed") ? { seed: value("seed") } : {}) });
  /** @type {HTMLTextAreaElement} */ (byId("text")).value = r.positions.map((/** @type {string} */ p) => p + ";").join("\n") + "\n";
  return [el("p", {}, `${r.positions.length} positions of seed ${r.seed}. Write the number of the winner, from 1, at the end of each line.`)];
}));
