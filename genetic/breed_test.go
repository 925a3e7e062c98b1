package genetic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

func TestPickTakesEveryEntryBeforeAnyTwice(t *testing.T) {
	t.Parallel()
	list := []int{4, 4, 7, 9}
	for seed := range uint64(50) {
		got := pick(engines.Rand(seed), list, 6)
		if first := slices.Sorted(slices.Values(got[:4])); !slices.Equal(first, list) {
			t.Fatalf("the first four of %v are not those of %v", got, list)
		}
	}
	if got := pick(engines.Rand(1), list, 0); len(got) != 0 {
		t.Errorf("none asked for, %v picked", got)
	}
}

func TestPairIsOfTwoGenomesAndFavoursThoseChosenTwice(t *testing.T) {
	t.Parallel()
	parents, ranked := []int{5, 5, 6, 7}, []int{5, 6, 7, 8}
	count := make(map[int]int)
	const n = 6000
	for seed := range uint64(n) {
		a, b := pair(engines.Rand(seed), parents, ranked)
		if a == b {
			t.Fatalf("%d paired with itself", a)
		}
		count[a]++
		count[b]++
	}
	// Of the five unordered pairs of entries with different genomes, four contain genome 5 and
	// three each of the others.
	for slot, want := range map[int]float64{5: 4.0 / 5, 6: 3.0 / 5, 7: 3.0 / 5} {
		if got := float64(count[slot]) / n; math.Abs(got-want) > 0.035 {
			t.Errorf("genome %d in %v of the pairs, want %v", slot, got, want)
		}
	}
}

// listening is a crossover and a mutation that keep the random numbers which they get.
type listening struct {
	crossed, mutated map[uint64]bool
}

func (l listening) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	for range 8 {
		l.crossed[r.Uint64()] = true
	}
	return Average{}.Cross(r, space, a, b)
}

func (l listening) Mutate(r *rand.Rand, _ engines.Weight, v, _ float64) float64 {
	l.mutated[r.Uint64()] = true
	return v
}

// No operator gets random numbers that another one got, since their decisions would depend on each other.
func TestOperatorsShareNoRandomNumbers(t *testing.T) {
	t.Parallel()
	config, l := Bred(), listening{make(map[uint64]bool), make(map[uint64]bool)}
	config.Population, config.Generations = 8, 4
	config.Mutation.Rate, config.Mutation.Count, config.Mutation.Weights = 1, 2, 0
	config.Custom = Operators{Crossover: l, Mutation: l}
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 3}, config)
	for range 4 {
		round(t, b, fakeArena{peak: 5})
	}
	if len(l.crossed) != 3*6*8 || len(l.mutated) != 3*8*3 {
		t.Errorf("%d numbers for crossover and %d for mutation, want 6 and 2 children of three generations", len(l.crossed), len(l.mutated))
	}
	for n := range l.crossed {
		if l.mutated[n] {
			t.Error("a crossover and a mutation got the same number")
		}
	}
}

func TestPairOfOneParentIsWithTheFittestOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ parent, want int }{{3, 2}, {2, 3}} {
		if a, b := pair(engines.Rand(1), []int{c.parent, c.parent}, []int{2, 3, 4}); a != c.parent || b != c.want {
			t.Errorf("pair %d, %d; want %d, %d", a, b, c.parent, c.want)
		}
	}
}

func TestProgressSpansTheGenerationsThatHaveChildren(t *testing.T) {
	t.Parallel()
	config := small()
	config.Generations = 6
	b := mustNew(t, tuning.Problem{Space: square(2)}, config)
	for generation, want := range map[int]float64{2: 0, 4: 0.5, 6: 1} {
		if got := b.terms.progress(generation); got != want {
			t.Errorf("generation %d: progress %v, want %v", generation, got, want)
		}
	}
	config.Generations = 2
	if got := mustNew(t, tuning.Problem{Space: square(2)}, config).terms.progress(2); got != 0 {
		t.Errorf("the only children of a run stand at progress %v", got)
	}
}

func TestFoundersAroundTheStart(t *testing.T) {
	t.Parallel()
	config := small()
	config.Spread, config.Population = 0.02, 100
	start := engines.Weights{5, 3, 8}
	b := mustNew(t, tuning.Problem{Space: square(3), Start: start, Seed: 1}, config)
	batch, _ := b.Ask()
	if !slices.Equal(batch.Field[0].Weights, start) {
		t.Errorf("the first genome is %v, not the start", batch.Field[0].Weights)
	}
	squares := 0.0
	for _, a := range batch.Field {
		for i, w := range a.Weights {
			squares += (w - start[i]) * (w - start[i]) / 300
		}
	}
	if sd := math.Sqrt(squares); math.Abs(sd-0.2) > 0.03 {
		t.Errorf("the first generation spreads by %v, want 2%% of the range", sd)
	}
}

func TestSeatsAreDrawnFromTheSeedOfTheGame(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, Paper())
	batch, _ := b.Ask()
	swapped := 0
	seeds := make(map[uint64]bool)
	for i, p := range batch.Pairings {
		if p.Games != 1 {
			t.Fatalf("pairing %d has %d games", i, p.Games)
		}
		seeds[p.Seed] = true
		group := b.asked[0].groups[b.asked[0].group[i]]
		table := group.Tables[i%45]
		if p.Agents[0] != table[0] {
			swapped++
		}
		want := slices.Clone(table)
		b.asked[0].shuffleSeats(b.terms, p.Seed, want)
		if !slices.Equal(p.Agents, want) {
			t.Fatalf("pairing %d: seats %v, the seed gives %v", i, p.Agents, want)
		}
	}
	if len(seeds) != 450 {
		t.Errorf("%d different seeds for 450 games", len(seeds))
	}
	if swapped < 172 || swapped > 278 { // 225 expected, five standard deviations
		t.Errorf("%d of 450 pairs are swapped", swapped)
	}
}

func TestSeatOrdersShareADeal(t *testing.T) {
	t.Parallel()
	config := small()
	config.GamesPerPair, config.SeatOrders = 4, 2
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, config)
	batch, _ := b.Ask()
	if len(batch.Pairings) != 3*6*2 || batch.Games() != 3*6*4 {
		t.Fatalf("%d pairings, %d games", len(batch.Pairings), batch.Games())
	}
	one, two := batch.Pairings[0], batch.Pairings[1]
	if one.Games != 2 || !slices.Equal(one.Agents, two.Agents) || one.Seed == two.Seed {
		t.Errorf("the deals of a pair: %+v, %+v", one, two)
	}
}

func TestSameDeals(t *testing.T) {
	t.Parallel()
	config := small()
	config.SameDeals, config.Population = true, 5
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, config)
	batch, _ := b.Ask()
	met := make(map[string]int)
	seeds := make(map[int]uint64) // of the n-th meeting of a pair
	for _, p := range batch.Pairings {
		key := fmt.Sprint(slices.Sorted(slices.Values(p.Agents)))
		n := met[key]
		met[key]++
		if seed, ok := seeds[n]; ok && seed != p.Seed {
			t.Fatalf("meeting %d is on another deal", n)
		}
		seeds[n] = p.Seed
	}
	if len(seeds) < 2 {
		t.Fatal("no pair met twice; the test tests nothing")
	}
	if seeds[0] == seeds[1] {
		t.Error("a pair that meets twice plays the same game twice")
	}
}

func TestGauntletOpponents(t *testing.T) {
	t.Parallel()
	config := small()
	config.Grouping, config.HallOfFame = "gauntlet", 2
	config.Selection = SelectionConfig{Kind: "truncation", Count: 4}
	p := tuning.Problem{Space: square(2), Seed: 1}
	b := mustNew(t, p, config)
	batch, _ := round(t, b, fakeArena{peak: 4})
	if n := len(batch.Field); n != 13 || batch.Field[12].Name != "start" {
		t.Fatalf("without opponents the start plays: a field of %d", n)
	}
	champion := b.Population()[0]
	batch, _ = round(t, b, fakeArena{peak: 4})
	last := batch.Field[len(batch.Field)-1]
	if len(batch.Field) != 13 || !slices.Equal(last.Weights, champion.Weights) {
		t.Errorf("the hall of fame does not play: %+v", last)
	}

	p.Opponents = []engines.Agent{{Name: "random", Player: "random"}, {Name: "old", Weights: engines.Weights{1, 1}}}
	b = mustNew(t, p, config)
	for range 3 {
		batch, _ = round(t, b, fakeArena{peak: 4})
	}
	if len(batch.Field) != 16 || batch.Field[12].Player != "random" || batch.Field[13].Name != "old" {
		t.Errorf("field %+v", batch.Field[12:])
	}
	if batch.Games() != 12*4 {
		t.Errorf("%d games, every genome meets four opponents once", batch.Games())
	}
}

func TestZeroNumbersAreFilledIn(t *testing.T) {
	t.Parallel()
	config := Bred()
	config.Population, config.GroupSize = 20, 6
	b := mustNew(t, tuning.Problem{Space: square(2), Seats: 3}, config)
	got := b.Config()
	if got.SeatOrders != 3 || got.GamesPerPair != 3 {
		t.Errorf("%+v", got)
	}
	batch, err := b.Ask()
	if err != nil {
		t.Fatal(err)
	}
	if len(b.asked[0].groups) != 4 {
		t.Errorf("%d groups of 6 deal 20 genomes out once, want 4", len(b.asked[0].groups))
	}
	if want := b.terms.generationGames(1); batch.Games() != want {
		t.Errorf("%d games, %d announced", batch.Games(), want)
	}
}

func TestPlannedGames(t *testing.T) {
	t.Parallel()
	gauntlet := small()
	gauntlet.Grouping, gauntlet.HallOfFame, gauntlet.Generations = "gauntlet", 2, 5
	gauntlet.Selection = SelectionConfig{Kind: "truncation", Count: 4}
	short := gauntlet
	short.Generations = 1 // fewer than the hall of fame has places
	for name, c := range map[string]struct {
		config Config
		games  int
		want   int
	}{
		"paper":                 {Paper(), 0, 1800},
		"paper, less":           {Paper(), 1700, 1350},
		"paper, hardly any":     {Paper(), 449, 0},
		"gauntlet":              {gauntlet, 0, 12 * (1 + 1 + 2 + 2 + 2)},
		"gauntlet, short":       {short, 0, 12},
		"gauntlet, less":        {gauntlet, 12*6 - 1, 12 * (1 + 1 + 2)},
		"bred, population 20":   {Bred(), 100, 5 * 20},
		"bred, population 96":   {Bred(), 512, 5 * 96},
		"bred, without a limit": {Bred(), 0, unbounded * anyBudget},
	} {
		b := mustNew(t, tuning.Problem{Space: square(2), Games: c.games}, c.config)
		if got := b.PlannedGames(); got != c.want {
			t.Errorf("%s: %d games planned, want %d", name, got, c.want)
		}
		played := 0
		for r, err := range tuning.Run(t.Context(), b, tournament.Local{Arena: fakeArena{peak: 5}, Workers: 1}, tuning.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			played = r.Total
		}
		if played > c.want || (name != "gauntlet" && name != "gauntlet, less" && played != c.want) {
			t.Errorf("%s: %d games played of %d planned", name, played, c.want)
		}
	}
}

// Bred works with any number of seats: each genome plays at one table in a generation, once in
// every seat.
func TestBredAtAnyTable(t *testing.T) {
	t.Parallel()
	for seats := 2; seats <= engines.MaxSeats; seats++ {
		b := mustNew(t, tuning.Problem{Space: square(3), Seats: seats, Games: 1680, Seed: 1}, Bred())
		batch, _ := round(t, b, fakeArena{peak: 4})
		for _, m := range b.Population() {
			if m.Games < seats || m.Games > 2*seats { // twice if the last table was filled up
				t.Fatalf("%d seats: genome %d played %d games", seats, m.ID, m.Games)
			}
		}
		if extra := batch.Games() - len(b.Population()); extra < 0 || extra >= seats {
			t.Errorf("%d seats: %d games for %d genomes", seats, batch.Games(), len(b.Population()))
		}
	}
}

// Weights of which only the ratios count are bred on logarithmic scales, unless a weight or the
// start forbids it. The share of the first genomes below a value shows the scale.
func TestScaleOfRatios(t *testing.T) {
	t.Parallel()
	ratios := tuning.Problem{Space: square(2), ScaleFree: true, Games: 4000, Seed: 1}
	with := func(change func(*tuning.Problem)) tuning.Problem {
		p := ratios
		p.Space = slices.Clone(p.Space)
		change(&p)
		return p
	}
	for name, c := range map[string]struct {
		problem tuning.Problem
		linear  bool
		below   float64 // half of the first weights are expected below this value
		least   float64 // no weight is smaller
	}{
		"only ratios count":     {ratios, false, math.Sqrt(0.005 * 10), 0.005},
		"linear":                {ratios, true, 5, 0},
		"more than ratios":      {with(func(p *tuning.Problem) { p.ScaleFree = false }), false, 5, 0},
		"a range above 0":       {with(func(p *tuning.Problem) { p.Space[0].Min, p.Space[1].Min = 0.9, 0.9 }), false, 3, 0.9},
		"a negative limit":      {with(func(p *tuning.Problem) { p.Space[1].Min = -1e-9 }), false, 5, -1},
		"a start weight of 0":   {with(func(p *tuning.Problem) { p.Start = engines.Weights{1, 0} }), false, 5, 0},
		"a fixed weight at 0":   {with(func(p *tuning.Problem) { p.Space[1].Kind, p.Space[1].Default = engines.Fixed, 0 }), false, math.Sqrt(0.005 * 10), 0},
		"a whole number at 0":   {with(func(p *tuning.Problem) { p.Space[1].Kind = engines.Integer }), false, 5, 0},
		"a whole number from 1": {with(func(p *tuning.Problem) { p.Space[1].Kind, p.Space[1].Min = engines.Integer, 1 }), false, math.Sqrt(0.005 * 10), 0.005},
		"logarithmic as it was": {with(func(p *tuning.Problem) { p.Space[0].Kind, p.Space[0].Min = engines.Log, 0.1 }), false, 1, 0.005},
	} {
		config := Bred()
		config.Population, config.Linear = 400, c.linear
		b := mustNew(t, c.problem, config)
		batch, err := b.Ask()
		if err != nil {
			t.Fatal(err)
		}
		below := 0
		for _, a := range batch.Field[:400] {
			if a.Weights[0] < c.below {
				below++
			}
			for _, w := range a.Weights {
				if w < c.least {
					t.Fatalf("%s: %v is below %v", name, a.Weights, c.least)
				}
			}
		}
		if share := float64(below) / 400; math.Abs(share-0.5) > 0.1 {
			t.Errorf("%s: %.2f of the first weights are below %v, want a half", name, share, c.below)
		}
	}
}

// Constraints move no weight below the smallest one of a logarithmic scale, so that a snapshot can be
// restored.
func TestConstrainedRatios(t *testing.T) {
	t.Parallel()
	most := 3.0
	limits, err := constraints.New(square(2), []constraints.Rule{{Sum: []string{"w1", "w2"}, Max: &most}})
	if err != nil {
		t.Fatal(err)
	}
	p := tuning.Problem{Space: square(2), ScaleFree: true, Constraints: limits, Games: 4000, Seed: 1}
	b := mustNew(t, p, Bred())
	for range 8 {
		round(t, b, ratioArena{0.001})
		for _, m := range b.Population() {
			if m.Weights[0] < 0.005 || m.Weights[1] < 0.005 || !limits.Holds(m.Weights) {
				t.Fatalf("genome %v", m.Weights)
			}
		}
	}
	data, err := b.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := mustNew(t, p, Bred()).Restore(data); err != nil {
		t.Error(err)
	}
}

// ratioArena is a game whose strength depends on the ratio of the first two weights alone. It
// falls with the distance of its logarithm from that of best.
type ratioArena struct{ best float64 }

func (a ratioArena) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r := engines.Rand(seed)
	score := func(w engines.Weights) float64 { return r.NormFloat64() - math.Abs(math.Log(w[1]/w[0]/a.best)) }
	if score(seats[0].Weights) > score(seats[1].Weights) {
		return engines.Record{Outcome: engines.Places(0, 1)}, nil
	}
	return engines.Record{Outcome: engines.Places(1, 0)}, nil
}

// A small ratio is found more exactly on a logarithmic scale than on the scale of the weights.
func TestSmallRatiosAreFound(t *testing.T) {
	t.Parallel()
	const best = 0.01
	seeds := 4
	if exhaustive {
		seeds = 8
	}
	off := map[bool]float64{} // mean distance of the logarithm of the result from the logarithm of the best weight
	for _, linear := range []bool{false, true} {
		config := Bred()
		config.Linear = linear
		for seed := range uint64(seeds) {
			b := mustNew(t, tuning.Problem{Space: square(2), ScaleFree: true, Games: 2000, Seed: seed}, config)
			for _, err := range tuning.Run(t.Context(), b, tournament.Local{Arena: ratioArena{best}, Workers: 1}, tuning.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
			}
			w := b.Best().Weights
			off[linear] += math.Abs(math.Log(w[1]/w[0]/best)) / float64(seeds)
		}
	}
	if off[false] > 0.3 || off[false] > off[true]/2 {
		t.Errorf("the logarithm of the best ratio is missed by %.2f, by %.2f on the scale of the weights", off[false], off[true])
	}
}
