package pairwise

import (
	"fmt"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Driver makes a strategy of a method. A strategy embeds it:
//
//	type Strategy struct{ pairwise.Driver[*method] }
//
// A method is told which round it proposes and which it learns from, so that a driver
// with several rounds in play at once would need no other methods. This one plays one
// round after the other.
type Driver[M Method] struct {
	form     Form
	setup    Setup
	build    func() (M, error)
	version  int // of the form, that the method follows
	method   M
	progress Progress
	entries  []Entry   // the scores of all rounds, where they are the snapshot
	next     *Proposal // of the next round, nil until it is asked for
}

// New makes the driver of a method. Build makes the method in its first state,
// whenever it is called.
func New[M Method](f Form, s Setup, build func() (M, error)) (Driver[M], error) {
	m, err := build()
	return Driver[M]{form: f, setup: s, build: build, version: f.Version, method: m}, err
}

// Method is the method in its present state. Restore replaces it.
func (d *Driver[M]) Method() M { return d.method }

// Setup is what the strategy was made for.
func (d *Driver[M]) Setup() *Setup { return &d.setup }

// Progress is how far the strategy has come.
func (d *Driver[M]) Progress() Progress { return d.progress }

// PlannedGames is the number of games of the whole run.
func (d *Driver[M]) PlannedGames() int { return d.method.PlannedPairs() * d.setup.PairGames() }

// Best is the answer so far.
func (d *Driver[M]) Best() tuning.Estimate {
	e := d.method.Best()
	e.Games = d.progress.Games
	return e
}

// Propose returns the pairs of the next round, or [tuning.Done]. Until Learn is
// called it returns the same ones.
func (d *Driver[M]) Propose() (Proposal, error) {
	if d.next == nil {
		p := d.method.Propose(d.progress.Round + 1)
		d.next = &p
	}
	if len(d.next.Pairs) == 0 {
		return Proposal{}, tuning.Done
	}
	return *d.next, nil
}

// Learn takes the scores of the first points of the pairs that Propose returned
// last, in [0, 1], in their order. A strategy that is restored by learning again
// takes only the scores that the games of a pair can have, in quarters for two
// seats; where the problem is graded it takes any, and keeps a byte of each.
func (d *Driver[M]) Learn(scores []float64) error {
	p, err := d.Propose()
	if err != nil {
		return err
	}
	if len(scores) != len(p.Pairs) {
		return fmt.Errorf("%d scores for %d pairs", len(scores), len(p.Pairs))
	}
	var entry Entry
	if _, saves := any(d.method).(Saver); !saves {
		if entry, err = d.setup.seating.entry(scores); err != nil {
			return err
		}
		if scores, err = d.setup.seating.read(entry); err != nil {
			return err
		}
	}
	if err := d.method.Learn(d.progress.Round+1, p, scores); err != nil {
		return fmt.Errorf("round %d: %w", d.progress.Round+1, err)
	}
	if entry != nil {
		d.entries = append(d.entries, entry)
	}
	d.next = nil
	d.progress.Round++
	d.progress.Games += len(scores) * d.setup.PairGames()
	return nil
}

// Ask returns the pairs of the next round as a batch.
func (d *Driver[M]) Ask() (tuning.Batch, error) {
	p, err := d.Propose()
	if err != nil {
		return tuning.Batch{}, err
	}
	return d.setup.seating.batch(d.progress.Round+1, p), nil
}

// Tell learns from the results of the batch that Ask returned last.
func (d *Driver[M]) Tell(b tuning.Batch, results []tournament.Result) error {
	if err := d.tell(b, results); err != nil {
		return fmt.Errorf("%s: %w", d.form.Name, err)
	}
	return nil
}

func (d *Driver[M]) tell(b tuning.Batch, results []tournament.Result) error {
	if b.Round != d.progress.Round+1 {
		return fmt.Errorf("told of round %d, asked for %d", b.Round, d.progress.Round+1)
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
