// How the answers of several runs came to rest, on one axis of games.
import { chart, failed, figureOf } from "./charts.js";
import { get, runPath } from "./api.js";
import { distances, restNote } from "./rounds.js";

/** @param {HTMLElement} figure */
async function draw(figure) {
  const ids = figure.dataset.runs.split(" ");
  const all = await Promise.all(ids.map(async (id) => {
    const [run, { rounds }] = await Promise.all([get(runPath(id)), get(runPath(id) + "/history")]), y = distances(rounds, run.weights);
    return new Map(rounds.map((r, i) => [r.total, y[i]]));
  }));
  const x = [...new Set(all.flatMap((run) => [...run.keys()]))].sort((a, b) => a - b);
  chart(figure, {
    x: "games played", y: "% of the ranges", data: [x, ...all.map((run) => x.map((games) => run.get(games) ?? null))], series: ids.map((label) => ({ label })),
    sentence: "How far each run's answer so far was from its last, by games.", note: "How far each answer so far was from the run's own last: " + restNote,
  });
}

const figure = figureOf("compare");
if (figure) draw(figure).catch((reason) => failed([figure], reason));
