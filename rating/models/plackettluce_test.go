package models

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
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

// enter adds single games.
func enter(t testing.TB, o *Orders, players, places []int) {
	t.Helper()
	if err := o.Add(players, places); err != nil {
		t.Fatal(err)
	}
}

func (v orderVector) orders(t testing.TB) *Orders {
	o := NewOrders(len(v.Log), v.Winners != nil)
	for _, text := range v.Rankings {
		var players, places []int
		for i, letter := range text {
			players = append(players, int(letter-'A'))
			places = append(places, i+1)
		}
		enter(t, o, players, places)
	}
	for winner, times := range v.Winners {
		for range times {
			places := []int{2, 2, 2, 2}
			places[winner] = 1
			enter(t, o, []int{0, 1, 2, 3}, places)
		}
	}
	return o
}

func orderFit(t testing.TB, o *Orders, options rating.FitOptions) *rating.Estimate {
	t.Helper()
	s, err := o.Fit(options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The strengths equal those that an independent implementation computed.
func TestPlackettLuce(t *testing.T) {
	for _, v := range load[orderVector](t, "testdata/plackettluce.json") {
		t.Run(v.ID, func(t *testing.T) {
			o := v.orders(t)
			n := len(v.Log)
			s := orderFit(t, o, rating.FitOptions{})
			near(t, "strengths", s.Log, v.Log, 1e-6)
			info := mat.NewSymDense(n, nil)
			loglik := o.likelihood(s.Log, make([]float64, n), info)
			near(t, "likelihood", []float64{loglik}, []float64{v.LogLik}, 1e-6)
			cov := newton.Sandwich(info, info, n, 0)
			errs := make([]float64, n)
			for i := range errs {
				errs[i] = rating.EloPerLogit * math.Sqrt(cov.At(i, i))
			}
			near(t, "errors of the model", errs, v.SE, 1e-4)
			near(t, "MM", plackettLuceMM(o), s.Log, 1e-7)
		})
	}
}

// plackettLuceMM computes the strengths of the Plackett-Luce model by the iteration of Hunter
// (2004), section 5, for comparison.
func plackettLuceMM(o *Orders) []float64 {
	s := make([]float64, o.players)
	for i := range s {
		s[i] = 1
	}
	up, down := make([]float64, o.players), make([]float64, o.players)
	for range 5000 {
		clear(up)
		clear(down)
		for _, one := range o.orders {
			for i, p := range one.players {
				up[p] += one.times * one.chosen[i]
			}
			for _, st := range one.stages {
				sum := 0.0
				for _, i := range st.among {
					sum += s[one.players[i]]
				}
				for _, i := range st.among {
					down[one.players[i]] += one.times * st.weight * float64(st.choice) / sum
				}
			}
		}
		for i := range s {
			s[i] = up[i] / down[i]
		}
	}
	for i := range s {
		s[i] = math.Log(s[i])
	}
	newton.Centre(s)
	return s
}

// A tie counts as the average over all orders of the tied players: entering every order equally
// often gives the same strengths.
func TestPlackettLuceTies(t *testing.T) {
	tied, listed := NewOrders(4, false), NewOrders(4, false)
	enter(t, tied, []int{0, 1, 2, 3}, []int{1, 1, 1, 4})
	enter(t, tied, []int{3, 1, 0}, []int{1, 2, 2})
	enter(t, tied, []int{0, 1, 2, 3}, []int{4, 2, 1, 2})
	enter(t, tied, []int{0, 1}, []int{1, 2})
	order := func(players ...int) {
		enter(t, listed, players, []int{1, 2, 3, 4}[:len(players)])
	}
	for range 3 {
		order(3, 1, 0)
		order(3, 0, 1)
		order(2, 3, 1, 0)
		order(2, 1, 3, 0)
		order(0, 1)
		order(0, 1)
	}
	for _, o := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		order(append(o, 3)...)
	}
	near(t, "strengths", orderFit(t, tied, rating.FitOptions{}).Log, orderFit(t, listed, rating.FitOptions{}).Log, 1e-9)
}

// For games of two players the Plackett-Luce model gives the ratings and intervals of the
// Bradley-Terry model, also for players outside the core.
func TestPlackettLuceOfTwoIsBradleyTerry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "players")
		o, c := NewOrders(n, false), rating.NewClusters(n)
		for range rapid.IntRange(0, 40).Draw(t, "clusters") {
			i := rapid.IntRange(0, n-1).Draw(t, "first")
			j := (i + rapid.IntRange(1, n-1).Draw(t, "second")) % n
			places := rapid.SampledFrom([][]int{{1, 2}, {2, 1}, {1, 1}, {1, 2, 2, 1}, {2, 1, 2, 1}, {1, 1, 2, 1}}).Draw(t, "places")
			if err := o.Add([]int{i, j}, places); err != nil {
				t.Fatal(err)
			}
			c.Add([]int{i, j}, places)
		}
		s, err := o.Fit(rating.FitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		e := c.Fit(rating.FitOptions{})
		if len(e.Log) < n {
			t.Skip("players without games are rated here alone")
		}
		for i := range n {
			a, b := s.Line(i, rating.Mean), e.Line(i, rating.Mean)
			if far(a.Elo, b.Elo) || s.Core[i] != e.Core[i] {
				t.Fatalf("player %d: %+v, in the standings %+v", i, a, b)
			}
			// Games against players outside the core count for the errors here, and not there.
			if slices.Min(s.Core) >= 0 && (far(a.Interval.Low, b.Interval.Low) || far(a.LOS, b.LOS)) {
				t.Fatalf("player %d: %+v, in the standings %+v", i, a, b)
			}
		}
	})
}

func TestOrdersRefuse(t *testing.T) {
	o := NewOrders(10, false)
	enter(t, o, []int{0, 1}, []int{1, 2})
	if err := o.Add(ints(10), append(ints(10), make([]int, 10)...)); err == nil {
		t.Error("ten players tie")
	}
	for _, c := range []struct{ players, places []int }{{nil, nil}, {[]int{1}, []int{1}}, {[]int{0, 1}, nil}, {[]int{0, 1}, []int{1, 2, 1}}} {
		if err := o.Add(c.players, c.places); err == nil {
			t.Errorf("the places %v of %v are taken", c.places, c.players)
		}
	}
	if len(o.games) != 1 || len(o.ends) != 1 || o.beaten().Games(0, 1) != 1 {
		t.Errorf("what was refused was counted: %v", o.games)
	}
	if _, err := o.Fit(rating.FitOptions{Prior: -1}); err == nil {
		t.Error("a prior of -1 was taken")
	}
}

func ints(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// A player who was last in every game has a finite rating and an interval.
func TestPlackettLuceApart(t *testing.T) {
	o := NewOrders(4, false)
	for i := range 12 {
		players := []int{i % 3, (i + 1) % 3, (i*i + 2) % 3}
		if players[2] == players[0] || players[2] == players[1] {
			players = []int{0, 1, 2}
		}
		enter(t, o, append(players, 3), []int{1, 2, 3, 4})
	}
	s := orderFit(t, o, rating.FitOptions{})
	l := s.Line(3, rating.Mean)
	if s.Core[3] != -1 || s.Prior == 0 || !l.Interval.Contains(l.Elo) || l.Interval.High > 0 || l.Interval.Low < -3000 || l.LOS > 0.01 {
		t.Errorf("%+v: %+v", s.Core, l)
	}
}

// Among returns the result of entering only the games of the given players.
func TestAmong(t *testing.T) {
	all, few := NewOrders(5, false), NewOrders(3, false)
	tally, pair := NewTally(5), NewTally(2)
	for i := range 9 {
		places := [][]int{{1, 2, 3}, {2, 1, 2}, {3, 1, 1}}[i%3]
		enter(t, all, []int{4, 1, 3}, places)
		enter(t, all, []int{0, 2}, []int{1, 2})
		enter(t, few, []int{2, 0, 1}, places)
		g := Games{First: [3]int{i % 2, 0, 1}, Second: [3]int{1, i % 3, 0}}
		tally.Add(4, 1, g)
		tally.Add(4, 3, g)
		pair.Add(1, 0, g)
	}
	a, b := orderFit(t, all.Among([]int{1, 3, 4}), rating.FitOptions{}), orderFit(t, few, rating.FitOptions{})
	near(t, "orders", a.Log, b.Log, 1e-12)
	near(t, "errors", []float64{a.Line(0, rating.Mean).Error}, []float64{b.Line(0, rating.Mean).Error}, 1e-12)
	for _, among := range [][]int{{1, 4}, {4, 1}} {
		c, d := fitted(t, tally.Among(among), Options{FirstSeat: true}), fitted(t, pair, Options{FirstSeat: true})
		near(t, "tally", []float64{c.Log[among[0]/4], c.FirstSeat}, []float64{d.Log[0], d.FirstSeat}, 1e-12)
	}
	counts, others := pair.Counts(1, 0, 3)
	if counts.Clusters() != 2 || others != 25 {
		t.Errorf("%v and %d games", counts, others)
	}
}

func TestTied(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		places []int
		want   int
	}{{nil, 0}, {[]int{1, 2, 3}, 1}, {[]int{1, 2, 2}, 2}, {[]int{2, 1, 2}, 2}, {[]int{1, 1, 3, 3, 3}, 3}, {[]int{1, 1, 1, 4}, 3}} {
		if got := Tied(c.places); got != c.want {
			t.Errorf("places %v: %d share one, want %d", c.places, got, c.want)
		}
	}
}
