package minesweeper

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// solved solves a position for a judge.
func solved(t testing.TB, position string, mines int) *probability.Solver {
	t.Helper()
	g := set(t, position, mines)
	s := probability.New()
	if err := s.Solve(g.view.field, g.view.cells, mines); err != nil {
		t.Fatal(err)
	}
	return s
}

func published(t testing.TB, s engines.Settings) *gemini {
	t.Helper()
	e := with(t, s)
	return newGemini(e.settings, e.space.Default())
}

// TestGuessScores has the bands at exact probabilities and blanks.
func TestGuessScores(t *testing.T) {
	j := published(t, nil)
	for _, c := range []struct{ p, b, want float64 }{
		{0.5, 0, 5000},
		{0.499998, 0, 4499.982},
		{0.8, 0.3, 12000},
		{0.799999, 0, 11999.99},
		{0.99, 0.3, 19900},
		{1, 0.3, 20000},
		{0.3, 0.5, 1350},
		{0.6, 0.25, 4500},
	} {
		got, counts := j.band(c.p)
		if counts {
			got *= 1 - c.b
		}
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("p %v, b %v: %v, want %v", c.p, c.b, got, c.want)
		}
	}
	third := published(t, engines.Settings{"third_band": "true"})
	if got, counts := third.band(0.4); counts || math.Abs(got-4500) > 1e-9 {
		t.Errorf("third band at 0.4: %v, blank counts %v", got, counts)
	}
	if got, counts := third.band(0.33); !counts || math.Abs(got-2970) > 1e-9 {
		t.Errorf("below the third band: %v, blank counts %v", got, counts)
	}
}

// TestUntouchedScores has the scores of the standard field before any move.
func TestUntouchedScores(t *testing.T) {
	s := solved(t, closedBoard(16, 16), 51)
	j := published(t, nil)
	var all picker
	all.reset()
	for _, c := range []struct {
		x, y int
		want float64
	}{{7, 7, 1489.8004}, {0, 7, 1202.5744}, {15, 0, 872.2767}} {
		if got := j.undecided(s, s.Field.Index(c.x, c.y), &all); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("(%d,%d): %.4f, want %.4f", c.x, c.y, got, c.want)
		}
	}
}

// around is a solver whose centre cell of 3 x 3 is safe, with each direction's
// neighbour as written: digits are open numbers, '*' a mine found, 's' a closed
// safe cell, a dot undecided with probability p.
func around(t testing.TB, picture string, p float64) (*probability.Solver, int) {
	t.Helper()
	f, err := field.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := &probability.Solver{
		Field: f, P: make([]float64, 9), Undecided: make([]uint8, 9), Clear: make([]uint8, 9),
		Mines: make([]uint8, 9), Open: make([]uint8, 9),
	}
	d := 0
	for c, x := range []byte(picture) {
		if c == 4 {
			continue
		}
		s.P[c] = p
		kind := s.Open
		switch x {
		case '.':
			kind = s.Undecided
		case '*':
			kind = s.Mines
		case 's':
			kind = s.Clear
		}
		kind[4] |= 1 << d
		d++
	}
	s.Safe.Set(4)
	return s, 4
}

func TestClickScores(t *testing.T) {
	j := published(t, nil)
	for _, c := range []struct {
		picture string
		p       float64
		want    float64
	}{
		{"1111c111*", 0, 4900},
		{"1*11c1*1*", 0, 6700},
		{"1111c1111", 0, 0},
		{"1111c....", 0.2, 2000 * (1 - math.Pow(0.8, 4))},
		{"1111c....", 0.2, 1180.8},
		{"....c....", 0.05, 1884.8455847812513},
		{"....c....", 0.0500001, 0},
		{"....c....", 0.991, 5600 * (1 - math.Pow(0.009, 8))},
		{"****c****", 0, 11200},
		{"ssssc***s", 0, 6700},
	} {
		s, at := around(t, c.picture, c.p)
		if got := j.safe(s, at, nil); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s, p %v: %.10f, want %.10f", c.picture, c.p, got, c.want)
		}
	}
	// A corner: five neighbours outside, two numbers and a mine.
	s := solved(t, ".1/1*", 1)
	if got := j.safe(s, 0, nil); got != 5400 {
		t.Errorf("a safe corner: %v, want 5400", got)
	}
}

func TestClickExponent(t *testing.T) {
	e := with(t, nil)
	w := e.space.Default()
	w[blankExpZ], w[blankExpU] = 2, 0.5
	j := newGemini(e.settings, w)
	s, at := around(t, "1111c....", 0.2)
	if got, want := j.safe(s, at, nil), 2000*math.Pow(1-math.Pow(0.8, 4), 2); math.Abs(got-want) > 1e-9 {
		t.Errorf("click %v, want %v", got, want)
	}
	s = solved(t, closedBoard(3, 3), 3)
	var all picker
	all.reset()
	if got, want := j.undecided(s, 0, &all), 3000*math.Sqrt(1-math.Pow(2.0/3, 3)); math.Abs(got-want) > 1e-9 {
		t.Errorf("guess %v, want %v", got, want)
	}
}

// TestThresholdsAreSorted checks that the order in which thresholds are given has no effect.
func TestThresholdsAreSorted(t *testing.T) {
	e := with(t, nil)
	w := e.space.Default()
	w[thrSure], w[thrMid] = w[thrMid], w[thrSure]
	wrong, right := newGemini(e.settings, w), published(t, nil)
	for p := 0.0; p <= 1; p += 1.0 / 64 {
		a, _ := wrong.band(p)
		b, _ := right.band(p)
		if a != b {
			t.Errorf("p %v: %v, want %v", p, a, b)
		}
	}
}

// TestModes compares the scores of an undecided cell under the three values of zero_mode.
func TestModes(t *testing.T) {
	s := solved(t, "*../1../...", 3) // 1,0 is safe; 2,1 is a guess between undecided cells
	at := s.Field.Index(2, 1)
	var all picker
	all.reset()
	a := published(t, nil)
	guess := a.undecided(s, at, &all)
	click := a.click(s, at, a.blank(s, at))
	for mode, want := range map[string]float64{"A": guess, "B": max(guess, click), "C": max(guess, (1-s.P[at])*click)} {
		j := published(t, engines.Settings{"zero_mode": mode})
		if got := j.undecided(s, at, &all); got != want {
			t.Errorf("mode %s: %v, want %v", mode, got, want)
		}
	}
	exact := published(t, engines.Settings{"blank_mode": "exact"})
	for _, c := range s.Frontier.Append(s.Safe.Append(nil)) {
		if got, want := exact.blank(s, c), s.Blank(c, probability.New()); got != want {
			t.Errorf("cell %d: exact blank %v, want %v", c, got, want)
		}
	}
	if p, b := a.blank(solved(t, ".../.../...", 2), 4), exact.blank(solved(t, ".../.../...", 2), 4); math.Abs(p-5764801.0/43046721) > 1e-12 || b != 0 {
		t.Errorf("centre of 3x3: product %v, exact %v", p, b)
	}
}

// TestDecisionRating checks two comparisons of the published weights: a guess of 0.8 scores more than
// any click, and a good click more than a guess of 0.5.
func TestDecisionRating(t *testing.T) {
	j := published(t, nil)
	most, _ := around(t, "****c****", 0)
	if guess, _ := j.band(0.8); guess <= j.safe(most, 4, nil) {
		t.Errorf("a click of %v beats a guess of %v", j.safe(most, 4, nil), guess)
	}
	flip, _ := j.band(0.5)
	good, _ := around(t, "1*11c1*1*", 0)
	if j.safe(good, 4, nil) <= flip {
		t.Errorf("a click of %v does not beat a coin flip of %v", j.safe(good, 4, nil), flip)
	}
}

// TestSureFirst gives a certain mine the lowest of all scores. The agent opens it only with the setting
// sure_first.
func TestSureFirst(t *testing.T) {
	for first, taken := range map[string]bool{"true": true, "false": false} {
		e := with(t, engines.Settings{"sure_first": first})
		w := e.space.Default()
		w[baseSure], w[slopeSure] = 0, 0
		p := newPlayer(e.settings, w)
		g := set(t, "..../111./001.", 2) // 0,0 is a mine; one of 3,1 and 3,2 is another
		m, err := p.Choose(t.Context(), g.View(0))
		if err != nil {
			t.Fatal(err)
		}
		if (g.FormatMove(m) == "0,0") != taken {
			t.Errorf("sure_first %s: chose %s", first, g.FormatMove(m))
		}
	}
}
