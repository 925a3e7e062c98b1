package workers

import (
	"context"
	"iter"
	"time"

	"github.com/lanista/lanista/tournament"
)

// executor plays the schedules of one run on the workers that are connected to a hub.
type executor struct {
	hub           *Hub
	run           string // token of the run's ID
	subscriptions *runSubscriptions
	first         bool // no batch of the run has been played by this process
}

var (
	_ tournament.Executor  = (*executor)(nil)
	_ tournament.Confirmer = (*executor)(nil)
)

// Executor returns an executor that plays the run with this ID on the connected workers. If another
// process played the run before, the executor uses the results that its workers left on the server.
// It plays one schedule at a time. It may be created before or after [Hub.SetOpener] and
// [Hub.SetChecks] are called for the run.
func (h *Hub) Executor(run string) tournament.Executor {
	run = runToken(run)
	return &executor{hub: h, run: run, subscriptions: h.subscriptionsOf(run), first: true}
}

// Execute plays the pairings of a schedule on workers and yields the results in any order.
func (x *executor) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		if jobs.Left() == 0 && !jobs.Open() {
			return
		}
		x.execute(ctx, jobs, yield, func(b *batch) { b.queue.wait.Go(b.takeStretches) })
	}
}

// execute plays a batch, the pairings of one schedule of the run, and passes the results to yield.
// When the batch has begun, execute calls start, which makes the batch take pairings or check tasks
// of earlier batches.
func (x *executor) execute(ctx context.Context, jobs *tournament.Jobs, yield func(tournament.Result, error) bool, start func(*batch)) {
	if ctx.Err() != nil {
		return
	}
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	b := newBatch(ctx, x, jobs)
	defer func() { x.cleanUp(b, outer.Err() != nil) }()
	defer b.queue.wait.Wait()
	defer cancel()
	if err := b.begin(x); err != nil {
		if ctx.Err() == nil {
			yield(tournament.Result{}, err)
		}
		return
	}
	start(b)
	b.play(yield)
}

// cleanUp ends a batch, the tasks of one schedule. If results are missing, it makes the workers
// stop their games and removes the batch from the server. On a cluster, the results of an
// interrupted batch stay, so that another process can continue the run.
func (x *executor) cleanUp(b *batch, interrupted bool) {
	x.first = false
	if b.incoming == nil { // begin has failed
		return
	}
	q := b.queue
	keep := interrupted && x.hub.broker == nil
	if b.finished() {
		x.subscriptions.release(b.incoming, q.batch, b.bytes, false, keep)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_ = x.hub.link.publish(controlSubject, encode(control{V: version, Run: q.run, Batch: q.batch, Session: b.session}))
	_ = x.hub.link.purge(ctx, tasksStream, taskSubject(q.run, q.batch, ">"))
	if !keep {
		_ = x.hub.link.purge(ctx, resultsStream, resultSubject(q.run, q.batch, ">"))
	}
	x.subscriptions.release(b.incoming, q.batch, 0, !keep, keep)
}

// retry calls f until it succeeds or ctx ends. Between two calls it waits, and creates the
// streams again if the server has lost them.
func (h *Hub) retry(ctx context.Context, f func() error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := f()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		h.warn("the server for workers does not respond; retrying (%v)", err)
		restoring, cancel := context.WithTimeout(ctx, patience)
		_ = h.link.restore(restoring) // the next attempt reports the error
		cancel()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}
