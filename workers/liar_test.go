package workers_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/workers"
)

// lies is the number of runs with each kind of lie.
var lies = flag.Int("lies", 1, "runs with each kind of wrong worker")

// liar is an arena whose records are wrong from a game on.
type liar struct {
	engines.Arena
	lie   func(r engines.Record, before []engines.Record, seed uint64) engines.Record
	after int64 // games that are right

	games, wrong *atomic.Int64 // played, and returned with a wrong record
	mu           *sync.Mutex
	past         *[]engines.Record
}

// Play plays a game and returns a wrong record.
func (l liar) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r, err := l.Arena.Play(ctx, seats, seed)
	if err != nil {
		return r, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	before := *l.past
	*l.past = append(*l.past, r)
	if l.games.Add(1) <= l.after {
		return r, nil
	}
	l.wrong.Add(1)
	return l.lie(r, before, seed), nil
}

// lyings are the kinds of wrong records.
var lyings = map[string]func(r engines.Record, before []engines.Record, seed uint64) engines.Record{
	"swaps": func(r engines.Record, _ []engines.Record, _ uint64) engines.Record {
		if r.Outcome.Seats() == 2 {
			r.Outcome = engines.Places(r.Outcome.Place(1), r.Outcome.Place(0))
		}
		r.Plies++
		return r
	},
	"shifts": func(r engines.Record, before []engines.Record, _ uint64) engines.Record {
		if n := len(before); n > 0 {
			return before[n-1]
		}
		r.Plies++
		return r
	},
	"repeats": func(r engines.Record, before []engines.Record, _ uint64) engines.Record {
		if len(before) > 0 {
			return before[0]
		}
		r.Plies++
		return r
	},
	"invents": func(_ engines.Record, _ []engines.Record, seed uint64) engines.Record {
		return engines.Record{Outcome: engines.Winner(2, int(seed>>7&1)), Plies: 1 + int(seed>>8%50)}
	},
}

// outcome is what a run leaves behind.
type outcome struct {
	document string
	warnings []string
	excluded []tuning.ExcludedWorker
	workers  int // of the document
}

// tuned plays a run. executor is nil for a run of one process.
func tuned(t *testing.T, config string, executor func(runs.ExecutorRequest) (tournament.Executor, error)) outcome {
	t.Helper()
	var out outcome
	o := runs.Options{Text: config, Store: filepath.Join(t.TempDir(), "lanista.db"), Workers: 1, NewExecutor: executor}
	o.Events = tuning.Events{
		Warning:        func(text string) { out.warnings = append(out.warnings, text) },
		WorkerExcluded: func(w tuning.ExcludedWorker) { out.excluded = append(out.excluded, w) },
	}
	games := runs.Catalog{Games: engines.Registry{risk.New()}}
	r, err := games.Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, strings.Join(out.warnings, "\n"))
	}
	doc := documents.Tuned(r)
	out.workers, doc.Workers = len(doc.Workers), nil
	doc.ID, doc.Started, doc.Ended, doc.Seconds = "RUN", time.Time{}, nil, 0
	data, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	out.document = strings.ReplaceAll(seconds.ReplaceAllString(string(data), ""), r.Record.ID, "RUN")
	return out
}

var seconds = regexp.MustCompile(`"(seconds|saved)": [^,\n]*`)

// withLiar opens a hub with two workers that are right and one that is wrong after some games, and
// returns the function that makes executors. wrong counts the wrong records.
func withLiar(t *testing.T, kind string, after int64, share float64) (executor func(runs.ExecutorRequest) (tournament.Executor, error), wrong *atomic.Int64) {
	t.Helper()
	tokens := filepath.Join(t.TempDir(), "token")
	h, err := workers.Open(t.Context(), workers.HubOptions{Listen: "127.0.0.1:0", Access: workers.Access{TokenFile: tokens}, Verify: share, Warn: func(text string) { t.Log(text) }})
	if err != nil {
		t.Fatal(err)
	}
	var ended sync.WaitGroup
	stop := make(chan struct{})
	t.Cleanup(func() {
		close(stop)
		ended.Wait()
		_ = h.Close()
	})
	wrong = new(atomic.Int64)
	for i := range 3 {
		var games atomic.Int64
		var mu sync.Mutex
		var past []engines.Record
		open := func(_ context.Context, header workers.Header) (engines.Arena, func() error, error) {
			e, err := engines.Registry{risk.New()}.Open(header.Game)
			if err != nil {
				return nil, nil, err
			}
			a, err := workers.NewArena(e, header)
			if err == nil && i == 0 {
				a = liar{a, lyings[kind], after, &games, wrong, &mu, &past}
			}
			return a, nil, err
		}
		ended.Go(func() {
			err := workers.Work(context.Background(), workers.WorkOptions{
				Access: workers.Access{URL: h.Address(), TokenFile: tokens}, Player: workers.Player{Slots: 1, Open: open}, Stop: stop,
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for n := 0; n < 3; n, _ = h.Count() {
		time.Sleep(5 * time.Millisecond)
	}
	return func(q runs.ExecutorRequest) (tournament.Executor, error) {
		h.SetChecks(q.Run, workers.Checks{Repeatable: q.Repeatable, Quarantined: q.Quarantined})
		return h.Executor(q.Run), nil
	}, wrong
}

// A worker that returns wrong results for all games from some game on costs time, but the run has
// the same result as in one process, byte for byte.
func TestWrongWorkerChangesNothing(t *testing.T) {
	t.Parallel()
	config := func(seed int) string {
		return fmt.Sprintf(`engine: {name: risk, settings: {size: 5, depth: 1}}
strategy: {name: genetic, population: 12}
budget: {games: 400}
verification: {games: 120, opponents: [default]}
seed: %d
`, seed)
	}
	var alone []outcome // by seed
	for n := range *lies {
		alone = append(alone, tuned(t, config(n), nil))
	}
	for kind := range lyings {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			if os.Getenv("LANISTA_EXHAUSTIVE") == "" && kind != "swaps" && kind != "invents" {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			for n := range *lies {
				want := alone[n]
				after := int64([]int{60, 0, 150, 90, 30}[n%5] + n)
				executor, wrong := withLiar(t, kind, after, 0.05)
				got := tuned(t, config(n), executor)
				if diff := cmp.Diff(want.document, got.document); diff != "" {
					t.Errorf("the result with seed %d is another: %s", n, diff)
				}
				if excluded := min(wrong.Load(), 1); len(got.excluded) != int(excluded) || got.workers != 3 {
					t.Errorf("%d of %d workers were excluded after %d wrong games: %v", len(got.excluded), got.workers, wrong.Load(), got.warnings)
				}
				t.Logf("%d games are wrong after %d: %s", wrong.Load(), after, strings.Join(got.warnings, "\n"))
			}
		})
	}
}
