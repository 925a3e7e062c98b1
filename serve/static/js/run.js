// The charts of a run that tunes. While the run continues, new rounds are added to them.
import { chart } from "./charts.js";
import { get, runPath } from "./api.js";
import { follow } from "./points.js";

const path = runPath(document.querySelector("[data-run]").dataset.run), figures = ["convergence", "weights"].map((name) => document.querySelector(`[data-chart=${name}]`));
/** @type {Round[]} */
const rounds = [];
// run: as the API describes it. unit: of the chart of weights. updates: the requests of new rounds, one by one.
let run, unit = "value", charts = [], updates = Promise.resolve();

/** The best weights after a round, in the order of the run; a choice is its index. @param {any} round @returns {number[]} */
const vector = (round) => (round?.best ? run.weights.map((w) => (w.choices ? w.choices.indexOf(round.best.weights[w.name]) : round.best.weights[w.name])) : []);

/** The place of a weight's value in its range, from 0 to 1: by the logarithm for a weight of kind log,
 *  as Weight.Unit of package engines.
 *  @param {{kind: string, min: number, max: number}} weight @param {number} value */
function place({ kind, min, max }, value) {
  const of = kind.split(" ").includes("log") ? Math.log : Number;
  return (of(value) - of(min)) / (of(max) - of(min) || 1);
}

/** The chart of the population's fitness, or of the distance from the last weights. */
function convergence() {
  const x = "games played", games = rounds.map((r) => r.total_games);
  if (!rounds.some((r) => r.best_fitness !== null)) {
    const last = vector(rounds.at(-1)), moved = (v, i) => place(run.weights[i], v) - place(run.weights[i], last[i]);
    const far = (r) => 100 * Math.hypot(...vector(r).map(moved)) / Math.sqrt(last.length || 1);
    return {
      x, y: "% of the ranges", data: [games, rounds.map(far)], series: [{ label: "distance to the last result", color: 1 }],
      note: "Distance of each round's best weights from those of the last round: root mean square over the weights, in percent of their ranges.",
    };
  }
  const even = rounds.every((r) => r.mean_fitness === null || Math.abs(r.mean_fitness - 0.5) < 0.02);
  const mean = (side) => rounds.map((r) => (r.mean_fitness === null ? null : r.mean_fitness + side * (r.fitness_spread ?? 0)));
  return {
    x, y: "fitness", data: [games, rounds.map((r) => r.best_fitness), mean(1), mean(-1), ...(even ? [] : [mean(0)])],
    series: [
      { label: "best (biased upwards)", color: 1, dash: true }, { label: "mean + 1 sd", color: 3, quiet: true },
      { label: "mean - 1 sd", color: 3, quiet: true, band: [1, 2] }, ...(even ? [] : [{ label: "mean", color: 3 }]),
    ],
    note: `The band is one standard deviation of the population.${even ? " Its mean is one half, because the members play each other." : ""} The best fitness is biased upwards by selection; the table Evidence is not.`,
  };
}

/** A weight in the selected unit. @param {number[]} answer all weights @param {number} i number of the weight */
function shown(answer, i) {
  const sum = answer.reduce((s, w) => s + Math.abs(w), 0);
  return unit === "value" ? answer[i] : unit === "share" ? (sum > 0 ? 100 * answer[i] / sum : null) : 100 * place(run.weights[i], answer[i]);
}

/** The largest number of weights in a chart. */
const most = 10;

/** The weights that a chart shows: of many, those that changed most in percent of their ranges. @returns {number[]} their numbers */
function charted() {
  const all = run.weights.map((_, i) => i);
  if (all.length <= most) return all;
  const first = vector(rounds[0]), last = vector(rounds.at(-1)), moved = (i) => Math.abs(place(run.weights[i], last[i]) - place(run.weights[i], first[i]));
  return all.sort((a, b) => moved(b) - moved(a)).slice(0, most);
}

/** The chart of the best weights by round. */
function trajectories() {
  const these = charted();
  return {
    x: "games played", y: unit === "share" ? "share, %" : unit,
    note: "Best weights after each round." + (these.length < run.weights.length ? ` The ${most} of ${run.weights.length} weights that changed most.` : ""),
    data: [rounds.map((r) => r.total_games), ...these.map((i) => rounds.map((r) => shown(vector(r), i)))], series: these.map((i) => ({ label: run.weights[i].name })),
  };
}

const units = [...figures[1].querySelectorAll("[aria-pressed]")];
for (const pressed of units) {
  pressed.onclick = () => {
    unit = pressed.textContent;
    for (const one of units) one.ariaPressed = String(one === pressed);
    charts[1].update(trajectories());
  };
}

/** Requests new rounds and adds them to the charts. */
async function more() {
  run ??= await get(path);
  const news = (await get(`${path}/history?after=${rounds.at(-1)?.round ?? 0}`)).history;
  rounds.push(...news);
  const specs = [convergence(), trajectories()];
  if (!charts.length) charts = specs.map((spec, i) => chart(figures[i], spec));
  else if (news.length) charts.forEach((one, i) => one.update(specs[i]));
  await follow(rounds.at(-1)?.round ?? 0);
}

// The page may be refreshed while it is loaded. live.js reports that the server does not respond.
document.addEventListener("refreshed", () => {
  updates = updates.then(more).catch(() => {});
});
updates = more().catch((reason) => {
  for (const figure of figures) figure.querySelector(".plot").textContent = `The chart cannot be drawn: ${reason.message}.`;
});
