package fit

import (
	"context"
	"math"

	"github.com/lanista/lanista/tuning"
)

// TableResult is what a fit of a table has found.
type TableResult struct {
	Result           // without weights, errors and a scale
	Table  []float64 // a weight per column
}

// virtual is the ridge of a table where none is given: every weight is held at 0
// as if by so many positions in which it alone is seen, and 0 is right.
const virtual = 10

// bootstraps is how often the targets of TD(lambda) are made anew for a table, at
// the most. A fit of a table is dear, and after a few the games held out are
// predicted no better.
const bootstraps = 4

// FitTable finds the weights of a table, of which a position calls for few. The search
// begins at start, or at 0 where that is nil. Every weight is held there by a ridge
// counted in positions, and the search ends where the games held out are predicted no
// better; with TD(lambda) it begins again there with new targets, until what came of
// the games held out is predicted no better.
func FitTable(ctx context.Context, d Data, start []float64, seed uint64, o Options) (TableResult, error) {
	if err := o.Validate(); err != nil {
		return TableResult{}, err
	}
	if d.Rows == nil {
		return TableResult{}, errNone
	}
	o = o.Complete()
	t := &tableFit{Options: o, ctx: ctx, data: d, start: start}
	if start == nil {
		t.start = make([]float64, d.Columns())
	}
	t.fitted, t.held = d.split(o.HeldOut, seed)
	if len(t.fitted) == 0 {
		return TableResult{}, errNone
	}
	if err := d.Telling(); err != nil {
		return TableResult{}, err
	}
	t.result = TableResult{Result: newResult(&d, t.fitted, t.held)}
	t.result.Ridge = virtual
	if o.Ridge != nil {
		t.result.Ridge = *o.Ridge
	}
	if s := d.sweeper(); s != nil {
		s.Arrange(t.fitted)
		s.Arrange(t.held)
	}
	return t.run()
}

// tableFit is one fit of a table at work.
type tableFit struct {
	Options
	ctx          context.Context
	data         Data
	start        []float64
	fitted, held part
	steps        int64
	result       TableResult
}

// objective is the loss of some examples of some data.
func (t *tableFit) objective(d *Data, p part) *objective {
	return &objective{ctx: t.ctx, data: d, part: p, loss: t.loss(), workers: t.Workers, sweeper: d.sweeper()}
}

// losses are those of the examples fitted to and of the others, NaN without any.
func (t *tableFit) losses(b []float64) (loss, held float64) {
	held = math.NaN()
	if len(t.held) > 0 {
		held = t.objective(&t.data, t.held).value(b)
	}
	return t.objective(&t.data, t.fitted).value(b), held
}

func (t *tableFit) run() (TableResult, error) {
	r := &t.result
	r.Table = t.start
	r.StartLoss, r.StartHeldOut = t.losses(r.Table)
	r.HeldOut = math.Inf(1)
	targets := t.data.Target
	for range bootstraps {
		b, err := t.descend(targets)
		if err != nil {
			return TableResult{}, err
		}
		loss, held := t.losses(b)
		if held >= r.HeldOut {
			break
		}
		r.Table, r.Loss, r.HeldOut = b, loss, held
		if *t.Lambda == 1 || len(t.held) == 0 {
			break
		}
		targets = t.data.returns(b, t.loss(), *t.Lambda)
	}
	if held := t.objective(&t.data, t.held); len(t.held) > 0 {
		before, after := make([]float64, t.data.Len()), make([]float64, t.data.Len())
		held.losses(t.start, before)
		held.losses(r.Table, after)
		r.Gain, r.GainError = t.data.gain(t.held, before, after)
	}
	return *r, t.ctx.Err()
}

// descend fits to targets, from the table found so far.
func (t *tableFit) descend(targets []float32) ([]float64, error) {
	d := t.data
	d.Target = targets
	o := t.objective(&d, t.fitted)
	columns := len(t.result.Table)
	o.centre, o.penalty = t.start, make([]float64, columns)
	for j := range o.penalty {
		o.penalty[j] = t.result.Ridge / float64(len(t.fitted))
	}
	return descend(o, t.objective(&t.data, t.held), t.result.Table, func(int, float64) {
		t.steps++
		if t.Events.Progress != nil {
			t.Events.Progress(tuning.Progress{Phase: tuning.Fitting, Unit: "steps", Done: t.steps})
		}
	})
}
