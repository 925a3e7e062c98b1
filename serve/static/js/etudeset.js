// Checks a text of etudes and draws new positions.
import { el, byId, on } from "./dom.js";
import { post } from "./api.js";

/** Asks the server about the form's text and shows what it says. @param {string} path @param {any} body @param {(r: any) => any[]} words */
async function report(path, body, words) {
  try {
    byId("report").replaceChildren(...words(await post("/etudes/" + path, { engine: byId("game").value, ...body })));
  } catch (error) {
    byId("report").replaceChildren(el("p", { class: "bad" }, error.message));
  }
}

on("check", () => report("check", { text: byId("text").value }, ({ etudes, hits, errors }) => [
  el("p", {}, `${etudes.length} etudes${hits == null || !etudes.length ? "" : `; the default weights put the winner of ${hits} first`}, ${errors.length} lines that are none.`),
  el("ul", {}, errors.map((e) => el("li", {}, `line ${e.line}: ${e.message}`)))]));
on("draw", () => report("draw", { count: Number(byId("count").value), seed: byId("seed").value || undefined }, ({ positions, seed }) => {
  byId("text").value = positions.map((p) => p + ";\n").join("");
  return [el("p", {}, `${positions.length} positions of seed ${seed}. Write the number of the winner, from 1, at the end of each line.`)];
}));
