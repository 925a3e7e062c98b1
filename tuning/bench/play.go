package bench

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// AheadFor returns the number of rounds that a strategy should return ahead, so that all slots stay
// busy at the end of a round. A slot plays one game at a time. The rounds ahead together contain at
// least one game for each slot. AheadFor determines the size of rounds from the first four, in
// which it counts every game as a draw. It assumes that all rounds are as small as the smallest of
// these. The number is 0 for a single slot.
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

// drawn returns results for a batch in which all games are draws. No games are played for them.
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

func play(ctx context.Context, entries []Entry, r run, o Options) (float64, error) {
	entry, kind, dim, budget := entries[r.entry], o.Kinds[r.kind], o.Dims[r.dim], o.Budgets[r.budget]
	seed := o.FirstSeed + uint64(r.seed)
	duel, err := o.Problem(kind, dim, seed, o.Variant)
	if err != nil {
		return 0, err
	}
	regret, err := duel.Left(ctx, entry, budget, o.Slots)
	if err != nil {
		return 0, fmt.Errorf("bench: %s on %s %d, seed %d, %d games: %w", entry.Name, kind, dim, seed, budget, err)
	}
	return regret, nil
}

// Left runs a strategy on the problem and returns the regret of its result, in Elo. The regret is
// the strength of the optimum minus the strength of the result. budget is the number of games. Up
// to slots games are played at once.
func (d *Duel) Left(ctx context.Context, entry Entry, budget, slots int) (float64, error) {
	p := d.Problem(budget)
	var err error
	if p.Ahead, err = AheadFor(ctx, entry, p, slots); err != nil {
		return 0, err
	}
	strategy, err := entry.New(p)
	if err != nil {
		return 0, err
	}
	if err := Play(ctx, strategy, &Oracle{Arena: d, Budget: int64(budget), Objective: d.Objective()}); err != nil {
		return 0, err
	}
	result := strategy.Best().Weights
	if err := d.space.Check(result); err != nil {
		return 0, fmt.Errorf("result: %w", err)
	}
	return d.Regret(result), nil
}

// Play runs a strategy with an oracle on this goroutine until the strategy is done or requests more
// games than are left. It leads to the same result as [tuning.Run]. It is faster, because it makes
// no snapshots and does not distribute games: a benchmark game takes only a microsecond.
func Play(ctx context.Context, s tuning.Strategy, oracle *Oracle) error {
	rounds := tuning.NewInPlay(s)
	table := make([]engines.Agent, 0, engines.MaxSeats)
	fits := func(b tuning.Batch) bool {
		games := oracle.Played() + b.Games()
		for _, other := range rounds.Batches {
			games += other.Games()
		}
		return int64(games) <= oracle.Budget
	}
	for {
		if _, err := rounds.Fill(fits); err != nil {
			return err
		}
		if len(rounds.Batches) == 0 {
			return nil
		}
		batch := rounds.Batches[0]
		results := make([]tournament.Result, len(batch.Pairings))
		for i, p := range batch.Pairings {
			games := make([]engines.Record, p.Games)
			for g := range games {
				table = table[:0]
				for seat := range p.Agents {
					table = append(table, batch.Field[p.Seat(g, seat)])
				}
				record, err := oracle.Play(ctx, table, p.Seed)
				if err != nil {
					return err
				}
				games[g] = record
			}
			results[i] = tournament.Result{Index: i, Pairing: p, Games: games, Objective: oracle.Objective}
		}
		if err := rounds.Tell(results); err != nil {
			return err
		}
	}
}
