package minesweeper_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/minesweeper"
	_ "github.com/lanista/lanista/tools/raregc"
)

// TestContract plays Minesweeper Flags as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]engines.Settings{
		"gemini": {"width": "8", "height": "8", "mines": "13", "bomb": "true"},
		"linear": {"agent": "linear", "width": "9", "height": "5", "mines": "9", "flood": "false"},
		"random": {"agent": "random", "width": "16", "height": "4", "mines": "13"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := minesweeper.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, 4)
		})
	}
}
