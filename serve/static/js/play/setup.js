// Sets up a position: on the board with the game's tools, or as text.
import { el, button, letter } from "./dom.js";

export class Setup {
  /** @param {HTMLElement} place @param {() => import("./view.js").Face} face @param {(position: string) => void} done @param {(text: string) => void} problem */
  constructor(place, face, done, problem) {
    this.place = place; this.face = face; this.done = done; this.problem = problem;
    /** @type {any} */ this.scene = null;
    this.tool = "";
    this.turn = 0;
  }

  /** Begins with a table as it is. @param {any} a */
  open(a) {
    this.scene = structuredClone(a.scene);
    this.turn = a.turn;
    this.seats = a.seats;
    this.start = a;
    const s = this.face().setup;
    this.tool = s ? Object.keys(s.tools)[0] : "";
    if (!s) this.scene = null;
    this.draw(a.position);
    this.place.hidden = false;
    this.place.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.scene = null;
    this.place.hidden = true;
  }

  /** @param {string} id */
  apply(id) {
    this.face().setup.apply(this.scene, id, this.tool, this.turn);
    this.write();
  }

  write() {
    const text = this.place.querySelector("textarea");
    const s = this.face().setup;
    if (text && s) text.value = s.write(this.scene, this.turn, this.start.position);
  }

  /** Number keys choose a tool. @param {string} key */
  key(key) {
    const tools = Object.keys(this.face().setup?.tools ?? {});
    const tool = key >= "1" && key <= "9" ? tools[Number(key) - 1] : undefined;
    if (tool === undefined) return false;
    this.tool = tool;
    this.draw();
    return true;
  }

  /** @param {string} [position] */
  draw(position = this.place.querySelector("textarea")?.value ?? "") {
    const s = this.face().setup;
    const names = Array.from({ length: this.seats ?? 2 }, (_, i) => this.face().sides?.[i] ?? letter(i));
    const tools = s ? Object.entries(s.tools).map(([id, name], i) => button(`${i < 9 ? `${i + 1} ` : ""}${name}`, () => { this.tool = id; this.draw(); }, { "aria-pressed": String(id === this.tool) })) : [];
    const turn = s ? el("label", { class: "field" }, "to move", el("select", { onchange: (/** @type {any} */ e) => { this.turn = Number(e.target.value); this.write(); } }, names.map((name, i) => el("option", { value: i, selected: i === this.turn }, name)))) : null;
    const text = el("textarea", { rows: "4", "aria-label": "position", spellcheck: "false" });
    /** @type {HTMLTextAreaElement} */ (text).value = position;
    this.place.replaceChildren(el("h2", {}, "Set up a position"), el("div", { class: "row" }, tools, turn,
      s?.clear ? button("Clear", () => { s.clear(this.scene); this.write(); this.redraw(); }) : null), ...(s?.fields?.(this.scene, () => { this.write(); this.redraw(); }) ?? []),
    el("label", { class: "field" }, "The position in the game's notation", text),
    el("div", { class: "row" }, button("Set up", () => this.done(/** @type {HTMLTextAreaElement} */ (text).value.trim()), { class: "primary" }), button("Cancel", () => { this.close(); this.redraw(); })));
  }

  redraw() { document.dispatchEvent(new CustomEvent("setup")); }
}
