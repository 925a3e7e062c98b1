// Package minesweeper implements Minesweeper Flags for two players. A player who opens a mine
// gets a point and moves again. A player who opens a number passes the turn. The game ends when
// the player with fewer mines cannot catch up.
//
// Settings determine the size of the field, the number of mines, optional rules and the agent.
// Each agent has weights of its own. [New] returns the [engines.Engine] with its players,
// analysis and the exact solution of very small positions.
//
// The rules are in table.go, bomb.go and position.go. A player receives a view of the table
// (view.go), from which no hidden mine can be derived. Every agent evaluates a view with the
// exact probabilities of internal/probability:
//
//   - gemini, the two scores of stimim's GeminiAI (PTT java board, 2010): one for a guess
//     at a mine, one for a deliberate safe click;
//   - linear, a weighted sum of features of a cell;
//   - ev, which looks one ply ahead and counts the mines that become certain;
//   - the baselines random, certain-else-random, max-p and p-wqb.
//
// A move is the number of a cell, row by row from the top left, written "x,y". The number of
// cells plus the number of a cell is a bomb on that cell, written "bx,y". A position is written
// row by row, with slashes between rows ("1*./2../... ; b 1-0"); see position.go.
package minesweeper
