// The board of 2048: tiles that slide by arrows, buttons, or a swipe.
import { svg, button } from "../play/dom.js";

/** @typedef {import("../play/view.js").View} View */

const cell = 90;
const signs = { up: "↑", down: "↓", left: "←", right: "→" };

export function create(/** @type {import("../play/view.js").Hooks} */ hooks) {
  return {
    overlays: {},

    /** @param {View} v */
    paint(v) {
      const rows = v.scene.tiles, side = rows.length * cell + 8;
      /** @type {any[]} */ const parts = [svg("rect", { class: "ground", x: 0, y: 0, width: side, height: side, rx: 6 })];
      /** @type {import("../play/board.js").Field[]} */ const fields = [];
      rows.forEach((/** @type {number[]} */ row, /** @type {number} */ y) => row.forEach((tile, x) => {
        const level = tile ? Math.min(11, Math.log2(tile)) : 0;
        parts.push(svg("rect", { class: `tile t${level}`, x: 8 + cell * x, y: 8 + cell * y, width: cell - 8, height: cell - 8, rx: 6 }));
        if (tile) parts.push(svg("text", { class: `tile-text t${level}`, x: 4 + cell * (x + 0.5), y: 4 + cell * (y + 0.5) + 10 }, tile));
        fields.push({ id: `${x},${y}`, x: 8 + cell * x, y: 8 + cell * y, w: cell - 8, h: cell - 8, name: `row ${y + 1}, column ${x + 1}: ${tile || "empty"}` });
      }));
      return { width: side, height: side, least: 240, parts, fields };
    },

    act() {},

    /** @param {View} v */
    controls(v) {
      const values = new Map((v.rating?.rated ?? []).map((r) => [r.move, r.value[0]]));
      return Object.entries(signs).map(([move, sign]) => button(`${sign} ${move}`, () => hooks.play([move]), {
        disabled: !v.open || !v.moves.includes(move), class: move === v.hint ? "primary" : "", title: values.has(move) ? `value ${values.get(move)?.toFixed(1)}` : "",
      }));
    },

    /** @param {View} v */
    status: (v) => `score ${v.scene.score}, ${v.scene.slides} slides`,
  };
}
