// The board of Othello.
import { short, button } from "../dom.js";
import { files, rect, disc, words, squares } from "../shapes.js";

const cell = 64, half = cell / 2;
const sides = { X: "black", O: "white", "-": "empty" };

/** The value of a square by the agent's weights, whose names depend on the model. @param {string} square @param {number[]} at its column and row @param {Record<string, number>} weights */
function worth(square, at, weights) {
  const [a, b] = at.map((n) => Math.min(n, 7 - n)).sort(), name = files[b] + (a + 1);
  return weights[name] ?? weights[square] ?? weights[name + "_early"];
}

/** Formats the value of a move, or the final score if the agent has solved the position. @param {View} v @param {string} name */
const worded = (v, name) => { const value = v.values.get(name) ?? 0; return v.rating.extra.exact === true ? (value > 0 ? "+" : "") + value : short(value); };

/** @param {Hooks} hooks @returns {Face} */
export function create(hooks) {
  /** The current board, the previous one, and the time of the change. */
  let shown = "", before = "", since = 0;
  return {
    sides: ["Black", "White"],
    flips: true,
    scale: 8,

    paint(v) {
      const { board, flips, last } = v.scene, show = (id) => v.overlays.has(id);
      const turned = show("flips") && flips[v.point ?? ""] || [];
      if (board !== shown) [before, shown, since] = [shown, board, Date.now()];
      const was = Date.now() - since < 200 && before;
      return squares({ columns: 8, rows: 8, cell, least: 252, edge: 26, flip: v.flip, down: true }, (i, x, y, column, row) => {
        const name = files[column] + (row + 1), legal = name in flips, colour = sides[board[i]], value = show("values") && v.values.has(name) ? worded(v, name) : "";
        const parts = [rect("felt" + (name === v.hint ? " hint" : ""), x, y, cell)];
        const round = (kind, r) => parts.push(disc(kind, x + half, y + half, r));
        const write = (kind, text) => parts.push(words(kind, x + half, y + half + 5, text));
        if (colour !== "empty") {
          round(`disc ${colour}${was && was[i] !== "-" && was[i] !== board[i] ? " turns" : ""}`, 26);
          if (name === last) round("last", 6);
          if (turned.includes(name)) round("ring", 22);
          if (show("stable") && v.scene.stable.includes(name)) write(`on-${colour} small`, "●");
          else if (show("frontier") && v.scene.frontier.includes(name)) write(`on-${colour}`, "◦");
        } else if (legal) {
          if (value) write("value", value);
          else if (show("flips")) write("value", flips[name].length);
          else round("legal", 7);
          if (value && name === v.rating.rated[0].move) round("ring", 27);
        }
        const square = show("squares") && v.rating ? worth(name, [column, row], v.rating.weights) : null;
        if (square != null) parts.push(colour === "empty" ? words("tiny halo", x + cell - 5, y + cell - 6, short(square)) : words(`tiny halo on-${colour}`, x + half, y + half + 18, short(square)));
        return { id: name, can: legal && v.open, parts, name: `${name}, ${legal ? `legal move, turns ${flips[name].length}${value && `, value ${value}`}` : colour}${name === last ? ", last move" : ""}` };
      });
    },

    act(v, id) { if (id in v.scene.flips) hooks.play([id]); },

    controls: (v) => v.moves[0] === "pass" ? [button("Pass", () => hooks.play(["pass"]), { class: "primary", disabled: !v.open })] : [],

    detail: (v, id) => v.scene.flips[id] ? `${id} turns ${v.scene.flips[id].join(", ")}${v.values.has(id) ? `; ${v.rating.extra.exact === true ? "exactly" : "value"} ${worded(v, id)}` : ""}` : "",
  };
}
