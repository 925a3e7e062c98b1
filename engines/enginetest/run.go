package enginetest

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/conformance"
)

// Run tests a game. It runs a subtest for every requirement, and logs notes on findings that are
// not mistakes. A subtest plays the given number of random games with every number of seats;
// fewer than 1 count as 1. Some subtests play games between the engine's own players. If these
// players search deeply by default, set a smaller depth with Engine.With.
func Run(t *testing.T, e engines.Engine, games int) {
	t.Helper()
	for _, test := range conformance.Tests() {
		t.Run(test.Name, func(t *testing.T) {
			notes, err := test.Run(t.Context(), e, games)
			for _, note := range notes {
				t.Log(note)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
