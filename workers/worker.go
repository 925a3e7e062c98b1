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

// Work plays games for the runs of a server, as a worker. It returns nil when ctx ends, when Stop
// is closed, or as the options Once and Drain specify. If the server cannot be reached or the
// connection is lost, Work tries to connect again, without a time limit. It returns an error for a
// number of slots out of range, an invalid address, and credentials or certificates that cannot be
// read. It also returns an error if a server refuses the credentials twice in succession.
func Work(ctx context.Context, o WorkOptions) error {
	if o.Player.Slots < 1 || o.Player.Slots > maxSlots {
		return fmt.Errorf("%d slots; the number must be 1 to %d", o.Player.Slots, maxSlots)
	}
	log := o.Log
	if log == nil {
		log = func(string) {}
	}
	state := &connectionLog{url: o.Access.URL, log: log, broken: true}
	dialing, giveUp := state.dialContext(ctx, o.Stop)
	defer giveUp()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn, err := dial(o.Access, "lanista worker", nats.CustomInboxPrefix(inboxPrefix), nats.RetryOnFailedConnect(true), nats.SetCustomDialer(dialerFor(dialing)), nats.SkipHostLookup(),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { state.lost(err) }),
		nats.ConnectHandler(func(*nats.Conn) { state.connected() }),
		nats.ReconnectHandler(func(*nats.Conn) { state.connected() }),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { state.lost(err) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { state.serverError(err) }),
		closeIfRefused,
		nats.ClosedHandler(func(*nats.Conn) { cancel() }),
	)
	if err != nil {
		return fmt.Errorf("%s: %w", o.Access.URL, err)
	}
	defer conn.Close()
	defer giveUp() // conn.Close waits for a connection attempt
	if conn.IsConnected() {
		state.connected()
	}
	link, err := newNATSWorker(conn)
	if err != nil {
		return err
	}
	w := newWorker(link, o.Player, false, log)
	w.once, w.drain = o.Once, o.Drain
	err = w.run(ctx, o.Stop, o.Grace)
	if state.everConnected() {
		_ = conn.FlushTimeout(time.Second)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	log(fmt.Sprintf("ends after %d tasks, %d games", w.tasks, w.games))
	if conn.IsClosed() {
		return fmt.Errorf("%s: the server refuses this worker (%w); check --token-file or --creds", o.Access.URL, conn.LastError())
	}
	return err
}

// worker plays the tasks of the server in this process; see [Work].
type worker struct {
	player   Player
	id, host string
	own      bool          // the worker is in the process of a run
	once     bool          // see WorkOptions
	drain    bool          // see WorkOptions
	endCheck time.Duration // how often a worker with once or drain checks whether to end
	link     workerLink
	log      func(string)
	headers  headerCache
	slots    *slotPool
	began    time.Time

	publishing    atomic.Int64 // results being published
	finishedTasks atomic.Int64 // tasks whose games have been played, in the order of their ends
	skipped       atomic.Int64 // deliveries of tasks that another worker must play

	sending sync.Mutex // held while a status is made and sent, so that a newer one is never sent first

	mu          sync.Mutex // protects the fields below
	playing     map[*activeTask]bool
	tasks       int             // number of finished tasks
	games       int             // number of games played
	refused     string          // why the worker refuses tasks, "" if it does not
	logged      map[string]bool // reasons that have been logged
	pausedUntil time.Time       // no task is requested before
	runs        map[string]bool // runs that the worker has played for: true while they last
	leaving     bool            // the worker ends when its games are played
	unusable    error           // why a worker with the option Once has ended without a game; nil if it has not
	ended       recentNames     // sessions that are over
	excluded    bool            // the run has excluded this worker because its results were wrong or unusable
}

// newWorker returns a worker that plays games as p describes and exchanges messages with the server
// by link. own is true for a worker that runs inside the process of a run. log receives lines for
// the user; nil means none. If link uses a NATS connection, its inbox prefix must be [inboxPrefix],
// because workers may receive replies only there.
func newWorker(link workerLink, p Player, own bool, log func(string)) *worker {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	if log == nil {
		log = func(string) {}
	}
	if p.Rules == nil {
		p.Rules = func(string) string { return "" }
	}
	return &worker{
		player: p, id: fmt.Sprintf("%.32s-%d-%s", tokenOf(host), os.Getpid(), newToken()[:8]), host: host, own: own,
		link: link, log: log, endCheck: time.Second, headers: headerCache{link: link}, slots: newSlotPool(p.Slots, newArenaCache(p.Open)), began: time.Now(),
		playing: make(map[*activeTask]bool), runs: make(map[string]bool), logged: make(map[string]bool),
	}
}

// run plays tasks until ctx ends or there is nothing left to do. When stop is closed, the worker
// requests no further tasks and finishes those that it has, within the duration grace. It then
// gives unfinished tasks back to the server. With the option Once, run returns an error if the
// worker's build differs from that of its first run.
func (w *worker) run(ctx context.Context, stop <-chan struct{}, grace time.Duration) error {
	unsubscribe, err := w.link.listen(controlSubject, w.handleControl)
	if err != nil {
		return err
	}
	defer unsubscribe()
	pulling, stopPulling := context.WithCancel(ctx)
	defer stopPulling()
	playing, stopPlaying := context.WithCancel(ctx)
	defer stopPlaying()
	var status sync.WaitGroup
	status.Go(func() { w.reportStatus(playing) })
	pulled := make(chan struct{}) // closed when no task is requested or played any more
	go func() {
		defer close(pulled)
		w.pullAll(pulling, playing)
	}()
	select {
	case <-pulled: // once or drain
	case <-ctx.Done():
	case <-stop:
		stopPulling()
		w.log(w.stopMessage(grace))
		select {
		case <-pulled:
		case <-time.After(grace):
		}
	}
	stopPlaying()
	select {
	case <-pulled:
	case <-time.After(stuckAfter): // a game ignores its context
		w.returnTasks()
	}
	w.mu.Lock()
	w.leaving = true
	stuck, unusable := len(w.playing) > 0, w.unusable
	if len(w.runs) > 0 { // another slot has begun a task meanwhile
		unusable = nil
	}
	w.mu.Unlock()
	w.publishStatus()
	status.Wait()
	if !stuck {
		w.slots.arenas.close()
	}
	return unusable
}

// stuckAfter is how long a worker waits for cancelled games to end.
const stuckAfter = 500 * time.Millisecond

// stopMessage returns the line that a worker logs when it begins to stop. The line states what
// happens to the worker's tasks.
func (w *worker) stopMessage(grace time.Duration) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch n := len(w.playing); n {
	case 0:
		return "stops; it has no task"
	case 1:
		return fmt.Sprintf("stops; its task is finished within %v or returned", grace)
	default:
		return fmt.Sprintf("stops; its %d tasks are finished within %v or returned", n, grace)
	}
}

func (w *worker) returnTasks() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for t := range w.playing {
		t.unwanted.Store(true)
		_ = t.msg.Nak()
	}
}

// maxPulls is the largest number of requests for tasks from one worker that wait at the server at
// the same time. With a single request, goroutines that become free at the same time would wait for
// each other.
const maxPulls = 8

// pullAll receives tasks and plays them until it must stop. It returns when the last task has
// ended.
func (w *worker) pullAll(ctx, playing context.Context) {
	var pulls, slots sync.WaitGroup
	free := make(chan struct{}, w.player.Slots)
	for range min(1+w.player.Slots/4, maxPulls) {
		pulls.Go(func() { w.pull(ctx, playing, free, &slots) })
	}
	pulls.Wait()
	slots.Wait()
}

// pull repeats these steps: it waits for a free slot and a task, and plays the task in a goroutine.
// The channel free has an element for each slot in use.
func (w *worker) pull(ctx, playing context.Context, free chan struct{}, slots *sync.WaitGroup) {
	source := w.link.feed()
	defer source.close()
	for {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return
		}
		msg := w.next(ctx, source)
		if msg == nil {
			<-free
			return
		}
		slots.Go(func() {
			w.handle(playing, msg, sync.OnceFunc(func() { <-free }))
		})
	}
}

// next waits for a task. It returns nil if ctx ends or the worker has nothing left to do.
func (w *worker) next(ctx context.Context, source taskFeed) jetstream.Msg {
	for ctx.Err() == nil && !w.finished() {
		w.mu.Lock()
		pause := time.Until(w.pausedUntil)
		if w.excluded {
			pause = w.endCheck
		}
		excluded := w.excluded
		w.mu.Unlock()
		if pause > 0 {
			sleep(ctx, pause)
		}
		if excluded {
			continue
		}
		wait := requestFor
		if w.drain || w.once {
			wait = w.endCheck
		}
		msg, err := source.next(ctx, wait)
		if msg != nil {
			return msg
		}
		w.checkDrained(ctx, source, err)
		if err != nil && !errors.Is(err, errReconnected) && !w.finished() {
			sleep(ctx, w.endCheck)
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// checkDrained ends a worker with the option Drain if there is nothing left to play. This is so in
// two cases: the queue of tasks is empty, or the connection is lost to a server that has sent tasks
// before. It does nothing while the worker plays a task. It is called after a request that returned
// no task; err is the error of this request.
func (w *worker) checkDrained(ctx context.Context, source taskFeed, err error) {
	if !w.drain {
		return
	}
	empty := false
	if err == nil {
		empty, _ = source.empty(ctx)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	lost := len(w.runs) > 0 && !w.link.connected()
	if (empty || lost) && len(w.playing) == 0 {
		w.leaving = true
	}
}

// finished reports whether the worker must end. With the option Drain it must if
// [worker.checkDrained] has found the queue empty or the connection lost. With the option Once it
// must if a run for which it has played is over, or if the first run has another build.
func (w *worker) finished() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.once && len(w.playing) == 0 {
		for _, lasts := range w.runs {
			if !lasts {
				return true
			}
		}
	}
	return w.leaving
}

// handleControl processes a message to all workers. It cancels the tasks of a batch or run that is
// over, and stops this worker if the message excludes it.
func (w *worker) handleControl(data []byte) {
	var c control
	err := decode(data, &c)
	switch {
	case err == nil && c.Excluded == w.id:
		w.stopPlaying(c.Reason)
		return
	case err != nil || c.Run == "":
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.runs[c.Run]; ok && c.Batch == "" {
		w.runs[c.Run] = false
	}
	if c.Session != "" {
		w.ended.add(c.Session)
	}
	for t := range w.playing {
		if t.task.Run == c.Run && (c.Batch == "" || t.task.Batch == c.Batch) {
			t.unwanted.Store(true)
			t.cancel()
		}
	}
}

// stopPlaying makes the worker request no more tasks and return the tasks that it has, because the
// run has excluded it. The worker stays connected, so that lists of workers show the reason.
func (w *worker) stopPlaying(reason string) {
	w.mu.Lock()
	known := w.excluded
	w.excluded, w.refused = true, "excluded: "+cleanText(reason)
	for t := range w.playing {
		t.cancel()
	}
	w.mu.Unlock()
	if !known {
		w.log("this worker is excluded until it is restarted: " + cleanText(reason))
		w.publishStatus()
	}
}

func (w *worker) isExcluded() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.excluded
}

// reportStatus publishes the worker's status every second until ctx ends. Every [extendEvery] it
// also extends the time that the server allows for the tasks that are being played.
func (w *worker) reportStatus(ctx context.Context) {
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		w.publishStatus()
		if n%int(extendEvery/statusEvery) == 0 {
			w.mu.Lock()
			for t := range w.playing {
				t.requestExtension()
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

// publishStatus sends the current state of the worker to all runs.
func (w *worker) publishStatus() {
	w.sending.Lock()
	defer w.sending.Unlock()
	w.mu.Lock()
	s := status{V: version, Worker: Worker{
		ID: w.id, Host: w.host, PID: os.Getpid(), Build: w.player.Build, Slots: w.player.Slots, Busy: min(len(w.playing), w.player.Slots), Tasks: w.tasks, Games: w.games,
		Rate: float64(w.games) / max(time.Since(w.began).Seconds(), 1e-3), Own: w.own, Refused: w.refused, Programs: w.player.Programs,
	}, Leaving: w.leaving, Excluded: w.excluded}
	for t := range w.playing {
		s.Held = append(s.Held, t.msg.Subject())
	}
	w.mu.Unlock()
	if w.link.connected() {
		_ = w.link.publish(statusSubject+w.id, encode(s))
	}
}
