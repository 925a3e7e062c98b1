package genetic

import (
	"bytes"
	"context"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// narrow is a game in which the best weights are all 5.02. At a distance of more than 0.3 all weights
// are weak, and larger ones are a little less weak.
type narrow struct{}

func (narrow) loss(w engines.Weights) float64 {
	far, sum := 0.0, 0.0
	for _, v := range w {
		far, sum = max(far, math.Abs(v-5.02)), sum+v
	}
	if far > 0.3 {
		return 3 - sum/float64(len(w))/10
	}
	return 10 * far
}

func (g narrow) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r := engines.Rand(seed)
	scores, places := make([]float64, len(seats)), make([]int, len(seats))
	for i, s := range seats {
		scores[i] = r.NormFloat64() - g.loss(s.Weights)
	}
	for i := range scores {
		for j := range scores {
			if scores[j] > scores[i] {
				places[i]++
			}
		}
	}
	return engines.Record{Outcome: engines.Places(places...)}, nil
}

// nearBest returns a problem whose start weights are nearly the best of the game narrow.
func nearBest(seed uint64, games, seats int) tuning.Problem {
	return tuning.Problem{Space: square(3), Start: engines.Weights{5, 5, 5}, Seed: seed, Games: games, Seats: seats}
}

// A search that leaves good start weights begins again from them, with a step at which they do not win
// every game, and ends near them. Without restarts it ends far away.
func TestSearchReturnsToGoodStartWeights(t *testing.T) {
	t.Parallel()
	for _, seats := range []int{2, 3} {
		for _, restart := range []bool{true, false} {
			config := Adapted()
			config.Mutation.Restart = restart
			p := nearBest(7, 3000, seats)
			b := mustNew(t, p, config)
			if err := playAll(t, b, narrow{}); err != nil {
				t.Fatal(err)
			}
			result, start := (narrow{}).loss(b.Best().Weights), (narrow{}).loss(p.Start)
			if near := result < start+0.5; near != restart {
				t.Errorf("%d seats, restart %v: the result %v loses %.2f and the start %.2f", seats, restart, b.Best().Weights, result, start)
			}
			if !restart {
				if b.state.Comparisons != nil {
					t.Errorf("comparisons without restart: %+v", *b.state.Comparisons)
				}
				continue
			}
			c := b.state.comparisons()
			if c.Limit <= 0 || c.Limit > 0.1 || b.state.Distribution.Sigma > c.Limit {
				t.Errorf("%d seats: the step is %v with the limit %v, which must lie in (0, 0.1]", seats, b.state.Distribution.Sigma, c.Limit)
			}
		}
	}
}

// best is a game in which all other weights are clearly weaker than those of the start of nearBest.
// Of the others larger first weights are less weak.
type best struct{}

func (best) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r := engines.Rand(seed)
	off := func(a engines.Agent) float64 {
		if a.Weights[0] == 5 {
			return r.NormFloat64()
		}
		return r.NormFloat64() - 20 + min(max(1e4*(a.Weights[0]-5), -10), 10)
	}
	if off(seats[0]) > off(seats[1]) {
		return engines.Record{Outcome: engines.Places(0, 1)}, nil
	}
	return engines.Record{Outcome: engines.Places(1, 0)}, nil
}

// A search begins again with a smaller step, also if the first step of the user is shorter than the
// steps of usual restarts.
func TestNoRestartHasALargerStep(t *testing.T) {
	t.Parallel()
	p := nearBest(3, 3000, 2)
	p.Steps = []float64{1e-4, 1e-4, 1e-4} // of a range of 10
	b := mustNew(t, p, Adapted())
	if err := playAll(t, b, best{}); err != nil {
		t.Fatal(err)
	}
	first, c := b.adaptation.first.Sigma, b.state.comparisons()
	if !(math.Abs(first/1e-5-1) < 1e-9) || c.Begun == 0 || max(c.Step, c.Limit) > 0.31*first {
		t.Errorf("first step %v; after a restart in generation %d the step is %v and the limit %v", first, c.Begun, c.Step, c.Limit)
	}
}

// playAll plays all generations of a run.
func playAll(t *testing.T, b *Breeder, arena engines.Arena) error {
	t.Helper()
	for {
		batch, err := b.Ask()
		if err == tuning.Done {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.Tell(batch, play(t, batch, arena)); err != nil {
			return err
		}
	}
}

// In the generations of a comparison each child or copy of the mean plays the start weights. The games
// of the run show how often these won, and whether the search had to return to them.
func TestComparisonsCountTheGamesOfTheStart(t *testing.T) {
	t.Parallel()
	b := mustNew(t, nearBest(11, 3000, 2), Adapted())
	games, points, restarts, kept := 0, 0.0, 0, 0
	for {
		batch, err := b.Ask()
		if err == tuning.Done {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		before := b.state
		compares, mean := b.adaptation.compares(before)
		results := play(t, batch, narrow{})
		if err := b.Tell(batch, results); err != nil {
			t.Fatal(err)
		}
		if !compares {
			continue
		}
		for _, r := range results {
			child, start := batch.Field[r.Pairing.Agents[0]].Weights, batch.Field[r.Pairing.Agents[1]].Weights
			if start[0] != 5 || start[1] != 5 || start[2] != 5 {
				t.Fatalf("generation %d: %v plays %v and not the start", batch.Round, child, start)
			}
			if mean && math.Abs(child[0]-before.Trail[len(before.Trail)-1][0]) > 1e-9 {
				t.Fatalf("generation %d: %v plays the start, want the mean", batch.Round, child)
			}
			for g := range r.Games {
				seat := 0
				if r.Pairing.Seat(g, 0) == r.Pairing.Agents[0] {
					seat = 1
				}
				games++
				points += r.Games[g].Outcome.Points(seat)
			}
		}
		n := float64(games)
		if games < 64 && (!mean || points >= n/2-math.Sqrt(n)) {
			continue
		}
		c := b.state.comparisons()
		switch back := c.Step > 0; {
		case mean && back != (points > n/2+math.Sqrt(n)/2), !mean && back != (points > n/2+math.Sqrt(n)):
			t.Errorf("generation %d: the start has %v points of %d games, and the next step is %v", batch.Round, points, games, c.Step)
		case mean && back:
			restarts++
		case mean:
			kept++
		}
		games, points = 0, 0
	}
	if restarts == 0 || restarts+kept != 2 {
		t.Errorf("%d restarts, and %d searches that went on; want 2 comparisons of the mean and a restart", restarts, kept)
	}
}

// A search that finds better weights goes on after the comparisons, and one of fewer than 1,000 games
// has none.
func TestSearchGoesOnFromBetterWeights(t *testing.T) {
	t.Parallel()
	for games, want := range map[int]comparisons{998: {}, 3000: {Finished: 2}} {
		b := mustNew(t, tuning.Problem{Space: square(3), Seed: 5, Games: games}, Adapted())
		if err := playAll(t, b, fakeArena{peak: 7}); err != nil {
			t.Fatal(err)
		}
		c := b.state.comparisons()
		if c.Finished != want.Finished || c.Limit != 0 || c.Begun != 0 {
			t.Errorf("%d games: %+v, want %d comparisons and no restart", games, c, want.Finished)
		}
		for _, w := range b.Best().Weights {
			if math.Abs(w-7) > 2 {
				t.Errorf("%d games: the result is %v, want about 7", games, b.Best().Weights)
				break
			}
		}
	}
}

// A run that is restored within a comparison, or after a restart, ends like one that was not stopped.
func TestRestoreAroundRestarts(t *testing.T) {
	t.Parallel()
	p := nearBest(3, 1500, 2)
	whole := mustNew(t, p, Adapted())
	var at [][]byte
	for {
		snapshot, err := whole.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, snapshot)
		batch, err := whole.Ask()
		if err == tuning.Done {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := whole.Tell(batch, play(t, batch, narrow{})); err != nil {
			t.Fatal(err)
		}
	}
	if whole.state.comparisons().Begun == 0 {
		t.Fatal("the search did not restart")
	}
	for g := range len(at) - 1 {
		b := mustNew(t, p, Adapted())
		if err := b.Restore(at[g]); err != nil {
			t.Fatal(err)
		}
		round(t, b, narrow{})
		if got, _ := b.Snapshot(); !bytes.Equal(got, at[g+1]) {
			t.Fatalf("restored after generation %d, the next one differs", g)
		}
	}
	damaged := bytes.Replace(at[len(at)-1], []byte(`"begun":`), []byte(`"begun":9`), 1)
	if err := mustNew(t, p, Adapted()).Restore(damaged); err == nil {
		t.Error("a restart after the last generation was accepted")
	}
}

// A distribution that begins again has no path yet. Its update counts the generations of children since then:
// with the number of all generations one path of this run would differ.
func TestUpdatesCountFromTheRestart(t *testing.T) {
	t.Parallel()
	b := mustNew(t, nearBest(3, 3000, 6), Adapted())
	children, differ := 0, 0
	for {
		batch, err := b.Ask()
		if err == tuning.Done {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		before := b.state
		if err := b.Tell(batch, play(t, batch, narrow{})); err != nil {
			t.Fatal(err)
		}
		if b.state.comparisons().Begun != before.comparisons().Begun {
			children = 0
		}
		if compares, _ := b.adaptation.compares(before); compares {
			continue
		}
		children++
		got, want, all := b.state.Distribution.Path, learned(b, before, children).Path, learned(b, before, b.state.Generation).Path
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Errorf("generation %d, %d of children: path %v, want %v", b.state.Generation, children, got, want)
			}
			if want[i] != all[i] {
				differ++
			}
		}
	}
	if differ == 0 {
		t.Error("the number of generations does not matter in this run")
	}
}
