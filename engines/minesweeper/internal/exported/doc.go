// Package exported contains the text of the program that the export writes for the Minesweeper
// agents, from package source. The export replaces the values of the constants and lists.
package exported

import _ "embed"

// Solver is the text of source/solver.go: the probabilities of mines.
//
//go:embed source/solver.go
var Solver string

// Agent is the text of source/agent.go: the agents.
//
//go:embed source/agent.go
var Agent string
