package workers

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/tournament"
)

// maxFailures is the number of failures and rejected results of a task at which the run ends with an
// error.
const maxFailures = 3

// receive processes a message with a result. If the message is not a valid result of its task, the
// task is published again. Like all methods that call yield, receive returns false if the batch
// must stop. The reason is that yield has returned false or has received an error that ends the
// run.
func (b *batch) receive(subject string, data []byte, yield func(tournament.Result, error) bool) bool {
	r, err := readResult(data)
	if err == nil && b.hub.roster.banned(r.Worker) {
		return b.ignoreExcluded(&r)
	}
	if err == nil && (r.Run != b.queue.run || r.Batch != b.queue.batch || subject != b.queue.resultSubject(r.From, r.Check)) {
		err = errors.New("it belongs to another task")
	}
	if err != nil {
		b.hub.warn("an unusable result was rejected: %v", err)
		from, check, ok := parseTaskKey(subject)
		if c := b.checks[from]; ok && check && c != nil {
			b.repeatCheckWithout(c, r.Worker)
		} else if e := b.open[from]; ok && !check && e != nil {
			return b.fail(e, r.Worker, fmt.Errorf("its result is unusable: %w", err), yield)
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
		const why = "played other pairings, perhaps for an earlier process of the run"
		return b.playElsewhere(e, r.Worker, "it "+why) || b.fail(e, "", fmt.Errorf("worker %s %s", cleanText(r.Worker), why), yield)
	}
	return b.accept(&r, yield)
}

// accept checks the game records in a result of an open task, and uses them or has another worker
// check them. It returns false if the batch must stop; see [batch.receive].
func (b *batch) accept(r *result, yield func(tournament.Result, error) bool) bool {
	e := b.open[r.From]
	if r.Refused != "" {
		return b.fail(e, "", fmt.Errorf("worker %s cannot play it: %s", r.Worker, r.Refused), yield)
	}
	o, err := b.outcome(r, e)
	if err != nil {
		return b.fail(e, r.Worker, err, yield)
	}
	b.hub.pace.add(e.stretch.Len(), time.Duration(r.Ms*float64(time.Millisecond)), len(r.Results))
	delete(b.open, e.stretch.From)
	if len(e.seqs) > 1 || e.copied {
		b.queue.removeCopies(e.seqs)
	}
	if len(r.Errors) == 0 {
		return b.useOrCheck(o, yield)
	}
	if b.playElsewhere(e, r.Worker, "it failed") {
		return true
	}
	b.queue.removeResult(e.stretch.From) // the caller may play the pairings again under the same name
	if !b.use(o, nil, yield) {
		return false
	}
	for i := e.stretch.From; i < e.stretch.To; i++ {
		if text, bad := r.Errors[i]; bad && !yield(tournament.Result{}, &tournament.JobError{Index: i, Err: errors.New(text)}) {
			return false
		}
	}
	return true
}

// playElsewhere makes another worker play a task, because its result from the given worker cannot
// be used. It returns false if no other worker is connected, or if too many have tried.
func (b *batch) playElsewhere(e *entry, worker, why string) bool {
	if slices.Contains(e.except, worker) {
		b.replay(e)
		return true
	}
	if e.except = append(e.except, worker); len(e.except) >= maxFailures || !b.hub.roster.others(e.except) {
		e.except = nil
		return false
	}
	b.hub.warn("%s: played again on another worker than %s: %s", b.describe(e), cleanText(worker), why)
	b.replay(e)
	return true
}

// outcome decodes a result of a task. It returns an error if the game records cannot belong to the
// task's pairings.
func (b *batch) outcome(r *result, e *entry) (*outcome, error) {
	list, err := readRecords(r.Results, e.pairings)
	if err == nil {
		err = list.add(r.Evidence)
	}
	if err != nil {
		return nil, fmt.Errorf("worker %s: %w", cleanText(r.Worker), err)
	}
	o := &outcome{entry: e, answer: answer{r.Worker, r.Digest, r}, list: make([]tournament.Result, 0, e.stretch.Len())}
	for k, games := range list {
		i := e.stretch.From + k
		if _, bad := r.Errors[i]; bad {
			continue
		}
		one, err := b.jobs.Result(i, games)
		if err != nil {
			return nil, fmt.Errorf("worker %s: pairing %d: %w", cleanText(r.Worker), i+1, err)
		}
		o.list = append(o.list, one)
	}
	return o, nil
}

// ignoreExcluded ignores the result of an excluded worker. If the task has no other result yet, it
// is published again. ignoreExcluded always returns true, because the batch goes on.
func (b *batch) ignoreExcluded(r *result) bool {
	b.hub.announceBan(r.Worker)
	if c, ok := b.checks[r.From]; ok && r.Check {
		b.repeatCheck(c)
	}
	if e, ok := b.open[r.From]; ok && !r.Check {
		b.replay(e)
	}
	return true
}

// maxStrikes is the number of unusable results after which a worker is excluded.
const maxStrikes = 2

// fail handles a failure of a task, usually by publishing the task again. worker is the worker that
// caused the failure, or "" for none. fail returns false if the batch must stop; see
// [batch.receive].
//
//   - The run ends if the task has failed [maxFailures] times.
//   - The worker is excluded if it has sent [maxStrikes] unusable results. This requires that the
//     batch compares results and that another worker is connected.
func (b *batch) fail(e *entry, worker string, err error, yield func(tournament.Result, error) bool) bool {
	if b.strike(worker) {
		reason := fmt.Sprintf("%d of its results could not be used, the last because %v", maxStrikes, err)
		b.replay(e)
		if b.exclude(worker, reason) {
			yield(tournament.Result{}, &tournament.DisputeError{What: b.describe(e), Workers: [2]string{worker, ""}, Wrong: []string{worker}})
			return false
		}
		return true
	}
	b.queue.removeResult(e.stretch.From)
	e.failures++
	if e.failures >= maxFailures {
		yield(tournament.Result{}, fmt.Errorf("workers: %s failed %d times, the last time because %w", b.describe(e), e.failures, err))
		return false
	}
	b.hub.warn("%s: played again: %v", b.describe(e), err)
	b.republish(e)
	return true
}

// strike counts an unusable result of a worker, and reports whether the worker must be excluded. It
// returns true after [maxStrikes] such results if another worker is connected. strike does nothing
// and returns false if the batch does not compare results.
func (b *batch) strike(worker string) bool {
	if worker == "" || !b.checked {
		return false
	}
	b.trust.mu.Lock()
	r := b.trust.of(worker, b.hub.roster)
	r.strikes++
	enough := r.strikes >= maxStrikes
	b.trust.mu.Unlock()
	return enough && b.hub.roster.others([]string{worker})
}

// handleExhausted processes a notice of the server that a task has been delivered [maxDeliver]
// times without an acknowledgement. seq is the sequence number of the task's message. There are
// three cases:
//
//   - The task is published again if it is a check, or if workers may have returned it without
//     playing it, because they refuse tasks or must not play this one.
//   - A task of several pairings is replaced by one task per pairing, because a single pairing may
//     be at fault.
//   - For a task of one pairing the run ends with an error.
//
// handleExhausted returns false if the batch must stop; see [batch.receive].
func (b *batch) handleExhausted(seq uint64, yield func(tournament.Result, error) bool) bool {
	for _, e := range b.open {
		if !slices.Contains(e.seqs, seq) {
			continue
		}
		err := fmt.Errorf("%s was given to workers %d times, and none finished it%s", b.describe(e), maxDeliver, b.lastHolder(e))
		switch {
		case b.hub.roster.refusing(), len(e.except) > 0:
			b.republish(e) // deliveries to a worker that returns the task do not count
		case e.stretch.Len() > 1:
			b.hub.warn("%v; its pairings are tried one by one", err)
			b.queue.removeCopies(e.seqs)
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
	for _, c := range b.checks {
		if slices.Contains(c.entry.seqs, seq) { // workers that must not play it return it, too
			c.tries++
			b.publishCheck(c)
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
