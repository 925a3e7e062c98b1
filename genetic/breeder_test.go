package genetic

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// anyConfig draws a config from all operators.
func anyConfig(t *rapid.T) Config {
	c := Config{
		Population:   rapid.IntRange(4, 14).Draw(t, "population"),
		Spread:       rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "spread"),
		Grouping:     rapid.SampledFrom(names(groupers)).Draw(t, "grouping"),
		Groups:       rapid.IntRange(0, 3).Draw(t, "groups"),
		GroupSize:    rapid.IntRange(3, 4).Draw(t, "group_size"),
		Disjoint:     rapid.Bool().Draw(t, "disjoint"),
		GamesPerPair: 6,
		SeatOrders:   rapid.IntRange(0, 2).Draw(t, "seat_orders"),
		SameDeals:    rapid.Bool().Draw(t, "same_deals"),
		Fitness:      rapid.SampledFrom(names(fitnesses)).Draw(t, "fitness"),
		Unplayed:     0.5,
		Evidence:     rapid.IntRange(0, 2).Draw(t, "evidence"),
		Prior:        150,
		Heritability: 0.7,
		Selection: SelectionConfig{
			Kind:  rapid.SampledFrom(names(selectors)).Draw(t, "selection"),
			Count: rapid.IntRange(1, 6).Draw(t, "count"), Size: 2, Pressure: 1.5,
		},
		Crossover: CrossoverConfig{
			Kind: rapid.SampledFrom(names(crossers)).Draw(t, "crossover"), Alpha: 0.4, Eta: 3,
		},
		Mutation: MutationConfig{
			Kind:  rapid.SampledFrom(names(mutators)).Draw(t, "mutation"),
			Count: rapid.IntRange(0, 2).Draw(t, "mutants"), Rate: 0.5, Step: 0.1, FinalStep: 0.01,
		},
		Replacement: rapid.SampledFrom(names(replacers)).Draw(t, "replacement"),
		Elites:      rapid.IntRange(0, 1).Draw(t, "elites"),
		HallOfFame:  rapid.IntRange(0, 3).Draw(t, "hall"),
		Generations: 4,
		Result:      rapid.SampledFrom([]Result{Fittest, Averaged}).Draw(t, "result"),
		ResultShare: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "share"),
	}
	if c.Crossover.Kind == "weighted" || c.Mutation.Kind == "covariance" {
		c.Crossover.Kind, c.Mutation.Kind, c.Mutation.Count = "weighted", "covariance", 0
		c.Replacement, c.Elites = "generational", 0
	}
	if c.Replacement != "generational" {
		c.Crossover.Pairs = 2
	}
	return c
}

// For all operators: kinds and ranges hold, the population keeps its size, identifiers are
// unique, no genome meets itself, records add up, and a breeder restored after any generation
// continues unchanged.
func TestEverySettingKeepsTheContract(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		config := anyConfig(rt)
		p := tuning.Problem{Space: kinds, Seed: rapid.Uint64().Draw(rt, "seed"), Seats: rapid.IntRange(2, 3).Draw(rt, "seats")}
		if rapid.Bool().Draw(rt, "constrained") {
			p.Constraints = someConstraints(rt)
		}
		b := mustNew(t, p, config)
		seen := make(map[int]engines.Weights)
		for range 4 {
			again := mustNew(t, p, config)
			snapshot, err := b.Snapshot()
			if err != nil {
				rt.Fatal(err)
			}
			if err := again.Restore(snapshot); err != nil {
				rt.Fatal(err)
			}
			_, _ = round(t, again, fakeArena{peak: 1, draws: 0.1})
			batch, results := round(t, b, fakeArena{peak: 1, draws: 0.1})
			one, _ := b.Snapshot()
			two, _ := again.Snapshot()
			if string(one) != string(two) {
				rt.Fatalf("restored before generation %d, it goes on differently", batch.Round)
			}
			checkSound(rt, b, p, config, seen, batch, results)
		}
		if _, err := b.Ask(); !errors.Is(err, tuning.Done) {
			rt.Fatalf("after the last generation: %v", err)
		}
	})
}

// someConstraints returns constraints between the numbers of the space kinds that hold at its
// defaults.
func someConstraints(t *rapid.T) *constraints.Set {
	most, ratio := 6.0, 4.0
	s, err := constraints.New(kinds, []constraints.Rule{
		{Order: []string{"real", "narrow", "integer"}},
		{Sum: []string{"log", "integer", "real"}, Max: &most},
		{Ratio: []string{"integer", "log"}, Max: &ratio},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func checkSound(t *rapid.T, b *Breeder, p tuning.Problem, config Config, seen map[int]engines.Weights, batch tuning.Batch, results []tournament.Result) {
	members := b.Population()
	if len(members) != config.Population {
		t.Fatalf("%d members of %d", len(members), config.Population)
	}
	for _, m := range members {
		if err := errors.Join(p.Space.Check(m.Weights), p.Constraints.Check(m.Weights)); err != nil {
			t.Fatal(err)
		}
		if was, ok := seen[m.ID]; ok && !slices.Equal(was, m.Weights) {
			t.Fatalf("identity %d stands for two vectors", m.ID)
		}
		seen[m.ID] = m.Weights
		if m.Wins+m.Draws+m.Losses != m.Games || m.Fitness < 0 || m.Fitness > 1 {
			t.Fatalf("member %+v", m)
		}
	}
	seats := 0
	for i, pairing := range batch.Pairings {
		for k, agent := range pairing.Agents[1:] {
			if slices.Contains(pairing.Agents[:k+1], agent) && agent < config.Population {
				t.Fatalf("pairing %d seats one genome twice", i)
			}
		}
		for _, agent := range pairing.Agents {
			if agent < config.Population {
				seats += len(results[i].Games)
			}
		}
	}
	games := 0
	for _, m := range members {
		games += m.Games
	}
	if games != seats {
		t.Fatalf("%d games recorded, %d seats taken", games, seats)
	}
	for _, e := range append(b.Candidates(), b.Best()) {
		if err := errors.Join(p.Space.Check(e.Weights), p.Constraints.Check(e.Weights)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestResultDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]Config{"paper": Paper(), "bred": Bred(), "small": small()} {
		var want []string
		for _, workers := range []int{1, 3} {
			b := mustNew(t, tuning.Problem{Space: square(5), Seed: 11, Rounds: 3}, config)
			var got []string
			for r, err := range tuning.Run(t.Context(), b, tournament.Local{Arena: fakeArena{peak: 3}, Workers: workers}, tuning.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(r.Snapshot))
			}
			if len(got) != 3 {
				t.Fatalf("%s: %d rounds, want 3", name, len(got))
			}
			if want != nil && !slices.Equal(got, want) {
				t.Errorf("%s: %d workers change the snapshots", name, workers)
			}
			want = got
		}
	}
}

func TestAskIsPure(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 1}, small())
	before, _ := b.Snapshot()
	one, _ := b.Ask()
	two, _ := b.Ask()
	after, _ := b.Snapshot()
	if string(before) != string(after) {
		t.Error("asking changes the snapshot")
	}
	if !slices.EqualFunc(one.Pairings, two.Pairings, func(a, b tournament.Pairing) bool { return a.Seed == b.Seed }) {
		t.Error("asking twice gives two results")
	}
}

func TestSeedChangesEverything(t *testing.T) {
	t.Parallel()
	a, _ := mustNew(t, tuning.Problem{Space: square(3), Seed: 1}, small()).Ask()
	b, _ := mustNew(t, tuning.Problem{Space: square(3), Seed: 2}, small()).Ask()
	if slices.Equal(a.Field[0].Weights, b.Field[0].Weights) || a.Pairings[0].Seed == b.Pairings[0].Seed {
		t.Error("two seeds give one run")
	}
}

func TestTellRefusesOtherResults(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(3), Seed: 1}
	b := mustNew(t, p, small())
	if err := b.Tell(tuning.Batch{Round: 1}, nil); err == nil {
		t.Error("told without having asked")
	}
	batch, _ := b.Ask()
	results := play(t, batch, fakeArena{})
	bad := slices.Clone(results)
	bad[0], bad[1] = bad[1], bad[0]
	short := slices.Clone(results)
	short[2].Games = nil
	other := slices.Clone(results)
	other[0].Pairing.Agents = []int{7, 7}
	for name, tell := range map[string]func() error{
		"another round":  func() error { return b.Tell(tuning.Batch{Round: 2}, results) },
		"too few":        func() error { return b.Tell(batch, results[1:]) },
		"out of order":   func() error { return b.Tell(batch, bad) },
		"a game missing": func() error { return b.Tell(batch, short) },
		"other agents":   func() error { return b.Tell(batch, other) },
	} {
		if err := tell(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if err := b.Tell(batch, results); err != nil {
		t.Errorf("the right results after wrong ones: %v", err)
	}
}

func TestRunEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		games       int
		rounds      int
		generations int
		want        int // number of rounds played
	}{
		{"generations", 0, 0, 5, 5},
		{"rounds", 0, 3, 5, 3},
		{"games", 18*2 + 17, 0, 5, 2},
		{"exactly the games", 18 * 3, 0, 5, 3},
		{"no limit", 0, 0, 0, unbounded},
		{"less than one generation", 17, 0, 5, 0},
	} {
		config := small()
		config.Generations = c.generations
		b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1, Games: c.games, Rounds: c.rounds}, config)
		rounds := 0
		for _, err := range tuning.Run(t.Context(), b, tournament.Local{Arena: fakeArena{}, Workers: 1}, tuning.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			rounds++
		}
		if rounds != c.want {
			t.Errorf("%s: %d rounds, want %d", c.name, rounds, c.want)
		}
	}
}

func TestStallEndsTheRun(t *testing.T) {
	t.Parallel()
	config := small()
	config.Grouping, config.Generations, config.Stall = "round_robin", 1000, 3
	late := 0
	for seed := range uint64(10) {
		b := mustNew(t, tuning.Problem{Space: square(2), Seed: seed}, config)
		rounds, peak, at := 0, -1.0, 0
		for r, err := range tuning.Run(t.Context(), b, tournament.Local{Arena: fakeArena{peak: 5, draws: 1}, Workers: 1}, tuning.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			rounds++
			if best := b.Population()[0].Fitness; best > peak {
				peak, at = best, r.Number
			}
		}
		if rounds != at+3 {
			t.Errorf("seed %d: %d rounds, the best fitness was first reached in round %d", seed, rounds, at)
		}
		if at > 1 {
			late++
		}
	}
	if late == 0 {
		t.Error("no run gained anything; the test tests nothing")
	}
}

func TestBreedingFindsThePeak(t *testing.T) {
	t.Parallel()
	for _, config := range []Config{Paper(), Bred()} {
		p := tuning.Problem{Space: square(4), Seed: 5, Rounds: 20}
		config.Generations = 20
		b := mustNew(t, p, config)
		for range 20 {
			round(t, b, fakeArena{peak: 7})
		}
		for i, v := range b.averaged().Weights { // uniform parents would have a mean of 5
			if v < 6 || v > 8 {
				t.Errorf("weight %d of the average is %v, the peak is at 7", i, v)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	good := tuning.Problem{Space: square(2)}
	for name, c := range map[string]struct {
		p      tuning.Problem
		change func(*Config)
		want   string
	}{
		"a number":         {good, func(c *Config) { c.Mutation.Rate = 1.5 }, "mutation.rate: 1.5 is not within [0, 1]"},
		"no weights":       {tuning.Problem{}, nil, "no weight is free"},
		"only fixed":       {tuning.Problem{Space: engines.Space{kinds[2]}}, nil, "no weight is free"},
		"a broken space":   {tuning.Problem{Space: engines.Space{{Name: "w", Min: 2, Max: 1}}}, nil, "w: min 2 is above max 1"},
		"start":            {tuning.Problem{Space: square(2), Start: engines.Weights{1}}, nil, "start: 1 weights given"},
		"seats":            {tuning.Problem{Space: square(2), Seats: 9}, nil, "9 seats"},
		"a negative limit": {tuning.Problem{Space: square(2), Games: -1}, nil, "games: -1"},
		"seat orders":      {good, func(c *Config) { c.SeatOrders = 3; c.GamesPerPair = 3 }, "seat_orders: 3, but a table has 2 seats"},
		"odd games":        {good, func(c *Config) { c.SeatOrders = 2; c.GamesPerPair = 3 }, "games_per_pair: 3 is not a multiple"},
		"tables":           {tuning.Problem{Space: square(2), Seats: 5}, nil, "group_size: 4 genomes cannot fill"},
	} {
		config := small()
		if c.change != nil {
			c.change(&config)
		}
		if _, err := New(c.p, config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
