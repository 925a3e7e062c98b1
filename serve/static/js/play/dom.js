// Makes elements, and nothing from text: data never becomes markup.

/** @param {Element} element @param {Record<string, any>} attributes @param {any[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children @returns {HTMLElement} */
export const el = (tag, attributes = {}, ...children) => /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children));

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children @returns {SVGElement} */
export const svg = (tag, attributes = {}, ...children) => /** @type {SVGElement} */ (fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children));

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** A button with words. @param {string} words @param {(event: Event) => void} press @param {Record<string, any>} [more] */
export const button = (words, press, more = {}) => el("button", { type: "button", onclick: press, ...more }, words);

/** Seats are letters. @param {number} seat */
export const letter = (seat) => "ABCDEFGH"[seat];

/** A value as short as it can be read. @param {number | null | undefined} v */
export function short(v) {
  if (v == null) return "–";
  if (v > 1e300) return "won";
  if (v < -1e300) return "lost";
  const a = Math.abs(v);
  return a >= 100 ? v.toFixed(0) : a >= 10 ? v.toFixed(1) : v.toFixed(2);
}

/** Data that the page brings along. @param {string} id */
export const brought = (id) => JSON.parse(byId(id).dataset.json ?? "null");
