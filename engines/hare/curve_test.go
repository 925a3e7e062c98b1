package hare

import "testing"

func TestStandardCurves(t *testing.T) {
	c := Standard()
	if err := c.valid(); err != nil {
		t.Fatal(err)
	}
	slope := func(i, carrots int) int64 {
		return c.C[i].hundredths(carrots+1) - c.C[i].hundredths(carrots)
	}
	if c.C[0].hundredths(0) != 0 || c.C[1].hundredths(0) != 0 {
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
		for i := range c.C {
			if slope(i, carrots+1) > slope(i, carrots) {
				t.Fatalf("%d carrots: C%d is not concave", carrots, i)
			}
		}
	}
	for i, curve := range c.C {
		for k := 2; k < len(curve); k++ {
			a, b, d := curve[k-2], curve[k-1], curve[k]
			if (d.Value-b.Value)/float64(d.Carrots-b.Carrots) >= (b.Value-a.Value)/float64(b.Carrots-a.Carrots) {
				t.Errorf("C%d does not bend at %d", i, b.Carrots)
			}
		}
	}
	for lettuces, row := range c.S {
		for a, v := range row {
			if lettuces > 0 && v > c.S[lettuces-1][a] || a > 0 && v < row[a-1] {
				t.Errorf("S%d at %d is out of order", lettuces, a)
			}
		}
	}
}

func TestCurvePoints(t *testing.T) {
	c := Standard()
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
		if got := c.C[p.curve].hundredths(p.carrots); got != p.want {
			t.Errorf("C%d(%d) = %d hundredths, want %d", p.curve, p.carrots, got, p.want)
		}
	}
}

func TestCurvesRefused(t *testing.T) {
	for _, bad := range []Curve{
		nil,
		{{0, 1}},
		{{1, 0}, {2, 0}},
		{{0, 0}, {0, 1}},
		{{0, 0}, {5, 1}, {4, 2}},
		{{0, 0}, {1, 1e6}},
		{{0, 0}, {1, 1000}},
		{{0, 0}, {MaxCarrots + 1, 0}},
	} {
		if bad.valid() == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}
