package fit

import (
	"context"
	"fmt"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// TableResult contains a fitted table of weights, and measures of how well it predicts the targets
// of the examples. StartLoss and StartHeldOut are the losses of the start weights themselves, without
// a scale.
type TableResult struct {
	Result           // without weights, errors and scale; Ridge is a number of positions
	Table  []float64 // weight of every column
}

// virtual is the default strength of the ridge penalty in [FitTable], as a number of positions. The
// penalty draws every weight to its start value as strongly as so many additional positions would.
const virtual = 10

// bootstraps is the largest number of fits in one call of [FitTable]. The first fit uses the
// outcomes of games as targets. Each later one uses TD(lambda) targets that are computed from the
// previous fit. More fits would take long and hardly improve the held-out loss.
const bootstraps = 4

// FitTable fits the weights of a large table, of which each position uses only a few. The
// minimisation begins at start, or at 0 if start is nil. A ridge penalty holds every weight near
// its start value. Its strength is a number of positions.
//
// The minimisation ends when the held-out loss no longer improves. If the option Lambda is below 1,
// FitTable repeats it with new targets, at most three times. It stops when the held-out loss of the
// game outcomes no longer improves. Without held-out examples Lambda has no effect. FitTable
// returns an error for the option Lasso.
func FitTable(ctx context.Context, d Data, start []float64, seed uint64, o Options) (TableResult, error) {
	if err := o.Validate(); err != nil {
		return TableResult{}, err
	}
	if d.Rows == nil {
		return TableResult{}, errNone
	}
	if o.Lasso > 0 {
		return TableResult{}, keys.Errorf("lasso", "a table is fitted with a ridge alone; leave it out")
	}
	o = o.Complete()
	if start != nil && len(start) != d.Columns() {
		return TableResult{}, fmt.Errorf("fit: %d start weights for %d columns", len(start), d.Columns())
	}
	if err := d.check(o.ByScore()); err != nil {
		return TableResult{}, err
	}
	t := &tableFit{options: o, ctx: ctx, data: d, start: start}
	if start == nil {
		t.start = make([]float64, d.Columns())
	}
	t.fitted, t.held = d.split(o.HeldOut, seed)
	if len(t.fitted) == 0 {
		return TableResult{}, errNone
	}
	if err := d.CheckTargets(); err != nil {
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

// tableFit is the state of one call of [FitTable].
type tableFit struct {
	options      Options
	ctx          context.Context
	data         Data
	start        []float64
	fitted, held part
	steps        int64
	result       TableResult
}

// objective returns the function to minimise: the loss of the examples in p as a function of the
// table's weights.
func (t *tableFit) objective(d *Data, p part) *objective {
	return &objective{ctx: t.ctx, data: d, part: p, loss: t.options.loss(), workers: t.options.Workers, sweeper: d.sweeper()}
}

// losses returns the mean losses of the fitted and of the held-out examples. held is NaN if no
// examples are held out.
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
		if *t.options.Lambda == 1 || len(t.held) == 0 {
			break
		}
		targets = t.data.returns(b, t.options.loss(), *t.options.Lambda)
	}
	r.compare(&t.data, t.fitted, t.held, r.Table, t.options.loss())
	if held := t.objective(&t.data, t.held); len(t.held) > 0 {
		before, after := make([]float64, t.data.Len()), make([]float64, t.data.Len())
		held.losses(t.start, before)
		held.losses(r.Table, after)
		r.Gain, r.GainError = t.data.gain(t.held, before, after)
	}
	return *r, t.ctx.Err()
}

// descend fits the table of weights to the given targets by the method L-BFGS and returns it. It
// begins with the weights in t.result.Table.
func (t *tableFit) descend(targets []float32) ([]float64, error) {
	d := t.data
	d.Target = targets
	o := t.objective(&d, t.fitted)
	columns := len(t.result.Table)
	o.centre, o.penalty = t.start, make([]float64, columns)
	for j := range o.penalty {
		o.penalty[j] = t.result.Ridge / float64(len(t.fitted))
	}
	return descend(o, t.objective(&t.data, t.held), t.result.Table, func(loss, held float64) {
		t.steps++
		t.result.Steps = append(t.result.Steps, Step{t.result.Ridge, loss, held})
		if t.options.Events.Progress != nil {
			t.options.Events.Progress(tuning.Progress{Phase: tuning.Fitting, Unit: "steps", Done: t.steps})
		}
	})
}
