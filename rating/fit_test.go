package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// If one of two players won all pairs of games, the interval of the difference is the Wilson
// interval of the pairs.
func TestWhitewashIsWilson(t *testing.T) {
	for _, pairs := range []int{1, 10, 200} {
		c := NewClusters(2)
		for range pairs {
			addTo(c, []int{0, 1}, pairPlaces(4))
		}
		e := c.Fit(FitOptions{Prior: 1e-9})
		finite(t, e)
		want := Wilson(float64(pairs), float64(pairs), Z()).Elo().Low
		_, lead, _ := e.Against(0, 1)
		near(t, "lower end of the difference", []float64{lead.Low}, []float64{want}, 1)
		near(t, "lower end of the rating", []float64{e.Line(0, Mean).Interval.Low}, []float64{want / 2}, 1)
	}
}

// A player who loses all games does not change the standard errors of the other players.
func TestHopelessPlayer(t *testing.T) {
	rng, again := seeded(5, 0), seeded(5, 0)
	w := world{elo: []float64{30, -30}, bias: 100, draws: 0.3}
	without, with := NewClusters(2), NewClusters(3)
	for range 50 {
		w.play(without, rng, 0, 1, 2)
		w.play(with, again, 0, 1, 2)
		addTo(with, []int{0, 2}, pairPlaces(4))
		addTo(with, []int{1, 2}, pairPlaces(4))
	}
	a, b := without.Fit(FitOptions{}), with.Fit(FitOptions{})
	finite(t, b)
	leadA, intervalA, _ := a.Against(0, 1)
	leadB, intervalB, _ := b.Against(0, 1)
	near(t, "lead", []float64{leadB, intervalB.Low}, []float64{leadA, intervalA.Low}, 1)
	last := b.Line(2, Mean)
	if best := b.Best(1000, rng)[2]; last.LOS > 1e-6 || last.Interval.High > -300 || best != 0 {
		t.Errorf("%+v, best with probability %v", last, best)
	}
}

// Random ratings of a player outside the core are drawn with the width of its interval on the side
// towards the other players.
func TestSpreadOfAPlayerApartIsTheArmTowardsTheOthers(t *testing.T) {
	for _, place := range []int{0, 4} { // it loses everything, or wins everything
		c := NewClusters(3)
		for i := range 40 {
			addTo(c, []int{0, 1}, pairPlaces(1+i%3))
			addTo(c, []int{2, 0}, pairPlaces(place))
			addTo(c, []int{2, 1}, pairPlaces(place))
		}
		e := c.Fit(FitOptions{})
		lower, upper := e.arms(2)
		inner := lower
		if e.elo[2] < 0 {
			inner = upper
		}
		if e.Core[2] >= 0 || !(math.Abs(lower-upper) > 1) {
			t.Fatalf("it is not apart: %v, %v", lower, upper)
		}
		near(t, "error", []float64{e.spread().MeanError(2)}, []float64{inner / e.z}, 1e-9)
	}
}

// Groups that never met have wide intervals.
func TestGroupsThatNeverMet(t *testing.T) {
	c := NewClusters(4)
	for i := range 100 {
		addTo(c, []int{0, 1}, pairPlaces(1+i%4))
		addTo(c, []int{2, 3}, pairPlaces(1+i%3))
	}
	e := c.Fit(FitOptions{})
	finite(t, e)
	for i := range 4 {
		for j := range i {
			_, interval, _ := e.Against(i, j)
			if met := i/2 == j/2; met != (interval.Half() < 200) {
				t.Errorf("%d and %d: met %v, interval %v", i, j, met, interval)
			}
		}
	}
}

// randomCluster draws a random cluster of games between some of n players.
func randomCluster(t *rapid.T, n int) (players, places []int) {
	k := rapid.IntRange(2, min(n, 5)).Draw(t, "table")
	players = rapid.Permutation(ints(n)).Draw(t, "players")[:k]
	games := rapid.SampledFrom([]int{1, 2, k}).Draw(t, "games")
	return players, rapid.SliceOfN(rapid.IntRange(1, k), k*games, k*games).Draw(t, "places")
}

func ints(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// The ratings do not depend on the numbering of the players or on the order of the results.
func TestFitIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 5
		rename := rapid.Permutation(ints(n)).Draw(t, "rename")
		straight, turned := NewClusters(n), NewClusters(n)
		var all [][2][]int
		for range rapid.IntRange(0, 20).Draw(t, "results") {
			players, places := randomCluster(t, n)
			addTo(straight, players, places)
			all = append(all, [2][]int{players, places})
		}
		for i := len(all) - 1; i >= 0; i-- {
			players := make([]int, len(all[i][0]))
			for k, p := range all[i][0] {
				players[k] = rename[p]
			}
			addTo(turned, players, all[i][1])
		}
		a, b := straight.Fit(FitOptions{}), turned.Fit(FitOptions{})
		if a.scattered() {
			t.Skip("of groups that never met and are equally large, either may be the core")
		}
		for i := range n {
			l, m := a.Line(i, Mean), b.Line(rename[i], Mean)
			if far(l.Elo, m.Elo) || far(l.Interval.Low, m.Interval.Low) || far(l.Interval.High, m.Interval.High) || far(l.LOS, m.LOS) {
				t.Fatalf("player %d: %+v; renamed %+v", i, l, m)
			}
		}
	})
}

func far(a, b float64) bool { return !(math.Abs(a-b) <= 1e-5*(1+math.Abs(a))) }
