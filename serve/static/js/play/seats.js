// Who sits where: people and agents, with every setting that a player has.
import { el, letter } from "./dom.js";

/** @typedef {{source: string, settings: Record<string, string>}} Seat  source "" is a person */

/** One field for a setting. @param {any} s @param {string} value @param {(value: string) => void} changed */
export function settingField(s, value, changed) {
  const on = { onchange: (/** @type {any} */ e) => changed(e.target.value), title: s.doc };
  let input;
  if (s.kind === "choice" || s.kind === "bool") {
    const choices = s.kind === "bool" ? ["true", "false"] : s.choices;
    input = el("select", on, el("option", { value: "" }, `${s.default || "none"} (default)`), choices.map((/** @type {string} */ c) => el("option", { value: c, selected: c === value }, c)));
  } else {
    const number = s.kind === "int" || s.kind === "float";
    input = el("input", { ...on, type: number ? "number" : "text", value, placeholder: s.default, min: number ? s.min : null, max: number ? s.max : null, step: s.kind === "float" ? "any" : null });
  }
  return el("label", { class: "field" }, s.name, input);
}

export class Seats {
  /** @param {HTMLElement} place @param {any} sheet @param {() => void} changed */
  constructor(place, sheet, changed) {
    Object.assign(this, { place, sheet, changed });
    this.place = place; this.sheet = sheet; this.changed = changed;
    this.extra = new URLSearchParams(location.search).get("agent") ?? "";
    const kept = JSON.parse(localStorage.getItem("seats:" + sheet.engine) ?? "null");
    const usual = sheet.seats[1] === 1 ? [{ source: "", settings: {} }] : [{ source: "", settings: {} }, { source: this.extra || "champion", settings: {} }];
    /** @type {Seat[]} */ this.list = Array.isArray(kept) && kept.length >= sheet.seats[0] && kept.length <= sheet.seats[1] ? kept : usual;
    if (this.extra && this.list.length > 1) this.list[1] = { source: this.extra, settings: {} };
  }

  /** @param {number} n */
  resize(n) {
    while (this.list.length > n) this.list.pop();
    while (this.list.length < n) this.list.push({ source: "champion", settings: {} });
    this.keep();
  }

  keep() { localStorage.setItem("seats:" + this.sheet.engine, JSON.stringify(this.list)); }

  /** The agent of a seat; null for a person. @param {number} seat */
  agent(seat) {
    const s = this.list[seat];
    return s?.source ? { source: s.source, settings: s.settings } : null;
  }

  /** Who gives hints: the first agent at the table, or the champion. */
  adviser() {
    const s = this.list.find((seat) => seat.source);
    return s ? { source: s.source, settings: s.settings } : { source: "champion", settings: {} };
  }

  /** The seats of people. */
  people() { return this.list.map((s, i) => (s.source ? -1 : i)).filter((i) => i >= 0); }

  /** @param {string[]} names */
  draw(names) {
    const sources = this.sheet.agents.map((/** @type {any} */ a) => a.name);
    if (this.extra && !sources.includes(this.extra)) sources.push(this.extra);
    this.place.replaceChildren(...this.list.map((s, i) => {
      if (s.source && !sources.includes(s.source)) sources.push(s.source);
      const changed = () => { this.keep(); this.draw(names); this.changed(); };
      const select = el("select", { "aria-label": `who plays ${names[i]}`, onchange: (/** @type {any} */ e) => {
        s.source = e.target.value === "run:" ? "run:" + (prompt("Which run? An id, or last") ?? "last") : e.target.value;
        s.settings = {};
        changed();
      } }, el("option", { value: "", selected: !s.source }, "you"), sources.map((/** @type {string} */ name) => el("option", { value: name, selected: name === s.source }, name)), el("option", { value: "run:" }, "a run's answer…"));
      const own = this.sheet.settings.filter((/** @type {any} */ v) => v.player);
      const settings = s.source && s.source !== "random" && s.source !== "first" && own.length > 0
        ? el("details", {}, el("summary", {}, "settings", Object.keys(s.settings).length ? ` (${Object.entries(s.settings).map(([k, v]) => `${k} ${v}`).join(", ")})` : ""),
          el("div", { class: "fields" }, own.map((/** @type {any} */ v) => settingField(v, s.settings[v.name] ?? "", (value) => {
            if (value === "") delete s.settings[v.name]; else s.settings[v.name] = value;
            changed();
          })))) : null;
      return el("div", { class: "seat" }, el("span", { class: `badge seat-${letter(i)}` }, letter(i)), el("span", { class: "seat-name" }, names[i] === letter(i) ? "" : names[i]), select, settings);
    }));
  }
}
