package genetic

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// The invariants of the Risk procedure hold in every generation of several runs.
func TestPaperInvariants(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		p := tuning.Problem{Space: square(4), Seed: seed}
		b := mustNew(t, p, Paper())
		var before map[int]Genome
		for generation := 1; generation <= 4; generation++ {
			batch, _ := round(t, b, fakeArena{peak: 6, draws: 0.2})
			if batch.Round != generation || batch.Games() != 450 || len(batch.Pairings) != 450 {
				t.Fatalf("generation %d: round %d with %d pairings and %d games", generation, batch.Round, len(batch.Pairings), batch.Games())
			}
			now := byID(b.state.Members)
			if len(now) != 100 {
				t.Fatalf("generation %d: %d identities in the population", generation, len(now))
			}
			checkRecords(t, b)
			checkTournaments(t, b)
			if generation > 1 {
				checkChildren(t, p.Space, before, now, generation)
				checkReplaced(t, b, before, now)
			}
			before = now
		}
		if _, err := b.Ask(); !errors.Is(err, tuning.Done) {
			t.Fatalf("after generation 4: %v", err)
		}
	}
}

func byID(members []Genome) map[int]Genome {
	m := make(map[int]Genome)
	for _, g := range members {
		m[g.ID] = g
	}
	return m
}

func checkRecords(t *testing.T, b *Breeder) {
	t.Helper()
	var sum record
	for _, m := range b.Population() {
		if m.Wins+m.Draws+m.Losses != m.Games {
			t.Fatalf("genome %d: %d wins, %d draws, %d losses in %d games", m.ID, m.Wins, m.Draws, m.Losses, m.Games)
		}
		want := 0.5
		if m.Games > 0 {
			want = (float64(m.Wins) + float64(m.Draws)/2) / float64(m.Games)
		}
		if m.Fitness != want {
			t.Fatalf("genome %d: fitness %v, want %v", m.ID, m.Fitness, want)
		}
		if m.Games%9 != 0 {
			t.Fatalf("genome %d: %d games in tournaments of ten", m.ID, m.Games)
		}
		sum.Games += m.Games
		sum.Wins += m.Wins
		sum.Losses += m.Losses
	}
	if sum.Games != 900 || sum.Wins != sum.Losses {
		t.Fatalf("%d games, %d wins and %d losses over all genomes", sum.Games, sum.Wins, sum.Losses)
	}
	if b.state.Games != 450*b.state.Generation {
		t.Fatalf("%d games after generation %d", b.state.Games, b.state.Generation)
	}
}

// checkTournaments checks that the parents are the three best of every tournament.
func checkTournaments(t *testing.T, b *Breeder) {
	t.Helper()
	if len(b.state.Groups) != 10 {
		t.Fatalf("%d tournaments", len(b.state.Groups))
	}
	var want []int
	for _, group := range b.state.Groups {
		if len(group) != 10 {
			t.Fatalf("a tournament of %d", len(group))
		}
		want = append(want, group[:3]...)
	}
	if got := b.state.parents; !slices.Equal(got, want) {
		t.Fatalf("parents %v, want %v", got, want)
	}
}

func checkChildren(t *testing.T, space engines.Space, before, now map[int]Genome, generation int) {
	t.Helper()
	crossed, mutated := 0, 0
	for id, g := range now {
		if err := space.Check(g.Weights); err != nil {
			t.Fatal(err)
		}
		if _, old := before[id]; old {
			continue
		}
		if g.Born != generation {
			t.Fatalf("genome %d is new in generation %d, but born in %d", id, generation, g.Born)
		}
		switch len(g.Parents) {
		case 2:
			crossed++
			a, b := before[g.Parents[0]], before[g.Parents[1]]
			if a.ID == 0 || b.ID == 0 || a.ID == b.ID {
				t.Fatalf("genome %d has parents %v", id, g.Parents)
			}
			for i := range g.Weights {
				if math.Abs(g.Weights[i]-(a.Weights[i]+b.Weights[i])/2) > 1e-12 {
					t.Fatalf("genome %d is not halfway between its parents", id)
				}
			}
		case 1:
			mutated++
			parent := before[g.Parents[0]]
			if parent.ID == 0 || differences(g.Weights, parent.Weights) > 1 {
				t.Fatalf("genome %d, a mutant of %v, differs in %d weights", id, g.Parents, differences(g.Weights, parent.Weights))
			}
		}
	}
	if crossed != 12 || mutated != 3 {
		t.Fatalf("generation %d: %d crossed, %d mutants", generation, crossed, mutated)
	}
}

func differences(a, b engines.Weights) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// checkReplaced checks that 15 genomes were replaced, and that the children are in order in the
// population: first those of two parents, then mutants.
func checkReplaced(t *testing.T, b *Breeder, before, now map[int]Genome) {
	t.Helper()
	gone := 0
	for id := range before {
		if _, stays := now[id]; !stays {
			gone++
		}
	}
	if gone != 15 {
		t.Fatalf("%d genomes were replaced", gone)
	}
	last, mutants := 0, false
	for _, g := range b.state.Members {
		if g.Born != b.state.Generation {
			continue
		}
		if g.ID < last {
			t.Fatal("children do not stand in order")
		}
		if mutants && len(g.Parents) == 2 {
			t.Fatal("a crossed child stands after a mutant")
		}
		last, mutants = g.ID, len(g.Parents) == 1
	}
}

func TestRankingOrder(t *testing.T) {
	t.Parallel()
	members := []Genome{{ID: 1, Born: 2}, {ID: 2, Born: 1}, {ID: 3, Born: 1}, {ID: 4, Born: 1}, {ID: 5, Born: 1}, {ID: 6, Born: 2}}
	records := []record{{Games: 9}, {Games: 9}, {Games: 18}, {Games: 9}, {Games: 9}, {Games: 9}}
	fitness := []float64{0.5, 0.5, 0.5, 0.4, 0.5, 0.9}
	got := ranking(everyone(6), members, records, fitness)
	// Order: fitness, then games, then birth, then slot.
	if want := []int{5, 2, 1, 4, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The pairings do not depend on the weights.
func TestScheduleIgnoresWeights(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(4), Seed: 9}
	b := mustNew(t, p, Paper())
	double := p
	double.Space = square(4)
	for i := range double.Space {
		double.Space[i].Max = 20
	}
	d := mustNew(t, double, Paper())
	one, err := b.Ask()
	if err != nil {
		t.Fatal(err)
	}
	two, err := d.Ask()
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range one.Field {
		for k, w := range a.Weights {
			if math.Abs(2*w-two.Field[i].Weights[k]) > 1e-12 {
				t.Fatal("twice the range does not give twice the weights")
			}
		}
	}
	for i := range one.Pairings {
		x, y := one.Pairings[i], two.Pairings[i]
		if x.Seed != y.Seed || x.Games != y.Games || !slices.Equal(x.Agents, y.Agents) {
			t.Fatalf("pairing %d differs: %v, %v", i, x, y)
		}
	}
}

func TestPaperReturnsTheFittestOfTheLastGeneration(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(4), Seed: 4}, Paper())
	if !b.ResultIsFixed() {
		t.Error("the procedure prescribes its result")
	}
	for range 4 {
		round(t, b, fakeArena{peak: 6})
	}
	top, best := b.Population()[0], b.Best()
	if !slices.Equal(best.Weights, top.Weights) || best.Fitness != top.Fitness || best.Games != top.Games {
		t.Errorf("result %+v, fittest %+v", best, top)
	}
}
