package runs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// ended is a finished search in Hare of 8,000 games in 80 seconds whose result has this rating.
func ended(elo, half float64) results.Record {
	rec := results.Record{Checkpoints: []results.Checkpoint{mark(2000, 20, 12), mark(8000, elo, half)}}
	rec.ID, rec.Kind, rec.Strategy, rec.Engine, rec.Status = "hare-1", results.Evolve, "spsa", "hare", results.Finished
	rec.Games, rec.Elapsed = 8000, 80*time.Second
	rec.Config = "engine: {name: hare}\nstrategy: {name: spsa}\nbudget: {games: 8000}\nverification: {games: 2000, opponents: [default]}\nseed: 1\n"
	rec.Space = hare.New().Spec().Weights
	weights := make(engines.Weights, len(rec.Space))
	for i, w := range rec.Space {
		weights[i] = w.FromUnit(0.4)
	}
	rec.Result = &results.Result{
		Weights: weights, Checkpoints: rec.Checkpoints,
		Rating: &evidence.Rating{Elo: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half}, Games: 2000, Against: "default"},
	}
	return rec
}

func mark(games int, elo, half float64) results.Checkpoint {
	return results.Checkpoint{Games: games, Rating: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half}, Against: "default"}
}

// Every kind of step is offered after the run that it is meant for, with its price: a game takes
// 10 ms. Next to 2,000 games of a verification there are 400 of checkpoints and 400 of the result
// against itself.
func TestNextSteps(t *testing.T) {
	t.Parallel()
	catalog := Catalog{Games: engines.Registry{hare.New()}}
	for name, c := range map[string]struct {
		change func(*results.Record)
		want   []string
	}{
		"running": {func(r *results.Record) { r.Status = results.Running }, nil},
		"interrupted": {func(r *results.Record) {
			r.Status, r.Games, r.Result, r.Elapsed = results.Interrupted, 6000, nil, time.Minute
			r.Checkpoints[0].Played = 80
		}, []string{
			"resume: resume the run; what it has played is stored | lanista evolve --resume hare-1 | 4720 games, about 47s",
		}},
		"interrupted in its verification": {func(r *results.Record) {
			r.Status, r.Result, r.Pairings = results.Interrupted, nil, 600
			r.Checkpoints[0].Played = 80
		}, []string{
			"resume: resume the run; what it has played is stored | lanista evolve --resume hare-1 | 1520 games, about 15s",
		}},
		"interrupted in its verification with three seats": {func(r *results.Record) {
			r.Status, r.Result, r.Pairings = results.Interrupted, nil, 600
			r.Config = strings.Replace(r.Config, "name: hare}", "name: hare, seats: 3}", 1)
		}, []string{
			"resume: resume the run; what it has played is stored | lanista evolve --resume hare-1 | 1000 games, about 10s",
		}},
		"interrupted with a program": {func(r *results.Record) {
			r.Status, r.Result = results.Interrupted, nil
			r.Config += "programs: {p: {protocol: ludus}}\n"
		}, []string{
			"resume: resume the run; what it has played is stored; CONFIG is the run's file with the commands of the programs, followed by the flags that it was started with | lanista evolve CONFIG --resume hare-1 | 2800 games, about 28s",
		}},
		"of a program by a strategy that plans ahead": {func(r *results.Record) {
			r.Strategy, r.Config = "auto", r.Config+"programs: {p: {protocol: ludus}}\n"
		}, []string{
			"repeat: search again with twice the budget: games 2,000 to 8,000 brought +40 ± 16 Elo against default, and auto plans its whole budget beforehand; CONFIG is the run's file with the commands of the programs, followed by the flags that it was started with, except those that set the same keys | lanista evolve CONFIG --set budget.games=16000 | 18800 games, about 3m8s",
			"explain: measure what each weight brought; CONFIG is the run's file with the commands of the programs | lanista explain hare-1 CONFIG | 3000 games, about 30s",
		}},
		"of a program": {func(r *results.Record) {
			r.Config += "programs: {p: {protocol: ludus}}\n"
		}, []string{
			"explain: measure what each weight brought; CONFIG is the run's file with the commands of the programs | lanista explain hare-1 CONFIG | 3000 games, about 30s",
			"export: use the weights | lanista export hare-1 --output weights.json | ",
		}},
		"interrupted match": {func(r *results.Record) {
			r.Kind, r.Status, r.Result, r.Elapsed = results.Tournament, results.Interrupted, nil, 0
			r.Config = "engine: {name: hare}\nprograms: {new: {protocol: ludus}}\nagents: [{name: bot, player: new}, {name: random, weights: random}]\n"
		}, []string{
			"resume: resume the run; what it has played is stored; OLD and NEW are the sides of the match, followed by the options of programs that it was started with, if any | lanista match OLD NEW --resume hare-1 | ",
		}},
		"interrupted tournament with programs of a match and another": {func(r *results.Record) {
			r.Kind, r.Status, r.Result, r.Elapsed = results.Tournament, results.Interrupted, nil, 0
			r.Config = "engine: {name: hare}\nprograms: {new: {protocol: ludus}, p: {protocol: ludus}}\nagents: [{name: bot, player: new}, {name: p, player: p}]\n"
		}, []string{
			"resume: resume the run; what it has played is stored; CONFIG is the run's file with the commands of the programs, followed by the flags that it was started with | lanista tournament CONFIG --resume hare-1 | ",
		}},
		"disputed": {func(r *results.Record) { r.Disputed = "a and b" }, []string{
			"repeat: repeat the run from its config, because its results are disputed | lanista evolve run:hare-1 | 10800 games, about 1m48s",
		}},
		"not verified": {func(r *results.Record) { r.Result.Rating, r.Checkpoints = nil, nil }, []string{
			"verify: verify the result by 4000 games: nothing has measured it yet | lanista evolve --resume hare-1 --set verification.games=4000 | 5600 games, about 56s",
		}},
		"improving": {func(*results.Record) {}, []string{
			"continue: continue with twice the budget: games 2,000 to 8,000 brought +40 ± 16 Elo against default | lanista evolve --resume hare-1 --set budget.games=16000 | 10800 games, about 1m48s",
			"explain: measure what each weight brought | lanista explain hare-1 | 3000 games, about 30s",
		}},
		"improving by a strategy that plans ahead": {func(r *results.Record) { r.Strategy = "gp" }, []string{
			"repeat: search again with twice the budget: games 2,000 to 8,000 brought +40 ± 16 Elo against default, and gp plans its whole budget beforehand | lanista evolve run:hare-1 --set budget.games=16000 | 18800 games, about 3m8s",
			"explain: measure what each weight brought | lanista explain hare-1 | 3000 games, about 30s",
		}},
		"level and explained": {func(r *results.Record) {
			r.Checkpoints[0] = mark(2000, 59, 4)
			r.Explanation = &results.Explanation{}
		}, []string{"export: use the weights | lanista export hare-1 --output weights.json | "}},
		"not shown to be better": {func(r *results.Record) {
			r.Checkpoints = nil
			r.Result.Rating.Elo, r.Result.Rating.Interval = 10, rating.Interval{Low: -5, High: 25}
		}, []string{
			"verify: verify against default by 10000 games: enough to distinguish +10 Elo from 0, if that is the true strength | lanista evolve --resume hare-1 --set verification.games=10000 | 12000 games, about 2m0s",
		}},
		"not shown to be better by repeated games": {func(r *results.Record) {
			r.Checkpoints = nil
			r.Config += "openings: {random_plies: 2}\n"
			r.Result.Rating.Elo, r.Result.Rating.Interval = 10, rating.Interval{Low: -5, High: 25}
			r.Result.Rating.Variety = rating.Variety{Distinct: 22, DistinctPairings: 11, Openings: 11}
		}, []string{
			"repeat: search again with more different openings: the verification has 2000 games, 22 different (11 openings), and more games would repeat them | lanista evolve run:hare-1 --set openings.random_plies=auto | 10800 games, about 1m48s",
		}},
		"not shown to be better by repeated games from a list of openings": {func(r *results.Record) {
			r.Checkpoints = nil
			r.Result.Rating.Elo, r.Result.Rating.Interval = 10, rating.Interval{Low: -5, High: 25}
			r.Result.Rating.Variety = rating.Variety{Distinct: 22, DistinctPairings: 11, Openings: 11}
		}, nil},
		"too few different games": {func(r *results.Record) {
			r.Checkpoints = nil
			r.Result.Rating.Variety = rating.Variety{Distinct: 18, DistinctPairings: 9, Openings: 9}
		}, nil},
		"hardly above 0": {func(r *results.Record) {
			r.Checkpoints = nil
			r.Result.Rating.Elo, r.Result.Rating.Interval = 1, rating.Interval{Low: -14, High: 16}
		}, []string{
			"continue: continue with twice the budget: the result is not shown to be better than default | lanista evolve --resume hare-1 --set budget.games=16000 | 10800 games, about 1m48s",
		}},
		"kept its start and exhausted": {func(r *results.Record) {
			r.Checkpoints, r.Result.KeptStart, r.Result.Exhausted = nil, true, true
			r.Config = strings.Replace(r.Config, "games: 8000", "games: 9000", 1)
		}, nil},
		"kept its start and exhausted at the end of its budget": {func(r *results.Record) {
			r.Checkpoints, r.Result.KeptStart, r.Result.Exhausted = nil, true, true
		}, []string{
			"repeat: search again with twice the budget: the search found nothing better than its start, and spsa has played all rounds of its plan | lanista evolve run:hare-1 --set budget.games=16000 | 18800 games, about 3m8s",
		}},
		"genetic and exhausted": {func(r *results.Record) {
			r.Strategy, r.Result.Exhausted = "genetic", true
			r.Config = strings.Replace(r.Config, "games: 8000", "games: 20000", 1)
		}, []string{
			"explain: measure what each weight brought | lanista explain hare-1 | 3000 games, about 30s",
			"export: use the weights | lanista export hare-1 --output weights.json | ",
			"repeat: try auto with as many games | lanista evolve run:hare-1 --set strategy.name=auto --set budget.games=8000 | 10800 games, about 1m48s",
		}},
		"kept its start": {func(r *results.Record) {
			r.Checkpoints, r.Result.KeptStart = nil, true
			r.Config = strings.Replace(r.Config, "games: 8000", "rounds: 40", 1)
		}, []string{
			"continue: continue with twice the budget: the search found nothing better than its start | lanista evolve --resume hare-1 --set budget.rounds=80 | 10800 games, about 1m48s",
		}},
		"improving below its start": {func(r *results.Record) { r.Result.KeptStart = true }, []string{
			"continue: continue with twice the budget: games 2,000 to 8,000 brought +40 ± 16 Elo against default | lanista evolve --resume hare-1 --set budget.games=16000 | 10800 games, about 1m48s",
		}},
		"at the end of its range": {func(r *results.Record) {
			r.Checkpoints, r.ScaleFree = nil, false
			w := &r.Space[0]
			w.Max = w.Min + (w.Max-w.Min)/4
			r.Result.Weights[0] = w.Max
		}, []string{
			"widen: widen the range of Ks, which is at its maximum | lanista evolve run:hare-1 --set engine.weights.Ks.max=50 | 10800 games, about 1m48s",
			"explain: measure what each weight brought | lanista explain hare-1 | 3000 games, about 30s",
		}},
		"a tournament without a winner": {func(r *results.Record) {
			r.Kind, r.Config = results.Tournament, "engine: {name: hare}\nschedule: {cycles: 100}\nseed: 1\n"
			r.Result = &results.Result{Standings: []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 10, Interval: rating.Interval{Low: -4, High: 24}}}, {Agent: "b"}}}
		}, []string{
			"repeat: play 400 cycles: the lead of a is not shown | lanista tournament run:hare-1 --set schedule.cycles=400 | 32000 games, about 5m20s",
		}},
		"a tournament without a winner that has played all openings": {func(r *results.Record) {
			r.Kind, r.Config = results.Tournament, "engine: {name: hare}\nschedule: {cycles: 100}\nseed: 1\n"
			r.Result = &results.Result{Exhausted: true, Standings: []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 10, Interval: rating.Interval{Low: -4, High: 24}}}, {Agent: "b"}}}
		}, nil},
		"a tournament without a winner that repeats openings": {func(r *results.Record) {
			r.Kind, r.Config = results.Tournament, "engine: {name: hare}\nschedule: {cycles: 100}\nseed: 1\n"
			r.Result = &results.Result{
				Played:    &evidence.Played{Games: 8000, Variety: rating.Variety{Distinct: 3999, DistinctPairings: 2000}},
				Standings: []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 10, Interval: rating.Interval{Low: -4, High: 24}}}, {Agent: "b"}},
			}
		}, nil},
		"a tournament with a winner": {func(r *results.Record) {
			r.Kind = results.Tournament
			r.Result = &results.Result{Standings: []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 10, Interval: rating.Interval{Low: 4, High: 16}}}, {Agent: "b"}}}
		}, nil},
		"genetic": {func(r *results.Record) { r.Strategy, r.Checkpoints = "genetic", nil }, []string{
			"explain: measure what each weight brought | lanista explain hare-1 | 3000 games, about 30s",
			"export: use the weights | lanista export hare-1 --output weights.json | ",
			"repeat: try auto with as many games | lanista evolve run:hare-1 --set strategy.name=auto | 10800 games, about 1m48s",
		}},
		"genetic with a number of rounds": {func(r *results.Record) {
			r.Strategy, r.Checkpoints, r.Explanation = "genetic", nil, &results.Explanation{}
			r.Config = strings.Replace(r.Config, "games: 8000", "rounds: 40", 1)
		}, []string{
			"export: use the weights | lanista export hare-1 --output weights.json | ",
			"repeat: try auto with as many games | lanista evolve run:hare-1 --set strategy.name=auto --set budget=null --set budget.games=8000 | 10800 games, about 1m48s",
		}},
		"a fit": {func(r *results.Record) { r.Kind, r.Checkpoints = results.Fit, nil }, []string{
			"explain: measure what each weight brought | lanista explain hare-1 | 3000 games, about 30s",
			"export: use the weights | lanista export hare-1 --output weights.json | ",
		}},
		"an interrupted grid": {func(r *results.Record) { r.Kind, r.Status, r.Result = results.Grid, results.Interrupted, nil }, []string{
			"repeat: repeat the run from its config | lanista grid run:hare-1 | 10000 games, about 1m40s",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := ended(60, 11)
			rec.Space = append(engines.Space(nil), rec.Space...)
			c.change(&rec)
			var got []string
			for _, s := range NextSteps(catalog, rec) {
				got = append(got, string(s.Kind)+": "+s.Text+" | "+s.Command("lanista", "")+" | "+s.Price())
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A command can be typed into a shell.
func TestCommandOfAStep(t *testing.T) {
	t.Parallel()
	s := NextStep{Arguments: []string{"evolve", "--set", "verification.opponents=[it's]"}}
	if got, want := s.Command("lanista", " --db my.db"), `lanista evolve --set 'verification.opponents=[it'\''s]' --db my.db`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A strategy is said to plan its whole budget if it refuses to go on with another.
func TestStrategiesThatPlanAhead(t *testing.T) {
	if testing.Short() {
		t.Skip("checks results alone, and takes long under the race detector")
	}
	t.Parallel()
	catalog := Catalog{Games: engines.Registry{hare.New()}}
	for _, s := range shipped {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			if s.Name == "gp" && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
				t.Skip("its rounds take longest: with LANISTA_EXHAUSTIVE=1")
			}
			o := Options{
				Text:  "{engine: {name: hare, settings: {depth: 1}}, strategy: {name: " + s.Name + "}, budget: {games: 60}, verification: {games: 0}}",
				Store: t.TempDir() + "/runs.db",
			}
			run, err := catalog.Tune(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			steps := (&nextSteps{rec: run.Record, readable: true}).more("")
			o.Text, o.Set = "", []string{"budget.games=120"}
			if steps.Kind == ContinueStep {
				o.Resume = run.Record.ID
			} else {
				o.Source = "run:" + run.Record.ID
				if _, err := catalog.Tune(t.Context(), Options{Store: o.Store, Resume: run.Record.ID, Set: o.Set}, nil); err == nil {
					t.Error("it goes on")
				}
			}
			if again, err := catalog.Tune(t.Context(), o, nil); err != nil || again.Record.Games <= run.Record.Games {
				t.Errorf("%v, %v", again.Record.Games, err)
			}
		})
	}
}

// After a search that was still improving, the strategy of a user's program is continued unless the
// program declares that it plans its whole budget. A declaration replaces that of a strategy that ships.
func TestNextStepAfterAStrategyOfAProgram(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"mine", "rsm", "spsa"} {
		for ahead, want := range map[bool]StepKind{false: ContinueStep, true: RepeatStep} {
			rec := ended(60, 11)
			rec.Strategy = name
			rec.Checkpoints = []results.Checkpoint{mark(2000, 20, 12), mark(8000, 60, 11)}
			catalog := Catalog{Games: engines.Registry{hare.New()}, Strategies: []NamedStrategy{{Name: name, PlansAhead: ahead}}}
			if steps := NextSteps(catalog, rec); len(steps) == 0 || steps[0].Kind != want {
				t.Errorf("%s, planned ahead %v: %v, want %s", name, ahead, steps, want)
			}
		}
	}
}

// After a genetic search there is a step to auto, but not after one with the game, settings, weights
// and budget of a preset on which auto is no stronger.
func TestTryAuto(t *testing.T) {
	t.Parallel()
	catalog := Catalog{Games: engines.Registry{risk.New()}}
	offered := func(change func(*results.Record)) bool {
		rec := ended(60, 11)
		rec.Engine, rec.Strategy, rec.Space = "risk", "genetic", slices.Clone(risk.New().Spec().Weights)
		rec.Result.Weights = engines.Weights{0.4, 0.1, 0.3, 0.2}
		rec.Config = "engine: {name: risk, settings: {size: 6, depth: 1, min_diff: 1, weakest_only: false}}\nbudget: {games: 12000}\nverification: {games: 6000}\n"
		change(&rec)
		return slices.ContainsFunc(NextSteps(catalog, rec), func(s NextStep) bool { return slices.Contains(s.Set, "strategy.name=auto") })
	}
	if offered(func(*results.Record) {}) {
		t.Error("auto is offered after the preset risk")
	}
	for name, change := range map[string]func(*results.Record){
		"another size":   func(r *results.Record) { r.Config = strings.Replace(r.Config, "size: 6", "size: 4", 1) },
		"another budget": func(r *results.Record) { r.Config = strings.Replace(r.Config, "12000", "2000", 1) },
		"another range":  func(r *results.Record) { r.Space[0].Max /= 2 },
	} {
		if !offered(change) {
			t.Errorf("%s: auto is not offered", name)
		}
	}
	choices := func(games int) func(*results.Record) {
		return func(r *results.Record) {
			r.Config = strings.Replace(r.Config, "games: 12000", fmt.Sprintf("games: %d", games), 1)
			r.Space = append(r.Space, engines.NewChoices("style", "", []string{"solid", "wild", "odd"}, "solid"))
			r.Result.Weights = append(r.Result.Weights, 0)
		}
	}
	if offered(choices(24)) || !offered(choices(2000)) {
		t.Error("auto is offered for 24 games and three choices, or it is not for 2000")
	}
}

// The suggested search with auto is accepted after a genetic search with rounds ahead, which auto
// cannot have.
func TestAutoIsNotAskedForRoundsAhead(t *testing.T) {
	t.Parallel()
	catalog := Catalog{Games: engines.Registry{risk.New()}}
	db := filepath.Join(t.TempDir(), "runs.db")
	run, err := catalog.Tune(t.Context(), Options{
		Text: "engine: {name: risk, settings: {size: 2, depth: 1, round_cap: 5}}\nstrategy: {name: genetic, population: 8}\nbudget: {games: 80, ahead: 1}\n", Store: db, Workers: 1,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range NextSteps(catalog, run.Record) {
		if slices.Contains(step.Set, "strategy.name=auto") {
			if _, err := ForecastTuning(t.Context(), catalog, Options{Source: "run:" + run.Record.ID, Set: step.Set, Store: db}); err != nil {
				t.Error(err)
			}
			return
		}
	}
	t.Error("auto is not offered")
}

// No step is suggested for a strategy auto of a caller that cannot be made, because it has no options.
func TestNextStepsWithoutOptionsOfAuto(t *testing.T) {
	t.Parallel()
	rec := ended(40, 10)
	rec.Strategy = "genetic"
	auto := NewStrategy("auto", "", spsa.New)
	auto.Options = func(*configs.Document, tuning.Problem) (any, error) { return nil, nil }
	steps := NextSteps(Catalog{Games: engines.Registry{hare.New()}, Strategies: []NamedStrategy{auto}}, rec)
	if slices.ContainsFunc(steps, func(s NextStep) bool { return s.Kind == RepeatStep }) {
		t.Errorf("%+v", steps)
	}
}
