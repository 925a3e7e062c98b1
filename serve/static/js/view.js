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
 *  @property {any} rating       what an agent thinks of the moves, or null
 *  @property {Map<string, number>} values  of the moves, for the seat to move
 *  @property {Set<string>} overlays
 *  @property {string} hint      a move that is proposed, or ""
 *  @property {string | null} point  the field under the pointer
 *  @property {boolean} flip     whether the board is seen from the other side
 *  @property {{seat: number, move: string, told: string}[]} past  what was played
 *  @property {string[]} names   of the seats */

/** @typedef {{play: (moves: string[]) => void, redraw: () => void, think: () => Promise<any>}} Hooks */

/** A board of one game.
 *  @typedef {Object} Face
 *  @property {(v: View) => import("./board.js").Picture} paint
 *  @property {(v: View, id: string, event: {shift: boolean, long: boolean}) => void} [act]
 *  @property {Record<string, string>} [overlays]  their names by id
 *  @property {string[]} [sides]  names of the seats, where they are not letters
 *  @property {boolean} [flips]   whether the board can be turned
 *  @property {(v: View) => number[]} [worth]  what the bar shows in place of an agent's values
 *  @property {number} [scale]    a value that is a clear advantage
 *  @property {(v: View) => any[]} [controls]
 *  @property {(v: View, id: string) => string} [detail]
 *  @property {(v: View) => string} [status]
 *  @property {() => boolean} [escape]  leaves a selection; false if there was none
 *  @property {string[]} [rated]  overlays that need the agent's values
 *  @property {any} [setup] */

const boards = ["chess", "hare", "minesweeper", "othello", "risk"];

/** Loads the board of a game, or the one that any game has.
 *  @param {string} engine @param {any} scene @param {Partial<Hooks>} [hooks] none for a board that is only looked at @returns {Promise<Face>} */
export async function face(engine, scene, hooks = {}) {
  const name = "text" in scene ? "text" : boards.includes(engine) ? engine : scene.tiles ? "tiles" : "text";
  return (await import(`./boards/${name}.js`)).create(hooks);
}

/** A view of a position that is only looked at. @param {any} scene @param {any} layout @param {Partial<View>} more @returns {View} */
export const still = (scene, layout, more) => ({
  scene, layout, moves: [], turn: 0, seats: 2, over: false, open: false, rating: null, values: new Map(), overlays: new Set(), hint: "", point: null, flip: false, past: [], names: [], ...more,
});
