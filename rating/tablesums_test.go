package rating

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// The stored sums give the same sandwich covariance as the list of all clusters of games.
func TestMeatOfManySeats(t *testing.T) {
	rng := seeded(8, 0)
	c := NewClusters(6)
	type cluster struct{ players, places []int }
	var all []cluster
	for range 60 {
		players := rng.Perm(6)[:3+rng.IntN(3)]
		places := tablePlaces(rng, players, []float64{90, 40, 0, 0, -50, -80})
		all = append(all, cluster{players, places})
		addTo(c, players, places)
	}
	log := c.Fit(FitOptions{}).Log
	want, got := mat.NewSymDense(6, nil), mat.NewSymDense(6, nil)
	for _, one := range all {
		k := len(one.players)
		games := float64(len(one.places) / k)
		score := make([]float64, 6)
		for a, i := range one.players {
			score[i] = games * meanPoints(a, k, one.places)
			for _, j := range one.players {
				if j != i {
					score[i] -= games * Logistic(log[i]-log[j]) / float64(k-1)
				}
			}
		}
		for i := range score {
			for j := range i + 1 {
				newton.Add(want, i, j, score[i]*score[j])
			}
		}
	}
	if clusters := c.tables.meat(log, func(int) bool { return true }, got); clusters != len(all) {
		t.Errorf("%d clusters of %d", clusters, len(all))
	}
	if !mat.EqualApprox(got, want, 1e-9) {
		t.Errorf("%v\nwant\n%v", mat.Formatted(got), mat.Formatted(want))
	}
}

// Players who meet in another order of seats are the same table.
func TestTablesIgnoreTheOrderOfSeats(t *testing.T) {
	c := NewClusters(4)
	for _, players := range [][]int{{0, 2, 3}, {3, 0, 2}, {2, 3, 0}, {1, 2, 3}} {
		addTo(c, players, []int{1, 2, 3})
	}
	if got := len(c.tables.order); got != 2 {
		t.Errorf("%d tables, want 2", got)
	}
}

// If there are more different tables than the limit, here a hundredth of the usual one, the errors
// stay close to the exact ones.
func TestManyDifferentTables(t *testing.T) {
	const n = 30
	elo := make([]float64, n)
	for i := range elo {
		elo[i] = float64(10 * i)
	}
	bounded, exact := NewClusters(n), NewClusters(n)
	bounded.tables.most = 200
	rng := seeded(21, 0)
	for range 2000 {
		players := rng.Perm(n)[:4]
		places := tablePlaces(rng, players, elo)
		addTo(bounded, players, places)
		addTo(exact, players, places)
	}
	if got := len(bounded.tables.tables); got != 200 {
		t.Errorf("%d tables are kept", got)
	}
	a, b := bounded.Fit(FitOptions{}), exact.Fit(FitOptions{})
	near(t, "ratings", a.elo, b.elo, 1e-9)
	for i := range n {
		got, want := a.Covariance.MeanError(i), b.Covariance.MeanError(i)
		if math.Abs(got-want) > 0.1*want {
			t.Errorf("player %d: error %v, exactly %v", i, got, want)
		}
	}
}
