package rating

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
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

// The degrees of freedom are the clusters with two or more players of the core, less these players.
// If there are none, the errors are those of one result per cluster, and the distribution is normal.
func TestFreedom(t *testing.T) {
	all := situations()
	few := func(halves ...int) *Clusters {
		c := NewClusters(2)
		for _, h := range halves {
			addTo(c, []int{0, 1}, pairPlaces(h))
		}
		return c
	}
	tables := NewClusters(4)
	for _, places := range [][]int{{1, 2, 3}, {2, 1, 3}, {1, 2, 3}, {1, 1, 3}, {2, 1, 3}} { // two of these three are in the core
		addTo(tables, []int{0, 1, 2}, places)
	}
	for _, places := range [][]int{{1, 2, 3}, {1, 3, 2}} { // one
		addTo(tables, []int{0, 2, 3}, places)
	}
	for name, w := range map[string]struct {
		c    *Clusters
		want float64
	}{
		"two players":           {all["two"], 4},
		"above and below":       {all["one above and one below the core"], 5},
		"two groups":            {all["two groups"], 13},
		"no core":               {all["a whitewash"], inf},
		"two clusters":          {few(1, 4), inf},
		"three clusters":        {few(1, 4, 3), 1},
		"three equal clusters":  {few(2, 2, 2), inf},
		"five tables of three":  {tables, 3},
		"nothing but players":   {all["no games"], inf},
		"four of equal results": {few(3, 3, 3, 3), inf},
	} {
		e := w.c.Fit(FitOptions{})
		if e.Freedom != w.want {
			t.Errorf("%s: %v degrees of freedom, want %v", name, e.Freedom, w.want)
		}
	}
	// One result per cluster of a pair of games with the score 3/4 has the variance 4·3/16.
	e := few(3, 3, 3, 3).Fit(FitOptions{})
	near(t, "error of equal results", []float64{e.Covariance.PairError(0, 1)}, []float64{EloPerLogit * math.Sqrt(4*4*3./16) / (8 * 3. / 16)}, 1e-6)
}

// The prior of a fit counts in its information and in its errors like games that are independent of
// the others. For two players with opposite strengths the matrices have the eigenvector (1, -1).
func TestErrorsWithPrior(t *testing.T) {
	c := NewClusters(2)
	halves := []int{4, 3, 1, 2, 4, 3}
	for _, h := range halves {
		addTo(c, []int{0, 1}, pairPlaces(h))
	}
	const prior = 3
	e := c.Fit(FitOptions{Prior: prior})
	x := e.Log[0]
	p, q := Logistic(2*x), Logistic(x)
	games, points, spread := 12.0, 0.0, 0.0
	for _, h := range halves {
		points += float64(h) / 2
		spread += math.Pow(float64(h)/2-2*p, 2)
	}
	near(t, "expected points", []float64{games*p + prior*q}, []float64{points + prior/2.}, 1e-9)
	spread *= 6. / 5
	information, virtual := 2*games*p*(1-p), prior*q*(1-q)
	variance := 2 * (2*spread + virtual) / math.Pow(information+virtual, 2)
	near(t, "error", []float64{e.Covariance.PairError(0, 1)}, []float64{EloPerLogit * math.Sqrt(variance)}, 1e-6)
	near(t, "covariance relative to the mean", []float64{e.Covariance.At(0, 0) + e.Covariance.At(0, 1), e.Covariance.At(1, 0) + e.Covariance.At(1, 1)}, []float64{0, 0}, 1e-12)
}

// The score test of a player counts each cluster of games as one result, and the prior as games
// against a player of strength 0.
func TestStatistic(t *testing.T) {
	c := NewClusters(3)
	addTo(c, []int{0, 1}, []int{1, 2})
	for range 5 {
		addTo(c, []int{2, 0}, pairPlaces(4))
	}
	addTo(c, []int{1, 2}, pairPlaces(1))
	const prior = 3
	e := c.Fit(FitOptions{Prior: prior})
	for _, x := range []float64{-1, 0.3, 2} {
		p1, p2, q := Logistic(x-e.Log[1]), Logistic(x-e.Log[2]), Logistic(x)
		score := 1 - p1 - 10*p2 + prior*(0.5-q)
		variance := p1*(1-p1) + 5*4*p2*(1-p2) + prior*q*(1-q)
		near(t, "statistic", []float64{e.Statistic(0, x)}, []float64{score / math.Sqrt(variance)}, 1e-9)
	}
}

// With a very small prior Newton's method finds no maximum, and the slower iteration does. The
// expected points are then those of the results and of the prior.
func TestFitWithATinyPrior(t *testing.T) {
	for _, prior := range []float64{1e-20, 1e-50} {
		c := NewClusters(2)
		for range 50 {
			addTo(c, []int{0, 1}, pairPlaces(4))
		}
		if _, err := BradleyTerry(c.Duels(), prior); err == nil {
			t.Errorf("prior %v: the test has no power", prior)
		}
		e := c.Fit(FitOptions{Prior: prior})
		near(t, "strengths", e.Log, []float64{math.Log(200/prior) / 2, -math.Log(200/prior) / 2}, 1e-6)
	}
	c := NewClusters(2)
	addTo(c, []int{0, 1}, pairPlaces(4))
	near(t, "strengths without a maximum", c.Fit(FitOptions{Prior: math.SmallestNonzeroFloat64}).Log, []float64{0, 0}, 0)
}

// Parameters of any model give intervals: those of the core by the covariance, and all others from
// their statistic. The mean of all players is 0, and no groups means one group.
func TestFittedEstimate(t *testing.T) {
	sym := mat.NewSymDense(2, []float64{0.04, -0.04, -0.04, 0.04})
	e := Fitted{Log: []float64{0.3, -0.3}, Core: []int{0, 1}, Covariance: NewCovariance(sym)}.Estimate(0.95)
	l := e.Line(1, Mean)
	near(t, "in the core", []float64{l.Elo, l.Error, l.Interval.High}, []float64{-0.3 * EloPerLogit, 0.2 * EloPerLogit, (Z()*0.2 - 0.3) * EloPerLogit}, 1e-6)

	f := Fitted{Log: []float64{0.3, 0.6, -0.9}, Core: []int{0, -1, -1}, Covariance: NewCovariance(mat.NewSymDense(1, nil))}
	f.Statistic = func(player int, x float64) float64 { return (f.Log[player] - x) / 0.25 }
	e = f.Estimate(0.9)
	arm := 1.644854 * 0.25 * EloPerLogit
	for player, want := range []float64{0.3, 0.6, -0.9} {
		l, arm := e.Line(player, Mean), arm*2/3
		if player == 0 {
			arm = 0
		}
		near(t, "outside the core", []float64{l.Elo, l.Interval.Low, l.Interval.High}, []float64{want * EloPerLogit, want*EloPerLogit - arm, want*EloPerLogit + arm}, 1e-3)
	}
	// The mean of the two others is -0.3 for a player of 0.6.
	near(t, "LOS", []float64{e.Line(1, Mean).LOS}, []float64{superiority(0.6+0.3, 0.25, inf)}, 1e-9)
	if _, i, _ := e.Against(1, 2); math.Abs(i.Half()-arm*math.Sqrt2) > 1e-3 {
		t.Errorf("half the interval of a difference is %v, want %v", i.Half(), arm*math.Sqrt2)
	}
}

// The probability that a player is stronger than another one, or is the strongest, comes from the
// side of its interval towards the other rating, even if the ratings are less than 1 Elo apart.
func TestUnequalArms(t *testing.T) {
	log := []float64{0.002, 0, -0.002}
	f := Fitted{Log: log, Core: []int{-1, -1, -1}, Statistic: func(player int, x float64) float64 {
		if x < log[player] {
			return (log[player] - x) / 0.2
		}
		return (log[player] - x) / 0.5
	}}
	e := f.Estimate(0.95)
	_, _, higher := e.Against(0, 1)
	_, _, lower := e.Against(1, 0)
	inner := math.Hypot(0.2, 0.5)
	near(t, "LOS", []float64{higher, lower}, []float64{superiority(0.002, inner, inf), superiority(-0.002, inner, inf)}, 1e-6)
	_, _, higher = e.Against(0, Mean)
	_, _, lower = e.Against(2, Mean)
	near(t, "LOS against the mean", []float64{higher, lower}, []float64{superiority(0.002, 0.2, inf), superiority(-0.002, 0.5, inf)}, 1e-6)
	draws := e.spread()
	var errs []float64
	for i := range log {
		errs = append(errs, draws.MeanError(i)/EloPerLogit)
	}
	near(t, "errors of the draws", errs, []float64{0.2 * 2 / 3, 0.2 * 2 / 3, 0.5 * 2 / 3}, 1e-6)
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

// Player 4 has exactly three quarters of the mean number of clusters, up to rounding errors that depend
// on the numbering.
func TestClustersAtTheLimit(t *testing.T) {
	results := [][2][]int{{{0, 1, 2, 3, 4}, {1, 1, 1, 1, 1}}, {{0, 1}, {1, 1, 1, 1}}, {{0, 1, 2, 4}, {1, 1, 1, 1, 1, 1, 1, 1}}, {{0, 2}, {1, 1, 1, 1}}}
	var first Line
	for k, rename := range [][]int{{0, 1, 2, 3, 4}, {0, 4, 2, 1, 3}} {
		c := NewClusters(5)
		for _, r := range results {
			players := make([]int, len(r[0]))
			for i, p := range r[0] {
				players[i] = rename[p]
			}
			addTo(c, players, r[1])
		}
		line := c.Fit(FitOptions{}).Line(rename[0], Mean)
		if k == 0 {
			first = line
		} else if far(line.Interval.High, first.Interval.High) {
			t.Errorf("player 0 has %v, and with other numbers %v", first.Interval, line.Interval)
		}
	}
}

func far(a, b float64) bool { return !(math.Abs(a-b) <= 1e-5*(1+math.Abs(a))) }

// The interval of a player with few clusters is Student's for the mean score of these clusters,
// although the fit to all players has thousands of degrees of freedom. Clusters without spread count
// as if one of them had been won or lost, and fewer than five as if all had.
func TestIntervalOfFewClusters(t *testing.T) {
	t.Parallel()
	const (
		t7       = 2.364624251592784 // 97.5% quantile of Student's t with 7 degrees of freedom
		perScore = 4 * EloPerLogit   // at a mean score of 1/2
	)
	for name, w := range map[string]struct {
		halves []int // of a new player against player 0
		want   float64
	}{
		"spread": {[]int{0, 0, 4, 4, 2, 2, 2, 2}, t7 * math.Sqrt((4*0.25)/7/8) * perScore},
		"equal":  {[]int{2, 2, 2, 2, 2, 2, 2, 2}, t7 * math.Sqrt(0.25/7/8) * perScore},
		"four":   {[]int{2, 2, 2, 2}, Z() * 0.5 / math.Sqrt(4) * perScore},
	} {
		c := NewClusters(5)
		for i := range 4 {
			for j := range i {
				for k := range 2000 {
					addTo(c, []int{i, j}, pairPlaces([]int{0, 2, 2, 4}[k%4]))
				}
			}
		}
		for _, h := range w.halves {
			addTo(c, []int{4, 0}, pairPlaces(h))
		}
		e := c.Fit(FitOptions{})
		finite(t, e)
		_, interval, los := e.Against(4, 0)
		near(t, name, []float64{interval.Half()}, []float64{w.want}, 0.02*w.want)
		near(t, name+": LOS", []float64{los}, []float64{0.5}, 1e-9)
		_, others, _ := e.Against(1, 0) // two thirds of the evidence about them are indirect
		near(t, name+": others", []float64{others.Half()}, []float64{Z() * math.Sqrt(0.125/2000/2) * perScore}, 0.1)
	}
}

// The intervals of ratings and differences contain the true values in 95% of the cases although one
// player has only a few of the clusters. With the degrees of freedom and the spread of all clusters it
// is 90% for a player with eight of 300.
func TestIntervalsOfFewClustersCover(t *testing.T) {
	t.Parallel()
	const tournaments = 800
	rng := seeded(4, 0)
	elo := []float64{60, 20, -20, -40, -20} // with mean 0
	var difference, rating int
	for range tournaments {
		c := NewClusters(len(elo))
		enter := func(i, j, clusters int) {
			for range clusters {
				halves := 0
				for range 2 {
					switch u := rng.Float64(); {
					case u < Score(elo[i]-elo[j])-0.15:
						halves += 2
					case u < Score(elo[i]-elo[j])+0.15:
						halves++
					}
				}
				addTo(c, []int{i, j}, pairPlaces(halves))
			}
		}
		for i := range 4 {
			for j := range i {
				enter(i, j, 50)
			}
		}
		enter(4, 1, 8)
		e := c.Fit(FitOptions{})
		if _, interval, _ := e.Against(4, 3); interval.Contains(elo[4] - elo[3]) {
			difference++
		}
		if e.Line(0, Mean).Interval.Contains(elo[0]) {
			rating++
		}
	}
	for name, covered := range map[string]int{"difference": difference, "rating": rating} {
		if share := float64(covered) / tournaments; share < 0.935 || share > 0.98 {
			t.Errorf("%s: intervals cover %.3f", name, share)
		}
	}
}
