package genetic

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/evolution"
)

// Neighbours in the population are mirror images of each other in the mean of the generation, and
// play each other.
func TestSiblingsAreMirrorImages(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(4), Start: engines.Weights{5, 5, 5, 5}, Seed: 3, Rounds: 6}, Adapted())
	for range 5 {
		batch, _ := round(t, b, fakeArena{peak: 5})
		for _, p := range batch.Pairings {
			if p.Agents[0]/2 != p.Agents[1]/2 {
				t.Fatalf("generation %d: %v play each other", batch.Round, p.Agents)
			}
		}
		mean := []float64(b.terms.problem.Start)
		if batch.Round > 1 {
			mean = b.state.Trail[batch.Round-2]
		}
		for i := 0; i+1 < b.terms.config.Population; i += 2 {
			one, two := batch.Field[i].Weights, batch.Field[i+1].Weights
			for k := range one {
				want := min(max(2*mean[k]-one[k], 0), 10) // within the range
				if math.Abs(two[k]-want) > 1e-9 {
					t.Fatalf("generation %d: siblings %v and %v around %v", batch.Round, one, two, mean)
				}
			}
		}
	}
}

// ridge is a game in which the strength depends mostly on the sum of the first two weights, which is
// best at 10.
type ridge struct{}

func (ridge) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	loss := func(w engines.Weights) float64 {
		along, across := (w[0]-w[1])/math.Sqrt2, (w[0]+w[1]-10)/math.Sqrt2
		return along*along/400 + across*across
	}
	places := []int{0, 1}
	if loss(seats[0].Weights) > loss(seats[1].Weights) {
		places = []int{1, 0}
	}
	return engines.Record{Outcome: engines.Places(places...)}, nil
}

// The mutation Covariance learns correlations between weights. If only the sum of two weights
// matters, their correlation becomes nearly -1.
func TestMutationFollowsCorrelations(t *testing.T) {
	t.Parallel()
	config := Adapted()
	config.Fitness, config.Prior = "rating", 200
	config.Grouping, config.Population = "round_robin", 16
	b := mustNew(t, tuning.Problem{Space: square(2), Start: engines.Weights{2, 7}, Seed: 5, Rounds: 30}, config)
	for range 30 {
		round(t, b, ridge{})
	}
	c := b.state.Distribution.Covariance
	if r := c[1] / math.Sqrt(c[0]*c[3]); r > -0.8 {
		t.Errorf("a correlation of %.2f between weights whose sum counts, want near -1", r)
	}
	if w := b.Best().Weights; math.Abs(w[0]+w[1]-10) > 0.5 {
		t.Errorf("the result %v is not on the ridge, where the sum is 10", w)
	}
}

// learned returns the distribution that a generation of children has taught, by the update of package
// evolution alone. round is the number of such generations since the search began or began again.
func learned(b *Breeder, before *state, round int) evolution.Distribution {
	d := b.adaptation.distribution(before)
	var points [][]float64
	for _, g := range b.state.Members {
		points = append(points, coordinates(b.terms.problem.Space, g.Weights))
	}
	d.Update(evolution.NewConstants(len(d.Mean), len(points)).WithEscape(), round, points, b.state.Fitness, true)
	return d
}

// The distribution learns from the weights that have played, which may lie elsewhere than the
// points that were drawn, because of constraints.
func TestDistributionLearnsFromTheWeightsThatPlayed(t *testing.T) {
	t.Parallel()
	most := 9.0
	limits, err := constraints.New(square(2), []constraints.Rule{{Sum: []string{"w1", "w2"}, Max: &most}})
	if err != nil {
		t.Fatal(err)
	}
	b := mustNew(t, tuning.Problem{Space: square(2), Start: engines.Weights{4, 4}, Constraints: limits, Seed: 6, Rounds: 6}, Adapted())
	for generation := range 6 {
		before := b.state
		round(t, b, fakeArena{peak: 8})
		want, got := learned(b, before, generation+1), b.state.Distribution
		for i := range want.Covariance {
			if math.Abs(got.Covariance[i]-want.Covariance[i]) > 1e-9 {
				t.Fatalf("generation %d: covariance %v, want %v", generation+1, got.Covariance, want.Covariance)
			}
		}
		if got.Sigma != want.Sigma {
			t.Fatalf("generation %d: step %v, want %v", generation+1, got.Sigma, want.Sigma)
		}
	}
}

// If all games tie, the step of the mutation Covariance rises to its limit and does not shrink to
// nothing.
func TestTiedGamesDoNotShrinkTheStep(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 4, Rounds: 20}, Adapted())
	for range 20 {
		round(t, b, fakeArena{peak: 5, draws: math.Inf(1)})
	}
	if sigma := b.state.Distribution.Sigma; sigma != 0.5 {
		t.Errorf("the step is %v, want the limit 0.5", sigma)
	}
}

// With the mutation Covariance, weights of kind Choices evolve too: the best choice becomes the
// result.
func TestChoicesBreedWithCovariance(t *testing.T) {
	t.Parallel()
	space := append(square(2), engines.NewChoices("style", "", []string{"bad", "good", "worse"}, "bad"))
	b := mustNew(t, tuning.Problem{Space: space, Seed: 9, Rounds: 25}, Adapted())
	for range 25 {
		round(t, b, styled{})
	}
	if w := b.Best().Weights; w[2] != 1 || math.Abs(w[0]-6) > 1.5 || math.Abs(w[1]-6) > 1.5 {
		t.Errorf("the result is %v, want about 6, 6 and the second choice", w)
	}
}

// styled is a game in which a wrong choice costs as much strength as a distance of 3 in each of the
// two numbers.
type styled struct{}

func (styled) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	played := make([]engines.Agent, len(seats))
	for i, s := range seats {
		off := math.Abs(s.Weights[0]-6) + math.Abs(s.Weights[1]-6)
		if s.Weights[2] != 1 {
			off += 6
		}
		played[i] = engines.Agent{Weights: engines.Weights{off}}
	}
	return fakeArena{}.Play(ctx, played, seed)
}

func TestDamagedDistributionsAreRefused(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(3), Seed: 2, Rounds: 4}
	b := mustNew(t, p, Adapted())
	round(t, b, fakeArena{peak: 5})
	snapshot, err := b.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for key, c := range map[string]struct {
		value any
		want  string
	}{
		"mean":       {[]float64{0.5}, "it has 1 weights; this problem has 3"},
		"sigma":      {0, "the distribution is damaged"},
		"covariance": {[]float64{1}, "the distribution is damaged"},
		"":           {nil, "no distribution of the children"},
	} {
		var doc map[string]any
		if err := json.Unmarshal(snapshot, &doc); err != nil {
			t.Fatal(err)
		}
		if key == "" {
			delete(doc, "distribution")
		} else {
			doc["distribution"].(map[string]any)[key] = c.value
		}
		data, _ := json.Marshal(doc)
		fresh := mustNew(t, p, Adapted())
		before, _ := fresh.Snapshot()
		if err := fresh.Restore(data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", key, err, c.want)
		}
		if after, _ := fresh.Snapshot(); !bytes.Equal(before, after) {
			t.Errorf("%q: the breeder has changed", key)
		}
	}
}
