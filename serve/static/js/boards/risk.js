// The map of Risk: territories by owner, with their units.
import { el, svg, letter, short, button } from "../dom.js";
import { rect, disc, words } from "../shapes.js";

/** Parses an attack to its source, target and army; empty for other moves. @param {string} move */
const attack = (move) => (move.match(/^(\d+)-(\d+)x(\d+)$/) ?? []).slice(1).map(Number);

/** The probability that an army defeats the defenders, who lose a unit as often as the army does.
 *  @param {number} army @param {number} held */
function odds(army, held) {
  let row = Array(held + 1).fill(0);
  row[0] = 1;
  for (let a = 2; a <= army; a++) for (let d = 1; d <= held; d++) row[d] = (row[d] + row[d - 1]) / 2;
  return row[held];
}

/** Draws the territories of a map: their owners, units and notes, and what can be done with them.
 *  @param {View} v @param {{ deed: (id: number) => string, note: (t: any, narrow: boolean) => any, source: number | null, target: number | null, marked: string[] }} look */
export function map(v, { deed, note, source, target, marked }) {
  const { territories, width, height, lines } = v.layout, cells = v.scene.cells, wide = width / height > 1.3, narrow = innerWidth <= 640;
  const land = [], discs = [], over = [];
  const fields = territories.map((t) => {
    const c = cells[t.id], owner = sign(c.owner), [x, y] = t.at, can = deed(t.id), said = [note(t, narrow)].flat(), bare = said[0] === "", name = /^\d+$/.test(t.name) ? "territory " + t.name : t.name;
    land.push(svg("polygon", { class: `land seat-${owner}${can && " can"}${t.id === source ? " chosen" : ""}${t.id === target || marked.includes(String(t.id)) ? " marked" : ""}`, points: t.shape.join(" ") }));
    // On a narrow screen the letter of the owner stands beside the units, where no territory covers it.
    const all = `${c.units}${narrow ? owner : ""}`, half = 10 + 9 * all.length;
    discs.push(narrow ? rect("badge-disc", x - half, y - 24, 2 * half, 40, 20) : disc("badge-disc", x, y - 4, 17));
    over.push(words("units", x, y + (narrow ? 7 : 3), all), !narrow && words(`on-${owner} ${bare ? "owner" : "note"}`, x - (bare ? 0 : 28), bare ? y + 28 : y + 1, owner), said.map((line, i) => words(`note on-${owner}`, x, y + (narrow ? 40 : 26) + 12 * i, line)),
      (v.point === String(t.id) || t.id === source || t.id === target) && words("name", Math.max(60, Math.min(width - 60, x)), Math.max(14, y - 32), t.name));
    const [left, top, w, h] = t.box;
    return { id: String(t.id), x: left, y: top, w, h, shape: t.shape, can: Boolean(can), name: `${name}, owner ${owner}${c.owner === v.turn ? " (to move)" : ""}, ${c.units} ${c.units === 1 ? "unit" : "units"}${can}` };
  });
  return { width, height, wide, least: 28 * width / Math.min(...territories.flatMap((t) => t.box.slice(2))), parts: [rect("sea", 0, 0, width, height, 8), lines.map(([x1, y1, x2, y2]) => svg("line", { class: "lane", x1, y1, x2, y2 })), land, discs, over], fields };
}

/** The letter of an owner: a seat, the neutral army (6) or nobody (-1). @param {number} owner */
const sign = (owner) => (owner < 0 ? "-" : owner === 6 ? "N" : letter(owner));

/** The largest number of units that a move places on a territory. @param {View} v @param {number} id */
export const most = (v, id) => Math.max(0, ...v.moves.flatMap((m) => (m.startsWith(`${id}+`) ? [Number(m.split("+")[1])] : [])));

/** The overlays of both Risk games for a territory: the best value of its moves, the units that threaten it, or its continent.
 *  @param {View} v @param {any} t @param {number | null} source @param {(move: string) => number[]} ends the source and the target of a move */
export function overlay(v, t, source, ends, continent) {
  const cells = v.scene.cells, show = (id) => v.overlays.has(id);
  const values = [...v.values].filter(([move]) => { const [from, to] = ends(move); return (source === null ? from : from === source ? to : NaN) === t.id; }).map(([, value]) => value);
  if (show("values") && values.length) return short(Math.max(...values));
  if (show("threat")) return t.neighbours.reduce((sum, n) => sum + (cells[n].owner === cells[t.id].owner ? 0 : cells[n].units), 0);
  return show("continents") ? continent : "";
}

/** A slider for the units that a click places. @param {number} left @param {number} each the units at first @param {(n: number) => void} change */
export function portions(left, each, change) {
  const count = el("b", {}, Math.min(each, left));
  return left > 1 && el("label", { class: "row small" }, "units at a time", el("input", { type: "range", min: 1, max: left, value: each, oninput: (e) => { change(Number(e.target.value)); count.textContent = e.target.value; } }), count);
}

/** @param {Hooks} hooks @returns {Face} */
export function create(hooks) {
  // source, target: chosen territories. army: units to attack with. each: units placed at a time. seen, parsed: the
  // last list of moves and its attacks.
  let source = null, target = null, army = 0, each = 1, seen = null, parsed = [];
  const clear = () => { source = target = null; };
  const all = ({ moves }) => (moves === seen ? parsed : parsed = (seen = moves).map(attack));
  const attacks = (v, from, to) => all(v).filter(([a, b]) => a === from && (to === null || b === to));
  const targets = (v, id) => source !== null && attacks(v, source, id).length > 0;
  const rowOf = (v, id) => v.rating?.extra?.draft?.find((d) => d.cell === id);

  /** The text of the overlays for a territory: lines, or only a few letters on a narrow screen. */
  function note(v, t, narrow) {
    const d = rowOf(v, t.id);
    if (v.overlays.has("security") && d) return narrow ? d.added && `+${d.added}` || "" : [`${d.bst}, ${short(d.bsr)}`, `${short(d.nbsr)} +${d.added}`];
    return overlay(v, t, source, attack, t.group.slice(0, narrow ? 5 : 99).replace("_", " "));
  }

  /** What can be done with a territory, as the end of its name. */
  function deed(v, id) {
    if (!v.open) return "";
    if (v.scene.phase === "draft") return most(v, id) ? ", can take units" : "";
    return targets(v, id) ? ", can be attacked" : id === source ? ", chosen to attack from" : attacks(v, id, null).length ? ", can attack" : "";
  }

  return {
    scale: 0.3,

    paint(v) {
      if (v.scene.phase !== "attack" || v.over || source !== null && !attacks(v, source, null).length) clear();
      const marked = (v.past.at(-1)?.move.split(/[+x]/)[0] ?? "").split("-");
      return map(v, { deed: (id) => deed(v, id), note: (t, narrow) => note(v, t, narrow), source, target, marked });
    },

    act(v, id, event) {
      const at = Number(id), n = most(v, at);
      if (v.scene.phase === "draft") {
        if (n) hooks.play([`${at}+${Math.min(n, event.long ? n : event.shift ? 5 : each)}`]);
        return;
      }
      if (targets(v, at)) [target, army] = [at, Math.max(...attacks(v, source, at).map((a) => a[2]))];
      else [source, target] = [attacks(v, at, null).length && source !== at ? at : null, null];
      hooks.redraw();
      if (target !== null) document.querySelector("#controls")?.scrollIntoView({ block: "nearest" });
    },

    escape() { const was = source !== null; clear(); if (was) hooks.redraw(); return was; },

    controls(v) {
      const { phase, left, round, cells } = v.scene, quiet = (text) => el("span", { class: "quiet" }, text);
      if (v.over) return [];
      if (phase === "draft") {
        return [portions(left, each, (n) => { each = n; }), button("Place by border security", async () => {
          const added = ((await hooks.think())?.extra?.draft ?? []).filter((d) => d.added > 0);
          if (added.length) hooks.play(added.map((d) => `${d.cell}+${d.added}`));
        }, { disabled: !v.open }), quiet(`${left} to place. Shift places 5, a long press all.`)];
      }
      const name = (id) => v.layout.territories[id].name;
      const out = [button("Stop", () => { clear(); hooks.play(["stop"]); }, { disabled: !v.open || !v.moves.includes("stop") }), el("span", {}, `${left} ${left === 1 ? "attack" : "attacks"} left, round ${round}`)];
      if (source === null || target === null) return [...out, quiet(source === null ? "choose a territory to attack from" : `from ${name(source)}: choose a target`)];
      const to = target, all = attacks(v, source, to).map((a) => a[2]), go = button("", () => { const move = `${source}-${to}x${army}`; clear(); hooks.play([move]); }, { class: "primary", disabled: !v.open }), chance = el("span");
      const tell = () => { go.textContent = `Attack ${name(to)} with ${army}`; chance.textContent = `${army} against ${cells[to].units}: wins with ${(100 * odds(army, cells[to].units)).toFixed(0)}%`; };
      tell();
      return [...out, all.length > 1 && el("label", { class: "row small" }, "army", el("input", { type: "range", min: Math.min(...all), max: Math.max(...all), value: army, oninput: (e) => { army = Number(e.target.value); tell(); } })), go, chance];
    },

    detail(v, id) {
      const t = v.layout.territories[id], d = rowOf(v, t.id), c = v.scene.cells[id];
      return `${t.name}: ${letter(c.owner)}, ${c.units}${d ? `; BST ${d.bst}, BSR ${short(d.bsr)}, NBSR ${short(d.nbsr)}, the agent adds ${d.added}` : ""}`;
    },
  };
}
