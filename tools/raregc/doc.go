// Package raregc makes garbage collections rare in the test programs that import it. Tests allocate
// much and keep little, so that a program with a heap of a few megabytes spends a tenth to a fifth of
// its processor time in garbage collections.
package raregc

import (
	"os"
	"runtime/debug"
)

// init makes garbage collections less frequent, unless the environment variable GOGC sets their
// frequency.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
