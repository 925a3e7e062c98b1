// A board: an SVG picture hidden from screen readers, under a layer of buttons with
// full names. It has one tab stop; arrow keys focus the nearest field in their direction.
import { el, svg } from "./dom.js";

/** The distance between two fields in the direction of an arrow key, where a step sideways counts three times;
 *  Infinity if the second field is not in this direction.
 *  @param {Field} from @param {Field} to @param {string} key */
function toward(from, to, key) {
  const dx = to.x + to.w / 2 - from.x - from.w / 2, dy = to.y + to.h / 2 - from.y - from.h / 2;
  const [ahead, aside] = { ArrowRight: [dx, dy], ArrowLeft: [-dx, dy], ArrowDown: [dy, dx], ArrowUp: [-dy, dx] }[key] ?? [0, 0];
  return ahead > 0.5 && Math.abs(aside) <= 2 * ahead ? ahead + 3 * Math.abs(aside) : Infinity;
}

export class Board {
  /** @param {HTMLElement} frame @param {string} label @param {Partial<BoardHooks>} [hooks] */
  constructor(frame, label, { act = () => {}, point = () => {}, slide = () => false } = {}) {
    this.picture = svg("svg", { "aria-hidden": "true", focusable: "false" });
    this.hits = el("div", { class: "hits", role: "group", "aria-label": label });
    this.body = el("div", { class: "board" }, this.picture, this.hits);
    this.fields = new Map();
    this.buttons = new Map();
    /** ID of the field that is the tab stop. */
    this.at = "";
    /** ID of the field whose piece is dragged, "" if none is; and the distance of the drag in pixels. */
    this.dragged = "";
    this.by = [0, 0];
    this.slide = slide;
    frame.replaceChildren(this.body);
    this.listen(act, point);
  }

  /** Adds the listeners for pointers and keys. @param {BoardHooks["act"]} act @param {BoardHooks["point"]} point */
  listen(act, point) {
    const id = (event) => event.target.closest("button")?.dataset.id ?? null;
    /** Where the pointer was pressed, and on which field. @type {{x: number, y: number, id: string | null} | null} */
    let from = null;
    // held: the press has had its effect, so that the click after it has none. long: the timer of a long press.
    let held = false, long = 0;
    const drop = () => clearTimeout(long);
    const plain = { shift: false, long: false };
    const end = () => { drop(); this.carry(0, 0); [from, this.dragged] = [null, ""]; };
    const listeners = {
      click: (event) => {
        if (id(event) && !held) act(id(event), { ...plain, shift: event.shiftKey });
        held = false;
      },
      pointerdown: (event) => {
        const field = id(event);
        held = false;
        drop();
        from = event.button ? null : { x: event.clientX, y: event.clientY, id: field };
        long = window.setTimeout(() => { held = true; if (field) act(field, { ...plain, long: true }); }, 550);
      },
      pointermove: (event) => {
        if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < 6) return;
        drop();
        if (!this.dragged && this.fields.get(from.id)?.man) {
          held = true;
          this.dragged = from.id ?? "";
          this.hits.setPointerCapture(event.pointerId);
          act(this.dragged, { ...plain, drag: true });
        }
        this.carry(event.clientX - from.x, event.clientY - from.y);
      },
      pointerup: (event) => {
        const begun = from, source = this.dragged, over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hits button");
        end();
        if (source && over?.dataset.id && over.dataset.id !== source) act(over.dataset.id, plain);
        const [dx, dy] = begun ? [event.clientX - begun.x, event.clientY - begun.y] : [0, 0];
        if (Math.hypot(dx, dy) > 24 && this.slide(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up")) held = true;
      },
      pointercancel: end,
      contextmenu: (event) => { if (held) event.preventDefault(); },
      pointerover: (event) => point(id(event)),
      pointerleave: () => { drop(); point(null); },
      focusin: (event) => { this.stop(id(event)); point(id(event)); },
      keydown: (event) => this.key(event),
    };
    for (const [name, listener] of Object.entries(listeners)) this.hits.addEventListener(name, listener);
  }

  /** Moves the focus between fields, unless the board slides by arrow keys. @param {KeyboardEvent} event */
  key(event) {
    const from = this.fields.get(this.at), all = [...this.fields.values()];
    if (!from || event.ctrlKey || event.altKey || event.metaKey || !/^(Arrow|Home$|End$)/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key.startsWith("Arrow") && this.slide(event.key.slice(5).toLowerCase())) return;
    const far = all.map((field) => toward(from, field, event.key)), least = Math.min(...far);
    const to = event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : least < Infinity ? all[far.indexOf(least)] : from;
    this.stop(to.id);
    this.buttons.get(to.id)?.focus();
  }

  /** Makes a field the tab stop of the board. @param {string} id */
  stop(id) {
    this.buttons.get(this.at)?.setAttribute("tabindex", "-1");
    this.at = id;
    this.buttons.get(id)?.setAttribute("tabindex", "0");
  }

  /** Draws the dragged piece at a distance from its field, above all others. @param {number} dx pixels @param {number} dy */
  carry(dx, dy) {
    const f = this.fields.get(this.dragged);
    if (!f?.man) return;
    this.by = [dx, dy];
    f.man.setAttribute("transform", `translate(${f.x + dx * this.unit} ${f.y + dy * this.unit})`);
    if (dx || dy) this.picture.append(f.man);
  }

  /** The length of a pixel in units of the picture. */
  get unit() { return this.picture.viewBox.baseVal.width / this.body.clientWidth; }

  /** Draws a picture and places a button over each of its fields. @param {Picture} p */
  draw(p) {
    this.picture.setAttribute("viewBox", `0 0 ${p.width} ${p.height}`);
    this.picture.replaceChildren(...p.parts.flat(9).filter(Boolean));
    this.body.style.aspectRatio = `${p.width} / ${p.height}`;
    this.body.style.minWidth = p.least ? `${p.least}px` : "";
    this.body.classList.toggle("wide", Boolean(p.wide));
    this.body.classList.toggle("slides", Boolean(p.slides));
    this.fields = new Map(p.fields.map((field) => [field.id, field]));
    for (const [id, b] of this.buttons) if (!this.fields.has(id)) { b.remove(); this.buttons.delete(id); }
    for (const field of p.fields) this.place(field, p);
    this.carry(...this.by);
    if (!this.fields.has(this.at)) this.stop((p.fields.find((f) => f.can) ?? p.fields[0])?.id ?? "");
  }

  /** Places the button of a field. @param {Field} f @param {Picture} p */
  place(f, p) {
    let b = this.buttons.get(f.id);
    if (!b) {
      b = el("button", { type: "button", tabindex: -1, "data-id": f.id });
      this.buttons.set(f.id, b);
      this.hits.append(b);
    }
    const part = (v, of) => `${100 * v / of}%`;
    Object.assign(b.style, { left: part(f.x, p.width), top: part(f.y, p.height), width: part(f.w, p.width), height: part(f.h, p.height) });
    if (f.shape) b.style.clipPath = `polygon(${f.shape.map(([x, y]) => `${part(x - f.x, f.w)} ${part(y - f.y, f.h)}`).join(",")})`;
    b.setAttribute("aria-label", f.name);
    b.classList.toggle("man", Boolean(f.man));
    b.ariaDisabled = f.can ? null : "true";
  }
}
