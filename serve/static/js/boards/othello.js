// The board of Othello.
import { svg, short, button } from "../play/dom.js";

/** @typedef {import("../play/view.js").View} View */

const names = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i % 8] + (1 + Math.floor(i / 8)));
const edge = 26, cell = 64;
const sides = { X: "black", O: "white", "-": "empty" };

/** The value of a square by the weights of the agent, for the overlay. @param {number} i @param {Record<string, number>} weights */
function worth(i, weights) {
  const fold = (/** @type {number} */ n) => Math.min(n, 7 - n);
  const [a, b] = [fold(i % 8), fold(Math.floor(i / 8))].sort((x, y) => x - y);
  const name = "abcd"[b] + (a + 1);
  return weights[name] ?? weights[names[i]] ?? weights[name + "_early"];
}

/** Whether an empty square is next to a disc. @param {string} board @param {number} i */
function frontier(board, i) {
  const x = i % 8, y = Math.floor(i / 8);
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) {
      const [u, v] = [x + dx, y + dy];
      if (u >= 0 && u < 8 && v >= 0 && v < 8 && board[8 * v + u] === "-") return true;
    }
  }
  return false;
}

/** Discs that can never be turned because of a corner: rows from it, each shorter than the one before. @param {string} board @returns {Set<number>} */
function anchored(board) {
  const out = new Set();
  for (const [corner, along, down] of [[0, 1, 8], [7, -1, 8], [56, 1, -8], [63, -1, -8]]) {
    const side = board[corner];
    if (side === "-") continue;
    for (let rows = 8, k = 0; k < 8 && rows > 0; k++) {
      let n = 0;
      while (n < rows && board[corner + k * down + n * along] === side) out.add(corner + k * down + n++ * along);
      rows = n === 8 ? 8 : n - 1;
    }
  }
  return out;
}

export function create(/** @type {import("../play/view.js").Hooks} */ hooks) {
  let before = "";
  return {
    sides: ["Black", "White"],
    scale: 8,
    rated: ["values", "squares"],
    overlays: { values: "value of every move", flips: "discs a move turns", squares: "square values", frontier: "frontier discs", stable: "stable discs (from the corners)" },

    /** @param {View} v */
    paint(v) {
      const { board, flips, last } = v.scene;
      const on = v.overlays, turned = flips[v.point ?? ""] ?? [];
      const values = new Map((v.rating?.rated ?? []).map((/** @type {any} */ r) => [r.move, r.value[v.turn]]));
      const best = v.rating?.rated[0]?.move;
      const safe = on.has("stable") ? anchored(board) : new Set();
      /** @type {any[]} */ const parts = [svg("rect", { class: "ground", x: 0, y: 0, width: edge + 8 * cell + 4, height: edge + 8 * cell + 4, rx: 4 })];
      for (let k = 0; k < 8; k++) {
        parts.push(svg("text", { class: "mark", x: edge + cell * (k + 0.5), y: 18 }, "abcdefgh"[k]), svg("text", { class: "mark", x: 13, y: edge + cell * (k + 0.5) + 5 }, k + 1));
      }
      /** @type {import("../play/board.js").Field[]} */ const fields = [];
      names.forEach((name, i) => {
        const x = edge + cell * (i % 8), y = edge + cell * Math.floor(i / 8), legal = name in flips, disc = board[i];
        const text = (/** @type {string} */ words, /** @type {string} */ kind) => parts.push(svg("text", { class: kind, x: x + cell / 2, y: y + cell / 2 + 5 }, words));
        parts.push(svg("rect", { class: "felt" + (name === v.hint ? " hint" : ""), x, y, width: cell, height: cell }));
        if (disc !== "-") {
          const turns = before && before[i] !== "-" && before[i] !== disc;
          parts.push(svg("circle", { class: `disc ${sides[disc]}${turns ? " turns" : ""}`, cx: x + cell / 2, cy: y + cell / 2, r: 26 }));
          if (name === last) parts.push(svg("circle", { class: "last", cx: x + cell / 2, cy: y + cell / 2, r: 6 }));
          if (turned.includes(name)) parts.push(svg("circle", { class: "ring", cx: x + cell / 2, cy: y + cell / 2, r: 22 }));
          if (on.has("frontier") && frontier(board, i)) text("◦", `on-${sides[disc]}`);
          if (safe.has(i)) text("●", `on-${sides[disc]} small`);
        } else if (legal) {
          if (on.has("values") && values.has(name)) text(short(values.get(name)), "value");
          else if (on.has("flips")) text(String(flips[name].length), "value");
          else parts.push(svg("circle", { class: "legal", cx: x + cell / 2, cy: y + cell / 2, r: 7 }));
          if (on.has("values") && name === best) parts.push(svg("circle", { class: "ring", cx: x + cell / 2, cy: y + cell / 2, r: 27 }));
        }
        if (on.has("squares") && v.rating) {
          const w = worth(i, v.rating.weights);
          if (w != null) parts.push(svg("text", { class: "tiny", x: x + cell - 5, y: y + cell - 6 }, short(w)));
        }
        const value = values.has(name) && on.has("values") ? `, value ${short(values.get(name))}` : "";
        fields.push({ id: name, x, y, w: cell, h: cell, can: legal && v.open, name: `${name}, ${legal ? `legal move, turns ${flips[name].length}${value}` : sides[disc]}${name === last ? ", last move" : ""}` });
      });
      before = board;
      return { width: edge + 8 * cell + 4, height: edge + 8 * cell + 4, least: 252, parts, fields };
    },

    /** @param {View} v @param {string} id */
    act(v, id) { if (id in v.scene.flips) hooks.play([id]); },

    /** @param {View} v */
    controls(v) { return v.moves[0] === "pass" ? [button("Pass", () => hooks.play(["pass"]), { class: "primary", disabled: !v.open })] : []; },

    /** @param {View} v @param {string} id */
    detail(v, id) { return id in v.scene.flips ? `${id} turns ${v.scene.flips[id].join(", ")}` : id; },

    /** @param {View} v */
    status(v) { return `Black ${v.scene.discs[0]}, White ${v.scene.discs[1]}`; },

    setup: {
      tools: { X: "black disc", O: "white disc", "-": "empty" },
      /** @param {any} scene @param {string} id @param {string} tool */
      apply(scene, id, tool) { const i = names.indexOf(id); scene.board = scene.board.slice(0, i) + tool + scene.board.slice(i + 1); scene.flips = {}; },
      /** @param {any} scene @param {number} turn */
      write: (scene, turn) => `${scene.board} ${"XO"[turn]}`,
      /** @param {any} scene */
      clear(scene) { scene.board = "-".repeat(64); scene.flips = {}; },
    },
  };
}
