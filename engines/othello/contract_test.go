package othello_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/othello"
	_ "github.com/lanista/lanista/tools/raregc"
)

// TestContract plays Othello as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]engines.Settings{
		"classic": {"depth": "2", "exact": "4"},
		"wpc":     {"model": "wpc", "random_plies": "0"},
		"ntuple":  {"model": "ntuple", "epsilon": "0.2", "ties": "random"},
		"random":  {"model": "wpc", "epsilon": "0.9"},
		"level":   {"model": "hard", "depth": "1"},
		"source":  {"model": "medium", "levels": "source"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := othello.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, 8)
		})
	}
}
