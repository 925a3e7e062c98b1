// The charts of a run that tunes. They grow by increments while the run goes on.
import { chart, choice, failed, getJSON } from "./charts.js";
import { points } from "./points.js";

/** @typedef {{n: number, games: number, total: number, best: number|null, mean: number|null, spread: number|null, answer: number[],
 *   mean_weights: number[]}} Round */

const id = document.querySelector("[data-run]")?.getAttribute("data-run") ?? "";
const base = "/api/v1/runs/" + encodeURIComponent(id);
const figure = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-chart="${name}"]`));

/** @type {Round[]} */
const rounds = [];
/** @type {{weights: {name: string, min: number, max: number, kind: string}[], scale_free: boolean, verification: any[]}} */
let run;
let unit = "value";
/** @type {{update: (spec: any) => void}[]} */
let charts = [];
/** @type {{refresh: () => void} | null} */
let cloud = null;
let busy = false;

/** The search's own view of how it converges. */
function convergence() {
  const x = rounds.map((r) => r.total);
  if (rounds.some((r) => r.best !== null)) {
    const even = rounds.every((r) => r.mean === null || Math.abs(r.mean - 0.5) < 0.02);
    const up = rounds.map((r) => (r.mean === null ? null : r.mean + (r.spread ?? 0)));
    const down = rounds.map((r) => (r.mean === null ? null : r.mean - (r.spread ?? 0)));
    const last = rounds.at(-1);
    return {
      x: "games played", y: "fitness", data: [x, rounds.map((r) => r.best), up, down, ...(even ? [] : [rounds.map((r) => r.mean)])],
      series: [
        { label: "best, which flatters", color: 1, dash: true }, { label: "mean + 1 sd", color: 3, quiet: true },
        { label: "mean - 1 sd", color: 3, quiet: true, band: [1, 2] }, ...(even ? [] : [{ label: "mean", color: 3 }]),
      ],
      sentence: `Fitness by games: the best of the population ends at ${last?.best?.toFixed(3)}, the spread at ${last?.spread?.toFixed(3)}.`,
      note: even
        ? "The band is one standard deviation of the population. Its mean is one half by construction: the members play each other. The best is the luckiest, too; the evidence above is what counts."
        : "The band is one standard deviation of the population. The best is the luckiest, too; the evidence above is what counts.",
    };
  }
  const end = rounds.at(-1)?.answer ?? [];
  const distance = rounds.map((r) => {
    const parts = r.answer.map((v, i) => (v - end[i]) / ((run.weights[i].max - run.weights[i].min) || 1));
    return 100 * Math.sqrt(parts.reduce((sum, d) => sum + d * d, 0) / Math.max(1, parts.length));
  });
  return {
    x: "games played", y: "% of the ranges", data: [x, distance], series: [{ label: "distance to the answer", color: 1 }],
    sentence: `How far the answer so far is from the last one, in per cent of the ranges: ${distance[0]?.toFixed(1)} at first, 0 at the end.`,
    note: "How far the answer so far was from the last one: root mean square over the weights, in per cent of their ranges.",
  };
}

/** @param {number[]} answer @param {number} i */
function shown(answer, i) {
  const v = answer[i];
  if (unit === "share") {
    const sum = answer.reduce((s, w) => s + Math.abs(w), 0);
    return sum > 0 ? (100 * v) / sum : null;
  }
  const { min, max } = run.weights[i];
  return unit === "% of range" ? (100 * (v - min)) / ((max - min) || 1) : v;
}

/** How the answer so far has moved. */
function trajectories() {
  const last = rounds.at(-1)?.answer ?? [];
  return {
    x: "games played", y: unit === "value" ? "value" : unit === "share" ? "share, %" : "% of range",
    data: [rounds.map((r) => r.total), ...run.weights.map((_, i) => rounds.map((r) => shown(r.answer, i)))],
    series: run.weights.map((w, i) => ({ label: w.name, color: (i % 5) + 1 })),
    sentence: "The answer so far by games; at the end " + run.weights.slice(0, 6).map((w, i) => `${w.name} ${last[i]?.toPrecision(3)}`).join(", ") + ".",
    note: "The answer as each round left it.",
  };
}

async function more() {
  if (busy) return;
  busy = true;
  try {
    const news = await getJSON(`${base}/history?after=${rounds.at(-1)?.n ?? 0}`);
    if (news.rounds.length === 0 && charts.length > 0) return;
    rounds.push(...news.rounds);
    if (charts.length === 0) {
      const weights = figure("weights");
      weights.querySelector(".plot")?.before(choice("Unit", ["value", "% of range", ...(run.scale_free ? ["share"] : [])], (name) => { unit = name; charts[1].update(trajectories()); }));
      charts = [chart(figure("convergence"), convergence()), chart(weights, trajectories())];
    } else {
      charts[0].update(convergence());
      charts[1].update(trajectories());
    }
    cloud?.refresh();
  } finally {
    busy = false;
  }
}

try {
  run = await getJSON(base);
  await more();
  cloud = await points(base, run, () => rounds.at(-1)?.n ?? 0);
} catch (reason) {
  for (const name of ["convergence", "weights"]) failed(figure(name), reason);
}
document.addEventListener("refreshed", () => more().catch(() => {})); // the light says that the server is away
