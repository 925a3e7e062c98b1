package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/tools/racetest"
	_ "github.com/lanista/lanista/tools/raregc"
)

// effort divides the repetitions of simulations. With a tenth of them the tolerances would not hold.
const effort = min(racetest.Effort, 4)

// world simulates a game of two seats. Openings favour one seat or the other by bias Elo, and the
// given share of games between equal players is drawn.
type world struct {
	elo   []float64
	bias  float64
	draws float64
}

// law returns the probabilities that the player in the first seat wins and draws, if the opening
// favours this seat by bias Elo.
func (w world) law(first, second int, bias float64) (win, draw float64) {
	score := Score(w.elo[first] - w.elo[second] + bias)
	draw = w.draws * 4 * score * (1 - score)
	return score - draw/2, draw
}

// play simulates the games of players i and j from one random opening, with alternating seats, and
// enters them as a cluster.
func (w world) play(c *Clusters, rng *rand.Rand, i, j, games int) {
	bias := w.bias
	if rng.IntN(2) == 0 {
		bias = -bias
	}
	places := make([]int, 0, 4)
	for g := range games {
		first, second := i, j
		if g%2 == 1 {
			first, second = j, i
		}
		win, draw := w.law(first, second, bias)
		one, two := 2, 1
		switch u := rng.Float64(); {
		case u < win:
			one, two = 1, 2
		case u < win+draw:
			one, two = 1, 1
		}
		if g%2 == 1 {
			one, two = two, one
		}
		places = append(places, one, two)
	}
	addTo(c, []int{i, j}, places)
}

// truth returns the ratings that infinitely many games would give.
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

// share counts how often a condition was true, and how often it was tested.
type share struct{ held, of int }

func (s *share) count(held bool) {
	s.of++
	if held {
		s.held++
	}
}

func (s share) rate() float64 { return float64(s.held) / float64(s.of) }

// The 95% intervals of differences and ratings contain the true values in 95% of 1,000
// tournaments with paired, biased openings. Intervals that treat games as independent are too
// wide.
func TestIntervalsCover(t *testing.T) {
	t.Parallel()
	w := world{elo: []float64{70, 20, -30, -60}, bias: 300, draws: 0.3}
	truth := w.truth(t)
	n := len(w.elo)
	var differences, ratings, naive share
	for run := range 1000 / effort {
		rng := seeded(11, uint64(run))
		c := NewClusters(n)
		for range 20 {
			for i := range n {
				for j := range i {
					w.play(c, rng, i, j, 2)
				}
			}
		}
		e := c.Fit(FitOptions{})
		model := modelCovariance(fisher(c.Duels(), e.Log, 0))
		for i := range n {
			ratings.count(e.Line(i, Mean).Interval.Contains(truth[i]))
			for j := range i {
				want := truth[i] - truth[j]
				got, interval, _ := e.Against(i, j)
				differences.count(interval.Contains(want))
				naive.count(math.Abs(got-want) <= Z()*model.PairError(i, j))
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

// The intervals of ten equally strong players miss the true rating in about 5% of cases, for pairs
// of games and for single games.
func TestEqualPlayers(t *testing.T) {
	t.Parallel()
	const n = 10
	w := world{elo: make([]float64, n), bias: 200, draws: 0.2}
	for _, round := range []struct{ cycles, games int }{{1, 2}, {5, 2}, {2, 1}, {10, 1}} {
		var outside, superior share
		for run := range 200 / effort {
			rng := seeded(12, uint64(run))
			c := NewClusters(n)
			for range round.cycles {
				for i := range n {
					for j := range i {
						w.play(c, rng, i, j, round.games)
					}
				}
			}
			e := c.Fit(FitOptions{})
			for i := range n {
				l := e.Line(i, Mean)
				outside.count(!l.Interval.Contains(0))
				superior.count(l.LOS > 0.975 || l.LOS < 0.025)
			}
		}
		t.Logf("%d cycles of %d games: %.4f outside, %.4f superior", round.cycles, round.games, outside.rate(), superior.rate())
		if outside.rate() < 0.03 || outside.rate() > 0.07 || superior.rate() > 0.07 {
			t.Errorf("%d cycles of %d games: %.4f of the ratings leave their intervals, %.4f are superior",
				round.cycles, round.games, outside.rate(), superior.rate())
		}
	}
}

// tablePlaces returns random places for a cluster of games, one for each rotation of the seats.
// Players are placed by strength plus noise. A part of the noise belongs to the seat and is equal in
// all games of the cluster.
func tablePlaces(rng *rand.Rand, players []int, elo []float64) []int {
	k := len(players)
	luck := make([]float64, k)
	for seat := range luck {
		luck[seat] = 200 * rng.NormFloat64()
	}
	places := make([]int, k*k)
	for g := range k {
		worth := make([]float64, k)
		for i, p := range players {
			worth[i] = elo[p] + luck[(i+g)%k] + 200*rng.NormFloat64()
		}
		for i := range k {
			places[g*k+i] = 1
			for other := range k {
				if worth[other] > worth[i] {
					places[g*k+i]++
				}
			}
		}
	}
	return places
}

// Intervals are correct for four seats, where the comparisons of a game depend on each other.
// The true values are means over many tournaments.
func TestIntervalsCoverFourSeats(t *testing.T) {
	t.Parallel()
	elo := []float64{60, 30, 0, -20, -70}
	play := func(seed uint64, cycles int) *Estimate {
		rng := seeded(13, seed)
		c := NewClusters(5)
		for range cycles {
			for absent := range 5 {
				players := slices.DeleteFunc([]int{0, 1, 2, 3, 4}, func(p int) bool { return p == absent })
				addTo(c, players, tablePlaces(rng, players, elo))
			}
		}
		return c.Fit(FitOptions{})
	}
	truth := play(1<<40, 3000).elo
	var covered share
	for run := range 400 / effort {
		e := play(uint64(run), 10)
		for i := range elo {
			covered.count(e.Line(i, Mean).Interval.Contains(truth[i]))
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

// In a gauntlet of drawish games all results of one agent may be equal. The intervals of differences
// contain the true values although only other agents' results show a spread.
func TestIntervalsCoverUniformResults(t *testing.T) {
	t.Parallel()
	w := world{elo: []float64{0, 5, 10}, draws: 0.98}
	truth := w.truth(t)
	var covered, uniform share
	for run := range 800 / effort {
		rng := seeded(14, uint64(run))
		c := NewClusters(3)
		for range 10 {
			for i := range 2 {
				w.play(c, rng, i+1, 0, 2)
			}
		}
		e := c.Fit(FitOptions{})
		for i := range 2 {
			_, interval, _ := e.Against(i+1, 0)
			covered.count(interval.Contains(truth[i+1] - truth[0]))
			_, ties, _ := c.Record(i+1, 0)
			uniform.count(ties == 20)
		}
	}
	t.Logf("%.4f covered, results of one agent are equal in %.4f", covered.rate(), uniform.rate())
	if covered.rate() < 0.94 {
		t.Errorf("the intervals cover %.4f", covered.rate())
	}
	if uniform.rate() < 0.3 {
		t.Errorf("all results are equal in %.4f: the test has no power", uniform.rate())
	}
}

// The games of agents who always share the points do not count as certain because games of other
// agents show a spread: their error is that of one cluster among them that was won or lost.
func TestUniformResultsAreUncertain(t *testing.T) {
	for name, w := range map[string]struct {
		ties, others [2][]int // players and places of a cluster
		games, score float64  // games of agents 0 and 1 in a cluster; how much of a game their comparison counts
	}{
		"pairs":  {[2][]int{{0, 1}, {1, 2, 2, 1}}, [2][]int{{1, 2}, {1, 2, 1, 2, 2, 1}}, 2, 1},
		"tables": {[2][]int{{0, 1, 2}, {1, 2, 3, 2, 3, 1, 3, 1, 2}}, [2][]int{{2, 3, 4}, {1, 2, 3, 2, 1, 3}}, 3, 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClusters(5)
			const clusters = 20
			for n := range clusters {
				addTo(c, w.ties[0], w.ties[1])
				players := slices.Clone(w.others[0])
				if n%3 > 0 { // the winner changes
					slices.Reverse(players)
				}
				addTo(c, players, w.others[1])
			}
			e := c.Fit(FitOptions{})
			difference, interval, los := e.Against(0, 1)
			near(t, "difference and LOS", []float64{difference, los}, []float64{0, 0.5}, 1e-9)
			// Among k agents who meet equally often, the matrix of pairs with the weight w each maps the
			// difference of two agents to k·w times itself. A comparison has the information 1/4, and the
			// cluster whose games have one result the variance games²/4.
			k := float64(len(w.ties[0]))
			information := k * clusters * w.games * w.score / 4
			variance := k * square(w.games*w.score) / 4
			all, players := float64(2*clusters), k+float64(len(w.others[0])-1)
			want := EloPerLogit * math.Sqrt(2*variance*all/(all-players+1)) / information
			got := interval.Half() / student(all-players).Quantile(0.975)
			near(t, "error", []float64{got}, []float64{want}, 1e-6*want)
		})
	}
}
