package runs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/runs"
)

// renamed is the game track after a weight has got another name.
type renamed struct{ engines.Engine }

func (r renamed) Spec() engines.Spec {
	s := r.Engine.Spec()
	s.Weights = slices.Clone(s.Weights)
	s.Weights[1].Name = "petrol"
	return s
}

func (r renamed) With(s engines.Settings) (engines.Engine, error) {
	e, err := r.Engine.With(s)
	return renamed{e}, err
}

// The weights of a run from before a change of the game are refused at the place that names the run.
func TestWeightsOfARunBeforeARename(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	if _, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "before"}, nil); err != nil {
		t.Fatal(err)
	}
	for config, place := range map[string]string{
		"engine: {name: track, weights: run:before}\n":                     "engine.weights: weights run:track-",
		"engine: {name: track}\nverification: {opponents: [run:before]}\n": "verification.opponents[0]: weights run:track-",
	} {
		_, err := only(renamed{newTrack()}).Tune(t.Context(), runs.Options{Text: config, Store: db}, nil)
		if err == nil || !strings.Contains(err.Error(), place) || !strings.Contains(err.Error(), "fuel: unknown weight") {
			t.Errorf("%s: %v, want %q", config, err, place)
		}
	}
}

// A search can start from what a run has found; its stored config names the
// numbers, so that it does not depend on that run.
func TestTuneStartsFromARun(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	first, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "first"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	from := "engine: {name: track, weights: run:first}\nstrategy: {name: spsa}\nbudget: {games: 200}\nverification: {games: 120, opponents: [default, start]}\nseed: 4\n"
	second, err := both().Tune(t.Context(), runs.Options{Text: from, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result := first.Verification.Result.Weights
	if slices.Equal(result, engines.Weights{1, 1}) {
		t.Fatal("the first run has found nothing")
	}
	literal := fmt.Sprintf("engine: {name: track, weights: {way: {start: %v}, fuel: {start: %v}}}%s", result[0], result[1], from[strings.Index(from, "\n"):])
	third, err := both().Tune(t.Context(), runs.Options{Text: literal, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTuned(second, third); diff != "" {
		t.Errorf("from the run and from its numbers: %s", diff)
	}
	store, err := runs.OpenStore(db)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Delete(t.Context(), "first"), store.Close()); err != nil {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), db, second.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	again, err := both().Tune(t.Context(), runs.Options{Text: rec.Config, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTuned(second, again); diff != "" {
		t.Errorf("its stored config, the first run gone: %s", diff)
	}
}

func TestAStartThatIsNone(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	for source, want := range map[string]string{
		"nobody":  "engine.weights: weights nobody: no such file",
		"random":  "engine.weights: random has no weights to start from",
		"run:one": "engine.weights: ",
	} {
		_, err := both().Tune(t.Context(), runs.Options{Text: "engine: {name: track, weights: " + source + "}\nstrategy: {name: spsa}\nbudget: {games: 200}\n", Store: db}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
	if _, err := os.Stat(db); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a mistake left a store behind: %v", err)
	}
}

// A score that does not depend on the seed is refused with advice that can be followed:
// a game without moves has no openings.
func TestScoreOfOneDeal(t *testing.T) {
	t.Parallel()
	spec := engines.Spec{Name: "hump", Weights: engines.Space{{Name: "x", Max: 1}}}
	height := func(_ context.Context, a engines.Agent, _ uint64) (float64, error) { return a.Weights[0], nil }
	catalog := runs.Catalog{Games: engines.Registry{solo.Func(spec, height)}}
	_, err := catalog.Tune(t.Context(), runs.Options{Text: "engine: {name: hump}\nbudget: {games: 100}", Store: inStore(t)}, nil)
	if err == nil || !strings.Contains(err.Error(), "the game is the same on every deal") || strings.Contains(err.Error(), "random_plies") {
		t.Error(err)
	}
}

// A score that is the same on every deal for the start weights alone is not refused: other weights show
// that it depends on the seed.
func TestScoreThatIsEqualForTheStart(t *testing.T) {
	t.Parallel()
	spec := engines.Spec{Name: "sum", Weights: engines.Space{{Name: "x", Min: -1, Max: 1}}}
	score := func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		return a.Weights[0] * engines.Rand(seed).Float64(), nil
	}
	catalog := runs.Catalog{Games: engines.Registry{solo.Func(spec, score)}}
	got, err := catalog.Tune(t.Context(), runs.Options{Text: "engine: {name: sum}\nstrategy: {name: spsa}\nbudget: {games: 100}\nverification: {games: 20}", Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if x := got.Record.Result.Weights[0]; !(x > 0) {
		t.Errorf("x = %v, and the score rises with it", x)
	}
}

// A game with chance that shows nothing but its outcomes is not refused because some of its first
// outcomes are equal.
func TestOutcomesThatAreOftenAlike(t *testing.T) {
	t.Parallel()
	first := 27 // with seed 28 the first eight outcomes are equal
	if exhaustive {
		first = 0
	}
	for seed := first; seed < 30; seed++ {
		o := runs.Options{
			Text:  "engine: {name: duel, settings: {first_seat: 300}}\nstrategy: {name: spsa}\nbudget: {games: 20}\nverification: {games: 20}\n",
			Store: inStore(t), Set: []string{fmt.Sprintf("seed=%d", seed)},
		}
		if _, err := both().Tune(t.Context(), o, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestTuneStartsFromTheChampionOfItsSeats starts from a champion that ships for tables of
// two seats, which is the number of seats where the config names none.
func TestTuneStartsFromTheChampionOfItsSeats(t *testing.T) {
	t.Parallel()
	for _, seats := range []string{"", ", seats: 2"} {
		text := "engine: {name: risk" + seats + ", weights: champion}\nstrategy: {name: spsa}\nbudget: {games: 40}\nverification: {games: 0}\n"
		db := inStore(t)
		out, err := shipping().Tune(t.Context(), runs.Options{Text: text, Store: db}, nil)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := runs.Record(t.Context(), db, out.Record.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(rec.Config, "2.218") {
			t.Errorf("the search does not start at the champion's weights:\n%s", rec.Config)
		}
	}
}
