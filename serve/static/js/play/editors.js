// The editors of positions: for each game its tools, what they do to a scene, and
// the scene in the game's notation.
import { badge, el, letter } from "../dom.js";
import { named } from "../boards/chess.js";

/** A text with one letter changed. @param {string} text @param {number} at @param {string} to */
const put = (text, at, to) => text.slice(0, at) + to + text.slice(at + 1);

/** The rights to castle that kings and rooks at home leave. @param {string} board */
const rights = (board) => [["K", 60, 63], ["Q", 60, 56], ["k", 4, 7], ["q", 4, 0]].filter(([right, king, rook]) => {
  const [k, r] = right < "a" ? "KR" : "kr";
  return board[king] === k && board[rook] === r;
}).map(([right]) => right).join("") || "-";

/** The place of a square, by its name; row 1 is at the top or at the foot. @param {string} id @param {boolean} top */
const square = (id, top) => "abcdefgh".indexOf(id[0]) + 8 * (top ? Number(id[1]) - 1 : 8 - Number(id[1]));

/** By game; a game without one is set up as text. @type {Record<string, Editor>} */
export const editors = {
  chess: {
    tools: Array.from("PNBRQK-pnbrqk", (p) => [p, named(p)]),
    apply(scene, id, tool) { Object.assign(scene, { board: put(scene.board, square(id, false), tool), check: "", last: "" }); },
    write: (scene, turn) => `${scene.board.match(/.{8}/g).join("/").replace(/-+/g, (gap) => gap.length)} ${"wb"[turn]} ${rights(scene.board)} - 0 1`,
    clear(scene) { Object.assign(scene, { board: "-".repeat(64), check: "", last: "" }); },
  },

  hare: {
    tools: [],
    apply() {},
    fields: (scene, changed) => scene.players.map((p, i) => el("div", { class: "row" }, badge(i), ["square", "carrots", "lettuces"].map((key) =>
      el("label", { class: "row small" }, key, el("input", { type: "number", min: 0, value: p[key], class: "short", onchange: (e) => { p[key] = Number(e.target.value); changed(); } }))))),
    write(scene, turn) {
      const n = scene.players.length, all = Array.from({ length: n }, (_, k) => scene.players[(turn + k) % n]);
      return all.map((p) => [p.square, p.carrots, p.lettuces, { waits: "t", eats: "t", chooses: "c" }[p.state] ?? "f"].join(";")).join(";") + (turn ? ` @${turn + 1}` : "");
    },
  },

  minesweeper: {
    tools: [...Array.from("12345678", (n) => [n, n]), [".", "closed"], ["0", "0"], ["a", "mine of A"], ["b", "mine of B"], ["*", "mine"]],
    apply(scene, id, tool) { const [x, y] = id.split(",").map(Number); scene.rows[y] = put(scene.rows[y], x, tool); },
    write: (scene, turn) => scene.rows.join("/") + (turn ? " ; b" : ""),
    clear(scene) { scene.rows = scene.rows.map((row) => ".".repeat(row.length)); },
  },

  othello: {
    tools: [["X", "black disc"], ["O", "white disc"], ["-", "empty"]],
    apply(scene, id, tool) { scene.board = put(scene.board, square(id, true), tool); scene.flips = {}; },
    write: (scene, turn) => `${scene.board} ${"XO"[turn]}`,
    clear(scene) { scene.board = "-".repeat(64); scene.flips = {}; },
  },

  risk: {
    tools: [...Array.from("ABCDEF", (name, i) => [String(i), name]), ["+", "more units"], ["-", "fewer units"]],
    apply(scene, id, tool) { const c = scene.cells[id]; if (tool > "/") c.owner = Number(tool); else c.units = Math.max(1, c.units + (tool === "+" ? 1 : -1)); },
    write(scene, turn) {
      const cells = scene.cells.map((c) => letter(c.owner) + c.units), { rows, cols, phase, left } = scene;
      const text = rows ? Array.from({ length: rows }, (_, y) => cells.slice(y * cols, (y + 1) * cols).join(" ")).join(" / ") : cells.join(" ");
      return `${text} ; ${letter(turn)} ${phase === "attack" ? `attack ${left}` : "draft"}`;
    },
  },
};
