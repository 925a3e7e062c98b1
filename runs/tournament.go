package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// TournamentResult is the result of a finished tournament: its stored run, its rating table, and
// the limits of its evidence.
type TournamentResult struct {
	Record  results.Record // run as the store has it once it has finished
	Table   tournament.Table
	Test    *Test         // state of the sequential test; nil for none
	Elapsed time.Duration // time since this process began or resumed the run
	// Ended states why the tournament ended before the end of its schedule. It is "" if it did
	// not.
	Ended   string
	Caveats []string // limits of the evidence, as sentences
	// Irreproducible lists what the results depend on besides config and seed, such as time limits.
	Irreproducible []string
}

// warnTournament passes warnings about the config to the event handler before a tournament, for
// example if it can detect only large differences.
func warnTournament(rec *recorder) {
	r := rec.r
	rec.warnNotes()
	const telling = 100 // Elo
	if c := r.contest; c.test == nil && !c.cyclesGiven {
		if d := tournamentDifference(r, float64(c.games())); d > telling {
			rec.warn("warning: the schedule is played once, and the games of one agent show a difference of %.0f Elo from the mean with a probability of only one half; set schedule.cycles, such as 200", d)
		}
	}
	warnPrograms(r, rec.options, r.Agents)
}

// withStoredGames adds the number of stored games to an InterruptedError.
func withStoredGames(ctx context.Context, rec *recorder, err error) error {
	if i, ok := errors.AsType[*InterruptedError](err); ok {
		info, failed := rec.store.Info(context.WithoutCancel(ctx), i.Run)
		if failed != nil {
			return errors.Join(err, failed)
		}
		i.Games = info.Games
	}
	return err
}

// Result returns the tournament's result in the form that the store keeps.
func (r TournamentResult) Result() results.Result { return storedTableResult(r.Table) }

// Circle returns a list of agents in which each has beaten the next, and the last has beaten the
// first. It returns nil if there is none.
func (r TournamentResult) Circle() *evidence.Circle {
	t := r.Table
	var names []string
	for _, s := range t.Standings {
		names = append(names, s.Agent)
	}
	return evidence.NewCircle(names, evidence.Played{Games: t.Games, Variety: t.Variety}, func(i, j int) (float64, int) {
		if cell := t.Crosstable[i][j]; cell != nil {
			return cell.Score, cell.Games
		}
		return 0, 0
	})
}

// StandingsSoFar returns the record of an unfinished tournament with the standings t as its result.
// It returns rec unchanged if the tournament is finished or t has no games.
func StandingsSoFar(rec results.Record, t tournament.Table) results.Record {
	if rec.Summary.Result == nil && t.Games > 0 {
		a := storedTableResult(t)
		rec.Summary.Result = &a
	}
	return rec
}

func storedTableResult(t tournament.Table) results.Result {
	a := results.Result{Misfit: t.Misfit, Standings: t.Standings}
	if t.Known() {
		a.Played = &evidence.Played{Games: t.Games, Variety: t.Variety}
	}
	return a
}
