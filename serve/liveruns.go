package serve

import (
	"context"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// liveRuns reads the progress of runs that have not ended, for event streams and pages.
type liveRuns struct {
	server *Server
	plans  plans
}

// version returns a number that changes with every transaction that is written to the store.
func (l *liveRuns) version(ctx context.Context) (int64, error) {
	return fromStore(l.server, func(store *results.Store) (int64, error) { return store.Version(ctx) })
}

// labels returns a number for every run, by the run's ID. The number of a run changes with its
// name, its note and its tags.
func (l *liveRuns) labels(ctx context.Context) (map[string]uint64, error) {
	return fromStore(l.server, func(store *results.Store) (map[string]uint64, error) { return store.Labels(ctx) })
}

// list returns the progress of all running runs, of the newest runs, and of the runs whose IDs are
// in others. Unknown IDs are ignored.
func (l *liveRuns) list(ctx context.Context, others []string) (list []documents.Progress, err error) {
	err = l.server.read(func(store *results.Store) error {
		all, err := store.Progress(ctx)
		if err != nil {
			return err
		}
		for _, id := range others {
			if slices.ContainsFunc(all, func(p results.Progress) bool { return p.ID == id }) {
				continue
			}
			if info, err := store.Info(ctx, id); err == nil {
				all = append(all, results.Progress{ID: id, Status: info.Status, Rounds: info.Rounds, Games: info.Games, Pairings: info.Pairings})
			}
		}
		for _, p := range all {
			f := documents.NewProgress(p)
			if p.Status != results.Running {
				l.plans.forget(p.ID)
			} else {
				if run, err := store.Info(ctx, p.ID); err == nil {
					f.PlannedGames, f.ETASeconds = l.expected(run)
				}
				checkpoints, err := store.Checkpoints(ctx, p.ID)
				if err != nil {
					return err
				}
				f = f.WithCheckpoints(checkpoints, nil)
			}
			list = append(list, f)
		}
		return nil
	})
	return list, err
}

// expected returns the planned number of games of a run and an estimate of the remaining seconds.
// They are 0 and nil if they are unknown or the run is not running.
func (l *liveRuns) expected(run results.Summary) (games int, seconds *float64) {
	if run.Status != results.Running {
		l.plans.forget(run.ID)
		return 0, nil
	}
	games = l.plans.planned(l.server.options.Catalog, run)
	return games, l.plans.left(run, games, time.Now())
}

// plans caches the planned number of games of runs, and data for estimating their remaining time.
type plans struct {
	games *lru.Cache[planKey, int]
	seen  *lru.Cache[string, sighting] // by run
}

// planKey identifies the plan of a run in a cache. The config is a part of the key because a run
// may be continued with another budget or schedule.
type planKey struct{ run, config string }

// forget removes the record of when a run was first seen running. It is called when the run is not
// running.
func (p *plans) forget(id string) { p.seen.Remove(id) }

// sighting stores when a run was first observed running, and its number of games at that time.
type sighting struct {
	at    time.Time
	games int
}

// mostPlans is the largest number of runs whose planned number of games is cached.
const mostPlans = 1000

// planned returns the planned number of games of a run, or 0 if it is unknown. It caches the
// number.
func (p *plans) planned(catalog runs.Catalog, run results.Summary) int {
	key := planKey{run.ID, run.Config}
	games, known := p.games.Get(key)
	if !known {
		games = plannedGames(catalog, run)
		p.games.Add(key, games)
	}
	return games
}

// plannedGames computes the planned number of games of a run from its stored config. It returns 0
// if the number is unknown.
func plannedGames(catalog runs.Catalog, run results.Summary) int {
	if run.Kind != results.Tournament {
		return runs.PlannedGames(run)
	}
	board, err := runs.NewScoreboard(catalog, run)
	if err != nil {
		return 0
	}
	return board.Planned()
}

// left estimates the remaining seconds of a run at the time now. planned is the total number of
// games, or 0 if it is unknown. left returns nil if an estimate is not possible.
//
// After the first round of a search, the estimate uses the speed of all rounds so far. For a
// tournament, and before the first round, it uses the speed since the first call of left for this
// run.
func (p *plans) left(run results.Summary, planned int, now time.Time) *float64 {
	if planned == 0 {
		return nil
	}
	if run.Rounds > 0 {
		if left, ok := runs.TimeLeft(planned, run.Games, run.Elapsed); ok && run.Elapsed >= time.Second/2 {
			return &left
		}
		return nil
	}
	first, ok := p.seen.Get(run.ID)
	if !ok || first.games > run.Games {
		first = sighting{now, run.Games}
		p.seen.Add(run.ID, first)
	}
	games, seconds := run.Games-first.games, now.Sub(first.at).Seconds()
	if games <= 0 || seconds < 0.5 {
		return nil
	}
	left := max(0, float64(planned-run.Games)*seconds/float64(games))
	return &left
}
