package workers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// The server accepts one result of a task and rejects all others, with and without the header
// that requests this.
func TestOneResultPerTask(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{})
	subject := resultSubject("run", "batch", "0")
	if _, err := h.js.Publish(t.Context(), subject, []byte("first"), jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.js.Publish(t.Context(), subject, []byte("second"), jetstream.WithExpectLastSequencePerSubject(0)); !resultExists(err) {
		t.Errorf("with the header: %v", err)
	}
	if _, err := h.js.Publish(t.Context(), subject, []byte("third")); !resultExists(err) {
		t.Errorf("without: %v", err)
	}
	if m, err := h.results.GetLastMsgForSubject(t.Context(), subject); err != nil || string(m.Data) != "first" {
		t.Errorf("%v, %v", m, err)
	}
}

// Three of the server's errors state that it has a result already.
func TestErrorsOfExistingResults(t *testing.T) {
	t.Parallel()
	for code, want := range map[jetstream.ErrorCode]bool{10071: true, 10164: true, 10077: true, 10074: false, 10003: false} {
		if got := resultExists(fmt.Errorf("publish: %w", &jetstream.APIError{ErrorCode: code})); got != want {
			t.Errorf("error %d: %v", code, got)
		}
	}
	if resultExists(errLostMessage) {
		t.Error("a result exists without an answer of the server")
	}
}

// forgeResults publishes a forged result for every task of a hub.
func forgeResults(t *testing.T, h *Hub, make func(task) []byte) {
	t.Helper()
	sub, err := h.conn.Subscribe("lanista.*.task.>", func(m *nats.Msg) {
		tk, err := readTask(m.Data)
		if data := make(tk); err == nil && data != nil {
			_, _ = h.js.Publish(context.Background(), resultSubject(tk.Run, tk.Batch, taskKey(tk.From, tk.Check)), data)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sub.Unsubscribe() })
}

// A forged result is rejected, and the task is played again.
func TestForgedResults(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]func(tk task) []byte{
		"noise":           func(task) []byte { return []byte("\x00{") },
		"newer":           func(task) []byte { return []byte(`{"v":99}`) },
		"too few":         func(tk task) []byte { return encode(forged(tk, nil)) },
		"null":            func(tk task) []byte { return encode(forged(tk, make([]byte, len(tk.Pairings)-1))) },
		"endless numbers": func(tk task) []byte { return encode(forged(tk, bytes.Repeat([]byte{255}, 5000))) },
		"wrong seat": func(tk task) []byte {
			return encode(forged(tk, all(tk, engines.Draw(3), engines.Draw(2))))
		},
		"other batch": func(tk task) []byte { r := forged(tk, nil); r.Batch = "another"; return encode(r) },
		"other digest": func(tk task) []byte {
			r := forged(tk, all(tk, engines.Draw(2), engines.Draw(2)))
			r.Pairings = "x"
			return encode(r)
		},
		"endless": func(tk task) []byte { r := forged(tk, nil); r.To = 1 << 40; return encode(r) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var forgeries atomic.Int64
			h := hub(t, HubOptions{Player: Player{Slots: 1, Open: opens(arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
				time.Sleep(time.Millisecond)
				return parity(ctx, seats, seed)
			}))}})
			forgeResults(t, h, func(tk task) []byte {
				if tk.Attempt > 1 || forgeries.Add(1) > 2 {
					return nil
				}
				return forge(tk)
			})
			if err := played(t, h.Executor("run"), deals(60)); err != nil {
				t.Error(err)
			}
			if forgeries.Load() == 0 {
				t.Error("no result was forged")
			}
		})
	}
}

// forged returns a result of a task with forged records.
func forged(tk task, games []byte) result {
	return result{
		V: version, Run: tk.Run, Batch: tk.Batch, From: tk.From, To: tk.To, Check: tk.Check, Pairings: tk.digest(), Worker: "forger",
		Results: games, Digest: digest(games),
	}
}

// all returns records with the same outcomes for every pairing of a task.
func all(tk task, outcomes ...engines.Outcome) []byte {
	r := make(records, len(tk.Pairings))
	for i := range r {
		for _, o := range outcomes {
			r[i] = append(r[i], engines.Record{Outcome: o, Plies: 1})
		}
	}
	return r.compact()
}

// Different results of two workers stop the run, after it has waited for a third worker. The error
// names both workers.
func TestDisagreeingWorkers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, link := memoryHub(HubOptions{Verify: 1})
		defer link.subscribe(statusSubject+"*", h.receiveStatus)()
		ctx, end := context.WithCancel(t.Context())
		var ended sync.WaitGroup
		var names []string
		for i := range 2 {
			play := arena(func(ctx context.Context, _ []engines.Agent, _ uint64) (engines.Record, error) {
				waitFor(ctx, time.Millisecond)
				return engines.Record{Outcome: engines.Winner(2, i)}, ctx.Err()
			})
			w := newWorker(&simulatedWorker{simulated: link.simulated}, Player{Slots: 1, Open: opens(play)}, false, nil)
			names = append(names, w.id)
			ended.Go(func() { _ = w.run(ctx, nil, 0) })
		}
		waitFor(ctx, 2*statusEvery) // until the hub has received a status message of each worker
		start := time.Now()
		var err error
		for _, e := range tournament.Run(ctx, h.Executor("run"), two, deals(500), tournament.Options{Batch: "round 3"}) {
			err = e
		}
		var dispute *tournament.DisputeError
		if took := time.Since(start); !errors.As(err, &dispute) || took < otherWait {
			t.Errorf("%v after %v is no dispute", err, took)
		}
		for _, want := range append(names, "round 3", "gave other results") {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not contain %q", err, want)
			}
		}
		end()
		ended.Wait()
		leave(h, link)
	})
}

// A task that was delivered too often is played pairing by pairing. A pairing that no worker
// finishes ends the run; the error names it.
func TestExhaustedTask(t *testing.T) {
	t.Parallel()
	h := listening(t, HubOptions{})
	ctx, over := context.WithCancel(t.Context())
	defer over()
	if _, err := h.conn.Subscribe("lanista.*.task.>", func(m *nats.Msg) { // simulates five workers that died
		fatal := func(data []byte) bool { // it contains the pairing that hangs
			tk, err := readTask(data)
			return err == nil && tk.From <= 7 && tk.To > 7
		}
		if !fatal(m.Data) {
			return
		}
		go func() {
			for waitFor(ctx, 5*time.Millisecond) { // the hub ignores a notice of a task that it does not have yet
				// The task of a single pairing may have the same subject as the first task.
				if s, err := h.tasks.GetLastMsgForSubject(ctx, m.Subject); err == nil && fatal(s.Data) {
					_ = h.conn.Publish(maxDeliveries, []byte(fmt.Sprintf(`{"stream_seq":%d}`, s.Sequence)))
				}
			}
		}()
	}); err != nil {
		t.Fatal(err)
	}
	hang := make(chan struct{})
	defer close(hang)
	work(t, h, Player{Slots: 4, Open: opens(arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if seed == 7 {
			select {
			case <-hang:
			case <-ctx.Done():
			}
			return engines.Record{}, errors.New("it hangs")
		}
		return parity(ctx, seats, seed)
	}))})
	var err error
	for _, e := range tournament.Run(t.Context(), h.Executor("run"), two, deals(40), tournament.Options{Batch: "round 2"}) {
		err = e
	}
	if err == nil || !strings.Contains(err.Error(), "round 2, pairing 8 (ann, bob) was given to workers 5 times, and none finished it") {
		t.Errorf("the run ends with %v", err)
	}
}

// A resumed run uses the results that workers have left on the server.
func TestResumedRunUsesLeftResults(t *testing.T) {
	t.Parallel()
	first := listening(t, HubOptions{Store: t.TempDir()})
	var games atomic.Int64
	counted := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		games.Add(1)
		time.Sleep(time.Millisecond)
		return parity(ctx, seats, seed)
	})
	work(t, first, Player{Slots: 2, Open: opens(counted)})
	cluster := func() *Hub { // a connection with more permissions than a worker's
		h := &Hub{options: first.options, reconnect: make(chan struct{}, 1), warned: make(map[string]bool), storage: jetstream.FileStorage}
		h.options.Listen, h.options.Access.URL = "", first.Address()
		h.roster = newRoster(nil, nil)
		var err error
		if h.conn, err = nats.Connect(first.Address(), nats.Token(first.broker.master)); err != nil {
			t.Fatal(err)
		}
		if h.js, err = jetstream.New(h.conn); err != nil {
			t.Fatal(err)
		}
		h.tasks, h.results, h.link = first.tasks, first.results, natsHub{h}
		return h
	}
	killed := cluster()
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	n := 0
	for _, err := range tournament.Run(ctx, killed.Executor("run"), two, deals(400), tournament.Options{Batch: "round 1"}) {
		if n++; err == nil && n == 100 {
			kill()
		}
	}
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	again := cluster()
	defer func() { _ = again.Close() }()
	if err := played(t, again.Executor("run"), deals(400)); err != nil {
		t.Fatal(err)
	}
	if n := games.Load(); n > 2*(400+100) {
		t.Errorf("%d games were played, 800 were needed, and 100 pairings at the most may be lost with the tasks in play", n)
	}
}

// A player whose error has control characters forfeits its games on a worker, too. The evidence of its
// failure reaches the run.
func TestForfeitsWithControlCharacters(t *testing.T) {
	t.Parallel()
	play := arena(func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
		return engines.ForfeitRecord(2, engines.Forfeit{
			Kind: engines.ForfeitPanic, Reason: "out of \x1b[31mideas\r\n", Evidence: &engines.Evidence{Program: "bot", Lines: []string{"0.1 > go"}},
		}), nil
	})
	open := func(context.Context, Header) (engines.Arena, func() error, error) { return play, nil, nil }
	h := hub(t, HubOptions{Player: Player{Slots: 1, Open: open}})
	n := 0
	for r, err := range tournament.Run(t.Context(), h.Executor("run"), two, deals(3), tournament.Options{}) {
		if n++; err != nil || r.Games[0].Forfeit.Reason != "out of  [31mideas \n" || r.Games[1].Forfeit.Evidence == nil || r.Games[1].Forfeit.Evidence.Lines[0] != "0.1 > go" {
			t.Errorf("%+v, %v", r.Games, err)
		}
	}
	if n != 3 {
		t.Errorf("%d results", n)
	}
}
