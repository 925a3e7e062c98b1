package othello_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs agents of every kind of evaluation in other languages.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]engines.Settings{
		"classic": {"model": "classic", "depth": "2"},
		"wpc10":   {"model": "wpc10"},
		"easy":    {"model": "easy"},
		"hard":    {"model": "hard", "depth": "3"},
		"source":  {"model": "medium", "levels": "source"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			portabletest.Run(t, othello.New(), engines.Agent{Settings: settings}, 2)
		})
	}
}
