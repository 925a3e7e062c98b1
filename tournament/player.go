package tournament

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/lanista/lanista/engines"
)

// player plays the games of pairings of agents on one goroutine. It reuses its buffers from pairing
// to pairing.
type player struct {
	arena    engines.Arena
	repeater repeater         // the arena, or nil if it cannot repeat games
	table    []engines.Agent  // agents of the current game by seat
	records  []engines.Record // allocated for the next games
}

// repeater is implemented by arenas in which an agent may always choose the same moves from the
// same start. Repeats reports whether agent a does.
//
// If all agents of a pairing are equal and Repeats returns true, only its first game is played. The
// records of its other games are copies. If an agent forfeits the first game, all games are played.
type repeater interface {
	Repeats(a engines.Agent) bool
}

// recordsAtOnce is the number of records that a player allocates at once. Allocating them
// one by one takes a tenth of the time of very short games.
const recordsAtOnce = 64

func newPlayer(a engines.Arena) *player {
	r, _ := a.(repeater)
	return &player{arena: a, repeater: r, table: make([]engines.Agent, 0, engines.MaxSeats)}
}

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

// play plays all games of a pairing of agents and stores their records in games. The caller must
// have checked the pairing.
func (pl *player) play(ctx context.Context, field []engines.Agent, p *Pairing, games []engines.Record) error {
	pl.table = pl.table[:p.Seats()]
	one := pl.repeats(field, p)
	for g := range games {
		if one && g > 0 && games[0].Forfeit == nil {
			games[g] = games[0].Clone()
			continue
		}
		if err := ctx.Err(); err != nil { // an arena may ignore ctx
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

// repeats reports whether all games of a pairing must be equal. They are if its agents are equal
// and always choose the same moves from the same start.
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

// game plays one game and stores its record in r. It turns a panic of the arena into an error. In the
// reason of a forfeit, which may quote any text of a player, it replaces control characters by blanks.
func (pl *player) game(ctx context.Context, seed uint64, r *engines.Record) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the arena panicked: %v", cause)
		}
	}()
	*r, err = pl.arena.Play(ctx, pl.table, seed)
	if f := r.Forfeit; f != nil && strings.ContainsFunc(f.Reason, isControl) {
		clean := *f // other goroutines may read what the arena returned
		clean.Reason = strings.Map(func(c rune) rune {
			if isControl(c) {
				return ' '
			}
			return c
		}, f.Reason)
		r.Forfeit = &clean
	}
	return err
}

// isControl reports whether a character is a control character, which a terminal could interpret as
// a command. Line breaks and tabs do not count.
func isControl(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }

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

func checkRecord(r *engines.Record, seats int) error {
	if n := r.Outcome.Seats(); n != seats {
		return fmt.Errorf("an outcome of %d seats for %d agents", n, seats)
	}
	if f := r.Forfeit; f != nil && (f.Seat < 0 || f.Seat >= seats) {
		return fmt.Errorf("a forfeit of seat %d of %d", f.Seat, seats)
	}
	if f := r.Forfeit; f != nil && r.Outcome.Place(f.Seat) != seats {
		return fmt.Errorf("seat %d forfeited the game and has place %d instead of the last, %d; engines.ForfeitRecord returns such a record", f.Seat, r.Outcome.Place(f.Seat), seats)
	}
	return nil
}
