package probability

import "context"

// Work is counted in steps of one to three nanoseconds: one multiplication of two ways.
const (
	edgeSteps = 32      // to find the state that an edge leads to
	pairSteps = 2       // to share the solutions of a pair of ways
	sortSteps = 128     // to put a state in its place where there are too many
	askEvery  = 1 << 20 // after which a watch looks at its context again: one to three milliseconds
)

// Watch bounds the work of a solver and of the copies made of it: they stop when a
// context ends, or when all of them together have done more than was granted. The
// zero value bounds nothing. It is used by one goroutine.
type Watch struct {
	ctx     context.Context
	granted int64 // 0: as much as it takes
	spent   int64
	asked   int64 // what was spent when the context was last looked at
	err     error
}

// Begin grants work until the context ends; 0 is no bound on it. What was spent
// before is forgotten.
func (w *Watch) Begin(ctx context.Context, granted int64) { *w = Watch{ctx: ctx, granted: granted} }

// Err returns the reason why the solver was stopped: the context's error or [ErrTooWide].
// It returns nil if it was not stopped.
func (w *Watch) Err() error {
	if w == nil {
		return nil
	}
	return w.err
}

// spend records work and returns an error if the solver must stop.
func (w *Watch) spend(work int64) error {
	if w == nil || w.err != nil {
		return w.Err()
	}
	w.spent += work
	switch {
	case w.granted > 0 && w.spent > w.granted:
		w.err = ErrTooWide
	case w.ctx != nil && w.spent-w.asked >= askEvery:
		w.asked = w.spent
		w.err = w.ctx.Err()
	}
	return w.err
}

// Watch sets the watch of a solver; nil removes it. A stopped call returns [Watch.Err],
// and the next call starts afresh.
func (s *Solver) Watch(w *Watch) { s.watch = w }
