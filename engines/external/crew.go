package external

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
)

// crew are the processes of one goroutine that plays games.
type crew struct {
	programs *Programs
	mine     []*running
	at       [engines.MaxSeats]*running // who plays in the present game
	add      []time.Duration            // what the clocks of the present game gain with a move
	thought  func(thought)              // is told of every move, if somebody wants to know
}

// take returns a process for a seat of the present game.
func (c *crew) take(ctx context.Context, p *program, seat int, w engines.Weights) (*running, error) {
	r, err := c.find(ctx, p, w)
	if err != nil {
		return nil, err
	}
	r.busy = true
	r.games++
	r.weights = append(r.weights[:0], w...)
	c.at[seat] = r
	return r, nil
}

// find finds a process that fits, or starts one.
func (c *crew) find(ctx context.Context, p *program, w engines.Weights) (*running, error) {
	for i := 0; i < len(c.mine); i++ {
		r := c.mine[i]
		if r.program != p || r.busy {
			continue
		}
		if r.fits(w) {
			return r, nil
		}
		c.mine = append(c.mine[:i], c.mine[i+1:]...)
		i--
		c.drop(r)
	}
	for r := c.programs.take(p); r != nil; r = c.programs.take(p) {
		if r.fits(w) {
			c.mine = append(c.mine, r)
			return r, nil
		}
		c.drop(r)
	}
	r, err := c.programs.start(ctx, p, w)
	if err == nil {
		c.mine = append(c.mine, r)
	}
	return r, err
}

// drop ends a process, in order if it is sound.
func (c *crew) drop(r *running) {
	if r.broken || r.late {
		c.programs.kill(r)
	} else {
		c.programs.end(r)
	}
}

// settle ends a game: it tells the programs that want to know, waits for those
// that were late, and ends those that cannot be used any more. It reports whether
// the program that was late has not answered since.
func (c *crew) settle(ctx context.Context, record *engines.Record, playErr error) (stalled bool) {
	c.at = [engines.MaxSeats]*running{}
	keep := c.mine[:0]
	for _, r := range c.mine {
		if r.busy {
			r.busy = false
			if !r.broken && !r.late && playErr == nil {
				_ = r.failed(ctx, r.session.End(ctx, record.Outcome, record.Why()))
			}
			if r.late && ctx.Err() == nil && !r.broken {
				if err := r.session.Fence(ctx); err != nil {
					r.broken = true
					stalled = stalled || !errors.Is(err, ctx.Err())
				}
				r.late = false
			}
		}
		if r.broken || r.late {
			c.programs.kill(r)
			continue
		}
		keep = append(keep, r)
	}
	c.mine = keep
	return stalled
}

// close gives the processes back.
func (c *crew) close() {
	for _, r := range c.mine {
		if r.broken || r.late || r.busy {
			c.programs.kill(r)
		} else {
			c.programs.giveBack(r)
		}
	}
	c.mine = nil
}
