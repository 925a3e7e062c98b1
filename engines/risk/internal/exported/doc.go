// Package exported contains the source of the Risk agent that the export writes as a program. It
// is written in the subset of Go that package engines/portable describes. The export replaces the
// values of the constants and lists.
package exported

import _ "embed"

// Source is the text of source/agent.go.
//
//go:embed source/agent.go
var Source string
