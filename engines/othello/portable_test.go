package othello_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/portable"
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

// TestTiedMovesAreNoTestVectors checks which positions the export leaves out. Black's moves a8 and f1
// lead to the same position: a8 h6 f1 h4 and f1 h6 a8 h4. A search of depth 4 finds them equally good, and
// better than all others.
func TestTiedMovesAreNoTestVectors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position string
		depth          int
		want           bool
	}{
		{"two moves lead to the same position", "XOOOO---XOOOO---OXOOO-X-OOXXOOO-OXXXXXXXOOXXXX--O----X-------X-- X", 4, true},
		{"the same with a search of one ply", "XOOOO---XOOOO---OXOOO-X-OOXXOOO-OXXXXXXXOOXXXX--O----X-------X-- X", 1, false},
		{"one move is best", "XOOOOO--XXXXOXO-XXOOX-OXXOXXOOX-XXXXXXOXXOXXXX-XX----X-XX----X-- O", 4, false},
		{"four symmetric moves", "start", 2, true},
	}
	e := othello.New()
	p, err := e.(portable.Exporter).Portable(engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := e.ParseGame(tt.position, 0)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Tied(t.Context(), g, tt.depth)
			if err != nil || got != tt.want {
				t.Errorf("Tied = %v, %v, want %v", got, err, tt.want)
			}
		})
	}
}
