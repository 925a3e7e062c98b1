// The rounds of a run: how its answer came to rest.

export const restNote = "root mean square over the weights, in per cent of their ranges.";

/** How far the answer so far was from the last one, by round. @param {Round[]} rounds @param {Weight[]} weights */
export function distances(rounds, weights) {
  const end = rounds.at(-1)?.answer ?? [];
  return rounds.map(({ answer }) => {
    const parts = answer.map((v, i) => (v - end[i]) / (weights[i].max - weights[i].min || 1));
    return 100 * Math.sqrt(parts.reduce((sum, d) => sum + d * d, 0) / Math.max(1, parts.length));
  });
}
