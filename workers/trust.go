package workers

import (
	"math/rand/v2"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// SetChecks sets how the results of a run are checked. Call it before the run's executor plays.
// Without it, the zero value of Checks applies.
func (h *Hub) SetChecks(run string, c Checks) { h.checks.Store(runToken(run), c) }

func (h *Hub) checksOf(run string) Checks {
	if c, ok := h.checks.Load(run); ok {
		return c.(Checks)
	}
	return Checks{}
}

// runTrust records, for each worker of a run, which of its results other workers have confirmed.
// All batches of the run share it. Its mutex must be held while it is used.
type runTrust struct {
	mu     sync.Mutex
	secret uint64 // random number that determines which tasks are checked; no worker can predict it
	list   map[string]*reputation
}

// reputation describes how far the results of one worker of a run have been confirmed.
type reputation struct {
	worker  Worker
	agreed  int          // number of the worker's latest task at which another worker had an equal result; 0 for none
	strikes int          // results that were unusable
	sampler checkSampler // selects the tasks of the worker that are checked
	last    *usedTask    // the latest task whose result the run has used without a check; nil if there is none
}

// unconfirmed reports whether the run has used a newer result of the worker than the last one that
// another worker confirmed.
func (r *reputation) unconfirmed() bool { return r.last != nil && r.last.answer.result.Task > r.agreed }

// usedTask is a task whose result the run has used without a check.
type usedTask struct {
	entry  entry
	what   string // the task in messages to users
	terms  tournament.Terms
	answer answer
}

func (h *Hub) trustOf(run string) *runTrust {
	t, _ := h.trusts.LoadOrStore(run, &runTrust{secret: engines.Purpose(newToken()), list: make(map[string]*reputation)})
	return t.(*runTrust)
}

// of returns the reputation of a worker: how far its results in this run have been confirmed. For a
// worker without results it returns a new reputation. The caller holds t.mu.
func (t *runTrust) of(id string, roster *roster) *reputation {
	r := t.list[id]
	if r == nil {
		r = &reputation{worker: Worker{ID: id}}
		r.sampler.rng = engines.Rand(engines.Seed(t.secret, engines.Purpose(id)))
		t.list[id] = r
	}
	if r.worker.Host == "" { // no status of the worker had arrived before
		if w, known := roster.worker(id); known {
			r.worker = w
		}
	}
	return r
}

// checkSampler selects the tasks of one worker that are checked: another worker plays them as well,
// and the results are compared. It divides the tasks into groups and selects a random task of each
// group. With a share of 0.01, a group has a hundred tasks.
type checkSampler struct {
	rng   *rand.Rand
	tasks int // number of tasks so far
	group int // number of groups of which a task has been selected
	due   int // number of the next task to select, from 0
}

// next counts one more task of the worker and reports whether it is checked: another worker plays
// it as well, and the results are compared. share is the fraction of the tasks that are checked,
// from 0 to 1.
func (s *checkSampler) next(share float64) bool {
	if share <= 0 {
		return false
	}
	if s.tasks == 0 {
		s.selectNext(share)
	}
	selected := s.tasks == s.due
	if s.tasks++; selected {
		s.group++
		s.selectNext(share)
	}
	return selected
}

// selectNext determines which task of the worker is checked next, and stores its number in s.due.
// Consecutive tasks form groups, and selectNext selects a random task of the next group. share is
// the fraction of the tasks that are checked, above 0 and at most 1. A group has 1/share tasks on
// average.
func (s *checkSampler) selectNext(share float64) {
	s.due = max(s.tasks, int((float64(s.group)+s.rng.Float64())/share))
}
