package tournament

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/lanista/lanista/rating"
)

// suited is a game whose deals suit every agent by a random amount against all others.
type suited struct {
	elo   []float64
	suits float64 // standard deviation of the amount, in Elo
}

// deal returns the results of a pairing of any two agents from one deal, in half points of the first.
func (w *suited) deal(rng *rand.Rand) (halves [][]int) {
	n := len(w.elo)
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = w.elo[i] + w.suits*rng.NormFloat64()
	}
	halves = make([][]int, n)
	for i := range n {
		halves[i] = make([]int, n)
		for j := range i {
			for range 2 {
				if rng.Float64() < rating.Score(strength[i]-strength[j]) {
					halves[i][j] += 2
				} else {
					halves[j][i] += 2
				}
			}
		}
	}
	return halves
}

// truth returns the ratings of infinitely many games against all others.
func (w *suited) truth(t *testing.T) []float64 {
	t.Helper()
	d := rating.NewDuels(len(w.elo))
	for i := range w.elo {
		for j := range w.elo {
			const steps = 400
			score := 0.0
			for k := range steps { // mean over the normal distribution of the difference of two amounts
				u := (float64(k) + 0.5) / steps
				score += rating.Score(w.elo[i]-w.elo[j]+2*w.suits*math.Erfinv(2*u-1)) / steps
			}
			if i != j {
				d.Win(i, j, score)
			}
		}
	}
	fit, err := rating.BradleyTerry(d, 0)
	if err != nil {
		t.Fatal(err)
	}
	return fit.Elo()
}

// play simulates tournaments with and without blocks and returns the shares of intervals that contain
// the truth: of ratings and of the differences between neighbours in the list of agents. lines is the
// number of different deals of a tournament, which agents without randomness repeat; 0 means that no
// deal is repeated.
func (w *suited) play(t *testing.T, s Schedule, lines, tournaments int, rng *rand.Rand) (ratings, differences [2]float64) {
	t.Helper()
	var names []string
	for i := range w.elo {
		names = append(names, fmt.Sprint(i))
	}
	truth := w.truth(t)
	for range tournaments {
		deals := make(map[uint64]int)
		var halves [][][]int
		shared, apart := newStandings(t, StandingsOptions{Sharing: Sharing(s), Draws: 1}, names...), newStandings(t, StandingsOptions{Draws: 1}, names...)
		for i := range s.Len() {
			p := s.At(i)
			line, ok := deals[p.Seed]
			if !ok {
				line = len(deals)
				deals[p.Seed] = line
			}
			if lines > 0 {
				line %= lines
			}
			if line == len(halves) {
				halves = append(halves, w.deal(rng))
			}
			a, b := p.Agents[0], p.Agents[1]
			if a < b {
				a, b = b, a
			}
			r := pairResult(a, b, halves[line][a][b])
			r.Index, r.Pairing.Seed = i, p.Seed
			if lines > 0 {
				r = ofContent(r, uint64(line*10_000+a*100+b+1))
			}
			add(t, shared, r)
			add(t, apart, r)
		}
		for k, standings := range []*Standings{shared, apart} {
			e := standings.results.Fit(rating.FitOptions{})
			for i := range w.elo {
				if e.Line(i, rating.Mean).Interval.Contains(truth[i]) {
					ratings[k] += 1 / float64(tournaments*len(w.elo))
				}
				j := (i + 1) % len(w.elo)
				if _, interval, _ := e.Against(i, j); interval.Contains(truth[i] - truth[j]) {
					differences[k] += 1 / float64(tournaments*len(w.elo))
				}
			}
		}
	}
	return ratings, differences
}

// The intervals hold although deals suit agents: if deals are repeated by agents that always play
// alike, and in groups. With pairings as observations they hold too rarely.
func TestIntervalsOfRepeatedAndGroupedDealsCover(t *testing.T) {
	t.Parallel()
	tournaments := 40
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		tournaments = 1000
	}
	var twelve []float64
	for i := range 12 {
		twelve = append(twelve, float64(i*20-110))
	}
	all := func(cycles int) Schedule {
		return schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Play: Play{Cycles: cycles, Seed: 1}}))
	}
	grouped := func(size, cycles int) Schedule {
		return schedule(t)(Groups(GroupsOptions{Agents: 12, Size: size, Groups: 12 / size, Balanced: true, Play: Play{Cycles: cycles, Seed: 1}}))
	}
	for what, c := range map[string]struct {
		of    suited
		s     Schedule
		lines int
	}{
		"12 of 14 deals are different":       {suited{elo: []float64{-60, -10, 0, 10, 60}, suits: 150}, all(14), 12},
		"30 of 32 deals are different":       {suited{elo: []float64{-60, -10, 0, 10, 60}, suits: 150}, all(32), 30},
		"15 deals twice, 15 deals once":      {suited{elo: []float64{-60, -10, 0, 10, 60}, suits: 150}, all(45), 30},
		"groups of four, 12 cycles":          {suited{elo: twelve, suits: 150}, grouped(4, 12), 0},
		"groups of six, 20 cycles":           {suited{elo: twelve, suits: 150}, grouped(6, 20), 0},
		"groups of six, deals suit no agent": {suited{elo: twelve}, grouped(6, 20), 0},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			ratings, differences := c.of.play(t, c.s, c.lines, tournaments, rand.New(rand.NewPCG(1, 2)))
			t.Logf("ratings %.1f%%, %.1f%% for pairings as observations; differences %.1f%%, %.1f%%", 100*ratings[0], 100*ratings[1], 100*differences[0], 100*differences[1])
			for _, share := range []float64{ratings[0], differences[0]} {
				if share < 0.92 || share > 0.98 {
					t.Errorf("%.3f of the intervals hold", share)
				}
			}
			if c.of.suits > 0 && ratings[1] > 0.925 {
				t.Errorf("%.3f of the intervals of pairings hold: these deals suit no agent", ratings[1])
			}
		})
	}
}
