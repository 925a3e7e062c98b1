package workers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
)

// recordedLink is the connection of a worker that has no server. It records what the worker sends.
type recordedLink struct {
	mu        sync.Mutex // protects feeds and statuses
	statuses  []status
	results   []result
	headers   map[string]*nats.Msg // by subject
	failures  []error              // of the next results
	fetched   int                  // headers that were requested
	payload   int64
	lost      bool
	feeds     []*preparedFeed
	prepare   func() *preparedFeed // returns the next feed
	listening bool
}

func (l *recordedLink) connected() bool   { return !l.lost }
func (l *recordedLink) maxPayload() int64 { return l.payload }

func (l *recordedLink) listen(string, func([]byte)) (stop func(), err error) {
	l.listening = true
	return func() { l.listening = false }, nil
}

func (l *recordedLink) feed() taskFeed {
	f := &preparedFeed{}
	if l.prepare != nil {
		f = l.prepare()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.feeds = append(l.feeds, f)
	return f
}

func (l *recordedLink) publish(_ string, data []byte) error {
	s, err := readStatus(data)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.statuses = append(l.statuses, s)
	return err
}

func (l *recordedLink) publishResult(_ context.Context, subject string, data []byte) error {
	r, err := readResult(data)
	if err != nil || subject != resultSubject(r.Run, r.Batch, taskKey(r.From, r.Check)) {
		panic(fmt.Sprintf("a result with the subject %s: %v", subject, err))
	}
	l.results = append(l.results, r)
	if len(l.failures) > 0 {
		err, l.failures = l.failures[0], l.failures[1:]
	}
	return err
}

func (l *recordedLink) header(_ context.Context, subject string) (*nats.Msg, error) {
	l.fetched++
	if m := l.headers[subject]; m != nil {
		return m, nil
	}
	return nil, errLostMessage
}

// recordedMsg is a delivered task that records how it is answered.
type recordedMsg struct {
	jetstream.Msg
	data    []byte
	mu      sync.Mutex // protects answers
	answers []string
}

func (m *recordedMsg) answer(text string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers = append(m.answers, text)
	return nil
}

func (m *recordedMsg) Data() []byte                       { return m.data }
func (m *recordedMsg) Subject() string                    { return "task" }
func (m *recordedMsg) Ack() error                         { return m.answer("ack") }
func (m *recordedMsg) DoubleAck(context.Context) error    { return m.answer("double ack") }
func (m *recordedMsg) Nak() error                         { return m.answer("nak") }
func (m *recordedMsg) NakWithDelay(d time.Duration) error { return m.answer(fmt.Sprint("nak ", d)) }
func (m *recordedMsg) TermWithReason(reason string) error { return m.answer("term " + reason) }
func (m *recordedMsg) InProgress() error                  { return m.answer("in progress") }

// playable returns a task whose header it contains.
func playable() task {
	header := (&Header{V: version, Run: "run-1", Field: Field(two)}).encode()
	m := aTask()
	m.Header, m.HeaderData, m.Pairings = digest(header), header, m.Pairings[:1]
	m.To, m.Pairings[0].Seed = m.From+1, 3
	return packed(m)
}

// A worker plays the tasks of its build, and answers all others in a way that lets other workers play
// them.
func TestWorkerAnswersTasks(t *testing.T) {
	t.Parallel()
	refused := "nak " + refuseFor.String()
	for name, c := range map[string]struct {
		change  func(w *worker, l *recordedLink, m *task)
		answers []string
		results int    // that are sent
		refused string // reason in the status of the worker, and in its log
		tasks   int    // that count as done
	}{
		"playable":         {func(w *worker, _ *recordedLink, _ *task) { w.refused = "another build" }, []string{"double ack"}, 1, "", 1},
		"stored before":    {func(_ *worker, l *recordedLink, _ *task) { l.failures = []error{&jetstream.APIError{ErrorCode: 10071}} }, []string{"double ack"}, 1, "", 1},
		"sent twice":       {func(_ *worker, l *recordedLink, _ *task) { l.failures = []error{errLostMessage} }, []string{"double ack"}, 2, "", 1},
		"newer":            {func(_ *worker, _ *recordedLink, m *task) { m.V = version + 1 }, []string{refused}, 0, "a message of a newer version", 0},
		"older":            {func(_ *worker, _ *recordedLink, m *task) { m.V = version - 1 }, []string{refused}, 0, "a message of an older version", 0},
		"invalid":          {func(_ *worker, _ *recordedLink, m *task) { m.Run = "" }, []string{"term a task has no valid run, batch, session or header"}, 0, "", 0},
		"another build":    {func(_ *worker, _ *recordedLink, m *task) { m.Build.Version = "v2" }, []string{refused}, 0, "this worker is build v1, rules r; the run is build v2, rules r", 0},
		"other processor":  {func(_ *worker, _ *recordedLink, m *task) { m.Build.Processor = "arm64" }, []string{refused}, 0, "this worker is build v1, rules r; the run is build v1, rules r, on arm64", 0},
		"other rules":      {func(_ *worker, _ *recordedLink, m *task) { m.Build.Rules = "s" }, []string{refused}, 0, "this worker is build v1, rules r; the run is build v1, rules s", 0},
		"over":             {func(w *worker, _ *recordedLink, m *task) { w.ended.add(m.Session) }, []string{"ack"}, 0, "", 0},
		"without a header": {func(_ *worker, _ *recordedLink, m *task) { m.HeaderData = nil }, []string{refused}, 0, "no answer", 0},
		"a false header":   {func(_ *worker, _ *recordedLink, m *task) { m.Header = "0123" }, []string{refused}, 0, "the header has another digest", 0},
		"no game": {func(w *worker, _ *recordedLink, _ *task) {
			w.slots.arenas.open = func(context.Context, Header) (engines.Arena, func() error, error) {
				return nil, nil, errors.New("no game")
			}
		}, []string{refused}, 0, "no game", 0},
		"large":        {func(_ *worker, l *recordedLink, _ *task) { l.payload = resultMargin + 19 }, []string{refused}, 0, "the result has 20 bytes; the server accepts 19", 0},
		"just fitting": {func(_ *worker, l *recordedLink, _ *task) { l.payload = resultMargin + 20 }, []string{"double ack"}, 1, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				link := &recordedLink{payload: 1 << 20}
				var logged []string
				w := newWorker(link, Player{
					Slots: 1, Open: opens(arena(parity)), Build: Build{Version: "v1"}, Rules: func(string) string { return "r" },
				}, false, func(text string) { logged = append(logged, text) })
				one := playable()
				c.change(w, link, &one)
				freed, failures := 0, link.failures
				for i := range 2 { // what is refused twice is logged once
					msg := &recordedMsg{data: encode(one)}
					link.results, link.failures = nil, failures
					w.handle(t.Context(), msg, func() { freed++ })
					if (len(logged) == 1) != (c.refused != "") {
						t.Errorf("logged %q", logged)
					}
					if c.tasks > 0 && (len(link.results) == 0 || link.results[0].Task != i+1) {
						t.Errorf("task %d has the results %+v", i+1, link.results)
					}
					if !slices.Equal(msg.answers, c.answers) || len(link.results) != c.results {
						t.Errorf("answers %q, results %+v", msg.answers, link.results)
					}
				}
				if freed < 2 || w.tasks != 2*c.tasks || w.games != 4*c.tasks || len(w.playing) != 0 {
					t.Errorf("freed %d times, %d tasks, %d games, %d in play", freed, w.tasks, w.games, len(w.playing))
				}
				if (w.refused != "") != (c.refused != "") || !strings.Contains(w.refused, c.refused) {
					t.Errorf("refused: %s", w.refused)
				}
				if c.refused != "" && (len(logged) != 1 || !strings.HasSuffix(logged[0], w.refused) || len(link.statuses) == 0 || link.statuses[len(link.statuses)-1].Refused != w.refused || !w.pausedUntil.Equal(time.Now().Add(refuseFor))) {
					t.Errorf("logged %q, statuses %+v, paused until %v", logged, link.statuses, w.pausedUntil)
				}
			})
		})
	}
}

// A worker publishes its status before its first result for a run, because the process of the run may
// have started after the latest status.
func TestStatusBeforeTheFirstResult(t *testing.T) {
	t.Parallel()
	link := &recordedLink{payload: 1 << 20}
	w := newWorker(link, Player{Slots: 1, Open: opens(arena(parity)), Build: Build{Version: "v1", Rules: "r"}, Rules: func(string) string { return "r" }}, false, nil)
	for i, run := range []string{"run-1", "run-1", "run-2"} {
		one := playable()
		one.Run = run
		w.handle(t.Context(), &recordedMsg{data: encode(one)}, func() {})
		if want := []int{1, 1, 2}[i]; len(link.statuses) != want || len(link.results) != i+1 {
			t.Errorf("after task %d: %d statuses, want %d; %d results", i+1, len(link.statuses), want, len(link.results))
		}
	}
	if s := link.statuses[0]; s.ID != w.id || s.Host != w.host || s.Slots != 1 || s.Tasks != 0 {
		t.Errorf("the first status: %+v", s)
	}
}

// A result in which programs failed in so many games that the server would not accept it has the
// evidence of as many of these games as fit, in their order.
func TestResultsHaveTheEvidenceThatFits(t *testing.T) {
	t.Parallel()
	failed := arena(func(ctx context.Context, a []engines.Agent, seed uint64) (engines.Record, error) {
		r, err := parity(ctx, a, seed)
		r.Forfeit = &engines.Forfeit{Kind: engines.ForfeitCrashed, Evidence: &engines.Evidence{Stderr: strings.Repeat("x", 400)}}
		return r, err
	})
	for payload, want := range map[int64]int{resultMargin + 300: 0, resultMargin + 800: 1, resultMargin + 2000: 2} {
		link := &recordedLink{payload: payload}
		w := newWorker(link, Player{Slots: 1, Open: opens(failed), Build: Build{Version: "v1", Rules: "r"}, Rules: func(string) string { return "r" }}, false, nil)
		msg := &recordedMsg{data: encode(playable())}
		w.handle(t.Context(), msg, func() {})
		if len(link.results) != 1 || !slices.Equal(msg.answers, []string{"double ack"}) {
			t.Fatalf("%d bytes: %d results, answers %q, refused: %s", payload, len(link.results), msg.answers, w.refused)
		}
		r := link.results[0]
		if r.Games != 2 || len(r.Evidence) != want || want > 0 && (r.Evidence[0].Game != 0 || len(r.Evidence[0].Evidence.Stderr) != 400) {
			t.Errorf("%d bytes: %d games, evidence %+v", payload, r.Games, r.Evidence)
		}
	}
}

// The worker in the process of a run returns why it cannot play a task, because no other worker can.
func TestOwnWorkerReturnsItsReason(t *testing.T) {
	t.Parallel()
	link := &recordedLink{payload: 1 << 20}
	w := newWorker(link, Player{Slots: 1, Open: opens(arena(parity)), Build: Build{Version: "v1", Rules: "r"}, Rules: func(string) string { return "r" }}, true, nil)
	one := playable()
	one.HeaderData = nil
	msg := &recordedMsg{data: encode(one)}
	w.handle(t.Context(), msg, func() {})
	if len(link.results) != 1 || link.results[0].Refused != "no answer" || link.results[0].Worker != w.id || !slices.Equal(msg.answers, []string{"double ack"}) {
		t.Errorf("%+v, %q", link.results, msg.answers)
	}
}

// A worker that must not play a task returns it for a time that differs from task to task.
func TestExceptedWorkerReturnsTasks(t *testing.T) {
	t.Parallel()
	w := newWorker(&recordedLink{}, Player{Slots: 1, Build: Build{Version: "v1", Rules: "r"}, Rules: func(string) string { return "r" }}, false, nil)
	one := playable()
	one.Except = []string{"another", w.id}
	pauses := make(map[string]bool)
	for range 20 {
		msg := &recordedMsg{data: encode(one)}
		w.handle(t.Context(), msg, func() {})
		pause, err := time.ParseDuration(strings.TrimPrefix(strings.Join(msg.answers, ""), "nak "))
		if err != nil || pause < skipFor/2 || pause >= skipFor*3/2 {
			t.Errorf("%q", msg.answers)
		}
		pauses[pause.String()] = true
	}
	if len(pauses) < 15 {
		t.Errorf("%d different pauses", len(pauses))
	}
	w.stopPlaying("wrong \a results")
	one.Except = nil
	msg := &recordedMsg{data: encode(one)}
	if w.handle(t.Context(), msg, func() {}); len(msg.answers) != 1 || !strings.HasPrefix(msg.answers[0], "nak ") || w.refused != "excluded: wrong ? results" {
		t.Errorf("an excluded worker answers %q, refused: %s", msg.answers, w.refused)
	}
	one.V = version + 1
	if w.handle(t.Context(), &recordedMsg{data: encode(one)}, func() {}); w.refused != "excluded: wrong ? results" {
		t.Errorf("the reason of an excluded worker becomes %s", w.refused)
	}
}

// Messages to all workers cancel the tasks of the batch or the run that they name, and end the sessions
// of hubs.
func TestControlMessages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		message  control
		canceled []string // run and batch of the tasks
		over     bool     // run 1
		session  bool     // session s is over
		excluded bool
	}{
		"a batch":        {control{V: version, Run: "1", Batch: "a"}, []string{"1 a"}, false, false, false},
		"a session":      {control{V: version, Run: "1", Batch: "a", Session: "s"}, []string{"1 a"}, false, true, false},
		"a run":          {control{V: version, Run: "1"}, []string{"1 a", "1 b"}, true, false, false},
		"another run":    {control{V: version, Run: "3"}, nil, false, false, false},
		"nothing":        {control{V: version, Session: "s"}, nil, false, false, false},
		"newer":          {control{V: version + 1, Run: "1"}, nil, false, false, false},
		"another worker": {control{V: version, Excluded: "other"}, nil, false, false, false},
		"this worker":    {control{V: version, Excluded: "me", Reason: "wrong"}, []string{"1 a", "1 b", "2 a"}, false, false, true},
	} {
		link := &recordedLink{}
		var logged []string
		w := newWorker(link, Player{Slots: 1}, false, func(text string) { logged = append(logged, text) })
		w.id = "me"
		canceled := make(map[string]bool)
		for _, one := range []task{{Run: "1", Batch: "a"}, {Run: "1", Batch: "b"}, {Run: "2", Batch: "a"}} {
			key := one.Run + " " + one.Batch
			if _, needed := w.addActive(&activeTask{task: one, msg: &recordedMsg{}, cancel: func() { canceled[key] = true }}); !needed {
				t.Errorf("task %s is over", key)
			}
		}
		for range 2 {
			w.handleControl(encode(c.message))
		}
		want := make(map[string]bool)
		for _, key := range c.canceled {
			want[key] = true
		}
		for a := range w.playing {
			key := a.task.Run + " " + a.task.Batch
			if canceled[key] != want[key] || a.unwanted.Load() != (want[key] && !c.excluded) {
				t.Errorf("%s: task %s is canceled: %v, unwanted: %v", name, key, canceled[key], a.unwanted.Load())
			}
		}
		if lasts := w.runs["1"]; lasts == c.over || !w.runs["2"] || len(w.runs) != 2 || w.ended.has("s") != c.session || w.isExcluded() != c.excluded {
			t.Errorf("%s: runs %v, session over: %v, excluded: %v", name, w.runs, w.ended.has("s"), w.isExcluded())
		}
		if c.excluded && (len(logged) != 1 || len(link.statuses) != 1 || !link.statuses[0].Excluded || link.statuses[0].Refused != "excluded: wrong") {
			t.Errorf("%s: logged %q, statuses %+v", name, logged, link.statuses)
		}
	}
}

// A worker with the option Once ends after a run, and one with the option Drain when no task is left or
// its server is lost. Both finish their tasks before.
func TestWorkerHasFinished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		once, drain   bool
		runs          map[string]bool
		playing, lost bool
		empty         bool // the queue of tasks
		err           error
		want          bool
	}{
		"neither":                {false, false, map[string]bool{"1": false}, false, true, true, nil, false},
		"once, no run":           {true, false, nil, false, false, true, nil, false},
		"once, a run lasts":      {true, false, map[string]bool{"1": true}, false, false, true, nil, false},
		"once, a run is over":    {true, false, map[string]bool{"1": true, "2": false}, false, false, false, nil, true},
		"once, with a task":      {true, false, map[string]bool{"1": false}, true, false, false, nil, false},
		"drain, no task is left": {false, true, nil, false, false, true, nil, true},
		"drain, with a task":     {false, true, nil, true, false, true, nil, false},
		"drain, tasks are left":  {false, true, map[string]bool{"1": true}, false, false, false, nil, false},
		"drain, an error":        {false, true, map[string]bool{"1": true}, false, false, true, errLostMessage, false},
		"drain, never connected": {false, true, nil, false, true, false, errLostMessage, false},
		"drain, server lost":     {false, true, map[string]bool{"1": true}, false, true, false, errLostMessage, true},
	} {
		w := newWorker(&recordedLink{lost: c.lost}, Player{Slots: 1}, false, nil)
		w.once, w.drain = c.once, c.drain
		if c.runs != nil {
			w.runs = c.runs
		}
		if c.playing {
			w.playing[&activeTask{}] = true
		}
		w.checkDrained(t.Context(), emptyFeed{none: c.empty}, c.err)
		if got := w.finished(); got != c.want {
			t.Errorf("%s: finished %v", name, got)
		}
	}
}

// A worker with the option Once ends with an error if the first task that it receives is of another
// build, and logs nothing. It goes on without the option, or if it has played for another run.
func TestWorkerOfAnotherBuildEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		once   bool
		runs   map[string]bool
		format int // number of the task's format minus the number of the worker's format
		ends   bool
	}{
		"once":           {true, map[string]bool{}, 0, true},
		"newer format":   {true, map[string]bool{}, 1, true},
		"older format":   {true, map[string]bool{}, -1, true},
		"without once":   {false, map[string]bool{}, 0, false},
		"of another run": {true, map[string]bool{"run-9": true}, 0, false},
	} {
		var logged []string
		w := newWorker(&recordedLink{payload: 1 << 20}, Player{Slots: 1, Build: Build{Version: "v1"}}, false, func(text string) { logged = append(logged, text) })
		w.once, w.runs = c.once, c.runs
		one := playable()
		one.Build.Version = "v2"
		one.V += c.format
		msg := &recordedMsg{data: encode(one)}
		w.handle(t.Context(), msg, func() {})
		if !slices.Equal(msg.answers, []string{"nak " + refuseFor.String()}) {
			t.Errorf("%s: answers %q", name, msg.answers)
		}
		if w.finished() != c.ends || (w.unusable != nil) != c.ends || (len(logged) == 0) != c.ends {
			t.Errorf("%s: finished %v, error %v, logged %q", name, w.finished(), w.unusable, logged)
		}
		if c.ends && c.format == 0 && !strings.HasPrefix(w.unusable.Error(), "this worker is build v1") {
			t.Errorf("%s: %v", name, w.unusable)
		}
	}
}

// emptyFeed is a source of tasks that reports whether it is empty.
type emptyFeed struct {
	taskFeed
	none bool
}

func (f emptyFeed) empty(context.Context) (bool, error) { return f.none, nil }

// preparedFeed is a source of tasks with prepared answers. After them it returns one task, and then
// no task until the end of the context.
type preparedFeed struct {
	answers  []error // nil for a request that ends without a task
	task     jetstream.Msg
	none     bool // it reports that the server has no task
	requests []string
	start    time.Time
	closed   int
}

func (f *preparedFeed) next(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	f.requests = append(f.requests, fmt.Sprint(time.Since(f.start), " for ", wait))
	switch {
	case len(f.answers) > 0:
		err := f.answers[0]
		f.answers = f.answers[1:]
		return nil, err
	case f.task != nil:
		m := f.task
		f.task = nil
		return m, nil
	}
	waitFor(ctx, wait)
	return nil, nil
}

func (f *preparedFeed) empty(context.Context) (bool, error) { return f.none, nil }
func (f *preparedFeed) close()                              { f.closed++ }

// A worker requests a task at once, except after an error and after it has returned a task. It requests
// none after its exclusion.
func TestRequestsForTasks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers  []error
		change   func(w *worker)
		requests []string
		none     bool // no task is returned
	}{
		"usual":       {nil, func(*worker) {}, []string{"0s for 20s"}, false},
		"no task yet": {[]error{nil, nil}, func(*worker) {}, []string{"0s for 20s", "0s for 20s", "0s for 20s"}, false},
		"an error":    {[]error{errLostMessage, errLostMessage}, func(*worker) {}, []string{"0s for 20s", "1s for 20s", "2s for 20s"}, false},
		"reconnected": {[]error{errReconnected}, func(*worker) {}, []string{"0s for 20s", "0s for 20s"}, false},
		"paused":      {nil, func(w *worker) { w.pausedUntil = time.Now().Add(refuseFor) }, []string{"2s for 20s"}, false},
		"once":        {nil, func(w *worker) { w.once = true }, []string{"0s for 1s"}, false},
		"drain":       {nil, func(w *worker) { w.drain = true }, []string{"0s for 1s"}, false},
		"drained":     {[]error{errLostMessage}, func(w *worker) { w.drain, w.runs["run"] = true, true }, []string{"0s for 1s"}, true},
		"excluded":    {nil, func(w *worker) { w.excluded = true }, nil, true},
		"leaving":     {nil, func(w *worker) { w.leaving = true }, nil, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorker(&recordedLink{lost: name == "drained"}, Player{Slots: 1}, false, nil)
			c.change(w)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			f := &preparedFeed{answers: c.answers, task: &recordedMsg{}, start: time.Now()}
			m := w.next(ctx, f)
			if (m == nil) != c.none || !slices.Equal(f.requests, c.requests) {
				t.Errorf("%s: task %v, requests %q, want %q", name, m, f.requests, c.requests)
			}
			if want := map[string]time.Duration{"excluded": time.Minute}[name]; c.none && time.Since(f.start) != want {
				t.Errorf("%s: it ends after %v", name, time.Since(f.start))
			}
		})
	}
}

// A worker with many slots requests several tasks at once.
func TestRequestsAtATime(t *testing.T) {
	t.Parallel()
	for slots, want := range map[int]int{1: 1, 3: 1, 4: 2, 27: 7, 28: 8, 100: 8} {
		link := &recordedLink{}
		w := newWorker(link, Player{Slots: slots}, false, nil)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		w.leaving = true
		if w.pullAll(ctx, ctx); len(link.feeds) != want {
			t.Errorf("%d requests of a worker with %d slots, want %d", len(link.feeds), slots, want)
		}
		for _, f := range link.feeds {
			if f.closed != 1 {
				t.Errorf("a source is closed %d times", f.closed)
			}
		}
	}
}

// A worker that stops finishes its task within the grace, or returns it. A game that ignores its context
// delays the end by stuckAfter.
func TestWorkerStops(t *testing.T) {
	t.Parallel()
	const never = time.Hour
	for name, c := range map[string]struct {
		stop, end time.Duration // when the worker is asked to stop, and when its context ends
		game      time.Duration // of the game; 0 without a task
		hangs     bool          // the game ignores its context
		drain     bool
		ends      time.Duration
		answers   string
		logged    string
	}{
		"without a task":         {time.Second, never, 0, false, false, time.Second, "", "stops; it has no task"},
		"a short game":           {time.Second, never, 3 * time.Second, false, false, 3 * time.Second, "double ack", "stops; its task is finished within 5s or returned"},
		"a long game":            {time.Second, never, 10 * time.Second, false, false, 6 * time.Second, "nak", "stops; its task is finished within 5s or returned"},
		"a game that hangs":      {time.Second, never, 20 * time.Second, true, false, 6*time.Second + stuckAfter, "nak", "stops; its task is finished within 5s or returned"},
		"the end of the context": {never, time.Second, 3 * time.Second, false, false, time.Second, "nak", ""},
		"the queue is empty":     {never, never, 0, false, true, time.Second, "", ""},
		"empty after the task":   {never, never, 3 * time.Second, false, true, 4 * time.Second, "double ack", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.end)
				defer cancel()
				stop := make(chan struct{})
				time.AfterFunc(c.stop, func() { close(stop) })
				begin, games, closed := time.Now(), 0, 0
				play := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
					if games++; games > 1 {
						return parity(ctx, seats, seed)
					}
					if c.hangs {
						ctx = context.Background()
					}
					if !waitFor(ctx, c.game) {
						return engines.Record{}, ctx.Err()
					}
					return parity(ctx, seats, seed)
				})
				var logged []string
				link := &recordedLink{payload: 1 << 20}
				w := newWorker(link, Player{
					Slots: 1, Build: Build{Version: "v1", Rules: "r"}, Rules: func(string) string { return "r" },
					Open: func(context.Context, Header) (engines.Arena, func() error, error) {
						return play, func() error { closed++; return nil }, nil
					},
				}, false, func(text string) { logged = append(logged, text) })
				w.drain = c.drain
				msg := &recordedMsg{data: encode(playable())}
				link.prepare = func() *preparedFeed {
					f := &preparedFeed{none: true, start: begin}
					if c.game > 0 {
						f.task = msg
					}
					return f
				}
				if err := w.run(ctx, stop, 5*time.Second); err != nil {
					t.Fatal(err)
				}
				msg.mu.Lock()
				answers := slices.DeleteFunc(slices.Clone(msg.answers), func(text string) bool { return text == "in progress" })
				msg.mu.Unlock()
				if took := time.Since(begin); took != c.ends || strings.Join(answers, " ") != c.answers || strings.Join(logged, " ") != c.logged {
					t.Errorf("it ends after %v, answers %q, logs %q", took, answers, logged)
				}
				if c.answers == "double ack" && link.results[0].Ms != float64(c.game.Milliseconds()) {
					t.Errorf("the result states %v ms", link.results[0].Ms)
				}
				last := link.statuses[len(link.statuses)-1]
				if !last.Leaving || (last.Busy == 1) != c.hangs || link.listening || len(link.feeds) != 1 || !c.hangs && link.feeds[0].closed != 1 {
					t.Errorf("last status %+v, listens: %v", last, link.listening)
				}
				if want := c.game > 0 && !c.hangs; (closed == 1) != want {
					t.Errorf("the arena is closed %d times", closed)
				}
				time.Sleep(c.game)
			})
		})
	}
}

// A game that tests its context before every move ends with the context.
func TestGamesNoticeTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		asked := 0
		w := newWorker(&recordedLink{payload: 1 << 20}, Player{Slots: 1, Open: opens(arena(func(ctx context.Context, _ []engines.Agent, _ uint64) (engines.Record, error) {
			for ; ctx.Err() == nil && asked < 100; asked++ {
				time.Sleep(time.Millisecond)
			}
			return engines.Record{}, ctx.Err()
		}))}, false, nil)
		one := playable()
		a := &activeTask{task: must(readTask(encode(one))), msg: &recordedMsg{}}
		if _, err := w.play(ctx, a); a.programs.Load() || !errors.Is(err, context.DeadlineExceeded) || asked > 11 {
			t.Errorf("%v after %d moves", err, asked)
		}
	})
}

// The status of a worker is sent every second. Every ten seconds the time of its tasks is extended.
func TestStatusIsReported(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		link := &recordedLink{}
		w := newWorker(link, Player{Slots: 1, Build: Build{Version: "v1", Rules: "r"}, Programs: []string{"bot"}}, true, nil)
		var list []*recordedMsg
		for range 2 {
			a := &activeTask{msg: &recordedMsg{}}
			a.programs.Store(true)
			w.playing[a] = true
			list = append(list, a.msg.(*recordedMsg))
		}
		w.tasks, w.games, w.refused = 3, 40, "another build"
		ctx, cancel := context.WithTimeout(t.Context(), 21*time.Second-1)
		defer cancel()
		w.reportStatus(ctx)
		if len(link.statuses) != 21 || len(list[0].answers) != 3 || len(list[1].answers) != 3 {
			t.Errorf("%d statuses, extensions %q and %q", len(link.statuses), list[0].answers, list[1].answers)
		}
		host, err := os.Hostname()
		if err != nil {
			t.Skip(err)
		}
		want := status{V: version, Worker: Worker{
			ID: w.id, Host: host, PID: os.Getpid(), Build: Build{Version: "v1", Rules: "r"}, Slots: 1, Busy: 1, Tasks: 3, Games: 40,
			Rate: 4, Own: true, Refused: "another build", Programs: []string{"bot"},
		}, Held: []string{"task", "task"}}
		if got := link.statuses[10]; !reflect.DeepEqual(got, want) {
			t.Errorf("status %+v, want %+v", got, want)
		}
		link.lost = true
		if w.publishStatus(); len(link.statuses) != 21 {
			t.Error("a status is sent without a connection")
		}
	})
}

// The time of a task is extended once for each request: by the goroutine that plays it, or at once if
// programs play. It is not extended after the end of the context.
func TestTimeOfTasksIsExtended(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	msg := &recordedMsg{}
	a := &activeTask{msg: msg}
	h := &heartbeat{ctx, a}
	expect := func(what string, extensions int, want error) {
		t.Helper()
		if err := h.Err(); !errors.Is(err, want) || len(msg.answers) != extensions {
			t.Errorf("%s: %v, %q", what, err, msg.answers)
		}
	}
	expect("at first", 0, nil)
	a.requestExtension()
	if len(msg.answers) != 0 {
		t.Error("a game that hangs is extended")
	}
	expect("after a request", 1, nil)
	expect("once", 1, nil)
	a.programs.Store(true)
	a.requestExtension()
	expect("with programs", 2, nil)
	a.programs.Store(false)
	a.requestExtension()
	cancel()
	expect("after the end", 2, context.Canceled)
	expect("later", 2, context.Canceled)
}

// The last 64 names are remembered.
func TestRecentTasks(t *testing.T) {
	t.Parallel()
	var r recentNames
	if r.has("") || r.has("0") {
		t.Error("a name is known before the first")
	}
	for i := range 100 {
		r.add(fmt.Sprint(i))
		for k := range 101 {
			if got, want := r.has(fmt.Sprint(k)), k <= i && k > i-64; got != want {
				t.Fatalf("after %d names, name %d is known: %v", i+1, k, got)
			}
		}
	}
}

// The number of slots of a worker is limited.
func TestSlotsOfWorkers(t *testing.T) {
	t.Parallel()
	for _, slots := range []int{-1, 0, maxSlots + 1} {
		want := fmt.Sprintf("%d slots; the number must be 1 to %d", slots, maxSlots)
		if err := Work(t.Context(), WorkOptions{Player: Player{Slots: slots}}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A worker ends with an error if the server refuses its token twice, here at two of its addresses.
func TestRefusedWorker(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{Listen: "127.0.0.1:0", Access: Access{TokenFile: filepath.Join(t.TempDir(), "token")}})
	access := h.reach()
	access.TokenFile = filepath.Join(t.TempDir(), "other")
	if _, err := EnsureToken(access.TokenFile); err != nil {
		t.Fatal(err)
	}
	access.URL += "," + strings.Replace(access.URL, "127.0.0.1", "localhost", 1)
	want := access.URL + ": the server refuses this worker (nats: Authorization Violation); check --token-file or --creds"
	if err := Work(t.Context(), WorkOptions{Access: access, Player: Player{Slots: 1}}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// The message at the beginning of the end names the number of tasks.
func TestStopMessages(t *testing.T) {
	t.Parallel()
	w := newWorker(nil, Player{Slots: 1}, false, nil)
	for _, want := range []string{"stops; it has no task", "stops; its task is finished within 2s or returned", "stops; its 2 tasks are finished within 2s or returned"} {
		if got := w.stopMessage(2 * time.Second); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		w.playing[&activeTask{}] = true
	}
}

// A worker keeps the headers of the last tasks, and reads others from their tasks or in parts from the
// server.
func TestHeadersAreKept(t *testing.T) {
	t.Parallel()
	link := &recordedLink{headers: make(map[string]*nats.Msg)}
	c := headerCache{link: link}
	var tasks []*task
	for i := range keptHeaders + 1 {
		data := (&Header{V: version, Run: "run", Field: Field{{Name: fmt.Sprint("agent ", i)}}}).encode()
		one := &task{Run: "run", Header: digest(data)}
		for part, piece := range [][]byte{data[:10], data[10:20], data[20:]} {
			m := nats.NewMsg(headerSubject("run", one.Header, part))
			m.Data = piece
			m.Header.Set(partsKey, "3")
			link.headers[m.Subject] = m
		}
		tasks = append(tasks, one)
	}
	for _, step := range []struct{ task, fetched int }{{0, 3}, {1, 6}, {0, 6}, {2, 9}, {3, 12}, {0, 12}, {4, 15}, {1, 15}, {0, 18}, {2, 18}, {1, 21}} {
		h, err := c.get(t.Context(), tasks[step.task])
		if err != nil || h.header.Field[0].Name != fmt.Sprint("agent ", step.task) || h.arenaKey != arenaKey(&h.header) || link.fetched != step.fetched {
			t.Errorf("task %d: %+v, %v; %d parts were fetched, want %d", step.task, h, err, link.fetched, step.fetched)
		}
	}
	one := playable()
	if h, err := c.get(t.Context(), &one); err != nil || len(h.header.Field) != 2 || link.fetched != 21 {
		t.Errorf("the header in a task: %+v, %v; %d parts", h, err, link.fetched)
	}
	bad := &task{Run: "run", Header: digest([]byte("{")), HeaderData: []byte("{")}
	if h, err := c.get(t.Context(), bad); err == nil {
		t.Errorf("an invalid header: %+v", h)
	}
	for text, want := range map[string]int{"1": 1, "129": maxHeader/headerPart + 1, "130": 0, "": 0, "x": 0, "-1": -1} {
		m := nats.NewMsg("")
		m.Header.Set(partsKey, text)
		if got := headerParts(m); got != want {
			t.Errorf("%q parts are %d, want %d", text, got, want)
		}
		m.Subject = headerSubject("run", "abc", 0)
		link.headers[m.Subject] = m
		if _, err := c.fetch(t.Context(), "run", "abc"); (err == nil) != (want == 1) {
			t.Errorf("a header with %q parts: %v", text, err)
		}
	}
}
