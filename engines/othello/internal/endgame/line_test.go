package endgame

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/tools/racetest"
)

// lineOfSolutions solves every position of the line of best play anew.
func lineOfSolutions(t *testing.T, own, opp, best uint64) (line []uint8) {
	t.Helper()
	for ; !board.Over(own, opp); best = 0 {
		if board.Moves(own, opp) == 0 {
			line = append(line, Pass)
			own, opp = opp, own
			continue
		}
		if best == 0 {
			r, err := Solver{}.Best(t.Context(), own, opp)
			if err != nil {
				t.Fatal(err)
			}
			best = r.Best
		}
		line = append(line, uint8(bits.TrailingZeros64(best)))
		own, opp = play(own, opp, best)
	}
	return line
}

// TestLineIsThatOfSolutions compares the line of SolveLine with one of which every position is
// solved alone, with and without patterns.
func TestLineIsThatOfSolutions(t *testing.T) {
	t.Parallel()
	patterns, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	check := func(own, opp uint64) int {
		r, err := Solver{}.Solve(t.Context(), own, opp)
		if err != nil {
			t.Fatal(err)
		}
		want := lineOfSolutions(t, own, opp, r.Best)
		for _, by := range []Solver{{}, {Patterns: patterns}} {
			got, line, err := by.SolveLine(t.Context(), own, opp)
			if err != nil || got.Score != r.Score || got.Best != r.Best || !slices.Equal(line, want) {
				t.Fatalf("SolveLine(%#x, %#x) = %+v, %v, %v; want %+v, %v", own, opp, got, line, err, r, want)
			}
		}
		return r.Score
	}
	rng := rand.New(rand.NewPCG(7, 8))
	swept := 0
	ends, problems := 150, 8
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		ends, problems = 400, 20
	}
	for i := range ends / racetest.Effort {
		own, opp := randomEnd(rng, i%14)
		if i%3 == 0 { // one side has so few discs that it may lose them all
			change := opp & (rng.Uint64() | rng.Uint64() | rng.Uint64())
			own, opp = own|change, opp&^change
		}
		if score := check(own, opp); score == most || score == -most {
			swept++
		}
	}
	if !racetest.Enabled {
		if swept == 0 {
			t.Error("no position is won with all discs")
		}
		for _, p := range loadProblems(t)[:problems] {
			check(p.own, p.opp)
		}
	}
}
