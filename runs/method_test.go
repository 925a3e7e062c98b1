package runs_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// climb is a strategy of somebody else: a neighbour takes the place of the result
// where it beats it in a pair of games. It never says how many games it wants.
type climb struct {
	options climbOptions
	problem tuning.Problem
	state   climbState
}

type climbOptions struct {
	Step float64 `yaml:"step"`
}

type climbState struct {
	Round int             `json:"round"`
	Best  engines.Weights `json:"best"`
}

func newClimb(p tuning.Problem, o climbOptions) (*climb, error) {
	if o.Step == 0 {
		o.Step = 2
	}
	if o.Step < 0 {
		return nil, errors.New("the step is negative")
	}
	return &climb{o, p, climbState{Best: p.Space.Default()}}, nil
}

func (c *climb) Options() climbOptions { return c.options }

func (c *climb) Ask() (tuning.Batch, error) {
	seed := engines.Seed(c.problem.Seed, uint64(c.state.Round))
	rnd := engines.Rand(seed)
	neighbour := make(engines.Weights, len(c.state.Best))
	for i, w := range c.problem.Space {
		neighbour[i] = min(max(c.state.Best[i]+c.options.Step*(2*rnd.Float64()-1), w.Min), w.Max)
	}
	return tuning.Batch{
		Round:    c.state.Round + 1,
		Field:    []engines.Agent{{Name: "best", Weights: c.state.Best}, {Name: "neighbour", Weights: neighbour}},
		Pairings: []tournament.Pairing{{Agents: []int{0, 1}, Seed: seed, Games: 2}},
	}, nil
}

func (c *climb) Tell(b tuning.Batch, results []tournament.Result) error {
	c.state.Round = b.Round
	if results[0].Points(1) > 0.5 {
		c.state.Best = b.Field[1].Weights
	}
	return nil
}

func (c *climb) Best() tuning.Estimate {
	return tuning.Estimate{Name: "the last to win", Weights: c.state.Best, Games: 2 * c.state.Round}
}

func (c *climb) Snapshot() ([]byte, error)     { return json.Marshal(c.state) }
func (c *climb) Restore(snapshot []byte) error { return json.Unmarshal(snapshot, &c.state) }

// climbing is the catalog with that strategy, in the place of one that ships where
// it has its name.
func climbing(name string) runs.Catalog {
	c := both()
	c.Strategies = []runs.NamedStrategy{runs.NewStrategy(name, "climbs a hill", newClimb)}
	return c
}

// A strategy that is brought along is chosen, stored and resumed like those that
// ship.
func TestMethodBroughtAlong(t *testing.T) {
	t.Parallel()
	config := strings.Replace(onTrack, "name: spsa", "name: climb, step: 3", 1)
	want, err := climbing("climb").Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want.Record.Strategy != "climb" || want.Record.Games != 200 || want.Verification.Matches[0].Rating < 50 {
		t.Errorf("%s took %d games to %+v", want.Record.Strategy, want.Record.Games, want.Verification.Matches)
	}
	o := runs.Options{Text: config, Store: inStore(t)}
	ctx, cancel := context.WithCancel(t.Context())
	o.Events = stops(cancel, 50, 0)
	_, err = climbing("climb").Tune(ctx, o, nil)
	cancel()
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	got, err := climbing("climb").Tune(t.Context(), runs.Options{Resume: stopped.Run, Store: o.Store}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTuned(got, want); diff != "" {
		t.Error(diff)
	}
	if _, err := both().Tune(t.Context(), runs.Options{Resume: stopped.Run, Store: o.Store}, nil); err == nil {
		t.Error("a program without the strategy resumes its run")
	}
}

func TestMethodMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"name: climb, step: -1":  "strategy: the step is negative",
		"name: climb, stepp: 1":  "strategy.stepp: unknown key (did you mean step?)",
		"name: climb, step: far": "strategy.step",
		"name: climbs":           "did you mean climb?",
	} {
		var mistake *runs.MistakeError
		_, err := climbing("climb").Tune(t.Context(), runs.Options{Text: strings.Replace(onTrack, "name: spsa", text, 1), Store: inStore(t)}, nil)
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// keyed is climb with a key that has the name of a key of the genetic strategy.
type keyed struct {
	*climb
	own keyedOptions
}

type keyedOptions struct {
	Procedure string `yaml:"procedure"`
}

func (k *keyed) Options() keyedOptions { return k.own }

// A strategy of the user receives all keys of its section, also those that the genetic strategy reads
// apart from its other options.
func TestMethodWithAKeyOfGenetic(t *testing.T) {
	t.Parallel()
	c, received := both(), ""
	c.Strategies = []runs.NamedStrategy{runs.NewStrategy("keyed", "climbs a hill", func(p tuning.Problem, o keyedOptions) (*keyed, error) {
		made, err := newClimb(p, climbOptions{})
		received = o.Procedure
		return &keyed{made, o}, err
	})}
	config := strings.Replace(onTrack, "name: spsa", "name: keyed, procedure: steep", 1)
	if _, err := c.Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil); err != nil || received != "steep" {
		t.Errorf("the strategy received %q, error %v", received, err)
	}
}

// Of two strategies of one name the one that is brought along counts; a forecast
// knows how long it plays only from the config.
func TestMethodInThePlaceOfAnother(t *testing.T) {
	t.Parallel()
	catalog := climbing("spsa")
	n := 0
	for _, m := range catalog.AllStrategies() {
		if m.Name == "spsa" {
			n++
		}
	}
	var f runs.Forecast
	err := context.DeadlineExceeded
	for wait := 50 * time.Millisecond; errors.Is(err, context.DeadlineExceeded) && wait < time.Minute; wait *= 2 { // a busy machine needs longer
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		f, err = runs.ForecastTuning(ctx, catalog, runs.Options{Text: strings.Replace(onTrack, "games: 200", "time: 1h", 1)})
		cancel()
	}
	if err != nil || n != 1 || f.Games != 0 || f.Floor != nil {
		t.Errorf("%d of that name; %v, %+v", n, err, f)
	}
}

// forgetful is a strategy whose best weights are those of the field best.
type forgetful struct {
	*hillClimber
	best engines.Weights
}

func (f forgetful) Best() tuning.Estimate { return tuning.Estimate{Name: "forgotten", Weights: f.best} }

// A strategy that returns no weights, or weights that the game does not have, stops the run after its
// first round. Such weights would be played as the default weights.
func TestBestWeightsOfTheGame(t *testing.T) {
	t.Parallel()
	for _, best := range []engines.Weights{nil, {1, 2, 3, 4, 5, 6}, {math.NaN()}} {
		catalog := both()
		catalog.Strategies = []runs.NamedStrategy{runs.NewStrategy("forgetful", "forgets", func(p tuning.Problem, o hillOptions) (forgetful, error) {
			c, err := newHillClimber(p, o)
			return forgetful{c, best}, err
		})}
		config := "engine: {name: track}\nstrategy: {name: forgetful}\nbudget: {games: 40}\nverification: {games: 20, opponents: [default]}\nseed: 3\n"
		got, err := catalog.Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
		if err == nil || !strings.Contains(err.Error(), `round 1: the strategy forgetful returned best weights "forgotten" that are not weights of the game: `) {
			t.Errorf("%v: %v, %v", best, got.Record.Verdict(), err)
		}
	}
}
