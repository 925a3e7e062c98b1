package pairwise

import (
	"fmt"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Driver turns a [Method] into a [tuning.Strategy]. The type of a strategy embeds it:
//
//	type Strategy struct{ pairwise.Driver[*method] }
//
// If the method is [Pipelined], up to Problem.Ahead rounds beyond the next may be in play at once.
// Otherwise rounds are played one after another.
type Driver[M Method] struct {
	format   SnapshotFormat
	setup    Setup
	build    func() (M, error)
	method   M
	progress Progress
	entries  []packed   // the scores of all rounds; nil if the method is a Saver
	queue    []Proposal // rounds that were proposed and not yet learned, oldest first
}

var (
	_ tuning.Ahead  = (*Driver[Method])(nil)
	_ tuning.Valued = (*Driver[Method])(nil)
)

// New returns a Driver, which makes a tuning strategy from a search method. It calls build with
// the [Setup] of the problem p and the options o to create the method. unpaired selects games
// without swapped seats; see [NewSetup]. f identifies the strategy's snapshots. The driver keeps a
// copy of p, so that the caller may change its slices afterwards.
//
// New returns an error if an option is out of its range, if the problem is invalid, has opponents
// or has no free weight, or if build fails.
func New[O interface{ Validate() error }, M Method](f SnapshotFormat, p tuning.Problem, o O, unpaired bool, build func(Setup, O) (M, error)) (Driver[M], error) {
	if err := o.Validate(); err != nil {
		return Driver[M]{}, err
	}
	s, err := NewSetup(p.Clone(), unpaired)
	if err != nil {
		return Driver[M]{}, err
	}
	first := func() (M, error) { return build(s, o) }
	m, err := first()
	return Driver[M]{format: f, setup: s, build: first, method: m}, err
}

// NewComparison returns a Driver for a method that compares given weight vectors and searches for
// no others. Its setup has no search box, so the problem may have weights of any kind.
// NewComparison returns the errors of [tuning.Problem.Validate] and of build, and an error for a
// number of seats out of range and for a problem with opponents.
func NewComparison[M Method](f SnapshotFormat, p tuning.Problem, build func(Setup) (M, error)) (Driver[M], error) {
	s, err := newComparison(p.Clone(), false)
	if err != nil {
		return Driver[M]{}, err
	}
	first := func() (M, error) { return build(s) }
	m, err := first()
	return Driver[M]{format: f, setup: s, build: first, method: m}, err
}

// MethodOf returns the current method of a driver. Restore replaces the method, so callers must
// not store it.
func MethodOf[M Method](d *Driver[M]) M { return d.method }

// Setup returns the Setup of the strategy: the problem, its search box and other values that a
// method needs.
func (d *Driver[M]) Setup() *Setup { return &d.setup }

// Progress returns the numbers of rounds and games that the strategy has learned from.
func (d *Driver[M]) Progress() Progress { return d.progress }

// PlannedGames returns the number of games of the whole run.
func (d *Driver[M]) PlannedGames() int { return d.method.PlannedPairs() * d.setup.PairGames() }

// LargestRound returns the number of games of the largest round.
func (d *Driver[M]) LargestRound() int { return d.method.LargestRound() * d.setup.PairGames() }

// Best returns the best weights that the method has found so far.
func (d *Driver[M]) Best() tuning.Estimate {
	e := d.method.Best()
	e.Games = d.progress.Games
	return e
}

// Ahead returns how many rounds after the next one can be requested before the results of the next
// one are known.
func (d *Driver[M]) Ahead() int {
	if _, ok := any(d.method).(Pipelined); !ok {
		return 0
	}
	return max(d.setup.Problem.Ahead, 0)
}

// Propose returns the pairs of points for the next round. The error is [tuning.Done] if there is
// none. It returns the same pairs until Learn is called.
func (d *Driver[M]) Propose() (Proposal, error) { return d.ProposeAhead(0) }

// ProposeAhead returns the pairs of points for the n-th round after the next. The error is
// [tuning.Done] if there is no such round and [tuning.NotYet] if the method needs results of an
// earlier round first. A negative n is an error too.
func (d *Driver[M]) ProposeAhead(n int) (Proposal, error) {
	if n < 0 {
		return Proposal{}, fmt.Errorf("%d rounds ahead; the number must not be negative", n)
	}
	for len(d.queue) <= n {
		k := len(d.queue)
		round := d.progress.Round + 1 + k
		if k > 0 && (k > d.Ahead() || !any(d.method).(Pipelined).Ready(round)) {
			return Proposal{}, tuning.NotYet
		}
		p := d.method.Propose(round)
		if len(p.Pairs) == 0 {
			return Proposal{}, tuning.Done
		}
		d.queue = append(d.queue, p)
	}
	return d.queue[n], nil
}

// askAll requests from the method all rounds that may be in play at once. Without it, the contents
// of a round would depend on when the caller of the Driver requests the round.
func (d *Driver[M]) askAll() {
	for n := range 1 + d.Ahead() {
		if _, err := d.ProposeAhead(n); err != nil {
			return
		}
	}
}

// Learn passes the results of the oldest unfinished round, the one that Propose returns, to the
// method. scores contains one number in [0, 1] for every pair of points, in their order: the mean
// score of the pair's point A against point B.
//
// A snapshot has one byte for each score. Learn therefore accepts only scores that the games of a
// pair can have: with two seats multiples of 0.25, or of 0.5 if a pair plays one game. If
// Problem.Graded is set, Learn accepts all scores in [0, 1] and rounds them to multiples of 1/254.
// A method that implements [Saver] stores no scores and receives them unchanged.
func (d *Driver[M]) Learn(scores []float64) error {
	d.askAll()
	p, err := d.Propose()
	if err != nil {
		return err
	}
	if len(scores) != len(p.Pairs) {
		return fmt.Errorf("%d scores for %d pairs", len(scores), len(p.Pairs))
	}
	var entry packed
	if _, saves := any(d.method).(Saver); !saves {
		if entry, err = d.setup.seating.encode(scores); err != nil {
			return err
		}
		if scores, err = d.setup.seating.decode(entry); err != nil {
			return err
		}
	}
	if err := d.method.Learn(d.progress.Round+1, p, scores); err != nil {
		return fmt.Errorf("round %d: %w", d.progress.Round+1, err)
	}
	if entry != nil {
		d.entries = append(d.entries, entry)
	}
	d.queue = d.queue[1:]
	d.progress.Round++
	d.progress.Games += len(scores) * d.setup.PairGames()
	return nil
}

// Ask returns the pairs of points for the next round, as pairings of agents.
func (d *Driver[M]) Ask() (tuning.Batch, error) { return d.AskAhead(0) }

// AskAhead returns the pairs of points for the n-th round after the next, as pairings of agents.
// It returns the errors of ProposeAhead.
func (d *Driver[M]) AskAhead(n int) (tuning.Batch, error) {
	p, err := d.ProposeAhead(n)
	if err != nil {
		return tuning.Batch{}, err
	}
	return d.setup.seating.batch(d.progress.Round+1+n, p), nil
}

// Tell converts the results of the round that Ask returned to scores, and passes them to the
// method.
func (d *Driver[M]) Tell(b tuning.Batch, results []tournament.Result) error {
	if err := d.tell(b, results); err != nil {
		return fmt.Errorf("%s: %w", d.format.Strategy, err)
	}
	return nil
}

// TellValues passes the results of a round to the strategy, as Tell does. values contains the mean
// scores of the two agents of every pairing; see [tuning.Valued]. A method that learns from the
// scores of single points receives them first.
func (d *Driver[M]) TellValues(b tuning.Batch, results []tournament.Result, values [][2]float64) error {
	if v, ok := any(d.method).(Valuer); ok {
		of, err := d.setup.seating.values(len(results), values)
		if err != nil {
			return fmt.Errorf("%s: %w", d.format.Strategy, err)
		}
		v.Value(of)
	}
	return d.Tell(b, results)
}

func (d *Driver[M]) tell(b tuning.Batch, results []tournament.Result) error {
	if b.Round != d.progress.Round+1 {
		return fmt.Errorf("results of round %d; expected round %d", b.Round, d.progress.Round+1)
	}
	p, err := d.Propose()
	if err != nil {
		return err
	}
	scores, err := d.setup.seating.scores(len(p.Pairs), results)
	if err != nil {
		return err
	}
	if r, ok := any(d.method).(Recorder); ok {
		r.Record(d.setup.seating.records(results))
	}
	return d.Learn(scores)
}
