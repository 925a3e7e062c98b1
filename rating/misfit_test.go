package rating

import (
	"math/rand/v2"
	"os"
	"testing"
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
	repetitions := 2000 / raced
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		repetitions = 20_000
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
		alarms := 0
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
	repetitions := 1000 / raced
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
		return c.Misfit(c.Fit(FitOptions{}))
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
