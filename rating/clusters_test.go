package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// seeded returns a random generator.
func seeded(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// pairPlaces returns the places of two players in two games in which the first player scored the
// given number of half points, 0 to 4.
func pairPlaces(halves int) []int {
	return [][]int{{2, 1, 2, 1}, {2, 1, 1, 1}, {2, 1, 1, 2}, {1, 2, 1, 1}, {1, 2, 1, 2}}[halves]
}

// finite reports an error if a rating or an error is NaN or infinite, or if an interval does not
// contain its rating.
func finite(t testing.TB, e *Estimate) {
	t.Helper()
	for i := range e.at {
		l := e.Line(i, Mean)
		if !l.Interval.Contains(l.Elo) || math.IsInf(l.Interval.Half(), 0) || !(l.LOS >= 0 && l.LOS <= 1) || !(l.Error >= 0) {
			t.Errorf("player %d: %+v", i, l)
		}
	}
}

func TestEstimateAtTheEdges(t *testing.T) {
	for name, halves := range map[string][]int{
		"nothing":   {},
		"one pair":  {3},
		"all drawn": {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
		"whitewash": {4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
		"lost all":  {0},
		"mixed":     {0, 4, 2, 1, 3, 4},
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClusters(3)
			for _, h := range halves {
				addTo(c, []int{0, 1}, pairPlaces(h))
			}
			e := c.Fit(FitOptions{})
			finite(t, e)
			for i := range 3 {
				if l := e.Line(i, Mean); l.Interval.Half() < 10 {
					t.Errorf("player %d: %v is too sure of %d pairs", i, l.Interval, len(halves))
				}
			}
		})
	}
}

// situations returns collections of results that lead to all kinds of ratings: of players in the core,
// outside it, in groups that never met, and without games.
func situations() map[string]*Clusters {
	all := map[string]*Clusters{"no games": NewClusters(3)}
	enter := func(name string, players int, pairs ...[4]int) { // two players, the half points of the first, times
		c := NewClusters(players)
		for _, p := range pairs {
			for range p[3] {
				addTo(c, []int{p[0], p[1]}, pairPlaces(p[2]))
			}
		}
		all[name] = c
	}
	enter("two", 2, [4]int{0, 1, 3, 3}, [4]int{0, 1, 1, 2}, [4]int{0, 1, 4, 1})
	enter("three and one without games", 4, [4]int{0, 1, 3, 3}, [4]int{1, 2, 2, 2}, [4]int{2, 0, 1, 3}, [4]int{0, 1, 1, 1})
	enter("a whitewash", 2, [4]int{0, 1, 4, 5})
	enter("a whitewash from below", 2, [4]int{0, 1, 0, 5})
	enter("one above and one below the core", 5,
		[4]int{0, 1, 4, 6}, [4]int{1, 2, 3, 4}, [4]int{1, 2, 1, 3}, [4]int{0, 2, 4, 3}, [4]int{2, 3, 4, 6}, [4]int{1, 3, 4, 2})
	enter("two groups", 4, [4]int{0, 1, 3, 9}, [4]int{0, 1, 1, 6}, [4]int{2, 3, 3, 5}, [4]int{2, 3, 1, 2})
	enter("three groups, one without a core", 6, [4]int{0, 1, 3, 9}, [4]int{0, 1, 1, 6}, [4]int{2, 3, 3, 5}, [4]int{2, 3, 1, 2}, [4]int{4, 5, 4, 3})
	return all
}

// Exchanging two players turns their difference, its interval and the probability round. The mean and
// players without games are compared in the same way.
func TestAgainstIsAntisymmetric(t *testing.T) {
	for name, c := range situations() {
		e := c.Fit(FitOptions{})
		for a := Mean; a < len(e.at); a++ {
			for b := Mean; b < len(e.at); b++ {
				d, i, los := e.Against(a, b)
				back, j, turned := e.Against(b, a)
				what := fmt.Sprintf("%s: %d against %d", name, a, b)
				near(t, what, []float64{d, i.Low, i.High, los}, []float64{-back, -j.High, -j.Low, 1 - turned}, 1e-9)
				if alone := e.Superiority(a, b); alone != los {
					t.Errorf("%s: the probability is %v, without the interval %v", what, los, alone)
				}
			}
		}
	}
}

// Ratings in the core have symmetric intervals by Student's distribution, and a difference has the
// error of the covariance. The probability of being stronger belongs to the same distribution.
func TestLinesOfTheCore(t *testing.T) {
	for name, c := range situations() {
		e := c.Fit(FitOptions{})
		if e.scattered() {
			continue
		}
		law := distuv.StudentsT{Sigma: 1, Nu: e.Freedom}
		for a := range e.at {
			if !e.inCore(a) {
				continue
			}
			for b := Mean; b < len(e.at); b++ {
				if b == a || b != Mean && !e.inCore(b) {
					continue
				}
				err := e.Covariance.MeanError(e.Core[a])
				if b != Mean {
					err = e.Covariance.PairError(e.Core[a], e.Core[b])
				}
				what := fmt.Sprintf("%s: %d against %d", name, a, b)
				l := e.Line(a, b)
				d, i, los := e.Against(a, b)
				half := err * law.Quantile(0.975)
				near(t, what, []float64{l.Error, l.Interval.Low, l.Interval.High, i.Low, i.High},
					[]float64{err, d - half, d + half, d - half, d + half}, 1e-6)
				near(t, what+", LOS of the line", []float64{l.LOS}, []float64{law.CDF(e.elo[e.at[a]] / e.Covariance.MeanError(e.Core[a]))}, 1e-6)
				if b != Mean {
					near(t, what+", LOS", []float64{los, e.Superiority(a, b)}, []float64{law.CDF(d / err), law.CDF(d / err)}, 1e-6)
					near(t, what+", error of the draws", []float64{e.spread().PairError(e.at[a], e.at[b])}, []float64{err}, 1e-9)
				}
			}
		}
	}
}

// The ends of the interval of a player outside the core are the ratings that the score test rejects
// with the probability of the interval. The error is the mean arm divided by the normal quantile. The
// probability of being stronger than another player is normal with the arm towards that player.
func TestLinesOutsideTheCore(t *testing.T) {
	for name, c := range situations() {
		e := c.Fit(FitOptions{})
		n := float64(len(e.elo))
		for a := range e.at {
			i := e.place(a)
			if i < 0 || e.inCore(a) || e.scattered() {
				continue
			}
			l := e.Line(a, Mean)
			inner := l.Elo - l.Interval.Low
			if l.Elo < 0 {
				inner = l.Interval.High - l.Elo
			}
			near(t, name+": error of the draws", []float64{e.spread().MeanError(i)}, []float64{inner / Z()}, 1e-9)
			for j := range e.elo {
				if j != i && e.spread().At(i, j) != 0 {
					t.Errorf("%s: draws of %d and %d depend on each other", name, i, j)
				}
			}
			lower, upper := (l.Elo-l.Interval.Low)*n/(n-1), (l.Interval.High-l.Elo)*n/(n-1)
			near(t, name+": statistics at the ends", []float64{e.Statistic(i, e.Log[i]-lower/EloPerLogit), e.Statistic(i, e.Log[i]+upper/EloPerLogit)},
				[]float64{Z(), -Z()}, 1e-6)
			near(t, name+": error", []float64{l.Error}, []float64{(l.Interval.High - l.Interval.Low) / 2 / Z()}, 1e-9)
			for b := range e.at {
				if b == a {
					continue
				}
				d, lead, los := e.Against(a, b)
				inner := d - lead.Low
				if d < 0 {
					inner = lead.High - d
				}
				want := distuv.UnitNormal.CDF(d * Z() / inner)
				if n == 2 && e.Apart(b) { // the other player is the mean of all others
					want = l.LOS
				}
				near(t, name+": LOS", []float64{los}, []float64{want}, 1e-9)
				relative := e.Line(a, b)
				near(t, name+": line relative to an anchor", []float64{relative.Error, relative.LOS}, []float64{(lead.High - lead.Low) / 2 / Z(), l.LOS}, 1e-9)
			}
		}
	}
}

// Of a player who won all of m pairs of games against each of k equal players, the score exceeds the
// one of an equal player by √(k·m) standard deviations.
func TestLOSOutsideTheCore(t *testing.T) {
	for _, k := range []int{1, 2, 3} {
		const pairs = 3
		c := NewClusters(k + 1)
		for i := range k {
			for range pairs {
				addTo(c, []int{k, i}, pairPlaces(4))
			}
			for j := range i {
				addTo(c, []int{i, j}, pairPlaces(2))
				addTo(c, []int{i, j}, pairPlaces(3))
				addTo(c, []int{i, j}, pairPlaces(1))
			}
		}
		e := c.Fit(FitOptions{Prior: 1e-9})
		want := distuv.UnitNormal.CDF(math.Sqrt(float64(k * pairs)))
		near(t, "LOS", []float64{e.Line(k, Mean).LOS}, []float64{want}, 1e-6)
	}
}

// The difference between groups that never met has the error of two virtual draws in four games,
// about 491 Elo, and so has the distance of the core from the mean. A group of n players of N that
// is not the core has its own part of the mean. Many games determine the ratings within a group.
func TestErrorsBetweenGroups(t *testing.T) {
	c := NewClusters(5) // the last has no games
	for range 10_000 {
		for _, halves := range []int{4, 4, 3, 1} {
			addTo(c, []int{0, 1}, pairPlaces(halves))
			addTo(c, []int{2, 3}, pairPlaces(halves))
		}
	}
	addTo(c, []int{0, 1}, pairPlaces(4)) // the core has one pair more
	const unknown = 491.34
	e := c.Fit(FitOptions{})
	if !slices.Equal(e.Core, []int{0, 1, -1, -1}) {
		t.Fatalf("core %v", e.Core)
	}
	elo := Elo(0.75) / 2
	for a, want := range map[int]struct{ elo, err float64 }{0: {elo, unknown}, 1: {-elo, unknown}, 2: {elo, 0.75 * unknown}, 3: {-elo, 0.75 * unknown}, 4: {0, unknown}} {
		l := e.Line(a, Mean)
		near(t, fmt.Sprintf("player %d", a), []float64{l.Elo, l.Error, l.Interval.Low, l.Interval.High},
			[]float64{want.elo, want.err, want.elo - Z()*want.err, want.elo + Z()*want.err}, 0.1)
		near(t, fmt.Sprintf("LOS of player %d", a), []float64{l.LOS}, []float64{distuv.UnitNormal.CDF(want.elo / want.err)}, 1e-3)
	}
	for _, a := range []int{0, 1} {
		for _, b := range []int{2, 3} {
			_, i, _ := e.Against(a, b)
			near(t, "half the interval between the groups", []float64{i.Half()}, []float64{Z() * unknown}, 0.1)
		}
	}
	_, i, _ := e.Against(0, 1)
	if i.Half() > 4 {
		t.Errorf("half the interval within a group is %v", i.Half())
	}
}

// The probabilities of being the strongest are those of the pair of ratings, and players without games
// have none.
func TestBest(t *testing.T) {
	c := NewClusters(4)
	for _, halves := range []int{3, 3, 1, 4, 2, 1, 3, 2, 2, 3} {
		addTo(c, []int{1, 3}, pairPlaces(halves))
	}
	e := c.Fit(FitOptions{})
	_, _, want := e.Against(1, 3)
	near(t, "best", e.Best(20_000, seeded(1, 0)), []float64{0, want, 0, 1 - want}, 1e-12)
	if want < 0.6 || want > 0.99 {
		t.Errorf("%v: the test has no power", want)
	}
}

// A player with a single game is rated.
func TestOneGame(t *testing.T) {
	c := NewClusters(2)
	addTo(c, []int{1, 0}, []int{1, 2})
	e := c.Fit(FitOptions{})
	finite(t, e)
	if l := e.Line(1, Mean); l.Elo < 50 || l.LOS < 0.7 {
		t.Errorf("%+v", l)
	}
}

// Ratings relative to an anchor are differences from the anchor's rating, which is 0 without an
// error.
func TestAnchor(t *testing.T) {
	c := NewClusters(4) // the last has no games
	for i, halves := range []int{3, 2, 3, 1, 4, 1} {
		pair := [][]int{{0, 1}, {1, 2}, {0, 2}}[i/2]
		addTo(c, pair, pairPlaces(halves))
	}
	e := c.Fit(FitOptions{})
	mean := 0.0
	for i := range 3 {
		free, held := e.Line(i, Mean), e.Line(i, 1)
		mean += free.Elo / 3
		near(t, "against the anchor", []float64{held.Elo}, []float64{free.Elo - e.Line(1, Mean).Elo}, 1e-9)
		if held.LOS != free.LOS {
			t.Errorf("LOS %v, without an anchor %v", held.LOS, free.LOS)
		}
	}
	near(t, "mean", []float64{mean}, []float64{0}, 1e-9)
	if l := e.Line(1, 1); l.Elo != 0 || l.Interval != (Interval{}) || l.Error != 0 {
		t.Errorf("the anchor: %+v", l)
	}
	if l := e.Line(3, Mean); l.Elo != 0 || l.LOS != 0.5 || l.Interval.Half() < 500 {
		t.Errorf("without games: %+v", l)
	}
}

func TestRecord(t *testing.T) {
	c := NewClusters(3)
	addTo(c, []int{2, 0, 1}, []int{1, 2, 2, 3, 1, 1, 1, 3, 2})
	for _, want := range []struct{ i, j, wins, ties, losses int }{
		{2, 0, 2, 0, 1}, {0, 1, 0, 2, 1}, {1, 2, 1, 0, 2}, {2, 3, 0, 0, 0}, {-1, 0, 0, 0, 0},
	} {
		if w, d, l := c.Record(want.i, want.j); w != want.wins || d != want.ties || l != want.losses {
			t.Errorf("%d against %d: %d-%d-%d", want.i, want.j, w, d, l)
		}
		if w, d, l := c.Record(want.j, want.i); w != want.losses || d != want.ties || l != want.wins {
			t.Errorf("%d against %d: %d-%d-%d", want.j, want.i, w, d, l)
		}
	}
	d := c.Duels()
	near(t, "weights", []float64{d.Wins(2, 0), d.Wins(2, 1), d.Ties(0, 1), d.Wins(1, 0)}, []float64{1, 1, 1, 0.5}, 1e-12)
}

func TestFitOptionsValidate(t *testing.T) {
	for _, o := range []FitOptions{{Prior: -1}, {Prior: math.NaN()}, {Prior: math.Inf(1)}, {Confidence: 1}, {Confidence: -0.1}, {Confidence: math.NaN()}} {
		if o.Validate() == nil {
			t.Errorf("%+v is allowed", o)
		}
	}
	if err := (FitOptions{Prior: 2, Confidence: 0.9}).Validate(); err != nil {
		t.Error(err)
	}
}

func BenchmarkClustersAdd(b *testing.B) {
	c := NewClusters(2)
	players, places := []int{0, 1}, pairPlaces(3)
	b.ReportAllocs()
	for b.Loop() {
		addTo(c, players, places)
	}
}

// addTo enters a cluster of games, and panics if it is invalid.
func addTo(c *Clusters, players, places []int) { addCopyTo(c, players, places, 1) }

func addCopyTo(c *Clusters, players, places []int, nth int) {
	if err := c.AddCopy(players, places, nth); err != nil {
		panic(err)
	}
}
