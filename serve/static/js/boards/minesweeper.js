// The board of Minesweeper Flags. Mines score points, so they are not drawn in red.
import { short, button } from "../dom.js";
import { rect, words, piece, squares } from "../shapes.js";

const cell = 32, half = cell / 2;

/** @param {Hooks} hooks @returns {Face} */
export function create(hooks) {
  /** The next field that is pressed gets the bomb. */
  let bombing = false;
  return {
    scale: 4,
    worth: (v) => v.scene.score,

    paint(v) {
      const { rows, width, height, hidden } = v.scene, extra = v.rating?.extra ?? {}, show = (id) => v.overlays.has(id);
      const set = (cells) => new Set((cells ?? []).map(String));
      const mines = set(extra.sure_mines), safe = set(extra.sure_safe), bared = set(hidden), legal = new Set(v.moves);
      const candidates = new Map((extra.candidates ?? []).map((c) => [c.move, c.features]));
      return squares({ columns: width, rows: height, cell }, (i, left, top, x, y) => {
        const id = `${x},${y}`, what = rows[y][x], closed = what === ".", owner = "ab".indexOf(what), p = closed ? extra.probabilities?.[y]?.[x] : null;
        const parts = [rect(`cell ${closed ? "closed" : "open"}${id === v.hint ? " hint" : ""}`, left, top, cell)];
        const write = (kind, text) => parts.push(words(kind, left + half, top + half + 5, text));
        if (p != null && show("probability")) {
          parts.push(rect("likely", left + 1, top + 1, cell - 2));
          parts[1].setAttribute("opacity", String(0.75 * p));
        }
        if (owner >= 0) parts.push(...piece(owner, left + half, top + half, 12));
        else if (what === "*" || bared.has(id)) write("bold", "✱");
        else if (!closed) { if (what !== "0") write("bold", what); } else if (show("certain") && mines.has(id)) write("bold", "✕");
        else if (show("certain") && safe.has(id)) write("bold", "·");
        else {
          const value = ["guess", "click"].map((kind) => (show(kind) ? candidates.get(id)?.[kind] : null)).find((x) => x != null) ?? (show("score") ? v.values.get(id) : null);
          if (value != null) write("mini", Math.abs(value) < 1000 ? short(value) : `${(value / 1000).toFixed(1)}k`);
          else if (p != null && show("probability")) write("mini", `${Math.round(100 * p)}%`);
        }
        const state = closed ? (legal.has(id) ? "closed" : "closed, not to be played") : owner >= 0 ? `mine of ${"AB"[owner]}` : what === "*" ? "mine" : `open, ${what}`;
        const known = mines.has(id) ? ", certainly a mine" : safe.has(id) ? ", certainly no mine" : p != null ? `, a mine with ${(100 * p).toFixed(0)}%` : "";
        return { id, can: v.open && (bombing || legal.has(id)), parts, name: `column ${x}, row ${y}: ${state}${known}` };
      });
    },

    act(v, id) {
      if (!bombing && !v.moves.includes(id)) return;
      hooks.play([bombing ? "b" + id : id]);
      bombing = false;
    },

    escape() { const was = bombing; bombing = false; if (was) hooks.redraw(); return was; },

    controls: (v) => v.moves.some((m) => m.startsWith("b")) ? [button("Throw the bomb", () => { bombing = !bombing; hooks.redraw(); }, { "aria-pressed": String(bombing), disabled: !v.open })] : [],

    detail(v, id) {
      const c = v.rating?.extra?.candidates?.find((one) => one.move === id);
      return c ? `${id}: score ${short(c.score)}; ${Object.entries(c.features).map(([name, value]) => `${name} ${short(Number(value))}`).join(", ")}` : "";
    },
  };
}
