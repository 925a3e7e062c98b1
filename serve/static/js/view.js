// Loads the scripts of boards and makes the views that they draw.

const boards = ["chess", "go", "hare", "minesweeper", "othello", "risk", "risk-classic"];

/** Loads the board of a game, or a general board if the game has none.
 *  @param {string} engine @param {any} scene @param {Partial<Hooks>} [hooks] absent for a board without moves @returns {Promise<Face>} */
export async function face(engine, scene, hooks = {}) {
  const name = "text" in scene ? "text" : boards.includes(engine) ? engine : scene.tiles ? "tiles" : "text";
  return (await import(`./boards/${name}.js`)).create(hooks);
}

/** A view of a position without moves. @param {any} scene @param {any} layout @param {Partial<View>} more @returns {View} */
export const still = (scene, layout, more) => ({
  scene, layout, moves: [], turn: 0, seats: 2, over: false, open: false, rating: null, values: new Map(), overlays: new Set(), hint: "", point: null, flip: false, past: [], names: [], ...more,
});
