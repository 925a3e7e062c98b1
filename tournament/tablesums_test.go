package tournament

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"gonum.org/v1/gonum/mat"
)

// The sums that are kept give the same sandwich as going through all clusters.
func TestMeatOfManySeats(t *testing.T) {
	rng := engines.Rand(8)
	s := newStandings(t, StandingsOptions{}, "a", "b", "c", "d", "e", "f")
	var results []Result
	for range 60 {
		k := 3 + rng.IntN(3)
		results = append(results, tableGame(rng, rng.Perm(6)[:k], []float64{90, 40, 0, 0, -50, -80}))
	}
	add(t, s, results...)
	log := s.fit().log
	want, got := mat.NewSymDense(6, nil), mat.NewSymDense(6, nil)
	for _, r := range results {
		score := make([]float64, 6)
		for k, i := range r.Pairing.Agents {
			score[i] = float64(len(r.Games)) * r.Points(k)
			for _, j := range r.Pairing.Agents {
				if j != i {
					score[i] -= float64(len(r.Games)) * logistic(log[i]-log[j]) / float64(len(r.Pairing.Agents)-1)
				}
			}
		}
		for i := range score {
			for j := range i + 1 {
				addSym(want, i, j, score[i]*score[j])
			}
		}
	}
	if clusters := s.tables.meat(log, func(int) bool { return true }, got); clusters != len(results) {
		t.Errorf("%d clusters of %d", clusters, len(results))
	}
	if !mat.EqualApprox(got, want, 1e-9) {
		t.Errorf("%v\nwant\n%v", mat.Formatted(got), mat.Formatted(want))
	}
}

// Past the bound on different tables, here a hundredth of the real one, the errors
// stay close to the exact ones.
func TestManyDifferentTables(t *testing.T) {
	names := make([]string, 30)
	elo := make([]float64, len(names))
	for i := range names {
		elo[i] = float64(10 * i)
	}
	bounded, exact := newStandings(t, StandingsOptions{Draws: 1}, names...), newStandings(t, StandingsOptions{Draws: 1}, names...)
	bounded.tables.most = 200
	rng := engines.Rand(21)
	for range 2000 {
		r := tableGame(rng, rng.Perm(30)[:4], elo)
		add(t, bounded, r)
		add(t, exact, r)
	}
	if got := len(bounded.tables.tables); got != 200 {
		t.Errorf("%d tables are kept", got)
	}
	a, b := bounded.fit(), exact.fit()
	near(t, "ratings", a.elo, b.elo, 1e-9)
	for i := range names {
		got, want := a.cov.MeanError(i), b.cov.MeanError(i)
		if math.Abs(got-want) > 0.1*want {
			t.Errorf("agent %d: error %v, exactly %v", i, got, want)
		}
	}
}
