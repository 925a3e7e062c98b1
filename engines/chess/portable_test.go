package chess_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs agents of several depths, with and without threats, in other
// languages.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]engines.Settings{
		"default": nil,
		"threats": {"depth": "2", "threats": "true"},
		"deep":    {"depth": "5", "nodes": "1000", "random_plies": "20", "threats": "true"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "deep" {
				portabletest.Long(t)
			}
			portabletest.Run(t, chess.New(), engines.Agent{Settings: settings}, 2)
		})
	}
}

// TestChess960IsNotExported checks that the castling of Chess960 is refused with a reason.
func TestChess960IsNotExported(t *testing.T) {
	t.Parallel()
	_, err := chess.New().(portable.Exporter).Portable(engines.Agent{Settings: engines.Settings{"chess960": "true"}})
	if err == nil || !strings.Contains(err.Error(), "chess960") {
		t.Fatalf("error %v", err)
	}
}
