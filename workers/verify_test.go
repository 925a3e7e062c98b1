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

// checkedAlone executes a schedule as far as a batch whose first task is open, with its
// check, and lets a test go on from there.
type checkedAlone struct {
	h    *Hub
	then func(*batch, *entry)
}

func (x checkedAlone) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
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
		b.open[e.From] = e
		b.sampleCheck(e)
		x.then(b, e)
	}
}

// checkAlone plays one pairing as far as that. Nobody else works for the hub.
func checkAlone(t *testing.T, then func(*batch, *entry)) {
	t.Helper()
	h := listening(t, Options{Verify: 1})
	for range tournament.Run(t.Context(), checkedAlone{h, then}, two, deals(1), tournament.Options{}) {
	}
}

// resultFor is the result of a task, or of its check.
func resultFor(b *batch, e *entry, check bool) result {
	task := b.task(e)
	task.Pairings, task.Check = e.pairings, check
	return lied(task, all(task, engines.Winner(2, 0), engines.Winner(2, 1)))
}

// takenIn takes in whatever is yielded.
func takenIn(tournament.Result, error) bool { return true }

// A result of a check that nobody heard, as when the server was killed, is found even if
// nothing else is left to be played.
func TestLostResultOfTheLastCheckIsFound(t *testing.T) {
	t.Parallel()
	checkAlone(t, func(b *batch, e *entry) {
		c := b.checks[e.From]
		c.attempt, c.sending = 1, false
		first := resultFor(b, e, false)
		if !b.accept(&first, takenIn) || len(b.open) != 0 || len(b.checks) != 1 {
			t.Fatalf("%d open, %d checks", len(b.open), len(b.checks))
		}
		subject := b.queue.resultSubject(e.From, true)
		if _, err := b.hub.js.Publish(b.ctx, subject, encode(resultFor(b, e, true)), jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
			t.Fatal(err)
		}
		b.requestAudit(true)
		select {
		case a := <-b.audited:
			b.auditing = false
			if !b.applyAudit(a, takenIn) || len(b.checks) != 0 {
				t.Errorf("%d checks are open, %v", len(b.checks), a.err)
			}
		case <-time.After(patience):
			t.Error("the server is not asked")
		}
	})
}

// A task whose publication seemed to fail may have been stored and played: its check is
// published all the same.
func TestCheckOfATaskThatWasStoredUnheard(t *testing.T) {
	t.Parallel()
	checkAlone(t, func(b *batch, e *entry) {
		b.recordPublication(publication{from: e.From, attempt: 1, err: errors.New("no answer")})
		r := resultFor(b, e, false)
		if !b.accept(&r, takenIn) {
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
