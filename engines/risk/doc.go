// Package risk is a game of conquest on a map, with the heuristic whose four
// weights are tuned.
//
// What comes in: settings (the map: a grid, the classic 42 territories, or one of
// your own), a seed, agents. What goes out: the engine ([New]), its games, moves
// and outcomes, and what an agent thinks of a position.
//
// # Rules
//
// Territories are dealt at random, one unit on each. In its turn a seat places
// as many new units as it owns territories, on any of its own, and then makes up
// to three attacks on neighbours (rules.go). Both sides throw one die, ties are
// thrown again (battle.go). Who owns everything has won; after a
// number of rounds territories, then units, decide. The variant is the one of
// the report in github.com/arman-aminian/risk-game-ai-agent (2020). Where the
// report is silent, the program beside it decides; where the two disagree, the
// report does.
//
// # Heuristic
//
// An agent places its units by border security (draft.go), considers attacks
// on weaker neighbours (attack.go), and looks ahead in a tree in which every
// attack succeeds and every seat drafts in the same way (tree.go), to leaves
// valued by a weighted sum of features (features.go). All of this is the report's.
//
// Rules and heuristic share the position (state.go) and the map (board.go), but
// the rules never ask what a position is worth. Most nodes of a search are
// leaves: they are valued from what a move changes and not set up (leaf.go, sums.go,
// ranking.go).
package risk
