package table

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// The plies, per seat, after which a drawn position may stand.
const (
	firstDrawn = 2
	lastDrawn  = 24
)

// Draw plays a game from a seed to a random ply, every other move by the default
// agent one move ahead and the others at random, and returns the position there as
// the seat to move sees it; "" if the game was over before.
func (r *Room) Draw(ctx context.Context, e engines.Engine, seats int, seed uint64) (string, error) {
	g, err := e.NewGame(seats, seed)
	if err != nil {
		return "", refuse(BadPosition, "seats", "%s: %w", e.Spec().Name, err)
	}
	a := engines.Agent{Name: "default", Weights: e.Spec().Weights.Default()}
	for _, s := range e.Spec().Settings {
		if s.Name == "depth" && s.Player {
			a = at(a, 1)
		}
	}
	p, err := engines.NewPlayer(ctx, e, a)
	if err != nil {
		return "", refused(BadAgent, "", err)
	}
	defer func() { _ = engines.Close(p) }()
	rand := engines.Rand(engines.Seed(seed, engines.Purpose("draw an etude")))
	plies := seats * (firstDrawn + rand.IntN(lastDrawn-firstDrawn))
	for ply := 0; ply < plies && !g.Over(); ply++ {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		moves := engines.View(g, g.Turn()).Moves(nil)
		m := moves[rand.IntN(len(moves))]
		if ply%2 == 1 {
			if m, err = p.Choose(ctx, engines.View(g, g.Turn())); err != nil {
				return "", err
			}
		}
		if err := g.Apply(m); err != nil {
			return "", fmt.Errorf("ply %d: %w", ply, err)
		}
	}
	if g.Over() {
		return "", nil
	}
	return engines.View(g, g.Turn()).String(), nil
}

// Playout lets an agent play a table to its end, so many times with chance of its
// own each, and counts the games that each seat came first in, a shared first place
// counting for all who share it. It returns the games that were finished within the
// time.
func (k *Thinker) Playout(ctx context.Context, t *Table, a engines.Agent, games int, l Limit) (won []int, played int, err error) {
	limited, cancel := k.within(ctx, l)
	defer cancel()
	won = make([]int, t.game.Seats())
	for ; played < games; played++ {
		o, err := t.playout(limited, a, uint64(played))
		if err != nil {
			return won, played, k.late(ctx, limited, t, played > 0, err)
		}
		for seat := range won {
			if o.Place(seat) == 1 {
				won[seat]++
			}
		}
	}
	return won, played, nil
}

// playout plays a table to its end once.
func (t *Table) playout(ctx context.Context, a engines.Agent, n uint64) (engines.Outcome, error) {
	seed := engines.Seed(t.seed, engines.Purpose("playout"), n)
	g, err := t.engine.ParseGame(engines.View(t.game, t.game.Turn()).String(), seed)
	if err != nil {
		return engines.Outcome{}, err
	}
	players := make([]engines.Player, g.Seats())
	defer func() {
		for _, p := range players {
			_ = engines.Close(p) // nobody waits for what it says
		}
	}()
	for seat := range players {
		if players[seat], err = engines.NewPlayer(ctx, t.engine, a); err != nil {
			return engines.Outcome{}, err
		}
	}
	record, err := engines.Referee(ctx, g, t.engine.Spec().Chance, players, seed)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && record.Forfeit != nil {
		err = fmt.Errorf("seat %d: %s", record.Forfeit.Seat+1, record.Forfeit.Reason)
	}
	return record.Outcome, err
}
