// The board of any game: the position as text, and a button for every move.
import { svg, button } from "../play/dom.js";

/** @typedef {import("../play/view.js").View} View */

export function create(/** @type {import("../play/view.js").Hooks} */ hooks) {
  return {
    overlays: {},

    /** @param {View} v */
    paint(v) {
      const lines = String(v.scene.text ?? JSON.stringify(v.scene, null, 1)).trimEnd().split("\n");
      const width = 24 + 8.5 * Math.max(20, ...lines.map((line) => line.length)), height = 24 + 18 * lines.length;
      const parts = [svg("rect", { class: "ground", x: 0, y: 0, width, height, rx: 4 }), ...lines.map((line, i) => svg("text", { class: "plain", x: 12, y: 26 + 18 * i, "xml:space": "preserve" }, line))];
      return { width, height, parts, fields: [{ id: "all", x: 0, y: 0, w: width, h: height, name: lines.join("\n") }] };
    },

    act() {},

    /** @param {View} v */
    controls(v) {
      const values = new Map((v.rating?.rated ?? []).map((r) => [r.move, r.value[v.turn]]));
      return v.moves.map((move) => button(move, () => hooks.play([move]), { disabled: !v.open, class: move === v.hint ? "primary" : "", title: values.get(move) ?? "" }));
    },
  };
}
