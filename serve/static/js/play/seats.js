// The seats of a session: people and agents, with their settings.
import { byId, kept, keep, letter } from "../dom.js";

/** Shows settings in the fields with their names, and calls changed after a change.
 *  @param {any} place @param {Record<string, string>} settings @param {(name: string, value: string) => void} changed */
export function settle(place, settings, changed) {
  for (const field of place.querySelectorAll("[name]")) {
    field.value = settings[field.name] ?? "";
    field.onchange = () => changed(field.name, field.value);
  }
}

export class Seats {
  /** @param {string} engine @param {[number, number]} range smallest and largest number @param {() => void} changed */
  constructor(engine, [least, most], changed) {
    const asked = new URLSearchParams(location.search).get("agent");
    this.list = kept("seats:" + engine, []);
    this.engine = engine;
    this.changed = changed;
    this.second = "";
    if (this.list.length < least || this.list.length > most) {
      this.list = [{ source: "", settings: {} }];
      this.resize(Math.max(least, Math.min(2, most)));
    }
    if (asked) this.list[most > 1 ? 1 : 0] = { source: asked, settings: {} };
  }

  /** Changes the number of seats; champions take the new ones. @param {number} n */
  resize(n) {
    while (this.list.length < n) this.list.push({ source: "champion", settings: {} });
    this.list.length = n;
    this.keep();
  }

  /** Rotates the seats by one. */
  turn() {
    this.list.push(this.list.shift());
    this.keep();
  }

  /** Stores the seats for the next session. */
  keep() { keep("seats:" + this.engine, this.list); }

  /** The agent of a seat; null for a person. @param {number} seat */
  agent(seat) { return this.list[seat]?.source ? this.list[seat] : null; }

  /** The agent that gives hints: the first of the session, or the champion. */
  adviser() { return this.list.find((seat) => seat.source) ?? { source: "champion", settings: {} }; }

  /** The agents whose values are shown. */
  judges() { return [this.adviser(), ...(this.second ? [{ source: this.second, settings: {} }] : [])]; }

  /** The numbers of the seats of people. */
  people() { return this.list.flatMap((s, i) => (s.source ? [] : [i])); }

  /** Draws the rows of all seats. @param {string[]} names */
  draw(names) {
    byId("seats").replaceChildren(...this.list.map((s, i) => {
      const row = byId("seat").content.firstElementChild.cloneNode(true), [sign, name, select, more] = row.children;
      const changed = () => { this.keep(); this.changed(); };
      sign.className += ` seat-${letter(i)}`;
      sign.textContent = letter(i);
      name.textContent = names[i] === letter(i) ? "" : names[i];
      if (![...select.options].some((o) => o.value === s.source)) select.add(new Option(s.source), 1);
      select.value = s.source;
      select.ariaLabel = `who plays ${names[i]}`;
      select.onchange = () => {
        const run = select.value === "run:" ? prompt("Run: an ID, or last", "last") : "";
        if (run !== null) [s.source, s.settings] = [select.value + run, {}];
        changed();
      };
      if (!more) return row;
      const own = Object.entries(s.settings).map((pair) => pair.join(" ")).join(", ");
      more.hidden = ["", "random", "first"].includes(s.source);
      more.firstElementChild.textContent = `settings${own && ` (${own})`}`;
      settle(more, s.settings, (key, value) => {
        if (value === "") delete s.settings[key];
        else s.settings[key] = value;
        changed();
      });
      return row;
    }));
  }
}
