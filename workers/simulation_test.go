package workers

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

var (
	simulations = flag.Int("simulations", 0, "simulated runs; 0 means 50, or 10,000 with LANISTA_EXHAUSTIVE=1")
	simulateAt  = flag.Uint64("simulate-at", 1, "seed of the first simulated run")
)

// simulated is a server in memory with the semantics of the streams: each subject of a result has one
// message, tasks are delivered until they are acknowledged, and a task that is not extended is
// delivered again. Messages are delayed, so that they overtake each other, dropped and duplicated;
// the answer to a request may be lost although the request has been executed. Time is that of a
// synctest bubble.
type simulated struct {
	seed           uint64
	drop, twice    float64 // shares of messages
	slowest        time.Duration
	mu             sync.Mutex
	draws          map[string]uint64 // of random numbers, by purpose
	seq, delivered uint64
	tasks          map[uint64]*storedTask
	ids            map[string]uint64 // tasks by Nats-Msg-Id
	results        map[string]*jetstream.RawStreamMsg
	headers        map[string]*nats.Msg
	subscribers    map[*subscriber]bool
	waiting        []*request // for tasks
}

// keepResult stores an empty result.
func (s *simulated) keepResult(subject string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[subject] = nil
}

// kept returns the subjects of all stored results in alphabetical order.
func (s *simulated) kept() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.results))
}

// subscriptions returns the number of subscriptions.
func (s *simulated) subscriptions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.subscribers)
}

type subscriber struct {
	pattern string
	f       func(*nats.Msg)
}

type storedTask struct {
	seq        uint64
	subject    string
	data       []byte
	deliveries int
	at         time.Time // it may be delivered from then on; zero after deliveries are exhausted
	held       bool
}

type request struct {
	to   chan jetstream.Msg
	link *simulatedWorker
	over bool
}

func newSimulated(seed uint64) *simulated {
	rng := engines.Rand(seed)
	return &simulated{
		seed: seed, drop: 0.1 * rng.Float64(), twice: 0.1 * rng.Float64(), slowest: time.Duration(rng.IntN(400)) * time.Millisecond,
		draws: make(map[string]uint64), tasks: make(map[uint64]*storedTask), ids: make(map[string]uint64),
		results: make(map[string]*jetstream.RawStreamMsg), headers: make(map[string]*nats.Msg), subscribers: make(map[*subscriber]bool),
	}
}

// rng returns the random numbers of the next message of a purpose. They do not depend on the order in
// which goroutines run. The caller holds s.mu.
func (s *simulated) rng(purpose string) *rand.Rand {
	s.draws[purpose]++
	return engines.Rand(engines.Seed(s.seed, engines.Purpose(purpose), s.draws[purpose]))
}

func (s *simulated) delay(rng *rand.Rand) time.Duration {
	return time.Microsecond + time.Duration(rng.Float64()*rng.Float64()*float64(s.slowest))
}

// matches reports whether a subject matches a pattern with the wildcards * and >.
func matches(pattern, subject string) bool {
	for {
		part, patternRest, more := strings.Cut(pattern, ".")
		word, subjectRest, wordMore := strings.Cut(subject, ".")
		switch {
		case part == ">":
			return word != ""
		case part != "*" && part != word || more != wordMore:
			return false
		case !more:
			return true
		}
		pattern, subject = patternRest, subjectRest
	}
}

// send delivers a message to the subscribers, late, not at all or twice. The caller holds s.mu.
func (s *simulated) send(subject string, data []byte) {
	for sub := range s.subscribers {
		if !matches(sub.pattern, subject) {
			continue
		}
		rng := s.rng("send " + sub.pattern + " " + subject)
		times := 1
		switch x := rng.Float64(); {
		case x < s.drop:
			times = 0
		case x < s.drop+s.twice:
			times = 2
		}
		for range times {
			time.AfterFunc(s.delay(rng), func() {
				s.mu.Lock()
				there := s.subscribers[sub]
				s.mu.Unlock()
				if there {
					sub.f(&nats.Msg{Subject: subject, Data: data})
				}
			})
		}
	}
}

func (s *simulated) subscribe(pattern string, f func(*nats.Msg)) (stop func()) {
	sub := &subscriber{pattern, f}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscribers[sub] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subscribers, sub)
	}
}

// errLostMessage is the error of a request or an answer that was lost.
var errLostMessage = errors.New("no answer")

// do executes a request after a delay. It may be lost, before or after its execution.
func (s *simulated) do(ctx context.Context, dead *atomic.Bool, purpose string, f func() error) error {
	s.mu.Lock()
	rng := s.rng("do " + purpose)
	before, after, lost, lostAnswer := s.delay(rng), s.delay(rng), rng.Float64() < s.drop/2, rng.Float64() < s.drop/2
	s.mu.Unlock()
	if !waitFor(ctx, before) || dead.Load() {
		return ctx.Err()
	}
	err := errLostMessage
	if !lost {
		s.mu.Lock()
		err = f()
		s.mu.Unlock()
	}
	if lost || lostAnswer {
		waitFor(ctx, patience)
		return errLostMessage
	}
	if !waitFor(ctx, after) {
		return ctx.Err()
	}
	return err
}

// waitFor waits for d. It returns false if ctx ends first.
func waitFor(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// dispatch delivers tasks to waiting requests. The caller holds s.mu.
func (s *simulated) dispatch() {
	s.waiting = slices.DeleteFunc(s.waiting, func(r *request) bool { return r.over })
	for len(s.waiting) > 0 {
		var next *storedTask
		for _, t := range s.tasks {
			if !t.held && !t.at.IsZero() && !t.at.After(time.Now()) && (next == nil || t.seq < next.seq) {
				next = t
			}
		}
		if next == nil {
			return
		}
		if next.deliveries == maxDeliver {
			next.at = time.Time{}
			advisory, _ := json.Marshal(map[string]uint64{"stream_seq": next.seq})
			s.send(maxDeliveries, advisory)
			continue
		}
		r := s.waiting[0]
		s.waiting = s.waiting[1:]
		r.over = true
		next.deliveries++
		next.held = true
		s.delivered = max(s.delivered, next.seq)
		s.redeliver(next, ackWait)
		rng := s.rng("task " + next.subject)
		m := &simulatedMsg{server: s, link: r.link, subject: next.subject, data: next.data, seq: next.seq, delivery: next.deliveries}
		if rng.Float64() >= s.drop {
			time.AfterFunc(s.delay(rng), func() { r.to <- m })
		}
	}
}

// redeliver makes a task available again after d, unless it is extended. The caller holds s.mu.
func (s *simulated) redeliver(t *storedTask, d time.Duration) {
	at := time.Now().Add(d)
	t.at = at
	time.AfterFunc(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if now := s.tasks[t.seq]; now != nil && now.at.Equal(at) {
			now.held = false
			s.dispatch()
		}
	})
}

// simulatedMsg is a delivered task.
type simulatedMsg struct {
	jetstream.Msg // the methods that workers do not call
	server        *simulated
	link          *simulatedWorker
	subject       string
	data          []byte
	seq           uint64
	delivery      int
}

func (m *simulatedMsg) Data() []byte    { return m.data }
func (m *simulatedMsg) Subject() string { return m.subject }

// reply executes an acknowledgement, unless it is lost.
func (m *simulatedMsg) reply(f func(*storedTask)) error {
	s := m.server
	s.mu.Lock()
	defer s.mu.Unlock()
	rng := s.rng("reply " + m.subject)
	if m.link.dead.Load() || rng.Float64() < s.drop {
		return nil
	}
	time.AfterFunc(s.delay(rng), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if t := s.tasks[m.seq]; t != nil && !t.at.IsZero() {
			f(t)
		}
	})
	return nil
}

func (m *simulatedMsg) Ack() error {
	return m.reply(func(t *storedTask) { delete(m.server.tasks, t.seq) })
}

func (m *simulatedMsg) DoubleAck(ctx context.Context) error {
	return m.server.do(ctx, &m.link.dead, "ack "+m.subject, func() error { delete(m.server.tasks, m.seq); return nil })
}
func (m *simulatedMsg) Nak() error { return m.NakWithDelay(0) }
func (m *simulatedMsg) NakWithDelay(d time.Duration) error {
	return m.reply(func(t *storedTask) {
		if t.deliveries == m.delivery {
			m.server.redeliver(t, d+time.Microsecond)
		}
	})
}
func (m *simulatedMsg) TermWithReason(string) error { return m.Ack() }
func (m *simulatedMsg) InProgress() error {
	return m.reply(func(t *storedTask) {
		if t.held {
			m.server.redeliver(t, ackWait)
		}
	})
}

// simulatedHub is the hubLink of a simulated server.
type simulatedHub struct {
	*simulated
	dead atomic.Bool // the process was killed
}

func (h *simulatedHub) publish(subject string, data []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.dead.Load() {
		h.send(subject, data)
	}
	return nil
}

func (h *simulatedHub) receive(subject string, into chan *nats.Msg) (stop func(), err error) {
	return h.subscribe(subject, func(m *nats.Msg) {
		select {
		case into <- m:
		default:
		}
	}), nil
}

func (h *simulatedHub) publishTask(ctx context.Context, subject, id string, data []byte) (seq uint64, duplicate bool, err error) {
	err = h.do(ctx, &h.dead, "publish "+id, func() error {
		if seq, duplicate = h.ids[id]; duplicate {
			return nil
		}
		h.seq++
		seq = h.seq
		h.ids[id] = seq
		h.tasks[seq] = &storedTask{seq: seq, subject: subject, data: data, at: time.Now()}
		h.dispatch()
		return nil
	})
	return seq, duplicate, err
}

func (h *simulatedHub) deleteTask(ctx context.Context, seq uint64) error {
	return h.do(ctx, &h.dead, fmt.Sprint("delete ", seq), func() error { delete(h.tasks, seq); return nil })
}

func (h *simulatedHub) delivered(ctx context.Context) (seq uint64, err error) {
	err = h.do(ctx, &h.dead, "delivered", func() error { seq = h.simulated.delivered; return nil })
	return seq, err
}

func (h *simulatedHub) storeHeader(ctx context.Context, m *nats.Msg) error {
	return h.do(ctx, &h.dead, "header "+m.Subject, func() error { h.headers[m.Subject] = m; return nil })
}

func (h *simulatedHub) purge(ctx context.Context, stream, subject string) error {
	return h.do(ctx, &h.dead, "purge "+subject, func() error {
		for seq, t := range h.tasks {
			if stream == tasksStream && matches(subject, t.subject) {
				delete(h.tasks, seq)
			}
		}
		for name := range h.results {
			if stream == resultsStream && matches(subject, name) {
				delete(h.results, name)
			}
		}
		return nil
	})
}

func (h *simulatedHub) subjects(ctx context.Context, stream, filter string) (list map[string]uint64, err error) {
	err = h.do(ctx, &h.dead, "subjects "+filter, func() error {
		list = make(map[string]uint64)
		for _, t := range h.tasks {
			if stream == tasksStream && matches(filter, t.subject) {
				list[t.subject]++
			}
		}
		for name := range h.results {
			if stream == resultsStream && matches(filter, name) {
				list[name]++
			}
		}
		return nil
	})
	return list, err
}

func (h *simulatedHub) last(ctx context.Context, stream, subject string) (m *jetstream.RawStreamMsg, err error) {
	err = h.do(ctx, &h.dead, "last "+subject, func() error {
		if stream == resultsStream {
			m = h.results[subject]
			return nil
		}
		for _, t := range h.tasks {
			if t.subject == subject && (m == nil || t.seq > m.Sequence) {
				m = &jetstream.RawStreamMsg{Subject: subject, Sequence: t.seq, Data: t.data}
			}
		}
		return nil
	})
	return m, err
}

func (h *simulatedHub) restore(context.Context) error           { return nil }
func (h *simulatedHub) allowPending(context.Context, int) error { return nil }

// simulatedWorker is the workerLink of a simulated server.
type simulatedWorker struct {
	*simulated
	dead atomic.Bool // the process was killed
}

func (w *simulatedWorker) connected() bool { return true }

func (w *simulatedWorker) publish(subject string, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.dead.Load() {
		w.send(subject, data)
	}
	return nil
}

func (w *simulatedWorker) listen(subject string, f func([]byte)) (stop func(), err error) {
	return w.subscribe(subject, func(m *nats.Msg) { f(m.Data) }), nil
}

func (w *simulatedWorker) publishResult(ctx context.Context, subject string, data []byte) error {
	return w.do(ctx, &w.dead, "result "+subject, func() error {
		if w.results[subject] != nil {
			return &jetstream.APIError{ErrorCode: 10071}
		}
		w.seq++
		w.results[subject] = &jetstream.RawStreamMsg{Subject: subject, Sequence: w.seq, Data: data}
		w.send(subject, data)
		return nil
	})
}

func (w *simulatedWorker) header(ctx context.Context, subject string) (m *nats.Msg, err error) {
	err = w.do(ctx, &w.dead, "read "+subject, func() error {
		if m = w.headers[subject]; m == nil {
			return errors.New("no such header")
		}
		return nil
	})
	return m, err
}

func (w *simulatedWorker) feed() taskFeed    { return &simulatedFeed{w} }
func (w *simulatedWorker) maxPayload() int64 { return 1 << 20 }

type simulatedFeed struct{ *simulatedWorker }

func (f *simulatedFeed) next(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	r := &request{to: make(chan jetstream.Msg, 1), link: f.simulatedWorker}
	f.mu.Lock()
	if !f.dead.Load() {
		f.waiting = append(f.waiting, r)
	}
	f.dispatch()
	f.mu.Unlock()
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case m := <-r.to:
		return m, nil
	case <-t.C:
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	r.over = true
	return nil, nil
}

func (f *simulatedFeed) empty(context.Context) (bool, error) { return false, nil }
func (f *simulatedFeed) close()                              {}

// simulatedRun plays one schedule on a simulated server while workers and the process of the run are
// killed, and some workers are wrong.
type simulatedRun struct {
	t        *testing.T
	server   *simulated
	rng      *rand.Rand
	share    float64 // that is checked
	pairings tournament.Pairings
	stored   map[int]tournament.Result // as a store would have them
	excluded []string
	reasons  []string
	wrong    map[string]bool // workers that have returned wrong results
	mu       sync.Mutex      // protects wrong
	started  int             // workers
}

// start starts a worker that is killed at some time, or never. A worker that is wrong is so from a game
// on.
func (r *simulatedRun) start(ctx context.Context, all *sync.WaitGroup, wrongFrom int, killAfter time.Duration) {
	link := &simulatedWorker{simulated: r.server}
	var w *worker
	var games atomic.Int64
	play := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if !waitFor(ctx, time.Duration(20+seed%7*30)*time.Millisecond) {
			return engines.Record{}, ctx.Err()
		}
		record, err := parity(ctx, seats, seed)
		if n := games.Add(1); wrongFrom >= 0 && int(n) > wrongFrom {
			record.Plies += 1 + int(n%3)
			record.Outcome = engines.Winner(2, int((seed+1)%2))
			r.mu.Lock()
			r.wrong[w.id] = true
			r.mu.Unlock()
		}
		return record, err
	})
	slots := 1 + r.started%2
	if wrongFrom >= 0 {
		slots = 1 // so that its tasks end in the order of their games
	}
	w = newWorker(link, Player{Slots: slots, Open: opens(play)}, false, nil)
	w.id = fmt.Sprintf("worker-%d", r.started) // the same with each repetition of a seed
	r.started++
	ctx, kill := context.WithCancel(ctx)
	if killAfter > 0 {
		time.AfterFunc(killAfter, func() {
			link.dead.Store(true)
			kill()
		})
	}
	all.Go(func() {
		defer kill()
		_ = w.run(ctx, nil, 0)
	})
}

// recheck does what a resumed run does with the results of an earlier process: it plays the latest
// unconfirmed task of each worker again, and removes the tasks of a worker whose result is wrong.
func (r *simulatedRun) recheck() {
	confirmed, latest := make(map[string]int), make(map[string][]tournament.Result)
	for _, x := range r.stored {
		for _, a := range x.Origin.Agreed {
			confirmed[a.Worker] = max(confirmed[a.Worker], a.Task)
		}
	}
	for _, x := range r.stored {
		id, task := x.Origin.Worker, x.Origin.Task
		switch list := latest[id]; {
		case task <= confirmed[id] || len(list) > 0 && task < list[0].Origin.Task:
		case len(list) > 0 && task == list[0].Origin.Task:
			latest[id] = append(list, x)
		default:
			latest[id] = []tournament.Result{x}
		}
	}
	for id, list := range latest {
		for _, x := range list {
			want, _ := parity(r.t.Context(), two, x.Pairing.Seed)
			if slices.ContainsFunc(x.Games, func(g engines.Record) bool { return g.Plies != want.Plies }) {
				r.retract([]string{id})
			}
		}
	}
}

// retract removes the unconfirmed results of workers.
func (r *simulatedRun) retract(ids []string) {
	for _, id := range ids {
		confirmed := 0
		for _, x := range r.stored {
			for _, a := range x.Origin.Agreed {
				if a.Worker == id {
					confirmed = max(confirmed, a.Task)
				}
			}
		}
		for i, x := range r.stored {
			if x.Origin.Worker == id && x.Origin.Task > confirmed {
				delete(r.stored, i)
			}
		}
	}
}

// coordinate plays what the store lacks. It returns true when everything is played and confirmed, and
// false if the process was killed, or if results of a wrong worker were removed.
func (r *simulatedRun) coordinate(ctx context.Context, killAfter time.Duration) bool {
	link := &simulatedHub{simulated: r.server}
	h := &Hub{options: HubOptions{Verify: r.share}, link: link, reconnect: make(chan struct{}, 1), warned: make(map[string]bool)}
	h.roster = newRoster(nil, nil)
	for _, id := range r.excluded {
		if r.rng.IntN(2) == 0 { // as if the same process continued the run
			h.roster.ban(id, "excluded before")
		}
	}
	defer r.server.subscribe(statusSubject+"*", h.receiveStatus)()
	ctx, kill := context.WithCancel(ctx)
	defer kill()
	if killAfter > 0 {
		time.AfterFunc(killAfter, func() {
			link.dead.Store(true)
			kill()
		})
	}
	go func() {
		for waitFor(ctx, statusEvery/2) {
			h.roster.removeSilent(time.Now())
		}
	}()
	waitFor(ctx, 3*time.Second) // for the workers
	h.SetChecks("run", Checks{Quarantined: func(q tournament.Quarantine) bool {
		r.excluded, r.reasons = append(r.excluded, q.Worker), append(r.reasons, q.Reason)
		return slices.ContainsFunc(slices.Collect(maps.Values(r.stored)), func(x tournament.Result) bool { return x.Origin.Worker == q.Worker && len(x.Origin.Agreed) == 0 })
	}})
	x := h.Executor("run")
	defer leave(h, link)
	known := make(map[int]bool)
	for i := range r.stored {
		known[i] = true
	}
	options := tournament.Options{Batch: "all", Skip: func(i int) bool { return known[i] }}
	err := error(nil)
	for res, failed := range tournament.Run(ctx, x, two, r.pairings, options) {
		if err = failed; err == nil {
			r.stored[res.Index] = res
		}
	}
	if err == nil {
		err = tournament.Confirm(ctx, x)
	}
	if testing.Verbose() && *simulations == 1 {
		r.t.Logf("%v: %d results, excluded %q, %v", time.Now(), len(r.stored), r.excluded, err)
	}
	var dispute *tournament.DisputeError
	switch {
	case err == nil:
		return ctx.Err() == nil
	case errors.As(err, &dispute) && len(dispute.Wrong) > 0:
		r.retract(dispute.Wrong)
	case strings.Contains(err.Error(), "and none finished it"): // five deliveries were lost; the run is resumed
	case ctx.Err() == nil && !errors.As(err, &dispute):
		r.t.Errorf("seed %d: %v", r.server.seed, err)
	case dispute != nil: // the workers are gone for the moment: what both have played is in doubt
		r.retract(dispute.Workers[:])
	}
	return false
}

// leave does what [Hub.Close] does for the run: it stops the timer that removes idle results, and
// removes them. A killed process does neither, and its timer must not outlive the simulation. If
// the timer is removing results at the moment, leave waits in the time of the simulation.
func leave(h *Hub, link *simulatedHub) {
	s := h.subscriptionsOf("run")
	for !s.mu.TryLock() { // a goroutine that waits for a mutex would stop the time
		time.Sleep(time.Millisecond)
	}
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	if !link.dead.Load() {
		s.close()
	}
}

// simulate plays a run and returns the number of wrong workers. It fails the test if a result is not
// the right one.
func simulate(t *testing.T, seed uint64) (wrong, excluded int) {
	rng := engines.Rand(engines.Seed(seed, engines.Purpose("run")))
	r := &simulatedRun{
		t: t, server: newSimulated(seed), rng: rng, pairings: deals(10 + rng.IntN(30)),
		stored: make(map[int]tournament.Result), wrong: make(map[string]bool), share: []float64{0.02, 0.2, 1}[rng.IntN(3)],
	}
	ctx, end := context.WithCancel(t.Context())
	var all sync.WaitGroup
	never := time.Duration(0)
	for range 3 {
		r.start(ctx, &all, -1, never)
	}
	if rng.IntN(2) == 0 {
		r.start(ctx, &all, rng.IntN(12), never)
	}
	for range rng.IntN(3) {
		r.start(ctx, &all, -1, time.Duration(1+rng.IntN(8000))*time.Millisecond)
	}
	done := false
	for n := 0; !done; n++ {
		kill := never
		if n < 2 && rng.IntN(2) == 0 {
			kill = time.Duration(3000+rng.IntN(3000)) * time.Millisecond
		}
		if n > 20 {
			t.Errorf("seed %d: the run does not end", seed)
			break
		}
		r.recheck()
		done = r.coordinate(ctx, kill)
	}
	end()
	all.Wait()
	for i, p := range r.pairings {
		want, err := parity(t.Context(), two, p.Seed)
		got, ok := r.stored[i]
		if !ok || err != nil {
			t.Errorf("seed %d: pairing %d has no result, %v", seed, i, err)
			break
		}
		for _, g := range got.Games {
			if g.Outcome != want.Outcome || g.Plies != want.Plies {
				t.Errorf("seed %d: pairing %d by %s is wrong; %v were wrong, %q excluded", seed, i, got.Origin.Worker, r.wrong, r.excluded)
			}
		}
	}
	for _, id := range r.excluded {
		if !r.wrong[id] {
			t.Errorf("seed %d: worker %s was right and is excluded: %s", seed, id, r.reasons)
		}
	}
	return len(r.wrong), len(r.excluded)
}

// failedSeeds are seeds at which a simulation has failed. At 8104 the removal of idle results of a
// process that had ended went on after the run, because no simulated process closed its hub.
var failedSeeds = []uint64{8104}

// Whatever a network does to the messages between a run and its workers, whoever is killed, and though
// a worker is wrong from some game on, each pairing has its one right result.
func TestSimulatedRuns(t *testing.T) {
	t.Parallel()
	n := *simulations
	if n == 0 {
		n = 50
		if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
			n = 10_000
		}
	}
	for _, seed := range failedSeeds {
		synctest.Test(t, func(t *testing.T) { simulate(t, seed) })
	}
	began := time.Now()
	var next, wrong, excluded atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !t.Failed(); i = int(next.Add(1)) - 1 {
				synctest.Test(t, func(t *testing.T) {
					w, e := simulate(t, *simulateAt+uint64(i))
					wrong.Add(int64(w))
					excluded.Add(int64(e))
				})
			}
		})
	}
	all.Wait()
	t.Logf("%d runs in %v, %d with a wrong worker, %d exclusions", n, time.Since(began).Round(time.Millisecond), wrong.Load(), excluded.Load())
}
