package workers

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tournament/executortest"
)

// arenas contains the arenas of the tests by run.
type arenas struct {
	mu   sync.Mutex
	of   map[string]engines.Arena
	next atomic.Int64
}

// add adds an arena and returns the name of its run.
func (a *arenas) add(arena engines.Arena) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = make(map[string]engines.Arena)
	}
	run := fmt.Sprint("run-", a.next.Add(1))
	a.of[run] = arena
	return run
}

// open is the [Opener] of these arenas.
func (a *arenas) open(_ context.Context, h Header) (engines.Arena, func() error, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if arena := a.of[h.Run]; arena != nil {
		return arena, nil, nil
	}
	return nil, nil, fmt.Errorf("no arena of %s", h.Run)
}

// hub opens a hub that is closed at the end of the test.
func hub(t *testing.T, o HubOptions) *Hub {
	t.Helper()
	h, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func TestExecutor(t *testing.T) {
	var all arenas
	h := hub(t, HubOptions{Player: Player{Slots: 3, Open: all.open}, Verify: 0.2, Warn: func(text string) { t.Log(text) }})
	warm(t, h, &all)
	executortest.Run(t, func(_ *testing.T, a engines.Arena) tournament.Executor { return h.Executor(all.add(a)) })
}

// warm plays a game, so that the server starts all its goroutines before a test counts them.
func warm(t *testing.T, h *Hub, all *arenas) {
	t.Helper()
	field := []engines.Agent{{Name: "a"}, {Name: "b"}}
	s := tournament.Pairings{{Agents: []int{0, 1}, Games: 1}}
	for _, err := range tournament.Run(t.Context(), h.Executor(all.add(draws{})), field, s, tournament.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// draws is an arena in which all games are drawn.
type draws struct{}

func (draws) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Draw(len(seats))}, nil
}

// executed is a function that executes a schedule.
type executed func(ctx context.Context, jobs *tournament.Jobs)

// Execute calls f and ends with an error.
func (f executed) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		f(ctx, jobs)
		yield(tournament.Result{}, errLostMessage)
	}
}

// A batch that ends early removes its tasks and results from the server, and makes workers stop. The
// results of an interrupted batch stay on a cluster, those of a finished one until others follow.
func TestEndOfBatch(t *testing.T) {
	t.Parallel()
	const full, early, interrupted = "finished", "the caller needs no more", "interrupted"
	for _, c := range []struct {
		end     string
		cluster bool
		results []string // that stay on the server
		stays   bool     // the results will be removed together with others
	}{
		{full, false, []string{"another", "this"}, true},
		{full, true, []string{"another", "this"}, true},
		{early, false, []string{"another"}, false},
		{early, true, []string{"another"}, false},
		{interrupted, false, []string{"another"}, false},
		{interrupted, true, []string{"another", "this"}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			h, link := memoryHub(HubOptions{})
			if !c.cluster {
				h.broker = &broker{}
			}
			var controls []control
			defer link.subscribe(controlSubject, func(m *nats.Msg) {
				var one control
				if err := decode(m.Data, &one); err != nil {
					t.Error(err)
				}
				controls = append(controls, one)
			})()
			x := h.Executor("run").(*executor)
			var this *batch
			for range tournament.Run(t.Context(), executed(func(ctx context.Context, jobs *tournament.Jobs) {
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				x.execute(ctx, jobs, func(tournament.Result, error) bool { return false }, func(b *batch) {
					this, b.taking = b, true
					for _, batch := range []string{"another", b.queue.batch} {
						link.keepResult(resultSubject("run", batch, "9"))
						link.tasks[uint64(len(link.tasks))] = &storedTask{subject: taskSubject("run", batch, "9")}
					}
					switch c.end {
					case full:
						b.all, b.bytes = true, 7
					case early:
						s, _ := jobs.Take(ctx, 1)
						e := must(b.entry(s))
						b.open[0] = e
						b.incoming.results <- &nats.Msg{Subject: b.queue.resultSubject(0, false), Data: encode(resultFor(b, e, false, "first", 0))}
					case interrupted:
						b.open[0] = &entry{}
						cancel()
					}
				})
			}), two, deals(1), tournament.Options{}) {
			}
			time.Sleep(time.Second)
			synctest.Wait()
			var results []string
			for _, subject := range link.kept() {
				results = append(results, strings.ReplaceAll(strings.Split(subject, ".")[3], this.queue.batch, "this"))
			}
			if slices.Sort(results); !slices.Equal(results, c.results) {
				t.Errorf("%s, cluster %v: results %q stay, want %q", c.end, c.cluster, results, c.results)
			}
			if want := map[bool]int{true: 2, false: 1}[c.end == full]; len(link.tasks) != want {
				t.Errorf("%s, cluster %v: %d tasks stay, want %d", c.end, c.cluster, len(link.tasks), want)
			}
			if want := (control{V: version, Run: "run", Batch: this.queue.batch, Session: this.session}); c.end == full && len(controls) != 0 || c.end != full && (len(controls) != 1 || controls[0] != want) {
				t.Errorf("%s, cluster %v: sent %+v", c.end, c.cluster, controls)
			}
			s := x.subscriptions
			if s.playing != 0 || len(s.idle) != 1 || s.finished[this.queue.batch] != c.stays || (s.bytes == 7) != c.stays || s.keep != (c.cluster && c.end == interrupted) || x.first {
				t.Errorf("%s, cluster %v: %d batches are played, %d subscriptions are idle, finished %v with %d bytes, keep %v", c.end, c.cluster, s.playing, len(s.idle), s.finished, s.bytes, s.keep)
			}
			s.close()
		})
	}
}

// A batch that the server does not begin before the end of the context returns no error.
func TestBatchThatDoesNotBegin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, link := memoryHub(HubOptions{})
		h.link = &failingLink{hubLink: link}
		for range tournament.Run(t.Context(), executed(func(ctx context.Context, jobs *tournament.Jobs) {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			x := h.Executor("run").(*executor)
			for range 2 { // the second time the context has ended
				x.execute(ctx, jobs, func(_ tournament.Result, err error) bool {
					t.Error(err)
					return false
				}, func(*batch) { t.Error("the batch begins") })
			}
		}), two, deals(1), tournament.Options{}) {
		}
	})
}

// The worker of the process of a run opens arenas with the function of the run, and those of other runs
// with that of the player.
func TestOpenersOfRuns(t *testing.T) {
	t.Parallel()
	opener := func(name string) Opener {
		return func(context.Context, Header) (engines.Arena, func() error, error) {
			return nil, nil, fmt.Errorf("%s", name)
		}
	}
	h := &Hub{options: HubOptions{Player: Player{Open: opener("player")}}}
	h.SetOpener("run 1", opener("run"))
	for run, want := range map[string]string{"run 1": "run", "run 2": "player"} {
		if _, _, err := h.openOwn(t.Context(), Header{Run: runToken(run)}); err == nil || err.Error() != want {
			t.Errorf("%s is opened by %v, want %s", run, err, want)
		}
	}
}
