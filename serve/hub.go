package serve

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
)

const (
	pollEvery   = 200 * time.Millisecond // interval of reading the version of the store
	publishPace = 250 * time.Millisecond // least interval between two events
	lookEvery   = 5 * time.Second        // interval of reading the runs without a change, to detect killed ones, and longest interval of reading the labels if runs change
	mostStreams = 256
	clientWaits = 8 // length of a client's queue of messages
)

// same reports whether two progress documents describe the same state of the same run. It ignores
// the estimated remaining time.
func same(f, g documents.Progress) bool {
	return f.ID == g.ID && f.Status == g.Status && f.Rounds == g.Rounds && f.Games == g.Games && f.Pairings == g.Pairings &&
		len(f.Checkpoints) == len(g.Checkpoints)
}

// Event is the JSON data of the events hello, runs and progress in the event stream: the changed
// runs, and the jobs of the queue.
type Event struct {
	Version int64                `json:"version" doc:"differs after every change of the store"`
	Runs    []documents.Progress `json:"runs" doc:"only running runs have planned_games, eta_seconds, checkpoints and trend"`
	Labels  string               `json:"labels,omitempty" doc:"in the event hello of one run: differs after a change of its name, note or tags"`
	Changed []string             `json:"changed,omitempty" doc:"IDs of runs that were deleted, or whose name, note or tags have changed"`
	Jobs    []job                `json:"jobs,omitempty" doc:"in the event hello, if the server starts runs"`
}

// hub polls the store for changes of runs and sends the changes to all connected clients. It
// polls only while at least one client is connected.
type hub struct {
	version func(context.Context) (int64, error)
	// look returns the state of all running runs, of the newest runs, and of the runs with the given IDs.
	look   func(ctx context.Context, others []string) ([]documents.Progress, error)
	labels func(context.Context) (map[string]uint64, error)

	mu       sync.Mutex
	clients  map[*client]bool
	stop     context.CancelFunc // stops the polling; nil while there are no clients
	watching sync.WaitGroup
}

// client is a connected stream of server-sent events.
type client struct {
	run      string      // ID of the only run of interest; "" for all
	messages chan []byte // server-sent events; closed when the client is too slow and has been dropped
}

func newHub(version func(context.Context) (int64, error), look func(context.Context, []string) ([]documents.Progress, error), labels func(context.Context) (map[string]uint64, error)) *hub {
	return &hub{version: version, look: look, labels: labels, clients: make(map[*client]bool)}
}

// join adds a client that follows the run with the given ID, or all runs if the ID is "". The client
// receives every change that is made after the call. join returns false if too many clients are
// connected.
func (h *hub) join(ctx context.Context, run string) (*client, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.clients) >= mostStreams {
		return nil, false
	}
	c := &client{run: run, messages: make(chan []byte, clientWaits)}
	h.clients[c] = true
	if h.stop == nil {
		w := newWatched(ctx, h)
		ctx, cancel := context.WithCancel(context.Background())
		h.stop = cancel
		h.watching.Go(func() { h.watch(ctx, w) })
	}
	return c, true
}

// leave removes a client. When the last client is removed, the polling of the store stops.
func (h *hub) leave(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c)
	if len(h.clients) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

// wait blocks until the polling of the store has stopped. The caller must have removed all
// clients.
func (h *hub) wait() { h.watching.Wait() }

// now returns the current state of all followed runs, for a client that has just connected.
func (h *hub) now(ctx context.Context, run string) Event {
	d := Event{Runs: []documents.Progress{}}
	var others []string // the run may be older than the newest ones
	if run != "" {
		others = []string{run}
	}
	if runs, err := h.look(ctx, others); err == nil { // an error means that there is no store
		d.Version, _ = h.version(ctx)
		d.Runs = only(run, runs)
	}
	return d
}

// only selects the entries of the run with the given ID from a list. It returns all entries if run
// is "".
func only(run string, list []documents.Progress) []documents.Progress {
	return slices.DeleteFunc(append([]documents.Progress{}, list...), func(f documents.Progress) bool { return run != "" && f.ID != run })
}

// watch polls the store until ctx ends, and sends the changes to the clients. w is the state with
// which the first poll is compared.
func (h *hub) watch(ctx context.Context, w *watched) {
	next := time.NewTimer(pollEvery)
	defer next.Stop()
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

// watched is the state of the runs at the last poll of the store. The next poll is compared with
// it.
type watched struct {
	last         map[string]documents.Progress
	version      int64
	looked       time.Time
	labels       map[string]uint64 // by run; see [results.Store.Labels]
	labelVersion int64             // version of the store when labels was read
	labelled     time.Time         // when labels was read
}

// newWatched returns the state to which the first poll is compared. It contains the labels (names,
// notes and tags) of all runs, if they can be read.
func newWatched(ctx context.Context, h *hub) *watched {
	w := &watched{last: make(map[string]documents.Progress), version: -1, labelVersion: -1}
	w.labels, _ = h.labels(ctx) // nil if there is no store yet
	return w
}

// poll returns the runs that have changed since the last poll, in their progress or their labels.
// It returns false if there are none. To save time, it reads the runs only if the store has changed
// or if it read them more than lookEvery ago.
func (w *watched) poll(ctx context.Context, h *hub, now time.Time) (Event, bool) {
	version, err := h.version(ctx)
	if err != nil || version == w.version && now.Sub(w.looked) < lookEvery {
		return Event{}, false
	}
	var running []string // an old one that has ended is not in the list otherwise
	for id, f := range w.last {
		if f.Status == string(results.Running) {
			running = append(running, id)
		}
	}
	slices.Sort(running)
	runs, err := h.look(ctx, running)
	if err != nil {
		return Event{}, false
	}
	w.version, w.looked = version, now
	d := Event{Version: version}
	seen := make(map[string]documents.Progress, len(runs))
	for _, f := range runs {
		seen[f.ID] = f
		if old, ok := w.last[f.ID]; !ok || !same(old, f) {
			d.Runs = append(d.Runs, f)
		}
	}
	w.last = seen
	if version != w.labelVersion && (len(d.Runs) == 0 || now.Sub(w.labelled) >= lookEvery) {
		if d.Changed, err = w.relabelled(ctx, h); err == nil {
			w.labelVersion, w.labelled = version, now
		}
	}
	if len(d.Runs)+len(d.Changed) == 0 { // the commit changed no run that is followed
		return Event{}, false
	}
	return d, true
}

// relabelled returns the sorted IDs of the runs whose labels (name, note and tags) have changed
// since the last call. It includes deleted runs.
func (w *watched) relabelled(ctx context.Context, h *hub) (changed []string, err error) {
	labels, err := h.labels(ctx)
	if err != nil {
		return nil, err
	}
	for id, old := range w.labels {
		if label, ok := labels[id]; !ok || label != old {
			changed = append(changed, id)
		}
	}
	slices.Sort(changed)
	w.labels = labels
	return changed, nil
}

// publish sends the changed runs to all clients. A client that follows all runs receives the
// event "runs". A client that follows one run receives the event "progress".
func (h *hub) publish(d Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	news := make(map[string][]byte) // by run of the clients; nil is no message
	for c := range h.clients {
		m, made := news[c.run]
		if !made {
			m = newsOf(c.run, d)
			news[c.run] = m
		}
		if m != nil {
			h.send(c, m)
		}
	}
}

// newsOf returns the message for clients that follow the given run, with the changes in d that
// concern this run. If run is "", the message is for clients that follow all runs. newsOf returns
// nil if there is no such change.
func newsOf(run string, d Event) []byte {
	mine := Event{Version: d.Version, Runs: only(run, d.Runs), Changed: d.Changed}
	if run != "" {
		mine.Changed = nil
		if slices.Contains(d.Changed, run) {
			mine.Changed = []string{run}
		}
	}
	if len(mine.Runs)+len(mine.Changed) == 0 {
		return nil
	}
	event := "runs"
	if run != "" {
		event = "progress"
	}
	return eventText(event, mine)
}

// publishJob sends the state of a job to the clients that follow all runs and to the clients that
// follow the job's run.
func (h *hub) publishJob(j job) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := eventText("job", j)
	for c := range h.clients {
		if c.run == "" || j.Run != nil && c.run == *j.Run {
			h.send(c, m)
		}
	}
}

// send adds a message to the queue of a client. If the queue is full, it removes the client, which
// can reconnect and then receives the whole state. The caller must hold the lock.
func (h *hub) send(c *client, m []byte) {
	select {
	case c.messages <- m:
	default:
		delete(h.clients, c)
		close(c.messages)
	}
}
