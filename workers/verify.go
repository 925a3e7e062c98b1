//go:build !nobroker

package workers

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// checking is a task that has a result and is played a second time.
type checking struct {
	entry
	first  string // digest of the first result
	worker string // who gave it
}

// sample has a share of the tasks played a second time. Which ones depends on the
// task alone. Where time or other programs play, two results of one task may differ.
func (b *batch) sample(e *entry, r *result) {
	rng := engines.Rand(engines.Seed(engines.Purpose("verify workers"), engines.Purpose(e.digest)))
	if rng.Float64() >= b.options.Verify || len(b.jobs.Terms().Programs) > 0 || b.timed() {
		return
	}
	c := &checking{entry: *e, first: r.Digest, worker: r.Worker}
	c.check, c.attempt, c.seqs, c.failures = true, 0, nil, 0
	b.checks[e.From] = c
	b.recheck(c)
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

// recheck publishes a check, for another worker if there is one.
func (b *batch) recheck(c *checking) {
	b.remove(c.seqs)
	c.seqs, c.sending = nil, true
	c.attempt++
	t := b.task(&c.entry)
	if n, _ := b.roster.count(); n > 1 {
		t.Not = c.worker
	}
	b.send(t)
}

// compare compares a second result with the first. A difference stops the run: one of
// the two is wrong, and nobody knows which others are.
func (b *batch) compare(r *result, yield func(tournament.Result, error) bool) bool {
	c, ok := b.checks[r.From]
	if !ok {
		return true
	}
	delete(b.checks, r.From)
	if r.Refused != "" || r.To != c.To || r.Pairings != c.digest {
		b.warn("worker %s could not check pairings %d to %d: %s", cut(r.Worker), c.From, c.To-1, r.Refused)
		return true
	}
	if r.Digest == c.first {
		return true
	}
	names := []string{c.worker, r.Worker}
	if strings.EqualFold(c.worker, r.Worker) {
		names[1] += " (the same)"
	}
	yield(tournament.Result{}, fmt.Errorf(
		"workers: %s gave other results on worker %s than on worker %s: two builds, bad memory, or a game that is not deterministic",
		b.describe(&c.entry), names[0], names[1]))
	return false
}
