package de

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/duel/dueltest"
)

func with(o Options) dueltest.New {
	return func(p tuning.Problem) (tuning.Strategy, error) { return New(p, o) }
}

func TestContract(t *testing.T) { dueltest.Contract(t, with(Options{})) }

func TestImpossibleOptionsAreRefused(t *testing.T) {
	err := Options{Population: 3, DuelGames: -1, Difference: 3, Crossover: -0.1}.Validate()
	if err == nil {
		t.Fatal("nonsense was taken")
	}
	for _, name := range []string{"population", "duel_games", "difference", "crossover"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q is missing in %v", name, err)
		}
	}
}

// The first population is the start and a point in every stratum of every
// coordinate.
func TestFirstPopulationCoversTheBox(t *testing.T) {
	made, err := New(tuning.Problem{Space: dueltest.Mixed(), Games: 1000, Seed: 4}, Options{Population: 10})
	if err != nil {
		t.Fatal(err)
	}
	s := made.(*Strategy)
	for i := range s.box.Dim() {
		seen := map[int]bool{}
		for _, m := range s.state.Members[1:] {
			seen[int(m.Point[i]*10)] = true
		}
		if len(seen) != 9 {
			t.Errorf("coordinate %d has points in %d strata, want 9 beside the start", i, len(seen))
		}
	}
}

// A child stays in the box, whatever the members are.
func TestChildrenStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made, err := New(tuning.Problem{Space: dueltest.Mixed(), Games: 1000, Seed: rapid.Uint64().Draw(t, "seed")}, Options{Population: 5, Difference: 2})
		if err != nil {
			t.Fatal(err)
		}
		s := made.(*Strategy)
		for m := range s.state.Members {
			for i := range s.state.Members[m].Point {
				s.state.Members[m].Point[i] = rapid.Float64Range(0, 1).Draw(t, "u")
			}
		}
		for m := range s.state.Members {
			for _, u := range s.child(m) {
				if u < 0 || u > 1 {
					t.Fatalf("child %d at %v", m, u)
				}
			}
		}
	})
}

// A member's record is that of its last duel, and identities are never reused.
func TestPopulationKeepsRecords(t *testing.T) {
	p := tuning.Problem{Space: dueltest.Mixed(), Games: 1000, Seed: 8}
	s, err := New(p, Options{Population: 6})
	if err != nil {
		t.Fatal(err)
	}
	weights := map[int]string{}
	for range 5 {
		dueltest.Play(t, s, p, 1)
		for _, m := range s.(tuning.Populated).Population() {
			if m.Wins+m.Draws+m.Losses != m.Games || m.Games != 8 {
				t.Fatalf("%+v does not add up", m)
			}
			if score := (float64(m.Wins) + float64(m.Draws)/2) / 8; score < m.Fitness-1e-9 || score > m.Fitness+1e-9 {
				t.Fatalf("%+v: the record says %v", m, score)
			}
			text := fmt.Sprint(m.Weights)
			if was, ok := weights[m.ID]; ok && was != text {
				t.Fatalf("member %d was %s and is %s", m.ID, was, text)
			}
			weights[m.ID] = text
		}
	}
}

// A quick gate. The middle of the box is about 170 Elo below the optimum.
func TestRegretOnDuels(t *testing.T) {
	r, err := bench.Run(t.Context(), []bench.Entry{{Name: "de", New: with(Options{})}}, bench.Options{
		Seeds: 5, FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 35 {
		t.Errorf("geometric mean %.1f Elo, want at most 35", got)
	}
}
