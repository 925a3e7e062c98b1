package workers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// These constants are the intervals of the status messages that workers send.
const (
	statusEvery = time.Second     // how often a worker publishes its status
	goneAfter   = 4 * time.Second // a worker without a status message for so long counts as disconnected
)

// maxSlots is the largest accepted number of games that a worker plays at once.
const maxSlots = 1 << 12

// status is the message that a worker publishes every second.
type status struct {
	V int `json:"v"`
	Worker
	// Held contains the subjects of the tasks that the worker is playing or whose results it is
	// publishing: at most two per slot.
	Held []string `json:"held,omitempty"`
	// Leaving states that the worker accepts no more tasks.
	Leaving bool `json:"leaving,omitempty"`
	// Excluded states that the worker plays no more because its results were wrong or unusable.
	Excluded bool `json:"excluded,omitempty"`
}

func readStatus(data []byte) (status, error) {
	var s status
	if err := decode(data, &s); err != nil {
		return s, err
	}
	switch {
	case !token(s.ID) || len(s.Host) > maxName || len(s.Refused) > maxText || len(s.Build.String()) > maxText:
		return s, errors.New("a status message has invalid names")
	case unprintable(s.Host) || unprintable(s.Refused) || unprintable(s.Build.String()):
		return s, errors.New("a status message has control characters")
	case s.Rate < 0 || s.LastSeen < 0 || slices.ContainsFunc(s.Held, func(subject string) bool { return len(subject) > maxText }):
		return s, errors.New("a status message has negative numbers or invalid subjects")
	case s.Slots < 0 || s.Slots > maxSlots || s.Busy < 0 || s.Busy > s.Slots || s.Tasks < 0 || s.Games < 0 || len(s.Held) > 2*s.Slots:
		return s, fmt.Errorf("a status message has invalid counts: %d of %d slots busy, %d tasks held", s.Busy, s.Slots, len(s.Held))
	case len(s.Programs) > maxPrograms || slices.ContainsFunc(s.Programs, func(name string) bool { return !token(name) }):
		return s, fmt.Errorf("a status message has invalid programs, or more than %d", maxPrograms)
	}
	return s, nil
}

// roster is the list of workers that have sent a status message recently. Its methods may be
// called from several goroutines.
type roster struct {
	mu      sync.Mutex
	members map[string]*member // by Worker.ID
	bans    map[string]string  // reasons why workers are excluded, by Worker.ID
	joined  func(Worker)       // may be nil
	left    func(Worker)       // may be nil
	changed chan struct{}      // receives a value after a change, unless one is waiting
}

type member struct {
	worker Worker
	at     time.Time // time of the latest status message
	held   []string  // see status.Held
}

func newRoster(joined, left func(Worker)) *roster {
	return &roster{members: make(map[string]*member), bans: make(map[string]string), joined: joined, left: left, changed: make(chan struct{}, 1)}
}

// update records a worker's status message. It adds a new worker to the list and removes one that
// is leaving.
func (r *roster) update(s status, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m, known := r.members[s.ID]
	switch {
	case s.Leaving && known:
		delete(r.members, s.ID)
		r.notify(r.left, s.Worker)
		return
	case s.Leaving:
		return
	case !known:
		m = new(member)
		r.members[s.ID] = m
	}
	slots := m.worker.Slots
	m.worker, m.at, m.held = s.Worker, now, s.Held
	if !known {
		r.notify(r.joined, s.Worker)
	} else if slots != s.Slots {
		r.notify(nil, s.Worker)
	}
}

func (r *roster) notify(f func(Worker), w Worker) {
	if f != nil {
		f(w)
	}
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// removeSilent removes the workers that have sent no status message for [goneAfter].
func (r *roster) removeSilent(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, m := range r.members {
		if now.Sub(m.at) > goneAfter {
			delete(r.members, id)
			r.notify(r.left, m.worker)
		}
	}
}

func (r *roster) count() (workers, slots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if r.plays(m) {
			workers++
			slots += m.worker.Slots
		}
	}
	return workers, slots
}

// plays reports whether a connected worker accepts tasks and has not been excluded. The caller
// holds r.mu.
func (r *roster) plays(m *member) bool {
	_, banned := r.bans[m.worker.ID]
	return m.worker.Refused == "" && !banned
}

// others reports whether there is a connected worker that accepts tasks and is not in the list
// except.
func (r *roster) others(except []string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, m := range r.members {
		if r.plays(m) && m.worker.Slots > 0 && !slices.Contains(except, id) {
			return true
		}
	}
	return false
}

// worker returns the latest status of a worker, or false if the worker is not connected.
func (r *roster) worker(id string) (Worker, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m, ok := r.members[id]; ok {
		return m.worker, true
	}
	return Worker{}, false
}

func (r *roster) ban(id, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bans[id] = reason
	r.notify(nil, Worker{})
}

func (r *roster) banned(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, banned := r.bans[id]
	return banned
}

func (r *roster) reason(id string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bans[id]
}

// reported returns the subjects of all tasks that workers mention in [status.Held]. It leaves out
// the tasks of excluded workers, which must be played again.
func (r *roster) reported() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[string]bool)
	for id, m := range r.members {
		if _, banned := r.bans[id]; banned {
			continue // its tasks must be played again
		}
		for _, subject := range m.held {
			out[subject] = true
		}
	}
	return out
}

// holder returns the machine of a worker that reports the task with the given subject, or "".
func (r *roster) holder(subject string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if slices.Contains(m.held, subject) {
			return m.worker.Host
		}
	}
	return ""
}

func (r *roster) refusing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if m.worker.Refused != "" {
			return true
		}
	}
	return false
}

func (r *roster) list(now time.Time) []Worker {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Worker
	for _, m := range r.members {
		w := m.worker
		w.LastSeen = now.Sub(m.at).Seconds()
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b Worker) int {
		return cmp.Or(strings.Compare(a.Host, b.Host), strings.Compare(a.ID, b.ID))
	})
	return out
}
