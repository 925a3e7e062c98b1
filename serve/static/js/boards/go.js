// The board of Go: stones on the crossings of lines.
import { button, svg } from "../dom.js";
import { rect, disc, squares } from "../shapes.js";

const cell = 44, half = cell / 2;
/** The names of the columns. There is no I, because it looks like J. */
const names = "ABCDEFGHJKLMNOPQRST";
const stones = { X: "black", O: "white", ".": "" };

/** Reports whether a crossing of a board with n lines is a star point. @param {number} n @param {number} column @param {number} row */
function star(n, column, row) {
  if (n < 7) return false;
  const far = n < 12 ? 2 : 3, on = (k) => k === far || k === n - 1 - far || n % 2 && k === (n - 1) / 2;
  return on(column) && on(row);
}

/** @param {Hooks} hooks @returns {Face} */
export const create = (hooks) => ({
  sides: ["Black", "White"],
  flips: true,

  paint(v) {
    const { size, board, last } = v.scene, legal = new Set(v.open ? v.moves : []);
    const picture = squares({ columns: size, rows: size, cell, edge: 26, flip: v.flip, names }, (i, x, y, column, row) => {
      const name = names[column] + (size - row), stone = stones[board[i]], middle = [x + half, y + half];
      // The lines end at the edge of the board, on whichever side of the picture that is.
      const ends = (at, k) => [at + (k === (v.flip ? size - 1 : 0) ? half : 0), at + (k === (v.flip ? 0 : size - 1) ? half : cell)], [left, right] = ends(x, column), [top, foot] = ends(y, row);
      const parts = [svg("line", { class: "grid-line", x1: left, x2: right, y1: middle[1], y2: middle[1] }), svg("line", { class: "grid-line", x1: middle[0], x2: middle[0], y1: top, y2: foot })];
      if (star(size, column, row)) parts.push(disc("star", ...middle, 4));
      if (stone) parts.push(disc(`stone ${stone}`, ...middle, 20));
      if (name === last) parts.push(disc("last-stone", ...middle, 6));
      if (name === v.hint) parts.push(disc("hinted", ...middle, 17));
      return { id: name, can: legal.has(name), parts, name: `${name}, ${stone ? `${stone} stone` : "empty"}${legal.has(name) ? ", legal move" : ""}${name === last ? ", last move" : ""}` };
    });
    picture.parts.splice(1, 0, rect("wood", 26, 26, size * cell)); // below the lines
    return picture;
  },

  act(v, id) { if (v.moves.includes(id)) hooks.play([id]); },

  controls: (v) => v.moves.includes("pass") ? [button("Pass", () => hooks.play(["pass"]), { disabled: !v.open, class: v.hint === "pass" && "primary" })] : [],
});
