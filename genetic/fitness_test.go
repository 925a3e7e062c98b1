package genetic

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

func members(n int) []Genome {
	out := make([]Genome, n)
	for i := range out {
		out[i] = Genome{ID: i + 1, Weights: engines.Weights{float64(i)}}
	}
	return out
}

func TestWinRate(t *testing.T) {
	e := Evidence{Members: members(4), Past: []Genome{{ID: 9}}, Duels: []Duel{
		{A: 1, B: 2, Games: 4, Points: 2.5}, {A: 1, B: 9, Games: 2, Points: 2}, {A: 2, B: 3, Games: 1, Points: 1},
	}}
	got := WinRate{Unplayed: 0.4}.Judge(e)
	if want := []float64{4.5 / 6, 2.5 / 5, 0, 0.4}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// With a prior that hardly binds, two genomes are rated at the odds of their
// games: 3 to 1 is ln 3, half of it on either side of the mean.
func TestRatingOfTwo(t *testing.T) {
	e := Evidence{Members: members(2), Duels: []Duel{{A: 1, B: 2, Games: 8, Points: 6}}}
	got := Rating{Prior: 1e6}.Judge(e)
	want := logistic(math.Log(3) / 2)
	if math.Abs(got[0]-want) > 1e-6 || math.Abs(got[1]-(1-want)) > 1e-6 {
		t.Errorf("%v, want %v and its complement", got, want)
	}
}

func TestRatingShrinks(t *testing.T) {
	// The same rate over more games is worth more; a win over the strong is
	// worth more than a win over the weak.
	e := Evidence{Members: members(6), Duels: []Duel{
		{A: 1, B: 3, Games: 2, Points: 2}, {A: 2, B: 4, Games: 20, Points: 20},
		{A: 2, B: 5, Games: 1, Points: 0}, {A: 4, B: 6, Games: 1, Points: 0},
	}}
	got := Rating{Prior: 100}.Judge(e)
	if !(got[1] > got[0]) {
		t.Errorf("20 wins of 21 rate %v, 2 of 2 rate %v", got[1], got[0])
	}
	if !(got[4] > got[5]) {
		t.Errorf("a win over the strong rates %v, over the weak %v", got[4], got[5])
	}
	for _, f := range got {
		if !(f > 0 && f < 1) {
			t.Errorf("fitness %v", f)
		}
	}
}

// The strengths of a ladder stand where the posterior is flat: points made plus
// the pull of the prior equal points expected.
func TestLadderIsAtTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "genomes")
		e := Evidence{Members: members(n)}
		for a := 1; a <= n; a++ {
			for b := a + 1; b <= n; b++ {
				games := rapid.IntRange(0, 6).Draw(t, "games")
				points := rapid.IntRange(0, 2*games).Draw(t, "points")
				e.Duels = append(e.Duels, Duel{A: a, B: b, Games: games, Points: float64(points) / 2})
			}
		}
		l := newLadder(e)
		precision := rapid.Float64Range(0.05, 5).Draw(t, "precision")
		l.climb(nil, precision)
		for i, met := range l.met {
			slope := -precision * l.strength[i]
			for _, m := range met {
				slope += m.points - m.games*logistic(l.strength[i]-l.strength[m.other])
			}
			if math.Abs(slope) > 1e-5 {
				t.Fatalf("genome %d: slope %v", i, slope)
			}
		}
	})
}

// Judges do not depend on the order in which games are listed, nor on who is
// called A.
func TestJudgesIgnoreTheOrderOfDuels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		e := Evidence{Space: square(1), Members: members(6)}
		for range 12 {
			a := 1 + r.IntN(5)
			e.Duels = append(e.Duels, Duel{A: a, B: a + 1, Games: 3, Points: float64(r.IntN(4))})
		}
		turned := e
		turned.Duels = slices.Clone(e.Duels)
		for i, d := range turned.Duels {
			turned.Duels[i] = Duel{A: d.B, B: d.A, Games: d.Games, Points: float64(d.Games) - d.Points}
		}
		slices.Reverse(turned.Duels)
		for _, j := range []Judge{WinRate{0.5}, Rating{200}, Genomic{Prior: 200}} {
			one, two := j.Judge(e), j.Judge(turned)
			for i := range one {
				if math.Abs(one[i]-two[i]) > 1e-6 {
					t.Fatalf("%T: %v, then %v", j, one, two)
				}
			}
		}
	})
}
