package auto

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("both", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Rounds: 10})) })
	t.Run("response surface alone", func(t *testing.T) { pairwisetest.Contract(t, with(Options{RSMShare: -1, Rounds: 8, Unpaired: true})) })
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestImpossibleOptionsAreRefused(t *testing.T) {
	for _, o := range []Options{{RSMShare: 1.5}, {RSMShare: math.NaN()}, {Rounds: -1}} {
		if o.Validate() == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	if err := (Options{RSMShare: 1.5, Rounds: -1}).Validate(); len(keys.All(err)) != 2 {
		t.Errorf("%v: both mistakes are wanted", err)
	}
}

// played is a run to its end on one of the benchmark's problems.
func played(t *testing.T, kind bench.Kind, games int, o Options) (*Strategy, *bench.Duel) {
	t.Helper()
	d, err := bench.NewDuel(kind, 3, 5, bench.Variant{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d.Problem(games), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: int64(games)}); err != nil {
		t.Fatal(err)
	}
	return s, d
}

// On a quadratic the response surface plays all games, and there is one answer with
// an error.
func TestQuadraticIsFittedToTheEnd(t *testing.T) {
	t.Parallel()
	s, _ := played(t, bench.Quad, 6000, Options{})
	if s.Method().walk != nil || len(s.Finalists()) != 1 || s.Progress().Games != 6000 {
		t.Errorf("SPSA took over after %d games of %d", s.Method().switched.Games, s.Progress().Games)
	}
	r := s.Report()
	if e := r.Error; len(e) != 3 || !(e[0] > 0 && e[0] < 1) {
		t.Errorf("standard errors %v", e)
	}
	if len(r.Importance) != 3 || r.Importance[0] <= 3*r.ImportanceError[0] {
		t.Errorf("report %+v", r)
	}
}

// On ripples SPSA takes over, both answers stand for the verification, and the
// later is the better one; a snapshot from either side of the switch restores.
func TestSPSATakesOverOnRipples(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	s, d := played(t, bench.Multi, 6000, Options{})
	m, finalists := s.Method(), s.Finalists()
	if m.walk == nil || len(finalists) != 2 {
		t.Fatalf("SPSA did not take over; the log evidence is %.1f", m.evidence())
	}
	if g := finalists[1].Games; g < 1800 || g > 4200 || finalists[0].Games != 6000 {
		t.Errorf("the response surface played %d games, both %d", g, finalists[0].Games)
	}
	best := s.Best()
	if got := d.Regret(best.Weights); got > 5 {
		t.Errorf("regret %.1f Elo", got)
	}
	if m.refined == nil || !slices.Equal(m.refined, best.Weights) {
		t.Errorf("no refinement: %s", best.Name)
	}
	for i, e := range s.Report().Error {
		if !(e > 0 && e < 1.5) {
			t.Errorf("weight %d: a standard error of %.3f of 10", i+1, e)
		}
	}
	if alone, _ := played(t, bench.Multi, 6000, Options{RSMShare: -1}); alone.Method().walk != nil {
		t.Error("SPSA took over against the options")
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	again, err := New(d.Problem(6000), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Best(), s.Best()) {
		t.Errorf("restored to %+v, want %+v", again.Best(), s.Best())
	}
}

// A gate on a few cells: what the published table of the best single method, a
// well-set SPSA, has as its geometric mean there is 9.
func TestRegretOnDuels(t *testing.T) {
	t.Parallel()
	r, err := bench.Run(t.Context(), []bench.Entry{bench.With("auto", New, Options{})}, bench.Options{
		Seeds: pairwisetest.Seeds(2, 20), FirstSeed: 1001, Budgets: []int{2000}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 9 {
		t.Errorf("geometric mean %.1f Elo, want at most 9", got)
	}
}

// Real games have draws, a first seat, luck, whole numbers and weights that do
// nothing.
func TestVariants(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]bench.Variant{
		"draws":      {Draws: 0.4},
		"first seat": {FirstSeat: 150},
		"deal":       {Deal: 300},
		"cycle":      {Cycle: 100},
		"integer":    {Integer: 2},
		"dead":       {Dead: 2},
		"scale free": {ScaleFree: true},
		"three":      {Seats: 3},
	} {
		r, err := bench.Run(t.Context(), []bench.Entry{bench.With(name, New, Options{})}, bench.Options{
			Seeds: pairwisetest.Seeds(3, 20), FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad}, Dims: []int{4}, Variant: v, Workers: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Strategies[0].Cells[0].Median; got > 15 {
			t.Errorf("%s: regret %.1f Elo, want at most 15", name, got)
		}
	}
}

// For scale-free problems SPSA takes over without a test, but never from a response
// surface that was to play everything.
func TestSPSATakesOverWhereDirectionsCount(t *testing.T) {
	p := tuning.Problem{Space: pairwisetest.Directions(), ScaleFree: true, Games: 400, Seed: 3}
	for name, c := range map[string]struct {
		options Options
		after   int // games of the response surface
	}{
		"default": {Options{Rounds: 10}, 120},
		"half":    {Options{Rounds: 10, RSMShare: 0.5}, 200},
		"all":     {Options{Rounds: 10, RSMShare: 1}, 0},
		"never":   {Options{Rounds: 10, RSMShare: -1}, 0},
	} {
		s, err := New(p, c.options)
		if err != nil {
			t.Fatal(err)
		}
		pairwisetest.Play(t, s, p, 8)
		m := s.Method()
		if m.switched.Games != c.after || (m.walk != nil) != (c.after > 0) {
			t.Errorf("%s: SPSA took over after %d games, want %d", name, m.switched.Games, c.after)
		}
		if m.walk != nil && m.spread != 0.15 {
			t.Errorf("%s: a spread of %v with few games, want 0.15", name, m.spread)
		}
	}
}

// sawtooth is a ridge with a step on one side of it.
func sawtooth(w engines.Weights) float64 {
	s := 100*w[0] - 600*math.Abs(w[1]-0.62)
	if w[1] < 0.62 {
		s -= 300
	}
	return s
}

func bowl(w engines.Weights) float64 {
	return -800 * ((w[0]-0.3)*(w[0]-0.3) + (w[1]-0.4)*(w[1]-0.4))
}

// flat is a problem of two weights.
func flat() tuning.Problem {
	return tuning.Problem{Games: 1000, Seed: 3, Space: engines.Space{{Name: "a", Max: 1, Default: 0.5}, {Name: "b", Max: 1, Default: 0.5}}}
}

// walked plays so many rounds, all where it is negative, whose pairs a strength in Elo
// decides by a generator of its own for every round.
func walked(t *testing.T, s *Strategy, rounds int, strength func(engines.Weights) float64) {
	t.Helper()
	for rounds != 0 {
		rounds--
		p, err := s.Propose()
		if err != nil {
			return
		}
		rng := engines.Rand(uint64(s.Progress().Round))
		scores := make([]float64, len(p.Pairs))
		for i, pair := range p.Pairs {
			win := rating.Logistic(rating.Logit(strength(p.Points[pair.A]) - strength(p.Points[pair.B])))
			for range 2 {
				if rng.Float64() < win {
					scores[i] += 0.5
				}
			}
		}
		if err := s.Learn(scores); err != nil {
			t.Fatal(err)
		}
	}
}

// In two directions the field begins. On an edge it stays, until SPSA ends what it began; on a
// bowl it leaves the games to the response surface; a snapshot from anywhere leads to the
// same end.
func TestTheFieldBeginsInTwoDirections(t *testing.T) {
	t.Parallel()
	p := flat()
	p.Games = 600
	for name, c := range map[string]struct {
		strength func(engines.Weights) float64
		stays    bool
	}{"an edge": {sawtooth, true}, "a bowl": {bowl, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fresh := func() *Strategy {
				s, err := New(p, Options{})
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			s, again := fresh(), fresh()
			for _, rounds := range []int{5, 10} {
				walked(t, s, rounds, c.strength)
				snapshot, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				again = fresh()
				if err := again.Restore(snapshot); err != nil {
					t.Fatal(err)
				}
			}
			walked(t, s, -1, c.strength)
			walked(t, again, -1, c.strength)
			if !reflect.DeepEqual(again.Best(), s.Best()) {
				t.Errorf("restored it ends at %+v, want %+v", again.Best(), s.Best())
			}
			if m := s.Method(); m.searching || m.finishing != c.stays {
				t.Errorf("at the end the field is in charge: %v, SPSA ends it: %v", m.searching, m.finishing)
			}
			if s.Best().Games != p.Games || c.strength(s.Best().Weights) < c.strength(flat().Space.Default()) {
				t.Errorf("the answer is %+v", s.Best())
			}
			r := s.Report()
			if (r.Map != nil) != c.stays || len(r.Importance) != 2 {
				t.Errorf("report %+v", r)
			}
			same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
			if c.stays && !slices.EqualFunc(r.Error, s.Method().field.Errors(s.Best().Weights), same) {
				t.Errorf("the errors are not the field's: %v", r.Error)
			}
		})
	}
}

// The surface is one of logarithms where ratios of positive weights count, but not beside the
// Gaussian process, whose games are of the weights themselves.
func TestLogarithms(t *testing.T) {
	t.Parallel()
	for weights, want := range map[int]bool{3: false, 4: true} {
		p := tuning.Problem{ScaleFree: true, Games: 1000, Seed: 1}
		for i := range weights {
			p.Space = append(p.Space, engines.Weight{Name: string(rune('a' + i)), Min: 0.5, Max: 2, Default: 1})
		}
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if logs := s.Method().rsm.Region().Space[0].Kind.Has(engines.Log); logs != want {
			t.Errorf("%d weights: logarithms %v", weights, logs)
		}
	}
}
