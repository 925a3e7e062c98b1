package probability

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// play opens a whole field the way sensible players do, the best chance of a
// mine first, and yields the position before every move that needs a solve.
func play(f *field.Field, mines int, rng *rand.Rand, s *Solver, yield func(cells []uint8)) {
	_, shown := deal(f, mines, rng)
	cells := make([]uint8, f.N)
	for c := range cells {
		cells[c] = field.Closed
	}
	for left := mines; left > 0; {
		yield(cells)
		if s.Solve(f, cells, mines) != nil {
			panic("a game reached a contradiction")
		}
		best := -1
		for c, v := range cells {
			if v == field.Closed && (best < 0 || s.P[c] > s.P[best]) {
				best = c
			}
		}
		cells[best] = shown[best]
		if shown[best] == field.Mine {
			left--
		}
	}
}

// TestFollowingAgreesWithStartingAfresh plays standard games: the solver that
// follows must find what a new one finds.
func TestFollowingAgreesWithStartingAfresh(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	s, other := New(), New()
	games := 4
	for range games {
		play(newField(t, 16, 16), 51, rng, s, func(cells []uint8) {
			f := s.Field
			if f == nil || s.Solve(f, cells, 51) != nil {
				return
			}
			*other = *New()
			if err := other.Solve(f, cells, 51); err != nil {
				t.Fatal(err)
			}
			if s.Sure != other.Sure || s.Safe != other.Safe || s.Approximate || math.Abs(s.Weight()/other.Weight()-1) > 1e-9 {
				t.Fatalf("%v: solvers differ", cells)
			}
			sum := 0.0
			for c := range cells {
				if math.Abs(s.P[c]-other.P[c]) > 1e-12 {
					t.Fatalf("%v: cell %d has %v following, %v afresh", cells, c, s.P[c], other.P[c])
				}
				if cells[c] == field.Closed {
					sum += s.P[c]
				}
			}
			if math.Abs(sum-float64(s.Left)) > 1e-9 {
				t.Fatalf("%v: probabilities add up to %v, want %d", cells, sum, s.Left)
			}
		})
	}
}

// TestLargeField opens the largest field at random, where fronts are widest.
func TestLargeField(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	f := newField(t, 32, 32)
	_, shown := deal(f, 200, rng)
	cells := make([]uint8, f.N)
	for c := range cells {
		cells[c] = field.Closed
	}
	s := New()
	for i, c := range rng.Perm(f.N)[:500] {
		cells[c] = shown[c]
		if i%20 != 0 {
			continue
		}
		if err := s.Solve(f, cells, 200); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for c, p := range s.P {
			if cells[c] == field.Closed {
				sum += p
			}
		}
		if s.Approximate || math.Abs(sum-float64(s.Left)) > 1e-9 {
			t.Fatalf("after %d cells: approximate %v, sum %v, want %d", i, s.Approximate, sum, s.Left)
		}
	}
}

// TestWideFront solves a position with a front of more numbers than one word of a key holds. The
// probabilities around every number add up to the mines that it misses. They are those of the transposed
// position, which the solver sweeps in another order.
func TestWideFront(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	f := newField(t, 32, 32)
	_, shown := deal(f, 230, rng)
	cells, turned := make([]uint8, f.N), make([]uint8, f.N)
	for c := range cells {
		cells[c] = field.Closed
	}
	for _, c := range rng.Perm(f.N)[:451] {
		if shown[c] != field.Mine {
			cells[c] = shown[c]
		}
	}
	transposed := func(c int) int {
		x, y := f.XY(c)
		return f.Index(y, x)
	}
	for c := range cells {
		turned[transposed(c)] = cells[c]
	}
	s, other, narrow := New(), New(), New()
	narrow.counter.front = slotsInWord
	for _, err := range []error{s.Solve(f, cells, 230), other.Solve(f, turned, 230), narrow.Solve(f, cells, 230)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if s.Approximate || other.Approximate || !narrow.Approximate {
		t.Fatalf("approximate %v and %v, with a front of one word %v", s.Approximate, other.Approximate, narrow.Approximate)
	}
	if math.Abs(s.Weight()/other.Weight()-1) > 1e-9 {
		t.Errorf("weight %v, transposed %v", s.Weight(), other.Weight())
	}
	for c, v := range cells {
		if math.Abs(s.P[c]-other.P[transposed(c)]) > 1e-9 {
			t.Fatalf("cell %d has %v, transposed %v", c, s.P[c], other.P[transposed(c)])
		}
		if v > 8 {
			continue
		}
		sum := 0.0
		for d, offset := range f.Offset {
			if f.Inside[c]>>d&1 != 0 && cells[c+offset] == field.Closed {
				sum += s.P[c+offset]
			}
		}
		if math.Abs(sum-float64(v)) > 1e-9 {
			t.Fatalf("the probabilities around cell %d add up to %v, want %d", c, sum, v)
		}
	}
}

// TestFallback limits the layers so that states are dropped. The result is then marked as approximate,
// and a cell is certain only if single numbers prove it.
func TestFallback(t *testing.T) {
	f, cells := seventeenThrees(t)
	for limit := range 9 { // seven states of a layer, or two numbers of a front
		s := New()
		s.counter.limit = limit
		if limit >= 8 || limit == 0 {
			s.counter.limit, s.counter.front = maxStates, 1+limit/8
		}
		if err := s.Solve(f, cells, 51); err != nil {
			t.Fatalf("case %d: %v", limit, err)
		}
		if !s.Approximate || s.Sure.Len()+s.Safe.Len() != 0 {
			t.Errorf("case %d: approximate %v, %d certain cells", limit, s.Approximate, s.Sure.Len()+s.Safe.Len())
		}
		for c, p := range s.P {
			if math.IsNaN(p) || p < 0 || p > 1 {
				t.Fatalf("case %d: cell %d has %v", limit, c, p)
			}
		}
	}
}

// A solver whose limits made it fail in one position solves the next one like a new solver.
func TestSolvingAfterAFailure(t *testing.T) {
	f := newField(t, 12, 12)
	compared := 0
	for seed := range uint64(60) {
		narrow := func() *Solver {
			s := New()
			s.counter.limit = 1
			return s
		}
		s, failed := narrow(), false
		play(f, 30, rand.New(rand.NewPCG(seed, 7)), New(), func(cells []uint8) {
			err := s.Solve(f, cells, 30)
			if failed {
				compared++
				if want := narrow().Solve(f, cells, 30); !errors.Is(err, want) {
					t.Errorf("seed %d: after a failure: %v, want %v", seed, err, want)
				}
			}
			failed = errors.Is(err, ErrTooWide)
		})
	}
	if compared == 0 {
		t.Error("no position is too wide")
	}
}

func TestSolvingAllocatesNothing(t *testing.T) {
	f := newField(t, 16, 16)
	s := New()
	var positions [][]uint8
	play(f, 51, rand.New(rand.NewPCG(7, 7)), s, func(cells []uint8) {
		positions = append(positions, append([]uint8(nil), cells...))
	})
	game := func() {
		for _, cells := range positions {
			if err := s.Solve(f, cells, 51); err != nil {
				t.Fatal(err)
			}
		}
	}
	game()
	if n := testing.AllocsPerRun(10, game); n != 0 {
		t.Errorf("%v allocations in a game", n)
	}
}

func FuzzSolve(f *testing.F) {
	f.Add(uint8(4), uint8(4), uint16(5), []byte("\xff\xff\x01\xff\xff\x02"))
	f.Add(uint8(16), uint8(16), uint16(51), []byte{1, 2, 3, 255, 9})
	f.Add(uint8(1), uint8(1), uint16(0), []byte{})
	s, scratch := New(), New()
	f.Fuzz(func(t *testing.T, w, h uint8, mines uint16, data []byte) {
		board, err := field.New(1+int(w)%16, 1+int(h)%16)
		if err != nil {
			t.Fatal(err)
		}
		cells := make([]uint8, board.N)
		for c := range cells {
			cells[c] = field.Closed
			if c < len(data) {
				cells[c] = data[c]
			}
		}
		if s.Solve(board, cells, int(mines)) != nil {
			return
		}
		for c, p := range s.P {
			if math.IsNaN(p) || p < 0 || p > 1 {
				t.Fatalf("cell %d has %v", c, p)
			}
		}
		numbers(s, int(mines)%board.N, scratch)
		s.Blank(int(mines)%board.N, scratch)
	})
}

func BenchmarkSeventeenThrees(b *testing.B) {
	f, cells := seventeenThrees(b)
	s := New()
	empty := make([]uint8, f.N)
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Solve(f, empty, 51) // forget
		if err := s.Solve(f, cells, 51); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSolveInPlay follows whole games from solve to solve, and reports the
// median of the solves that found something new.
func BenchmarkSolveInPlay(b *testing.B) {
	f := newField(b, 16, 16)
	s := New()
	rng := rand.New(rand.NewPCG(7, 8))
	var positions [][]uint8
	for range 20 {
		play(f, 51, rng, s, func(cells []uint8) {
			positions = append(positions, append([]uint8(nil), cells...))
		})
	}
	times := make([]float64, 0, 1<<20)
	at := 0
	b.ReportAllocs()
	for b.Loop() {
		before := s.Sure
		start := time.Now()
		if err := s.Solve(f, positions[at%len(positions)], 51); err != nil {
			b.Fatal(err)
		}
		spent := float64(time.Since(start).Nanoseconds())
		at++
		if before.Len() == 0 && len(times) < cap(times) { // otherwise a certain mine was taken: nothing new
			times = append(times, spent)
		}
	}
	if len(times) == 0 {
		return // too few solves
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], "ns/median")
}

// TestHostilePattern solves a field of numbers that no game shows, all of them
// connected: the work stays within its bounds, where it would take minutes.
func TestHostilePattern(t *testing.T) {
	t.Parallel()
	f := newField(t, 32, 32)
	cells := make([]uint8, f.N)
	for c := range cells {
		cells[c] = field.Closed
		if x, y := f.XY(c); x%2 == 0 && y%2 == 0 {
			cells[c] = 2
		}
	}
	s := New()
	if err := s.Solve(f, cells, 300); err != nil && !errors.Is(err, ErrTooWide) {
		t.Fatal(err)
	}
	if !s.Approximate || s.counter.work > 2*maxWork || len(s.counter.edges) > 2*maxEdges {
		t.Errorf("approximate %v, work %d, %d edges", s.Approximate, s.counter.work, len(s.counter.edges))
	}
}

// TestBlankOfApproximateCounts narrows the layers of one solver. The weights of its position and of an
// assumption then come from different states, so that their quotient may be above 1.
func TestBlankOfApproximateCounts(t *testing.T) {
	f, cells := seventeenThrees(t)
	s, scratch := New(), New()
	s.counter.limit = 1
	if err := s.Solve(f, cells, 51); err != nil {
		t.Fatal(err)
	}
	above := 0
	for c := range cells {
		if cells[c] != field.Closed {
			continue
		}
		if b := s.Blank(c, scratch); !(b >= 0 && b <= 1) {
			t.Fatalf("cell %d: a probability of %v", c, b)
		}
		if scratch.weight > s.weight {
			above++
		}
	}
	if above == 0 {
		t.Error("no quotient is above 1")
	}
}
