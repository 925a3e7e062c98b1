package runs_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

func TestCalibrationGamesKeepTheContract(t *testing.T) {
	for _, e := range []plain{newKalah(), newFour()} {
		enginetest.Run(t, e, 20)
	}
}

// TestIntervalsOfRepeatedGamesHold plays tournaments of two deterministic agents from few
// openings and counts how often the 95% interval of their difference holds the truth. A
// tournament has 64 lines, drawn from a book of some thousand lines over which the truth is
// known, and is asked for many more pairings; or it has random plies, and the truth is that
// of all openings of so many plies, or of thousands of fresh ones. The truth is played by
// the referee alone. With LANISTA_EXHAUSTIVE there are 2, 3, 4 and 6 random plies of both games,
// and the counts are those of the table in docs/lab/evidence.md.
func TestIntervalsOfRepeatedGamesHold(t *testing.T) {
	if testing.Short() {
		t.Skip("tens of thousands of games on one goroutine")
	}
	repetitions, openings := 4, 150
	allPlies := map[string][]int{"kalah": {2}, "four": {6}}
	bookPairings, plyPairings := 120, 100
	if exhaustive {
		repetitions, openings = 200, 4000
		allPlies = map[string][]int{"kalah": {2, 3, 4, 6}, "four": {2, 3, 4, 6}}
		bookPairings, plyPairings = 500, 300
	}
	for _, game := range []plain{newKalah(), newFour()} {
		t.Run(game.name, func(t *testing.T) {
			t.Parallel()
			c := calibration{game: game, rng: rand.New(rand.NewPCG(7, uint64(len(game.name))))}
			c.eight = positions(t, game, 8, openings)
			for range repetitions {
				c.pairs = append(c.pairs, c.pair(t))
			}
			c.fromBook(t, bookPairings)
			for _, plies := range allPlies[game.name] {
				c.fromPlies(t, plies, openings, plyPairings)
			}
		})
	}
}

// calibration counts which intervals of one game hold.
type calibration struct {
	game  plain
	rng   *rand.Rand
	eight []string // positions after eight random plies
	pairs []calibrationPair
}

// calibrationPair is two agents and how much stronger the first is, in Elo, over the positions
// after eight random plies.
type calibrationPair struct {
	a, b  engines.Agent
	truth float64
}

// pair draws two agents and plays them from all positions after eight random plies.
func (c *calibration) pair(t *testing.T) calibrationPair {
	a, b := c.agents()
	return calibrationPair{a, b, difference(t, c.game, c.eight, a, b)}
}

// fromBook plays tournaments over 64 lines drawn from a book: the positions after eight plies.
func (c *calibration) fromBook(t *testing.T, pairings int) {
	held := 0
	for repetition, p := range c.pairs {
		lines := c.game
		for _, i := range c.rng.Perm(len(c.eight))[:64] {
			lines.book = append(lines.book, c.eight[i])
		}
		held += count(playCalibration(t, lines, p.a, p.b, repetition, "openings: {repeat: true}", pairings), p.truth)
	}
	report(t, c.game.name+", 64 lines of a book", held, len(c.pairs), 0.98)
}

// fromPlies plays tournaments over random plies. There are few openings of a few plies, and a
// tournament that has played most of them knows more than its interval allows for: such
// intervals may hold more often than 98%. How often they hold the truth of eight plies is
// logged alone: agents that choose more of the first moves themselves are other opponents.
func (c *calibration) fromPlies(t *testing.T, plies, openings, pairings int) {
	all := positions(t, c.game, plies, openings)
	held, heldEight := 0, 0
	for repetition, p := range c.pairs {
		interval := playCalibration(t, c.game, p.a, p.b, repetition, fmt.Sprintf("openings: {random_plies: %d, repeat: true}", plies), pairings)
		held += count(interval, difference(t, c.game, all, p.a, p.b))
		heldEight += count(interval, p.truth)
	}
	name := fmt.Sprintf("%s, %d random plies, %d openings", c.game.name, plies, len(all))
	t.Logf("%s: %d of %d hold the truth of eight plies", name, heldEight, len(c.pairs))
	report(t, name, held, len(c.pairs), 1)
}

// count returns 1 if the interval holds the truth, otherwise 0.
func count(interval [2]float64, truth float64) int {
	if interval[0] <= truth && truth <= interval[1] {
		return 1
	}
	return 0
}

// report fails where intervals of 95% hold in fewer than 90% of the repetitions or in more
// than most. Of eight repetitions five or more must hold: with 95% fewer hold four times in
// 10,000 tests.
func report(t *testing.T, name string, held, repetitions int, most float64) {
	share := float64(held) / float64(repetitions)
	t.Logf("%s: %.1f%% of %d intervals hold", name, 100*share, repetitions)
	least := 0.9
	if repetitions < 100 {
		least, most = 0.6, 1
	}
	if share < least || share > most {
		t.Errorf("%s: %.1f%% of the intervals of 95%% hold, expected %.0f to %.0f", name, 100*share, 100*least, 100*most)
	}
}

// positions draws different positions after so many random plies: n, or all if there are
// fewer.
func positions(t *testing.T, game plain, plies, n int) []string {
	seen := make(map[string]bool)
	var out []string
	for i, missed := uint64(0), 0; len(out) < n && missed < 2000; i++ {
		g, _, err := engines.Deal(game, 2, engines.Seed(uint64(plies), i), engines.Openings{RandomPlies: plies})
		if err != nil {
			t.Fatal(err)
		}
		text := g.String()
		if missed++; !seen[text] {
			seen[text] = true
			out = append(out, text)
			missed = 0
		}
	}
	return out
}

// agents draws two agents that play sensibly and differ a little: every weight is a factor
// of about 1.35 from a sensible one.
func (c *calibration) agents() (a, b engines.Agent) {
	a.Name, b.Name = "a", "b"
	for _, sensible := range []float64{1.5, 0.5, 0.5, 0.25} {
		for _, agent := range []*engines.Agent{&a, &b} {
			agent.Weights = append(agent.Weights, math.Round(1e4*sensible*math.Exp(0.3*c.rng.NormFloat64()))/1e4)
		}
	}
	return a, b
}

// difference plays two agents from every position in both orders and returns how much
// stronger the first is, in Elo.
func difference(t *testing.T, game plain, from []string, a, b engines.Agent) float64 {
	players := []engines.Player{plainPlayer{game, a.Weights}, plainPlayer{game, b.Weights}}
	var mu sync.Mutex
	points, wg := 0.0, sync.WaitGroup{}
	for part := range 2 {
		wg.Go(func() {
			sum := 0.0
			for i := part; i < len(from); i += 2 {
				for order := range 2 {
					g, err := game.parse(from[i])
					if err != nil {
						t.Error(err)
						return
					}
					r, err := engines.Referee(context.Background(), g, engines.NoChance, []engines.Player{players[order], players[1-order]}, 1)
					if err != nil {
						t.Error(err)
						return
					}
					sum += r.Outcome.Points(order)
				}
			}
			mu.Lock()
			points += sum
			mu.Unlock()
		})
	}
	wg.Wait()
	return rating.Elo(points / float64(2*len(from)))
}

// playCalibration plays a tournament and returns the interval of the first agent's lead.
func playCalibration(t *testing.T, game plain, a, b engines.Agent, seed int, openings string, cycles int) [2]float64 {
	text := fmt.Sprintf("engine: {name: %s}\n%s\nagents:\n", game.name, openings)
	for _, agent := range []engines.Agent{a, b} {
		text += "  - {name: " + agent.Name + ", weights: {"
		for i, name := range game.weights {
			text += fmt.Sprintf("%s: %v, ", name, agent.Weights[i])
		}
		text += "}}\n"
	}
	text += fmt.Sprintf("schedule: {cycles: %d}\nseed: %d\n", cycles, seed)
	c := runs.Catalog{Games: engines.Registry{game}}
	out, err := c.Tournament(context.Background(), runs.Options{
		Text: text, Store: filepath.Join(t.TempDir(), "store.db"), Force: true,
	}, nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	first := out.Table.Standings[0]
	low, high := first.Next.Interval.Low, first.Next.Interval.High
	if first.Agent == "b" {
		low, high = -high, -low
	}
	return [2]float64{low, high}
}
