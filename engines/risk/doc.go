// Package risk is a game of conquest on a map, with the heuristic whose four
// weights are tuned.
//
// What comes in: a map (a grid, the classic 42 territories, or a file), a seed,
// agents. What goes out: games, moves, outcomes, and what an agent thinks of a
// position. [New] makes the engine.
//
// # Rules
//
// Territories are dealt at random, one unit on each. In its turn a seat places
// as many new units as it owns territories, on any of its own, and then makes up
// to three attacks on neighbours (rules.go). Both sides throw one die, ties are
// thrown again ([Battle], battle.go). Who owns everything has won; after a
// number of rounds territories, then units, decide. The variant is the one of
// the report in github.com/arman-aminian/risk-game-ai-agent (2020).
//
// # Heuristic
//
// An agent places its units by border security (draft.go), considers attacks
// on weaker neighbours (attack.go), and looks ahead in a tree in which every
// attack succeeds and every seat drafts in the same way (tree.go), to leaves
// valued by a weighted sum of features (features.go).
//
// Rules and heuristic share the position (state.go) and the map (board.go), but
// the rules never ask what a position is worth.
package risk
