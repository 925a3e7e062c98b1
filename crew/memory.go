package crew

import (
	"os"
	"runtime/debug"
)

// roomy is how much the memory of a process that plays with others may grow between two
// collections of garbage, in percent of what is in use. A run on workers is two processes
// and more, each with little in use, and little is collected as often as a lot: at Go's 100
// percent, from 4 MB on, games of a millisecond take 2% longer for it.
const roomy = 400

// Roomy lets the collector of garbage of this process begin later, unless the variable
// GOGC says when it is to begin. It is called by processes that play for a run together.
func Roomy() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(roomy)
	}
}
