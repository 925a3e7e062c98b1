package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// CompareOptions control a comparison of two runs. The zero value compares stored data and plays
// no games.
type CompareOptions struct {
	Store   string // path of the store; the default is [DefaultStore]
	Games   int    // games to play between the two results; 0 plays none
	Seed    uint64 // seed of the deals (game starts) of these games
	Workers int    // games played at once; the default 0 is the number of cores
	// NewExecutor chooses where games are played; see [Options.NewExecutor].
	NewExecutor func(ExecutorRequest) (tournament.Executor, error)
	// Events receives the progress of the games. The zero value receives nothing.
	Events tuning.Events
}

// CompareResult is the comparison of two runs.
type CompareResult struct {
	Runs   [2]results.Record
	Config []results.Difference // keys whose values differ between the configs of the runs
	Space  engines.Space        // weights that both runs have
	// Weights holds the result of each run, in the order of Space. If only the direction of a
	// weight vector matters in the game, the values are shares of their sum.
	Weights [2]engines.Weights
	Shares  bool
	Same    bool             // both results are the same weights, so that no games are needed
	Match   *rating.Standing // rating of the first run's result against the second's; nil if no games were played
}

// Compare compares two stored runs, a and b, of one game. The text "last" means the newest run that
// is not a tournament. If the options request games, Compare also plays the results of the runs
// against each other, on deals (game starts) that neither run has used. The game has the settings
// of run a, and each result the settings of its own run. If the games require external programs,
// the error contains a [NoMatchError]; the result then lacks only Match.
func Compare(ctx context.Context, c Catalog, a, b string, o CompareOptions) (CompareResult, error) {
	o.Store = cmp.Or(o.Store, DefaultStore)
	var out CompareResult
	var weights [2]engines.Weights
	for i, id := range []string{a, b} {
		rec, err := Record(ctx, o.Store, results.WithWeights(id))
		if err != nil {
			return out, err
		}
		out.Runs[i] = rec
		best, ok := rec.Best()
		if !ok {
			return out, mistakef("run %s has no weights to compare: it is of the verb %s and %s", rec.ID, rec.Kind, rec.Status)
		}
		weights[i] = best.Weights
	}
	first, second := out.Runs[0], out.Runs[1]
	if first.Engine != second.Engine {
		return out, mistakef("only runs of one game can be compared: %s is of %s, %s of %s", first.ID, first.Engine, second.ID, second.Engine)
	}
	out.Config = results.Differences(first.Config, second.Config)
	out.Shares = first.ScaleFree && second.ScaleFree
	for i, w := range first.Space {
		at := second.Space.Index(w.Name)
		if at < 0 {
			continue
		}
		out.Space = append(out.Space, w)
		out.Weights[0] = append(out.Weights[0], weights[0][i])
		out.Weights[1] = append(out.Weights[1], weights[1][at])
	}
	if out.Shares {
		for _, w := range out.Weights {
			sum := total(w)
			for i := range w {
				w[i] /= sum
			}
		}
	}
	sameNames := slices.EqualFunc(first.Space, second.Space, func(a, b engines.Weight) bool { return a.Name == b.Name })
	out.Same = sameNames && slices.Equal(weights[0], weights[1]) && maps.Equal(settingsOf(first), settingsOf(second))
	if o.Games == 0 || out.Same {
		return out, nil
	}
	var err error
	out.Match, err = playMatch(ctx, c, first, second, weights[0], o)
	return out, err
}

// NoMatchError reports that two runs cannot play a match because it requires external programs.
// Commands in a stored config are never executed.
type NoMatchError struct {
	Run      string   // id of the first run, whose settings the match has
	Other    string   // id of the second run
	Programs []string // names of the external programs that the first run uses
}

// Error returns a message with the names of the run and the programs.
func (e *NoMatchError) Error() string {
	return fmt.Sprintf("run %s uses %s, which compare cannot start; use --games 0 to compare without a match, or a tournament with the agents run:%s and run:%s in a config that has the programs", e.Run, programNames(e.Programs), e.Run, e.Other)
}

// settingsOf returns the settings that a run's result requires, or nil if the run has no result
// yet.
func settingsOf(rec results.Record) engines.Settings {
	if rec.Result == nil {
		return nil
	}
	return rec.Result.Settings
}

// playMatch plays the results of two runs against each other. It returns a [NoMatchError] if the
// games require external programs.
func playMatch(ctx context.Context, c Catalog, first, second results.Record, result engines.Weights, o CompareOptions) (*rating.Standing, error) {
	options := Options{Store: o.Store, Workers: o.Workers, NewExecutor: o.NewExecutor}.withDefaults()
	r, err := gameOfRun(ctx, c, first, options)
	if missing, ok := errors.AsType[*programsError](err); ok {
		err = mistake(&NoMatchError{first.ID, second.ID, missing.programs})
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := setOpenings(ctx, r, demand{}); err != nil {
		return nil, cmp.Or(ctx.Err(), mistake(err))
	}
	opponent, note, err := agentOfRun(ctx, r.Engine, second.ID, options.Store)
	if err != nil {
		return nil, err
	}
	if note != "" && o.Events.Warning != nil {
		o.Events.Warning(note)
	}
	executor, err := r.executor(options, "compare-"+first.ID+"-"+second.ID)
	if err != nil {
		return nil, err
	}
	if second.Name != "" && second.Name != first.Name {
		opponent.Name = second.Name
	}
	starts := dealsOf(r, o.Seed, "compare", deals.Options{Supply: r.dealing.plan.Different})
	match := matchOptions(r, o.Games, engines.Seed(o.Seed, engines.Purpose("compare")), starts)
	match.Openings, match.Events = r.countOpenings, o.Events
	agent := engines.Agent{Name: "run:" + first.ID, Weights: result, Settings: fittedSettings(r, first)}
	v, err := playMatches(ctx, executor, agent, []engines.Agent{opponent}, match)
	if err != nil {
		return nil, err
	}
	return &v.Matches[0], nil
}
