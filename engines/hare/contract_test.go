package hare_test

import (
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/hare"
	_ "github.com/lanista/lanista/tools/raregc"
)

// TestContract plays Hare and Hedgehog as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	games := 2
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		games = 4
	}
	for name, settings := range map[string]engines.Settings{
		"2008":     {"depth": "1"},
		"old deck": {"deck": "old", "board": "1978", "depth": "1", "hares": "none"},
		"guard":    {"deck": "no-cards", "depth": "1", "guard": "20", "opening": "5"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := hare.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, games)
		})
	}
}
