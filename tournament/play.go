package tournament

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// player plays the games of pairings on one goroutine.
type player struct {
	arena    engines.Arena
	repeater repeater         // the arena, if it is one
	table    []engines.Agent  // of the game in play
	records  []engines.Record // for the games to come
}

// repeater is implemented by arenas that know agents which choose the same moves in every
// game of one deal. If all agents of a pairing play alike and repeat their moves, its games
// are one game, which is played once.
type repeater interface {
	Repeats(a engines.Agent) bool
}

// recordsAtOnce is how many records a player makes at a time: of games that take no
// time, making them one by one would be a tenth of the work.
const recordsAtOnce = 64

func newPlayer(a engines.Arena) *player {
	r, _ := a.(repeater)
	return &player{arena: a, repeater: r, table: make([]engines.Agent, 0, engines.MaxSeats)}
}

// job plays a job into its result.
func (pl *player) job(ctx context.Context, jobs *Jobs, i int, to *Result) (err error) {
	to.Index = i
	if to.Pairing, err = jobs.Pairing(i); err != nil {
		return err
	}
	n := to.Pairing.Played()
	if n > len(pl.records) {
		pl.records = make([]engines.Record, max(n, recordsAtOnce))
	}
	to.Games, pl.records = pl.records[:n:n], pl.records[n:]
	return pl.play(ctx, jobs.Field(), &to.Pairing, to.Games)
}

// play plays all games of a pairing that check has found playable.
func (pl *player) play(ctx context.Context, field []engines.Agent, p *Pairing, games []engines.Record) error {
	pl.table = pl.table[:p.Seats()]
	one := pl.repeats(field, p)
	for g := range games {
		if one && g > 0 && games[0].Forfeit == nil {
			games[g] = games[0].Clone()
			continue
		}
		if err := ctx.Err(); err != nil { // not every arena looks
			return err
		}
		for seat := range pl.table {
			pl.table[seat] = field[p.Seat(g, seat)]
		}
		err := pl.game(ctx, p.Seed, &games[g])
		if err == nil {
			err = checkRecord(&games[g], len(pl.table))
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", g+1, err)
		}
	}
	return nil
}

// repeats reports whether the games of a pairing are one game: all its agents play
// alike and repeat themselves, and every game is of one deal. Each has then won as
// often as it has lost. A game that was forfeited is no such game.
func (pl *player) repeats(field []engines.Agent, p *Pairing) bool {
	if pl.repeater == nil || p.Apart || p.Played() < 2 {
		return false
	}
	first := &field[p.Agents[0]]
	for _, i := range p.Agents[1:] {
		if !first.Same(field[i]) {
			return false
		}
	}
	return pl.repeater.Repeats(*first)
}

// game plays one game into a record. It guards against an arena that panics.
func (pl *player) game(ctx context.Context, seed uint64, r *engines.Record) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the arena panicked: %v", cause)
		}
	}()
	*r, err = pl.arena.Play(ctx, pl.table, seed)
	return err
}

// checkGames refuses records that cannot be of a pairing's games.
func (p *Pairing) checkGames(games []engines.Record) error {
	if len(games) != p.Played() {
		return fmt.Errorf("%d games, %d were to be played", len(games), p.Played())
	}
	for g := range games {
		if err := checkRecord(&games[g], p.Seats()); err != nil {
			return fmt.Errorf("game %d: %w", g+1, err)
		}
	}
	return nil
}

// checkRecord refuses what cannot be the record of a game of so many seats.
func checkRecord(r *engines.Record, seats int) error {
	if n := r.Outcome.Seats(); n != seats {
		return fmt.Errorf("an outcome of %d seats for %d agents", n, seats)
	}
	if f := r.Forfeit; f != nil && (f.Seat < 0 || f.Seat >= seats) {
		return fmt.Errorf("a forfeit of seat %d of %d", f.Seat, seats)
	}
	return nil
}
