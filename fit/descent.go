package fit

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// mostDescent is the largest number of steps of one call of [descend].
const mostDescent = 500

// patience is the number of steps in a row without progress after which a minimisation stops. A
// step makes progress if it lowers the held-out loss by at least a millionth of it.
const patience = 6

// errPatience stops a minimisation that no longer reduces the loss of the held-out examples.
var errPatience = errors.New("the held-out loss does not improve")

// descend minimises an objective by the quasi-Newton method L-BFGS, starting at b. It scales the
// coefficients so that the curvature of the objective is about 1 in each of them. It returns the
// point with the lowest held-out loss of all steps, or the minimum if no examples are held out.
// After each step it calls tell, unless tell is nil, with the losses of the fitted and the held-out
// examples.
func descend(o, held *objective, b []float64, tell func(loss, heldOut float64)) ([]float64, error) {
	unit := units(o, b)
	x := make([]float64, len(b))
	for j := range b {
		x[j] = b[j] / unit[j]
	}
	d := &descent{o: o, held: held, unit: unit, b: make([]float64, len(b)), slope: make([]float64, len(b)), best: slices.Clone(b), least: math.Inf(1), tell: tell}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return d.evaluate(x) },
		Grad: func(gradient, x []float64) {
			d.evaluate(x)
			for j := range gradient {
				gradient[j] = d.slope[j] * unit[j]
			}
		},
		Status: func() (optimize.Status, error) {
			if err := o.ctx.Err(); err != nil {
				return optimize.Failure, err
			}
			return optimize.NotTerminated, nil
		},
	}
	result, err := optimize.Minimize(problem, x, &optimize.Settings{
		Recorder: d, MajorIterations: mostDescent, GradientThreshold: 1e-9,
		Converger: &optimize.FunctionConverge{Relative: 1e-9, Iterations: 10},
	}, &optimize.LBFGS{Store: 10})
	switch {
	case o.ctx.Err() != nil:
		return nil, o.ctx.Err()
	case errors.Is(err, errPatience), errors.Is(err, optimize.ErrLinesearcherFailure), errors.Is(err, optimize.ErrLinesearcherBound):
		// The search has reached its precision, or errPatience stopped it.
	case err != nil:
		return nil, err
	}
	if len(held.part) == 0 {
		for j := range b {
			d.best[j] = result.X[j] * unit[j]
		}
	}
	return d.best, nil
}

// units returns the scale of every coefficient for the minimisation. The scale is 1/√c, where c is
// the curvature that the objective would have with the least-squares loss. It is 1 if c is 0.
func units(o *objective, b []float64) []float64 {
	squares := o.squares(len(b))
	for j := range squares {
		if o.penalty != nil {
			squares[j] += o.penalty[j]
		}
		if squares[j] == 0 {
			squares[j] = 1
		}
		squares[j] = 1 / math.Sqrt(squares[j])
	}
	return squares
}

// descent is the state of one call of [descend].
type descent struct {
	o, held   *objective // objectives of the fitted and of the held-out examples
	unit      []float64  // scale of every coefficient; see units
	b, slope  []float64  // last evaluated point, and the gradient there
	evaluated bool       // a point has been evaluated
	value     float64    // value of the objective at b

	best    []float64                   // point with the lowest held-out loss so far
	least   float64                     // lowest held-out loss so far
	waiting int                         // number of steps since the best point was reached
	tell    func(loss, heldOut float64) // may be nil
}

// evaluate returns the value of the objective at the point x in scaled coordinates. It also sets
// d.slope to the gradient there. If the point is the last evaluated one, it returns the stored
// value.
func (d *descent) evaluate(x []float64) float64 {
	same := d.evaluated
	for j := range x {
		v := x[j] * d.unit[j]
		same = same && v == d.b[j]
		d.b[j] = v
	}
	if !same {
		d.value, d.evaluated = d.o.sum(d.b, d.slope, nil), true
	}
	return d.value
}

// Init does nothing. The interface optimize.Recorder requires the method.
func (d *descent) Init() error { return nil }

// Record computes the held-out loss after every major step. It returns errPatience if the loss has
// not decreased for several steps.
func (d *descent) Record(at *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op != optimize.MajorIteration {
		return nil
	}
	b := make([]float64, len(at.X))
	for j := range b {
		b[j] = at.X[j] * d.unit[j]
	}
	fitted := at.F - d.o.squared(b)
	if len(d.held.part) == 0 {
		d.report(fitted, math.NaN())
		return nil
	}
	loss := d.held.value(b)
	d.report(fitted, loss)
	if loss < d.least*(1-1e-6) {
		d.least, d.best, d.waiting = loss, b, 0
		return nil
	}
	if d.waiting++; d.waiting >= patience {
		return errPatience
	}
	return nil
}

func (d *descent) report(loss, heldOut float64) {
	if d.tell != nil {
		d.tell(loss, heldOut)
	}
}
