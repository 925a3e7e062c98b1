package bench

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Entry is a strategy that takes part in a benchmark: its name and its constructor.
type Entry struct {
	Name string
	New  func(tuning.Problem) (tuning.Strategy, error)
}

// With returns an Entry with the given name for a strategy. build is the constructor of the
// strategy, and o its options.
func With[O any, S tuning.Strategy](name string, build func(tuning.Problem, O) (S, error), o O) Entry {
	return Entry{Name: name, New: func(p tuning.Problem) (tuning.Strategy, error) { return build(p, o) }}
}

// Options selects the problems, budgets and seeds of a benchmark. The zero value of each field
// selects its default.
type Options struct {
	Seeds     int     // number of instances of every problem, each with a seed of its own. The default is 20.
	FirstSeed uint64  // seed of the first instance. The default is 1.
	Budgets   []int   // numbers of games that a search may play. The default is 2,000 and 20,000.
	Kinds     []Kind  // kinds of strength functions. The default is all.
	Dims      []int   // numbers of weights. The default is 4, 10 and 32.
	Variant   Variant // properties of real games that the problems have. The default is none.
	// Problem returns the benchmark problem for a kind of function, a number of weights and a seed.
	// nil means [NewDuel].
	Problem func(kind Kind, dim int, seed uint64, v Variant) (*Duel, error)
	// Slots is the number of games that are played at once if the strategy can request rounds
	// before earlier rounds are finished ([tuning.Ahead]). The strategy then learns as late as in a
	// real run with this many games in parallel. The default is 1: the strategy learns from every
	// round before it requests the next.
	Slots   int
	Workers int // number of searches that run at the same time. The default is 1.
	// Events receives the number of finished searches as progress.
	Events tuning.Events
}

// WithDefaults returns the options with zero values replaced by their defaults.
func (o Options) WithDefaults() Options {
	o.Seeds = cmp.Or(o.Seeds, 20)
	o.FirstSeed = cmp.Or(o.FirstSeed, 1)
	if len(o.Budgets) == 0 {
		o.Budgets = []int{2000, 20000}
	}
	if len(o.Kinds) == 0 {
		o.Kinds = Kinds
	}
	if len(o.Dims) == 0 {
		o.Dims = Dims
	}
	o.Workers = cmp.Or(o.Workers, 1)
	if o.Problem == nil {
		o.Problem = NewDuel
	}
	return o
}

// These upper limits of options limit the memory of a benchmark. The memory grows with the number
// of seeds and, for a round, with the budget.
const (
	mostSeeds = 100_000
	mostGames = 50_000_000
	mostDims  = 1000 // the matrix of Ill has this number squared of entries
)

// Validate returns a [keys.KeyError] for every option out of its range.
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

// run is one search: a strategy on one problem with one seed and one budget.
type run struct {
	entry, budget, kind, dim, seed int
}

// Run runs all entries on the benchmark problems, with one search for each combination of entry,
// budget, problem and seed. If a strategy fails, Run stops, and the error names the entry and the
// problem.
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

// Each calls play for each of n searches, up to atOnce at a time. play receives the index of a
// search and returns its regret. Each returns the regrets in the order of the indices. It reports
// progress to events and stops at the first error.
func Each(ctx context.Context, n, atOnce int, events tuning.Events, play func(context.Context, int) (float64, error)) ([]float64, error) {
	left := make([]float64, n)
	var (
		mu   sync.Mutex
		done int
	)
	err := Seeds(ctx, n, atOnce, func(ctx context.Context, i int) (err error) {
		left[i], err = play(ctx, i)
		mu.Lock()
		defer mu.Unlock()
		if done++; events.Progress != nil {
			events.Progress(tuning.Progress{Phase: tuning.Bench, Unit: "runs", Done: int64(done), Of: int64(n)})
		}
		return err
	})
	return left, err
}

// first returns the first error that is not a cancellation, because cancellations are
// consequences of another error. If all errors are cancellations, it returns the first of them, and nil
// if there is no error.
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

// plan returns all searches of a benchmark in the order of the report. Seeds vary fastest.
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
