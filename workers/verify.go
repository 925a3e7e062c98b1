//go:build !nobroker

package workers

import (
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// checking is a task that is played a second time.
type checking struct {
	entry
	first, second *answer // nil while there is none
}

// answer is what a worker has answered.
type answer struct{ digest, worker string }

// sample has a share of the tasks played a second time, by another worker at the same
// time if there is one. Where time or other programs play, two results of one task may
// differ.
func (b *batch) sample(e *entry) {
	if b.options.Verify <= 0 || len(b.jobs.Terms().Programs) > 0 || b.timed() || !b.turn.next(b.options.Verify, e.digest) {
		return
	}
	c := &checking{entry: *e}
	c.check, c.attempt, c.seqs, c.failures, c.sending = true, 0, nil, 0, true
	b.checks[e.From] = c
}

// turn tells which tasks are checked: at a share of 0.01 every hundredth, from one of the
// first hundred on, so that checks of a run cost what they are to cost. Its methods may
// be called from several goroutines.
type turn struct {
	mu    sync.Mutex
	begun bool
	due   float64 // checks
}

// next reports whether it is a task's turn. The name of the first says where to begin.
func (t *turn) next(share float64, name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.begun {
		t.begun = true
		rng := engines.Rand(engines.Seed(engines.Purpose("verify workers"), engines.Purpose(name)))
		t.due = rng.Float64()
	}
	t.due += share
	if t.due < 1 {
		return false
	}
	t.due--
	return true
}

// timed reports whether an agent's time is limited.
func (b *batch) timed() bool {
	for _, a := range b.jobs.Field() {
		if a.Limit.Timed() {
			return true
		}
	}
	return false
}

// checkNow publishes the check of a task that is on the server, unless that is done.
func (b *batch) checkNow(from int) {
	if c, ok := b.checks[from]; ok && c.attempt == 0 {
		b.recheck(c)
	}
}

// recheck publishes a check. It comes after the task in the queue, so that whoever
// has the task knows it.
func (b *batch) recheck(c *checking) {
	b.remove(c.seqs)
	c.seqs, c.sending = nil, true
	c.attempt++
	t := b.task(&c.entry)
	n, _ := b.roster.count()
	t.Another = n > 1
	b.send(t)
}

// uncheck forgets a check.
func (b *batch) uncheck(from int) {
	if c, ok := b.checks[from]; ok {
		b.remove(c.seqs)
		delete(b.checks, from)
	}
}

// checked takes in the second result of a task.
func (b *batch) checked(r *result, yield func(tournament.Result, error) bool) bool {
	c, ok := b.checks[r.From]
	if !ok {
		return true
	}
	if r.Refused != "" || r.To != c.To || r.Pairings != c.digest {
		b.warn("worker %s could not check pairings %d to %d: %s", cut(r.Worker), c.From, c.To-1, r.Refused)
		b.uncheck(r.From)
		return true
	}
	if len(r.Errors) > 0 { // games that could not be played are no other results
		b.uncheck(r.From)
		return true
	}
	c.second = &answer{r.Digest, r.Worker}
	return b.compare(c, yield)
}

// compare compares the second result of a task with the first, once both are there. A
// difference stops the run: one of the two is wrong, and nobody knows which others are.
func (b *batch) compare(c *checking, yield func(tournament.Result, error) bool) bool {
	if c.first == nil || c.second == nil {
		return true
	}
	delete(b.checks, c.From)
	if c.first.digest == c.second.digest {
		return true
	}
	names := [2]string{c.first.worker, c.second.worker}
	if strings.EqualFold(names[0], names[1]) {
		names[1] += " (the same)"
	}
	yield(tournament.Result{}, &tournament.DisputeError{What: b.describe(&c.entry), Workers: names})
	return false
}
