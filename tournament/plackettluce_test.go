package tournament

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

type orderVector struct {
	ID       string    `json:"id"`
	Rankings []string  `json:"rankings"`
	Winners  []int     `json:"winners"`
	Log      []float64 `json:"log"`
	Elo      []float64 `json:"elo"`
	SE       []float64 `json:"se"`
	LogLik   float64   `json:"loglik"`
}

func (v orderVector) rankings() []Ranking {
	var out []Ranking
	for _, text := range v.Rankings {
		var order []int
		for _, letter := range text {
			order = append(order, int(letter-'A'))
		}
		out = append(out, Order(order...))
	}
	for winner, times := range v.Winners {
		rest := slices.DeleteFunc([]int{0, 1, 2, 3}, func(p int) bool { return p == winner })
		for range times {
			out = append(out, Ranking{{winner}, rest})
		}
	}
	return out
}

func TestPlackettLuce(t *testing.T) {
	for _, v := range load[orderVector](t, "plackettluce.json") {
		t.Run(v.ID, func(t *testing.T) {
			o := PlackettLuceOptions{WinnerOnly: v.Winners != nil}
			fit, err := PlackettLuce(len(v.Log), v.rankings(), o)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "strengths", fit.Log, v.Log, 1e-6)
			near(t, "Elo", fit.Elo(), v.Elo, 1e-4)
			near(t, "errors", meanErrors(fit.Covariance), v.SE, 1e-4)
			near(t, "likelihood", []float64{fit.LogLikelihood}, []float64{v.LogLik}, 1e-6)
			near(t, "MM", plackettLuceMM(t, len(v.Log), v.rankings(), o), fit.Log, 1e-7)
		})
	}
}

// plackettLuceMM is the iteration of Hunter (2004), section 5.
func plackettLuceMM(t *testing.T, n int, rankings []Ranking, o PlackettLuceOptions) []float64 {
	c, err := newChoices(n, rankings, o.WinnerOnly)
	if err != nil {
		t.Fatal(err)
	}
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	down := make([]float64, n)
	for range 5000 {
		clear(down)
		for _, st := range c.stages {
			sum := 0.0
			for _, p := range st.players {
				sum += s[p]
			}
			for _, p := range st.players {
				down[p] += st.weight / sum
			}
		}
		for i := range s {
			s[i] = c.chosen[i] / down[i]
		}
		normalise(s)
	}
	return logs(s)
}

// A tie counts as the average over its orders: listing them all, each as often,
// gives the same strengths.
func TestPlackettLuceTies(t *testing.T) {
	tied := []Ranking{{{0, 1, 2}, {3}}, {{3}, {1, 0}}, {{2}, {3, 1}, {0}}, {{0}, {1}}}
	var listed []Ranking
	for range 3 {
		listed = append(listed, Order(3, 1, 0), Order(3, 0, 1), Order(2, 3, 1, 0), Order(2, 1, 3, 0), Order(0, 1), Order(0, 1))
	}
	for _, o := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		listed = append(listed, Order(append(o, 3)...))
	}
	a, err := PlackettLuce(4, tied, PlackettLuceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := PlackettLuce(4, listed, PlackettLuceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "strengths", a.Log, b.Log, 1e-9)
	near(t, "likelihood", []float64{6 * a.LogLikelihood}, []float64{b.LogLikelihood}, 1e-9)
}

func TestPlackettLuceOfTwoIsBradleyTerry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "players")
		d := NewDuels(n)
		var rankings []Ranking
		for range rapid.IntRange(0, 40).Draw(t, "games") {
			i := rapid.IntRange(0, n-1).Draw(t, "winner")
			j := (i + rapid.IntRange(1, n-1).Draw(t, "loser")) % n
			if rapid.Bool().Draw(t, "tied") {
				d.Tie(i, j, 1)
				rankings = append(rankings, Ranking{{i, j}})
			} else {
				d.Win(i, j, 1)
				rankings = append(rankings, Order(i, j))
			}
		}
		a, err := BradleyTerry(d, DefaultPrior)
		if err != nil {
			t.Fatal(err)
		}
		b, err := PlackettLuce(n, rankings, PlackettLuceOptions{Prior: DefaultPrior})
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Log {
			if math.Abs(a.Log[i]-b.Log[i]) > 1e-8 {
				t.Fatalf("%v and %v", a.Log, b.Log)
			}
		}
	})
}

func TestPlackettLuceRefuses(t *testing.T) {
	for name, rankings := range map[string][]Ranking{
		"twice": {Order(0, 1, 0)}, "unknown": {Order(0, 3)}, "not connected": {Order(0, 1, 2)}, "nothing": nil,
	} {
		fit, err := PlackettLuce(3, rankings, PlackettLuceOptions{})
		if err == nil {
			t.Errorf("%s: %+v", name, fit)
		} else if !strings.HasPrefix(err.Error(), "tournament: plackett-luce: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := PlackettLuce(3, nil, PlackettLuceOptions{Prior: 1}); err != nil {
		t.Errorf("nothing with a prior: %v", err)
	}
}

func TestOrderProbability(t *testing.T) {
	r := Ratings{Log: []float64{math.Log(3), math.Log(2), 0}}
	sum := 0.0
	for _, c := range []struct {
		order []int
		want  float64
	}{
		{[]int{0, 1, 2}, 1. / 3},
		{[]int{0, 2, 1}, 1. / 6},
		{[]int{1, 0, 2}, 0.25},
		{[]int{1, 2, 0}, 1. / 12},
		{[]int{2, 0, 1}, 0.1},
		{[]int{2, 1, 0}, 1. / 15},
	} {
		got := r.Probability(c.order...)
		near(t, "probability", []float64{got}, []float64{c.want}, 1e-12)
		sum += got
	}
	near(t, "of all orders, of a pair, of one", []float64{sum, r.Probability(0, 1), r.Probability(2)}, []float64{1, 0.6, 1}, 1e-12)
}

func TestRankings(t *testing.T) {
	r := Result{
		Pairing: Pairing{Agents: []int{7, 5, 6}, Games: 2},
		Games:   []engines.Record{{Outcome: engines.Places(2, 1, 2)}, {Outcome: engines.Places(1, 2, 3)}},
	}
	want := []Ranking{{{5}, {7, 6}}, {{5}, {6}, {7}}}
	if diff := cmp.Diff(want, Rankings(r)); diff != "" {
		t.Error(diff)
	}
}
