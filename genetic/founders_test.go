package genetic

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// distantRatio is a game in which only the ratio of the first two weights counts. Strength falls with it,
// but is highest if the first weight is more than twice as large as the second.
type distantRatio struct{}

func (distantRatio) strength(w engines.Weights) float64 {
	ratio := math.Log(w[0] / w[1])
	if ratio > math.Ln2 {
		return 4
	}
	return -0.3 * ratio
}

func (g distantRatio) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r := engines.Rand(seed)
	scores := make([]float64, len(seats))
	for i, s := range seats {
		scores[i] = g.strength(s.Weights) + r.NormFloat64()
	}
	if scores[0] > scores[1] {
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	}
	return engines.Record{Outcome: engines.Winner(2, 1)}, nil
}

// hill is a game in which all weights are equally weak unless the first is about 20 times the second.
type hill struct{}

func (hill) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r := engines.Rand(seed)
	var scores [2]float64
	for i, s := range seats {
		scores[i] = r.NormFloat64()
		if math.Abs(math.Log(s.Weights[0]/s.Weights[1]/20)) < 0.05 {
			scores[i] += 3
		}
	}
	if scores[0] > scores[1] {
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	}
	return engines.Record{Outcome: engines.Winner(2, 1)}, nil
}

func ratioProblem(seed uint64, games int) tuning.Problem {
	return tuning.Problem{Space: square(3), ScaleFree: true, Seed: seed, Games: games}
}

// Founders find ratios that are 1,000 times those of the start weights, although the games near the
// start weights lead away from them.
func TestFoundersFindDistantRatios(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("statistics over searches: with LANISTA_EXHAUSTIVE=1")
	}
	const seeds = 5
	found := func(founders bool) (n int) {
		config := Adapted()
		config.Mutation.Founders = founders
		for seed := range uint64(seeds) {
			p := ratioProblem(seed+1, 10_000)
			p.Start = engines.Weights{0.02, 8, 1}
			b := mustNew(t, p, config)
			if err := playAll(t, b, distantRatio{}); err != nil {
				t.Fatal(err)
			}
			if (distantRatio{}).strength(b.Best().Weights) > 3 {
				n++
			}
		}
		return n
	}
	if with, without := found(true), found(false); with < seeds-1 || without > seeds/2 {
		t.Errorf("the best ratio is found by %d of %d searches with founders, and by %d without", with, seeds, without)
	}
}

// The distribution begins at the mean logarithms of the founders that the games rate as the fitter half,
// and the start weights are the result before.
func TestDistributionBeginsAtTheFitterFounders(t *testing.T) {
	t.Parallel()
	b := mustNew(t, ratioProblem(4, 10_000), Adapted())
	founding := b.terms.last / 10
	if founding < 2 || b.adaptation.founding != founding {
		t.Fatalf("%d generations of founders of %d, want at least 2", b.adaptation.founding, b.terms.last)
	}
	var founders []Genome
	var games []HeadToHead
	for range founding {
		for _, w := range b.Best().Weights {
			if w != 1 {
				t.Fatalf("generation %d: the result is %v and not the start", b.state.Generation, b.Best().Weights)
			}
		}
		round(t, b, distantRatio{})
		founders = append(slices.Clone(b.state.Members), founders...)
		games = append(games, b.state.Results[len(b.state.Results)-1]...)
	}
	least, most := math.Inf(1), 0.0
	for _, g := range founders {
		least, most = min(least, slices.Min(g.Weights)), max(most, slices.Max(g.Weights))
	}
	if len(founders) != founding*b.terms.config.Population || least > 0.006 || most < 9 {
		t.Errorf("%d founders with weights from %.4f to %.1f; want nearly the whole range from 0.005 to 10", len(founders), least, most)
	}
	fitness := Genomic{Prior: 100, Heritability: 0.9}.Of(Evidence{Space: b.terms.problem.Space, Members: founders, Results: games})
	order := everyone(len(founders))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(fitness[j], fitness[i]) })
	for k, u := range b.state.Distribution.Mean {
		log := 0.0
		for _, i := range order[:len(order)/2] {
			log += elementary.Log(founders[i].Weights[k]) / float64(len(order)/2)
		}
		if want := (log - math.Log(0.005)) / math.Log(2000); math.Abs(u-want) > 1e-9 {
			t.Errorf("weight %d: the distribution begins at %v, want %v", k+1, u, want)
		}
	}
	if s := b.state.Distribution.Sigma; s != 0.25 {
		t.Errorf("the first step is %v, want 0.25", s)
	}
	round(t, b, distantRatio{})
	if len(b.state.Results) != 1 || len(b.state.Past) != 0 {
		t.Errorf("after the founders the state has the games of %d generations and %d past genomes", len(b.state.Results), len(b.state.Past))
	}
}

// The mean of the founders plays the start weights in at least half as many games as the founders have
// played, unless it leads early. The next children are born around the winner.
func TestFoundersGiveWayToBetterStartWeights(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		start engines.Weights
		arena engines.Arena
		gives bool
	}{
		"a good start": {engines.Weights{10, 0.5, 1}, hill{}, true},
		"a poor start": {engines.Weights{0.02, 8, 1}, distantRatio{}, false},
	} {
		p := ratioProblem(6, 10_000)
		p.Start = c.start
		b := mustNew(t, p, Adapted())
		for range b.adaptation.founding {
			round(t, b, c.arena)
		}
		founders, mean := b.state.Games, b.state.Distribution.Mean
		for !b.state.comparisons().Founded {
			round(t, b, c.arena)
		}
		games, want := b.state.Games-founders, mean
		if c.gives {
			want = coordinates(b.terms.problem.Space, c.start)
			if games < founders/2 || games > founders/2+b.terms.config.Population {
				t.Errorf("%s: %d games with the start weights after %d of the founders", name, games, founders)
			}
		} else if games > founders/2 {
			t.Errorf("%s: %d games with the start weights after %d of the founders", name, games, founders)
		}
		if got := b.state.Distribution.Mean; !slices.Equal(got, want) {
			t.Errorf("%s: the children are born around %v, want %v", name, got, want)
		}
		round(t, b, c.arena)
		if slices.Equal(b.state.Members[0].Weights, b.state.Members[2].Weights) {
			t.Errorf("%s: a further comparison", name)
		}
	}
}

// nearest is a game without luck that the agent wins whose ratios of the weights are nearer to 20 and 3.
type nearest struct{}

func (nearest) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	var off [2]float64
	for i, s := range seats {
		off[i] = math.Hypot(math.Log(s.Weights[0]/s.Weights[1]/20), math.Log(s.Weights[0]/s.Weights[2]/3))
	}
	if off[0] < off[1] {
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	}
	return engines.Record{Outcome: engines.Winner(2, 1)}, nil
}

// After the founders the step does not fall below a tenth of the ranges, or below a smaller first step,
// so that a search does not stop where small changes make no difference. Without founders it falls, and a
// restart has its own limit.
func TestFoundersKeepTheStepWide(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first    float64
		founders bool
		limit    float64
		least    float64
		most     float64
	}{
		"founders":           {0.25, true, 0, 0.1, 0.12},
		"a small first step": {0.04, true, 0, 0.04, 0.04},
		"after a restart":    {0.25, true, 0.02, 0.001, 0.02},
		"no founders":        {0.25, false, 0, 0.001, 0.08},
	} {
		if !exhaustive && (name == "a small first step" || name == "no founders") {
			continue // these searches show that the others would notice a step that shrinks
		}
		config := Adapted()
		config.Mutation.Step, config.Mutation.Founders, config.Mutation.Restart = c.first, c.founders, false
		b := mustNew(t, ratioProblem(2, 30_000), config)
		least := math.Inf(1)
		for range b.terms.last - 1 {
			round(t, b, nearest{})
			if s := b.state.Comparisons; s != nil && s.Founded {
				s.Limit = c.limit
			}
			least = min(least, b.state.Distribution.Sigma)
		}
		if !(least >= c.least && least <= c.most) {
			t.Errorf("%s: the least step is %v, want %v to %v", name, least, c.least, c.most)
		}
	}
}

// Where the start weights are of use as a scale, where few games are played, or where the weights
// themselves are bred, there are no founders. Long runs have at most 50 generations of them.
func TestFoundersAreForRatios(t *testing.T) {
	t.Parallel()
	linear, none, long := Adapted(), Adapted(), ratioProblem(1, 200_000)
	linear.Linear, none.Mutation.Founders = true, false
	stepped, lengths, scores := ratioProblem(1, 10_000), ratioProblem(1, 10_000), ratioProblem(1, 10_000)
	scores.Valued = true
	stepped.Steps, lengths.ScaleFree = []float64{0.1, 0.1, 0.1}, false
	for name, c := range map[string]struct {
		p    tuning.Problem
		c    Config
		want int
	}{
		"ratios":      {ratioProblem(1, 10_000), Adapted(), 45},
		"long":        {long, Adapted(), 50},
		"few games":   {ratioProblem(1, 9_998), Adapted(), 0},
		"linear":      {ratioProblem(1, 10_000), linear, 0},
		"not asked":   {ratioProblem(1, 10_000), none, 0},
		"steps":       {stepped, Adapted(), 0},
		"one seat":    {scores, Adapted(), 0},
		"lengths":     {lengths, Adapted(), 0},
		"bred":        {ratioProblem(1, 10_000), Bred(), 0},
		"the default": {ratioProblem(1, 10_000), Config{}, 45},
	} {
		got := 0
		if a := mustNew(t, c.p, c.c).adaptation; a != nil {
			got = a.founding
		}
		if got != c.want {
			t.Errorf("%s: %d generations of founders, want %d", name, got, c.want)
		}
	}
}

// A run that is restored among its founders, or after them, ends like one that was not stopped.
func TestRestoreAroundFounders(t *testing.T) {
	t.Parallel()
	p := ratioProblem(3, 10_000)
	whole := mustNew(t, p, Adapted())
	var at [][]byte
	for range whole.adaptation.founding + 3 {
		snapshot, err := whole.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, snapshot)
		round(t, whole, distantRatio{})
	}
	for g := range len(at) - 1 {
		b := mustNew(t, p, Adapted())
		if err := b.Restore(at[g]); err != nil {
			t.Fatal(err)
		}
		round(t, b, distantRatio{})
		if got, _ := b.Snapshot(); !bytes.Equal(got, at[g+1]) {
			t.Fatalf("restored after generation %d, the next one differs", g)
		}
	}
}
