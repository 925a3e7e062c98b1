// The points that were played: one plot a weight, and all weights at once.
import { chart, failed, figureOf } from "./charts.js";
import { el, number } from "./dom.js";
import { get } from "./api.js";
import { parallel } from "./parallel.js";

/** @param {string} path of the run @param {Weight[]} weights @param {() => number} last the newest round */
export async function points(path, weights, last) {
  const figure = figureOf("points"), lines = figureOf("parallel"), host = figure.querySelector(".plots");
  const slider = el("input", { type: "range", min: 0, value: 0, oninput: refresh }), said = el("output", { class: "number" });
  host.before(el("div", { class: "tools" }, el("label", { class: "row small" }, "Round", slider), said));
  const cards = weights.map((w) => el("div", { class: "chart" }, el("h3", {}, w.name), el("div", { class: "plot" })));
  let plots = [], picture = null, asked = 0, drawn = 0;

  /** @param {Point[]} list */
  function draw(list) {
    const specs = weights.map((w, i) => {
      const sorted = [...list].sort((a, b) => a.weights[i] - b.weights[i]);
      return {
        x: w.name, y: "score", height: 200, data: [sorted.map((p) => p.weights[i]), sorted.map((p) => p.score)], series: [{ label: "score", color: (i % 5) + 1, points: true }],
        sentence: `Score against ${w.name}, ${list.length} points between ${number(sorted[0]?.weights[i])} and ${number(sorted.at(-1)?.weights[i])}.`,
      };
    });
    if (picture) {
      specs.forEach((spec, i) => plots[i].update(spec));
      picture.update(list);
      return;
    }
    host.replaceChildren(...cards);
    plots = specs.map((spec, i) => chart(cards[i], spec));
    picture = parallel(lines, weights, list);
  }

  async function refresh() {
    const n = Number(slider.value), mine = ++asked;
    slider.max = String(last());
    said.textContent = n ? `round ${n}` : "all rounds";
    drawn = Date.now();
    try {
      const answer = await get(`${path}/points?limit=2000${n ? `&from=${n}&to=${n}` : ""}`);
      if (mine === asked) draw(answer.points.filter((p) => p.score !== null));
    } catch (reason) {
      if (!picture) failed([figure, lines], reason);
    }
  }
  await refresh();
  // New points join at most every five seconds, and only where all are shown.
  return { refresh() { slider.max = String(last()); if (slider.value === "0" && Date.now() - drawn > 5000) refresh(); } };
}
