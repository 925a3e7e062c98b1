// A board: a picture that is hidden from screen readers, under a layer of buttons
// with whole names. One tab stop; arrows go to the next field by geometry.
import { el, svg } from "./dom.js";

/** A place that can be pointed at, in units of the picture.
 *  @typedef {{id: string, x: number, y: number, w: number, h: number, name: string, can?: boolean, shape?: number[][]}} Field */
/** @typedef {{width: number, height: number, least?: number, wide?: boolean, parts: any[], fields: Field[]}} Picture */
/** @typedef {{label: string, act: (id: string, event: {shift: boolean, long: boolean}) => void, point: (id: string | null) => void}} Hooks */

/** How far a field lies in a direction, weighing what lies aside; Infinity if it does not.
 *  @param {Field} from @param {Field} to @param {string} key */
function toward(from, to, key) {
  const dx = to.x + to.w / 2 - from.x - from.w / 2, dy = to.y + to.h / 2 - from.y - from.h / 2;
  const [ahead, aside] = { ArrowRight: [dx, dy], ArrowLeft: [-dx, dy], ArrowDown: [dy, dx], ArrowUp: [-dy, dx] }[key] ?? [0, 0];
  return ahead > 0.5 && Math.abs(aside) <= 2 * ahead ? ahead + 3 * Math.abs(aside) : Infinity;
}

export class Board {
  /** @param {HTMLElement} frame @param {Hooks} hooks */
  constructor(frame, hooks) {
    this.hooks = hooks;
    this.picture = svg("svg", { "aria-hidden": "true", focusable: "false" });
    this.hits = el("div", { class: "hits", role: "group", "aria-label": hooks.label });
    this.body = el("div", { class: "board" }, this.picture, this.hits);
    /** @type {Map<string, Field>} */ this.fields = new Map();
    /** @type {Map<string, HTMLElement>} */ this.buttons = new Map();
    this.at = "";
    this.long = 0;
    frame.replaceChildren(this.body);
    this.listen();
  }

  listen() {
    const id = (/** @type {Event} */ event) => (event.target instanceof Element ? event.target.closest("button")?.dataset.id : null) ?? null;
    let held = false;
    this.hits.addEventListener("click", (event) => {
      const field = id(event);
      if (field && !held) this.hooks.act(field, { shift: event.shiftKey, long: false });
      held = false;
    });
    this.hits.addEventListener("pointerdown", (event) => {
      const field = id(event);
      held = false;
      this.long = window.setTimeout(() => { held = true; if (field) this.hooks.act(field, { shift: false, long: true }); }, 550);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.hits.addEventListener(name, () => clearTimeout(this.long));
    this.hits.addEventListener("pointermove", (event) => { if (event.movementX || event.movementY) clearTimeout(this.long); });
    this.hits.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
    this.hits.addEventListener("pointerover", (event) => this.hooks.point(id(event)));
    this.hits.addEventListener("pointerleave", () => this.hooks.point(null));
    this.hits.addEventListener("focusin", (event) => { const field = id(event); if (field) { this.stop(field); this.hooks.point(field); } });
    this.hits.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = this.fields.get(this.at);
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...this.fields.values()];
    let to = null;
    if (event.key === "Home") to = all[0];
    else if (event.key === "End") to = all[all.length - 1];
    else if (event.key.startsWith("Arrow")) {
      let least = Infinity;
      for (const field of all) {
        const d = toward(from, field, event.key);
        if (d < least) [least, to] = [d, field];
      }
      event.preventDefault();
    }
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.focus(to.id);
  }

  /** The one tab stop. @param {string} id */
  stop(id) {
    this.buttons.get(this.at)?.setAttribute("tabindex", "-1");
    this.at = id;
    this.buttons.get(id)?.setAttribute("tabindex", "0");
  }

  /** @param {string} [id] */
  focus(id = this.at) {
    this.stop(id);
    this.buttons.get(id)?.focus();
  }

  /** @param {Picture} p */
  draw(p) {
    this.picture.setAttribute("viewBox", `0 0 ${p.width} ${p.height}`);
    this.picture.replaceChildren(...p.parts.flat(4).filter(Boolean));
    this.body.style.aspectRatio = `${p.width} / ${p.height}`;
    this.body.style.minWidth = p.least ? `${p.least}px` : "";
    this.body.classList.toggle("wide", !!p.wide);
    this.fields = new Map(p.fields.map((field) => [field.id, field]));
    for (const [id, b] of this.buttons) if (!this.fields.has(id)) { b.remove(); this.buttons.delete(id); }
    for (const field of p.fields) this.place(field, p);
    if (!this.fields.has(this.at)) this.stop((p.fields.find((f) => f.can) ?? p.fields[0])?.id ?? "");
  }

  /** @param {Field} f @param {Picture} p */
  place(f, p) {
    let b = this.buttons.get(f.id);
    if (!b) {
      b = el("button", { type: "button", tabindex: f.id === this.at ? "0" : "-1", "data-id": f.id });
      this.buttons.set(f.id, b);
      this.hits.append(b);
    }
    b.style.left = `${100 * f.x / p.width}%`;
    b.style.top = `${100 * f.y / p.height}%`;
    b.style.width = `${100 * f.w / p.width}%`;
    b.style.height = `${100 * f.h / p.height}%`;
    if (f.shape) b.style.clipPath = `polygon(${f.shape.map(([x, y]) => `${100 * (x - f.x) / f.w}% ${100 * (y - f.y) / f.h}%`).join(",")})`;
    if (b.getAttribute("aria-label") !== f.name) b.setAttribute("aria-label", f.name);
    if (f.can) b.removeAttribute("aria-disabled");
    else b.setAttribute("aria-disabled", "true");
  }
}
