package serve

import (
	"context"
	"sync"
	"time"

	"github.com/lanista/lanista/runs/documents"
)

const (
	pollEvery   = 200 * time.Millisecond // interval of reading the version of the store
	publishPace = 250 * time.Millisecond // least interval between two events
	lookEvery   = 5 * time.Second        // interval of reading the runs without a change, to detect killed ones
	mostStreams = 256
	clientWaits = 8 // length of a client's queue of messages
)

// same reports whether two states of a run are equal except for the remaining time.
func same(f, g documents.Progress) bool {
	return f.ID == g.ID && f.Status == g.Status && f.Rounds == g.Rounds && f.Games == g.Games && f.Pairings == g.Pairings &&
		len(f.Checkpoints) == len(g.Checkpoints)
}

// digest contains the data of an event.
type digest struct {
	Version int64                `json:"version" doc:"differs after every change of the store"`
	Runs    []documents.Progress `json:"runs"`
	Jobs    []job                `json:"jobs,omitempty" doc:"in the event hello, if the server starts runs"`
}

// message is an event for clients. Its text is made once, for the first client that
// receives it.
type message struct {
	event string
	data  any
	text  func() ([]byte, error)
}

func newMessage(event string, data any) message {
	return message{event, data, sync.OnceValues(func() ([]byte, error) { return eventText(event, data) })}
}

// hub polls the store while clients are connected, and sends them the changes.
type hub struct {
	version func(context.Context) (int64, error)
	look    func(context.Context) ([]documents.Progress, error)

	mu       sync.Mutex
	clients  map[*client]bool
	stop     context.CancelFunc // stops the polling; nil while there are no clients
	watching sync.WaitGroup
}

// client is one event stream.
type client struct {
	run      string       // ID of the only run of interest; "" for all
	messages chan message // closed when the client is too slow and has been dropped
}

func newHub(version func(context.Context) (int64, error), look func(context.Context) ([]documents.Progress, error)) *hub {
	return &hub{version: version, look: look, clients: make(map[*client]bool)}
}

// join adds a client. ok is false if there are too many.
func (h *hub) join(run string) (*client, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.clients) >= mostStreams {
		return nil, false
	}
	c := &client{run: run, messages: make(chan message, clientWaits)}
	h.clients[c] = true
	if h.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		h.stop = cancel
		h.watching.Go(func() { h.watch(ctx) })
	}
	return c, true
}

// leave removes a client. The polling ends with the last one.
func (h *hub) leave(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c)
	if len(h.clients) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

// wait returns when the polling has ended. All clients must have left.
func (h *hub) wait() { h.watching.Wait() }

// now returns the whole digest, for a new client.
func (h *hub) now(ctx context.Context, run string) digest {
	d := digest{Runs: []documents.Progress{}}
	if runs, err := h.look(ctx); err == nil { // an error means that there is no store
		d.Version, _ = h.version(ctx)
		d.Runs = only(run, runs)
	}
	return d
}

// only returns the entries of one run, or all if run is empty.
func only(run string, list []documents.Progress) []documents.Progress {
	kept := []documents.Progress{}
	for _, f := range list {
		if run == "" || f.ID == run {
			kept = append(kept, f)
		}
	}
	return kept
}

// watch polls the store until ctx ends, and publishes the changes.
func (h *hub) watch(ctx context.Context) {
	next := time.NewTimer(pollEvery)
	defer next.Stop()
	w := watched{last: make(map[string]documents.Progress), version: -1}
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-next.C:
			wait := pollEvery
			if d, changed := w.poll(ctx, h, now); changed {
				h.publish(d)
				wait = publishPace
			}
			next.Reset(wait)
		}
	}
}

// watched is the state of the store at the last poll.
type watched struct {
	last    map[string]documents.Progress
	version int64
	looked  time.Time
}

// poll reads the store if it may have changed, and returns the changes.
func (w *watched) poll(ctx context.Context, h *hub, now time.Time) (digest, bool) {
	version, err := h.version(ctx)
	if err != nil || version == w.version && now.Sub(w.looked) < lookEvery {
		return digest{}, false
	}
	runs, err := h.look(ctx)
	if err != nil {
		return digest{}, false
	}
	w.version, w.looked = version, now
	d := digest{Version: version}
	seen := make(map[string]documents.Progress, len(runs))
	for _, f := range runs {
		seen[f.ID] = f
		if old, ok := w.last[f.ID]; !ok || !same(old, f) {
			d.Runs = append(d.Runs, f)
		}
	}
	w.last = seen
	if len(d.Runs) == 0 { // the commit changed no run that is followed
		return digest{}, false
	}
	return d, true
}

// publish sends the changes of the store to all clients: the event runs to clients of
// all runs, the event progress to clients of one run.
func (h *hub) publish(d digest) {
	h.mu.Lock()
	defer h.mu.Unlock()
	news := make(map[string]*message) // by run of the clients; nil is no message
	for c := range h.clients {
		m, made := news[c.run]
		if !made {
			m = newsOf(c.run, d)
			news[c.run] = m
		}
		if m != nil {
			h.send(c, *m)
		}
	}
}

// newsOf returns the message about a digest for the clients of a run; nil if the digest
// does not contain the run.
func newsOf(run string, d digest) *message {
	mine := digest{Version: d.Version, Runs: only(run, d.Runs)}
	if len(mine.Runs) == 0 {
		return nil
	}
	event := "runs"
	if run != "" {
		event = "progress"
	}
	m := newMessage(event, mine)
	return &m
}

// publishJob sends a job to the clients of all runs and of its run.
func (h *hub) publishJob(j job) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := newMessage("job", j)
	for c := range h.clients {
		if c.run == "" || j.Run != nil && c.run == *j.Run {
			h.send(c, m)
		}
	}
}

// send passes a message to a client. A client that is too far behind is removed; it
// reconnects and receives the whole state. The caller holds the lock.
func (h *hub) send(c *client, m message) {
	select {
	case c.messages <- m:
	default:
		delete(h.clients, c)
		close(c.messages)
	}
}
