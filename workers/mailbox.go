//go:build !nobroker

package workers

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// mailbox is what the server has for one run. Rounds may follow each other within
// milliseconds, so nothing is set up or cleaned up for each of them: who has heard one
// batch hears the next, and results that were taken in are removed together. Its methods
// may be called from several goroutines.
type mailbox struct {
	hub *Hub
	run string

	mu      sync.Mutex // guards what follows
	idle    []*ear
	playing int             // batches
	stale   map[string]bool // batches whose results were taken in and are still on the server
	bytes   int             // of these
	kept    bool            // another process may want results of a batch that was interrupted
	rest    *time.Timer     // to the time when nobody has played for a while, nil before the first batch
	closed  bool
}

// ear hears the results of a run, and of tasks that were delivered as often as may be.
type ear struct {
	results, exhausted chan *nats.Msg
	subs               []*nats.Subscription
}

// The number of results that may wait to be taken in; those beyond it are found on
// the server later.
const incomingResults = 1 << 14

// When results are removed from the server: after so many batches, so many bytes, or when
// no batch has been played for so long. Then the run hears nothing more, either.
const (
	staleBatches = 64
	staleBytes   = 16 << 20
	restAfter    = 2 * time.Second
)

// mailbox is that of a run.
func (h *Hub) mailbox(run string) *mailbox {
	m, _ := h.runs.LoadOrStore(run, &mailbox{hub: h, run: run, stale: make(map[string]bool)})
	return m.(*mailbox)
}

// open gives a batch an ear, and takes results from the server that an earlier one of its
// name has left there.
func (m *mailbox) open(ctx context.Context, batch string) (*ear, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rest != nil {
		m.rest.Stop()
	}
	if m.stale[batch] {
		if err := purge(ctx, m.hub.results, resultSubject(m.run, batch, ">")); err != nil {
			return nil, err
		}
		delete(m.stale, batch)
	}
	m.playing++
	if n := len(m.idle); n > 0 {
		e := m.idle[n-1]
		m.idle = m.idle[:n-1]
		e.forget()
		return e, nil
	}
	e := &ear{results: make(chan *nats.Msg, incomingResults), exhausted: make(chan *nats.Msg, incomingResults)}
	for _, s := range []struct {
		subject string
		to      chan *nats.Msg
	}{{resultSubject(m.run, "*", "*"), e.results}, {maxDeliveries, e.exhausted}} {
		sub, err := m.hub.conn.ChanSubscribe(s.subject, s.to)
		if err != nil {
			m.playing--
			e.close()
			return nil, err
		}
		e.subs = append(e.subs, sub)
	}
	return e, nil
}

// back takes the ear of a batch back that has ended. removed says that nothing of it is on
// the server any more, kept that its results are to stay there.
func (m *mailbox) back(e *ear, batch string, bytes int, removed, kept bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = append(m.idle, e)
	m.playing--
	m.kept = m.kept || kept
	if !removed && !kept {
		m.stale[batch] = true
		m.bytes += bytes
	}
	if m.playing > 0 {
		return
	}
	if len(m.stale) >= staleBatches || m.bytes >= staleBytes {
		m.clean()
	}
	m.rest = time.AfterFunc(restAfter, m.quiet)
}

// clean removes the results of batches that are over. The mailbox is locked, and no batch
// is played.
func (m *mailbox) clean() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if m.kept {
		for batch := range m.stale {
			_ = purge(ctx, m.hub.results, resultSubject(m.run, batch, ">"))
		}
	} else if len(m.stale) > 0 {
		_ = purge(ctx, m.hub.results, "lanista."+m.run+".result.>")
	}
	clear(m.stale) // what could not be removed ends with its age
	m.bytes = 0
}

// quiet ends what stays between batches, unless one is played.
func (m *mailbox) quiet() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.playing > 0 || m.closed {
		return
	}
	for _, e := range m.idle {
		e.close()
	}
	m.idle = nil
	m.clean()
}

// close ends the mailbox before the connection does. A server of our own ends, too, with
// all that it has.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed = true; m.rest != nil {
		m.rest.Stop()
	}
	if m.hub.broker == nil {
		m.clean()
	}
}

// forget drops what has been heard while no batch was played.
func (e *ear) forget() {
	for {
		select {
		case <-e.results:
		case <-e.exhausted:
		default:
			return
		}
	}
}

// close hears nothing more.
func (e *ear) close() {
	for _, sub := range e.subs {
		_ = sub.Unsubscribe()
	}
}
