// Functions that make elements. Text is never parsed as markup.

/** Sets attributes and listeners (on...) of an element and appends children. @param {Element} element @param {Record<string, any>} attributes @param {any[]} children @returns {any} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value != null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(9).filter((child) => child != null && child !== false));
  return element;
}

/** An HTML element. @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children */
export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children */
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** The element with an ID. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Sets the text of an element. @param {string} id @param {any} text */
export const say = (id, text) => { byId(id).textContent = text; };

/** Shows an error with buttons; "" removes it. @param {string} text @param {...any} more */
export function problem(text, ...more) {
  byId("problem").hidden = !text;
  byId("problem").replaceChildren(text, ...more.filter(Boolean));
}

/** Adds a listener to an element if it exists. @param {string} id @param {(event: any) => void} listener */
export const on = (id, listener, event = "click") => byId(id)?.addEventListener(event, listener);

/** A button with a text. @param {string} words @param {(event: Event) => void} press @param {Record<string, any>} [more] */
export const button = (words, press, more = {}) => el("button", { type: "button", onclick: press, ...more }, words);

/** A scrollable table. The first cell of a row is its heading; the cells before column until are numbers.
 *  @param {string} label @param {any[]} head @param {any[][]} rows @param {{caption?: string, until?: number, first?: string}} [more] */
export const table = (label, head, rows, { caption, until = head.length, first } = {}) => {
  const right = (i) => i > 0 && i < until && "r";
  return el("div", { class: "scroll whole", tabindex: 0, role: "region", "aria-label": label }, el("table", {}, caption && el("caption", {}, caption),
    el("thead", {}, el("tr", {}, head.map((words, i) => el("th", { scope: "col", class: right(i) }, words)))),
    el("tbody", {}, rows.map((row, n) => el("tr", { class: !n && first }, row.map((cell, i) => el(i ? "td" : "th", { scope: !i && "row", class: right(i) }, cell)))))));
};

/** The JSON data embedded in an element of the page. @param {string} id */
export const brought = (id) => JSON.parse(byId(id).dataset.json);

/** The value stored in this browser under a name, or usual if none can be read. @param {string} name @param {any} usual */
export function kept(name, usual) {
  try { return JSON.parse(localStorage.getItem(name)) ?? usual; } catch { return usual; }
}

/** Stores a value in this browser under a name, if the browser allows it. @param {string} name @param {any} value */
export function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch {}
}

/** Downloads a text as a file. @param {string} name @param {string} type @param {string} text */
export const save = (name, type, text) => el("a", { download: name, href: `data:${type},${encodeURIComponent(text)}` }).click();

/** The letter of a seat, A for seat 0. @param {number} seat */
export const letter = (seat) => "ABCDEFGH"[seat];

/** The round badge of a seat. @param {number} seat */
export const badge = (seat) => el("span", { class: `badge seat-${letter(seat)}` }, letter(seat));

/** Formats an evaluation. One so large that the game is decided becomes "won" or "lost". @param {number | null | undefined} v */
export function short(v) {
  if (v == null) return "–";
  const a = Math.abs(v);
  return a > 9e8 ? (v > 0 ? "won" : "lost") : v.toFixed(a >= 100 ? 0 : a >= 10 ? 1 : 2);
}

/** Formats a number with at most four digits. @param {number | null | undefined} v */
export function number(v) {
  if (v == null || isNaN(v)) return "–";
  return Number.isInteger(v) ? v.toLocaleString("en") : String(Number(v.toPrecision(4)));
}
