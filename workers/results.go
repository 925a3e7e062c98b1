//go:build !nobroker

package workers

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/tournament"
)

// maxFailures is how often a task may fail, or its result be rejected, before the run ends with
// an error.
const maxFailures = 3

// receive processes a message with a result. If the message is not a valid result of its task,
// the task is published again. Like all methods that call yield, receive returns false if the
// batch must stop: yield has returned false or received an error that ends the run.
func (b *batch) receive(subject string, data []byte, yield func(tournament.Result, error) bool) bool {
	r, err := readResult(data)
	if err == nil && (r.Run != b.queue.run || r.Batch != b.queue.batch || subject != b.queue.resultSubject(r.From, r.Check)) {
		err = errors.New("it belongs to another task")
	}
	if err != nil {
		b.hub.warn("an unusable result was rejected: %v", err)
		if from, ok := parseTaskKey(subject); ok {
			if e, open := b.open[from]; open {
				return b.fail(e, fmt.Errorf("its result is unusable: %w", err), yield)
			}
		}
		return true
	}
	if r.Check {
		return b.acceptCheck(&r, yield)
	}
	e, ok := b.open[r.From]
	if !ok {
		return true // a second result, or that of a task that has not been handed out yet
	}
	if r.To != e.stretch.To || r.Pairings != e.digest {
		return b.fail(e, fmt.Errorf("worker %s played other pairings", cleanText(r.Worker)), yield)
	}
	return b.accept(&r, yield)
}

// accept checks the game records in a result and yields them, if the task has no result yet.
func (b *batch) accept(r *result, yield func(tournament.Result, error) bool) bool {
	e := b.open[r.From]
	if r.Refused != "" {
		return b.fail(e, fmt.Errorf("worker %s cannot play it: %s", r.Worker, r.Refused), yield)
	}
	list, err := readRecords(r.Results, e.pairings)
	if err != nil {
		return b.fail(e, fmt.Errorf("worker %s: %w", r.Worker, err), yield)
	}
	results := make([]tournament.Result, 0, e.stretch.Len())
	var errs []error
	for k, games := range list {
		i := e.stretch.From + k
		if text, bad := r.Errors[i]; bad {
			errs = append(errs, &tournament.JobError{Index: i, Err: errors.New(text)})
			continue
		}
		one, err := b.jobs.Result(i, games)
		if err != nil {
			return b.fail(e, fmt.Errorf("worker %s: pairing %d: %w", r.Worker, i+1, err), yield)
		}
		results = append(results, one)
	}
	b.hub.pace.add(e.stretch.Len(), time.Duration(r.Ms*float64(time.Millisecond)), len(r.Results))
	delete(b.open, e.stretch.From)
	if len(e.seqs) > 1 || e.copied {
		b.queue.removeCopies(e.seqs)
	}
	if len(errs) > 0 {
		b.queue.removeResult(e.stretch.From) // the caller may play the pairings again under the same name
		b.dropCheck(e.stretch.From)
	} else if c, ok := b.checks[e.stretch.From]; ok {
		c.first = &answer{r.Digest, r.Worker}
		b.startCheck(e.stretch.From) // the confirmation of the task's publication may be lost
		if !b.compare(c, yield) {
			return false
		}
	}
	for _, one := range results {
		if !yield(one, nil) {
			return false
		}
	}
	for _, err := range errs {
		if !yield(tournament.Result{}, err) {
			return false
		}
	}
	return true
}

// fail publishes a task again after a failure. It ends the run if the task has failed
// [maxFailures] times.
func (b *batch) fail(e *entry, err error, yield func(tournament.Result, error) bool) bool {
	b.queue.removeResult(e.stretch.From)
	e.failures++
	if e.failures >= maxFailures {
		yield(tournament.Result{}, fmt.Errorf("workers: %s failed %d times, the last time because %w", b.describe(e), e.failures, err))
		return false
	}
	b.hub.warn("%s is played again: %v", b.describe(e), err)
	b.republish(e)
	return true
}

// handleExhausted processes the server's advisory that a task has been delivered [maxDeliver]
// times without an acknowledgement. seq is the sequence number of the task's message. A task of
// several pairings is replaced by one task per pairing. If the task has a single pairing, the run
// ends.
func (b *batch) handleExhausted(seq uint64, yield func(tournament.Result, error) bool) bool {
	for _, e := range b.open {
		if !slices.Contains(e.seqs, seq) {
			continue
		}
		err := fmt.Errorf("%s was given to workers %d times, and none finished it%s", b.describe(e), maxDeliver, b.lastHolder(e))
		switch {
		case b.hub.roster.refusing():
			b.republish(e) // deliveries to a worker that refuses tasks do not count
		case e.stretch.Len() > 1:
			b.hub.warn("%v; its pairings are tried one by one", err)
			b.queue.removeCopies(e.seqs)
			b.dropCheck(e.stretch.From)
			delete(b.open, e.stretch.From)
			for i := e.stretch.From; i < e.stretch.To; i++ {
				one := newEntry(tournament.Stretch{From: i, To: i + 1}, e.header, e.headerData, e.pairings[i-e.stretch.From:i-e.stretch.From+1])
				b.open[i] = one
				b.publish(one)
			}
		default:
			yield(tournament.Result{}, fmt.Errorf("workers: %w", err))
			return false
		}
		return true
	}
	for from, c := range b.checks {
		if slices.Contains(c.entry.seqs, seq) {
			b.hub.warn("%s could not be checked: it was given to workers %d times, and none finished it", b.describe(&c.entry), maxDeliver)
			b.dropCheck(from)
		}
	}
	return true
}

// lastHolder returns the last part of an error message about a task. It names the worker that
// received the task last.
func (b *batch) lastHolder(e *entry) string {
	if host := b.hub.roster.holder(b.queue.taskSubject(e.stretch.From, e.check)); host != "" {
		return "; the last is " + host + ", which still plays it"
	}
	return "; the last one disconnected without a message"
}

// describe returns a text that identifies a task in messages to users, such as "round 3, pairings
// 8 to 12".
func (b *batch) describe(e *entry) string {
	name := b.jobs.Batch()
	if name == "" {
		name = "the tournament"
	}
	if e.stretch.Len() == 1 {
		return fmt.Sprintf("%s, pairing %d (%s)", name, e.stretch.From+1, b.jobs.Players(e.stretch.From))
	}
	return fmt.Sprintf("%s, pairings %d to %d", name, e.stretch.From+1, e.stretch.To)
}
