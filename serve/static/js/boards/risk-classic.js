// The map of classic Risk, with the hands of cards.
import { el, button } from "../dom.js";
import { map, most, overlay, portions } from "./risk.js";

/** The sides of an attack or a movement: its source, target and sign. @param {string} move */
const between = (move) => (move.match(/^(\d+)[->](\d+)[x!]/) ?? []).slice(1).map(Number);

/** @param {Hooks} hooks @returns {Face} */
export function create(hooks) {
  // source, target: chosen territories. units: to move. each: placed at a time.
  let source = null, target = null, units = 0, each = 1;
  const clear = () => { source = target = null; };
  const pairs = (v, from, to) => v.moves.filter((m) => { const [a, b] = between(m); return a === from && (to === null || b === to); });
  const placing = ({ scene }) => ["claim", "deploy", "place"].includes(scene.phase);

  /** What can be done with a territory, as the end of its name. */
  function deed(v, id) {
    if (!v.open) return "";
    if (placing(v)) return most(v, id) ? ", can take units" : "";
    const verb = v.scene.phase === "attack" ? "attack" : "move units";
    return source !== null && pairs(v, source, id).length ? (verb === "attack" ? ", can be attacked" : ", can take units") : id === source ? `, chosen to ${verb} from` : pairs(v, id, null).length ? `, can ${verb}` : "";
  }

  /** The buttons for the cards of the seat to move. */
  const trades = (v) => v.moves.filter((m) => m.startsWith("cards")).map((m) => {
    const names = new Map(v.scene.hands[v.turn].map((c) => [c.id, c.name]));
    return button(`Trade ${m.slice(5).split(",").map((c) => names.get(parseInt(c, 10)) + (c.endsWith("*") ? " +2" : "")).join(", ")}`, () => hooks.play([m]), { disabled: !v.open });
  });

  /** A slider for units to move from one territory to another. */
  function slider(v, from, to) {
    const all = pairs(v, from, to).map((m) => Number(m.split("x")[1]));
    if (units < 1 || units > Math.max(...all)) units = Math.max(...all);
    const go = button("", () => { const move = `${from}>${to}x${units}`; clear(); hooks.play([move]); }, { class: "primary", disabled: !v.open });
    const tell = () => { go.textContent = `Move ${units} to ${v.layout.territories[to].name}`; };
    tell();
    return [all.length > 1 && el("label", { class: "row small" }, "units", el("input", { type: "range", min: 1, max: Math.max(...all), value: units, oninput: (e) => { units = Number(e.target.value); tell(); } })), go];
  }

  return {
    scale: 0.3,

    paint(v) {
      if (v.over || placing(v) || source !== null && !pairs(v, source, null).length) clear();
      const marked = (v.past.at(-1)?.move.split(/[+x!]/)[0] ?? "").split(/[->]/);
      return map(v, { deed: (id) => deed(v, id), note: (t, narrow) => overlay(v, t, source, between, t.group.replace(narrow ? /(..)[^_]*_?/g : "_", narrow ? "$1" : " ")), source, target, marked });
    },

    act(v, id, event) {
      const at = Number(id), n = most(v, at);
      if (placing(v)) {
        if (n) hooks.play([`${at}+${Math.min(n, event.long ? n : event.shift ? 5 : each)}`]);
        return;
      }
      if (source !== null && pairs(v, source, at).length) target = at;
      else [source, target] = [pairs(v, at, null).length && source !== at ? at : null, null];
      units = 0;
      hooks.redraw();
      if (target !== null) document.querySelector("#controls")?.scrollIntoView({ block: "nearest" });
    },

    escape() { const was = source !== null; clear(); if (was) hooks.redraw(); return was; },

    controls(v) {
      const { phase, left, from, to, status, hands, worth } = v.scene, quiet = (text) => el("span", { class: "quiet" }, text);
      if (v.over) return [];
      const held = hands.flatMap((hand, seat) => (hand.length ? [quiet(`${"ABCDEF"[seat]}: ${hand.map((c) => c.name).join(", ")}.`)] : []));
      const stop = (text) => button(text, () => { clear(); hooks.play(["stop"]); }, { disabled: !v.open || !v.moves.includes("stop") });
      const end = [quiet(`${status}.`), ...held];
      if (phase === "trade") return [...trades(v), stop("Keep the cards"), quiet(`A set is worth ${worth} units.`), ...end];
      if (placing(v)) {
        return [phase === "place" && portions(left, each, (n) => { each = n; }), quiet("Shift places 5, a long press all."), ...end];
      }
      if (phase === "occupy") return [v.moves.length > 1 && slider(v, from, to), stop("No more follow"), ...end];
      const name = (id) => v.layout.territories[id].name;
      if (phase === "fortify") return [source !== null && target !== null && slider(v, source, target), stop("End the turn"), quiet(source === null ? "choose a territory to move units from" : target === null ? `from ${name(source)}: choose where to` : ""), ...end];
      const shown = [stop("Stop"), source === null && quiet("choose a territory to attack from"), source !== null && target === null && quiet(`from ${name(source)}: choose a target`)];
      if (source !== null && target !== null) shown.push(...pairs(v, source, target).map((m) => button(m.endsWith("!") ? `Attack ${name(target)} to the end` : `One throw with ${m.split("x")[1]} dice`, () => hooks.play([m]), { class: m.endsWith("!") && "primary", disabled: !v.open })));
      return [...shown, ...end];
    },

    detail(v, id) {
      const t = v.layout.territories[id], c = v.scene.cells[id];
      return `${t.name}: ${c.owner < 0 ? "free" : c.owner === 6 ? "neutral" : "ABCDEF"[c.owner]}, ${c.units}`;
    },
  };
}
