package hare

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines"
)

// TestCounts compares the counts with those of the whole tree: without pruning an
// unsorted search evaluates the leaves, and a sorted one all positions but those after a single
// legal move.
func TestCounts(t *testing.T) {
	t.Parallel()
	game, err := New().With(engines.Settings{"profile": "article"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.ParseGame("45;26;2;f;29;19;0;f", 1)
	if err != nil {
		t.Fatal(err)
	}
	e := game.(*engine)
	const depth = 4
	x, err := e.CountEvaluations(context.Background(), g, engines.Agent{Settings: engines.Settings{"depth": "4"}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.player(engines.Agent{Settings: engines.Settings{"depth": "4"}})
	if err != nil {
		t.Fatal(err)
	}
	var leaves, sorting, positions uint64
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		branches := p.tree.Expand(n, nil)
		positions += uint64(len(branches))
		for i := range branches {
			b := &branches[i]
			if depth > 1 && len(branches) > 1 {
				sorting++
			}
			if depth == 1 || b.Stop {
				leaves++
			} else {
				walk(&b.State, depth-1)
			}
		}
	}
	walk(&node{state: g.(*table).state}, depth)
	counts := x.Value.([]evaluationCount)
	if len(counts) != 4 || counts[0].Evaluations != leaves || counts[1].Evaluations != leaves+sorting || counts[0].Positions != positions {
		t.Errorf("counts %+v; a walk finds %d leaves, %d positions to sort and %d positions", counts, leaves, sorting, positions)
	}
	if counts[0].Best != counts[1].Best || counts[2].Evaluations >= counts[0].Evaluations {
		t.Errorf("counts %+v: the order of moves must not matter without pruning, and pruning must save", counts)
	}
}

// TestSortingAndEvaluations measures the article's claim that alpha-beta evaluates somewhat fewer
// positions if the moves are sorted, although sorting costs evaluations of its own. It holds
// clearly where alpha-beta is exact (rule rel). With the article's own rule and cut (abs) both
// orders cost about the same.
func TestSortingAndEvaluations(t *testing.T) {
	t.Parallel()
	game, err := New().With(engines.Settings{"profile": "article"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule, pruning, depth string
		least, most          float64 // of the ratio of evaluations
	}{{"abs", "article", "6", 0.75, 1.2}, {"rel", "exact", "4", 0.6, 0.95}, {"rel", "exact", "6", 0.2, 0.6}} {
		var unsorted, sorted, fewer uint64
		positions := uint64(12)
		if exhaustive {
			positions = 30
		}
		rnd := rand.New(rand.NewPCG(1, 2))
		for i := range positions {
			g, err := game.NewGame(2, i)
			if err != nil {
				t.Fatal(err)
			}
			for range 4 + rnd.IntN(24) {
				if moves := g.Moves(nil); len(moves) > 0 {
					if err := g.Apply(moves[rnd.IntN(len(moves))]); err != nil {
						t.Fatal(err)
					}
				}
			}
			if g.Over() {
				continue
			}
			agent := engines.Agent{Settings: engines.Settings{"depth": c.depth, "rule": c.rule, "pruning": c.pruning}}
			x, err := game.(*engine).CountEvaluations(context.Background(), g, agent)
			if err != nil {
				t.Fatal(err)
			}
			counts := x.Value.([]evaluationCount)
			unsorted += counts[2].Evaluations
			sorted += counts[3].Evaluations
			if counts[3].Evaluations < counts[2].Evaluations {
				fewer++
			}
		}
		ratio := float64(sorted) / float64(unsorted)
		t.Logf("%s, depth %s: %d evaluations unsorted, %d sorted (%.2f); fewer in %d of %d positions", c.rule, c.depth, unsorted, sorted, ratio, fewer, positions)
		if ratio < c.least || ratio > c.most {
			t.Errorf("%s, depth %s: the ratio of evaluations is %.2f, want %v to %v", c.rule, c.depth, ratio, c.least, c.most)
		}
	}
}
