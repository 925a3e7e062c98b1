package tournament

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// world is a game of two seats whose openings favour a seat: the side that an
// opening favours gains bias Elo, and near equality a share of games is drawn.
type world struct {
	elo   []float64
	bias  float64
	draws float64
}

// law is the chance of the first seat to win, and to draw.
func (w world) law(first, second int, bias float64) (win, draw float64) {
	score := Score(w.elo[first] - w.elo[second] + bias)
	draw = w.draws * 4 * score * (1 - score)
	return score - draw/2, draw
}

// pair plays one opening from both seats.
func (w world) pair(rng *rand.Rand, i, j int) Result { return w.cluster(rng, i, j, 2) }

// cluster plays one opening in so many games.
func (w world) cluster(rng *rand.Rand, i, j, games int) Result {
	bias := w.bias
	if rng.IntN(2) == 0 {
		bias = -bias
	}
	r := Result{Pairing: Pairing{Agents: []int{i, j}, Games: games}}
	for g := range games {
		win, draw := w.law(r.Pairing.Seat(g, 0), r.Pairing.Seat(g, 1), bias)
		o := engines.Winner(2, 1)
		switch u := rng.Float64(); {
		case u < win:
			o = engines.Winner(2, 0)
		case u < win+draw:
			o = engines.Draw(2)
		}
		r.Games = append(r.Games, engines.Record{Outcome: o})
	}
	return r
}

// truth is what a rating of endlessly many games would be.
func (w world) truth(t *testing.T) []float64 {
	d := NewDuels(len(w.elo))
	for i := range w.elo {
		for j := range w.elo {
			for _, bias := range []float64{-w.bias, w.bias} {
				if i != j {
					win, draw := w.law(i, j, bias)
					d.Win(i, j, win+draw/2)
					d.Win(j, i, 1-win-draw/2)
				}
			}
		}
	}
	fit, err := BradleyTerry(d, 0)
	if err != nil {
		t.Fatal(err)
	}
	return fit.Elo()
}

// share counts how often something held.
type share struct{ held, of int }

func (s *share) count(held bool) {
	s.of++
	if held {
		s.held++
	}
}

func (s share) rate() float64 { return float64(s.held) / float64(s.of) }

// Over 1,000 tournaments with paired, biased openings the 95% intervals of
// differences and of ratings cover the truth as often as they say, and intervals
// that take every game for independent cover it too often.
func TestIntervalsCover(t *testing.T) {
	w := world{elo: []float64{70, 20, -30, -60}, bias: 300, draws: 0.3}
	truth := w.truth(t)
	n := len(w.elo)
	var differences, ratings, naive share
	for run := range 1000 / raced {
		rng := engines.Rand(engines.Seed(11, uint64(run)))
		s := newStandings(t, StandingsOptions{Draws: 1}, "a", "b", "c", "d")
		for range 20 {
			for i := range n {
				for j := range i {
					add(t, s, w.pair(rng, i, j))
				}
			}
		}
		f := s.fit()
		model := ModelCovariance(Fisher(s.Duels(), f.log, 0))
		for i := range n {
			_, interval, _ := f.rating(i)
			ratings.count(interval[0] <= truth[i] && truth[i] <= interval[1])
			for j := range i {
				want := truth[i] - truth[j]
				got, interval, _ := f.against(i, j)
				differences.count(interval[0] <= want && want <= interval[1])
				naive.count(math.Abs(got-want) <= Z95*model.PairError(i, j))
			}
		}
	}
	t.Logf("differences %.4f, ratings %.4f, naive %.4f", differences.rate(), ratings.rate(), naive.rate())
	for name, s := range map[string]share{"differences": differences, "ratings": ratings} {
		if s.rate() < 0.93 || s.rate() > 0.97 {
			t.Errorf("%s: the intervals cover %.4f", name, s.rate())
		}
	}
	if naive.rate() < 0.98 {
		t.Errorf("the naive intervals cover %.4f: the test has no power", naive.rate())
	}
}

// Ten equal agents in round robins of pairs or of single games: their ratings
// leave their intervals as often as they should.
func TestEqualAgents(t *testing.T) {
	w := world{elo: make([]float64, 10), bias: 200, draws: 0.2}
	names := make([]string, 10)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	for _, c := range []struct{ cycles, games int }{{1, 2}, {5, 2}, {2, 1}, {10, 1}} {
		var outside, superior share
		for run := range 400 / raced {
			rng := engines.Rand(engines.Seed(12, uint64(run)))
			s := newStandings(t, StandingsOptions{Draws: 1}, names...)
			schedule := roundRobin(t, 10, c.cycles)
			for i := range schedule.Len() {
				a := schedule.At(i).Agents
				add(t, s, w.cluster(rng, a[0], a[1], c.games))
			}
			f := s.fit()
			for i := range names {
				_, interval, los := f.rating(i)
				outside.count(interval[0] > 0 || interval[1] < 0)
				superior.count(los > 0.975 || los < 0.025)
			}
		}
		t.Logf("%d cycles of %d games: %.4f outside, %.4f superior", c.cycles, c.games, outside.rate(), superior.rate())
		if outside.rate() < 0.03 || outside.rate() > 0.07 || superior.rate() > 0.07 {
			t.Errorf("%d cycles of %d games: %.4f of the ratings leave their intervals, %.4f are superior", c.cycles, c.games, outside.rate(), superior.rate())
		}
	}
}

// tableGame plays a cluster of all rotations: places by strength plus noise, the
// noise of a seat being the same in all games of a cluster.
func tableGame(rng *rand.Rand, agents []int, elo []float64) Result {
	k := len(agents)
	r := Result{Pairing: Pairing{Agents: agents, Games: k}}
	luck := make([]float64, k)
	for seat := range luck {
		luck[seat] = 200 * rng.NormFloat64()
	}
	for g := range k {
		worth := make([]float64, k)
		for seat := range k {
			worth[seat] = elo[r.Pairing.Seat(g, seat)] + luck[seat] + 200*rng.NormFloat64()
		}
		places := make([]int, k)
		for seat := range k {
			for other := range k {
				if worth[other] > worth[seat] {
					places[seat]++
				}
			}
		}
		r.Games = append(r.Games, engines.Record{Outcome: engines.Places(places...)})
	}
	return r
}

// With four seats the comparisons of a game depend on each other; the intervals
// cover all the same. The truth is the mean of many tournaments' ratings.
func TestIntervalsCoverFourSeats(t *testing.T) {
	elo := []float64{60, 30, 0, -20, -70}
	play := func(seed uint64, cycles int) fit {
		rng := engines.Rand(engines.Seed(13, seed))
		s := newStandings(t, StandingsOptions{Draws: 1}, "a", "b", "c", "d", "e")
		schedule := schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Seats: 4, Play: Play{Cycles: cycles}}))
		for i := range schedule.Len() {
			add(t, s, tableGame(rng, schedule.At(i).Agents, elo))
		}
		return s.fit()
	}
	truth := play(1<<40, 3000).elo
	var covered share
	for run := range 400 / raced {
		f := play(uint64(run), 10)
		for i := range elo {
			_, interval, _ := f.rating(i)
			covered.count(interval[0] <= truth[i] && truth[i] <= interval[1])
		}
	}
	t.Logf("%.4f covered around %.1f", covered.rate(), truth)
	if covered.rate() < 0.925 || covered.rate() > 0.975 {
		t.Errorf("the intervals cover %.4f", covered.rate())
	}
	if !slices.IsSortedFunc(truth, func(a, b float64) int { return int(b - a) }) {
		t.Errorf("ratings %v of strengths %v", truth, elo)
	}
}
