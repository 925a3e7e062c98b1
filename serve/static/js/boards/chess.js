// The chess board. Its pieces are drawn here, each as one outline in a square of 60.
import { button, short, svg } from "../dom.js";
import { rect, disc, path, words, squares } from "../shapes.js";

const names = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i % 8] + (8 - Math.floor(i / 8)));
const cell = 60, half = cell / 2;
const kinds = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const worth = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** Outlines, and the lines on them. */
const drawings = {
  p: ["M17 52h26v-5q-8-4-9-15h3v-4h-3a8.5 8.5 0 1 0-8 0h-3v4h3q-1 11-9 15z", ""],
  r: ["M15 52h30v-6l-5-4-2-15 4-4v-11h-6v5h-4v-5h-4v5h-4v-5h-6v11l4 4-2 15-5 4z", "M21 42h18M22 27h16"],
  n: ["M18 52h27q1-24-6-33-4-6-10-7l-4-6-3 7q-4 2-6 8l-6 12q0 6 6 5l7-5q4 0 6-3 1 6-5 11-6 4-6 11z", "M25 20l-2 2M37 22q5 8 4 24"],
  b: ["M16 52h28v-4q-7-1-8-7 6-4 6-11 0-7-9-16a4 4 0 1 0-6 0q-9 9-9 16 0 7 6 11-1 6-8 7z", "M24 41h12M30 22v11M25.5 27h9"],
  q: ["M16 52h28v-5l-3-4 6-24-9 10-3-16-5 14-5-14-3 16-9-10 6 24-3 4z", "M19 43q11-4 22 0"],
  k: ["M16 52h28v-5l-3-4q9-9 5-17-6-6-14 1v-7h5v-4h-5v-5h-4v5h-5v4h5v7q-8-7-14-1-4 8 5 17l-3 4z", "M19 43q11-4 22 0M30 28v11"],
};

/** A piece by its letter, at the corner of its square. @param {string} piece @param {number} x @param {number} y */
export const man = (piece, x, y) => svg("g", { class: `man ${colour(piece)}`, transform: `translate(${x} ${y})` }, drawings[piece.toLowerCase()].map((d) => path("", d)));
const colour = (piece) => (piece < "a" ? "white" : "black");
/** A piece in words. @param {string} piece */
export const named = (piece) => (piece === "-" ? "empty" : `${colour(piece)} ${kinds[piece.toLowerCase()]}`);

/** @param {Hooks} hooks @returns {Face} */
export function create(hooks) {
  let source = "";
  /** @type {string[]} the moves among which the piece is still to be chosen */ let promotions = [];
  const clear = () => { source = ""; promotions = []; };
  const from = (v, id) => v.moves.filter((m) => m.startsWith(id));

  return {
    sides: ["White", "Black"],
    flips: true,
    scale: 300,
    rated: ["values"],
    overlays: { values: "value of every move" },

    paint(v) {
      const { board, check, last } = v.scene;
      if (!v.open || source && !from(v, source).length) clear();
      return squares({ columns: 8, rows: 8, cell, least: 252, edge: 24, flip: v.flip }, (i, x, y) => {
        const name = names[i], piece = board[i], moves = source ? from(v, source + name) : [];
        const can = v.open && (moves.length > 0 || from(v, name).length > 0);
        const of = source ? moves : from(v, name), value = v.overlays.has("values") && of.length ? Math.max(...of.map((m) => v.values.get(m) ?? -Infinity)) : -Infinity;
        const marks = [(i + Math.floor(i / 8)) % 2 ? "dark" : "light", last.slice(0, 4).includes(name) && "moved", name === check && "check"];
        const frame = name === source ? "chosen" : v.hint.slice(0, 4).includes(name) && "hint";
        return {
          id: name, can, name: `${name}, ${named(piece)}${moves.length ? ", can be moved to" : name === source ? ", chosen" : can ? ", can move" : ""}${name === check ? ", in check" : ""}${last.slice(2, 4) === name ? ", moved last" : ""}${value > -Infinity ? `, value ${short(value)}` : ""}`,
          parts: [rect(`square64 ${marks.filter(Boolean).join(" ")}`, x, y, cell), frame && rect(`frame64 ${frame}`, x + 2.5, y + 2.5, cell - 5), piece === "-" ? null : man(piece, x, y),
            moves.length ? disc(piece === "-" ? "legal" : "ring", x + half, y + half, piece === "-" ? 8 : 27) : null, value > -Infinity ? words("tiny over", x + cell - 3, y + 13, short(value)) : null],
        };
      });
    },

    act(v, id) {
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

    status(v) {
      const ahead = Array.from(v.scene.board).reduce((sum, p) => sum + (worth[p.toLowerCase()] ?? 0) * (p < "a" ? 1 : -1), 0);
      return (v.scene.check && !v.over ? "check; " : "") + (ahead ? `material +${Math.abs(ahead)} for ${ahead > 0 ? "White" : "Black"}` : "material is even");
    },
  };
}
