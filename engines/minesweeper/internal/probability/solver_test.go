package probability

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/tools/racetest"
)

// boards is the number of random positions that are compared with enumeration.
var boards = func() int {
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		return 20_000 / racetest.Effort
	}
	return 8_000 / racetest.Effort
}()

// around counts the neighbours of a cell in a set.
func around(f *field.Field, c int, set *field.Bits) int {
	n := 0
	for d, offset := range f.Offset {
		if f.Inside[c]>>d&1 != 0 && set.Has(c+offset) {
			n++
		}
	}
	return n
}

// deal places mines at random and numbers all cells.
func deal(f *field.Field, mines int, rng *rand.Rand) (placed field.Bits, shown []uint8) {
	for _, c := range rng.Perm(f.N)[:mines] {
		placed.Set(c)
	}
	shown = make([]uint8, f.N)
	for c := range shown {
		shown[c] = uint8(around(f, c, &placed))
		if placed.Has(c) {
			shown[c] = field.Mine
		}
	}
	return placed, shown
}

func newField(t testing.TB, w, h int) *field.Field {
	t.Helper()
	f, err := field.New(w, h)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// check compares a solved position with plain enumeration: the count, every
// probability, and both kinds of certainty.
func check(t *testing.T, s *Solver, f *field.Field, cells []uint8, mines int) {
	t.Helper()
	z, with := enumerate(f, cells, mines)
	err := s.Solve(f, cells, mines)
	if z == 0 {
		if !errors.Is(err, errContradiction) && err == nil {
			t.Fatalf("%v, %d mines: no placement agrees, yet Solve returned %v", cells, mines, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%dx%d %v, %d mines: %d placements agree, yet: %v", f.W, f.H, cells, mines, z, err)
	}
	if math.Abs(s.Weight()-float64(z)) > 1e-9*float64(z) {
		t.Fatalf("%dx%d %v, %d mines: weight %v, want %d", f.W, f.H, cells, mines, s.Weight(), z)
	}
	if s.Approximate {
		t.Fatalf("%v: the fallback was used", cells)
	}
	if got := Count(s); !got.IsInt64() || got.Int64() != int64(z) {
		t.Fatalf("%dx%d %v, %d mines: exact count %v, want %d", f.W, f.H, cells, mines, got, z)
	}
	checkCells(t, s, cells, z, with)
}

func checkCells(t *testing.T, s *Solver, cells []uint8, z int, with []int) {
	t.Helper()
	sum := 0.0
	for c, v := range cells {
		p := float64(with[c]) / float64(z)
		if math.Abs(s.P[c]-p) > 1e-12 {
			t.Fatalf("%v: cell %d has %v, want %d/%d", cells, c, s.P[c], with[c], z)
		}
		if v == field.Closed {
			sum += s.P[c]
		}
		sure, safe := v == field.Closed && with[c] == z, v == field.Closed && with[c] == 0
		if s.Sure.Has(c) != sure || s.Safe.Has(c) != safe || (s.P[c] == 1) != (with[c] == z) || (s.P[c] == 0) != (with[c] == 0) {
			t.Fatalf("%v: cell %d: sure %v safe %v p %v, want %d/%d", cells, c, s.Sure.Has(c), s.Safe.Has(c), s.P[c], with[c], z)
		}
	}
	if math.Abs(sum-float64(s.Left)) > 1e-9 {
		t.Fatalf("%v: probabilities add up to %v, want %d", cells, sum, s.Left)
	}
}

func TestRandomBoardsAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	s := New()
	for range boards {
		f := newField(t, 1+rng.IntN(5), 1+rng.IntN(4))
		mines := rng.IntN(f.N + 1)
		_, shown := deal(f, mines, rng)
		cells := make([]uint8, f.N)
		for c := range cells {
			cells[c] = field.Closed
			if rng.IntN(3) == 0 {
				cells[c] = shown[c]
			}
		}
		if rng.IntN(20) == 0 { // a lie, often a contradiction
			cells[rng.IntN(f.N)] = uint8(rng.IntN(10))
		}
		check(t, s, f, cells, mines)
	}
}

// TestFollowingAGame opens one cell after the other, so that the solver goes on
// from its own last state, and compares with enumeration at every step.
func TestFollowingAGame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 2))
	s := New()
	for range boards / 50 {
		f := newField(t, 2+rng.IntN(4), 2+rng.IntN(3))
		mines := 1 + rng.IntN(f.N-1)
		_, shown := deal(f, mines, rng)
		cells := make([]uint8, f.N)
		for c := range cells {
			cells[c] = field.Closed
		}
		for _, c := range rng.Perm(f.N) {
			cells[c] = shown[c]
			check(t, s, f, cells, mines)
		}
	}
}
