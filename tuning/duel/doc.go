// Package duel is what the strategies that learn from duels share: points in
// unit coordinates, the pairings in which two of them meet, and snapshots.
//
// What comes in: a problem's weights and rules of the table. What goes out: a
// [Box] in which a strategy works with numbers in [0, 1] whatever the kinds and
// ranges of the weights are, a [Table] that turns duels of two points into
// pairings and results into scores, and [Seal] and [Open] for snapshots.
//
// A duel is one cluster of games: for two seats a pair on one deal with the
// seats swapped, for more seats one point against copies of the other in every
// seat in turn.
package duel
