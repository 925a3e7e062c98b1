// The points that were played: one plot a weight, and all weights at once.
import { chart, element, failed, getJSON, number } from "./charts.js";
import { parallel } from "./parallel.js";

/** @typedef {{n: number, weights: number[], score: number|null, games: number}} Point */

/** @param {string} base @param {{weights: {name: string, min: number, max: number, kind: string}[]}} run @param {() => number} last */
export async function points(base, run, last) {
  const figure = /** @type {HTMLElement} */ (document.querySelector('[data-chart="points"]'));
  const lines = /** @type {HTMLElement} */ (document.querySelector('[data-chart="parallel"]'));
  const host = /** @type {HTMLElement} */ (figure.querySelector(".plots"));
  const slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: "0", max: "1", value: "0", id: "round-slider" }));
  const said = element("output", { for: "round-slider", class: "number" }, ["all rounds"]);
  host.before(element("div", { class: "tools" }, [element("label", { for: "round-slider" }, ["Round"]), slider, said]));
  /** @type {{update: (spec: any) => void}[]} */
  let plots = [];
  /** @type {{update: (points: Point[]) => void} | null} */
  let picture = null;
  let asked = 0;

  /** @param {Point[]} list */
  const draw = (list) => {
    const specs = run.weights.map((w, i) => {
      const sorted = [...list].sort((a, b) => a.weights[i] - b.weights[i]);
      return {
        x: w.name, y: "score", height: 200, data: [sorted.map((p) => p.weights[i]), sorted.map((p) => p.score)],
        series: [{ label: "score", color: (i % 5) + 1, points: true }],
        sentence: `Score against ${w.name}, ${list.length} points between ${number(sorted[0]?.weights[i])} and ${number(sorted.at(-1)?.weights[i])}.`,
      };
    });
    if (plots.length === 0) {
      plots = specs.map((spec) => {
        const one = element("div", { class: "chart" }, [element("h3", {}, [spec.x]), element("div", { class: "plot" })]);
        host.append(one);
        return chart(one, spec);
      });
    } else specs.forEach((spec, i) => plots[i].update(spec));
    if (picture) picture.update(list);
    else picture = parallel(lines, run.weights, list);
  };

  const refresh = async () => {
    slider.max = String(last());
    const n = Number(slider.value);
    said.textContent = n === 0 ? "all rounds" : `round ${n}`;
    const mine = ++asked;
    try {
      const answer = await getJSON(`${base}/points?limit=2000` + (n > 0 ? `&from=${n}&to=${n}` : ""));
      if (mine === asked) draw(answer.points.filter((/** @type {Point} */ p) => p.score !== null));
    } catch (reason) {
      if (plots.length === 0) { failed(figure, reason); failed(lines, reason); }
    }
  };
  slider.addEventListener("input", refresh);
  await refresh();
  // New points join at most every five seconds, and only where all are shown.
  let drawn = Date.now();
  return { refresh() { slider.max = String(last()); if (slider.value === "0" && Date.now() - drawn > 5000) { drawn = Date.now(); refresh(); } } };
}
