package fit

import (
	"context"
	"errors"
	"math"

	"github.com/lanista/lanista/tuning"
)

// TableResult is what a fit of a table has found.
type TableResult struct {
	Result           // without weights, errors and a scale
	Table  []float64 // a weight per column
}

// virtual is the ridge of a table where none is given: every weight is held at 0
// as if by so many positions in which it alone is seen, and 0 is right. A score
// is off by ten discs or so, and few weights are more than one, so that their
// variances are as a hundred to one.
const virtual = 30

// FitTable finds the weights of a table, of which a position calls for few. Every
// weight is held at 0 by a ridge counted in positions, and the search ends where
// the games held out are predicted no better. start may be nil. TD(lambda) is not for
// tables.
func FitTable(ctx context.Context, d Data, start []float64, seed uint64, o Options) (TableResult, error) {
	if err := o.Validate(); err != nil {
		return TableResult{}, err
	}
	o = o.Complete()
	fitted, held := d.split(o.HeldOut, seed)
	if len(fitted) == 0 {
		return TableResult{}, errors.New("fit: no position to fit to")
	}
	columns := d.Columns()
	r := TableResult{Result: Result{Positions: d.Len(), Games: d.games(fitted) + d.games(held), Ridge: virtual, HeldOut: math.NaN(), StartHeldOut: math.NaN()}}
	if o.Ridge != nil {
		r.Ridge = *o.Ridge
	}
	if start == nil {
		start = make([]float64, columns)
	}
	objectiveOf := func(p part) *objective {
		return &objective{ctx: ctx, data: &d, part: p, loss: o.loss(), workers: o.Workers}
	}
	train, test := objectiveOf(fitted), objectiveOf(held)
	r.StartLoss = train.value(start)
	if len(held) > 0 {
		r.StartHeldOut = test.value(start)
	}
	train.centre, train.penalty = make([]float64, columns), make([]float64, columns)
	for j := range train.penalty {
		train.penalty[j] = r.Ridge / float64(len(fitted))
	}
	var err error
	r.Table, err = descend(train, test, start, func(step int, _ float64) {
		if o.Events.Progress != nil {
			o.Events.Progress(tuning.Progress{Phase: tuning.Fitting, Unit: "steps", Done: int64(step)})
		}
	})
	if err != nil {
		return TableResult{}, err
	}
	r.Loss = objectiveOf(fitted).value(r.Table)
	if len(held) > 0 {
		r.HeldOut = test.value(r.Table)
	}
	return r, ctx.Err()
}
