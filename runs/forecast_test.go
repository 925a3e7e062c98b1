package runs_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/runs"
)

// A forecast is that of the run as it would be played; a caller with less time
// than a second gets one too.
func TestForecast(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]runs.Forecast{
		onTrack: {Engine: "track", Strategy: "spsa", Weights: 2, Games: 200, Verification: 120},
		onRisk:  {Engine: "risk", Strategy: "genetic", Weights: 4, Games: 32, Verification: 60},
		pooled:  {Engine: "track", Strategy: "cmaes", Weights: 2, Games: 200, Verification: 120},
		strings.Replace(onTrack, "games: 120", "games: 0", 1): {Engine: "track", Strategy: "spsa", Weights: 2, Games: 200},
	} {
		db := inStore(t)
		var got runs.Forecast
		var err error
		for wait := 100 * time.Millisecond; !(got.PerSecond > 0) && wait < time.Minute; wait *= 2 { // a busy machine needs longer
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			got, err = runs.ForecastTuning(ctx, both(), runs.Options{Text: config, Store: db})
			cancel()
		}
		if err != nil {
			t.Fatal(err)
		}
		if got.Engine != want.Engine || got.Strategy != want.Strategy || got.Weights != want.Weights ||
			got.Games > want.Games || got.Games < want.Games*9/10 || got.Verification != want.Verification {
			t.Errorf("%+v, want %+v", got, want)
		}
		if seconds := float64(got.Games+got.Verification+got.Checkpoints) / got.PerSecond; !(got.PerSecond > 0) || math.Abs(got.Seconds-seconds) > 1e-9*seconds {
			t.Errorf("%v s at %v games a second", got.Seconds, got.PerSecond)
		}
		if (got.Floor != nil) != (got.Games > 0) || (got.Difference != nil) != (got.Verification > 0) {
			t.Errorf("%d games and %d: floor %v, difference %v", got.Games, got.Verification, got.Floor, got.Difference)
		}
		if _, err := os.Stat(db); !errors.Is(err, os.ErrNotExist) {
			t.Error("a forecast left a store")
		}
	}
}

// A forecast counts all games of a run: those of the verification, of the checkpoints, and of the
// result against itself.
func TestForecastCountsEveryGame(t *testing.T) {
	t.Parallel()
	for _, opponents := range []string{"[default]", "[random]", "[default, random]"} {
		config := "engine: {name: track}\nstrategy: {name: spsa, rounds: 100}\nbudget: {games: 400}\nverification: {games: 240, opponents: " + opponents + "}\nseed: 3\n"
		f, err := runs.ForecastTuning(t.Context(), both(), runs.Options{Text: config})
		if err != nil {
			t.Fatal(err)
		}
		r, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		between := 0
		for _, c := range r.Record.Result.Checkpoints[:len(r.Record.Result.Checkpoints)-1] { // the last one is the verification
			between += c.Played
		}
		for _, m := range r.Record.Result.AgainstItself {
			between += m.Games
		}
		match := r.Verification.Matches[0]
		if r.Record.Result.Refused != nil || len(r.Record.Result.Checkpoints) != 6 || f.Games != r.Record.Games || f.Verification != r.Verification.Games || f.Match != match.Games || f.Checkpoints != between {
			t.Errorf("%s: %+v, but the run has %d games, %d to verify, %d in the first match, %d between", opponents, f, r.Record.Games, r.Verification.Games, match.Games, between)
		}
		// Half the width of the interval of independent decisive games: 1.96 standard errors of 1/2.
		want := 1.959964 * 800 / math.Ln10 / math.Sqrt(float64(match.Games))
		if f.Difference == nil || math.Abs(*f.Difference-want) > 0.01*want {
			t.Errorf("%s: a difference of %v Elo, want %v", opponents, f.Difference, want)
		}
	}
}

// If openings repeat, the forecast supposes that games do, as they do here. Half the width of the
// interval is 1.96 standard errors of 1/2 for the different games alone.
func TestForecastOfFewOpenings(t *testing.T) {
	t.Parallel()
	of := func(n int) float64 { return 1.959964 * 800 / math.Ln10 / math.Sqrt(float64(n)) }
	near := func(got *float64, want float64) bool { return got != nil && math.Abs(*got-want) < 0.01*want }
	const verified = "{engine: {name: piles}, strategy: {name: spsa}, budget: {games: 400}, verification: {games: 200, opponents: [default]}, seed: 1}"
	for openings, want := range map[string]struct{ shown, supply int }{
		"{random_plies: 1}":                {0, 5}, // a third of 15 openings is too few for an interval
		"{random_plies: 1, set_aside: 12}": {24, 12},
		"{random_plies: 12}":               {120, 0},
	} {
		f, err := runs.ForecastTuning(t.Context(), only(newPiles()), runs.Options{Text: verified, Set: []string{"openings=" + openings}})
		if err != nil {
			t.Fatal(err)
		}
		if f.Match != 120 || f.MatchOpenings != want.supply || (f.Difference != nil) != (want.shown > 0) || want.shown > 0 && !near(f.Difference, of(want.shown)) {
			t.Errorf("%s: matches of %d games, %d openings, difference %v, want %v", openings, f.Match, f.MatchOpenings, f.Difference, want)
		}
	}
	const table = "{engine: {name: piles}, openings: {random_plies: 1}, agents: [default, {name: other, weights: {largest: 5}}], schedule: {cycles: 200}}"
	f, err := runs.ForecastTournament(t.Context(), only(newPiles()), runs.Options{Text: table})
	if err != nil || f.Games != 400 || !near(&f.Difference, of(30)) {
		t.Errorf("%+v (%v), want 400 games that show %v", f, err, of(30))
	}
}

// A forecast names a verification that may exceed its number of games, and has no difference if
// no interval is measured.
func TestForecastOfASmallVerification(t *testing.T) {
	t.Parallel()
	for games, want := range map[string]struct {
		verification int
		note, shows  bool
	}{
		"1":   {4, true, false}, // fewer than ten pairings have no interval
		"7":   {6, true, false},
		"100": {100, false, true},
		"0":   {0, false, false},
	} {
		f, err := runs.ForecastTuning(t.Context(), both(), runs.Options{Text: onTrack, Set: []string{"verification={games: " + games + ", opponents: [default]}"}})
		if err != nil {
			t.Fatal(err)
		}
		noted := slices.ContainsFunc(f.Notes, func(note string) bool { return strings.Contains(note, "may be more than verification.games") })
		if f.Verification != want.verification || noted != want.note || (f.Difference != nil) != want.shows {
			t.Errorf("%s games: %+v", games, f)
		}
	}
}

// The forecast of a resumed run is that of the whole run; a note states what has been played.
func TestForecastOfAResumedRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := runs.Options{Text: onTrack, Store: inStore(t), Events: stops(cancel, 2, 0)}
	var stopped *runs.InterruptedError
	if _, err := both().Tune(ctx, o, nil); !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), o.Store, stopped.Run)
	if err != nil || rec.Games == 0 {
		t.Fatalf("%d games, %v", rec.Games, err)
	}
	f, err := runs.ForecastTuning(t.Context(), both(), runs.Options{Resume: stopped.Run, Store: o.Store})
	if want := fmt.Sprintf("run %s has played %d of the games of the search;", rec.ID, rec.Games); err != nil || !slices.ContainsFunc(f.Notes, func(note string) bool { return strings.HasPrefix(note, want) }) {
		t.Errorf("%v, %q, want %q", err, f.Notes, want)
	}
}

func TestForecastMistakes(t *testing.T) {
	t.Parallel()
	for _, config := range []string{cup, "engine: {name: trak}", strings.Replace(onTrack, "games: 200", "games: 0", 1), strings.Replace(onTrack, "spsa", "luck", 1)} {
		var mistake *runs.MistakeError
		if _, err := runs.ForecastTuning(t.Context(), both(), runs.Options{Text: config}); !errors.As(err, &mistake) {
			t.Errorf("%v", err)
		}
	}
}

// A forecast reports a store and a file of games that the run could not write, and makes neither.
func TestForecastChecksTheOutputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, c := t.Context(), both()
	forecasts := map[string]func(runs.Options) error{
		onTrack: func(o runs.Options) error { _, err := runs.ForecastTuning(ctx, c, o); return err },
		cup:     func(o runs.Options) error { _, err := runs.ForecastTournament(ctx, c, o); return err },
		onGrid:  func(o runs.Options) error { _, err := runs.ForecastGrid(ctx, c, o, runs.GridOptions{}); return err },
	}
	for config, forecast := range forecasts {
		for name, o := range map[string]runs.Options{
			"is a directory":                    {Store: dir},
			"does not exist":                    {Store: filepath.Join(dir, "none", "s.db")},
			filepath.Join("none", "games.json"): {Store: inStore(t), GamesFile: filepath.Join(dir, "none", "games.json")},
			"games of track ":                   {Store: inStore(t), GamesFile: filepath.Join(dir, "games.pgn")},
		} {
			if config == onGrid && strings.HasPrefix(name, "games of") { // a grid plays no games
				continue
			}
			o.Text = config
			if err := forecast(o); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v, want %q", config, err, name)
			}
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestAboutTime(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.2: "less than a second", 59.6: "about 1m0s", 3 * 3600: "about 3 hours", 60 * 86400: "about 60 days", 1e11: "about 3169 years",
	} {
		if got := runs.RoughDuration(seconds); got != want {
			t.Errorf("%v s is %q, want %q", seconds, got, want)
		}
	}
}

// What is expected of a strategy is what bench has measured, above the floor.
func TestForecastExpectation(t *testing.T) {
	t.Parallel()
	got, err := runs.ForecastTuning(t.Context(), both(), runs.Options{Text: onRisk, Set: []string{"strategy={name: spsa}", "budget={games: 2000}"}})
	if err != nil || got.Expected == nil || got.Expected.Smooth < 3.4 || got.Expected.Smooth > 4.5 || got.Expected.Smooth < *got.Floor {
		t.Errorf("%+v, %v", got.Expected, err)
	}
}

func TestForecastTournament(t *testing.T) {
	t.Parallel()
	got, err := runs.ForecastTournament(t.Context(), both(), runs.Options{Text: cup})
	if err != nil || got.Games != 240 || got.Agents != 3 || got.Expected != nil || !(got.Seconds > 0) || !(got.Difference > 0) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = runs.ForecastTournament(t.Context(), both(), runs.Options{Text: "engine: {name: track}\nagents: [default, random]\nschedule: {sprt: [0, 20]}\n"})
	if err != nil || got.Expected == nil || got.Games < 9*int(*got.Expected) {
		t.Errorf("%+v, %v: it plays for ten times as long as it takes on average", got, err)
	}
}

func TestForecastGrid(t *testing.T) {
	t.Parallel()
	o, g := runs.Options{Text: onGrid, Store: inStore(t)}, runs.GridOptions{LeaveOneOut: new(true), Exact: new(true), MaxPoints: 15}
	got, err := runs.ForecastGrid(t.Context(), both(), o, g)
	if err != nil || !got.Exact || got.Points != 16 || got.Visits != 64 || got.Etudes != 3 || !(got.PerSecond > 0) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := both().Grid(t.Context(), o, g); err == nil || !strings.Contains(err.Error(), "the grid has 16 points") || !strings.Contains(err.Error(), "15 are allowed") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(o.Store); !errors.Is(err, os.ErrNotExist) {
		t.Error("a refused grid left a store")
	}
}

// A weight whose last value is below the upper end of its range is noted before and by the search.
func TestUnreachedEndOfARangeIsNoted(t *testing.T) {
	t.Parallel()
	for step, want := range map[string][]string{
		"2":   {"strategy.weights.way: the last value is 2; steps of 2 do not reach 3"},
		"1.5": nil,
	} {
		var warned []string
		o := runs.Options{Text: onGrid, Set: []string{"strategy.weights.way.step=" + step}, Store: inStore(t)}
		o.Events.Warning = func(text string) { warned = append(warned, text) }
		f, err := runs.ForecastGrid(t.Context(), both(), o, runs.GridOptions{})
		if err != nil || !slices.Equal(f.Notes, want) {
			t.Errorf("step %s: notes %q, %v", step, f.Notes, err)
		}
		if _, err := both().Grid(t.Context(), o, runs.GridOptions{}); err != nil || !slices.Equal(warned, want) {
			t.Errorf("step %s: warnings %q, %v", step, warned, err)
		}
	}
}

// A time limit that ends the search before its games does so in the expected duration, too.
func TestForecastOfATimeLimit(t *testing.T) {
	t.Parallel()
	f, err := runs.ForecastTuning(t.Context(), both(), runs.Options{Text: "{engine: {name: risk}, strategy: {name: spsa}, budget: {games: 1000000, time: 2ms}}"})
	if err != nil || f.Games != 1_000_000 || f.Seconds != 0.002 {
		t.Errorf("%+v, %v", f, err)
	}
}

// In a game of one seat, a sequential test compares two games at a time.
func TestForecastOfATestOfOneSeat(t *testing.T) {
	t.Parallel()
	spec := engines.Spec{Name: "hill", Weights: engines.Space{{Name: "x", Max: 10, Default: 9}}}
	game := solo.Func(spec, func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		return engines.Rand(seed).Float64() - a.Weights[0], nil
	})
	f, err := runs.ForecastTournament(t.Context(), only(game), runs.Options{Text: "{engine: {name: hill}, agents: [default, {name: other, weights: [1]}], schedule: {sprt: [0, 100]}}"})
	comparisons := math.Ceil(math.Pow(math.Log(19)/(100*math.Ln10/800), 2)) // Wald's mean half-way between the hypotheses, by 800/ln 10 normalised Elo for a standard deviation
	if err != nil || f.Expected == nil || *f.Expected != 2*comparisons || math.Abs(f.Difference-1.959963984540054*800/math.Ln10/math.Sqrt(comparisons)) > 1e-6 {
		t.Errorf("%+v, %v; want %v games", f, err, 2*comparisons)
	}
}
