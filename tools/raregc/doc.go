// Package raregc makes garbage collections rare in the test programs that import it. Tests allocate
// much memory but keep little of it. With the default setting, a program with a heap of a few
// megabytes spends a tenth to a fifth of its processor time in garbage collections.
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
