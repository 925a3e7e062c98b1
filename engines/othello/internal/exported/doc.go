// Package exported contains the agents of Othello as they are exported, in the subset of Go that
// package engines/portable describes. The values of constants and lists are replaced on export.
package exported

import _ "embed"

// Source is the text of agent.go.
//
//go:embed agent.go
var Source string
