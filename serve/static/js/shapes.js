// Shapes of the pictures of boards. The style sheet sets their look by class.
import { byId, svg, letter } from "./dom.js";

/** A rectangle, square if the height is absent. @param {string} kind its class @param {number} x @param {number} y @param {number} width */
export const rect = (kind, x, y, width, height = width, rx = 0) => svg("rect", { class: kind, x, y, width, height, rx });

/** A circle. @param {string} kind its class @param {number} cx @param {number} cy @param {number} r */
export const disc = (kind, cx, cy, r) => svg("circle", { class: kind, cx, cy, r });

/** A text. @param {string} kind its class @param {number} x @param {number} y @param {any} text */
export const words = (kind, x, y, text) => svg("text", { class: kind, x, y }, text);

/** A copy of a drawing embedded in the page. @param {string} name @param {string} kind @param {string} transform */
export const art = (name, kind, transform) => svg("g", { class: kind, transform }, [...byId("art").content.getElementById(name).cloneNode(true).children]);

/** The piece of a seat, with its letter. @param {number} seat @param {number} x @param {number} y @param {number} r */
export const piece = (seat, x, y, r) => [disc(`piece seat-${letter(seat)}`, x, y, r), words(`on-${letter(seat)} bold`, x, y + 5, letter(seat))];

/** Names of the columns of a board. */
export const files = "abcdefgh";

/** A board of square fields. A board with an edge has names of columns and rows in it.
 *  @param {{columns: number, rows: number, cell: number, least?: number, edge?: number, flip?: boolean, down?: boolean, names?: string}} board  least: its width in pixels, by default 24 for a field; down: row 1 is at the top; names: a letter for every column
 *  @param {(i: number, x: number, y: number, column: number, row: number) => {id: string, name: string, can?: boolean, parts: any}} field returns the i-th field, whose corner is at x, y
 *  @returns {Picture} */
export function squares({ columns, rows, cell, least, edge = 0, flip, down, names = files }, field) {
  const width = edge + columns * cell + 2, height = edge + rows * cell + 2;
  const at = (n, of) => edge + cell * (flip ? of - 1 - n : n);
  const heads = (n, text) => (edge ? Array.from({ length: n }, (_, k) => text(k, at(k, n) + cell / 2)) : []);
  const marks = [heads(columns, (k, x) => words("mark", x, 18, names[k])), heads(rows, (k, y) => words("mark", edge / 2, y + 5, down ? k + 1 : rows - k))];
  const fields = Array.from({ length: columns * rows }, (_, i) => {
    const column = i % columns, row = Math.floor(i / columns), x = at(column, columns), y = at(row, rows);
    return { x, y, w: cell, h: cell, ...field(i, x, y, column, row) };
  });
  return { width, height, least: least ?? Math.ceil(24 * width / cell), parts: [rect("ground", 0, 0, width, height, 4), marks, fields.map((f) => f.parts)], fields };
}
