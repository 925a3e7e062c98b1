package workers

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// roster is who plays, as far as signs of life tell. Its methods may be called from
// several goroutines.
type roster struct {
	mu      sync.Mutex
	members map[string]*member
	joined  func(Worker)
	left    func(Worker)
	changed chan struct{} // is sent to, without waiting, when something has changed
}

// member is a worker that is there.
type member struct {
	Worker
	at   time.Time // of the last sign of life
	held []string
}

func newRoster(joined, left func(Worker)) *roster {
	return &roster{members: make(map[string]*member), joined: joined, left: left, changed: make(chan struct{}, 1)}
}

// hear enters a sign of life.
func (r *roster) hear(a alive, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m, known := r.members[a.ID]
	switch {
	case a.Leaving && known:
		delete(r.members, a.ID)
		r.tell(r.left, a.Worker)
		return
	case a.Leaving:
		return
	case !known:
		m = new(member)
		r.members[a.ID] = m
	}
	slots := m.Slots
	m.Worker, m.at, m.held = a.Worker, now, a.Held
	if !known {
		r.tell(r.joined, a.Worker)
	} else if slots != a.Slots {
		r.tell(nil, a.Worker)
	}
}

// tell tells of a worker that came or went.
func (r *roster) tell(f func(Worker), w Worker) {
	if f != nil {
		f(w)
	}
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// bury drops those who have been silent for too long.
func (r *roster) bury(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, m := range r.members {
		if now.Sub(m.at) > goneAfter {
			delete(r.members, id)
			r.tell(r.left, m.Worker)
		}
	}
}

// count is the number of workers, and of the games that they play at once.
func (r *roster) count() (workers, slots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if m.Refused == "" {
			workers++
			slots += m.Slots
		}
	}
	return workers, slots
}

// held are the subjects of the tasks that living workers play.
func (r *roster) held() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[string]bool)
	for _, m := range r.members {
		for _, subject := range m.held {
			out[subject] = true
		}
	}
	return out
}

// holder is the host of a living worker that plays a task, "" if none does.
func (r *roster) holder(subject string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if slices.Contains(m.held, subject) {
			return m.Host
		}
	}
	return ""
}

// refusing reports whether a worker is there that gives all tasks back.
func (r *roster) refusing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if m.Refused != "" {
			return true
		}
	}
	return false
}

// list are the workers in the order of their hosts.
func (r *roster) list(now time.Time) []Worker {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Worker
	for _, m := range r.members {
		w := m.Worker
		w.Heard = now.Sub(m.at).Seconds()
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b Worker) int {
		if c := strings.Compare(a.Host, b.Host); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}
