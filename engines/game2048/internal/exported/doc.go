// Package exported contains the agent of 2048 as it is exported, in the subset of Go that package
// engines/portable describes. The values of its constants and lists are replaced on export.
package exported

import _ "embed"

// Source is the text of agent.go.
//
//go:embed agent.go
var Source string
