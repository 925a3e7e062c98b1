package goban_test

import (
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/goban"
)

// TestContract plays Go as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	long, games, plies := os.Getenv("LANISTA_EXHAUSTIVE") != "", 2, "15"
	if long {
		games, plies = 4, "40"
	}
	for name, settings := range map[string]engines.Settings{
		"small":    {"size": "3", "playouts": "10", "komi": "0"},
		"five":     {"size": "5", "playouts": "10", "max_plies": "60"},
		"thirteen": {"size": "13", "playouts": "1", "max_plies": plies},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "five" && !long {
				t.Skip("the other sizes have the same rules: with LANISTA_EXHAUSTIVE=1")
			}
			e, err := goban.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, games)
		})
	}
}
