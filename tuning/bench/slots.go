package bench

import (
	"context"
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Slotted is what asking ahead costs a strategy: the regret with so many games in play
// at once, beside that of the same games played round by round.
type Slotted struct {
	Strategy string `json:"strategy"`
	Budget   int    `json:"budget"`
	Slots    int    `json:"slots"`
	// Ahead is the number of rounds in play beyond the next, on the suite's first
	// problem; 0 where the strategy cannot ask ahead, so that slots wait at the end of
	// every round.
	Ahead int `json:"ahead"`
	// Mean is the geometric mean of the regrets, in Elo (see [Score]), Single that with
	// one slot, and Loss how much more it is, in Elo.
	Mean   float64 `json:"geometric_mean"`
	Single float64 `json:"single"`
	Loss   float64 `json:"loss"`
}

// RunSlots plays all entries on the suite with each number of slots, and with one.
func RunSlots(ctx context.Context, entries []Entry, slots []int, o Options) ([]Slotted, error) {
	o.Slots = 1
	single, err := Run(ctx, entries, o)
	if err != nil {
		return nil, err
	}
	var list []Slotted
	for _, n := range slots {
		o.Slots = n
		several, err := Run(ctx, entries, o)
		if err != nil {
			return nil, err
		}
		for i, s := range several.Strategies {
			before := single.Strategies[i].GeometricMean
			row := Slotted{Strategy: s.Strategy, Budget: s.Budget, Slots: n, Mean: s.GeometricMean, Single: before, Loss: s.GeometricMean - before}
			if row.Ahead, err = o.aheadOf(ctx, entries, s.Strategy, s.Budget); err != nil {
				return nil, err
			}
			list = append(list, row)
		}
	}
	return list, nil
}

// aheadOf is how many rounds ahead an entry is asked on the first problem.
func (o Options) aheadOf(ctx context.Context, entries []Entry, name string, budget int) (int, error) {
	o = o.withDefaults()
	duel, err := NewDuel(o.Kinds[0], o.Dims[0], o.FirstSeed, o.Variant)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if e.Name != name {
			continue
		}
		p := duel.Problem(budget)
		if p.Ahead, err = aheadFor(ctx, e, p, o.Slots); err != nil {
			return 0, err
		}
		s, err := e.New(p)
		if err != nil {
			return 0, err
		}
		return tuning.AheadOf(s), nil
	}
	return 0, nil
}

// aheadFor is the number of rounds beyond the next that keep so many slots busy while the
// last games of a round are played: as many as hold a game for each slot, by the smallest
// of the first rounds. It is 0 for a single slot.
func aheadFor(ctx context.Context, entry Entry, p tuning.Problem, slots int) (int, error) {
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
