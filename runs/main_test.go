package runs_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// exhaustive selects the long forms of the tests.
var exhaustive = os.Getenv("LANISTA_EXHAUSTIVE") != ""

// TestMain makes garbage collections rare: the tests begin hundreds of short runs in a small heap.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// inLongForm skips a test or a case unless the long form is selected. The reason states what
// represents it in the short form.
func inLongForm(t *testing.T, reason string) {
	t.Helper()
	if !exhaustive {
		t.Skip(reason + ": with LANISTA_EXHAUSTIVE=1")
	}
}
