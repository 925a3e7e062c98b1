package enginetest

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/conformance"
)

// Run tests an engine in one subtest per part of the contract and logs notes on findings that are
// not mistakes. A subtest plays a number of random games at every number of seats; fewer than 1
// count as 1. Some subtests play games between the engine's own players: if these search deeply
// by default, test the engine with a smaller depth, set by With.
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
