package engines

import (
	"context"
	"fmt"
)

// referee plays the games of one goroutine.
type referee struct {
	engine  Engine
	options ArenaOptions
	effects *SeedEffects
	bench   *bench
	seats   [MaxSeats]*benched // the last table's until the next one is seated
	seated  int                // agents at the last table
	play    match
}

func newReferee(a arena) *referee {
	return &referee{engine: a.engine, options: a.options, effects: a.effects, bench: newBench(a.engine)}
}

// Close closes the players.
func (r *referee) Close() error { return r.bench.close() }

// Play deals a table, seats the agents and plays the game to its end.
func (r *referee) Play(ctx context.Context, seats []Agent, seed uint64) (record Record, err error) {
	if err := ctx.Err(); err != nil {
		return record, err
	}
	if len(seats) > MaxSeats {
		return record, fmt.Errorf("%d agents at a table, at most %d", len(seats), MaxSeats)
	}
	effect := r.effects.of(ctx, len(seats))
	start, err := r.engine.NewGame(len(seats), seed)
	if err != nil {
		return record, err
	}
	m := &r.play
	m.open(start, r.seats[:len(seats)], seed)
	m.identify(start, effect)
	m.keep, m.appraised, m.margin = r.options.Moves, r.options.Evals, r.options.Margin
	if r.options.CheckEveryPly {
		m.pause = 0
	}
	if missing, failure := r.seat(ctx, seats); failure != nil {
		err = m.unready(ctx, &record, missing, seats[missing].Name, failure)
	} else {
		err = m.run(ctx, &record, start, r.options.Openings)
		if err != nil || record.Forfeit != nil {
			r.dismiss(&record, err)
		}
	}
	m.leave()
	if err != nil {
		return Record{}, err
	}
	return record, nil
}

// dismiss closes the player who has failed at the game, if there is one: it may be
// in any state.
func (r *referee) dismiss(to *Record, err error) {
	m := &r.play
	failed := -1
	if to.Forfeit != nil {
		failed = to.Forfeit.Seat
	} else if err != nil && m.started < len(m.seats) {
		failed = m.started // it could not begin the game
	}
	if failed >= 0 {
		r.bench.drop(m.seats[failed])
		m.seats[failed] = nil
	}
}

// seat gives every agent a player, the one that sat there in the last game if it
// can be. It returns the seat for which none can be had.
func (r *referee) seat(ctx context.Context, agents []Agent) (int, error) {
	if len(agents) < r.seated {
		clear(r.seats[len(agents):]) // they may be closed before they are wanted
	}
	r.seated = len(agents)
	r.bench.game++
	m := &r.play
	for i := range agents {
		a := &agents[i]
		if p := r.seats[i]; p == nil || !p.plays(a) {
			if err := r.bench.take(ctx, a, r.seats[i:]); err != nil {
				clear(r.seats[i:])
				return i, err
			}
		}
		p := r.seats[i]
		p.game = r.bench.game
		p.agent.Name = a.Name
		m.wants |= p.wants
	}
	return 0, nil
}

// Referee plays a game that has been dealt to its end between players, one per
// seat in order. What they draw comes from seed. It measures no time and closes
// no player. The record has a content if chance is [NoChance].
func Referee(ctx context.Context, g Game, chance Chance, players []Player, seed uint64) (record Record, err error) {
	var table struct { // one allocation for all of it
		match
		players [MaxSeats]benched
		seats   [MaxSeats]*benched
	}
	if len(players) > MaxSeats {
		return Record{}, fmt.Errorf("%d players at a table, at most %d", len(players), MaxSeats)
	}
	table.open(g, table.seats[:len(players)], seed)
	table.identify(g, &SeedEffect{Chance: chance != NoChance, Start: true})
	for i, p := range players {
		table.players[i] = benchedPlayer(p)
		table.seats[i] = &table.players[i]
		table.wants |= table.players[i].wants
	}
	if err := table.run(ctx, &record, g, Openings{}); err != nil {
		return Record{}, err
	}
	return record, nil
}
