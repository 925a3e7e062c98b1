// The board of games without their own: the position as text, and a button for every move.
import { button } from "../dom.js";
import { rect, words } from "../shapes.js";

/** @param {Hooks} hooks @returns {Face} */
export const create = (hooks) => ({
  paint(v) {
    const lines = String(v.scene.text ?? JSON.stringify(v.scene, null, 1)).trimEnd().split("\n");
    const width = 24 + 8.5 * Math.max(20, ...lines.map((line) => line.length)), height = 24 + 18 * lines.length;
    return { width, height, parts: [rect("ground", 0, 0, width, height, 4), lines.map((line, i) => words("plain", 12, 26 + 18 * i, line))], fields: [{ id: "all", x: 0, y: 0, w: width, h: height, name: lines.join("\n") }] };
  },

  controls: (v) => v.moves.map((move) => button(move, () => hooks.play([move]), { disabled: !v.open, class: move === v.hint && "primary", title: v.values.get(move) })),
});
