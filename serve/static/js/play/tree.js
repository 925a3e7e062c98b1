// The moves of a table as a tree: every position that was visited, with its state.

/** @typedef {{answer: any, played: any, parent: Node | null, children: Node[], ply: number, next: Node | null}} Node */

/** @param {any} answer @param {any} played @param {Node | null} parent @returns {Node} */
export function grow(parent, played, answer) {
  const ply = parent ? parent.ply + 1 : 0;
  const same = parent?.children.find((child) => child.played.move === played.move);
  const node = same ?? { answer, played, parent, children: [], ply, next: null };
  node.answer = answer ?? node.answer;
  if (parent) {
    if (!same) parent.children.push(node);
    parent.next = node;
  }
  return node;
}

/** The line through a node: from the first position to the end that was last visited. @param {Node} node @returns {Node[]} */
export function line(node) {
  const before = [];
  for (let n = node.parent; n; n = n.parent) before.unshift(n);
  const after = [];
  for (let n = node.next; n; n = n.next) after.push(n);
  return [...before, node, ...after];
}

/** The ancestor of a node at a ply. @param {Node} node @param {number} ply @returns {Node} */
export function upTo(node, ply) {
  let n = node;
  while (n.ply > ply && n.parent) n = n.parent;
  return n;
}
