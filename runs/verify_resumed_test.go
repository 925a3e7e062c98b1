package runs_test

import (
	"context"
	"errors"
	"iter"
	"sync"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// witness is an executor that counts the pairings it plays by their seeds.
type witness struct {
	tournament.Executor
	mu     *sync.Mutex
	played map[uint64]int
}

func (w witness) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for r, err := range w.Executor.Execute(ctx, jobs) {
			if err == nil {
				w.mu.Lock()
				w.played[r.Pairing.Seed]++
				w.mu.Unlock()
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// storedPairings counts the stored pairings of a verification by their seeds.
func storedPairings(t *testing.T, path, run string) map[uint64]int {
	t.Helper()
	s, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	out := make(map[uint64]int)
	for r, err := range s.Journal(t.Context(), run, 0) {
		if err != nil {
			t.Fatal(err)
		}
		out[r.Pairing.Seed]++
	}
	return out
}

// A resumed verification plays each pairing that is not stored once, and no stored one again.
func TestResumedVerificationPlaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := runs.Options{Text: onTrack, Store: inStore(t), Workers: 1, Events: stops(cancel, 0, 7)}
	var stopped *runs.InterruptedError
	if _, err := both().Tune(ctx, o, nil); !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	before := storedPairings(t, o.Store, stopped.Run)
	if len(before) == 0 {
		t.Fatal("nothing is stored of the verification")
	}
	var mu sync.Mutex
	played := make(map[uint64]int)
	_, err := both().Tune(t.Context(), runs.Options{Resume: stopped.Run, Store: o.Store, NewExecutor: func(q runs.ExecutorRequest) (tournament.Executor, error) {
		arena, err := engines.NewArena(q.Game, engines.ArenaOptions{})
		return witness{tournament.Local{Arena: arena, Workers: 2}, &mu, played}, err
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	after := storedPairings(t, o.Store, stopped.Run)
	if len(after) <= len(before) {
		t.Errorf("%d deals after %d", len(after), len(before))
	}
	for seed, n := range after {
		if missing := n - before[seed]; played[seed] != missing {
			t.Errorf("deal %d: %d pairings are played, but %d were missing", seed, played[seed], missing)
		}
	}
}

// thinker is a strategy that takes its time before each round.
type thinker struct{ *hillClimber }

func (c thinker) Ask() (tuning.Batch, error) {
	time.Sleep(10 * time.Millisecond)
	return c.hillClimber.Ask()
}

// A search that its budget of time has ended plays no further round when it is resumed in its
// verification. The time between the rounds does not count as theirs, so that another round would fit,
// and the stored pairings would count for weights that have not played them.
func TestNoRoundFollowsAVerification(t *testing.T) {
	t.Parallel()
	catalog := both()
	catalog.Strategies = []runs.NamedStrategy{runs.NewStrategy("thinker", "thinks", func(p tuning.Problem, o hillOptions) (thinker, error) {
		c, err := newHillClimber(p, o)
		return thinker{c}, err
	})}
	const config = "engine: {name: track}\nstrategy: {name: thinker}\nbudget: {games: 100000, time: 200ms}\nverification: {games: 120, opponents: [default]}\nseed: 3\n"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := runs.Options{Text: config, Store: inStore(t), Workers: 1, Events: stops(cancel, 0, 7)}
	var stopped *runs.InterruptedError
	if _, err := catalog.Tune(ctx, o, nil); !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	before, err := runs.Record(t.Context(), o.Store, stopped.Run)
	if err != nil {
		t.Fatal(err)
	}
	if before.Pairings == 0 {
		t.Fatal("nothing is stored of the verification")
	}
	after, err := catalog.Tune(t.Context(), runs.Options{Resume: stopped.Run, Store: o.Store}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if after.Record.Rounds != before.Rounds {
		t.Errorf("%d rounds after the verification has begun with %d; they took %v", after.Record.Rounds, before.Rounds, before.Elapsed)
	}
}
