// Package table plays games without sessions: everything that a table is comes in
// with a command and goes out with its answer.
//
// What comes in: a game and its settings, the seats, a position or the start, the
// moves made so far ([Setup]), or all of it sealed ([Sealer]); and a command: make
// a move, choose one, take moves back, rate the moves. What goes out: the new
// table, what was played and what chance did ([Answer]), and what an agent thinks
// ([Thought], [Rating]).
//
// A table is its start, its seed and its moves. All chance comes from the seed, so
// that the same table and move always lead to the same answer, and a move that was
// taken back and is made again falls as before. The seed is drawn here and leaves
// only sealed: nobody can read mines, cards or dice that are still to come, nor
// change them. Once the game is over its record says everything.
//
// The package knows no network and keeps nothing between two commands but answers
// of searches that are finished, which save time and change nothing ([Thinker]).
package table
