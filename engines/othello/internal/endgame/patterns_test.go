package endgame

import (
	"context"
	"math/bits"
	"os"
	"testing"

	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/tools/racetest"
)

// TestPatternsChangeNoScore solves the problems of up to 16 empty squares, and with
// LANISTA_EXHAUSTIVE=1 of up to 18, with patterns: the same scores and best moves, from fewer positions.
func TestPatternsChangeNoScore(t *testing.T) {
	t.Parallel()
	w, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	most := 16
	switch {
	case racetest.Enabled:
		most = 15
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		most = 18
	}
	plain, ordered := uint64(0), uint64(0)
	for _, p := range loadProblems(t) {
		if p.empties() > most {
			continue
		}
		s := Solver{Patterns: w}
		r, err := s.Solve(context.Background(), p.own, p.opp)
		if err != nil || r.Score != p.score || r.Best != p.best {
			t.Errorf("#%d: %+d by %d moves, %v; want %+d by %d", p.id, r.Score, bits.OnesCount64(r.Best), err, p.score, bits.OnesCount64(p.best))
		}
		s.Patterns = nil
		without, err := s.Solve(context.Background(), p.own, p.opp)
		if err != nil {
			t.Fatal(err)
		}
		plain, ordered = plain+without.Nodes, ordered+r.Nodes
	}
	if ordered >= plain {
		t.Errorf("%d positions with patterns, %d without", ordered, plain)
	}
}
