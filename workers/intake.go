//go:build !nobroker

package workers

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/tournament"
)

// The times that a task may be given up, or have its result refused, before the run
// is stopped because of it.
const maxFailures = 3

// receive takes in a message of the subject of a result. What is not what was asked
// for is never believed. It returns false when the caller has left the loop.
func (b *batch) receive(subject string, data []byte, yield func(tournament.Result, error) bool) bool {
	r, err := readResult(data)
	if err != nil || r.Run != b.run || r.Batch != b.name || subject != resultSubject(b.run, b.name, place(r.From, r.Check)) {
		b.warn("a result that cannot be used was dropped: %v", err)
		return b.distrust(subject, err, yield)
	}
	if r.Check {
		return b.checked(&r, yield)
	}
	e, ok := b.open[r.From]
	if !ok {
		return true // it is there already, or its task has not been handed out
	}
	if r.To != e.To || r.Pairings != e.digest {
		return b.failed(e, fmt.Errorf("worker %s played something else", cut(r.Worker)), yield)
	}
	return b.accept(&r, yield)
}

// distrust removes what stands where a result should be, and has it played anew.
func (b *batch) distrust(subject string, err error, yield func(tournament.Result, error) bool) bool {
	if from, ok := placeOf(subject); ok {
		if e, open := b.open[from]; open {
			return b.failed(e, fmt.Errorf("its result cannot be used: %w", cmpErr(err)), yield)
		}
	}
	return true
}

var errForeign = errors.New("it is of another task")

func cmpErr(err error) error {
	if err == nil {
		return errForeign
	}
	return err
}

// accept yields the results of a task.
func (b *batch) accept(r *result, yield func(tournament.Result, error) bool) bool {
	e := b.open[r.From]
	if r.Refused != "" {
		return b.failed(e, fmt.Errorf("worker %s cannot play it: %s", r.Worker, r.Refused), yield)
	}
	list, err := readRecords(r.Results, e.pairings)
	if err != nil {
		return b.failed(e, fmt.Errorf("worker %s: %w", r.Worker, err), yield)
	}
	results := make([]tournament.Result, 0, e.Len())
	var errs []error
	for k, games := range list {
		i := e.From + k
		if text, bad := r.Errors[i]; bad {
			errs = append(errs, &tournament.JobError{Index: i, Err: errors.New(text)})
			continue
		}
		one, err := b.jobs.Result(i, games)
		if err != nil {
			return b.failed(e, fmt.Errorf("worker %s: pairing %d: %w", r.Worker, i+1, err), yield)
		}
		results = append(results, one)
	}
	b.pace.took(e.Len(), time.Duration(r.Ms*float64(time.Millisecond)), len(r.Results))
	delete(b.open, e.From)
	if len(e.seqs) > 1 || e.copied {
		b.remove(e.seqs)
	}
	if len(errs) > 0 {
		b.forget(e.From) // it is tried again under the same name
		b.uncheck(e.From)
	} else if c, ok := b.checks[e.From]; ok {
		c.first = &answer{r.Digest, r.Worker}
		b.checkNow(e.From) // the task may have been stored, and nobody have heard of it
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

// failed has a task played anew whose result cannot be used. One that has failed too
// often ends the run.
func (b *batch) failed(e *entry, err error, yield func(tournament.Result, error) bool) bool {
	b.forget(e.From)
	e.failures++
	if e.failures >= maxFailures {
		yield(tournament.Result{}, fmt.Errorf("workers: %s failed %d times, the last time because %w", b.describe(e), e.failures, err))
		return false
	}
	b.warn("%s is played again: %v", b.describe(e), err)
	b.republish(e)
	return true
}

// givenUp is what becomes of a task that was delivered as often as may be and never
// finished: its pairings are tried one by one, and the one that nobody can finish
// ends the run.
func (b *batch) givenUp(seq uint64, yield func(tournament.Result, error) bool) bool {
	for _, e := range b.open {
		if !slices.Contains(e.seqs, seq) {
			continue
		}
		err := fmt.Errorf("%s was given to workers %d times, and none finished it%s", b.describe(e), maxDeliver, b.lastError(e))
		switch {
		case b.refusals():
			b.republish(e) // nobody has tried it
		case e.Len() > 1:
			b.warn("%v; its pairings are tried one by one", err)
			b.remove(e.seqs)
			b.uncheck(e.From)
			delete(b.open, e.From)
			for i := e.From; i < e.To; i++ {
				b.alone(e, i)
			}
		default:
			yield(tournament.Result{}, fmt.Errorf("workers: %w", err))
			return false
		}
		return true
	}
	for from, c := range b.checks {
		if slices.Contains(c.seqs, seq) {
			b.warn("%s could not be checked: it was given to workers %d times, and none finished it", b.describe(&c.entry), maxDeliver)
			b.uncheck(from)
		}
	}
	return true
}

// lastError is what the workers that hold a task, or held it last, say of it.
func (b *batch) lastError(e *entry) string {
	if host := b.roster.holder(taskSubject(b.run, b.name, place(e.From, e.check))); host != "" {
		return "; the last is " + host + ", which still plays it"
	}
	return "; the last has stopped without a word"
}

// refusals reports whether a worker is there that gives all tasks back.
func (b *batch) refusals() bool { return b.roster.refusing() }

// alone publishes one pairing of a task that failed.
func (b *batch) alone(whole *entry, i int) {
	one := whole.pairings[i-whole.From : i-whole.From+1]
	e := newEntry(tournament.Stretch{From: i, To: i + 1}, whole.header, whole.what, one)
	b.open[i] = e
	b.publish(e)
}

// describe names a task for people.
func (b *batch) describe(e *entry) string {
	name := b.jobs.Batch()
	if name == "" {
		name = "the tournament"
	}
	if e.Len() == 1 {
		return fmt.Sprintf("%s, pairing %d (%s)", name, e.From+1, b.jobs.Players(e.From))
	}
	return fmt.Sprintf("%s, pairings %d to %d", name, e.From+1, e.To)
}
