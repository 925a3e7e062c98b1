// What boards and pages say to each other.

/** What a board is drawn from.
 *  @typedef {Object} View
 *  @property {any} scene        what the server says is to be drawn
 *  @property {any} layout       the constant part of it
 *  @property {string[]} moves   the legal ones
 *  @property {number} turn      the seat to move
 *  @property {number} seats
 *  @property {boolean} over
 *  @property {boolean} open     whether whoever looks may move
 *  @property {{rated: any[], extra: any, weights: any, features: any} | null} rating
 *  @property {Set<string>} overlays
 *  @property {string} hint      a move that is proposed, or ""
 *  @property {string | null} point  the field under the pointer
 *  @property {{seat: number, move: string, told: string} | null} last
 *  @property {string[]} names   of the seats */

/** @typedef {{play: (moves: string[]) => void, redraw: () => void, think: () => Promise<any>}} Hooks */

/** A board of one game.
 *  @typedef {Object} Face
 *  @property {(v: View) => import("./board.js").Picture} paint
 *  @property {(v: View, id: string, event: {shift: boolean, long: boolean}) => void} act
 *  @property {Record<string, string>} overlays  their names by id
 *  @property {string[]} [sides]  names of the seats, where they are not letters
 *  @property {(v: View) => number[]} [worth]  what the bar shows in place of an agent's values
 *  @property {number} [scale]    a value that is a clear advantage
 *  @property {(v: View) => any[]} [controls]
 *  @property {(v: View, id: string) => string} [detail]
 *  @property {(v: View) => string} [status]
 *  @property {() => boolean} [escape]  leaves a selection; false if there was none
 *  @property {string[]} [rated]  overlays that need the agent's values
 *  @property {any} [setup] */

/** Loads the board of a game, or the one that any game has.
 *  @param {string} engine @param {any} scene @param {Hooks} hooks @returns {Promise<Face>} */
export async function face(engine, scene, hooks) {
  const known = ["othello", "hare", "risk", "minesweeper"].includes(engine) && !("text" in scene);
  return (await import(`../boards/${known ? engine : scene.tiles ? "tiles" : "text"}.js`)).create(hooks);
}
