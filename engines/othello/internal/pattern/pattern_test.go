package pattern

import (
	"math"
	"math/bits"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/training"
)

// positions returns n positions of random games.
func positions(n int) (list [][2]uint64) {
	rng := engines.Rand(4)
	for len(list) < n {
		own, opp := board.StartOwn, board.StartOpp
		for {
			moves := board.Moves(own, opp)
			if moves == 0 {
				if own, opp = opp, own; board.Moves(own, opp) == 0 {
					break
				}
				continue
			}
			for range rng.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			sq := bits.TrailingZeros64(moves)
			own, opp = board.Play(own, opp, board.Flips(own, opp, sq), sq)
			list = append(list, [2]uint64{own, opp})
		}
	}
	return list[:n]
}

// random returns random weights, for which a wrong index changes the value.
func random(t testing.TB, seed uint64) ([]float64, *Weights) {
	rng := engines.Rand(seed)
	columns := make([]float64, Columns())
	for i := range columns {
		columns[i] = float64(rng.IntN(33)-16) / fine
	}
	w, err := New(columns)
	if err != nil {
		t.Fatal(err)
	}
	return columns, w
}

func turned(set uint64, symmetry int) (out uint64) {
	for ; set != 0; set &= set - 1 {
		out |= 1 << board.Image(uint8(bits.TrailingZeros64(set)), symmetry)
	}
	return out
}

func TestLayout(t *testing.T) {
	t.Parallel()
	prepare()
	if len(boardParts) != parts {
		t.Fatalf("%d parts, want %d", len(boardParts), parts)
	}
	covered := uint64(0)
	for _, p := range boardParts {
		for _, sq := range p.squares {
			covered |= 1 << sq
		}
	}
	if covered != math.MaxUint64 {
		t.Errorf("squares %#x are in no part", ^covered)
	}
	// 4 families of 8 squares, 3321 each; 1134, 378, 135, 45; 29646 edges; 10206 and
	// 59049 corners.
	if want := 4*3321 + 1134 + 378 + 135 + 45 + 29646 + 10206 + 59049 + movePairs + 1; patternLayout.slots != want {
		t.Errorf("%d slots, want %d", patternLayout.slots, want)
	}
}

// TestNumbers compares the numbers with those of a loop over the squares.
func TestNumbers(t *testing.T) {
	t.Parallel()
	prepare()
	for _, p := range positions(500) {
		var n numbers
		numbersOf(p[0], p[1], &n)
		for lane, part := range boardParts {
			want := 0
			for i, sq := range part.squares {
				want += power(i) * int(p[0]>>sq&1+2*(p[1]>>sq&1))
			}
			if got := n.number(lane); got != want {
				t.Fatalf("part %d of %#x: %d, want %d", lane, p, got, want)
			}
		}
	}
}

// TestEvaluateIsTheSumOfItsTerms compares Evaluate with the sum of Terms, except for the
// rounding of weights.
func TestEvaluateIsTheSumOfItsTerms(t *testing.T) {
	t.Parallel()
	columns, w := random(t, 1)
	var terms []training.Term
	for _, p := range positions(2000) {
		terms = Terms(p[0], p[1], terms[:0])
		want := 0.0
		for _, x := range terms {
			want += columns[x.Column] * float64(x.Value)
		}
		got := float64(w.Evaluate(p[0], p[1])) / Unit
		// Every weight is rounded, the errors of which have a spread of 0.15 discs.
		if math.Abs(got-want) > 0.8 {
			t.Fatalf("%#x: %v, want %v", p, got, want)
		}
	}
}

// TestSymmetries: a position and its images are worth the same.
func TestSymmetries(t *testing.T) {
	t.Parallel()
	_, w := random(t, 2)
	for _, p := range positions(300) {
		want := w.Evaluate(p[0], p[1])
		for s := range 8 {
			if got := w.Evaluate(turned(p[0], s), turned(p[1], s)); got != want {
				t.Fatalf("%#x under symmetry %d: %d, want %d", p, s, got, want)
			}
		}
	}
}

// Weights are given at 10, 16, ..., 58 discs.
func TestBetweenKnots(t *testing.T) {
	t.Parallel()
	for discs, want := range map[int]float64{4: 0, 10: 0, 13: 0.5, 16: 1, 21: 1 + 5.0/6, 55: 7.5, 58: 8, 64: 8} {
		if knot, share := between(discs); share < 0 || share >= 1 || math.Abs(float64(knot)+share-want) > 1e-12 {
			t.Errorf("%d discs: knot %d and a share of %v, want %v steps from the first", discs, knot, share, want)
		}
	}
}

// The side with the inner 16 squares can turn a disc of the ring around them from each of the 28 squares of
// the edge, but more than 24 moves count as 24.
func TestMovePairOfManyMoves(t *testing.T) {
	t.Parallel()
	const inner, ring = 0x00003c3c3c3c0000, 0x007e424242427e00
	if got, want := movePair(inner, ring), 24*25; got != want {
		t.Errorf("28 moves and none: number %d, want %d", got, want)
	}
	if got, want := movePair(ring, inner), 24; got != want {
		t.Errorf("no move and 28: number %d, want %d", got, want)
	}
}

func TestWeightsReadBack(t *testing.T) {
	t.Parallel()
	_, w := random(t, 3)
	text, err := w.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range w.values {
		if back.values[i] != v {
			t.Fatalf("weight %d: %d, was %d", i, back.values[i], v)
		}
	}
	for _, bad := range []string{"", "{}", `{"othello_patterns":2}`, `{"othello_patterns":1,"columns":3}`, string(text[:len(text)/2]) + `"}`} {
		if _, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%.40q is taken for weights", bad)
		}
	}
	columns := make([]float64, Columns())
	columns[7] = math.NaN()
	if _, err := New(columns); err == nil {
		t.Error("a weight that is not a number is taken")
	}
}

func FuzzParse(f *testing.F) {
	text, err := Zero().MarshalText()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"othello_patterns":1,"columns":1030527,"weights":"AAAA"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if w, err := Parse(data); err == nil {
			w.Evaluate(board.StartOwn, board.StartOpp)
		}
	})
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	_, w := random(t, 1)
	p := positions(40)[39]
	w.Evaluate(p[0], p[1])
	if n := testing.AllocsPerRun(100, func() { w.Evaluate(p[0], p[1]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	_, w := random(b, 1)
	list := positions(4096)
	var late [][2]uint64
	for _, p := range list {
		if bits.OnesCount64(p[0]|p[1]) == 40 {
			late = append(late, p)
		}
	}
	i, sum := 0, 0
	for b.Loop() {
		p := late[i%len(late)]
		sum += w.Evaluate(p[0], p[1])
		i++
	}
	_ = sum
}

func BenchmarkLook(b *testing.B) {
	list := positions(64)
	i := 0
	var n numbers
	for b.Loop() {
		p := list[i&63]
		numbersOf(p[0], p[1], &n)
		i++
	}
}

// TestSweepSumsUpTheTerms: worths and gradient are those of a loop over the terms, and
// the order is by discs.
func TestSweepSumsUpTheTerms(t *testing.T) {
	t.Parallel()
	columns, _ := random(t, 5)
	for i := range columns {
		columns[i] /= 16
	}
	list := positions(3000)
	var rows []int32
	for i := len(list) - 1; i >= 0; i -= 2 {
		rows = append(rows, int32(i))
	}
	Arrange(list, rows)
	gradient, want := make([]float64, Columns()), make([]float64, Columns())
	told, discs := 0, 0
	var terms []training.Term
	Sweep(list, rows, columns, gradient, func(row int32, worth float64) float64 {
		p := list[row]
		if n := discsOf(p); rows[told] != row || n < discs {
			t.Fatalf("position %d of %d discs after one of %d", row, n, discs)
		} else if discs = n; told > 0 && discsOf(list[rows[told-1]]) == n && rows[told-1] < row {
			t.Fatalf("position %d after %d: those of as many discs changed places", row, rows[told-1])
		}
		told++
		terms = Terms(p[0], p[1], terms[:0])
		sum := 0.0
		for _, x := range terms {
			sum += columns[x.Column] * float64(x.Value)
			want[x.Column] += float64(row%7-3) * float64(x.Value)
		}
		if math.Abs(worth-sum) > 1e-4 {
			t.Fatalf("%#x: %v, by the terms %v", p, worth, sum)
		}
		return float64(row%7 - 3)
	})
	if told != len(rows) {
		t.Fatalf("told of %d positions of %d", told, len(rows))
	}
	for i := range want {
		if math.Abs(gradient[i]-want[i]) > 1e-3 {
			t.Fatalf("gradient of weight %d is %v, by the terms %v", i, gradient[i], want[i])
		}
	}
	Sweep(list, rows[:9], columns, nil, func(int32, float64) float64 { return 0 })
}

// BenchmarkSweep is a step of a fit to a million positions.
func BenchmarkSweep(b *testing.B) {
	columns, _ := random(b, 1)
	list := positions(100000)
	rows := make([]int32, 1000000)
	for i := range rows {
		rows[i] = int32(i % len(list))
	}
	Arrange(list, rows)
	gradient := make([]float64, Columns())
	for b.Loop() {
		Sweep(list, rows, columns, gradient, func(int32, float64) float64 { return 0.1 })
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(rows)), "ns/position")
}

func BenchmarkTerms(b *testing.B) {
	columns, _ := random(b, 1)
	list := positions(20000)
	gradient := make([]float64, Columns())
	var terms []training.Term
	for b.Loop() {
		for _, p := range list {
			terms = Terms(p[0], p[1], terms[:0])
			z := 0.0
			for _, x := range terms {
				z += columns[x.Column] * float64(x.Value)
			}
			for _, x := range terms {
				gradient[x.Column] += 0.1 * float64(x.Value)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/position")
}
