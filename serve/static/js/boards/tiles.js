// The board of 2048: tiles that slide by arrow keys, swipes or buttons.
import { button, short } from "../dom.js";
import { rect, words, squares } from "../shapes.js";

const cell = 90;
const signs = { up: "↑", down: "↓", left: "←", right: "→" };

/** @param {Hooks} hooks @returns {Face} */
export const create = (hooks) => ({
  paint: (v) => ({ slides: v.open, ...squares({ columns: v.scene.tiles[0].length, rows: v.scene.tiles.length, cell, least: 240 }, (i, x, y, column, row) => {
    const tile = v.scene.tiles[row][column];
    const kind = `t${tile ? Math.min(11, Math.log2(tile)) : 0}`;
    return { id: `${column},${row}`, name: `row ${row + 1}, column ${column + 1}: ${tile || "empty"}`,
      parts: [rect(`tile ${kind}`, x + 5, y + 5, cell - 8, cell - 8, 6), tile ? words(`tile-text ${kind}`, x + cell / 2 + 1, y + cell / 2 + 11, tile) : null] };
  }) }),

  slide(v, to) {
    if (v.open && v.moves.includes(to)) hooks.play([to]);
    return true;
  },

  controls: (v) => Object.entries(signs).map(([move, sign]) => button(`${sign} ${move}${v.overlays.has("values") && v.values.has(move) ? ` (${short(v.values.get(move))})` : ""}`, () => hooks.play([move]),
    { disabled: !v.open || !v.moves.includes(move), class: move === v.hint && "primary" })),
});
