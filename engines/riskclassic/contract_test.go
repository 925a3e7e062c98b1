package riskclassic_test

import (
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/riskclassic"
	_ "github.com/lanista/lanista/tools/raregc"
)

// TestContract plays classic Risk as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	rounds := "3"
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		rounds = "6"
	}
	for name, settings := range map[string]engines.Settings{
		"dealt":   {"round_cap": rounds},
		"placed":  {"setup": "placed", "round_cap": "3", "fortify": "connected"},
		"claimed": {"setup": "claimed", "round_cap": "3", "draft": "security"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := riskclassic.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, 1)
		})
	}
}
