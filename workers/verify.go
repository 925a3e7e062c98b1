package workers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/tournament"
)

// outcome is a valid result of a task. It has not been compared with the result of another worker.
type outcome struct {
	entry  *entry
	answer answer
	list   []tournament.Result
}

// answer is the result that one worker sent for a task, identified by its digest.
type answer struct {
	worker, digest string
	result         *result
}

// check is the repeated execution of a task by further workers, to compare the results. All must be
// equal, because the seeds determine all games. The first two workers usually agree. If they do
// not, more workers play the task until two results are equal.
type check struct {
	outcome *outcome
	entry   entry     // published task of the further executions
	answers []answer  // one per worker; the first answer gave outcome
	exclude []string  // workers that have answered or failed, and must not play the task again
	past    *usedTask // the task if its result has been used already (see Confirm); nil otherwise
	waits   time.Time // since when no worker can play it; zero if one can
	tries   int       // how often the server gave it up, or a result was unusable
}

// These constants limit how long the check of a task may take.
const (
	otherWait = 5 * time.Second // how long a check waits while no other worker is connected
	mostTries = 20              // largest number of tries of a check
)

// useOrCheck decides what happens to a valid result. There are three possibilities:
//
//   - It is used at once if the batch has no checks (see [batch.checkable]), if no other worker is
//     connected, or if another worker has confirmed an earlier result of the same worker in this
//     run and the result is not selected for a check.
//   - It is checked, that is played again by another worker, if it is selected (see
//     [checkSampler]) or is the worker's first result in the run.
//   - It is held while the check of the worker's first result has not ended.
//
// useOrCheck returns false if the batch must stop; see [batch.receive].
func (b *batch) useOrCheck(o *outcome, yield func(tournament.Result, error) bool) bool {
	if !b.checked || !b.hub.roster.others([]string{o.answer.worker}) {
		return b.use(o, nil, yield)
	}
	b.trust.mu.Lock()
	r := b.trust.of(o.answer.worker, b.hub.roster)
	selected, agreed := r.sampler.next(b.hub.options.Verify), r.agreed > 0
	b.trust.mu.Unlock()
	waits := b.hasCheck(o.answer.worker)
	switch {
	case selected || !agreed && !waits:
		b.startCheck(&check{outcome: o, entry: *o.entry, answers: []answer{o.answer}})
		return true
	case !agreed:
		b.held[o.answer.worker] = append(b.held[o.answer.worker], o)
		return true
	}
	return b.use(o, nil, yield)
}

func (b *batch) hasCheck(worker string) bool {
	for _, c := range b.checks {
		if c.answers[0].worker == worker {
			return true
		}
	}
	return false
}

// use yields the results of a task. agreed lists the workers that returned equal results, or is nil
// if the task was not checked. It returns false if the batch must stop; see [batch.receive].
func (b *batch) use(o *outcome, agreed []tournament.Agreement, yield func(tournament.Result, error) bool) bool {
	b.trust.mu.Lock()
	r := b.trust.of(o.answer.worker, b.hub.roster)
	if task := o.answer.result.Task; len(agreed) == 0 && b.checked && (r.last == nil || task >= r.last.answer.result.Task) {
		r.last = &usedTask{*o.entry, b.describe(o.entry), b.jobs.Terms(), answer{o.answer.worker, o.answer.digest, &result{Task: task}}}
	}
	origin := tournament.Origin{
		Worker: o.answer.worker, Host: r.worker.Host, Build: r.worker.Build.String(), Slots: r.worker.Slots,
		Task: o.answer.result.Task, Agreed: agreed,
	}
	b.trust.mu.Unlock()
	attribute(o.list, o.entry.stretch.From, origin, o.answer.result.slots(o.entry.stretch.Len()))
	for i := range o.list {
		if !yield(o.list[i], nil) {
			return false
		}
	}
	return true
}

// attribute stores in each result which worker and slot played it. from is the first pairing of the
// task. slots contains the slot of every pairing, or is nil if slot 0 played all.
func attribute(list []tournament.Result, from int, origin tournament.Origin, slots []int) {
	bySlot := make(map[int]*tournament.Origin, 1)
	for i := range list {
		slot := 0
		if slots != nil {
			slot = slots[list[i].Index-from]
		}
		if bySlot[slot] == nil {
			one := origin
			one.Slot = slot
			bySlot[slot] = &one
		}
		list[i].Origin = bySlot[slot]
	}
}

// startCheck publishes the task of c once more, for a worker that has not answered it. The answers
// are compared when its result arrives.
func (b *batch) startCheck(c *check) {
	c.entry.check, c.entry.attempt, c.entry.seqs, c.entry.failures = true, 0, nil, 0
	for _, a := range c.answers {
		c.exclude = append(c.exclude, a.worker)
	}
	b.checks[c.entry.stretch.From] = c
	b.publishCheck(c)
}

// publishCheck publishes a task for another worker, and removes earlier copies from the server.
func (b *batch) publishCheck(c *check) {
	b.queue.removeCopies(c.entry.seqs)
	c.entry.seqs, c.entry.sending, c.entry.at, c.entry.lostSince = nil, true, time.Now(), time.Time{}
	c.entry.attempt++
	t := b.task(&c.entry)
	t.Except = c.exclude
	b.queue.publish(t, b.published)
}

// repeatCheck makes one more worker play the task of a check.
func (b *batch) repeatCheck(c *check) {
	b.queue.removeCheckResult(c.entry.stretch.From)
	b.publishCheck(c)
}

// repeatCheckWithout makes one more worker play the task of a check, because the result of the
// given worker cannot be used. It excludes the given worker from the check. If worker is "" or
// already excluded, it counts a try instead, so that the check ends.
func (b *batch) repeatCheckWithout(c *check, worker string) {
	if worker == "" || slices.Contains(c.exclude, worker) {
		c.tries++
	} else {
		c.exclude = append(c.exclude, worker)
	}
	b.repeatCheck(c)
}

// uncheckable returns the reason why the result of a check contains no games to compare.
func uncheckable(r *result) string {
	if len(r.Errors) > 0 {
		return r.Errors[slices.Min(slices.Collect(maps.Keys(r.Errors)))]
	}
	return cmp.Or(r.Refused, "it played other pairings, perhaps for an earlier process of the run")
}

// acceptCheck processes the result of a task that another worker has played again to check the
// first result. It returns false if the batch must stop; see [batch.receive].
func (b *batch) acceptCheck(r *result, yield func(tournament.Result, error) bool) bool {
	c, ok := b.checks[r.From]
	if !ok {
		return true
	}
	known := slices.ContainsFunc(c.answers, func(a answer) bool { return a.worker == r.Worker })
	switch {
	case known || b.hub.roster.banned(r.Worker):
		b.repeatCheck(c) // it must be another worker's
		return true
	case r.Refused != "" || len(r.Errors) > 0 || r.To != c.entry.stretch.To || r.Pairings != c.entry.digest:
		b.hub.warn("worker %s could not check %s: %s", cleanText(r.Worker), b.checkedTask(c), uncheckable(r))
		b.repeatCheckWithout(c, r.Worker)
		return true
	}
	c.answers, c.exclude = append(c.answers, answer{r.Worker, r.Digest, r}), append(c.exclude, r.Worker)
	return b.decide(c, yield)
}

// decide ends the check c if two of its answers are equal. Otherwise it has one more worker play
// the task. It returns false if the batch must stop; see [batch.receive].
func (b *batch) decide(c *check, yield func(tournament.Result, error) bool) bool {
	for i, a := range c.answers {
		if slices.ContainsFunc(c.answers[i+1:], func(x answer) bool { return x.digest == a.digest }) {
			return b.settle(c, a.digest, yield)
		}
	}
	b.repeatCheck(c)
	return true
}

// settle ends a check, in which several workers have played the same task. digest identifies the
// result on which two of them agree. settle excludes the workers that returned other results.
//
// If the run has already used unconfirmed results of a worker that is now excluded, settle yields a
// [tournament.DisputeError] and returns false. Otherwise it yields the result of the task, unless
// the run has used it already (c.past). It then returns false if the batch must stop; see
// [batch.receive].
func (b *batch) settle(c *check, digest string, yield func(tournament.Result, error) bool) bool {
	delete(b.checks, c.entry.stretch.From)
	var right, wrong []string
	var agreed []tournament.Agreement
	var best answer
	for _, a := range c.answers {
		if a.digest != digest {
			wrong = append(wrong, a.worker)
			continue
		}
		if right = append(right, a.worker); len(right) == 1 {
			best = a
		}
		agreed = append(agreed, tournament.Agreement{Worker: a.worker, Task: a.result.Task})
	}
	b.trust.mu.Lock()
	for _, a := range agreed {
		r := b.trust.of(a.Worker, b.hub.roster)
		r.agreed = max(r.agreed, a.Task)
	}
	b.trust.mu.Unlock()
	var used []string
	for _, id := range wrong {
		if b.exclude(id, fmt.Sprintf("%s gave other results on it than on workers %s", b.checkedTask(c), strings.Join(right, " and "))) {
			used = append(used, id)
		}
	}
	if len(used) > 0 {
		yield(tournament.Result{}, &tournament.DisputeError{What: b.checkedTask(c), Workers: [2]string{used[0], right[0]}, Wrong: used})
		return false
	}
	if c.past == nil {
		o := c.outcome
		if best.worker != o.answer.worker {
			var err error
			if o, err = b.outcome(best.result, o.entry); err != nil { // its digest is right, its content is not
				return b.fail(b.reopen(c.outcome.entry), best.worker, err, yield)
			}
		}
		if !b.use(o, agreed, yield) {
			return false
		}
	}
	return b.release(c.answers[0].worker, yield)
}

// release passes the results of a worker in b.held to the run. These results were held back until
// another worker had played one of this worker's tasks again and the results had been compared.
// release returns false if yield has returned false.
func (b *batch) release(worker string, yield func(tournament.Result, error) bool) bool {
	list := b.held[worker]
	delete(b.held, worker)
	for _, o := range list {
		if !b.use(o, nil, yield) {
			return false
		}
	}
	return true
}

// exclude excludes a worker whose results were wrong or unusable. The worker receives no more
// tasks, and its results that have not been used are played again. exclude reports whether results
// of the worker have been used that no other worker has confirmed.
func (b *batch) exclude(id, reason string) (used bool) {
	b.hub.ban(id, reason)
	b.trust.mu.Lock()
	r := b.trust.of(id, b.hub.roster)
	used, r.last, r.agreed = r.unconfirmed(), nil, 0
	w := r.worker
	b.trust.mu.Unlock()
	if f := b.hub.checksOf(b.queue.run).Quarantined; f == nil {
		b.hub.warn("worker %s is excluded: %s", cleanText(id), reason)
	} else if f(tournament.Quarantine{Worker: cleanText(id), Host: w.Host, Build: w.Build.String(), Slots: w.Slots, Reason: reason}) {
		used = true
	}
	for _, o := range b.held[id] {
		b.replay(o.entry)
	}
	delete(b.held, id)
	for from, c := range b.checks {
		switch {
		case c.answers[0].worker == id:
			b.queue.removeCopies(c.entry.seqs)
			b.queue.removeCheckResult(from)
			delete(b.checks, from)
			if c.past == nil {
				b.replay(c.outcome.entry)
			}
		default:
			c.answers = slices.DeleteFunc(c.answers, func(a answer) bool { return a.worker == id })
		}
	}
	return used
}

// replay publishes a task again because its result cannot be used.
func (b *batch) replay(e *entry) {
	b.reopen(e)
	b.queue.removeResult(e.stretch.From)
	b.republish(e)
}

// reopen marks a task that had a result as unfinished again, and returns its entry.
func (b *batch) reopen(e *entry) *entry {
	b.open[e.stretch.From] = e
	return e
}

// watchChecks ends checks that no connected worker can play. It returns false if the batch must
// stop, because workers disagree and no further worker decides.
func (b *batch) watchChecks(yield func(tournament.Result, error) bool) bool {
	for _, c := range b.checks {
		if b.hub.roster.others(c.exclude) && c.tries < mostTries {
			c.waits = time.Time{}
			continue
		}
		if c.waits.IsZero() {
			c.waits = time.Now()
		}
		if time.Since(c.waits) < otherWait && c.tries < mostTries {
			continue
		}
		if !b.abandon(c, yield) {
			return false
		}
	}
	return true
}

// abandon ends the check of a task that no further worker can play. If only one worker has played the
// task, the run takes its result unconfirmed, with a warning. If two workers disagree, the run ends with
// a [tournament.DisputeError]. abandon returns false if the batch must stop; see [batch.receive].
func (b *batch) abandon(c *check, yield func(tournament.Result, error) bool) bool {
	if len(c.answers) > 1 {
		yield(tournament.Result{}, &tournament.DisputeError{What: b.checkedTask(c), Workers: [2]string{c.answers[0].worker, c.answers[1].worker}})
		return false
	}
	b.queue.removeCopies(c.entry.seqs)
	delete(b.checks, c.entry.stretch.From)
	b.hub.warn("%s could not be checked: no worker besides %s could play it", b.checkedTask(c), cleanText(c.answers[0].worker))
	if c.past == nil && !b.use(c.outcome, nil, yield) {
		return false
	}
	return b.release(c.answers[0].worker, yield)
}

// checkedTask returns a description of the task that c checks, for messages to users.
func (b *batch) checkedTask(c *check) string {
	if c.past != nil {
		return c.past.what
	}
	return b.describe(&c.entry)
}

// Confirm checks the latest result of every worker that the run has used and no other worker has
// confirmed. Another connected worker, if there is one, plays the same task again. Confirm returns
// a [tournament.DisputeError] if the results differ. It implements [tournament.Confirmer].
func (x *executor) Confirm(ctx context.Context) error {
	trust := x.hub.trustOf(x.run)
	trust.mu.Lock()
	var tasks []*usedTask
	for id, r := range trust.list {
		if r.unconfirmed() && x.hub.roster.others([]string{id}) {
			tasks = append(tasks, r.last)
		}
	}
	trust.mu.Unlock()
	if len(tasks) == 0 {
		return nil
	}
	slices.SortFunc(tasks, func(a, b *usedTask) int { return strings.Compare(a.answer.worker, b.answer.worker) })
	options := tournament.Options{Batch: "confirmation", Terms: tasks[0].terms}
	for _, err := range tournament.Run(ctx, &confirmation{x, tasks}, nil, nil, options) {
		if dispute, ok := errors.AsType[*tournament.DisputeError](err); ok {
			return dispute
		}
		return err
	}
	return nil
}

// confirmation is an executor that makes other workers play tasks again and compares the results
// with those that the run has already used. It schedules no new pairings.
type confirmation struct {
	*executor
	tasks []*usedTask
}

// Execute repeats each task that is to be confirmed on another worker, and compares the results. It
// yields errors only: if the results of two workers differ, or if a comparison cannot be finished.
func (x *confirmation) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		x.execute(ctx, jobs, yield, func(b *batch) {
			next := 0
			for _, u := range x.tasks {
				c := &check{entry: u.entry, answers: []answer{u.answer}, past: u}
				c.entry.stretch = tournament.Stretch{From: next, To: next + u.entry.stretch.Len()}
				next = c.entry.stretch.To
				b.startCheck(c)
			}
		})
	}
}
