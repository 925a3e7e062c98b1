// Parallel coordinates: an axis a weight, a line a point. The best tenth is in
// colour, the others grey. Dragging along an axis keeps the points within.
import { element, number, token } from "./charts.js";

/** @typedef {{name: string, min: number, max: number, kind: string}} Weight */
/** @typedef {{weights: number[], score: number|null}} Point */

const height = 300, top = 28, bottom = 24;

/** @param {HTMLElement} figure @param {Weight[]} weights @param {Point[]} list */
export function parallel(figure, weights, list) {
  const host = /** @type {HTMLElement} */ (figure.querySelector(".plot"));
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { role: "img" }));
  const said = element("p", { class: "note", "aria-live": "polite" });
  const clear = element("button", { type: "button", hidden: "" }, ["Keep all"]);
  host.append(element("div", { class: "scroll" }, [canvas]));
  figure.append(said, element("div", { class: "tools" }, [clear]));
  const last = weights.length; // the axis of the score
  /** @type {Map<number, [number, number]>} kept parts of axes, from 0 at the foot to 1 */
  const kept = new Map();
  let width = 0;

  /** @param {number} axis @param {number} v */
  const place = (axis, v) => {
    if (axis === last) {
      const scores = list.map((p) => p.score ?? 0);
      const low = Math.min(...scores), high = Math.max(...scores);
      return high > low ? (v - low) / (high - low) : 0.5;
    }
    const { min, max, kind } = weights[axis];
    if (kind.includes("log") && min > 0) return Math.log(v / min) / Math.log(max / min);
    return max > min ? (v - min) / (max - min) : 0.5;
  };
  const x = (/** @type {number} */ axis) => 40 + (axis * (width - 80)) / Math.max(1, last);
  const y = (/** @type {number} */ part) => height - bottom - part * (height - top - bottom);
  const value = (/** @type {Point} */ p, /** @type {number} */ axis) => (axis === last ? p.score ?? 0 : p.weights[axis]);

  const draw = () => {
    width = Math.max(host.clientWidth, 90 * (last + 1));
    const scale = devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    c.scale(scale, scale);
    c.clearRect(0, 0, width, height);
    const scoreAxis = scoring(list);
    const parts = (/** @type {Point} */ p) => Array.from({ length: last + 1 }, (_, a) => (a === last ? scoreAxis(p.score ?? 0) : place(a, value(p, a))));
    const all = list.map((p) => ({ p, at: parts(p) })).filter(({ at }) => [...kept].every(([a, [low, high]]) => at[a] >= low && at[a] <= high));
    const sorted = [...list].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
    const bar = sorted[Math.max(0, Math.ceil(sorted.length / 10) - 1)]?.score ?? Infinity;
    const trace = (/** @type {number[]} */ at) => { c.beginPath(); at.forEach((part, a) => (a === 0 ? c.moveTo(x(a), y(part)) : c.lineTo(x(a), y(part)))); c.stroke(); };
    c.lineWidth = 1;
    c.strokeStyle = token("line");
    for (const { p, at } of all) if ((p.score ?? 0) < bar) trace(at);
    c.strokeStyle = token("series-2");
    c.globalAlpha = 0.8;
    for (const { p, at } of all) if ((p.score ?? 0) >= bar) trace(at);
    c.globalAlpha = 1;
    c.font = "12px system-ui, sans-serif";
    c.textAlign = "center";
    for (let a = 0; a <= last; a++) {
      c.strokeStyle = token("soft");
      c.fillStyle = token("ink");
      c.beginPath(); c.moveTo(x(a), y(0)); c.lineTo(x(a), y(1)); c.stroke();
      const scores = list.map((p) => p.score ?? 0);
      c.fillText(a === last ? "score" : weights[a].name, x(a), 12);
      c.fillStyle = token("soft");
      c.fillText(number(a === last ? Math.max(...scores) : weights[a].max), x(a), 24);
      c.fillText(number(a === last ? Math.min(...scores) : weights[a].min), x(a), height - 8);
      const part = kept.get(a);
      if (part) { c.fillStyle = token("focus"); c.globalAlpha = 0.3; c.fillRect(x(a) - 6, y(part[1]), 12, y(part[0]) - y(part[1])); c.globalAlpha = 1; }
    }
    canvas.setAttribute("aria-label", `${list.length} points on ${last} weights and the score; the best tenth scores ${number(bar)} or more.`);
    said.textContent = kept.size > 0 ? `${all.length} of ${list.length} points are kept.` : `${list.length} points; the best tenth, ${number(bar)} or more, is in colour. Drag along an axis to keep a part of it.`;
    clear.hidden = kept.size === 0;
  };

  /** @type {{axis: number, from: number} | null} */
  let drag = null;
  const at = (/** @type {PointerEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    const axis = Math.round(((event.clientX - box.left - 40) * Math.max(1, last)) / (width - 80));
    const part = (height - bottom - (event.clientY - box.top)) / (height - top - bottom);
    return { axis: Math.min(last, Math.max(0, axis)), part: Math.min(1, Math.max(0, part)) };
  };
  canvas.addEventListener("pointerdown", (event) => { const { axis, part } = at(event); drag = { axis, from: part }; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { part } = at(event);
    kept.set(drag.axis, [Math.min(drag.from, part), Math.max(drag.from, part)]);
    requestAnimationFrame(draw);
  });
  canvas.addEventListener("pointerup", () => {
    const part = drag && kept.get(drag.axis);
    if (drag && (!part || part[1] - part[0] < 0.01)) kept.delete(drag.axis);
    drag = null;
    draw();
  });
  clear.addEventListener("click", () => { kept.clear(); draw(); });
  document.addEventListener("theme", draw);
  new ResizeObserver(() => { if (Math.max(host.clientWidth, 90 * (last + 1)) !== width) draw(); }).observe(host);
  draw();
  return { update(/** @type {Point[]} */ next) { list = next; draw(); } };
}

/** Where a score stands on its axis.
 *  @param {Point[]} list */
function scoring(list) {
  let low = Infinity, high = -Infinity;
  for (const { score } of list) { low = Math.min(low, score ?? 0); high = Math.max(high, score ?? 0); }
  return (/** @type {number} */ v) => (high > low ? (v - low) / (high - low) : 0.5);
}
