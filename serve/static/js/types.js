// What modules hand to each other. No page loads this file.

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
 *  @property {(v: View) => Picture} paint
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
 *  @property {string[]} [rated]  overlays that need the agent's values */

/** The editor of one game's positions: tools by their ids in words, what a tool does to a scene, more fields, and a scene in the game's notation.
 *  @typedef {{tools: string[][], apply: (scene: any, id: string, tool: string) => void, write: (scene: any, turn: number) => string,
 *    clear?: (scene: any) => void, fields?: (scene: any, changed: () => void) => any[]}} Editor */

/** A place that can be pointed at, in units of the picture.
 *  @typedef {{id: string, x: number, y: number, w: number, h: number, name: string, can?: boolean, shape?: number[][]}} Field */
/** @typedef {{width: number, height: number, least?: number, wide?: boolean, parts: any[], fields: Field[]}} Picture  least: its width in pixels, at least */

/** A position of a table that was visited: how it was reached, and the server's answer, null until it is asked for.
 *  @typedef {{answer: any, played: any, parent: Node | null, children: Node[], ply: number, next: Node | null}} Node */

/** A table, and what its page does when it changes.
 *  @typedef {Object} Table
 *  @property {string} engine
 *  @property {Record<string, string>} settings
 *  @property {any} layout
 *  @property {any} node        the position that is shown, a Node
 *  @property {any} face        the board, a Face
 *  @property {any} seats       who sits there, see play/seats.js
 *  @property {any} editor      what sets up a position, while one is set up: see play/setup.js
 *  @property {string} hint
 *  @property {any[]} ratings   what agents think of the moves
 *  @property {boolean} busy
 *  @property {boolean} paused     agents wait, since somebody looks at an earlier position
 *  @property {boolean} playing    agents play for everybody
 *  @property {boolean} analysing  whoever looks moves for everybody
 *  @property {() => void} [changed]
 *  @property {(text: string) => void} [told]
 *  @property {(text: string, ...more: any[]) => void} [problem]
 *  @property {(a: any) => void} [ended]
 *  @property {() => number} [pace]   milliseconds before an agent's move
 *  @property {() => any} [think]     how long agents may think */

/** Who sits at a table; source "" is a person. @typedef {{source: string, settings: Record<string, string>}} Seat */

/** A line of a chart, by the number of its colour; band: the two series between which the room is filled.
 *  @typedef {{label: string, color?: number, dash?: boolean, points?: boolean, band?: number[], quiet?: boolean}} Series */

/** A chart: the names of its axes, x and then each series in data, and what it shows in a sentence.
 *  @typedef {{x: string, y: string, series: Series[], data: (number|null)[][], sentence: string, note?: string, height?: number}} Spec */

/** @typedef {{n: number, total: number, best: number|null, mean: number|null, spread: number|null, answer: number[]}} Round */
/** @typedef {{name: string, min: number, max: number, kind: string}} Weight */
/** @typedef {{weights: number[], score: number}} Point */

export {};
