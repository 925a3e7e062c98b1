package minesweeper_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs agents of every kind in other languages. The agent that looks
// ahead solves sixty positions for a move, so its field is small. The field "widest" has the largest
// number of placements of mines, just below the largest float64.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]engines.Settings{
		"gemini": {"zero_mode": "B"},
		"exact":  {"width": "7", "height": "9", "mines": "13", "blank_mode": "exact", "zero_mode": "C", "third_band": "true", "sure_first": "false"},
		"linear": {"agent": "linear", "bomb": "true"},
		"ev":     {"agent": "ev", "width": "8", "height": "6", "mines": "9"},
		"p-wqb":  {"agent": "p-wqb", "width": "30", "mines": "99"},
		"widest": {"agent": "p-wqb", "width": "32", "height": "32", "mines": "512"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := minesweeper.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			portabletest.Run(t, e, engines.Agent{Weights: other(e.Spec().Weights)}, 2)
		})
	}
}

// other returns weights that differ from the defaults, so that every term of a score counts.
func other(space engines.Space) engines.Weights {
	w := space.Default()
	for i, x := range space {
		if x.Kind != engines.Fixed {
			w[i] = min(x.Max, w[i]*(0.9+0.013*float64(i))+0.001*(x.Max-x.Min)*float64(i%3))
		}
	}
	return w
}

// TestNotExported checks that agents without a portable form are refused with a reason.
func TestNotExported(t *testing.T) {
	t.Parallel()
	for setting, settings := range map[string]engines.Settings{
		"agent":  {"agent": "max-p"},
		"unfold": {"agent": "ev", "unfold": "true"},
	} {
		_, err := minesweeper.New().(portable.Exporter).Portable(engines.Agent{Settings: settings})
		if err == nil || !strings.Contains(err.Error(), setting) {
			t.Errorf("%v: error %v", settings, err)
		}
	}
}

// Vectors plays as many games as the vectors need, also if a game of one move often has none.
func TestVectorsOfShortGames(t *testing.T) {
	t.Parallel()
	e, err := minesweeper.New().With(engines.Settings{"width": "2", "height": "1", "mines": "1"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.(portable.Exporter).Portable(engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := portable.Vectors(t.Context(), e, p, portable.VectorOptions{Count: 300, Deep: 20, Seats: 2})
	if err != nil || len(vectors) != 320 {
		t.Errorf("%d vectors, %v", len(vectors), err)
	}
}

// Vectors returns an error if the program supports no position.
func TestVectorsOfNoPosition(t *testing.T) {
	t.Parallel()
	e := minesweeper.New()
	p, err := e.(portable.Exporter).Portable(engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	p.Encode = func(engines.Game) ([]int, bool) { return nil, false }
	if v, err := portable.Vectors(t.Context(), e, p, portable.VectorOptions{Count: 1, Seats: 2}); err == nil || !strings.Contains(err.Error(), "no position in 100 games") {
		t.Errorf("%d vectors, %v", len(v), err)
	}
}
