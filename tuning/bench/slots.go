package bench

import (
	"context"
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// AheadFor returns the number of rounds beyond the next that keep so many slots busy while the
// last games of a round are played: as many as hold a game for each slot, by the smallest
// of the first rounds. It is 0 for a single slot.
func AheadFor(ctx context.Context, entry Entry, p tuning.Problem, slots int) (int, error) {
	const rounds = 4
	if slots <= 1 {
		return 0, nil
	}
	s, err := entry.New(p)
	if err != nil {
		return 0, err
	}
	games := slots
	for range rounds {
		batch, err := s.Ask()
		if errors.Is(err, tuning.Done) {
			break
		}
		if err != nil {
			return 0, err
		}
		games = max(min(games, batch.Games()), 1)
		if err := s.Tell(batch, drawn(batch)); err != nil {
			return 0, err
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	return (slots + games - 1) / games, nil
}

// drawn is a batch all of whose games are draws.
func drawn(b tuning.Batch) []tournament.Result {
	results := make([]tournament.Result, len(b.Pairings))
	for i, p := range b.Pairings {
		games := make([]engines.Record, p.Played())
		for g := range games {
			games[g].Outcome = engines.Draw(p.Seats())
		}
		results[i] = tournament.Result{Index: i, Pairing: p, Games: games}
	}
	return results
}
