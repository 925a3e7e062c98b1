//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// worker pulls tasks and plays them.
type worker struct {
	Player
	id, host string
	own      bool          // in the process of a run
	once     bool          // ends with the run that it has played for
	drain    bool          // ends when there is no task
	short    time.Duration // how long it waits where it may be time to end
	conn     *nats.Conn
	js       jetstream.JetStream
	say      func(string)
	headers  headers
	tables   *tables
	slots    *slots
	began    time.Time

	onItsWay atomic.Int64 // results that are being published

	mu      sync.Mutex // guards what follows
	playing map[*held]bool
	tasks   int
	games   int
	refused string          // why it plays nothing
	said    map[string]bool // what it has said of that
	rest    time.Time       // no task is pulled before
	ran     map[string]bool // runs that it has played for; false once they are over
	leaving bool
	ended   names // sessions
	did     names // tasks, by batch and digest
}

// newWorker makes a worker of a connection, whose inboxes must be those that a
// worker may hear.
func newWorker(conn *nats.Conn, p Player, own bool, say func(string)) *worker {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	if say == nil {
		say = func(string) {}
	}
	if p.Rules == nil {
		p.Rules = func(string) string { return "" }
	}
	return &worker{
		Player: p, id: fmt.Sprintf("%.32s-%d-%s", tokenOf(host), os.Getpid(), newToken()[:8]), host: host, own: own,
		conn: conn, say: say, short: time.Second, tables: newTables(p.Open), slots: newSlots(p.Slots), began: time.Now(),
		playing: make(map[*held]bool), ran: make(map[string]bool), said: make(map[string]bool),
	}
}

// run plays until ctx ends, or until stop is closed and what the worker holds is
// finished or given back within grace.
func (w *worker) run(ctx context.Context, stop <-chan struct{}, grace time.Duration) error {
	var err error
	if w.js, err = jetstream.New(w.conn, jetstream.WithDefaultTimeout(patience)); err != nil {
		return err
	}
	sub, err := w.conn.Subscribe(controlSubject, w.control)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	pulls, noMore := context.WithCancel(ctx)
	defer noMore()
	plays, giveBack := context.WithCancel(ctx)
	defer giveBack()
	var signs sync.WaitGroup
	signs.Go(func() { w.signs(plays) })
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		w.pull(pulls, plays)
	}()
	select {
	case <-idle: // there is nothing more to do
	case <-ctx.Done():
	case <-stop:
		noMore()
		w.say(w.stopping(grace))
		select {
		case <-idle:
		case <-time.After(grace):
		}
	}
	giveBack()
	select {
	case <-idle:
	case <-time.After(stuckAfter): // a game does not look whether it is to end
		w.giveBackAll()
	}
	w.mu.Lock()
	w.leaving = true
	stuck := len(w.playing) > 0
	w.mu.Unlock()
	w.show()
	signs.Wait()
	if !stuck {
		w.tables.close()
	}
	return nil
}

// stuckAfter is how long games that are given up may take to notice it.
const stuckAfter = 500 * time.Millisecond

// stopping says that the worker has been told to stop.
func (w *worker) stopping(grace time.Duration) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch n := len(w.playing); n {
	case 0:
		return "stops; it holds no task"
	case 1:
		return fmt.Sprintf("stops; the task that it holds is finished within %v or given back", grace)
	default:
		return fmt.Sprintf("stops; the %d tasks that it holds are finished within %v or given back", n, grace)
	}
}

// giveBackAll gives back the tasks that are still being played.
func (w *worker) giveBackAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for h := range w.playing {
		h.unwanted.Store(true)
		h.msg.nak()
	}
}

// maxPulls is the most pulls of a process that wait at the server at once; slots that
// become free together would wait for each other behind one.
const maxPulls = 8

// pull pulls tasks for the slots that are free, one for each, and plays them. It
// returns when the last of them has ended.
func (w *worker) pull(ctx, plays context.Context) {
	var pulls, slots sync.WaitGroup
	free := make(chan struct{}, w.Slots)
	for range min(1+w.Slots/4, maxPulls) {
		pulls.Go(func() { w.pullOne(ctx, plays, free, &slots) })
	}
	pulls.Wait()
	slots.Wait()
}

// pullOne pulls one task after another while there is a free slot.
func (w *worker) pullOne(ctx, plays context.Context, free chan struct{}, slots *sync.WaitGroup) {
	p := newPuller(w.conn, w.js)
	defer p.end()
	for ctx.Err() == nil && !w.finished() {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return
		}
		msg, err := w.next(ctx, p)
		if msg == nil {
			<-free
			w.empty(err)
			continue
		}
		slots.Go(func() {
			w.handle(plays, msg, sync.OnceFunc(func() { <-free }))
		})
	}
}

// fetchFor is how long a pull waits at the server.
const fetchFor = 20 * time.Second

// waits is how long the worker waits for an answer of the server: not long where it may
// be time to end.
func (w *worker) waits() time.Duration {
	if w.drain || w.once {
		return w.short
	}
	return fetchFor
}

// next waits for a task; there may be none.
func (w *worker) next(ctx context.Context, p *puller) (*delivery, error) {
	w.mu.Lock()
	rest := time.Until(w.rest)
	w.mu.Unlock()
	if rest > 0 {
		w.pause(ctx, rest)
	}
	msg, err := p.next(ctx, w.waits())
	if err != nil && !errors.Is(err, errAnew) && !w.finished() {
		w.pause(ctx, w.short)
	}
	return msg, err
}

// pause waits.
func (w *worker) pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// empty notes that no task was there: the queue is empty, or the server is gone that
// had given some.
func (w *worker) empty(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	gone := len(w.ran) > 0 && !w.conn.IsConnected()
	if w.drain && (err == nil || gone) && len(w.playing) == 0 {
		w.leaving = true
	}
}

// finished reports whether the worker has nothing more to do: it is to drain the
// queue and that is empty, or the run that it was there for is over.
func (w *worker) finished() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.once && len(w.playing) == 0 {
		for _, on := range w.ran {
			if !on {
				return true
			}
		}
	}
	return w.leaving
}

// control takes in a message to all workers: games of what is over are given up.
func (w *worker) control(m *nats.Msg) {
	var c control
	if err := decode(m.Data, &c); err != nil || c.Run == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.ran[c.Run]; ok && c.Batch == "" {
		w.ran[c.Run] = false
	}
	if c.Session != "" {
		w.ended.add(c.Session)
	}
	for t := range w.playing {
		if t.Run == c.Run && (c.Batch == "" || t.Batch == c.Batch) {
			t.unwanted.Store(true)
			t.cancel()
		}
	}
}

// signs shows every second that the worker lives, until ctx ends.
func (w *worker) signs(ctx context.Context) {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		w.show()
		if n%int(signOfLife/aliveEvery) == 0 {
			w.mu.Lock()
			for t := range w.playing {
				if t.bounded.Load() { // a move of a program may take longer than signs may be apart
					t.msg.alive()
				} else {
					t.owes.Store(true)
					t.alert.Store(true)
				}
			}
			w.mu.Unlock()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// show shows that the worker lives.
func (w *worker) show() {
	w.mu.Lock()
	a := alive{V: version, Worker: Worker{
		ID: w.id, Host: w.host, PID: os.Getpid(), Build: w.Build, Slots: w.Slots, Busy: min(len(w.playing), w.Slots), Tasks: w.tasks, Games: w.games,
		Rate: float64(w.games) / max(time.Since(w.began).Seconds(), 1e-3), Own: w.own, Refused: w.refused, Programs: w.Programs,
	}, Leaving: w.leaving}
	for t := range w.playing {
		a.Held = append(a.Held, t.msg.Subject)
	}
	w.mu.Unlock()
	if w.conn.IsConnected() {
		_ = w.conn.Publish(aliveSubject+w.id, encode(a))
	}
}
