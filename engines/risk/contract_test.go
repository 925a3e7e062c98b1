package risk_test

import (
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/risk"
	_ "github.com/lanista/lanista/tools/raregc"
)

// TestContract plays Risk as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	rounds := "5"
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		rounds = "12"
	}
	for name, settings := range map[string]engines.Settings{
		"grid":    {"size": "3", "depth": "1"},
		"classic": {"map": "classic", "depth": "1", "round_cap": rounds},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := risk.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, 2)
		})
	}
}
