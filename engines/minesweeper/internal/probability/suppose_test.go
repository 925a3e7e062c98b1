package probability

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// numbers returns the probability of each number 0 to 8 in a closed cell. They and the probability of
// a mine add up to 1. It computes in scratch and does not change s.
func numbers(s *Solver, c int, scratch *Solver) (q [9]float64) {
	if s.status[c] == sure || s.status[c] == found {
		return q
	}
	least := bits.OnesCount8(s.Mines[c])
	for n := least; n <= least+bits.OnesCount8(s.Undecided[c]); n++ {
		scratch.CopyFrom(s)
		scratch.SupposeNumber(c, n)
		if scratch.Settle() == nil {
			q[n] = scratch.weight / s.weight
		}
	}
	return q
}

func TestNumbersAndBlank(t *testing.T) {
	const line, between, satisfied = ".1.1...", "..../.13./..../....", "*../1../..."
	for _, c := range []struct {
		name, board string
		mines, x, y int
		blank       string // jointly
		product     string
		numbers     map[int]string
	}{
		{"3x3 centre", ".../.../...", 2, 1, 1, "0", "5764801/43046721", map[int]string{2: "7/9"}},
		{"3x3 corner", ".../.../...", 2, 0, 0, "5/12", "343/729", map[int]string{0: "5/18", 1: "5/12", 2: "1/12"}},
		{
			"4x4 corner", "..../..../..../....", 4, 0, 0, "11/28", "27/64",
			map[int]string{0: "99/364", 1: "33/91", 2: "99/910", 3: "3/455"},
		},
		{
			"4x4 edge", "..../..../..../....", 4, 1, 0, "33/182", "243/1024",
			map[int]string{0: "3/26", 1: "30/91", 2: "45/182", 3: "5/91", 4: "1/364"},
		},
		{"line, end", line, 2, 6, 0, "2/3", "2/3", map[int]string{0: "1/3", 1: "1/3"}},
		{"line, next to the end", line, 2, 5, 0, "1/3", "4/9", map[int]string{1: "2/3"}},
		{"line, between", line, 2, 2, 0, "1", "1", map[int]string{0: "1/3"}},
		{"1 beside 3", between, 6, 1, 0, "7/11", "900/1331", map[int]string{0: "5/11", 1: "4/11"}},
		{"a mine found", satisfied, 2, 1, 2, "1/3", "4/9", map[int]string{0: "1/3", 1: "2/3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, cells := parse(t, c.board)
			s, scratch := New(), New()
			if err := s.Solve(f, cells, c.mines); err != nil {
				t.Fatal(err)
			}
			at := f.Index(c.x, c.y)
			if got := s.Blank(at, scratch); math.Abs(got-fraction(t, c.blank)) > 1e-12 {
				t.Errorf("joint blank %.15f, want %s", got, c.blank)
			}
			if got := s.BlankProduct(at); math.Abs(got-fraction(t, c.product)) > 1e-12 {
				t.Errorf("product blank %.15f, want %s", got, c.product)
			}
			sum := s.P[at]
			for n, got := range numbers(s, at, scratch) {
				want := 0.0
				if text, ok := c.numbers[n]; ok {
					want = fraction(t, text)
				}
				if math.Abs(got-want) > 1e-12 {
					t.Errorf("number %d: %.15f, want %.15f", n, got, want)
				}
				sum += got
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("the outcomes add up to %v", sum)
			}
		})
	}
}

// TestUntouchedField has the chances of opening a 0 on the standard field.
func TestUntouchedField(t *testing.T) {
	f := newField(t, 16, 16)
	cells := make([]uint8, f.N)
	for c := range cells {
		cells[c] = field.Closed
	}
	s, scratch := New(), New()
	if err := s.Solve(f, cells, 51); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y int
		zero float64
	}{{5, 5, 0.130630}, {0, 5, 0.259806}, {15, 15, 0.408787}} {
		if got := numbers(s, f.Index(c.x, c.y), scratch)[0]; math.Abs(got-c.zero) > 5e-7 {
			t.Errorf("(%d,%d) is a safe 0 with %.6f, want %.6f", c.x, c.y, got, c.zero)
		}
	}
	zeros := 0.0
	for c := range f.N {
		zeros += numbers(s, c, scratch)[0]
	}
	if math.Abs(zeros-41.788) > 5e-4 {
		t.Errorf("%.3f zeros expected, want 41.788", zeros)
	}
}

// TestSuppositionsAgainstEnumeration compares conditional probabilities with
// enumeration, and checks that nothing leaks back from the scratch solver.
func TestSuppositionsAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	s, scratch := New(), New()
	for range boards / 50 {
		f := newField(t, 2+rng.IntN(3), 2+rng.IntN(3))
		mines := 1 + rng.IntN(f.N-1)
		_, shown := deal(f, mines, rng)
		cells := make([]uint8, f.N)
		for c := range cells {
			cells[c] = field.Closed
			if rng.IntN(3) == 0 {
				cells[c] = shown[c]
			}
		}
		check(t, s, f, cells, mines)
		z, _ := enumerate(f, cells, mines)
		for c, v := range cells {
			if v != field.Closed {
				continue
			}
			q := numbers(s, c, scratch)
			for n := range q {
				cells[c] = uint8(n)
				zn, _ := enumerate(f, cells, mines)
				if math.Abs(q[n]-float64(zn)/float64(z)) > 1e-12 {
					t.Fatalf("%v: cell %d shows %d with %v, want %d/%d", cells, c, n, q[n], zn, z)
				}
			}
			cells[c] = field.Closed
			checkMine(t, s, scratch, f, cells, mines, c)
		}
		check(t, s, f, cells, mines)
	}
}

func checkMine(t *testing.T, s, scratch *Solver, f *field.Field, cells []uint8, mines, c int) {
	t.Helper()
	cells[c] = field.Mine
	z, with := enumerate(f, cells, mines)
	cells[c] = field.Closed
	scratch.CopyFrom(s)
	scratch.Suppose(c, true)
	if err := scratch.Settle(); (err == nil) != (z > 0) {
		t.Fatalf("%v: cell %d a mine: %v, %d placements", cells, c, err, z)
	}
	if z == 0 {
		return
	}
	for v := range cells {
		if math.Abs(scratch.P[v]-float64(with[v])/float64(z)) > 1e-12 {
			t.Fatalf("%v: cell %d a mine gives cell %d %v, want %d/%d", cells, c, v, scratch.P[v], with[v], z)
		}
	}
}

// TestSampleIsUniform draws the three placements of a line: none may be
// preferred.
func TestSampleIsUniform(t *testing.T) {
	f, cells := parse(t, ".1.1...")
	rng := rand.New(rand.NewPCG(7, 4))
	const draws = 3000
	seen := map[field.Bits]int{}
	for range draws {
		s := New()
		if err := s.Solve(f, cells, 2); err != nil {
			t.Fatal(err)
		}
		if err := s.Sample(rng); err != nil {
			t.Fatal(err)
		}
		if s.Sure.Len() != 2 || !agrees(f, cells, &s.Sure) {
			t.Fatalf("sampled %v", s.Sure.Append(nil))
		}
		seen[s.Sure]++
	}
	if len(seen) != 3 {
		t.Fatalf("%d placements drawn, want 3", len(seen))
	}
	for placed, n := range seen {
		if math.Abs(float64(n)-draws/3) > 4*math.Sqrt(draws*2/9.0) {
			t.Errorf("%v drawn %d times of %d", placed.Append(nil), n, draws)
		}
	}
}
