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
// may see is a view of the table (view.go), in which no hidden mine can be found;
// the table keeps its mines to itself. Every agent judges a view with the exact
// probabilities of internal/probability, on the fields of internal/field:
//
//   - gemini, the two scores of stimim's GeminiAI (PTT java board, 2010): one
//     for a guess at a mine, one for a deliberate safe click;
//   - linear, a weighted sum of features of a cell;
//   - ev, which looks one ply ahead and counts the mines that become certain;
//   - the baselines random, certain-else-random, max-p and p-wqb.
//
// A move is the number of a cell, row by row from the top left, written "x,y";
// the number of cells more is a bomb on that cell, written "bx,y". A position is
// written row by row, rows separated by slashes ("1*./2../... ; b 1-0"), and read
// back by ParseGame (position.go).
package minesweeper
