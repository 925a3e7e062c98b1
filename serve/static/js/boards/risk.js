// The map of Risk: territories by owner, with their units.
import { el, svg, letter, short, button } from "../play/dom.js";

/** @typedef {import("../play/view.js").View} View */

export function create(/** @type {import("../play/view.js").Hooks} */ hooks) {
  /** @type {number | null} */ let source = null;
  /** @type {number | null} */ let target = null;
  let army = 0;

  /** The armies that may go from one territory to another. @param {View} v @param {number} from @param {number} to */
  const armies = (v, from, to) => v.moves.flatMap((m) => { const [, a, b, n] = m.match(/^(\d+)-(\d+)x(\d+)$/) ?? []; return Number(a) === from && Number(b) === to ? [Number(n)] : []; });
  /** @param {View} v @param {number} id */
  const sources = (v, id) => v.moves.some((m) => m.startsWith(`${id}-`));
  /** @param {View} v @param {number} id */
  const targets = (v, id) => source != null && v.moves.some((m) => m.startsWith(`${source}-${id}x`));
  /** Units that may be put on a territory at once. @param {View} v @param {number} id */
  const most = (v, id) => Math.max(0, ...v.moves.flatMap((m) => (m.startsWith(`${id}+`) ? [Number(m.split("+")[1])] : [])));
  const clear = () => { source = target = null; };

  return {
    scale: 0.3,
    overlays: { security: "border security", threat: "threat: enemy units next to it", continents: "continents", values: "value of every attack" },
    rated: ["security", "values"],

    /** @param {View} v */
    paint(v) {
      const { territories, lanes, width, height } = v.layout, cells = v.scene.cells;
      if (v.scene.phase !== "attack" || v.over || source != null && (cells[source].owner !== v.turn || !sources(v, source))) clear();
      const draft = new Map((v.rating?.extra?.draft ?? []).map((/** @type {any} */ d) => [d.cell, d]));
      const radius = Math.max(13, Math.min(24, 0.3 * Math.sqrt(width * height / territories.length)));
      const [hot, ...rest] = v.last?.move.match(/\d+/g) ?? [];
      const marked = v.last?.move.includes("-") ? [hot, rest[0]] : [hot];
      /** @type {any[]} */ const parts = lanes.map((/** @type {number[]} */ [a, b]) => {
        const [p, q] = [territories[a].at, territories[b].at];
        return Math.abs(p[0] - q[0]) > width / 2 ? [[p, 0], [q, width]].map(([at, edge]) => svg("line", { class: "lane", x1: at[0], y1: at[1], x2: at[0] < width / 2 ? 0 : width, y2: at[1] })) : svg("line", { class: "lane", x1: p[0], y1: p[1], x2: q[0], y2: q[1] });
      });
      /** @type {any[]} */ const over = [];
      const fields = territories.map((/** @type {any} */ t) => {
        const c = cells[t.id], owner = letter(c.owner), [x, y] = t.at, mine = c.owner === v.turn;
        const can = v.scene.phase === "draft" ? most(v, t.id) > 0 : sources(v, t.id) || targets(v, t.id);
        parts.push(svg("polygon", { class: `land seat-${owner}${can && v.open ? " can" : ""}${t.id === source ? " chosen" : ""}${t.id === target || marked.includes(String(t.id)) ? " marked" : ""}`, points: t.shape.map((/** @type {number[]} */ p) => p.join(",")).join(" ") }));
        over.push(svg("circle", { class: "badge-disc", cx: x, cy: y - 4, r: radius * 0.72 }), svg("text", { class: "units", x, y: y + 3 }, c.units), svg("text", { class: `on-${owner} owner`, x, y: y + radius + 12 }, owner));
        const d = draft.get(t.id), threat = t.neighbours.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + (cells[n].owner === c.owner ? 0 : cells[n].units), 0);
        const note = v.overlays.has("security") && d ? `${d.bst} ${short(d.bsr)} ${short(d.nbsr)} +${d.added}` : v.overlays.has("threat") ? String(threat) : v.overlays.has("continents") ? t.group.replaceAll("_", " ") : "";
        if (note) over.push(svg("text", { class: `note on-${owner}`, x, y: y - radius + 2 }, note));
        if (v.point === String(t.id)) over.push(svg("text", { class: "name", x: Math.max(60, Math.min(width - 60, x)), y: Math.max(14, y - radius - 8) }, t.name));
        const xs = t.shape.map((/** @type {number[]} */ p) => p[0]), ys = t.shape.map((/** @type {number[]} */ p) => p[1]), left = Math.min(...xs), top = Math.min(...ys);
        const can1 = !v.open ? "" : v.scene.phase === "draft" ? (can ? ", can take units" : "") : targets(v, t.id) ? ", can be attacked" : sources(v, t.id) ? (t.id === source ? ", chosen to attack from" : ", can attack") : "";
        return { id: String(t.id), x: left, y: top, w: Math.max(...xs) - left, h: Math.max(...ys) - top, shape: t.shape, can: can && v.open, name: `${/^\d+$/.test(t.name) ? "territory " + t.name : t.name}, owner ${owner}${mine ? " (to move)" : ""}, ${c.units} ${c.units === 1 ? "unit" : "units"}${can1}` };
      });
      return { width, height, least: width / height > 1.3 ? 620 : 300, wide: width / height > 1.3, parts: [svg("rect", { class: "sea", x: 0, y: 0, width, height, rx: 8 }), parts, over], fields };
    },

    /** @param {View} v @param {string} id @param {{shift: boolean, long: boolean}} event */
    act(v, id, event) {
      const at = Number(id);
      if (v.scene.phase === "draft") {
        const n = most(v, at);
        if (n < 1) return;
        const asked = event.long ? Number(prompt(`How many units, 1 to ${n}?`, String(n))) : event.shift ? Math.min(5, n) : 1;
        if (asked >= 1) hooks.play([`${at}+${Math.min(n, Math.floor(asked))}`]);
      } else if (targets(v, at)) {
        target = at;
        army = Math.max(...armies(v, Number(source), at));
        hooks.redraw();
        document.querySelector("#controls input, #controls button")?.scrollIntoView({ block: "nearest" });
      } else {
        [source, target] = [sources(v, at) && source !== at ? at : null, null];
        hooks.redraw();
      }
    },

    escape() { const was = source != null; clear(); if (was) hooks.redraw(); return was; },

    /** @param {View} v */
    controls(v) {
      if (v.over) return [];
      if (v.scene.phase === "draft") {
        return [el("span", {}, `${v.scene.left} ${v.scene.left === 1 ? "unit" : "units"} to place`), button("Place by border security", async () => {
          const rating = await hooks.think();
          const added = (rating?.extra?.draft ?? []).filter((/** @type {any} */ d) => d.added > 0);
          if (added.length) hooks.play(added.map((/** @type {any} */ d) => `${d.cell}+${d.added}`));
        }, { disabled: !v.open })];
      }
      const name = (/** @type {number} */ id) => v.layout.territories[id].name;
      const out = [button("Stop", () => { clear(); hooks.play(["stop"]); }, { disabled: !v.open || !v.moves.includes("stop") }), el("span", {}, `${v.scene.left} ${v.scene.left === 1 ? "attack" : "attacks"} left, round ${v.scene.round}`)];
      if (source == null) return [...out, el("span", { class: "quiet" }, "choose a territory to attack from")];
      if (target == null) return [...out, el("span", { class: "quiet" }, `from ${name(source)}: choose a target`)];
      const all = armies(v, source, target), attack = (v.rating?.extra?.attacks ?? []).find((/** @type {any} */ a) => a.from === source && a.to === target && a.army === army);
      const go = button(`Attack ${name(target)} with ${army}`, () => { const move = `${source}-${target}x${army}`; clear(); hooks.play([move]); }, { class: "primary", disabled: !v.open });
      if (all.length > 1) {
        out.push(el("label", { class: "row small" }, "army", el("input", { type: "range", min: Math.min(...all), max: Math.max(...all), value: army, oninput: (/** @type {any} */ e) => { army = Number(e.target.value); go.textContent = `Attack ${name(Number(target))} with ${army}`; }, onchange: hooks.redraw })));
      }
      return [...out, go, attack ? el("span", {}, `wins with ${(100 * attack.odds).toFixed(0)}%`) : el("span", { class: "quiet" }, `${army} against ${v.scene.cells[target].units}`)];
    },

    /** @param {View} v @param {string} id */
    detail(v, id) {
      const t = v.layout.territories[Number(id)], d = (v.rating?.extra?.draft ?? []).find((/** @type {any} */ x) => x.cell === Number(id)), c = v.scene.cells[t.id];
      return `${t.name}: ${letter(c.owner)}, ${c.units}${d ? `; BST ${d.bst}, BSR ${short(d.bsr)}, NBSR ${short(d.nbsr)}, the agent adds ${d.added}` : ""}`;
    },

    /** @param {View} v */
    status: (v) => Array.from({ length: v.seats }, (_, i) => `${letter(i)} ${v.scene.cells.filter((/** @type {any} */ c) => c.owner === i).length}`).join(", ") + " territories",

    setup: {
      tools: { 0: "A", 1: "B", 2: "C", 3: "D", 4: "E", 5: "F", "+": "more units", "-": "fewer units" },
      /** @param {any} scene @param {string} id @param {string} tool */
      apply(scene, id, tool) { const c = scene.cells[id]; if (tool === "+") c.units++; else if (tool === "-") c.units = Math.max(1, c.units - 1); else c.owner = Number(tool); },
      /** @param {any} scene @param {number} turn */
      write(scene, turn) {
        const cells = scene.cells.map((/** @type {any} */ c) => letter(c.owner) + c.units);
        const rows = scene.rows ? Array.from({ length: scene.rows }, (_, y) => cells.slice(y * scene.cols, (y + 1) * scene.cols).join(" ")).join(" / ") : cells.join(" ");
        return `${rows} ; ${letter(turn)} ${scene.phase === "attack" ? `attack ${scene.left}` : "draft"}`;
      },
    },
  };
}
