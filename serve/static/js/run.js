// The charts of a run that tunes. They grow by increments while the run goes on.
import { chart } from "./charts.js";
import { get, runPath } from "./api.js";
import { follow } from "./points.js";

const path = runPath(document.querySelector("[data-run]").dataset.run), figures = ["convergence", "weights"].map((name) => document.querySelector(`[data-chart=${name}]`));
/** @type {Round[]} */ const rounds = [];
let run, unit = "value", charts = [], busy = false;

/** The best weights after a round, in the order of the run. @param {any} round @returns {number[]} */
const vector = (round) => (round?.best ? run.weights.map((w) => round.best.weights[w.name]) : []);

/** The search's own view of how it converges: its population, or else how far the answer so far was from the last one. */
function convergence() {
  const x = "games played", games = rounds.map((r) => r.total_games);
  if (!rounds.some((r) => r.best_fitness !== null)) {
    const last = vector(rounds.at(-1)), ranges = run.weights.map((w) => w.max - w.min || 1);
    const far = (r) => 100 * Math.hypot(...vector(r).map((v, i) => (v - last[i]) / ranges[i])) / Math.sqrt(last.length || 1);
    return {
      x, y: "% of the ranges", data: [games, rounds.map(far)], series: [{ label: "distance to the answer", color: 1 }],
      note: "How far the answer so far was from the last one: root mean square over the weights, in per cent of their ranges.",
    };
  }
  const even = rounds.every((r) => r.mean_fitness === null || Math.abs(r.mean_fitness - 0.5) < 0.02);
  const mean = (side) => rounds.map((r) => (r.mean_fitness === null ? null : r.mean_fitness + side * (r.fitness_spread ?? 0)));
  return {
    x, y: "fitness", data: [games, rounds.map((r) => r.best_fitness), mean(1), mean(-1), ...(even ? [] : [mean(0)])],
    series: [
      { label: "best, which flatters", color: 1, dash: true }, { label: "mean + 1 sd", color: 3, quiet: true },
      { label: "mean - 1 sd", color: 3, quiet: true, band: [1, 2] }, ...(even ? [] : [{ label: "mean", color: 3 }]),
    ],
    note: `The band is one standard deviation of the population.${even ? " Its mean is one half by construction: the members play each other." : ""} The best is the luckiest, too: the evidence above counts.`,
  };
}

/** A weight of an answer in the unit that is chosen. @param {number[]} answer @param {number} i */
function shown(answer, i) {
  const sum = answer.reduce((s, w) => s + Math.abs(w), 0), { min, max } = run.weights[i];
  return unit === "value" ? answer[i] : unit === "share" ? (sum > 0 ? 100 * answer[i] / sum : null) : 100 * (answer[i] - min) / (max - min || 1);
}

/** How the answer so far has moved. */
const trajectories = () => ({
  x: "games played", y: unit === "share" ? "share, %" : unit, note: "The answer as each round left it.",
  data: [rounds.map((r) => r.total_games), ...run.weights.map((_, i) => rounds.map((r) => shown(vector(r), i)))], series: run.weights.map((w) => ({ label: w.name })),
});

const units = [...figures[1].querySelectorAll("[aria-pressed]")];
for (const pressed of units) {
  pressed.onclick = () => {
    unit = pressed.textContent;
    for (const one of units) one.ariaPressed = String(one === pressed);
    charts[1].update(trajectories());
  };
}

/** Fetches what is new. */
async function more() {
  if (busy) return;
  busy = true;
  try {
    const news = (await get(`${path}/history?after=${rounds.at(-1)?.round ?? 0}`)).history;
    rounds.push(...news);
    const specs = [convergence(), trajectories()];
    if (!charts.length) charts = specs.map((spec, i) => chart(figures[i], spec));
    else if (news.length) charts.forEach((one, i) => one.update(specs[i]));
    await follow(rounds.at(-1)?.round ?? 0);
  } finally {
    busy = false;
  }
}

try {
  run = await get(path);
  await more();
} catch (reason) {
  for (const figure of figures) figure.querySelector(".plot").textContent = `This could not be drawn: ${reason.message}.`;
}
// The light says that the server is away.
document.addEventListener("refreshed", () => more().catch(() => {}));
