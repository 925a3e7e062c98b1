//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// untilFirstCheck executes a schedule until the first task and its check are open, and calls
// then.
type untilFirstCheck struct {
	h    *Hub
	then func(*batch, *entry)
}

func (x untilFirstCheck) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		defer yield(tournament.Result{}, errors.New("that was all"))
		ctx, cancel := context.WithCancel(ctx)
		b := newBatch(ctx, x.h.Executor("run").(*executor), jobs)
		defer b.queue.wait.Wait()
		defer cancel()
		s, _ := jobs.Take(ctx, 1)
		e, err := b.entry(s)
		if err != nil {
			panic(err)
		}
		b.open[e.stretch.From] = e
		b.sampleCheck(e)
		x.then(b, e)
	}
}

// playUntilFirstCheck plays one pairing with untilFirstCheck on a hub without workers.
func playUntilFirstCheck(t *testing.T, then func(*batch, *entry)) {
	t.Helper()
	h := listening(t, Options{Verify: 1})
	for range tournament.Run(t.Context(), untilFirstCheck{h, then}, two, deals(1), tournament.Options{}) {
	}
}

// resultFor returns the result of a task, or of its check.
func resultFor(b *batch, e *entry, check bool) result {
	task := b.task(e)
	task.Pairings, task.Check = e.pairings, check
	return forged(task, all(task, engines.Winner(2, 0), engines.Winner(2, 1)))
}

// acceptAll accepts whatever is yielded.
func acceptAll(tournament.Result, error) bool { return true }

// An audit finds the result of the last check if its message was lost.
func TestAuditFindsLostCheckResult(t *testing.T) {
	t.Parallel()
	playUntilFirstCheck(t, func(b *batch, e *entry) {
		c := b.checks[e.stretch.From]
		c.entry.attempt, c.entry.sending = 1, false
		first := resultFor(b, e, false)
		if !b.accept(&first, acceptAll) || len(b.open) != 0 || len(b.checks) != 1 {
			t.Fatalf("%d open, %d checks", len(b.open), len(b.checks))
		}
		subject := b.queue.resultSubject(e.stretch.From, true)
		if _, err := b.hub.js.Publish(b.ctx, subject, encode(resultFor(b, e, true)), jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
			t.Fatal(err)
		}
		b.requestAudit(true)
		select {
		case a := <-b.audited:
			b.auditing = false
			if !b.applyAudit(a, acceptAll) || len(b.checks) != 0 {
				t.Errorf("%d checks are open, %v", len(b.checks), a.err)
			}
		case <-time.After(patience):
			t.Error("the server is not asked")
		}
	})
}

// If the publication of a task seems to fail but its result arrives, its check is published.
func TestCheckAfterFailedPublication(t *testing.T) {
	t.Parallel()
	playUntilFirstCheck(t, func(b *batch, e *entry) {
		b.recordPublication(publication{from: e.stretch.From, attempt: 1, err: errors.New("no answer")})
		r := resultFor(b, e, false)
		if !b.accept(&r, acceptAll) {
			t.Fatal("the result was not taken in")
		}
		select {
		case p := <-b.published:
			if !p.check || p.err != nil {
				t.Errorf("%+v", p)
			}
		case <-time.After(patience):
			t.Error("the check is never published")
		}
	})
}
