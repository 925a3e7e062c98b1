package runs

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// failures returns the games of a pairing that programs lost by failing. field holds the agents by
// their index; if it is nil, the failures lack the names of agents.
func failures(round int, field []engines.Agent, r tournament.Result) []results.Failure {
	var list []results.Failure
	for g := range r.Games {
		f := r.Games[g].Forfeit
		if f == nil || f.Evidence == nil {
			continue
		}
		failure := results.Failure{Round: round, Pairing: r.Index, Game: g + 1, Forfeit: *f}
		for seat := range r.Pairing.Seats() {
			if field != nil {
				failure.Agents = append(failure.Agents, field[r.Pairing.Seat(g, seat)].Name)
			}
		}
		list = append(list, failure)
	}
	return list
}

// failureLog stores games that programs lose by failing, such as by a crash or an illegal move.
type failureLog struct {
	run   *results.Run
	games int   // number of games in all results
	err   error // first error of storing
}

// add counts the games of a pairing's result and stores the failures among them. agents may be
// nil if the agents have no names.
func (l *failureLog) add(round int, agents []engines.Agent, r tournament.Result) {
	l.games += len(r.Games)
	// An interrupt must not prevent the failures from being stored.
	if err := l.run.SaveFailures(context.Background(), failures(round, agents, r)); l.err == nil {
		l.err = err
	}
}

// Failures returns the games of a stored run that programs lost by failing, such as by a crash or
// an illegal move. path is the path of the store.
func Failures(ctx context.Context, path, run string) ([]results.Failure, error) {
	return fromStore(path, func(store *results.Store) ([]results.Failure, error) { return store.Failures(ctx, run) })
}
