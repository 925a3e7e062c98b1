package de

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func newDE(t interface{ Fatal(...any) }, p tuning.Problem, o Options) *Strategy {
	s, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestContract(t *testing.T) {
	t.Run("pairs", func(t *testing.T) { pairwisetest.Contract(t, with(Options{})) })
	t.Run("unpaired", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Unpaired: true})) })
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	err := Options{Population: 3, GamesPerPair: -1, Difference: 3, Crossover: -0.1}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{
		"population: 3 is not within [4, 1000000]", "games_per_pair: -1 is not within [1, 1000000]",
		"difference: 3 is not within (0, 2]", "crossover: -0.1 is not within (0, 1]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// With steps, the first population is normally distributed about the start weights. The other weights lie
// uniformly in their ranges.
func TestFirstPopulationFollowsTheSteps(t *testing.T) {
	space := engines.Space{{Name: "a", Max: 100, Default: 40}, {Name: "b", Max: 100, Default: 40}, {Name: "c", Max: 100, Default: 95}}
	s := newDE(t, tuning.Problem{Space: space, Steps: []float64{5, 0, 50}, Games: 20000, Seed: 1}, Options{Population: 400})
	var values [3][]float64
	for _, m := range s.method().members[1:] { // the first is the start
		for k, u := range m.Point {
			values[k] = append(values[k], 100*u)
		}
	}
	if slices.Min(values[2]) != 0 || slices.Max(values[2]) != 100 {
		t.Errorf("c lies within [%v, %v], not within its range", slices.Min(values[2]), slices.Max(values[2]))
	}
	for k, want := range [2][2]float64{{40, 5}, {50, 100 / math.Sqrt(12)}} {
		mean, deviation := stat.MeanStdDev(values[k], nil)
		if math.Abs(mean-want[0]) > 0.02*want[1] || math.Abs(deviation/want[1]-1) > 0.03 { // strata leave little to chance
			t.Errorf("%s has the mean %.2f and the deviation %.2f, want %.2f and %.2f", space[k].Name, mean, deviation, want[0], want[1])
		}
	}
}

// A small budget has a smaller population and fewer games per pair; a limit of rounds has more
// games per pair.
func TestSizesFollowTheBudget(t *testing.T) {
	for _, c := range []struct{ games, rounds, seats, population, pair, planned int }{
		{20000, 0, 2, 30, 8, 83},
		{2000, 0, 2, 30, 4, 16},
		{120, 0, 2, 10, 2, 6},
		{20, 0, 2, 4, 2, 2},
		{20000, 10, 2, 30, 66, 10},
		{2000, 1000, 2, 30, 4, 16},
		{2000, 10, 2, 30, 6, 10},
		{2000, 0, 4, 30, 4, 16},
		{240, 0, 4, 10, 2, 6}, // a deal has 4 games
		{240, 0, 8, 5, 3, 6},
	} {
		m := newDE(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: c.games, Rounds: c.rounds, Seats: c.seats}, Options{}).method()
		o, planned := m.options, m.PlannedPairs()/m.LargestRound()
		if o.Population != c.population || o.GamesPerPair != c.pair || planned != c.planned {
			t.Errorf("%d games, %d rounds, %d seats: %d members with %d games a pair in %d rounds, want %d, %d and %d",
				c.games, c.rounds, c.seats, o.Population, o.GamesPerPair, planned, c.population, c.pair, c.planned)
		}
	}
}

// The first population contains the start and a point in every stratum of every coordinate.
func TestFirstPopulationCoversTheBox(t *testing.T) {
	m := newDE(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 1000, Seed: 4}, Options{Population: 10}).method()
	for i := range m.setup.Box.Dim() {
		seen := map[int]bool{}
		for _, v := range m.members[1:] {
			seen[int(v.Point[i]*10)] = true
		}
		if len(seen) != 9 {
			t.Errorf("coordinate %d has points in %d strata, want 9 beside the start", i, len(seen))
		}
	}
	if !slices.Equal(m.members[0].Point, m.setup.Box.Start()) {
		t.Errorf("the first member is at %v, the start at %v", m.members[0].Point, m.setup.Box.Start())
	}
}

// Children stay in the box for any members.
func TestChildrenStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 1000, Seed: rapid.Uint64().Draw(t, "seed")}
		m := newDE(t, p, Options{Population: 5, Difference: 2}).method()
		for k := range m.members {
			for i := range m.members[k].Point {
				m.members[k].Point[i] = rapid.Float64Range(0, 1).Draw(t, "u")
			}
		}
		for k := range m.members {
			for _, u := range m.child(1, k) {
				if u < 0 || u > 1 {
					t.Fatalf("child %d at %v", k, u)
				}
			}
		}
	})
}

// Without crossover and inside the box a child is a + F (b - c) for three other members, with
// F between 0.5 and 1.5 times the option.
func TestChildIsADifference(t *testing.T) {
	space := engines.Space{}
	for _, name := range []string{"a", "b", "c"} {
		space = append(space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		m := newDE(t, tuning.Problem{Space: space, Games: 1000, Seed: seed}, Options{Population: 6, Difference: 0.8, Crossover: 1}).method()
		for k := range m.members { // near the middle
			for i, u := range m.members[k].Point {
				m.members[k].Point[i] = 0.5 + 0.2*(u-0.5)
			}
		}
		child := m.child(3, 0)
		for a := 1; a < 6; a++ {
			for b := 1; b < 6; b++ {
				for c := 1; c < 6; c++ {
					if a != b && b != c && a != c && difference(m, child, a, b, c) {
						return
					}
				}
			}
		}
		t.Fatalf("%v is no difference of the others", child)
	})
}

// difference reports whether child is a + F (b - c) for an F in its range.
func difference(m *method, child []float64, a, b, c int) bool {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, u := range child {
		f := (u - m.members[a].Point[i]) / (m.members[b].Point[i] - m.members[c].Point[i])
		lowest, highest = min(lowest, f), max(highest, f)
	}
	return highest-lowest < 1e-6 && lowest >= 0.4 && highest <= 1.2
}

// A coordinate that left the box returns to the middle between edge and origin.
func TestInside(t *testing.T) {
	for _, c := range [][3]float64{{0.3, 0.9, 0.3}, {-0.1, 0.4, 0.2}, {1.2, 0.8, 0.9}} {
		if got := inside(c[0], c[1]); math.Abs(got-c[2]) > 1e-12 {
			t.Errorf("%v from %v came back to %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// A child replaces its parent if and only if it scores more than half.
func TestBetterChildrenReplaceTheirParents(t *testing.T) {
	m := newDE(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 1000, Seed: 8}, Options{Population: 4, GamesPerPair: 2}).method()
	p := m.Propose(1)
	scores := []float64{0.75, 0.5, 0.25, 1}
	m.Record([]pairwise.Record{{Wins: 1, Draws: 1}, {Draws: 2}, {Draws: 1, Losses: 1}, {Wins: 2}})
	if err := m.Learn(1, p, scores); err != nil {
		t.Fatal(err)
	}
	for k, want := range []member{
		{ID: 5, Born: 1, Score: 0.75, Wins: 1, Draws: 1},
		{ID: 2, Born: 1, Score: 0.5, Draws: 2},
		{ID: 3, Born: 1, Score: 0.75, Wins: 1, Draws: 1},
		{ID: 8, Born: 1, Score: 1, Wins: 2},
	} {
		got := m.members[k]
		got.Point = nil
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("member %d is %+v, want %+v", k, got, want)
		}
	}
	if got := m.Best().Fitness; got != 0.75 {
		t.Errorf("a fitness of %v, want the mean, 0.75", got)
	}
}

// A child that scores exactly one half in several games does not replace its parent, in whatever order the
// scores are added.
func TestTiesAreExact(t *testing.T) {
	for _, deals := range []int{3, 5, 6, 7} {
		m := newDE(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 1000, Seed: 8}, Options{Population: 4, GamesPerPair: 2 * deals}).method()
		rng := rand.New(rand.NewPCG(9, uint64(deals)))
		for range 200 {
			var scores []float64
			for range m.members {
				quarters := make([]int, deals) // of points
				for left := 2 * deals; left > 0; {
					if k := rng.IntN(deals); quarters[k] < 4 {
						quarters[k]++
						left--
					}
				}
				for _, q := range quarters {
					scores = append(scores, float64(q)/4)
				}
			}
			before := slices.Clone(m.members)
			if err := m.Learn(1, pairwise.Proposal{}, scores); err != nil {
				t.Fatal(err)
			}
			for k, was := range before {
				if m.members[k].ID != was.ID {
					t.Fatalf("%d deals: the child replaced its parent with the scores %v", deals, scores[k*deals:(k+1)*deals])
				}
			}
		}
	}
}

// A member's record is that of its last round, and identifiers are never reused.
func TestPopulationKeepsRecords(t *testing.T) {
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 1000, Seed: 8}
	s := newDE(t, p, Options{Population: 6})
	weights := map[int]string{}
	for range 5 {
		pairwisetest.Play(t, s, p, 1)
		for _, m := range s.Population() {
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

// A snapshot of another population or problem is refused.
func TestOtherSnapshotsAreRefused(t *testing.T) {
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 1000, Seed: 8}
	raw, err := newDE(t, p, Options{Population: 6}).Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := newDE(t, p, Options{Population: 7}).Restore(raw); err == nil || !strings.Contains(err.Error(), "6 members; expected 7") {
		t.Errorf("another population: %v", err)
	}
	p.Space = p.Space[:2]
	if err := newDE(t, p, Options{Population: 6}).Restore(raw); err == nil || !strings.Contains(err.Error(), "3 weights; this problem has 2") {
		t.Errorf("another problem: %v", err)
	}
}

// A fast check of quality. The middle of the box is about 170 Elo below the optimum.
func TestRegretOnDuels(t *testing.T) {
	t.Parallel()
	r, err := bench.Run(t.Context(), []bench.Entry{bench.With("de", New, Options{})}, bench.Options{
		Seeds: pairwisetest.Seeds(3, 20), FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 35 {
		t.Errorf("geometric mean %.1f Elo, want at most 35", got)
	}
}

// The result is near the optimum for all kinds of weights, with two seats and with four.
func TestMixedWeightsAreTuned(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 6000, Seed: 9}
	for _, seats := range []int{2, 4} {
		p.Seats = seats
		if r := pairwisetest.Regret(t, with(Options{}), p); r > 40 {
			t.Errorf("%d seats: regret %.1f Elo", seats, r)
		}
	}
}
