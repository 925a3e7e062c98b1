// Charts drawn by uPlot in the colours of the page.
import { number } from "./dom.js";

const probe = document.createElement("i");

/** A colour of the page in the current colour scheme. @param {string} name @param {number} percent opacity */
function token(name, percent = 100) {
  document.body.append(probe);
  probe.style.color = `color-mix(in srgb, var(--${name}) ${percent}%, transparent)`;
  return getComputedStyle(probe).color;
}

/** Draws now, and again when the colours or the width change.
 *  @param {HTMLElement} host @param {() => void} draw */
function follow(host, draw) {
  let width = host.clientWidth;
  draw();
  document.addEventListener("theme", draw);
  new ResizeObserver(() => {
    if (Math.abs(host.clientWidth - width) < 5) return;
    width = host.clientWidth;
    draw();
  }).observe(host);
}

/** Draws a chart into a figure of the page, and returns a function that changes its data.
 *  @param {HTMLElement} figure @param {Spec} spec
 *  @returns {{update: (spec: Spec) => void}} */
export function chart(figure, spec) {
  const host = figure.querySelector(".plot"), name = figure.querySelector("h2").textContent;
  let plot = null;
  const tell = () => {
    figure.querySelector(".note").textContent = spec.note;
    Object.assign(host.querySelector("canvas") ?? {}, { role: "img", ariaLabel: `${name}: ${spec.y} by ${spec.x}; at the end ${spec.series.slice(0, 6).map((s, i) => `${s.label} ${number(spec.data[i + 1].at(-1))}`).join(", ")}.` });
  };
  const draw = () => {
    plot?.destroy();
    plot = null;
    host.textContent = "";
    if (host.clientWidth && spec.data[0].length) plot = new window.uPlot(options(spec, host.clientWidth), spec.data, host);
    else host.textContent = "No data yet.";
    tell();
  };
  follow(host, draw);
  return {
    update(next) {
      const same = plot && next.series.map((s) => s.label).join() === spec.series.map((s) => s.label).join() && next.data[0].length && next.y === spec.y;
      spec = next;
      if (!same) return draw();
      plot.setData(spec.data);
      tell();
    },
  };
}

/** The options of uPlot for a chart. @param {Spec} spec @param {number} width pixels */
function options(spec, width) {
  const ink = token("soft"), line = token("line"), many = spec.data[0].length > 100, value = (_, v) => number(v);
  const color = (s, i) => (s.quiet ? ink : token(`series-${s.color ?? (i % 5) + 1}`));
  const font = "12px system-ui, sans-serif", axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font, labelFont: font, labelSize: 20 };
  const dashed = (s, i) => s.dash || i >= 5;
  return {
    width, height: 260,
    legend: { markers: { dash: (_, i) => (i && dashed(spec.series[i - 1], i - 1) ? "dashed" : "solid") } },
    cursor: { drag: { x: true, y: false } },
    scales: { x: { time: false } },
    axes: [{ ...axis, label: spec.x }, { ...axis, label: spec.y, size: 56 }],
    bands: spec.series.flatMap((s) => (s.band ? [{ series: [s.band[0] + 1, s.band[1] + 1], fill: token(`series-${s.color}`, 20) }] : [])),
    series: [{ label: spec.x, value }, ...spec.series.map((s, i) => ({
      label: s.label, stroke: color(s, i), width: s.quiet ? 1 : 2, dash: dashed(s, i) ? [6, 4] : undefined, spanGaps: true, value,
      points: { show: !many, size: 4, fill: color(s, i) },
    }))],
  };
}

// Draws the figures whose data is embedded in the page.
for (const figure of document.querySelectorAll("[data-json].chart")) chart(figure, JSON.parse(figure.dataset.json));
