package exported

import _ "embed"

// Source is the text of agent.go.
//
//go:embed agent.go
var Source string
