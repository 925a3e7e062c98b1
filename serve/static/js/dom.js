// Makes elements, and nothing from text: data never becomes markup.

/** @param {Element} element @param {Record<string, any>} attributes @param {any[]} children @returns {any} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value != null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(9).filter((child) => child != null && child !== false));
  return element;
}

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children */
export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children */
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** A part of the page. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Gives a part of the page its words. @param {string} id @param {any} text */
export const say = (id, text) => { byId(id).textContent = text; };

/** Says what has gone wrong, with what may be done; "" is nothing. @param {string} text @param {...any} more */
export function problem(text, ...more) {
  byId("problem").hidden = !text;
  byId("problem").replaceChildren(text, ...more.filter(Boolean));
}

/** Lets a part of the page act, if it is there. @param {string} id @param {(event: any) => void} deed */
export const on = (id, deed, event = "click") => byId(id)?.addEventListener(event, deed);

/** A button with words. @param {string} words @param {(event: Event) => void} press @param {Record<string, any>} [more] */
export const button = (words, press, more = {}) => el("button", { type: "button", onclick: press, ...more }, words);

/** A table that scrolls by itself. Each row begins with its heading; what follows are numbers, until a column.
 *  @param {string} label @param {any[]} head @param {any[][]} rows @param {{caption?: string, until?: number, first?: string}} [more] */
export const table = (label, head, rows, { caption, until = head.length, first } = {}) => {
  const right = (i) => i > 0 && i < until && "r";
  return el("div", { class: "scroll whole", tabindex: 0, role: "region", "aria-label": label }, el("table", {}, caption && el("caption", {}, caption),
    el("thead", {}, el("tr", {}, head.map((words, i) => el("th", { scope: "col", class: right(i) }, words)))),
    el("tbody", {}, rows.map((row, n) => el("tr", { class: !n && first }, row.map((cell, i) => el(i ? "td" : "th", { scope: !i && "row", class: right(i) }, cell)))))));
};

/** Data that the page brings along. @param {string} id */
export const brought = (id) => JSON.parse(byId(id).dataset.json);

/** What this browser keeps under a name. @param {string} name @param {any} usual */
export const kept = (name, usual) => JSON.parse(localStorage.getItem(name) ?? "null") ?? usual;

/** @param {string} name @param {any} value */
export const keep = (name, value) => localStorage.setItem(name, JSON.stringify(value));

/** Gives a text to the reader as a file. @param {string} name @param {string} type @param {string} text */
export const save = (name, type, text) => el("a", { download: name, href: `data:${type},${encodeURIComponent(text)}` }).click();

/** Seats are letters. @param {number} seat */
export const letter = (seat) => "ABCDEFGH"[seat];

/** The round sign of a seat. @param {number} seat */
export const badge = (seat) => el("span", { class: `badge seat-${letter(seat)}` }, letter(seat));

/** A value as short as it can be read; the scores of games that are decided stand far above all others. @param {number | null | undefined} v */
export function short(v) {
  if (v == null) return "–";
  const a = Math.abs(v);
  return a > 9e8 ? (v > 0 ? "won" : "lost") : v.toFixed(a >= 100 ? 0 : a >= 10 ? 1 : 2);
}

/** A number with four digits. @param {number | null | undefined} v */
export function number(v) {
  if (v == null || Number.isNaN(v)) return "–";
  return Number.isInteger(v) ? v.toLocaleString("en") : String(Number(v.toPrecision(4)));
}
