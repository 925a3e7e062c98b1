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

// Hub distributes the games of runs to workers. It publishes tasks, which workers play, and
// receives the results. Its methods may be called from several goroutines.
type Hub struct {
	options HubOptions
	broker  *broker // the hub's own server, nil if it uses a cluster
	link    hubLink // operations on the server; they use the fields below
	conn    *nats.Conn
	js      jetstream.JetStream
	storage jetstream.StorageType
	roster  *roster
	pace    pace
	own     *worker // worker in this process; nil if the process plays no games

	tasks, results jetstream.Stream
	pendingMu      sync.Mutex // protects pending
	pending        int        // the consumer's limit as set by setPending, 0 for minPending

	stop context.CancelFunc
	wait sync.WaitGroup // goroutines of the hub

	runs      sync.Map      // *runSubscriptions by the run's token
	openers   sync.Map      // Opener of this process by the run's token
	checks    sync.Map      // Checks by the run's token
	trusts    sync.Map      // *runTrust by the run's token
	callback  sync.Mutex    // held during calls of Joined, Left and Warn
	reconnect chan struct{} // receives a value after a reconnection
	warned    map[string]bool
}

// patience is the time limit for requests to the server.
const patience = 5 * time.Second

// Open opens a hub, which distributes games to workers. It connects to the cluster at [Access.URL],
// or starts a server in this process if there is no URL. ctx limits only the time of Open itself.
// Open returns an error for invalid options (see [HubOptions.Validate]), and if the server cannot be
// started or reached or is not set up for workers. The caller must call Close.
func Open(ctx context.Context, o HubOptions) (*Hub, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	h := &Hub{options: o, reconnect: make(chan struct{}, 1), warned: make(map[string]bool)}
	h.roster = newRoster(h.serialized(o.Joined), h.serialized(o.Left))
	if err := h.open(ctx); err != nil {
		if o.Access.URL != "" {
			err = fmt.Errorf("%s: %w", o.Access.URL, err)
		}
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// serialized returns a function that calls f while it holds h.callback, so that callbacks do not
// overlap. It returns nil if f is nil.
func (h *Hub) serialized(f func(Worker)) func(Worker) {
	if f == nil {
		return nil
	}
	return func(w Worker) {
		h.callback.Lock()
		defer h.callback.Unlock()
		f(w)
	}
}

// warn passes a warning to HubOptions.Warn. Repetitions of the same text are ignored.
func (h *Hub) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	h.callback.Lock()
	defer h.callback.Unlock()
	if h.options.Warn != nil && !h.warned[text] {
		h.warned[text] = true
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
	h.link = natsHub{h}
	if err := h.link.restore(ctx); err != nil {
		return err
	}
	if h.tasks, err = h.js.Stream(ctx, tasksStream); err != nil {
		return err
	}
	if h.results, err = h.js.Stream(ctx, resultsStream); err != nil {
		return err
	}
	if _, err := h.conn.Subscribe(statusSubject+"*", h.receiveStatus); err != nil {
		return err
	}
	inner, stop := context.WithCancel(context.Background())
	h.stop = stop
	h.wait.Go(func() { h.watchWorkers(inner) })
	if h.options.Player.Slots > 0 {
		return h.startOwnWorker(ctx, inner)
	}
	return nil
}

// connect connects to the cluster, or starts a server and connects to that. The end of the
// context does not close the connection.
func (h *Hub) connect(ctx context.Context) error {
	handlers := []nats.Option{
		nats.ReconnectHandler(func(*nats.Conn) {
			select {
			case h.reconnect <- struct{}{}:
			default:
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { h.warn("the server for workers: %v", err) }),
	}
	if h.options.Access.URL != "" {
		h.storage = jetstream.FileStorage
		var err error
		h.conn, err = dialUntil(ctx, h.options.Access, "lanista run", handlers...)
		return err
	}
	h.storage = jetstream.MemoryStorage
	if h.options.Store != "" {
		h.storage = jetstream.FileStorage
	}
	var token string
	var err error
	if h.options.Access.TokenFile != "" {
		if token, err = EnsureToken(h.options.Access.TokenFile); err != nil {
			return err
		}
	}
	if h.broker, err = startBroker(h.options, token); err != nil {
		return err
	}
	h.conn, err = nats.Connect("", append(handlers, nats.Name("lanista run"), nats.InProcessServer(h.broker.server), nats.Token(h.broker.master), nats.MaxReconnects(-1))...)
	return err
}

// startOwnWorker starts a worker in this process, which plays until ctx ends. opening is the
// context of [Open]. If the server is a cluster, the worker has a separate connection, so that
// hub and worker do not delay each other.
func (h *Hub) startOwnWorker(opening, ctx context.Context) error {
	conn := h.conn
	if h.broker == nil {
		var err error
		if conn, err = dialUntil(opening, h.options.Access, "lanista run's own worker", nats.CustomInboxPrefix(inboxPrefix)); err != nil {
			return err
		}
	}
	player := h.options.Player
	player.Open = h.openOwn
	link, err := newNATSWorker(conn)
	if err != nil {
		return err
	}
	h.own = newWorker(link, player, true, nil)
	h.wait.Go(func() {
		if err := h.own.run(ctx, nil, 0); err != nil && ctx.Err() == nil {
			h.warn("this process has stopped playing: %v", err)
		}
		if conn != h.conn {
			conn.Close()
		}
	})
	return nil
}

// SetOpener sets the function with which the worker in this process opens arenas (objects that play
// games) for a run of this process. Call it before the run's executor plays. Without it, and for
// runs of other processes, that worker uses [Player.Open].
func (h *Hub) SetOpener(run string, open Opener) { h.openers.Store(runToken(run), open) }

// openOwn is the [Opener] of the worker in this process. It calls the opener that SetOpener has
// stored for the run of the header, or Player.Open if there is none. The returned function ends the
// use of the arena.
func (h *Hub) openOwn(ctx context.Context, header Header) (engines.Arena, func() error, error) {
	if open, ok := h.openers.Load(header.Run); ok {
		return open.(Opener)(ctx, header)
	}
	return h.options.Player.Open(ctx, header)
}

func (h *Hub) receiveStatus(m *nats.Msg) {
	s, err := readStatus(m.Data)
	switch {
	case errors.Is(err, errNewer):
		h.warn("a worker has a newer version of the program and does not play")
		return
	case errors.Is(err, errOlder):
		h.warn("a worker has an older version of the program and does not play")
		return
	case err != nil || statusSubject+s.ID != m.Subject:
		return
	}
	if s.Refused != "" {
		h.warn("worker %s does not play: %s", s.ID, s.Refused)
	}
	if h.roster.banned(s.ID) && !s.Excluded {
		h.announceBan(s.ID)
	}
	h.roster.update(s, time.Now())
}

// ban excludes a worker. The worker no longer counts as connected, its results are ignored, and it
// is requested to play no more.
func (h *Hub) ban(id, reason string) {
	h.roster.ban(id, reason)
	h.announceBan(id)
}

// announceBan sends the message that excludes a worker. It is called again when the worker shows
// that it has not received the message.
func (h *Hub) announceBan(id string) {
	_ = h.link.publish(controlSubject, encode(control{V: version, Excluded: id, Reason: cleanText(h.roster.reason(id))}))
}

// watchWorkers removes workers that send no more status messages from the list of workers, until
// ctx ends.
func (h *Hub) watchWorkers(ctx context.Context) {
	tick := time.NewTicker(statusEvery / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if h.conn.IsConnected() {
				h.roster.removeSilent(now)
			}
		}
	}
}

// Address returns the URL at which workers reach the server. It returns "" if the hub's own
// server does not accept connections of other processes.
func (h *Hub) Address() string {
	if h.broker == nil {
		return h.options.Access.URL
	}
	return h.broker.address(h.options)
}

// Count returns the number of connected workers that play games, and the number of games that
// they can play at once.
func (h *Hub) Count() (workers, slots int) { return h.roster.count() }

// buildFor returns the build of this program with the digest of the rules of a game.
func (h *Hub) buildFor(game string) Build {
	build := h.options.Player.Build
	if h.options.Player.Rules != nil {
		build.Rules = h.options.Player.Rules(game)
	}
	return build
}

// setPending sets how many tasks the server delivers without an acknowledgement of earlier ones.
// The number is [minPending] times a power of two, and at least two for each of the given slots.
// setPending sends nothing if the number is unchanged. If the server refuses the number, setPending
// passes a warning to HubOptions.Warn.
func (h *Hub) setPending(ctx context.Context, slots int) {
	want := minPending
	for want < 2*slots {
		want *= 2
	}
	h.pendingMu.Lock()
	defer h.pendingMu.Unlock()
	if want == h.pending || want == minPending && h.pending == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := h.link.allowPending(ctx, want); err != nil {
		h.warn("the server limits the workers to %d tasks at a time: %v", minPending, err)
		return
	}
	h.pending = want
}

// Close cancels the tasks of the hub's runs, disconnects, and stops the hub's own server. Call it
// when no executor of the hub plays any more. An error means that files of the hub's own server
// could not be removed.
func (h *Hub) Close() error {
	if h.stop != nil {
		h.stop()
	}
	h.wait.Wait()
	if h.conn != nil {
		h.runs.Range(func(run, subscriptions any) bool {
			subscriptions.(*runSubscriptions).close()
			return h.conn.Publish(controlSubject, encode(control{V: version, Run: run.(string)})) == nil
		})
		_ = h.conn.FlushTimeout(time.Second)
		h.endRequests()
		h.conn.Close()
	}
	if h.broker != nil {
		return h.broker.close()
	}
	return nil
}

// endRequests deletes the consumer at the hub's own server, which ends the workers' waiting
// requests for tasks. Waiting requests would delay the server's shutdown.
func (h *Hub) endRequests() {
	if h.broker == nil || h.js == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = h.js.DeleteConsumer(ctx, tasksStream, consumerName) // the server stops in any case
}

// List returns the workers that are connected to a server. It collects their status messages for
// the given time; every worker sends one each second.
func List(ctx context.Context, a Access, wait time.Duration) ([]Worker, error) {
	conn, err := dial(a, "lanista workers", nats.CustomInboxPrefix(inboxPrefix), nats.SetCustomDialer(dialerFor(ctx)), nats.SkipHostLookup())
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.URL, err)
	}
	defer conn.Close()
	all := newRoster(nil, nil)
	sub, err := conn.Subscribe(statusSubject+"*", func(m *nats.Msg) {
		if s, err := readStatus(m.Data); err == nil && statusSubject+s.ID == m.Subject {
			all.update(s, time.Now())
		}
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(wait):
	}
	if !sub.IsValid() {
		return nil, errors.Join(errors.New("the server does not permit listing its workers"), conn.LastError())
	}
	return all.list(time.Now()), nil
}
