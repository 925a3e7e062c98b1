package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/ludus"
)

// thought is what a program said of one move.
type thought struct {
	took  time.Duration
	nodes uint64
	depth int
}

// play plays games from consecutive seeds on one goroutine, the program in turn at
// every seat: against random players, or in a game of its own against its defaults.
func (t *trial) play(ctx context.Context, w engines.Weights, from uint64, games int) ([]engines.Record, error) {
	options := engines.ArenaOptions{Moves: true, Openings: t.Openings}
	if t.about.Role == driver.Arena {
		options.Openings = engines.Openings{}
	}
	arena, err := engines.NewArena(t.engine, options)
	if err != nil {
		return nil, err
	}
	one := arena.(engines.PerGoroutine).Fork()
	defer func() { _ = engines.Close(one) }()
	if f, ok := one.(*fork); ok {
		f.crew.thought = func(x thought) { t.thoughts = append(t.thoughts, x) }
	}
	var records []engines.Record
	for g := range games {
		r, err := one.Play(ctx, t.table(w, g), engines.Seed(t.Seed, engines.Purpose("check"), from+uint64(g)))
		if err != nil {
			return records, err
		}
		records = append(records, r)
	}
	return records, nil
}

// table seats the program for the g-th game.
func (t *trial) table(w engines.Weights, g int) []engines.Agent {
	seats := make([]engines.Agent, max(t.Seats, 1))
	for i := range seats {
		seats[i] = engines.Agent{Name: "random", Player: "random"}
		if t.about.Role == driver.Arena {
			seats[i] = engines.Agent{Name: "default", Weights: t.about.Weights.Default()}
		}
	}
	if t.about.Role == driver.Rules { // random players at all seats
		return seats
	}
	seats[g%len(seats)] = engines.Agent{Name: t.program.Name, Weights: w}
	return seats
}

// stories are what can be compared of games.
func stories(records []engines.Record) []string {
	var out []string
	for _, r := range records {
		text := fmt.Sprint(r.Moves(), r.Outcome, r.Plies)
		if r.Forfeit != nil {
			text += r.Forfeit.Kind.String()
		}
		out = append(out, text)
	}
	return out
}

// answering is how many answers are compared between the ends of a weight's range.
const answering = 40

// accept gives the program every weight at its least, its largest and its default.
func (t *trial) accept(ctx context.Context) error {
	n := 0
	err := t.weighed(ctx, func(with with) error {
		for i, w := range t.about.Weights {
			for _, v := range []float64{w.Snap(w.Min), w.Snap(w.Max), w.Default} {
				vector := t.about.Weights.Default()
				vector[i] = v
				if err := with(vector, func(r *running) error { return t.give(ctx, r, vector) }); err != nil {
					return fmt.Errorf("%s = %v: %w", w.Name, v, err)
				}
				n++
			}
		}
		return nil
	})
	if n == 0 {
		return t.judge(ctx, "accept", err, "it has no weights")
	}
	return t.judge(ctx, "accept", err, "%d values of weights", n)
}

// with uses a process for weights.
type with func(w engines.Weights, f func(*running) error) error

// weighed uses one process for all weights, or fresh ones where others need that.
func (t *trial) weighed(ctx context.Context, f func(with) error) error {
	if t.program.Restart != Never {
		return f(func(w engines.Weights, f func(*running) error) error { return t.sessionFor(ctx, w, f) })
	}
	return t.session(ctx, func(r *running) error {
		return f(func(_ engines.Weights, f func(*running) error) error { return f(r) })
	})
}

// session uses a process of the program, which is ended after an error.
func (t *trial) session(ctx context.Context, f func(*running) error) error {
	return t.sessionFor(ctx, t.about.Weights.Default(), f)
}

// sessionFor uses a process of the program that fits weights.
func (t *trial) sessionFor(ctx context.Context, w engines.Weights, f func(*running) error) error {
	c := &crew{programs: t.programs}
	r, err := c.take(ctx, t.program, 0, w)
	if err != nil {
		return err
	}
	if err = f(r); err != nil {
		r.broken = true
	}
	r.busy = false
	c.close()
	return err
}

// give tells the program of a game with some weights.
func (t *trial) give(ctx context.Context, r *running, w engines.Weights) error {
	if t.about.Role != driver.Agent {
		_, err := r.session.(*ludus.Session).Play(ctx, t.deal(w, 1))
		return err
	}
	g, err := t.game(w, 0)
	if err != nil {
		return err
	}
	return errors.Join(r.session.Begin(ctx, g), r.session.Fence(ctx))
}

// deal is a game of an arena.
func (t *trial) deal(w engines.Weights, seed uint64) ludus.Table {
	f := t.engine.(*foreign)
	return ludus.Table{Settings: f.settings, Seats: t.table(w, 0), Space: t.about.Weights, Seed: seed}
}

// game is what a program is told of a game.
func (t *trial) game(w engines.Weights, seat int) (driver.Game, error) {
	host := t.engine.(*Table)
	settings, err := host.settings()
	if err != nil {
		return driver.Game{}, err
	}
	limit, err := engines.ParseLimit(host.limit)
	return driver.Game{
		Game: host.spec.Name, Settings: settings, Seat: seat, Seats: max(t.Seats, 1), Seed: 1, Space: t.about.Weights, Weights: w, Limit: limit,
	}, err
}

// effect compares answers between the ends of every weight's range.
func (t *trial) effect(ctx context.Context) error {
	if len(t.about.Weights) == 0 {
		t.say("effect", Pass, "it has no weights here")
		return nil
	}
	positions, err := t.positions()
	if err != nil {
		return t.judge(ctx, "effect", err, "")
	}
	var idle []string
	err = t.weighed(ctx, func(with with) error {
		for i, w := range t.about.Weights {
			var ends [2][]string
			for k, v := range []float64{w.Snap(w.Min), w.Snap(w.Max)} {
				vector := t.about.Weights.Default()
				vector[i] = v
				err := with(vector, func(r *running) (err error) {
					ends[k], err = t.answers(ctx, r, vector, positions)
					return err
				})
				if err != nil {
					return fmt.Errorf("%s = %v: %w", w.Name, v, err)
				}
			}
			if slices.Equal(ends[0], ends[1]) {
				idle = append(idle, w.Name)
			}
		}
		return nil
	})
	if err == nil && idle != nil && ctx.Err() == nil {
		remedy := ""
		if len(idle) == len(t.about.Weights) && !t.program.startsWithWeights() && t.program.Protocol == "uci" {
			remedy = "; an engine that reads its options only once needs restart: weights"
		}
		t.say("effect", Warn, "%s changes nothing%s", strings.Join(idle, " changes nothing, "), remedy)
		return nil
	}
	return t.judge(ctx, "effect", err, "every weight changes answers")
}

// positions are some in which the program could have to move.
func (t *trial) positions() ([]engines.Game, error) {
	if t.about.Role != driver.Agent {
		return nil, nil
	}
	var list []engines.Game
	for seed := uint64(0); len(list) < answering && seed < answering; seed++ {
		g, _, err := engines.Deal(t.engine, max(t.Seats, 1), engines.Seed(t.Seed, engines.Purpose("check positions"), seed), t.Openings)
		if err != nil {
			return nil, err
		}
		rng := engines.Rand(seed)
		for ply := 0; !g.Over() && ply < 200; ply++ {
			moves := g.Moves(nil)
			if ply%7 == 3 && len(moves) > 1 && len(list) < answering {
				list = append(list, g.Clone())
			}
			if err := g.Apply(moves[rng.IntN(len(moves))]); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// answers are what the program says to positions, or what comes of deals.
func (t *trial) answers(ctx context.Context, r *running, w engines.Weights, positions []engines.Game) ([]string, error) {
	var out []string
	if t.about.Role != driver.Agent {
		for seed := range uint64(answering) {
			record, err := r.session.(*ludus.Session).Play(ctx, t.deal(w, seed+1))
			if err != nil {
				return nil, err
			}
			out = append(out, record.Outcome.String())
		}
		return out, nil
	}
	for _, g := range positions {
		game, err := t.game(w, g.Turn())
		if err != nil {
			return nil, err
		}
		if err := r.session.Begin(ctx, game); err != nil {
			return nil, err
		}
		c, err := r.session.Choose(ctx, driver.Turn{Position: engines.View(g, g.Turn()), Seat: g.Turn()})
		if err != nil {
			return nil, err
		}
		text := c.Move
		if c.Score != nil {
			text += fmt.Sprint(" ", *c.Score)
		}
		out = append(out, text)
	}
	return out, nil
}

// unknown sends a request that a later version might have. Only ludus has versions
// that grow so.
func (t *trial) unknown(ctx context.Context) error {
	said := t.program.Protocol + " has no such requests"
	err := t.session(ctx, func(r *running) error {
		s, ok := r.session.(*ludus.Session)
		if !ok {
			return nil
		}
		said = "a request that it does not know is answered"
		return s.Unknown(ctx)
	})
	return t.judge(ctx, "unknown", err, "%s", said)
}

// fence asks for a sign of life.
func (t *trial) fence(ctx context.Context) error {
	err := t.session(ctx, func(r *running) error { return r.session.Fence(ctx) })
	return t.judge(ctx, "fence", err, "it says when it has done all that it was asked")
}

// end ends two processes: one is asked, the other's input ends.
func (t *trial) end(ctx context.Context) error {
	var late []string
	for _, way := range []string{"quit", "the end of its input"} {
		r, err := t.programs.start(ctx, t.program, t.about.Weights.Default())
		if err != nil {
			return t.judge(ctx, "end", err, "")
		}
		if way == "quit" {
			r.session.Quit()
			if !r.process.Gone(t.program.Timeouts.Quit) {
				late = append(late, way)
			}
			r.process.End(0)
		} else if !r.process.End(t.program.Timeouts.Quit) {
			late = append(late, way)
		}
		t.programs.gone(r)
	}
	if late != nil {
		t.say("end", Warn, "it lives %v after %s, and is killed then", t.program.Timeouts.Quit, strings.Join(late, " and "))
		return nil
	}
	t.say("end", Pass, "it ends when it is asked, and with its input")
	return nil
}
