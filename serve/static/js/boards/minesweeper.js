// The field of Minesweeper Flags. A mine is gained here: no red for danger.
import { svg, letter, short, button } from "../play/dom.js";

/** @typedef {import("../play/view.js").View} View */

const cell = 32;
const key = (/** @type {number} */ x, /** @type {number} */ y) => `${x},${y}`;

export function create(/** @type {import("../play/view.js").Hooks} */ hooks) {
  let bombing = false;
  return {
    scale: 4,
    worth: (/** @type {View} */ v) => v.scene.score,
    overlays: { certain: "certain mines and safe cells", probability: "probability of a mine", guess: "score as a guess", click: "score as a safe click", score: "what the agent values" },
    rated: ["certain", "probability", "guess", "click", "score"],

    /** @param {View} v */
    paint(v) {
      const { rows, width, height } = v.scene, x = v.rating?.extra ?? {}, on = v.overlays;
      const mines = new Set((x.sure_mines ?? []).map((/** @type {number[]} */ [a, b]) => key(a, b))), safe = new Set((x.sure_safe ?? []).map((/** @type {number[]} */ [a, b]) => key(a, b)));
      const candidates = new Map((x.candidates ?? []).map((/** @type {any} */ c) => [c.move, c]));
      const values = new Map((v.rating?.rated ?? []).map((r) => [r.move, r.value[v.turn]]));
      const hidden = new Set((v.scene.hidden ?? []).map((/** @type {number[]} */ [a, b]) => key(a, b)));
      /** @type {any[]} */ const parts = [svg("rect", { class: "ground", x: 0, y: 0, width: width * cell, height: height * cell })];
      /** @type {import("../play/board.js").Field[]} */ const fields = [];
      rows.forEach((/** @type {string} */ row, /** @type {number} */ j) => Array.from(row, (what, i) => {
        const id = key(i, j), left = cell * i, top = cell * j, p = x.probabilities?.[j]?.[i], closed = what === ".", found = what === "a" || what === "b", candidate = candidates.get(id);
        const rect = svg("rect", { class: `cell ${closed ? "closed" : "open"}${id === v.hint ? " hint" : ""}`, x: left, y: top, width: cell, height: cell });
        const text = (/** @type {any} */ words, /** @type {string} */ kind) => parts.push(svg("text", { class: kind, x: left + cell / 2, y: top + cell / 2 + 5 }, words));
        parts.push(rect);
        if (closed && p != null && on.has("probability")) parts.push(svg("rect", { class: "likely", x: left + 1, y: top + 1, width: cell - 2, height: cell - 2, opacity: 0.75 * p }));
        if (found) { parts.push(svg("circle", { class: `piece seat-${what.toUpperCase()}`, cx: left + cell / 2, cy: top + cell / 2, r: 12 })); text(what.toUpperCase(), `on-${what.toUpperCase()} bold`); } else if (what === "*" || hidden.has(id)) text("✱", "bold");
        else if (!closed) { if (what !== "0") text(what, `number-${what} bold`); } else if (on.has("certain") && mines.has(id)) text("✕", "bold");
        else if (on.has("certain") && safe.has(id)) text("·", "bold");
        else if (on.has("guess") && candidate?.features.guess != null) text(short(candidate.features.guess), "mini");
        else if (on.has("click") && candidate?.features.click != null) text(short(candidate.features.click), "mini");
        else if (on.has("score") && values.has(id)) text(short(values.get(id)), "mini");
        else if (on.has("probability") && p != null) text(Math.round(100 * p), "mini");
        const state = closed ? (v.moves.includes(id) ? "closed" : "closed, not to be played") : found ? `mine of ${letter(what.charCodeAt(0) - 97)}` : what === "*" ? "mine" : `open, ${what}`;
        const certain = mines.has(id) ? ", certainly a mine" : safe.has(id) ? ", certainly no mine" : p != null && closed ? `, a mine with ${(100 * p).toFixed(0)}%` : "";
        fields.push({ id, x: left, y: top, w: cell, h: cell, can: v.open && (closed || bombing), name: `column ${i}, row ${j}: ${state}${v.rating ? certain : ""}` });
      }));
      return { width: width * cell, height: height * cell, least: width * 28, parts, fields };
    },

    /** @param {View} v @param {string} id */
    act(v, id) {
      const move = bombing ? "b" + id : id;
      if (!bombing && !v.moves.includes(id)) return;
      bombing = false;
      hooks.play([move]);
    },

    escape() { const was = bombing; bombing = false; if (was) hooks.redraw(); return was; },

    /** @param {View} v */
    controls(v) {
      return v.moves.some((m) => m.startsWith("b")) ? [button("Throw the bomb", () => { bombing = !bombing; hooks.redraw(); }, { "aria-pressed": String(bombing), disabled: !v.open })] : [];
    },

    /** @param {View} v @param {string} id */
    detail(v, id) {
      const c = (v.rating?.extra?.candidates ?? []).find((/** @type {any} */ c) => c.move === id);
      return c ? `${id}: score ${short(c.score)}; ${Object.entries(c.features).map(([k, value]) => `${k} ${short(Number(value))}`).join(", ")}` : "";
    },

    /** @param {View} v */
    status: (v) => `A ${v.scene.score[0]}, B ${v.scene.score[1]}, ${v.scene.left} of ${v.scene.mines} mines left${v.moves.length === v.scene.width * v.scene.height ? "; the first cell may be a mine" : ""}`,

    setup: {
      tools: { ".": "closed", 0: "0", 1: "1", 2: "2", 3: "3", 4: "4", a: "mine of A", b: "mine of B", 5: "5", 6: "6", 7: "7", 8: "8", "*": "mine" },
      /** @param {any} scene @param {string} id @param {string} tool */
      apply(scene, id, tool) { const [x, y] = id.split(",").map(Number); scene.rows[y] = scene.rows[y].slice(0, x) + tool + scene.rows[y].slice(x + 1); },
      /** @param {any} scene @param {number} turn */
      write: (scene, turn) => scene.rows.join("/") + (turn ? " ; b" : ""),
      /** @param {any} scene */
      clear(scene) { scene.rows = scene.rows.map((/** @type {string} */ r) => ".".repeat(r.length)); },
    },
  };
}
