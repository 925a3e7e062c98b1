// The chess board. Its pieces, drawn in squares of 60, are in boards/chess.svg.
import { button, short } from "../dom.js";
import { art, files, rect, disc, words, squares } from "../shapes.js";

const cell = 60, half = cell / 2;
const kinds = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** Draws the piece with a letter at the corner of its square. @param {string} piece @param {number} x @param {number} y */
const man = (piece, x, y) => art(piece.toLowerCase(), `man ${colour(piece)}`, `translate(${x} ${y})`);
/** The colour of a piece, whose letter is a capital if it is white. @param {string} piece */
const colour = (piece) => (piece < "a" ? "white" : "black");
/** The name of a piece. @param {string} piece */
const named = (piece) => (piece === "-" ? "empty" : `${colour(piece)} ${kinds[piece.toLowerCase()]}`);

/** @param {Hooks} hooks @returns {Face} */
export function create(hooks) {
  let source = "";
  /** @type {string[]} promotions to choose from */
  let promotions = [];
  const clear = () => { source = ""; promotions = []; };
  const from = (v, id) => v.moves.filter((m) => m.startsWith(id));

  return {
    sides: ["White", "Black"],
    flips: true,
    pairs: true,
    scale: 300,

    paint(v) {
      const { board, check, last } = v.scene;
      if (!v.open || source && !from(v, source).length) clear();
      return squares({ columns: 8, rows: 8, cell, least: 252, edge: 24, flip: v.flip }, (i, x, y, column, row) => {
        const name = files[column] + (8 - row), piece = board[i], moves = source ? from(v, source + name) : [];
        const can = v.open && (moves.length > 0 || from(v, name).length > 0);
        const of = source ? moves : from(v, name), value = v.overlays.has("values") && of.length ? Math.max(...of.map((m) => v.values.get(m) ?? -Infinity)) : -Infinity;
        const marks = [(column + row) % 2 ? "dark" : "light", last.slice(0, 4).includes(name) && "moved", name === check && "check"];
        const figure = piece === "-" ? null : man(piece, x, y);
        const frame = name === source ? "chosen" : v.hint.slice(0, 4).includes(name) && "hint";
        return {
          id: name, can, man: v.open && from(v, name).length && figure, name: `${name}, ${named(piece)}${moves.length ? ", can be moved to" : name === source ? ", chosen" : can ? ", can move" : ""}${name === check ? ", in check" : ""}${last.slice(2, 4) === name ? ", moved last" : ""}${value > -Infinity ? `, value ${short(value)}` : ""}`,
          parts: [rect(`square64 ${marks.filter(Boolean).join(" ")}`, x, y, cell), frame && rect(`frame64 ${frame}`, x + 2.5, y + 2.5, cell - 5), figure,
            moves.length ? disc(piece === "-" ? "legal" : "ring", x + half, y + half, piece === "-" ? 8 : 27) : null, value > -Infinity ? words("tiny over", x + cell - 3, y + 13, short(value)) : null],
        };
      });
    },

    act(v, id, event) {
      if (event.drag) {
        [source, promotions] = [id, []];
        return hooks.redraw();
      }
      const moves = source ? from(v, source + id) : [];
      if (moves.length > 1) promotions = moves;
      else if (moves.length) hooks.play(moves);
      if (moves.length === 1) clear();
      else if (!moves.length) [source, promotions] = [source !== id && from(v, id).length ? id : "", []];
      hooks.redraw();
      if (promotions.length) document.querySelector("#controls button")?.focus();
    },

    escape() { const was = source; clear(); if (was) hooks.redraw(); return Boolean(was); },

    controls: (v) => promotions.map((m) => button(`Promote to ${kinds[m[4]]}`, () => { clear(); hooks.play([m]); }, { class: m[4] === "q" && "primary", disabled: !v.open })),
  };
}
