// The track of Hare and Hedgehog, in rows of alternating direction. The signs of its
// squares, drawn in squares of 24, are in boards/hare.svg.
import { el, svg, badge, letter, short, button, table } from "../dom.js";
import { art, rect, words, piece } from "../shapes.js";

const cell = 80;
/** The names of the kinds of squares. @type {Record<string, string>} */
const kinds = { S: "start", H: "hare", C: "carrots", L: "lettuce", G: "hedgehog", 1: "number 1", 2: "number 2", 3: "number 3", 4: "number 4", F: "finish" };
/** The moves that are no steps. @type {Record<string, string>} */
const deeds = { 0: "move 0", 1001: "take 10 carrots", 1002: "give 10 carrots" };
/** What the move 0 does, by the state of the player to move. @type {Record<string, string>} */
const zero = { eats: "eat a lettuce", waits: "miss the turn", chooses: "take and give nothing", free: "go back to the start" };

/** The carrots that a step brings; negative if it costs some. @param {number} n squares forward */
const gain = (n) => (n > 0 ? -n * (n + 1) / 2 : -10 * n);

/** The move to a square. @param {View} v @param {number} to */
const moveTo = (v, to) => v.moves.find((m) => !deeds[m] && v.scene.players[v.turn].square + Number(m) === to);

/** @param {Hooks} hooks @returns {Face} */
export const create = (hooks) => ({
  scale: 40,

  paint(v) {
    const columns = innerWidth < 600 ? 7 : 11, squares = Array.from(v.layout.squares), rows = Math.ceil(squares.length / columns), middle = cell / 2;
    const fields = squares.map((kind, i) => {
      const row = Math.floor(i / columns), column = i % columns, x = cell * (row % 2 ? columns - 1 - column : column), y = cell * (rows - 1 - row);
      const move = moveTo(v, i) ?? "", price = gain(Number(move)), value = v.overlays.has("values") && v.values.has(move) ? short(v.values.get(move)) : "";
      const here = v.scene.players.flatMap((p, seat) => (p.square === i ? [seat] : []));
      return {
        id: String(i), x, y, w: cell, h: cell, can: Boolean(move) && v.open,
        name: `square ${i}, ${kinds[kind]}${here.length ? ", " + here.map((seat) => "player " + letter(seat)).join(" and ") : ""}${move && `, legal move, ${price > 0 ? "brings" : "costs"} ${Math.abs(price)} carrot${price ** 2 - 1 ? "s" : ""}`}${value && ", value " + value}`,
        parts: [rect(`square${move && " can"}${move && move === v.hint ? " hint" : ""}`, x + 5, y + 5, cell - 10, cell - 10, 10), words("tiny corner", x + 11, y + 18, i),
          "CLHG".includes(kind) ? art(kind, "", `translate(${x + 23} ${y + 20}) scale(1.4)`) : words("bold big", x + middle, y + 44, Number(kind) || kinds[kind]),
          move && words("price", x + middle, y + cell - 11, value || (price > 0 ? "+" : "−") + Math.abs(price)), here.map((seat, k) => piece(seat, x + cell - 16 - 23 * (k % 3), y + 17 + 23 * Math.floor(k / 3), 11))],
      };
    });
    return { width: columns * cell, height: rows * cell, least: columns * 44, wide: columns > 7, fields, parts: [rect("ground", 0, 0, columns * cell, rows * cell, 6),
      svg("polyline", { class: "band", points: fields.map(({ x, y }) => `${x + middle},${y + middle}`).join(" ") }), fields.map((f) => f.parts)] };
  },

  act(v, id) {
    const move = moveTo(v, Number(id));
    if (move) hooks.play([move]);
  },

  controls(v) {
    const card = v.past.findLast((p) => p.event.startsWith("card")), state = v.scene.players[v.turn]?.state;
    return [
      v.moves.filter((m) => deeds[m]).map((m) => button((m === "0" && zero[state] || deeds[m]) + (v.overlays.has("values") && v.values.has(m) ? ` (${short(v.values.get(m))})` : ""), () => hooks.play([m]), { class: "primary", disabled: !v.open })),
      card && el("p", { class: "notice" }, `${letter(card.seat)} drew a card: ${card.event.slice(6)}`),
      table("players", ["player", "square", "carrots", "lettuces", "rank", "finish with at most", "turn"], v.scene.players.map((p, seat) =>
        [[badge(seat), seat === v.turn && !v.over && " to move"], p.place ? `finished ${p.place}.` : p.square, p.carrots, p.lettuces, p.rank, p.finish_at_most, p.state])),
    ];
  },
});
