package minesweeper

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// patience is a context that ends when Err has been called left times. A limit of time would depend
// on the load of the machine.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// wide returns a large field with every fifth cell open. Its placements can be counted, but that takes
// long.
func wide(t *testing.T) (engines.Engine, engines.Game) {
	t.Helper()
	e, err := New().With(engines.Settings{"width": "20", "height": "20", "mines": "80", "agent": "ev"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(2, 7)
	if err != nil {
		t.Fatal(err)
	}
	seen := &g.(*table).view
	for c := range seen.cells {
		if x, y := seen.field.XY(c); (x+2*y)%5 == 0 && !g.(*table).mine.Has(c) && !g.(*table).zero.Has(c) {
			seen.cells[c] = g.(*table).number[c]
			seen.closed--
		}
	}
	return e, g
}

// A player whose context ends stops in the middle of a count. With another context it plays as before.
func TestAPlayerStopsInTheMiddleOfACount(t *testing.T) {
	t.Parallel()
	e, g := wide(t)
	fresh, err := e.NewPlayer(t.Context(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := fresh.Choose(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	made, err := e.NewPlayer(t.Context(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0 // once before it begins, and then in the middle
	for err = context.Canceled; err != nil; stopped++ {
		if _, err = made.Choose(&patience{t.Context(), stopped}, g); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if stopped < 3 {
		t.Errorf("it asked its context %d times", stopped-1)
	}
	if m, err := made.Choose(t.Context(), g); err != nil || m != want {
		t.Errorf("after it was stopped it plays %v (%v), not %v", m, err, want)
	}
	for patient := range 4 {
		if _, err := e.(analysis.Analyst).Analyze(&patience{t.Context(), patient}, g, engines.Agent{}); !errors.Is(err, context.Canceled) {
			t.Errorf("an analysis asked %d times: %v", patient, err)
		}
	}
}

// The error for a pattern that takes too long to count does not state that the pattern is impossible.
func TestReadingIsBounded(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("takes 280 MB; TestHostilePattern of package probability has the bound: with LANISTA_EXHAUSTIVE=1")
	}
	e, err := New().With(engines.Settings{"width": "32", "height": "32", "mines": "300"})
	if err != nil {
		t.Fatal(err)
	}
	row, blank := strings.Repeat("2.", 16), strings.Repeat(".", 32)
	rows := make([]string, 32)
	for y := range rows {
		if rows[y] = blank; y%2 == 0 {
			rows[y] = row
		}
	}
	if _, err := e.ParseGame(strings.Join(rows, "/"), 1); !errors.Is(err, probability.ErrTooWide) {
		t.Errorf("%v", err)
	}
}
