package engines

import (
	"context"
	"errors"
	"fmt"
)

// referee is an [Arena] for one goroutine. It reuses the players that it created for earlier
// games.
type referee struct {
	engine  Engine
	options ArenaOptions
	effects *seedEffects
	players *playerCache
	seats   [MaxSeats]*cachedPlayer // of the last game, until the next one is seated
	seated  int                     // agents of the last game
	match   match
	renewer Renewer // the engine if it is one, otherwise nil
	last    Game    // the last game, if its memory can serve for the next one
}

func newReferee(a arena) *referee {
	r := &referee{engine: a.engine, options: a.options, effects: a.effects, players: newPlayerCache(a.engine)}
	r.renewer, _ = a.engine.(Renewer)
	return r
}

// Close closes all players that the referee keeps.
func (r *referee) Close() error { return r.players.close() }

// Play starts a game from the seed, assigns a player to every agent and plays the game to its
// end.
func (r *referee) Play(ctx context.Context, seats []Agent, seed uint64) (record Record, err error) {
	if err := ctx.Err(); err != nil {
		return record, err
	}
	if len(seats) > MaxSeats {
		return record, fmt.Errorf("%d agents in a game, at most %d", len(seats), MaxSeats)
	}
	effect := r.effects.of(ctx, len(seats))
	start, err := r.newGame(len(seats), seed)
	if err != nil {
		return record, err
	}
	m := &r.match
	m.open(start, r.seats[:len(seats)], seed, &r.options)
	m.identify(start, effect)
	if missing, failure := r.seat(ctx, seats); failure != nil {
		err = m.notStarted(ctx, &record, missing, seats[missing].Name, failure)
	} else {
		err = m.run(ctx, &record, start, r.options.Openings)
		if err != nil || record.Forfeit != nil {
			r.dropFailed(&record, err)
		}
	}
	m.release()
	if err != nil {
		return Record{}, err
	}
	if r.renewer != nil && record.Forfeit == nil {
		r.last = start
	}
	return record, nil
}

// newGame returns a new game. If the engine is a [Renewer], it uses the memory of the previous
// game.
func (r *referee) newGame(seats int, seed uint64) (Game, error) {
	last := r.last
	if last == nil {
		return r.engine.NewGame(seats, seed)
	}
	r.last = nil
	return r.renewer.RenewGame(last, seats, seed)
}

// dropFailed closes the player that failed in the game, if any, and removes it from the cache.
// Its state is unknown, so it must not play again.
func (r *referee) dropFailed(to *Record, err error) {
	m := &r.match
	failed := noSeat
	if to.Forfeit != nil {
		failed = to.Forfeit.Seat
	} else if err != nil && m.started < len(m.seats) {
		failed = m.started // its Start failed
	}
	if failed >= 0 {
		r.players.drop(m.seats[failed])
		m.seats[failed] = nil
	}
}

// seat assigns a player to every agent. It prefers the player that had the same seat in the last
// game. If a player cannot be created, seat returns the index of its agent and the error.
func (r *referee) seat(ctx context.Context, agents []Agent) (int, error) {
	if len(agents) < r.seated {
		clear(r.seats[len(agents):]) // the cache may close them before the next game
	}
	r.seated = len(agents)
	r.players.game++
	m := &r.match
	for i := range agents {
		a := &agents[i]
		if p := r.seats[i]; p == nil || !p.plays(a) {
			if err := r.players.take(ctx, a, r.seats[i:]); err != nil {
				clear(r.seats[i:])
				return i, err
			}
		}
		p := r.seats[i]
		p.game = r.players.game
		p.agent.Name = a.Name
		m.hooks |= p.hooks
	}
	return 0, nil
}

// Referee plays a started game to its end. players has one player per seat, in order. The seed is
// for the players' random numbers. Referee measures no time and closes no player. It computes the
// record's Content only if chance is [NoChance]. It returns the same errors as [Arena].Play.
func Referee(ctx context.Context, g Game, chance Chance, players []Player, seed uint64) (record Record, err error) {
	var table struct { // one allocation for all of it
		match   match
		players [MaxSeats]cachedPlayer
		seats   [MaxSeats]*cachedPlayer
	}
	if len(players) > MaxSeats {
		return Record{}, fmt.Errorf("%d players in a game, at most %d", len(players), MaxSeats)
	}
	if g == nil {
		return Record{}, errors.New("the game is nil")
	}
	m := &table.match
	m.open(g, table.seats[:len(players)], seed, &ArenaOptions{})
	m.identify(g, &SeedEffect{Chance: chance != NoChance, Start: true})
	for i, p := range players {
		table.players[i] = newCachedPlayer(p)
		table.seats[i] = &table.players[i]
		m.hooks |= table.players[i].hooks
	}
	if err := m.run(ctx, &record, g, Openings{}); err != nil {
		return Record{}, err
	}
	return record, nil
}
