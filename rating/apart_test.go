package rating

import (
	"math"
	"testing"
)

// Two players who won all pairs of games against three others, and half of those against each other,
// have no exact rating that bounds the other's. Their intervals are those of the games against the
// three, by the score test with the virtual draws: with the expected score p of a game against each of
// them, 2 n (1-p) points too many, variance 4 n p (1-p).
func TestPlayersApartTogether(t *testing.T) {
	const pairs = 10
	c := NewClusters(5)
	for range pairs {
		for i := range 3 {
			for j := range i {
				addTo(c, []int{i, j}, pairPlaces(2))
			}
			addTo(c, []int{3, i}, pairPlaces(4))
			addTo(c, []int{4, i}, pairPlaces(4))
		}
	}
	for n := range pairs {
		addTo(c, []int{3, 4}, pairPlaces(4*(n%2)))
	}
	e := c.Fit(FitOptions{})
	finite(t, e)
	statistic := func(x float64) float64 {
		p := Logistic(x)
		score, variance := DefaultPrior*(0.5-p), DefaultPrior*p*(1-p)
		for i := range 3 {
			q := Logistic(x - e.Log[i])
			score += 2 * pairs * (1 - q)
			variance += 4 * pairs * q * (1 - q)
		}
		return score / math.Sqrt(variance)
	}
	for player := 3; player < 5; player++ {
		l := e.Line(player, Mean)
		if !e.Apart(player) {
			t.Fatal("the player is not apart")
		}
		share := 4.0 / 5 // the mean of all players moves with the player
		near(t, "statistics at the ends", []float64{
			statistic(e.Log[player] - (l.Elo-l.Interval.Low)/share/EloPerLogit),
			statistic(e.Log[player] + (l.Interval.High-l.Elo)/share/EloPerLogit),
		}, []float64{Z(), -Z()}, 1e-6)
	}
	// The games of the two bound their difference.
	_, lead, _ := e.Against(3, 4)
	_, other, _ := e.Against(3, 0)
	if !(lead.Half() < other.Half()/2) {
		t.Errorf("the difference of the two: %v, from another player %v", lead, other)
	}
}

// A player has games against the core and against a fourth player, whose rating follows from these
// games alone. At the fitted strength both statistics are then 0, with and without the fourth player.
// The interval is that of the games against the core, the wider one: the statistic (x - at) is 1.96 at
// a distance of 1.96 logits.
func TestPlayerApartBesideAnotherWhoMetNobodyElse(t *testing.T) {
	const x = -2.0
	of := func(slope float64) func(int, float64) float64 {
		return func(_ int, at float64) float64 { return slope * (x - at) }
	}
	f := Fitted{
		Log: []float64{1.5, 1.5, x, -1}, Core: []int{0, 1, -1, -1}, Covariance: NewIndependentCovariance([]float64{0.1, 0.1}),
		Statistic: of(2), CoreStatistic: of(1),
	}
	l := f.Estimate(0).Line(2, Mean)
	half := 3.0 / 4 * EloPerLogit * Z() // the mean of all players moves with the player
	near(t, "interval", []float64{l.Interval.Low, l.Interval.High}, []float64{l.Elo - half, l.Elo + half}, 1e-6)
}

// A player without virtual draws who has met no player of the core is as uncertain as a player without
// games, on both sides: 1.96 standard errors of half a virtual draw against an equal, 2 sqrt(2) logits.
func TestPlayerApartWithoutGamesAgainstTheCore(t *testing.T) {
	const x = -2.0
	f := Fitted{
		Log: []float64{1.5, 1.5, x, -1}, Core: []int{0, 1, -1, -1}, Covariance: NewIndependentCovariance([]float64{0.1, 0.1}),
		Statistic: func(_ int, at float64) float64 { return 2 * (x - at) }, CoreStatistic: func(int, float64) float64 { return math.NaN() },
	}
	l := f.Estimate(0).Line(2, Mean)
	err := EloPerLogit * 2 * math.Sqrt2
	half := 3.0 / 4 * Z() * err // the mean of all players moves with the player
	near(t, "interval", []float64{l.Interval.Low, l.Interval.High}, []float64{l.Elo - half, l.Elo + half}, 1e-6)
	behind := EloPerLogit * (x - 2.0/3) // of the mean of the others
	near(t, "LOS", []float64{l.LOS}, []float64{math.Erfc(-behind/err/math.Sqrt2) / 2}, 1e-9)
}

// TestIntervalsOfPlayersApartTogether simulates three players and two others who are 1,200 Elo
// stronger. With the two ratings taken for exact, 58% of the intervals of differences contained the truth.
func TestIntervalsOfPlayersApartTogether(t *testing.T) {
	t.Parallel()
	w := world{elo: []float64{-50, 0, 50, 1200, 1250}, draws: 0.2}
	held, all := 0, 0
	for run := range 200 {
		c, rng := NewClusters(5), seeded(uint64(run), 7)
		for i := range w.elo {
			for j := range i {
				for range 10 {
					w.play(c, rng, i, j, 2)
				}
			}
		}
		e := c.Fit(FitOptions{})
		for i := range w.elo {
			for j := range i {
				_, interval, _ := e.Against(i, j)
				if all++; interval.Contains(w.elo[i] - w.elo[j]) {
					held++
				}
			}
		}
	}
	if share := float64(held) / float64(all); share < 0.93 {
		t.Errorf("%.1f%% of the intervals contain the truth", 100*share)
	}
}

// All forms of the probability that the winner of all pairs of games is the stronger of two players
// are equal to that of the score test. The numbers are those of
//
//	p = lambda x: 1/(1+exp(-x))
//	x = brentq(lambda x: 2*n*(1-p(2*x)) + .5*(.5-p(x)), 0, 20)  # half a virtual draw for each player
//	norm.cdf((n + .5*(.5-p(-x))) / sqrt(n + .5*p(x)*p(-x)))
//
// in Python for n pairs. Half of the interval towards equality, taken for a normal error, gives
// 0.913 for one pair and 0.9939 for ten.
func TestSuperiorityOfTheWinnerOfAllGames(t *testing.T) {
	for pairs, want := range map[int]float64{1: 0.8635147987643221, 3: 0.965212209043858, 10: 0.9993591325175599} {
		c := NewClusters(2)
		for range pairs {
			addTo(c, []int{0, 1}, pairPlaces(4))
		}
		e := c.Fit(FitOptions{})
		_, _, los := e.Against(0, 1)
		_, _, other := e.Against(1, 0)
		got := []float64{los, 1 - other, e.Superiority(0, 1), e.Line(0, Mean).LOS, 1 - e.Line(1, Mean).LOS, e.Best(1000, nil)[0]}
		near(t, "probabilities", got, []float64{want, want, want, want, want, want}, 1e-6)
	}
}
