package auto

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/duel/dueltest"
)

func with(o Options) dueltest.New {
	return func(p tuning.Problem) (tuning.Strategy, error) { return New(p, o) }
}

func TestContract(t *testing.T) {
	t.Run("both", func(t *testing.T) { dueltest.Contract(t, with(Options{Rounds: 10})) })
	t.Run("surface alone", func(t *testing.T) { dueltest.Contract(t, with(Options{Survey: -1, Rounds: 8, LoneGames: true})) })
}

func TestImpossibleOptionsAreRefused(t *testing.T) {
	for _, o := range []Options{{Survey: 1.5}, {Survey: math.NaN()}, {Rounds: -1}} {
		if o.Validate() == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

// played is a run to its end on one of the benchmark's problems.
func played(t *testing.T, kind bench.Kind, games int, o Options) (*Strategy, *bench.Duel) {
	t.Helper()
	d, err := bench.NewDuel(kind, 3, 5, bench.Variant{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := New(d.Problem(games), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.Play(t.Context(), made, &bench.Oracle{Arena: d, Budget: int64(games)}); err != nil {
		t.Fatal(err)
	}
	return made.(*Strategy), d
}

// On a bowl the surface plays all games, and there is one answer with an error.
func TestBowlIsSurveyedToTheEnd(t *testing.T) {
	s, _ := played(t, bench.Quad, 6000, Options{})
	if s.walk != nil || len(s.Finalists()) != 1 || s.games != 6000 {
		t.Errorf("walked from round %d on, %d games", s.behind, s.games)
	}
	if e := s.Best().Error; len(e) != 3 || !(e[0] > 0 && e[0] < 1) {
		t.Errorf("standard errors %v", e)
	}
	if r := s.Report(); len(r.Importance) != 3 || r.Importance[0] <= 0 {
		t.Errorf("report %+v", r)
	}
}

// On ripples SPSA takes over, both answers stand for the verification, and the
// later is the better one; a snapshot from either side of the turn restores.
func TestRipplesAreWalked(t *testing.T) {
	s, d := played(t, bench.Multi, 6000, Options{})
	finalists := s.Finalists()
	if s.walk == nil || len(finalists) != 2 {
		t.Fatalf("no walk; odds for ripples e^%.1f", s.survey.Ripples())
	}
	if g := finalists[1].Games; g < 1800 || g > 4200 || finalists[0].Games != 6000 {
		t.Errorf("the survey played %d games, both %d", g, finalists[0].Games)
	}
	best := s.Best()
	if got := d.Regret(best.Weights); got > 5 {
		t.Errorf("regret %.1f Elo", got)
	}
	if s.top == nil || !strings.HasPrefix(best.Name, "the peak near the end of a walk") {
		t.Errorf("the walk ended at %s", best.Name)
	}
	for i, e := range best.Error {
		if !(e > 0 && e < 0.3) {
			t.Errorf("weight %d: a standard error of %.3f of 10", i+1, e)
		}
	}
	if alone, _ := played(t, bench.Multi, 6000, Options{Survey: -1}); alone.walk != nil {
		t.Error("walked against the options")
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
	r, err := bench.Run(t.Context(), []bench.Entry{{Name: "auto", New: with(Options{})}}, bench.Options{
		Seeds: 6, FirstSeed: 1001, Budgets: []int{2000}, Dims: []int{4, 10}, Workers: 2,
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
		r, err := bench.Run(t.Context(), []bench.Entry{{Name: name, New: with(Options{})}}, bench.Options{
			Seeds: 5, FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad}, Dims: []int{4}, Variant: v, Workers: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Strategies[0].Cells[0].Median; got > 15 {
			t.Errorf("%s: regret %.1f Elo, want at most 15", name, got)
		}
	}
}

// Where only the direction of the weights counts SPSA takes over without a check,
// but never from a survey that was to play everything.
func TestDirectionsAreWalked(t *testing.T) {
	p := tuning.Problem{Space: dueltest.Directions(), ScaleFree: true, Games: 400, Seed: 3}
	for name, c := range map[string]struct {
		options Options
		after   int // rounds of the survey
	}{
		"default": {Options{Rounds: 10}, 3},
		"half":    {Options{Rounds: 10, Survey: 0.5}, 5},
		"all":     {Options{Rounds: 10, Survey: 1}, 0},
		"never":   {Options{Rounds: 10, Survey: -1}, 0},
	} {
		made, err := New(p, c.options)
		if err != nil {
			t.Fatal(err)
		}
		s := made.(*Strategy)
		dueltest.Play(t, s, p, 8)
		if s.behind != c.after || (s.walk != nil) != (c.after > 0) {
			t.Errorf("%s: walked after %d rounds, want %d", name, s.behind, c.after)
		}
		if s.walk != nil && s.spread != 0.15 {
			t.Errorf("%s: a spread of %v with few games, want 0.15", name, s.spread)
		}
	}
}
