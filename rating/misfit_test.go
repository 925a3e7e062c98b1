package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// against enters the given number of clusters of two games between players i and j. score is the
// expected score of player i, and draws the share of draws between equal players.
func against(c *Clusters, rng *rand.Rand, i, j int, score, draws float64, clusters int) {
	for range clusters {
		halves := 0
		for range 2 {
			draw := draws * 4 * score * (1 - score)
			switch u := rng.Float64(); {
			case u < score-draw/2:
				halves += 2
			case u < score+draw/2:
				halves++
			}
		}
		addTo(c, []int{i, j}, pairPlaces(halves))
	}
}

// If the ratings describe all results, a misfit is found in at most one of a thousand cases.
func TestMisfitFalseAlarms(t *testing.T) {
	t.Parallel()
	most := 400 / min(effort, 2)
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		most = 20_000
	}
	for name, w := range map[string]struct {
		elo      []float64
		draws    float64
		clusters int
	}{
		"three":          {[]float64{60, 0, -60}, 0.3, 100},
		"three, few":     {[]float64{100, 0, -100}, 0, 12},
		"three, drawish": {[]float64{20, 0, -20}, 0.95, 40},
		"three, far":     {[]float64{600, 0, -100}, 0, 40},
		"five, far":      {[]float64{800, 300, 0, -200, -700}, 0.2, 30},
		"eight":          {[]float64{200, 150, 100, 0, 0, -50, -100, -300}, 0.2, 25},
	} {
		alarms, repetitions := 0, 3*most/len(w.elo) // more players take longer
		for run := range repetitions {
			rng := seeded(uint64(w.clusters)<<20|uint64(len(w.elo)), uint64(run))
			c := NewClusters(len(w.elo))
			for i := range w.elo {
				for j := range i {
					against(c, rng, i, j, Score(w.elo[i]-w.elo[j]), w.draws, w.clusters)
				}
			}
			if c.Misfit(c.Fit(FitOptions{})) != nil {
				alarms++
			}
		}
		t.Logf("%s: %d alarms in %d", name, alarms, repetitions)
		if float64(alarms) > 0.005*float64(repetitions) {
			t.Errorf("%s: %d false alarms in %d", name, alarms, repetitions)
		}
	}
}

// In games of four players that follow the Plackett-Luce model, a contradiction is not found more
// often either.
func TestMisfitFalseAlarmsAtTables(t *testing.T) {
	t.Parallel()
	strength := []float64{3, 2, 1, 0.7, 0.4}
	alarms := 0
	repetitions := 600 / effort
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		repetitions = 4000
	}
	for run := range repetitions {
		rng := seeded(63, uint64(run))
		c := NewClusters(5)
		for range 60 {
			players := rng.Perm(5)[:4]
			var places []int
			for range 4 {
				at := make([]int, 4)
				for place := range 4 {
					total := 0.0
					for k, p := range players {
						if at[k] == 0 {
							total += strength[p]
						}
					}
					u := rng.Float64() * total
					for k, p := range players {
						if at[k] != 0 {
							continue
						}
						if u -= strength[p]; u < 0 {
							at[k] = place + 1
							break
						}
					}
				}
				for k := range at { // rounding left one over
					if at[k] == 0 {
						at[k] = 4
					}
				}
				places = append(places, at...)
			}
			addTo(c, players, places)
		}
		if c.Misfit(c.Fit(FitOptions{})) != nil {
			alarms++
		}
	}
	t.Logf("%d alarms in %d", alarms, repetitions)
	if float64(alarms) > 0.005*float64(repetitions) {
		t.Errorf("%d false alarms in %d", alarms, repetitions)
	}
}

// Misfit finds circular results and a score that contradicts the others. With two players
// there is none.
func TestMisfitFinds(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]struct {
		scores   map[[2]int]float64 // of i over j
		clusters int
		pair     [2]int // the zero pair is any
	}{
		"rock, paper, scissors": {map[[2]int]float64{{0, 1}: 0.65, {1, 2}: 0.65, {2, 0}: 0.65}, 150, [2]int{}},
		"one pair of four":      {map[[2]int]float64{{0, 1}: 0.35, {0, 2}: 0.69, {0, 3}: 0.75, {1, 2}: 0.58, {1, 3}: 0.68, {2, 3}: 0.6}, 200, [2]int{0, 1}},
	} {
		found, right := 0, 0
		const repetitions = 100
		for run := range repetitions {
			rng := seeded(71, uint64(run))
			c := NewClusters(4)
			for i := range 4 {
				for j := range 4 {
					if score, meet := w.scores[[2]int{i, j}]; meet {
						against(c, rng, i, j, score, 0.2, w.clusters)
					}
				}
			}
			e := c.Fit(FitOptions{})
			m := c.Misfit(e)
			if quick := c.FitMisfit(FitOptions{}); (quick == nil) != (m == nil) || m != nil && *quick != *m {
				t.Errorf("%s: %+v without the errors of ratings, and %+v with them", name, quick, m)
			}
			if m == nil {
				continue
			}
			found++
			if w.pair == [2]int{} || w.pair == [2]int{min(m.Player, m.Against), max(m.Player, m.Against)} {
				right++
			}
			wins, ties, losses := c.Record(m.Player, m.Against)
			score := (float64(wins) + float64(ties)/2) / float64(wins+ties+losses)
			near(t, name, []float64{m.Score, m.Predicted}, []float64{score, Score(e.Line(m.Player, Mean).Elo - e.Line(m.Against, Mean).Elo)}, 1e-9)
			if e.Line(m.Player, Mean).Elo < e.Line(m.Against, Mean).Elo || m.P > 0.001 || m.P < 0 {
				t.Errorf("%s: %+v", name, m)
			}
		}
		t.Logf("%s: found %d, right %d of %d", name, found, right, repetitions)
		if found < 90 || right < 90 {
			t.Errorf("%s: found %d, the right one %d times of %d", name, found, right, repetitions)
		}
	}
	c := NewClusters(2)
	against(c, seeded(1, 1), 0, 1, 0.9, 0, 200)
	if m := c.Misfit(c.Fit(FitOptions{})); m != nil {
		t.Errorf("of two players: %+v", m)
	}
}

// Two players need misfitClusters clusters against each other.
func TestMisfitNeedsClusters(t *testing.T) {
	t.Parallel()
	for _, n := range []int{misfitClusters - 1, misfitClusters} {
		c := NewClusters(3)
		rng := seeded(73, 0)
		for i := range 3 {
			against(c, rng, i, (i+1)%3, 1, 0, n)
		}
		if m := c.FitMisfit(FitOptions{}); (m != nil) != (n == misfitClusters) {
			t.Errorf("%d clusters in which each beats the next: %+v", n, m)
		}
	}
}

// residualsOf computes the residuals of a fit directly from a list of clusters. The variance of the
// sum of a pair is that of the list, plus that of one further cluster of mean size with the largest
// possible deviation. A fit to the results of pairs changes the vector e of the sums to
// (I - W·D'·B⁺·D)·e, where the columns of D have 1 and -1 for the players of a pair, W contains the
// information of the pairs, and B = D·W·D' is the information of the fit.
func residualsOf(list []enteredCluster, log []float64) map[[2]int]residual {
	players := len(log)
	var all []residual
	var clusters []int
	tables := false
	for _, p := range list {
		tables = tables || len(p.players) > 2
	}
	for i := range players {
		for j := range i {
			predicted := 1 / (1 + math.Exp(log[j]-log[i]))
			n, deviations, squares, _ := pairSumsOf(list, i, j, predicted)
			if n == 0 {
				continue
			}
			games, points := 0.0, 0.0
			for _, p := range list {
				a, b, k := slices.Index(p.players, i), slices.Index(p.players, j), len(p.players)
				for at := 0; at < len(p.places) && a >= 0 && b >= 0; at += k {
					games++
					points += 0.5 + 0.5*float64(min(max(p.places[at+b]-p.places[at+a], -1), 1))
				}
			}
			most := max(predicted, 1-predicted)
			all = append(all, residual{i, j, points / games, predicted, points - games*predicted, deviations + squares/float64(n)*most*most})
			clusters = append(clusters, n)
		}
	}
	m := len(all)
	variance := mat.NewDense(m, m, nil)
	for k, r := range all {
		variance.Set(k, k, r.variance)
	}
	if !tables {
		d, w := mat.NewDense(players, m, nil), mat.NewDense(m, m, nil)
		for k, r := range all {
			d.Set(r.i, k, 1)
			d.Set(r.j, k, -1)
			games := 0.0
			for _, p := range list {
				if slices.Contains(p.players, r.i) && slices.Contains(p.players, r.j) {
					games += float64(len(p.places) / 2)
				}
			}
			w.Set(k, k, games*r.predicted*(1-r.predicted))
		}
		ones := mat.NewDense(players, players, nil)
		ones.Apply(func(_, _ int, _ float64) float64 { return 1 }, ones)
		var b, inverse, weight, change mat.Dense
		b.Product(d, w, d.T())
		b.Add(&b, ones)
		if err := inverse.Inverse(&b); err != nil {
			panic(err)
		}
		weight.Product(w, d.T(), &inverse, d)
		identity := mat.NewDense(m, m, nil)
		for k := range m {
			identity.Set(k, k, 1)
		}
		change.Sub(identity, &weight)
		variance.Product(&change, variance, change.T())
	}
	out := make(map[[2]int]residual)
	for k, r := range all {
		if v := variance.At(k, k); clusters[k] >= 10 && v > 1e-6*r.variance {
			r.variance = v
			out[[2]int{r.i, r.j}] = r
		}
	}
	return out
}

// The residuals of pairs of players, and the misfit, are those of the definition. Pairs with few
// clusters and pairs that no other games connect are left out.
func TestResiduals(t *testing.T) {
	t.Parallel()
	const players = 5
	found := 0
	for run := range 40 {
		rng := seeded(54, uint64(run))
		var list []enteredCluster
		enter := func(i, j, clusters int, score float64) {
			for range clusters {
				halves := 0
				for range 4 {
					if rng.Float64() < score {
						halves++
					}
				}
				p := enteredCluster{players: []int{i, j}, places: pairPlaces(halves), content: len(list)}
				list = append(list, p)
				if rng.IntN(3) == 0 {
					list = append(list, p)
				}
			}
		}
		score := 0.5 + 0.4*float64(run%4)/3
		enter(0, 1, 40, score)
		enter(1, 2, 10, score)
		enter(0, 2, 30, 1-score)
		enter(3, 0, 9, 0.6)
		enter(3, 2, 1, 0.6)
		enter(1, 3, 25, 0.4)
		enter(4, 1, 20, 0.7) // the only opponent of player 4
		if run >= 20 {
			for range 15 {
				list = append(list, enteredCluster{players: []int{2, 0, 1}, places: append(rng.Perm(3), 0, 0, 1), content: len(list)})
			}
		}
		c := NewClusters(players)
		enterAll(c, list)
		e := c.Fit(FitOptions{})
		want := residualsOf(list, e.Log)
		got := c.residuals(e, []int{0, 1, 2, 3, 4})
		if len(got) != len(want) {
			t.Fatalf("run %d: %v, want %v", run, got, want)
		}
		largest, worst := 0.0, residual{}
		for _, r := range got {
			w := want[[2]int{r.i, r.j}]
			near(t, fmt.Sprintf("run %d: %d and %d", run, r.i, r.j), []float64{r.score, r.predicted, r.sum, r.variance}, []float64{w.score, w.predicted, w.sum, w.variance}, 1e-8)
			if z := math.Abs(w.sum) / math.Sqrt(w.variance); z > largest {
				largest, worst = z, w
			}
		}
		m := c.Misfit(e)
		p := float64(len(want)) * math.Erfc(largest/math.Sqrt2)
		if (m != nil) != (p <= 0.001) {
			t.Fatalf("run %d: %+v, want p = %v", run, m, p)
		}
		if m == nil {
			continue
		}
		found++
		w := Misfit{worst.i, worst.j, worst.score, worst.predicted, p}
		if e.Log[w.Player] < e.Log[w.Against] {
			w = Misfit{worst.j, worst.i, 1 - worst.score, 1 - worst.predicted, p}
		}
		if m.Player != w.Player || m.Against != w.Against {
			t.Errorf("run %d: %+v, want %+v", run, m, w)
		}
		near(t, "misfit", []float64{m.Score, m.Predicted, m.P / p}, []float64{w.Score, w.Predicted, 1}, 1e-6)
	}
	if found < 5 || found > 35 {
		t.Errorf("%d misfits in 40 runs: the test has no power", found)
	}
}

// Games that repeat the moves of earlier games do not make a contradiction more significant.
func TestMisfitCountsContents(t *testing.T) {
	t.Parallel()
	play := func(copies int) *Misfit {
		c := NewClusters(3)
		for k := range 12 { // each beats the next in seven pairs of twelve
			for i := range 3 {
				halves := 3
				if k >= 7 {
					halves = 1
				}
				for nth := range copies {
					addCopyTo(c, []int{i, (i + 1) % 3}, pairPlaces(halves), nth+1)
				}
			}
		}
		m := c.Misfit(c.Fit(FitOptions{}))
		if quick := c.FitMisfit(FitOptions{}); (quick == nil) != (m == nil) {
			t.Errorf("%d copies: %+v without the errors of ratings, and %+v with them", copies, quick, m)
		}
		return m
	}
	if m := play(100); m != nil {
		t.Errorf("12 different pairs, each 100 times: %+v", m)
	}
	c := NewClusters(3)
	rng := seeded(72, 0)
	for i := range 3 {
		against(c, rng, i, (i+1)%3, 0.7, 0, 400)
	}
	if c.Misfit(c.Fit(FitOptions{})) == nil {
		t.Error("1,200 different pairs that go round are no misfit")
	}
}
