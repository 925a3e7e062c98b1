package auto

import (
	"math"
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
	t.Run("surface alone", func(t *testing.T) { dueltest.Contract(t, with(Options{Scouting: -1, Rounds: 8, LoneGames: true})) })
}

func TestImpossibleOptionsAreRefused(t *testing.T) {
	for _, o := range []Options{{Scouting: 1.5}, {Scouting: math.NaN()}, {Rounds: -1}} {
		if o.Validate() == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

// The games of the first phase follow the written rule.
func TestScoutingFollowsTheRule(t *testing.T) {
	for _, c := range []struct {
		options Options
		games   int
		want    int
	}{
		{Options{}, 2000, 1000},
		{Options{}, 500, 250},
		{Options{}, 20000, 3162},
		{Options{}, 200000, 10000},
		{Options{}, 40, 0},
		{Options{Scouting: -1}, 2000, 0},
		{Options{Scouting: 0.25}, 2000, 500},
	} {
		if got := c.options.scouting(c.games); got != c.want {
			t.Errorf("%+v: %d games of %d, want %d", c.options, got, c.games, c.want)
		}
	}
}

// The surface takes over with all games of the scout behind its answer, and both
// answers stand for the verification.
func TestPhasesShareTheirGames(t *testing.T) {
	d, err := bench.NewDuel(bench.Quad, 4, 3, bench.Variant{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := New(d.Problem(2000), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := made.(*Strategy)
	if s.fit != nil || len(s.Finalists()) != 1 {
		t.Fatal("the surface came first")
	}
	if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: 2000}); err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, o := range s.past {
		played += o.Games
	}
	if played < 900 || played > 1000 {
		t.Errorf("the scout played %d games, want about 1000", played)
	}
	finalists := s.Finalists()
	if len(finalists) != 2 || finalists[1].Games != played || finalists[0].Games != s.games || s.games < 1900 {
		t.Errorf("finalists rest on %+v", finalists)
	}
	if len(s.Report().Importance) != 4 || s.Report().Importance[0] <= 0 {
		t.Errorf("report %+v", s.Report())
	}
	if e := finalists[0].Error; len(e) != 4 || !(e[0] > 0 && e[0] < 2) {
		t.Errorf("standard errors %v", e)
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
