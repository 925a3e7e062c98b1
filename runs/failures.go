package runs

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// failures returns the games of a pairing that programs lost by failing. field contains the agents
// by their index; if it is nil, the failures have no names of agents.
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

// addFailures counts the games of a pairing in a search, and stores those that external programs
// lost by failing.
func (rec *recorder) addFailures(round int, r tournament.Result) {
	rec.counted += len(r.Games)
	// An interrupt must not prevent the failures from being stored.
	if err := rec.run.SaveFailures(context.Background(), failures(round, nil, r)); rec.unstored == nil {
		rec.unstored = err
	}
}

// Failures returns the games of a stored run that programs lost by failing, such as by a crash or
// an illegal move. path is the path of the store.
func Failures(ctx context.Context, path, run string) ([]results.Failure, error) {
	return fromStore(path, func(store *results.Store) ([]results.Failure, error) { return store.Failures(ctx, run) })
}
