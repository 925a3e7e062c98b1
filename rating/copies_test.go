package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// enteredCluster is a cluster of games: the players, their places in each game, and a number that
// clusters with the same moves share.
type enteredCluster struct {
	players, places []int
	content         int
}

// bySandwich computes the covariance of strengths from a list of clusters directly from the
// definition: from the outer products of their scores, where the scores of copies of a cluster are
// added first.
func bySandwich(list []enteredCluster, players int, log []float64) (covariance *mat.Dense, clusters int, gradient []float64) {
	scores := make(map[int][]float64) // by content
	bread := mat.NewDense(players, players, nil)
	for _, p := range list {
		k := len(p.players)
		u := scores[p.content]
		if u == nil {
			u = make([]float64, players)
			scores[p.content] = u
		}
		for at := 0; at < len(p.places); at += k {
			for a, i := range p.players {
				for b, j := range p.players {
					if a == b {
						continue
					}
					expected := 1 / (1 + math.Exp(log[j]-log[i]))
					points := 0.5
					if p.places[at+a] < p.places[at+b] {
						points = 1
					} else if p.places[at+a] > p.places[at+b] {
						points = 0
					}
					u[i] += (points - expected) / float64(k-1)
					information := expected * (1 - expected) / float64(k-1)
					bread.Set(i, i, bread.At(i, i)+information)
					bread.Set(i, j, bread.At(i, j)-information)
				}
			}
		}
	}
	meat := mat.NewDense(players, players, nil)
	gradient = make([]float64, players)
	for _, u := range scores {
		for i := range u {
			gradient[i] += u[i]
			for j := range u {
				meat.Set(i, j, meat.At(i, j)+u[i]*u[j])
			}
		}
	}
	clusters = len(scores)
	meat.Scale(float64(clusters)/float64(clusters-players+1), meat)
	// The pseudo-inverse of a matrix whose kernel is the vector of ones.
	ones := mat.NewDense(players, players, nil)
	ones.Apply(func(_, _ int, _ float64) float64 { return 1 / float64(players) }, ones)
	var full, inverse, left mat.Dense
	full.Add(bread, ones)
	if err := inverse.Inverse(&full); err != nil {
		panic(err)
	}
	inverse.Sub(&inverse, ones)
	left.Mul(&inverse, meat)
	covariance = new(mat.Dense)
	covariance.Mul(&left, &inverse)
	return covariance, clusters, gradient
}

// randomPlayed draws random clusters of games of two or more players and repeats some of them as
// copies, in random order.
func randomPlayed(rng *rand.Rand, players, contents, most int) []enteredCluster {
	var list []enteredCluster
	for content := range contents {
		k := 2 + rng.IntN(most-1)
		p := enteredCluster{players: rng.Perm(players)[:k], content: content}
		for range 1 + rng.IntN(k) {
			for range k {
				p.places = append(p.places, 1+rng.IntN(k))
			}
		}
		for range 1 + rng.IntN(4)*rng.IntN(3) {
			list = append(list, p)
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// Clusters with copies, entered one after another in any order, give the sandwich covariance of its
// definition, for games of two and of more players.
func TestCopiesAreOneCluster(t *testing.T) {
	t.Parallel()
	for run := range 60 {
		rng := seeded(51, uint64(run))
		const players = 4
		most := 2 + run%3
		list := randomPlayed(rng, players, 30, most)
		c := NewClusters(players)
		enterAll(c, list)
		e := c.Fit(FitOptions{})
		want, clusters, gradient := bySandwich(list, players, e.Log)
		near(t, "the gradient at the ratings", gradient, make([]float64, players), 1e-6)
		if e.Freedom != float64(clusters-players) {
			t.Errorf("run %d: %v degrees of freedom, want %d contents less %d players", run, e.Freedom, clusters, players)
		}
		for i := range players {
			for j := range players {
				near(t, "covariance", []float64{e.Covariance.At(i, j)}, []float64{want.At(i, j)}, 1e-9)
			}
		}
	}
}

// If there are too many tables to store their sums, the scores of copies are still added before they
// are squared.
func TestRestOfCopies(t *testing.T) {
	t.Parallel()
	rng := seeded(52, 0)
	list := randomPlayed(rng, 4, 30, 3)
	exact, rest := NewClusters(4), NewClusters(4)
	enterAll(exact, list)
	// With the strengths that all games give, the scores past the bound are exact.
	rest.tables.most, rest.tables.log, rest.tables.rest = 0, exact.Fit(FitOptions{}).Log, mat.NewSymDense(4, nil)
	if enterAll(rest, list); rest.tables.rests == 0 {
		t.Fatal("no table is past the bound")
	}
	a, b := exact.Fit(FitOptions{}), rest.Fit(FitOptions{})
	if a.Freedom != b.Freedom {
		t.Errorf("%v degrees of freedom, %v past the bound", a.Freedom, b.Freedom)
	}
	for i := range 4 {
		for j := range 4 {
			near(t, "covariance", []float64{b.Covariance.At(i, j)}, []float64{a.Covariance.At(i, j)}, 1e-9)
		}
	}
}

// pairSumsOf computes the sums of players i and j directly from a list of clusters: the number of
// different ones, the squared deviations of the points of copies together from their expectation, the
// squared numbers of games, and the squared numbers of games in which each game counts 1/(k-1).
func pairSumsOf(list []enteredCluster, i, j int, score float64) (clusters int, deviations, squares, safe float64) {
	type sum struct{ deviation, games, weight float64 }
	sums := make(map[int]*sum) // by content
	for _, p := range list {
		a, b, k := slices.Index(p.players, i), slices.Index(p.players, j), len(p.players)
		if a < 0 || b < 0 {
			continue
		}
		s := sums[p.content]
		if s == nil {
			s = new(sum)
			sums[p.content] = s
		}
		for at := 0; at < len(p.places); at += k {
			s.games++
			s.weight += 1 / float64(k-1)
			s.deviation -= score
			switch mine, theirs := p.places[at+a], p.places[at+b]; {
			case mine < theirs:
				s.deviation++
			case mine == theirs:
				s.deviation += 0.5
			}
		}
	}
	for _, s := range sums {
		deviations += s.deviation * s.deviation
		squares += s.games * s.games
		safe += s.weight * s.weight
	}
	return len(sums), deviations, squares, safe
}

// The stored sums of a pair of players are those of the list of clusters. The middle matrix that the
// model predicts for one result per cluster has the variance of that result.
func TestPairSums(t *testing.T) {
	t.Parallel()
	for run := range 30 {
		const players = 4
		list := randomPlayed(seeded(53, uint64(run)), players, 12, 2+run%3)
		c := NewClusters(players)
		enterAll(c, list)
		log := []float64{0.7, -0.2, 0.1, -0.6}
		want := mat.NewSymDense(players, nil)
		for i := range players {
			for j := range i {
				score := Logistic(log[j] - log[i]) // of the lower number
				clusters, deviations, squares, safe := pairSumsOf(list, j, i, score)
				s, _ := c.pairs.at(i, j)
				near(t, "sums", []float64{float64(s.alone.clusters + s.seated.clusters), s.alone.around(score) + s.seated.around(score), s.alone.gg + s.seated.gg, s.safe},
					[]float64{float64(clusters), deviations, squares, safe}, 1e-9)
				variance := safe * score * (1 - score)
				want.SetSym(i, i, want.At(i, i)+variance)
				want.SetSym(j, j, want.At(j, j)+variance)
				want.SetSym(i, j, -variance)
			}
		}
		if got := c.pairs.safeMeat(log, func(int) bool { return true }); !mat.EqualApprox(got, want, 1e-9) {
			t.Errorf("run %d: %v\nwant\n%v", run, mat.Formatted(got), mat.Formatted(want))
		}
	}
}

// enterAll enters a list of clusters in order.
func enterAll(c *Clusters, list []enteredCluster) {
	copies := make(map[int]int)
	for _, p := range list {
		copies[p.content]++
		addCopyTo(c, p.players, p.places, copies[p.content])
	}
}

// The interval of a player outside the core does not become shorter if games are repeated with the
// same moves.
func TestCopiesApart(t *testing.T) {
	t.Parallel()
	once, often, copied := NewClusters(2), NewClusters(2), NewClusters(2)
	for range 12 {
		addTo(once, []int{0, 1}, pairPlaces(4))
		for nth := range 50 {
			addCopyTo(often, []int{0, 1}, pairPlaces(4), nth+1)
			addTo(copied, []int{0, 1}, pairPlaces(4))
		}
	}
	_, a, _ := once.Fit(FitOptions{}).Against(0, 1)
	_, b, _ := often.Fit(FitOptions{}).Against(0, 1)
	_, wrong, _ := copied.Fit(FitOptions{}).Against(0, 1)
	if math.Abs(a.Low-b.Low) > 10 || wrong.Low < a.Low+300 { // the prior of half a draw weighs less beside more games
		t.Errorf("from %v, with copies from %v, every copy counted from %v", a.Low, b.Low, wrong.Low)
	}
}
