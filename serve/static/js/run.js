// The charts of a run that tunes. They grow by increments while the run goes on.
import { chart, failed, figureOf } from "./charts.js";
import { button, el } from "./dom.js";
import { get, runPath } from "./api.js";
import { distances, restNote } from "./rounds.js";
import { points } from "./points.js";

const path = runPath(document.querySelector("[data-run]").dataset.run);
/** @type {Round[]} */ const rounds = [];
let run, unit = "value", charts = [], cloud = null, busy = false;

/** The search's own view of how it converges. */
function convergence() {
  const x = "games played", games = rounds.map((r) => r.total), last = rounds.at(-1);
  if (rounds.some((r) => r.best !== null)) {
    const even = rounds.every((r) => r.mean === null || Math.abs(r.mean - 0.5) < 0.02);
    const mean = (side) => rounds.map((r) => (r.mean === null ? null : r.mean + side * (r.spread ?? 0)));
    return {
      x, y: "fitness", data: [games, rounds.map((r) => r.best), mean(1), mean(-1), ...(even ? [] : [mean(0)])],
      series: [
        { label: "best, which flatters", color: 1, dash: true }, { label: "mean + 1 sd", color: 3, quiet: true },
        { label: "mean - 1 sd", color: 3, quiet: true, band: [1, 2] }, ...(even ? [] : [{ label: "mean", color: 3 }]),
      ],
      sentence: `Fitness by games: the best of the population ends at ${last?.best?.toFixed(3)}, the spread at ${last?.spread?.toFixed(3)}.`,
      note: `The band is one standard deviation of the population.${even ? " Its mean is one half by construction: the members play each other." : ""} The best is the luckiest, too; the evidence above is what counts.`,
    };
  }
  const y = distances(rounds, run.weights);
  return {
    x, y: "% of the ranges", data: [games, y], series: [{ label: "distance to the answer", color: 1 }],
    sentence: `How far the answer so far is from the last one, in per cent of the ranges: ${y[0]?.toFixed(1)} at first, 0 at the end.`,
    note: "How far the answer so far was from the last one: " + restNote,
  };
}

/** A weight of an answer in the unit that is chosen. @param {number[]} answer @param {number} i */
function shown(answer, i) {
  const sum = answer.reduce((s, w) => s + Math.abs(w), 0), { min, max } = run.weights[i];
  return unit === "value" ? answer[i] : unit === "share" ? (sum > 0 ? 100 * answer[i] / sum : null) : 100 * (answer[i] - min) / (max - min || 1);
}

/** How the answer so far has moved. */
function trajectories() {
  const last = rounds.at(-1)?.answer ?? [];
  return {
    x: "games played", y: unit === "share" ? "share, %" : unit,
    data: [rounds.map((r) => r.total), ...run.weights.map((_, i) => rounds.map((r) => shown(r.answer, i)))],
    series: run.weights.map((w, i) => ({ label: w.name, color: (i % 5) + 1 })),
    sentence: "The answer so far by games; at the end " + run.weights.slice(0, 6).map((w, i) => `${w.name} ${last[i]?.toPrecision(3)}`).join(", ") + ".",
    note: "The answer as each round left it.",
  };
}

/** A row of buttons, one of which is the unit. */
function units() {
  const all = ["value", "% of range", ...(run.scale_free ? ["share"] : [])].map((name) => button(name, () => {
    unit = name;
    for (const one of all) one.ariaPressed = String(one.textContent === unit);
    charts[1].update(trajectories());
  }, { "aria-pressed": String(name === unit) }));
  return el("div", { class: "tools", role: "group", "aria-label": "Unit" }, all);
}

/** Fetches what is new. */
async function more() {
  if (busy) return;
  busy = true;
  try {
    const news = (await get(`${path}/history?after=${rounds.at(-1)?.n ?? 0}`)).rounds;
    rounds.push(...news);
    const specs = [convergence(), trajectories()];
    if (!charts.length) {
      figureOf("weights").querySelector(".plot").before(units());
      charts = ["convergence", "weights"].map((name, i) => chart(figureOf(name), specs[i]));
    } else if (news.length) charts.forEach((one, i) => one.update(specs[i]));
    cloud?.refresh();
  } finally {
    busy = false;
  }
}

try {
  run = await get(path);
  await more();
  cloud = await points(path, run.weights, () => rounds.at(-1)?.n ?? 0);
} catch (reason) {
  failed(["convergence", "weights"].map(figureOf), reason);
}
document.addEventListener("refreshed", () => more().catch(() => {})); // the light says that the server is away
