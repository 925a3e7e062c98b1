package table

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
)

// leastFirst is the time that the first depth of a search has at least, however short
// the time is that a command asks for: an answer needs one finished depth.
const leastFirst = 250 * time.Millisecond

// deepening is a search of a table at one depth after another.
type deepening struct {
	*Thinker
	table  *Table
	agent  engines.Agent
	depths depths
	limit  Limit
}

// run calls at for every depth until the time is up or at is done, and reports whether
// the time ended the search before. A depth that at does not finish leaves no
// trace: what the depth before has found stands. Where the time ends the first depth,
// run calls static, if the position can be evaluated without a search.
func (d deepening) run(ctx context.Context, at func(ctx context.Context, depth int) (done bool, err error), static func(fallback)) (cut bool, err error) {
	limited, cancel := d.within(ctx, d.limit)
	defer cancel()
	first, cancelFirst := d.within(ctx, Limit{Seconds: max(d.limit.Seconds, leastFirst.Seconds())})
	defer cancelFirst()
	if d.limit.Seconds == 0 {
		first = limited
	}
	bounded := first
	for i, depth := range d.depths.all() {
		done, err := at(bounded, depth)
		if err != nil && i == 0 && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && bounded.Err() != nil {
			if f, ok := d.table.fallback(ctx, d.agent); ok {
				static(f)
				return true, nil
			}
		}
		if err != nil {
			err = d.late(ctx, bounded, d.table, i > 0, err)
			return err == nil, err
		}
		if done {
			return false, nil
		}
		bounded = limited
	}
	return false, nil
}

// fallback is an agent's evaluation of a position without any search.
type fallback struct {
	move  engines.Move
	value []float64
}

// fallback evaluates the position by the agent's weights and takes the move after which
// it is worth most. ok is false for games with chance or hidden information, where the
// moves cannot be tried, and for players without weights.
func (t *Table) fallback(ctx context.Context, a engines.Agent) (f fallback, ok bool) {
	e, err := t.engine.With(a.Settings)
	if err != nil || a.Player != "" || e.Spec().Chance != engines.NoChance {
		return f, false
	}
	evaluator, ok := engines.AsHeuristic[engines.Evaluator](e)
	if !ok {
		return f, false
	}
	if f.value, err = evaluator.Evaluate(t.Seen(), a.Weights); err != nil || t.Over() {
		return f, err == nil
	}
	f.move, err = engines.OnePly(evaluator, a.Weights).Choose(ctx, t.Seen())
	return f, err == nil
}
