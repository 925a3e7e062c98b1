// Package exported contains the text of the program that the export writes for the 2048 agent, from
// package source. The export replaces the values of the constants and lists.
package exported

import _ "embed"

// Source is the text of source/agent.go.
//
//go:embed source/agent.go
var Source string
