// Plots of the points of a run, drawn by the server for all rounds or for one.
import { merge } from "./merge.js";
import { brush } from "./brush.js";

const place = document.querySelector("[data-chart=points]"), form = place.querySelector("form"), { round } = form.elements;
// asked: number of requests; only the last response is shown. drawn: time of the last one, in milliseconds. due: timer of the next one, or 0.
let asked = 0, drawn = 0, due = 0;

/** Requests the plots of the selected round and shows them. */
async function draw() {
  const mine = ++asked, n = round.value;
  drawn = performance.now();
  form.querySelector("output").textContent = n === "0" ? "all rounds" : `round ${n}`;
  const text = await fetch(`${location.pathname}/points?part=points&round=${n}`).then((answer) => (answer.ok ? answer.text() : ""), () => "");
  if (mine !== asked) return;
  if (!text) return void (form.querySelector("output").textContent += ": not loaded");
  merge(place.querySelector("#points"), text);
  brush();
}

/** Updates the plots at most every five seconds, and only while all rounds are shown. @param {number} last the newest round */
export function follow(last) {
  round.max = String(last);
  if (!drawn) return draw();
  due ||= setTimeout(() => {
    due = 0;
    if (round.value === "0") draw();
  }, 5000 + drawn - performance.now());
}

form.hidden = false;
round.addEventListener("input", draw);
