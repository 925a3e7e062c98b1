//go:build !nobroker

package workers

import (
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// check is a second execution of a task by the workers. Both executions must have equal results,
// because the seeds determine all games.
type check struct {
	entry         entry
	first, second *answer // nil until the result has arrived
}

// answer identifies a result by its digest and by the worker that sent it.
type answer struct{ digest, worker string }

// checkSampler selects the tasks that are played twice. It selects evenly: with a share of 0.01
// it selects every hundredth task, beginning at a random one among the first hundred. Its methods
// may be called from several goroutines.
type checkSampler struct {
	mu    sync.Mutex
	begun bool
	due   float64 // checks due
}

// next reports whether the next task is selected. In the first call, name is the seed of the
// random beginning.
func (s *checkSampler) next(share float64, name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		s.begun = true
		rng := engines.Rand(engines.Seed(engines.Purpose("verify workers"), engines.Purpose(name)))
		s.due = rng.Float64()
	}
	s.due += share
	if s.due < 1 {
		return false
	}
	s.due--
	return true
}

// sampleCheck decides whether a new task is played a second time for comparison, and then
// registers this second execution. Tasks of games with time limits or external programs are never
// selected, because their results may differ.
func (b *batch) sampleCheck(e *entry) {
	share := b.hub.options.Verify
	if share <= 0 || len(b.jobs.Terms().Programs) > 0 || b.timed() || !b.hub.sampler.next(share, e.digest) {
		return
	}
	c := &check{entry: *e}
	c.entry.check, c.entry.attempt, c.entry.seqs, c.entry.failures, c.entry.sending = true, 0, nil, 0, true
	b.checks[e.stretch.From] = c
}

func (b *batch) timed() bool {
	for _, a := range b.jobs.Field() {
		if a.Limit.Timed() {
			return true
		}
	}
	return false
}

// startCheck publishes the second execution of a task that is on the server. It does nothing if
// none is planned or it is published already. The second execution follows its task in the queue,
// so that [worker.skips] can recognize it.
func (b *batch) startCheck(from int) {
	if c, ok := b.checks[from]; ok && c.entry.attempt == 0 {
		b.publishCheck(c)
	}
}

// publishCheck publishes the second execution of a task, and removes its earlier copies from the
// server.
func (b *batch) publishCheck(c *check) {
	b.queue.removeCopies(c.entry.seqs)
	c.entry.seqs, c.entry.sending = nil, true
	c.entry.attempt++
	t := b.task(&c.entry)
	n, _ := b.hub.roster.count()
	t.Another = n > 1
	b.queue.publish(t, b.published)
}

// dropCheck cancels the second execution of a task, for example because it failed.
func (b *batch) dropCheck(from int) {
	if c, ok := b.checks[from]; ok {
		b.queue.removeCopies(c.entry.seqs)
		delete(b.checks, from)
	}
}

// acceptCheck processes the result of a task's second execution. It returns false if the batch
// must stop; see [batch.receive].
func (b *batch) acceptCheck(r *result, yield func(tournament.Result, error) bool) bool {
	c, ok := b.checks[r.From]
	if !ok {
		return true
	}
	if r.Refused != "" || r.To != c.entry.stretch.To || r.Pairings != c.entry.digest {
		b.hub.warn("worker %s could not check pairings %d to %d: %s", cleanText(r.Worker), c.entry.stretch.From+1, c.entry.stretch.To, r.Refused)
		b.dropCheck(r.From)
		return true
	}
	if len(r.Errors) > 0 { // a game that could not be played is no contradiction
		b.dropCheck(r.From)
		return true
	}
	c.second = &answer{r.Digest, r.Worker}
	return b.compare(c, yield)
}

// compare compares the two results of a task once both are known. If they differ, one of
// them is wrong, and the run ends with a [tournament.DisputeError].
func (b *batch) compare(c *check, yield func(tournament.Result, error) bool) bool {
	if c.first == nil || c.second == nil {
		return true
	}
	delete(b.checks, c.entry.stretch.From)
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
