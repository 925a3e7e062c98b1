// Package minesweeper is the two-player race for mines known as Minesweeper
// Flags: whoever finds a mine keeps it and moves again, whoever opens a number
// passes the turn, and the game ends when the trailing player cannot catch up.
//
// What comes in: settings (the size of the field, the mines, house rules, which
// agent plays and how) and an agent's weights. What goes out: an
// [engines.Engine] with its tables, players, analysis and exact solution of
// tiny positions.
//
// The rules (table.go, bomb.go, position.go) know nothing of worth. What a seat
// may see is a [View]; a [Table] keeps its mines to itself. Every agent judges a
// view with the exact probabilities of package probability:
//
//   - gemini, the two scores of stimim's GeminiAI (PTT java board, 2010): one
//     for a guess at a mine, one for a deliberate safe click;
//   - linear, a weighted sum of features of a cell;
//   - ev, which looks one ply ahead and counts the mines that become certain;
//   - the baselines random, certain-else-random, max-p and p-wqb.
//
// A position is written row by row, rows separated by slashes, and read back by
// ParseGame; see [View.String].
package minesweeper
