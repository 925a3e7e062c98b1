package hare

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestStandardCurves(t *testing.T) {
	c := standardCurves()
	if err := c.valid(); err != nil {
		t.Fatal(err)
	}
	slope := func(i, carrots int) int64 {
		return c.carrots[i].hundredths(carrots+1) - c.carrots[i].hundredths(carrots)
	}
	if c.carrots[0].hundredths(0) != 0 || c.carrots[1].hundredths(0) != 0 {
		t.Error("no carrots are worth something")
	}
	for carrots := range 600 {
		s0, s1, s2 := slope(0, carrots), slope(1, carrots), slope(2, carrots)
		if s0 <= 0 || s1 <= 0 || s2 >= 0 {
			t.Fatalf("%d carrots: slopes %d, %d, %d", carrots, s0, s1, s2)
		}
		if s1 > s0 {
			t.Fatalf("%d carrots: C1 climbs faster than C0", carrots)
		}
		for i := range c.carrots {
			if slope(i, carrots+1) > slope(i, carrots) {
				t.Fatalf("%d carrots: C%d is not concave", carrots, i)
			}
		}
	}
	for i, curve := range c.carrots {
		for k := 2; k < len(curve); k++ {
			a, b, d := curve[k-2], curve[k-1], curve[k]
			if (d.value-b.value)/float64(d.carrots-b.carrots) >= (b.value-a.value)/float64(b.carrots-a.carrots) {
				t.Errorf("C%d does not bend at %d", i, b.carrots)
			}
		}
	}
	for lettuces, row := range c.lettuces {
		for a, v := range row {
			if lettuces > 0 && v > c.lettuces[lettuces-1][a] || a > 0 && v < row[a-1] {
				t.Errorf("S%d at %d is out of order", lettuces, a)
			}
		}
	}
}

func TestCurvePoints(t *testing.T) {
	c := standardCurves()
	for _, p := range []struct {
		curve, carrots int
		want           int64
	}{
		{0, 39, 5120},
		{1, 26, 3600},
		{1, 54, 5200},
		{2, 55, 5500},
		{2, 120, -7100},
		{0, 300, 11100},
		{0, 400, 11600},
		{1, 400, 7000},
		{2, 400, -87100},
	} {
		if got := c.carrots[p.curve].hundredths(p.carrots); got != p.want {
			t.Errorf("C%d(%d) = %d hundredths, want %d", p.curve, p.carrots, got, p.want)
		}
	}
}

// TestManyCarrots has players with more carrots than the evaluation distinguishes, which games with a
// large guard reach. Their positions are read back, and their values do not overflow.
func TestManyCarrots(t *testing.T) {
	e := with(t, engines.Settings{"guard": "100000"})
	square := slices.Index(e.board.kinds[:], carrotSquare)
	g, err := e.ParseGame(fmt.Sprintf("%d;%d;3;f;0;68;3;f", square, maxCarrots-5), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Apply(moveTake); err != nil {
		t.Fatal(err)
	}
	if read, err := e.ParseGame(g.String(), 1); err != nil || read.String() != g.String() {
		t.Errorf("%s reads back as %v, %v", g, read, err)
	}
	if _, err := e.ParseGame("5;1000000000;3;f;0;68;3;f", 1); err == nil {
		t.Error("a thousand million carrots were taken")
	}
	for _, w := range []engines.Weights{{1, 1, 1}, {0, maxWeight, 0}} {
		values, err := newEvaluator(e.board, e.curves, w)
		if err != nil {
			t.Fatal(err)
		}
		var want [2]int64
		for i, carrots := range []int{maxCarrots, readCarrots} {
			s, err := parsePosition(e.board, fmt.Sprintf("%d;%d;3;f;0;68;3;f", square, carrots))
			if err != nil {
				t.Fatal(err)
			}
			want[i] = values.scaledValue(&s, 0)
		}
		if want[0] != want[1] || want[0] >= 0 {
			t.Errorf("weights %v: %d carrots are worth %d, and %d are worth %d", w, maxCarrots, want[0], readCarrots, want[1])
		}
	}
}

func TestCurvesRefused(t *testing.T) {
	for _, bad := range []curve{
		nil,
		{{0, 1}},
		{{1, 0}, {2, 0}},
		{{0, 0}, {0, 1}},
		{{0, 0}, {5, 1}, {4, 2}},
		{{0, 0}, {1, 1e6}},
		{{0, 0}, {1, 1000}},
		{{0, 0}, {maxCarrots + 1, 0}},
	} {
		if bad.valid() == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}
