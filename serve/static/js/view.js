// Loads boards, and says what they are drawn from.

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
