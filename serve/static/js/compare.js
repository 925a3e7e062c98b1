// How the answers of several runs came to rest, on one axis of games.
import { chart, failed, getJSON } from "./charts.js";

const figure = /** @type {HTMLElement | null} */ (document.querySelector('[data-chart="compare"]'));

async function main() {
  if (!figure) return;
  const ids = [0, 1, 2, 3].map((i) => figure.getAttribute("data-run-" + i)).filter((id) => id !== null);
  const all = await Promise.all(ids.map(async (id) => {
    const base = "/api/v1/runs/" + encodeURIComponent(id);
    const [run, history] = await Promise.all([getJSON(base), getJSON(base + "/history")]);
    const end = history.rounds.at(-1)?.answer ?? [];
    return history.rounds.map((/** @type {any} */ r) => {
      const parts = r.answer.map((/** @type {number} */ v, /** @type {number} */ i) => (v - end[i]) / ((run.weights[i].max - run.weights[i].min) || 1));
      return [r.total, 100 * Math.sqrt(parts.reduce((/** @type {number} */ s, /** @type {number} */ d) => s + d * d, 0) / Math.max(1, parts.length))];
    });
  }));
  const x = [...new Set(all.flatMap((run) => run.map((/** @type {number[]} */ p) => p[0])))].sort((a, b) => a - b);
  const columns = all.map((run) => { const at = new Map(run); return x.map((games) => at.get(games) ?? null); });
  chart(figure, {
    x: "games played", y: "% of the ranges", data: [x, ...columns], series: ids.map((label) => ({ label })),
    sentence: "How far each run's answer so far was from its last, by games.",
    note: "How far each answer so far was from the run's own last: root mean square over the weights, in per cent of their ranges.",
  });
}

main().catch((reason) => figure && failed(figure, reason));
