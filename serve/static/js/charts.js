// Draws series with uPlot in the colours of the page, with the values as a table
// and as CSV beside it. A chart is drawn anew when the colours or the size change.

/**
 * @typedef {{label: string, color?: number, dash?: boolean, points?: boolean, band?: number[], quiet?: boolean}} Series
 * @typedef {{x: string, y: string, series: Series[], data: (number|null)[][], sentence: string, note?: string,
 *   range?: [number, number], height?: number, log?: boolean}} Spec
 */

/** @param {string} name the value of a colour of the page */
export function token(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node|string)[]} [children] */
export function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {number|null|undefined} v */
export function number(v) {
  if (v === null || v === undefined || Number.isNaN(v)) return "–";
  return Number.isInteger(v) ? v.toLocaleString("en") : Number(v.toPrecision(4)).toString();
}

/** @param {HTMLElement} figure @param {Spec} spec
 *  @returns {{update: (spec: Spec) => void}} */
export function chart(figure, spec) {
  const host = /** @type {HTMLElement} */ (figure.querySelector(".plot"));
  const name = figure.querySelector("h2, h3")?.textContent ?? "chart";
  const note = element("p", { class: "note" });
  const values = element("div", { class: "values", hidden: "", tabindex: "0", role: "region", "aria-label": name + ", values" });
  const show = element("button", { type: "button", "aria-expanded": "false" }, ["As table"]);
  const csv = element("button", { type: "button" }, ["Download CSV"]);
  show.addEventListener("click", () => {
    values.hidden = !values.hidden;
    show.setAttribute("aria-expanded", String(!values.hidden));
    if (!values.hidden) values.replaceChildren(table(spec, name));
  });
  csv.addEventListener("click", () => save(name, text(spec)));
  figure.append(note, element("div", { class: "tools" }, [show, csv]), values);
  /** @type {any} */
  let plot = null;
  let width = 0;
  const draw = () => {
    plot?.destroy();
    host.replaceChildren();
    width = host.clientWidth;
    if (width === 0 || spec.data[0].length === 0) {
      host.append(element("p", { class: "quiet" }, ["Nothing to draw yet."]));
      plot = null;
    } else {
      // @ts-ignore the library defines a global
      plot = new uPlot(options(spec, width), spec.data, host);
      const picture = host.querySelector("canvas");
      picture?.setAttribute("role", "img");
      picture?.setAttribute("aria-label", spec.sentence);
    }
    note.textContent = spec.note ?? "";
    if (!values.hidden) values.replaceChildren(table(spec, name));
  };
  draw();
  document.addEventListener("theme", draw);
  new ResizeObserver(() => { if (Math.abs(host.clientWidth - width) > 4) draw(); }).observe(host);
  return {
    update(next) {
      const same = plot && next.series.length === spec.series.length && next.data[0].length > 0 && next.y === spec.y;
      spec = next;
      if (!same) { draw(); return; }
      plot.setData(spec.data);
      host.querySelector("canvas")?.setAttribute("aria-label", spec.sentence);
      note.textContent = spec.note ?? "";
      if (!values.hidden) values.replaceChildren(table(spec, name));
    },
  };
}

/** @param {Spec} spec @param {number} width */
function options(spec, width) {
  const ink = token("soft"), line = token("line");
  const many = spec.data[0].length > 100;
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif" };
  return {
    width, height: spec.height ?? 260,
    legend: { show: !spec.series[0].points },
    cursor: { drag: { x: true, y: false } },
    scales: { x: { time: false }, y: { range: spec.range ? () => spec.range : undefined, distr: spec.log ? 3 : 1 } },
    axes: [{ ...axis, label: spec.x, labelSize: 20 }, { ...axis, label: spec.y, labelSize: 20, size: 56 }],
    bands: spec.series.flatMap((s, i) => (s.band ? [{ series: [s.band[0] + 1, s.band[1] + 1], fill: token(`series-${s.color ?? (i % 5) + 1}`) + "33" }] : [])),
    series: [
      { label: spec.x, value: (/** @type {any} */ _, /** @type {number} */ v) => number(v) },
      ...spec.series.map((s, i) => {
        const color = s.quiet ? ink : token(`series-${s.color ?? (i % 5) + 1}`);
        return {
          label: s.label, stroke: color, width: s.quiet ? 1 : 2, dash: s.dash || i >= 5 ? [6, 4] : undefined, spanGaps: true,
          paths: s.points ? () => null : undefined,
          points: { show: s.points || !many, size: s.points ? 5 : 4, fill: color },
          value: (/** @type {any} */ _, /** @type {number} */ v) => number(v),
        };
      }),
    ],
  };
}

/** @param {Spec} spec @param {string} name */
function table(spec, name) {
  const head = element("tr", {}, [spec.x, ...spec.series.map((s) => s.label)].map((t) => element("th", { scope: "col", class: "r" }, [t])));
  const rows = spec.data[0].map((_, i) => element("tr", {}, spec.data.map((column) => element("td", { class: "r" }, [number(column[i])]))));
  return element("table", {}, [element("caption", { class: "unseen" }, [name]), element("thead", {}, [head]), element("tbody", {}, rows.reverse())]);
}

/** @param {Spec} spec */
function text(spec) {
  const quote = (/** @type {string} */ t) => (/[",\n]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t);
  const rows = [[spec.x, ...spec.series.map((s) => s.label)].map(quote), ...spec.data[0].map((_, i) => spec.data.map((column) => column[i] ?? ""))];
  return rows.map((row) => row.join(",")).join("\n") + "\n";
}

/** @param {string} name @param {string} content */
function save(name, content) {
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type: "text/csv" })), download: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") + ".csv" });
  link.click();
  URL.revokeObjectURL(link.getAttribute("href") ?? "");
}

/** A row of buttons of which one is pressed.
 *  @param {string} label @param {string[]} names @param {(name: string) => void} pressed */
export function choice(label, names, pressed) {
  const group = element("div", { class: "tools", role: "group", "aria-label": label });
  for (const name of names) {
    const button = element("button", { type: "button", "aria-pressed": String(name === names[0]) }, [name]);
    button.addEventListener("click", () => {
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
      pressed(name);
    });
    group.append(button);
  }
  return group;
}

/** @param {string} address */
export async function getJSON(address) {
  const answer = await fetch(address);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? answer.statusText);
  return body;
}

/** Says in a figure that it could not be drawn, and why.
 *  @param {HTMLElement} figure @param {unknown} reason */
export function failed(figure, reason) {
  const host = figure.querySelector(".plot, .plots");
  host?.replaceChildren(element("p", { class: "bad" }, [`This could not be drawn: ${reason instanceof Error ? reason.message : reason}.`]));
}
