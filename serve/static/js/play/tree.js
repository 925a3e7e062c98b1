// The moves of a session as a tree: every visited position with the server's response.

/** The node after a move, which is created if the tree lacks it. @param {Visited | null} parent @param {any} played @param {any} answer @returns {Visited} */
export function grow(parent, played, answer) {
  const same = parent?.children.find((child) => child.played.move === played.move);
  const node = same ?? { answer, played, parent, children: [], ply: parent ? parent.ply + 1 : 0, next: null };
  node.answer = answer ?? node.answer;
  if (parent && !same) parent.children.push(node);
  if (parent) parent.next = node;
  return node;
}

/** The line through a node, from the first position to the last one visited. @param {Visited} node */
export function line(node) {
  const all = [node];
  for (let n = node.parent; n; n = n.parent) all.unshift(n);
  for (let n = node.next; n; n = n.next) all.push(n);
  return all;
}

/** The ancestor of a node at a ply. @param {Visited} node @param {number} ply @returns {Visited} */
export const upTo = (node, ply) => (node.ply > ply && node.parent ? upTo(node.parent, ply) : node);
