package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// A budget of two games is a round, or it is refused and the smallest that has room for a round is
// named: with it there is a round.
func TestBudgetBelowOneRound(t *testing.T) {
	t.Parallel()
	for _, strategy := range strategies(both()) {
		config := "engine: {name: track}\nstrategy: {name: " + strategy + "}\nverification: {games: 4, opponents: [default]}\nbudget: {games: %}\n"
		at := func(games string) (runs.TuneResult, error) {
			return both().Tune(t.Context(), runs.Options{Text: strings.ReplaceAll(config, "%", games), Store: inStore(t)}, nil)
		}
		r, err := at("2")
		if err == nil && r.Record.Rounds > 0 {
			continue
		}
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), "budget.games: 2 games are less than one round") {
			t.Errorf("%s: %v", strategy, err)
			continue
		}
		_, least, _ := strings.Cut(err.Error(), "the smallest budget is ")
		if r, err := at(least); err != nil || r.Record.Rounds == 0 {
			t.Errorf("%s: the budget of %s that it names plays %d rounds, %v", strategy, least, r.Record.Rounds, err)
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("the clock of Windows has steps of more than a nanosecond")
	}
	if _, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Set: []string{"budget={time: 1ns}"}, Store: inStore(t)}, nil); err == nil ||
		!strings.Contains(err.Error(), "ended before the first round") {
		t.Errorf("no time for a round: %v", err)
	}
}

// never is a strategy that plays no round, whatever the budget.
type never struct{ tuning.Strategy }

func (never) Ask() (tuning.Batch, error) { return tuning.Batch{}, tuning.Done }
func (never) Options() struct{}          { return struct{}{} }

// A search without a round is refused, even if no budget suffices.
func TestNoBudgetSuffices(t *testing.T) {
	t.Parallel()
	c := both()
	c.Strategies = []runs.NamedStrategy{runs.NewStrategy("never", "plays nothing", func(p tuning.Problem, _ struct{}) (never, error) {
		s, err := spsa.New(p, spsa.Options{})
		return never{s}, err
	})}
	_, err := c.Resolve(t.Context(), runs.Options{Text: "engine: {name: track}\nstrategy: {name: never}\nbudget: {games: 300}\n"})
	if err == nil || !strings.Contains(err.Error(), "budget.games: 300 games are less than one round of never, and rounds grow with the number of games") {
		t.Error(err)
	}
	// A genetic search of which every genome plays all others has a smaller population.
	got, err := both().Tune(t.Context(), runs.Options{Text: "engine: {name: track}\nstrategy: {name: genetic, grouping: round_robin}\nbudget: {games: 294}\n", Store: inStore(t)}, nil)
	if err != nil || got.Record.Rounds < 4 {
		t.Errorf("%d rounds, %v", got.Record.Rounds, err)
	}
}

// A round of as many games as fit into memory is allowed, which the long form tests, and a larger one is
// not.
func TestLargestRoundIsAllowed(t *testing.T) {
	t.Parallel()
	text := "engine: {name: track}\nstrategy: {name: spsa, rounds: 1}\n"
	for games, allowed := range map[int]bool{tuning.MaxRound: true, tuning.MaxRound + 2: false} {
		if allowed && !exhaustive {
			continue // planning a million games takes half a second
		}
		_, err := both().Resolve(t.Context(), runs.Options{Text: text, Set: []string{"budget.games=" + strconv.Itoa(games)}})
		if (err == nil) != allowed {
			t.Errorf("a round of %d games: %v", games, err)
		}
	}
}

// Rounds that do not fit into memory are refused before anything is made of them.
func TestRoundsAreBounded(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"strategy={name: rsm}\x00budget.games=1000000000000":                                                           "budget.games: a round of rsm would have 20000000000 games, and at most 1000000 are",
		"strategy={name: auto}\x00budget.games=1000000000":                                                             "budget.games: a round of auto",
		"strategy={name: spsa, rounds: 1}\x00budget.games=1000002":                                                     "budget.games: a round of spsa",
		"strategy={name: gp}\x00budget.games=1000000000":                                                               "budget.games: a round of gp",
		"strategy={name: cmaes, population: 1000000}\x00budget.games=1000000000000":                                    "budget.games: a round of cmaes",
		"strategy={name: de, games_per_pair: 1000000}\x00budget.games=1000000000000":                                   "budget.games: a round of de",
		"strategy={name: genetic, population: 1000000, grouping: round_robin}":                                         "strategy: a round of genetic",
		"strategy={name: genetic, population: 1000000, groups: 1000000, group_size: 1000000, games_per_pair: 1000000}": "strategy: a round of genetic",
		"verification.games=1000000000":                                                                                "verification.games: 1000000000 is not within [0, 10000000]",
	} {
		text := "engine: {name: track}\nstrategy: {name: auto}\n"
		_, err := both().Tune(t.Context(), runs.Options{Text: text, Set: strings.Split(set, "\x00"), Store: inStore(t)}, nil)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", set, err)
		}
	}
}

// A zero where it is no value is a mistake, and not the default.
func TestZerosAreRefused(t *testing.T) {
	t.Parallel()
	for _, set := range []string{"budget.games=0", "budget.rounds=0", "budget.time=0s", "engine.seats=0"} {
		key, _, _ := strings.Cut(set, "=")
		_, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Set: []string{set}, Store: inStore(t)}, nil)
		if err == nil || !strings.Contains(err.Error(), key+": 0 is not allowed") {
			t.Errorf("%s: %v", set, err)
		}
	}
	_, err := both().Tournament(t.Context(), runs.Options{Text: cup, Set: []string{"schedule.cycles=0"}, Store: inStore(t)}, nil)
	if err == nil || !strings.Contains(err.Error(), "schedule.cycles: 0 is not allowed") {
		t.Errorf("cycles: %v", err)
	}
	for _, key := range []string{"strategy.held_out", "strategy.positions"} {
		_, err := both().Fit(t.Context(), runs.Options{Text: "engine: {name: track}\nstrategy: {name: fit}\n", Set: []string{key + "=0"}, Store: inStore(t)}, nil)
		if err == nil || !strings.Contains(err.Error(), key+": 0 is not allowed") {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// A run says which part of its budget it did not use.
func TestUnusedBudgetIsSaid(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"budget.rounds=1":   "budget.rounds ended the search after 1 round",
		"budget.rounds=900": "",
	} {
		r, err := both().Tune(t.Context(), runs.Options{Text: strings.Replace(onTrack, "spsa", "genetic, population: 8", 1), Set: []string{set}, Store: inStore(t)}, nil)
		if err != nil || !strings.HasSuffix(r.Unused, want) || want == "" && strings.Contains(r.Unused, "not used") {
			t.Errorf("%s: %q, %v; want %q", set, r.Unused, err, want)
		}
	}
	r, err := both().Tune(t.Context(), runs.Options{Text: onRisk, Set: []string{"budget.games=20000"}, Store: inStore(t)}, nil)
	if err != nil || !strings.HasSuffix(r.Unused, "of the 20000 games of the budget were not used: the strategy was done after 4 rounds") {
		t.Errorf("%q, %v", r.Unused, err)
	}
}

// Weights that an agent does not name are told.
func TestPartialWeightsAreTold(t *testing.T) {
	t.Parallel()
	var told []string
	_, err := both().Tournament(t.Context(), runs.Options{
		Text:  "engine: {name: track}\nagents: [{name: half, weights: {way: 1}}, {name: whole, weights: {way: 1, fuel: 2}}]\nschedule: {cycles: 200}\n",
		Store: inStore(t), Events: tuning.Events{Warning: func(text string) { told = append(told, text) }},
	}, nil)
	if err != nil || len(told) != 1 || told[0] != "agent half: the weights that it does not name have their defaults: fuel 1; so it is the default agent" {
		t.Errorf("%q, %v", told, err)
	}
}

// A note names the weights that a weights file lacks, for a start and opponents of a search (once for
// several uses of the file), a tournament and an opened game. Without a missing weight there is none, and
// none for a player that has no weights.
func TestMissingWeightsOfAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("engine: track\nweights:\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	half, whole := file("half.yaml", "  way: 2\n"), file("whole.yaml", "  way: 2\n  fuel: 1\n")
	baseline := file("baseline.yaml", "  way: 2\nplayer: random\n")
	for source, want := range map[string][]string{
		half: {"weights " + half + ": the weights that are missing have their defaults: fuel 1"}, whole: nil, baseline: nil,
	} {
		var told []string
		o := runs.Options{Store: inStore(t), Events: tuning.Events{Warning: func(text string) {
			if strings.HasPrefix(text, "weights ") {
				told = append(told, text)
			}
		}}}
		o.Text, o.Set = onTrack, []string{"engine.weights=" + source, "opponents=[" + source + "]"}
		if _, err := both().Tune(t.Context(), o, nil); err != nil || !slices.Equal(told, want) {
			t.Errorf("search: %q, %v; want %q", told, err, want)
		}
		told, o.Set = nil, nil
		o.Text = "engine: {name: track}\nagents: [default, " + source + "]\nschedule: {cycles: 200}\n"
		if _, err := both().Tournament(t.Context(), o, nil); err != nil || !slices.Equal(told, want) {
			t.Errorf("tournament: %q, %v; want %q", told, err, want)
		}
		game, err := both().Open(t.Context(), "track", nil, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Agent(t.Context(), source, 2); err != nil || !slices.Equal(game.Notes, want) {
			t.Errorf("game: %q, %v; want %q", game.Notes, err, want)
		}
		game.Close()
	}
}

// Where only the direction counts, a multiple of the start is the start.
func TestMultipleOfTheStartIsTheStart(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	config := "engine: {name: track}\nstrategy: {name: spsa}\nbudget: {games: 2}\nverification: {games: 20, opponents: [default]}\n"
	r, err := both().Tune(t.Context(), runs.Options{Text: config, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := r.Verification.Result.Weights
	if w[0] != w[1] || w[0] == 1 {
		t.Fatalf("%v is no multiple of the start", w)
	}
	rec, err := runs.Record(t.Context(), db, "last")
	if err != nil || !rec.Result.KeptStart || !strings.HasPrefix(r.Record.Verdict().Text, "nothing better found") {
		t.Errorf("%+v, %v, %v", r.Record.Verdict(), rec.Result.KeptStart, err)
	}
	if *r.Record.Verdict() != *rec.Verdict() {
		t.Errorf("reported %v, stored %v", r.Record.Verdict(), rec.Verdict())
	}
	if rec.Status != results.Finished {
		t.Error(rec.Status)
	}
}

// A sequential test goes on until it decides unless cycles are given.
func TestSequentialTestDecides(t *testing.T) {
	t.Parallel()
	config := "engine: {name: track}\nagents: [default, random]\nschedule: {sprt: [0, 30]}\nseed: 4\n"
	r, err := both().Tournament(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
	if err != nil || r.Test.Decision == rating.Undecided {
		t.Errorf("%+v, %v", r.Test, err)
	}
	r, err = both().Tournament(t.Context(), runs.Options{Text: config, Set: []string{"schedule.cycles=2"}, Store: inStore(t)}, nil)
	if err != nil || r.Test.Decision != rating.Undecided || r.Table.Games != 4 {
		t.Errorf("two cycles: %+v, %v", r.Test, err)
	}
}
