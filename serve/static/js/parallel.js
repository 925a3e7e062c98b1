// Parallel coordinates: an axis a weight and one for the score, a line a point. The
// best tenth is in colour, the others grey. Dragging along an axis keeps the points
// within.
import { follow, token, values } from "./charts.js";
import { button, el, number } from "./dom.js";

const height = 300, top = 28, bottom = 24, margin = 40;

/** @param {HTMLElement} figure @param {Weight[]} weights @param {Point[]} list */
export function parallel(figure, weights, list) {
  const host = figure.querySelector(".plot"), canvas = el("canvas", { role: "img" }), said = el("p", { class: "note", "aria-live": "polite" }), last = weights.length;
  /** Kept parts of axes, from 0 at the foot to 1. @type {Map<number, [number, number]>} */ const kept = new Map();
  const clear = button("Keep all", () => { kept.clear(); draw(); });
  host.append(el("div", { class: "scroll" }, canvas));
  figure.append(said, el("div", { class: "tools" }, clear));
  const fill = values(figure, "points", () => [[...weights.map((w) => w.name), "score"], ...list.map((p) => [...p.weights, p.score])]);
  let width = 0;
  const x = (axis) => margin + axis * (width - 2 * margin) / last;
  const y = (part) => height - bottom - part * (height - top - bottom);

  function draw() {
    width = Math.max(host.clientWidth, 90 * (last + 1));
    const c = canvas.getContext("2d"), scale = devicePixelRatio, scores = list.map((p) => p.score).sort((a, b) => b - a);
    const bar = scores[Math.max(0, Math.ceil(scores.length / 10) - 1)] ?? Infinity;
    const axes = [...weights, { name: "score", min: scores.at(-1) ?? 0, max: scores[0] ?? 0, kind: "" }];
    const place = ({ min, max, kind }, v) => (max <= min ? 0.5 : kind.includes("log") && min > 0 ? Math.log(v / min) / Math.log(max / min) : (v - min) / (max - min));
    const lines = list.map((p) => ({ best: p.score >= bar, at: axes.map((axis, i) => place(axis, p.weights[i] ?? p.score)) })).filter(({ at }) => [...kept].every(([a, [low, high]]) => at[a] >= low && at[a] <= high));
    Object.assign(canvas, { width: width * scale, height: height * scale });
    Object.assign(canvas.style, { width: width + "px", height: height + "px" });
    c.scale(scale, scale);
    for (const best of [false, true]) {
      c.strokeStyle = token(best ? "series-2" : "line");
      for (const line of lines) {
        if (line.best !== best) continue;
        c.beginPath();
        line.at.forEach((part, a) => c.lineTo(x(a), y(part)));
        c.stroke();
      }
    }
    Object.assign(c, { font: "12px system-ui, sans-serif", textAlign: "center", strokeStyle: token("soft") });
    axes.forEach((axis, a) => {
      c.strokeRect(x(a), y(1), 0, y(0) - y(1));
      c.fillStyle = token("ink");
      c.fillText(axis.name, x(a), 12);
      c.fillStyle = token("soft");
      c.fillText(number(axis.max), x(a), 24);
      c.fillText(number(axis.min), x(a), height - 8);
      const [low, high] = kept.get(a) ?? [0, 0];
      c.fillStyle = token("focus", 33);
      c.fillRect(x(a) - 6, y(high), 12, y(low) - y(high));
    });
    canvas.ariaLabel = `${list.length} points on ${last} weights and the score; the best tenth scores ${number(bar)} or more.`;
    said.textContent = kept.size ? `${lines.length} of ${list.length} points are kept.` : `${list.length} points; the best tenth, ${number(bar)} or more, is in colour. Drag along an axis to keep a part of it.`;
    clear.hidden = kept.size === 0;
  }

  /** @type {{axis: number, part: number} | null} */ let drag = null;
  const at = (event) => {
    const box = canvas.getBoundingClientRect(), within = (v, most) => Math.min(most, Math.max(0, v));
    return { axis: within(Math.round((event.clientX - box.left - margin) * last / (width - 2 * margin)), last), part: within((height - bottom - event.clientY + box.top) / (height - top - bottom), 1) };
  };
  canvas.onpointerdown = (event) => { drag = at(event); canvas.setPointerCapture(event.pointerId); };
  canvas.onpointermove = (event) => {
    if (!drag) return;
    const { part } = at(event);
    kept.set(drag.axis, [Math.min(drag.part, part), Math.max(drag.part, part)]);
    requestAnimationFrame(draw);
  };
  canvas.onpointerup = () => {
    const [low, high] = kept.get(drag?.axis) ?? [0, 1];
    if (drag && high - low < 0.01) kept.delete(drag.axis);
    drag = null;
    draw();
  };
  follow(host, draw);
  return { update(next) { list = next; draw(); fill(); } };
}
