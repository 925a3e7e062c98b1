package tournament

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// playCluster plays all games of one job.
func playCluster(ctx context.Context, arena engines.Arena, table []engines.Agent, jobs *Jobs, i int) (Result, error) {
	p, err := jobs.Pairing(i)
	if err != nil {
		return Result{}, err
	}
	field := jobs.Field()
	res := Result{Index: i, Pairing: p, Games: make([]engines.Record, p.Games)}
	for g := range p.Games {
		if err := ctx.Err(); err != nil { // not every arena looks
			return Result{}, err
		}
		table = table[:0]
		for seat := range p.Agents {
			table = append(table, field[p.Seat(g, seat)])
		}
		record, err := play(ctx, arena, table, p.Seed)
		if err == nil {
			err = checkRecord(record, len(table))
		}
		if err != nil {
			return Result{}, err
		}
		res.Games[g] = record
	}
	return res, nil
}

// check refuses a pairing that cannot be played by a field of so many agents.
func (p Pairing) check(field int) error {
	if len(p.Agents) < 1 || len(p.Agents) > engines.MaxSeats {
		return fmt.Errorf("%d agents at a table, 1 to %d needed", len(p.Agents), engines.MaxSeats)
	}
	for _, a := range p.Agents {
		if a < 0 || a >= field {
			return fmt.Errorf("agent %d is not within the field of %d", a, field)
		}
	}
	if p.Games < 1 {
		return fmt.Errorf("%d games, at least 1 needed", p.Games)
	}
	return nil
}

// checkRecord refuses what cannot be the record of a game of so many seats.
func checkRecord(r engines.Record, seats int) error {
	if n := r.Outcome.Seats(); n != seats {
		return fmt.Errorf("the arena returned places of %d seats for %d agents", n, seats)
	}
	if f := r.Forfeit; f != nil && (f.Seat < 0 || f.Seat >= seats) {
		return fmt.Errorf("the arena says that seat %d of %d forfeited", f.Seat, seats)
	}
	return nil
}

// play guards against an arena that panics.
func play(ctx context.Context, arena engines.Arena, table []engines.Agent, seed uint64) (r engines.Record, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the arena panicked: %v", cause)
		}
	}()
	return arena.Play(ctx, table, seed)
}
