package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Entry is a strategy under test.
type Entry struct {
	Name string
	New  func(tuning.Problem) (tuning.Strategy, error)
}

// With is the entry of a strategy with some options.
func With[O any, S tuning.Strategy](name string, build func(tuning.Problem, O) (S, error), o O) Entry {
	return Entry{Name: name, New: func(p tuning.Problem) (tuning.Strategy, error) { return build(p, o) }}
}

// Options select the part of the suite to play. The zero value of a field stands for its
// default.
type Options struct {
	Seeds     int    // instances of every problem. The default is 20.
	FirstSeed uint64 // seeds run from here on. The default is 1.
	Budgets   []int  // games per run. The default is 2,000 and 20,000.
	Kinds     []Kind // The default is all.
	Dims      []int  // The default is 4, 10, 32.
	Variant   Variant
	// Problem makes the problems. The default is [NewDuel].
	Problem func(kind Kind, dim int, seed uint64, v Variant) (*Duel, error)
	// Slots is the number of games that are to be in play at once, as far as a strategy
	// can ask ahead ([tuning.Ahead]): it learns as late as it would with so many. The
	// default is 1, where every round is learned from before the next.
	Slots   int
	Workers int // goroutines, one run each at a time. The default is 1.
	// Events receive the number of finished runs.
	Events tuning.Events
}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	if o.Seeds == 0 {
		o.Seeds = 20
	}
	if o.FirstSeed == 0 {
		o.FirstSeed = 1
	}
	if len(o.Budgets) == 0 {
		o.Budgets = []int{2000, 20000}
	}
	if len(o.Kinds) == 0 {
		o.Kinds = Kinds
	}
	if len(o.Dims) == 0 {
		o.Dims = Dims
	}
	if o.Workers == 0 {
		o.Workers = 1
	}
	if o.Problem == nil {
		o.Problem = NewDuel
	}
	return o
}

// What a bench keeps in memory grows with its seeds, and a round with the budget.
const (
	mostSeeds = 100_000
	mostGames = 50_000_000
	mostDims  = 1000 // a turned bowl has the square of it in numbers
)

// Validate returns a [keys.KeyError] for every option that plays nothing or means
// nothing.
func (o Options) Validate() error {
	errs := []error{
		keys.Within(0, mostSeeds).Check("seeds", float64(o.Seeds)),
		keys.AtLeast(0).Check("workers", float64(o.Workers)),
		keys.AtLeast(0).Check("slots", float64(o.Slots)),
	}
	for _, b := range o.Budgets {
		errs = append(errs, keys.Within(1, mostGames).Check("budget", float64(b)))
	}
	for _, d := range o.Dims {
		errs = append(errs, keys.Within(1, mostDims).Check("weights", float64(d)))
	}
	return errors.Join(append(errs, keys.Under("variant", o.Variant.Validate()))...)
}

// run is one strategy on one instance with one budget.
type run struct {
	entry, budget, kind, dim, seed int
}

// Run plays all entries on the suite, each (entry, budget, problem, seed) a run
// of its own on one of the workers. A strategy that fails ends it with an
// error that names the run.
func Run(ctx context.Context, entries []Entry, o Options) (Report, error) {
	if err := o.Validate(); err != nil {
		return Report{}, err
	}
	o = o.WithDefaults()
	start := time.Now()
	runs := plan(len(entries), o)
	regrets, err := Each(ctx, len(runs), o.Workers, o.Events, func(ctx context.Context, i int) (float64, error) {
		return play(ctx, entries, runs[i], o)
	})
	if err != nil {
		return Report{}, err
	}
	r := report(entries, o, regrets)
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// Each plays n runs, several at a time, and returns their regrets in order. The first error
// ends it.
func Each(ctx context.Context, n, atOnce int, events tuning.Events, play func(context.Context, int) (float64, error)) ([]float64, error) {
	left := make([]float64, n)
	errs := make([]error, n)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		next    atomic.Int64
		workers sync.WaitGroup
		mu      sync.Mutex
		done    int
	)
	for range atOnce {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if left[i], errs[i] = play(ctx, i); errs[i] != nil {
					cancel()
				}
				mu.Lock()
				if done++; events.Progress != nil {
					events.Progress(tuning.Progress{Phase: tuning.Bench, Unit: "runs", Done: int64(done), Of: int64(n)})
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if err := first(errs); err != nil {
		return nil, err
	}
	return left, ctx.Err()
}

// first prefers the error that began it to the cancellations that followed.
func first(errs []error) error {
	var cancelled error
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if cancelled == nil {
			cancelled = err
		}
	}
	return cancelled
}

// plan lists the runs in the order of the report, seeds innermost.
func plan(entries int, o Options) []run {
	var runs []run
	for e := range entries {
		for b := range o.Budgets {
			for k := range o.Kinds {
				for d := range o.Dims {
					for s := range o.Seeds {
						runs = append(runs, run{e, b, k, d, s})
					}
				}
			}
		}
	}
	return runs
}

func play(ctx context.Context, entries []Entry, r run, o Options) (float64, error) {
	entry, kind, dim, budget := entries[r.entry], o.Kinds[r.kind], o.Dims[r.dim], o.Budgets[r.budget]
	seed := o.FirstSeed + uint64(r.seed)
	fail := func(err error) (float64, error) {
		return 0, fmt.Errorf("bench: %s on %s %d, seed %d, %d games: %w", entry.Name, kind, dim, seed, budget, err)
	}
	duel, err := o.Problem(kind, dim, seed, o.Variant)
	if err != nil {
		return 0, err
	}
	regret, err := duel.Left(ctx, entry, budget, o.Slots)
	if err != nil {
		return fail(err)
	}
	return regret, nil
}

// Left plays a strategy on the problem with a budget of games, a number of which are in play
// at once, and returns the regret of its result in Elo.
func (d *Duel) Left(ctx context.Context, entry Entry, budget, slots int) (float64, error) {
	p := d.Problem(budget)
	var err error
	if p.Ahead, err = AheadFor(ctx, entry, p, slots); err != nil {
		return 0, err
	}
	strategy, err := entry.New(p)
	if err != nil {
		return 0, err
	}
	if err := Play(ctx, strategy, &Oracle{Arena: d, Budget: int64(budget)}); err != nil {
		return 0, err
	}
	answer := strategy.Best().Weights
	if err := d.space.Check(answer); err != nil {
		return 0, fmt.Errorf("its answer: %w", err)
	}
	return d.Regret(answer), nil
}

// Play runs a strategy against an oracle on this goroutine until it is done or asks for
// more games than are left. It gives what [tuning.Run] gives, without the cost of
// snapshots and of handing out games that take a microsecond.
func Play(ctx context.Context, s tuning.Strategy, oracle *Oracle) error {
	rounds := tuning.NewInPlay(s)
	table := make([]engines.Agent, 0, engines.MaxSeats)
	fits := func(b tuning.Batch) bool {
		games := oracle.Played() + b.Games()
		for _, other := range rounds.Batches {
			games += other.Games()
		}
		return int64(games) <= oracle.Budget
	}
	for {
		if _, err := rounds.Fill(fits); err != nil {
			return err
		}
		if len(rounds.Batches) == 0 {
			return nil
		}
		batch := rounds.Batches[0]
		results := make([]tournament.Result, len(batch.Pairings))
		for i, p := range batch.Pairings {
			games := make([]engines.Record, p.Games)
			for g := range games {
				table = table[:0]
				for seat := range p.Agents {
					table = append(table, batch.Field[p.Seat(g, seat)])
				}
				record, err := oracle.Play(ctx, table, p.Seed)
				if err != nil {
					return err
				}
				games[g] = record
			}
			results[i] = tournament.Result{Index: i, Pairing: p, Games: games}
		}
		if err := rounds.Tell(results); err != nil {
			return err
		}
	}
}
