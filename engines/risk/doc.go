// Package risk implements a game of conquest on a map, and a heuristic with four weights.
//
// [New] returns the engine. Its settings select the map: a grid, the classic 42 territories, or a
// map file.
//
// # Rules
//
// Territories are distributed at random, with one unit on each. In its turn a seat first
// places one new unit for each territory that it owns, on any of its territories. It then
// makes up to three attacks on neighbours (rules.go). In an attack both sides roll one die,
// and equal dice are rolled again (battle.go). A seat that owns all territories wins. After a
// fixed number of rounds the number of territories decides, then the number of units.
//
// This variant comes from the report in github.com/arman-aminian/risk-game-ai-agent (2020),
// called the report in this package. Where the report is unclear, the rules follow its program.
// Where the two differ, they follow the report.
//
// # Heuristic
//
// The heuristic comes from the report too. An agent places its units by border security
// (draft.go) and considers attacks on weaker neighbours (attack.go). It searches a tree in which
// every attack succeeds and every seat places its units in the same way (tree.go). The leaves are
// evaluated by a weighted sum of features (features.go).
//
// Rules and heuristic share the position (state.go) and the map (board.go). The rules do not use
// the heuristic. Most nodes of a search are leaves. Their evaluation is computed from the changes
// of a move, without making it (leaf.go, sums.go, ranking.go).
package risk
