// The map of a grid search: two weights as rows and columns, a slider for each
// other one. The chosen point and the best points are marked.
import { element, failed, getJSON, number } from "./charts.js";

/** @typedef {{name: string, from: number, step: number, count: number}} Axis */

const figure = /** @type {HTMLElement} */ (document.querySelector('[data-chart="grid"]'));
const host = /** @type {HTMLElement} */ (figure?.querySelector(".plot"));
const id = document.querySelector("[data-run]")?.getAttribute("data-run") ?? "";
const svgNS = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string|number>} attributes */
function svg(tag, attributes) {
  const made = document.createElementNS(svgNS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

const at = (/** @type {Axis} */ a, /** @type {number} */ i) => Number((a.from + i * a.step).toPrecision(10));

async function main() {
  const map = await getJSON(`/api/v1/runs/${encodeURIComponent(id)}/grid`);
  const bytes = Uint8Array.from(atob(map.hits), (c) => c.charCodeAt(0));
  const hits = new DataView(bytes.buffer);
  /** @type {Axis[]} */
  const axes = map.axes;
  const chosen = axes.map((a) => Math.round((map.chosen[a.name] - a.from) / (a.step || 1)));
  const held = [...chosen];
  let rows = 0, columns = Math.min(1, axes.length - 1);
  const controls = element("div", { class: "tools" });
  const picture = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Map of hits" });
  const note = element("p", { class: "note", "aria-live": "polite" });
  const scale = element("p", { class: "note" });
  host.replaceChildren(controls, picture, note, scale);
  let lowest = map.etudes;
  map.histogram.forEach((/** @type {number} */ n, /** @type {number} */ h) => { if (n > 0 && h < lowest) lowest = h; });
  scale.textContent = `From ${lowest} hits, dark, to ${map.best_hits}, light. A ring marks the best points, a cross the chosen one.`;

  const index = (/** @type {number[]} */ place) => place.reduce((sum, v, i) => sum * axes[i].count + v, 0);

  const draw = () => {
    const r = axes[rows], c = axes[columns];
    const single = axes.length === 1;
    const cell = Math.max(16, Math.min(44, Math.floor((host.clientWidth - 90) / c.count)));
    const width = 80 + cell * c.count, height = 44 + cell * (single ? 1 : r.count);
    const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", class: "map" });
    let optimal = 0;
    for (let i = 0; i < (single ? 1 : r.count); i++) {
      for (let k = 0; k < c.count; k++) {
        const place = [...held];
        if (!single) place[rows] = i;
        place[columns] = k;
        const n = hits.getUint16(2 * index(place), true);
        const step = map.best_hits > lowest ? Math.round((20 * (n - lowest)) / (map.best_hits - lowest)) : 20;
        const px = 70 + k * cell, py = 4 + i * cell;
        const group = svg("g", { class: `h${step}` });
        const box = svg("rect", { x: px, y: py, width: cell - 1, height: cell - 1 });
        const title = svg("title", {});
        title.textContent = axes.map((a, j) => `${a.name} ${number(at(a, place[j]))}`).join(", ") + `: ${n} hits`;
        box.append(title);
        group.append(box);
        if (cell >= 24) {
          const text = svg("text", { x: px + cell / 2, y: py + cell / 2 + 4, "text-anchor": "middle" });
          text.textContent = String(n);
          group.append(text);
        }
        if (n === map.best_hits) { optimal++; group.append(svg("rect", { class: "ring", x: px + 1.5, y: py + 1.5, width: cell - 4, height: cell - 4 })); }
        if (place.every((v, j) => v === chosen[j])) group.append(svg("path", { class: "cross", d: `M${px + 3} ${py + 3}l${cell - 7} ${cell - 7}m0 ${7 - cell}l${7 - cell} ${cell - 7}` }));
        drawing.append(group);
      }
      if (!single) drawing.append(label(64, 4 + i * cell + cell / 2 + 4, number(at(r, i)), "end"));
    }
    const every = Math.ceil(36 / cell);
    for (let k = 0; k < c.count; k += every) drawing.append(label(70 + k * cell + cell / 2, height - 22, number(at(c, k)), "middle"));
    drawing.append(label(70 + (cell * c.count) / 2, height - 4, single ? c.name : `${c.name} (columns), ${r.name} (rows)`, "middle"));
    const rest = axes.filter((_, j) => j !== rows && j !== columns).map((a) => `${a.name} ${number(at(a, held[axes.indexOf(a)]))}`).join(", ");
    note.textContent = `${optimal} of the points shown have ${map.best_hits} hits${rest ? `, at ${rest}` : ""}.`;
    drawing.setAttribute("aria-label", note.textContent);
    picture.replaceChildren(drawing);
  };

  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words, /** @type {string} */ anchor) => {
    const made = svg("text", { x, y, "text-anchor": anchor, class: "label" });
    made.textContent = words;
    return made;
  };

  const choose = () => {
    controls.replaceChildren();
    if (axes.length > 2) {
      for (const [words, get, set] of /** @type {[string, () => number, (v: number) => void][]} */ ([
        ["Rows", () => rows, (v) => { if (v === columns) columns = rows; rows = v; }],
        ["Columns", () => columns, (v) => { if (v === rows) rows = columns; columns = v; }],
      ])) {
        const select = /** @type {HTMLSelectElement} */ (element("select", {}, axes.map((a, i) => element("option", { value: String(i) }, [a.name]))));
        select.value = String(get());
        select.addEventListener("change", () => { set(Number(select.value)); choose(); draw(); });
        controls.append(element("label", { class: "field" }, [words, select]));
      }
    }
    axes.forEach((a, j) => {
      if (j === rows || j === columns || a.count < 2) return;
      const slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: "0", max: String(a.count - 1), value: String(held[j]) }));
      const said = element("output", { class: "number" });
      const tell = () => { said.textContent = number(at(a, held[j])); slider.setAttribute("aria-valuetext", `${a.name} ${said.textContent}`); };
      slider.addEventListener("input", () => { held[j] = Number(slider.value); tell(); draw(); });
      tell();
      controls.append(element("label", { class: "field" }, [a.name, slider]), said);
    });
  };
  choose();
  draw();
  let width = host.clientWidth;
  new ResizeObserver(() => { if (Math.abs(host.clientWidth - width) > 8) { width = host.clientWidth; draw(); } }).observe(host);
}

if (figure) main().catch((reason) => failed(figure, reason));
