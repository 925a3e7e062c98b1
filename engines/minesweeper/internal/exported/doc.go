// Package exported contains the source of the Minesweeper agents that the export writes as a
// program: the probabilities of mines in solver.go, and the agents in agent.go. It is written in
// the subset of Go that package engines/portable describes. The export replaces the values of the
// constants and lists.
package exported

import _ "embed"

// Solver is the text of source/solver.go.
//
//go:embed source/solver.go
var Solver string

// Agent is the text of source/agent.go.
//
//go:embed source/agent.go
var Agent string
