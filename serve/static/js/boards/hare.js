// The track of Hare and Hedgehog: rows that turn like a snake.
import { el, svg, letter, short, button } from "../play/dom.js";

/** @typedef {import("../play/view.js").View} View */

const cell = 80;
/** @type {Record<string, string>} */
const kinds = { S: "start", H: "hare", C: "carrots", L: "lettuce", G: "hedgehog", 1: "number 1", 2: "number 2", 3: "number 3", 4: "number 4", F: "finish" };

/** Small drawings, in a square of 24. @type {Record<string, () => any[]>} */
const drawings = {
  C: () => [svg("path", { class: "carrot", d: "M4 20 L13 5 L19 11 Z" }), svg("path", { class: "leaf", d: "M14 6 q0 -5 3 -6 q0 4 0 5 q4 -2 6 -1 q-2 4 -5 5 z" })],
  L: () => [svg("circle", { class: "leaf", cx: 12, cy: 13, r: 9 }), svg("path", { class: "vein", d: "M12 21 V6 M12 14 L7 9 M12 14 L17 9" })],
  H: () => [svg("ellipse", { class: "fur", cx: 9, cy: 6, rx: 2.4, ry: 6 }), svg("ellipse", { class: "fur", cx: 15, cy: 6, rx: 2.4, ry: 6 }), svg("circle", { class: "fur", cx: 12, cy: 16, r: 6.5 }), svg("circle", { class: "eye", cx: 9.6, cy: 15, r: 1 }), svg("circle", { class: "eye", cx: 14.4, cy: 15, r: 1 })],
  G: () => [svg("path", { class: "spines", d: "M2 18 L4 12 L5 14 L7 7 L9 11 L12 5 L14 10 L18 7 L18 12 L22 13 L23 18 Z" }), svg("circle", { class: "eye", cx: 20, cy: 15.5, r: 1 })],
};

/** What a move costs or brings in carrots. @param {number} n forward */
const price = (n) => (n > 0 ? -n * (n + 1) / 2 : -10 * n);

export function create(/** @type {import("../play/view.js").Hooks} */ hooks) {
  const words = (/** @type {string} */ move) => ({ 0: "miss the turn", 1001: "take 10 carrots", 1002: "give 10 carrots" }[move] ?? null);
  /** @param {View} v @param {number} to */
  const moveTo = (v, to) => v.moves.find((m) => !words(m) && v.scene.players[v.turn].square + Number(m) === to);

  return {
    scale: 40,
    overlays: { values: "value of every move" },
    rated: ["values"],

    /** @param {View} v */
    paint(v) {
      const columns = innerWidth < 600 ? 7 : 11, squares = v.layout.squares, rows = Math.ceil(squares.length / columns);
      const place = (/** @type {number} */ i) => { const y = Math.floor(i / columns), x = i % columns; return { x: cell * (y % 2 ? columns - 1 - x : x), y: cell * (rows - 1 - y) }; };
      const values = new Map((v.rating?.rated ?? []).map((r) => [r.move, r.value[v.turn]]));
      const band = Array.from(squares, (_, i) => { const p = place(i); return `${p.x + cell / 2},${p.y + cell / 2}`; }).join(" ");
      /** @type {any[]} */ const parts = [svg("rect", { class: "ground", x: 0, y: 0, width: columns * cell, height: rows * cell, rx: 6 }), svg("polyline", { class: "band", points: band })];
      const fields = Array.from(squares, (kind, i) => {
        const { x, y } = place(i), move = moveTo(v, i), steps = Number(move ?? 0);
        const here = v.scene.players.flatMap((/** @type {any} */ p, /** @type {number} */ seat) => (p.square === i ? [seat] : []));
        parts.push(svg("rect", { class: `square${move ? " can" : ""}${move && move === v.hint ? " hint" : ""}`, x: x + 5, y: y + 5, width: cell - 10, height: cell - 10, rx: 10 }), svg("text", { class: "tiny corner", x: x + 11, y: y + 18 }, i));
        parts.push(drawings[kind] ? svg("g", { transform: `translate(${x + 28} ${y + 22})` }, drawings[kind]()) : svg("text", { class: "bold big", x: x + cell / 2, y: y + 44 }, { S: "start", F: "finish" }[kind] ?? kind));
        if (move) parts.push(svg("text", { class: "price", x: x + cell / 2, y: y + cell - 11 }, v.overlays.has("values") && values.has(move) ? short(values.get(move)) : (price(steps) > 0 ? "+" : "−") + Math.abs(price(steps))));
        here.forEach((/** @type {number} */ seat, /** @type {number} */ k) => parts.push(svg("circle", { class: `piece seat-${letter(seat)}`, cx: x + cell - 18 - 14 * (k % 4), cy: y + 20 + 16 * Math.floor(k / 4), r: 11 }), svg("text", { class: `on-${letter(seat)} bold`, x: x + cell - 18 - 14 * (k % 4), y: y + 25 + 16 * Math.floor(k / 4) }, letter(seat))));
        const who = here.length ? ", " + here.map((/** @type {number} */ s) => "player " + letter(s)).join(" and ") : "";
        const cost = move ? `, legal move, ${price(steps) > 0 ? "brings" : "costs"} ${Math.abs(price(steps))} carrots${v.overlays.has("values") && values.has(move) ? `, value ${short(values.get(move))}` : ""}` : "";
        return { id: String(i), x, y, w: cell, h: cell, can: !!move && v.open, name: `square ${i}, ${kinds[kind] ?? kind}${who}${cost}` };
      });
      return { width: columns * cell, height: rows * cell, least: columns * 44, wide: columns > 7, parts, fields };
    },

    /** @param {View} v @param {string} id */
    act(v, id) { const move = moveTo(v, Number(id)); if (move) hooks.play([move]); },

    /** @param {View} v */
    controls(v) {
      const values = new Map((v.rating?.rated ?? []).map((r) => [r.move, r.value[v.turn]]));
      const eats = v.scene.players[v.turn]?.state === "eats";
      const rows = v.scene.players.map((/** @type {any} */ p, /** @type {number} */ seat) => el("tr", {}, el("th", { scope: "row" }, el("span", { class: `badge seat-${letter(seat)}` }, letter(seat)), seat === v.turn && !v.over ? " to move" : ""),
        [p.place ? `finished ${p.place}.` : p.square, p.carrots, p.lettuces, p.rank, p.finish_at_most, p.state].map((c) => el("td", {}, c))));
      return [
        ...v.moves.filter(words).map((m) => button((m === "0" && eats ? "eat a lettuce" : words(m) ?? m) + (v.overlays.has("values") && values.has(m) ? ` (${short(values.get(m))})` : ""), () => hooks.play([m]), { class: "primary", disabled: !v.open })),
        v.last?.told.startsWith("card") ? el("p", { class: "notice" }, `${letter(v.last.seat)} drew a card: ${v.last.told.slice(6)}`) : null,
        el("div", { class: "scroll whole", tabindex: "0", role: "region", "aria-label": "players" }, el("table", {}, el("thead", {}, el("tr", {}, ["player", "square", "carrots", "lettuces", "rank", "finish with at most", "turn"].map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, rows))),
      ];
    },

    setup: {
      tools: {},
      /** @param {any} scene @param {() => void} changed */
      fields: (scene, changed) => scene.players.map((/** @type {any} */ p, /** @type {number} */ i) => el("div", { class: "row" }, el("span", { class: `badge seat-${letter(i)}` }, letter(i)), ["square", "carrots", "lettuces"].map((key) => el("label", { class: "row small" }, key, el("input", { type: "number", min: 0, value: p[key], class: "short", onchange: (/** @type {any} */ e) => { p[key] = Number(e.target.value); changed(); } }))))),
      apply() {},
      /** @param {any} scene @param {number} turn */
      write(scene, turn) {
        const n = scene.players.length, all = Array.from({ length: n }, (_, k) => scene.players[(turn + k) % n]);
        return all.map((p) => [p.square, p.carrots, p.lettuces, { waits: "t", eats: "t", chooses: "c" }[/** @type {string} */ (p.state)] ?? "f"].join(";")).join(";") + (turn ? ` @${turn + 1}` : "");
      },
    },
  };
}
