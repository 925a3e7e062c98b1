package genetic_test

import (
	"cmp"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// This file has a slow reference of the genetic algorithm that the report on Risk describes. It
// counts the results of the games itself and derives from them which genes may breed, which leave
// and how a new gene may look.

// gene is a weight vector with its results in one generation.
type gene struct {
	slot, born  int
	weights     engines.Weights
	wins, games float64
}

func (g gene) fitness() float64 {
	if g.games == 0 {
		return 0.5
	}
	return g.wins / g.games
}

// rank compares two weight vectors (genes), the fitter one first. Among equally fit ones, the one
// with more games comes first, then the older one, then the one with the lower slot.
func rank(a, b gene) int {
	return cmp.Or(cmp.Compare(b.fitness(), a.fitness()), cmp.Compare(b.games, a.games), cmp.Compare(a.born, b.born), cmp.Compare(a.slot, b.slot))
}

// generation computes what follows from the games of a generation: the population, the parents (the
// three best of each of the ten tournaments), and the slots of the 15 members that are replaced.
func generation(t *testing.T, batch tuning.Batch, results []tournament.Result, born []int) (all, parents []gene, leaving []int) {
	t.Helper()
	if len(batch.Field) != 100 || len(results) != 450 {
		t.Fatalf("%d genes and %d games, want 100 and 450", len(batch.Field), len(results))
	}
	for slot, agent := range batch.Field {
		all = append(all, gene{slot: slot, born: born[slot], weights: agent.Weights})
	}
	for start := 0; start < len(results); start += 45 {
		var members []gene
		met := map[[2]int]bool{}
		at := func(slot int) *gene {
			i := slices.IndexFunc(members, func(g gene) bool { return g.slot == slot })
			if i < 0 {
				members = append(members, gene{slot: slot, born: born[slot], weights: batch.Field[slot].Weights})
				i = len(members) - 1
			}
			return &members[i]
		}
		for _, game := range results[start : start+45] {
			a, b := game.Pairing.Agents[0], game.Pairing.Agents[1]
			met[[2]int{min(a, b), max(a, b)}] = true
			for seat, slot := range game.Pairing.Agents {
				points := game.Games[0].Outcome.Points(seat)
				for _, g := range []*gene{at(slot), &all[slot]} {
					g.games++
					g.wins += points
				}
			}
		}
		if len(members) != 10 || len(met) != 45 {
			t.Fatalf("tournament %d: %d genes and %d pairs, want 10 and 45", start/45+1, len(members), len(met))
		}
		slices.SortFunc(members, rank) // by the results in this tournament
		parents = append(parents, members[:3]...)
	}
	order := slices.Clone(all)
	slices.SortFunc(order, rank)
	for _, g := range order[85:] {
		leaving = append(leaving, g.slot)
	}
	slices.Sort(leaving)
	return all, parents, leaving
}

// halfway reports whether weights are the mean of two different parents.
func halfway(w engines.Weights, parents []gene) bool {
	for i, a := range parents {
		for _, b := range parents[i+1:] {
			mean := a.slot != b.slot
			for k := range w {
				mean = mean && math.Abs(w[k]-(a.weights[k]+b.weights[k])/2) < 1e-12
			}
			if mean {
				return true
			}
		}
	}
	return false
}

// mutated reports whether the weights w lie in [0, 10] and differ from a parent's in at most one
// weight.
func mutated(w engines.Weights, parents []gene) bool {
	for _, p := range parents {
		changed := 0
		for k := range w {
			if w[k] != p.weights[k] {
				changed++
			}
		}
		if changed <= 1 && slices.Min(w) >= 0 && slices.Max(w) <= 10 {
			return true
		}
	}
	return false
}

// TestBreedingOfTheReport plays the whole procedure with the game coin and compares every
// generation with the reference. Genes often have equal fitness, because each plays
// only nine games in a tournament. With LANISTA_EXHAUSTIVE=1 more than 10,000 genes are bred.
func TestBreedingOfTheReport(t *testing.T) {
	t.Parallel()
	runs := uint64(4)
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		runs = 230
	}
	space := make(engines.Space, 4)
	for i := range space {
		space[i] = engines.Weight{Name: string(rune('a' + i)), Min: 0, Max: 10, Default: 1}
	}
	bred := 0
	for seed := range runs {
		b, err := genetic.New(tuning.Problem{Space: space, Seed: seed}, genetic.Paper())
		if err != nil {
			t.Fatal(err)
		}
		born := slices.Repeat([]int{1}, 100)
		var before, parents []gene
		var leaving []int
		for round := 1; round <= 4; round++ {
			batch, err := b.Ask()
			if err != nil {
				t.Fatal(err)
			}
			if round > 1 {
				compareGeneration(t, batch, before, parents, leaving)
				bred += len(leaving)
				for _, slot := range leaving {
					born[slot] = round
				}
			}
			var results []tournament.Result
			local := tournament.Local{Arena: coin{}, Workers: 1}
			for r, err := range tournament.Run(t.Context(), local, batch.Field, tournament.Pairings(batch.Pairings), tournament.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
				results = append(results, r)
			}
			if err := b.Tell(batch, results); err != nil {
				t.Fatal(err)
			}
			before, parents, leaving = generation(t, batch, results, born)
		}
		top := slices.MinFunc(before, rank)
		if best := b.Best(); !slices.Equal(best.Weights, top.weights) {
			t.Fatalf("seed %d: the result is %v, the fittest gene of the last generation %v", seed, best.Weights, top.weights)
		}
	}
	t.Logf("%d runs, %d new genes", runs, bred)
}

// compareGeneration checks that exactly the genes that leave are replaced, in the order of their
// slots: first 12 means of two parents, then three mutants.
func compareGeneration(t *testing.T, batch tuning.Batch, before, parents []gene, leaving []int) {
	t.Helper()
	if len(parents) != 30 || len(leaving) != 15 {
		t.Fatalf("%d parents and %d genes to replace, want 30 and 15", len(parents), len(leaving))
	}
	for slot, agent := range batch.Field {
		place, replaced := slices.BinarySearch(leaving, slot)
		switch {
		case !replaced && !slices.Equal(agent.Weights, before[slot].weights):
			t.Fatalf("round %d: the gene in slot %d was replaced; the least fit are %v", batch.Round, slot, leaving)
		case replaced && place < 12 && !halfway(agent.Weights, parents):
			t.Fatalf("round %d: the gene in slot %d is not the mean of two parents", batch.Round, slot)
		case replaced && place >= 12 && !mutated(agent.Weights, parents):
			t.Fatalf("round %d: the gene in slot %d is no mutant of a parent", batch.Round, slot)
		}
	}
}
