package runs_test

import (
	"os"
	"testing"

	_ "github.com/lanista/lanista/tools/raregc"
)

// exhaustive selects the long forms of the tests.
var exhaustive = os.Getenv("LANISTA_EXHAUSTIVE") != ""

// inLongForm skips a test or a case unless the long form is selected. The reason states what
// represents it in the short form.
func inLongForm(t *testing.T, reason string) {
	t.Helper()
	if !exhaustive {
		t.Skip(reason + ": with LANISTA_EXHAUSTIVE=1")
	}
}
