//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
)

// Hub is the side of a run: it publishes tasks and takes in results. Its methods may
// be called from several goroutines.
type Hub struct {
	options Options
	broker  *broker // nil where the server is somebody else's
	conn    *nats.Conn
	js      jetstream.JetStream
	storage jetstream.StorageType
	roster  *roster
	pace    pace
	turn    turn    // of tasks to be checked
	own     *worker // plays in this process, nil if it does not

	tasks, results jetstream.Stream
	widening       sync.Mutex
	pending        int // tasks that workers may hold, 0 for as many as at first

	stop context.CancelFunc
	wait sync.WaitGroup // goroutines of the hub

	runs      sync.Map   // the mailboxes of runs, by their ids
	owns      sync.Map   // how this process opens the arenas of a run, by its id
	talk      sync.Mutex // one call of Joined, Left or Warn at a time
	reconnect chan struct{}
	said      map[string]bool
}

// patience is how long the server may take for one answer.
const patience = 5 * time.Second

// Open makes a hub. With an address it uses the server there, otherwise it brings one.
// The hub must be closed.
func Open(ctx context.Context, o Options) (*Hub, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	h := &Hub{options: o, reconnect: make(chan struct{}, 1), said: make(map[string]bool)}
	h.roster = newRoster(h.told(o.Joined), h.told(o.Left))
	if err := h.open(ctx); err != nil {
		if o.URL != "" {
			err = fmt.Errorf("%s: %w", o.URL, err)
		}
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// told is a function that is told of workers, one call at a time.
func (h *Hub) told(f func(Worker)) func(Worker) {
	if f == nil {
		return nil
	}
	return func(w Worker) {
		h.talk.Lock()
		defer h.talk.Unlock()
		f(w)
	}
}

// warn tells the person something, once.
func (h *Hub) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	h.talk.Lock()
	defer h.talk.Unlock()
	if h.options.Warn != nil && !h.said[text] {
		h.said[text] = true
		h.options.Warn(text)
	}
}

func (h *Hub) open(ctx context.Context) error {
	if err := h.connect(ctx); err != nil {
		return err
	}
	var err error
	if h.js, err = jetstream.New(h.conn, jetstream.WithDefaultTimeout(patience)); err != nil {
		return err
	}
	if err := makeStreams(ctx, h.js, h.storage); err != nil {
		return err
	}
	if h.tasks, err = h.js.Stream(ctx, tasksStream); err != nil {
		return err
	}
	if h.results, err = h.js.Stream(ctx, resultsStream); err != nil {
		return err
	}
	if _, err := h.conn.Subscribe(aliveSubject+"*", h.hear); err != nil {
		return err
	}
	inner, stop := context.WithCancel(context.Background())
	h.stop = stop
	h.wait.Go(func() { h.watch(inner) })
	if h.options.Slots > 0 {
		return h.play(ctx, inner)
	}
	return nil
}

// connect starts the server, unless one is there, and connects with it. The connection
// stays when the context ends.
func (h *Hub) connect(ctx context.Context) error {
	heard := []nats.Option{
		nats.ReconnectHandler(func(*nats.Conn) {
			select {
			case h.reconnect <- struct{}{}:
			default:
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { h.warn("the server of the workers: %v", err) }),
	}
	if h.options.URL != "" {
		h.storage = jetstream.FileStorage
		var err error
		if h.conn, err = dialUntil(ctx, h.options.Access, "lanista run", heard...); err != nil {
			return err
		}
		return nil
	}
	h.storage = jetstream.MemoryStorage
	if h.options.Store != "" {
		h.storage = jetstream.FileStorage
	}
	var token string
	var err error
	if h.options.TokenFile != "" {
		if token, err = EnsureToken(h.options.TokenFile); err != nil {
			return err
		}
	}
	if h.broker, err = startBroker(h.options, token); err != nil {
		return err
	}
	h.conn, err = nats.Connect("", append(heard, nats.Name("lanista run"), nats.InProcessServer(h.broker.server), nats.Token(h.broker.master), nats.MaxReconnects(-1))...)
	return err
}

// play lets this process play, too, until a context ends; opening is that of [Open].
func (h *Hub) play(opening, ctx context.Context) error {
	conn := h.conn
	if h.broker == nil { // one that hangs must not hold up the other
		var err error
		if conn, err = dialUntil(opening, h.options.Access, "lanista run's own worker", nats.CustomInboxPrefix(inboxPrefix)); err != nil {
			return err
		}
	}
	player := h.options.Player
	player.Open = h.openOwn
	h.own = newWorker(conn, player, true, nil)
	h.wait.Go(func() {
		if err := h.own.run(ctx, nil, 0); err != nil && ctx.Err() == nil {
			h.warn("this process plays no more: %v", err)
		}
		if conn != h.conn {
			conn.Close()
		}
	})
	return nil
}

// Own says how this process itself opens the arenas of one of its runs.
func (h *Hub) Own(run string, open Opener) { h.owns.Store(tokenOf(run), open) }

// openOwn opens an arena for this process itself, which on a cluster may play for other
// runs, too.
func (h *Hub) openOwn(ctx context.Context, header Header) (engines.Arena, func() error, error) {
	if open, ok := h.owns.Load(header.Run); ok {
		return open.(Opener)(ctx, header)
	}
	return h.options.Open(ctx, header)
}

// hear takes in a sign of life.
func (h *Hub) hear(m *nats.Msg) {
	a, err := readAlive(m.Data)
	switch {
	case errors.Is(err, errNewer):
		h.warn("a worker is of a newer version of the program and does not play")
		return
	case errors.Is(err, errOlder):
		h.warn("a worker is of an older version of the program and does not play")
		return
	case err != nil || aliveSubject+a.ID != m.Subject:
		return
	}
	if a.Refused != "" {
		h.warn("worker %s does not play: %s", a.Host, a.Refused)
	}
	h.roster.hear(a, time.Now())
}

// watch buries workers that have fallen silent.
func (h *Hub) watch(ctx context.Context) {
	tick := time.NewTicker(aliveEvery / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if h.conn.IsConnected() {
				h.roster.bury(now)
			}
		}
	}
}

// Address is where workers find the server of the hub, "" if it takes none from
// outside.
func (h *Hub) Address() string {
	if h.broker == nil {
		return h.options.URL
	}
	return h.broker.address(h.options)
}

// Count is the number of workers that are there, and of the games that they play at
// once.
func (h *Hub) Count() (workers, slots int) { return h.roster.count() }

// Close ends the hub, and the server if it is the hub's. What is being played of its
// runs is given up.
func (h *Hub) Close() error {
	if h.stop != nil {
		h.stop()
	}
	h.wait.Wait()
	if h.conn != nil {
		h.runs.Range(func(run, box any) bool {
			box.(*mailbox).close()
			return h.conn.Publish(controlSubject, encode(control{V: version, Run: run.(string)})) == nil
		})
		_ = h.conn.FlushTimeout(time.Second)
		h.dismiss()
		h.conn.Close()
	}
	if h.broker != nil {
		return h.broker.close()
	}
	return nil
}

// dismiss sends those away who wait for tasks at a server of our own, which would take its
// time to end while somebody does.
func (h *Hub) dismiss() {
	if h.broker == nil || h.js == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = h.js.DeleteConsumer(ctx, tasksStream, consumerName) // it ends anyway
}

// List listens for so long to who plays at a server. A worker shows that it lives
// every second.
func List(ctx context.Context, a Access, listen time.Duration) ([]Worker, error) {
	conn, err := dial(a, "lanista workers", nats.CustomInboxPrefix(inboxPrefix), nats.SetCustomDialer(until(ctx)), nats.SkipHostLookup())
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.URL, err)
	}
	defer conn.Close()
	all := newRoster(nil, nil)
	sub, err := conn.Subscribe(aliveSubject+"*", func(m *nats.Msg) {
		if a, err := readAlive(m.Data); err == nil && aliveSubject+a.ID == m.Subject {
			all.hear(a, time.Now())
		}
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(listen):
	}
	if !sub.IsValid() {
		return nil, errors.Join(errors.New("the server does not list its workers"), conn.LastError())
	}
	return all.list(time.Now()), nil
}
