package probability

import (
	"context"
)

// These constants are amounts of work, in steps. A step is about as much as one multiplication.
const (
	edgeSteps = 32      // to find the state that an edge leads to
	pairSteps = 2       // to multiply a pair of ways and add it to two rows
	sortSteps = 128     // to sort a state when a layer is thinned
	pollEvery = 1 << 20 // between two checks of the context
)

// Watch limits the work of a solver and its copies. They stop if a context ends, or when all of
// them together have taken the granted number of steps. The zero value sets no limit. Only one
// goroutine may use a Watch.
type Watch struct {
	ctx     context.Context
	granted int64 // 0 for no limit
	spent   int64
	polled  int64 // value of spent at the last check of the context
	err     error
}

// Begin starts a new limit. The solvers stop when ctx ends or when they have taken the granted
// number of steps; 0 grants any number.
func (w *Watch) Begin(ctx context.Context, granted int64) { *w = Watch{ctx: ctx, granted: granted} }

// Err returns the reason why the solvers have stopped: the context's error or [ErrTooWide]. It
// returns nil if they have not stopped.
func (w *Watch) Err() error {
	if w == nil {
		return nil
	}
	return w.err
}

// spend adds work, in steps, to the total. It returns an error if the solvers must stop.
func (w *Watch) spend(work int64) error {
	if w == nil || w.err != nil {
		return w.Err()
	}
	w.spent += work
	switch {
	case w.granted > 0 && w.spent > w.granted:
		w.err = ErrTooWide
	case w.ctx != nil && w.spent-w.polled >= pollEvery:
		w.polled = w.spent
		w.err = w.ctx.Err()
	}
	return w.err
}
