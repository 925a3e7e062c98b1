package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Problem contains the weights and the examples of a fit.
type Problem struct {
	// Space describes the weights. The j-th weight is the coefficient of column j of the data.
	Space engines.Space
	// Start contains the start weights. A ridge penalty keeps the fitted weights near them, and the
	// fitted weights have the same scale. If all start weights are 0, one unit of the fitted
	// evaluation is one logit, or one point of the score. nil means the default weights.
	Start engines.Weights
	// Data contains the examples. If it has more columns than there are weights, coefficients of
	// the additional columns are fitted too, but are not part of the result.
	Data Data
	Seed uint64 // seed of the choice of held-out games
}

// Result contains the fitted weights, and measures of how well they predict the targets of the
// examples.
type Result struct {
	Weights engines.Weights
	// Error contains the standard error of every weight: how far the weight would move with other
	// games of the same kind if the ridge penalty did not keep it near the start. It is 0 for a
	// weight at a bound, and for one that the examples do not determine: its feature is a sum of
	// multiples of other features, or occurs in fewer than five games, or decides every example in which it
	// occurs. All errors are 0 if a fit to results predicts every winner, if the start weights were
	// kept, and with a lasso penalty, because the same examples have then also selected which weights
	// change.
	Error []float64
	// Scale is the value of one unit of the evaluation in logits, or in points of the score. With two
	// seats the evaluation is the difference between the evaluations of the two seats.
	Scale float64
	// StartScale is the factor k by which the evaluation with the start weights must be multiplied
	// to predict best. For results it is the constant K of Texel's method, in logits. It is 0 if no
	// positive factor predicts better than a constant.
	StartScale float64
	// KeptStart reports whether the result is the start weights, because no weights within their
	// ranges were found that predict the fitted examples better.
	KeptStart bool
	// Unconverged reports whether a minimisation ended at its largest number of steps.
	Unconverged bool
	// Mirrored reports whether the evaluation, the difference between the two seats, is twice the
	// evaluation of the first seat; see [Data.Mirrored].
	Mirrored bool
	Ridge    float64 // strength of the ridge penalty that was used; see Options.Ridge

	Positions, Games int // number of all positions and games
	// Blocks reports whether Games counts blocks of positions because the games are unknown; see
	// [Data.Blocks].
	Blocks   bool
	Filtered int // number of positions that the conditions excluded
	// HeldPositions and HeldGames are the numbers of positions and games that were held out.
	HeldPositions, HeldGames int
	// Loss is the mean loss on the fitted examples, and HeldOut the mean loss on the held-out
	// examples. The loss for a result is the cross-entropy in nats, and for a score half the
	// squared error. HeldOut is NaN if no examples were held out.
	Loss, HeldOut float64
	// StartLoss and StartHeldOut are the same losses for the start weights, multiplied by the scale
	// with which these predict best.
	StartLoss, StartHeldOut float64
	// Gain is StartHeldOut minus HeldOut, the amount by which the fit reduced the loss on held-out
	// examples. GainError is its standard error, computed over games. Both are NaN if no examples
	// were held out, and GainError also if they come from one game.
	Gain, GainError float64

	// Steps contains the losses after every step of the minimisation. [Fit] leaves out the steps of
	// repetitions with new TD(lambda) targets, and of a fit within the ranges of the weights.
	Steps []Step
	// Calibration compares predictions and targets in groups of examples with similar
	// predictions. Stages compares them in groups with similar game stages. Both use the held-out
	// examples, or all examples if none were held out. Stages is nil if the stages are unknown
	// or all equal.
	Calibration, Stages []Bin
}

// Step contains the losses after one step of the minimisation in a fit.
type Step struct {
	Ridge         float64 // strength of the ridge penalty in this step
	Loss, HeldOut float64 // without penalties; see Result
}

// newResult returns a result in which only the numbers of positions and games are set.
func newResult(d *Data, fitted, held part) Result {
	r := Result{Positions: d.Positions(), Filtered: d.Filtered, Blocks: d.Blocks, Mirrored: d.Mirrored, HeldPositions: d.positions(len(held)), HeldGames: d.games(held), Gain: math.NaN(), GainError: math.NaN()}
	r.Games = d.games(fitted) + r.HeldGames
	return r
}

func (r *Result) compare(d *Data, fitted, held part, b []float64, l loss) {
	p := held
	if len(p) == 0 {
		p = fitted
	}
	c := d.compare(p, b, l)
	r.Calibration, r.Stages = c.calibration(), c.byStage()
}

// mostColumns is the largest number of columns that [Fit] accepts. Fit uses Newton's method, which
// computes a matrix of second derivatives. [FitTable] uses L-BFGS, which needs no such matrix.
const mostColumns = 300

// These constants end the repetition of a fit to TD(lambda) targets. Such a fit is repeated because
// its targets depend on the weights of the previous fit. sweeps is the largest number of fits. The
// repetition ends earlier if the relative change of the weights is below settled.
const (
	sweeps  = 30
	settled = 1e-3
)

// Fit computes the weights with which the evaluation predicts the targets of the examples best. It
// returns an error if ctx is done or if an option or the problem is invalid. It also returns an
// error if there are more than 300 columns, or if all examples have the same target.
func Fit(ctx context.Context, p Problem, o Options) (Result, error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	if p.Data.Rows == nil {
		return Result{}, errNone
	}
	o = o.Complete()
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	columns := p.Data.Columns()
	switch {
	case columns < len(p.Space):
		return Result{}, fmt.Errorf("fit: %d columns for %d weights", columns, len(p.Space))
	case columns > mostColumns:
		return Result{}, fmt.Errorf("fit: %d columns; at most %d are possible with bounds and errors", columns, mostColumns)
	}
	if err := p.Space.Valid(); err != nil {
		return Result{}, err
	}
	if err := p.Space.Check(p.Start); err != nil {
		return Result{}, fmt.Errorf("start: %w", err)
	}
	if err := errors.Join(p.Data.check(o.ByScore()), p.Data.checkRows(p.Start)); err != nil {
		return Result{}, err
	}
	f := &fitting{problem: p, options: o, ctx: ctx, cone: cone{p.Space, columns}}
	f.fitted, f.held = p.Data.split(o.HeldOut, p.Seed)
	if len(f.fitted) == 0 {
		return Result{}, errNone
	}
	if err := p.Data.CheckTargets(); err != nil {
		return Result{}, err
	}
	return f.run()
}

// fitting is the state of one call of [Fit].
type fitting struct {
	problem      Problem
	options      Options
	ctx          context.Context
	cone         cone
	fitted, held part

	squares []float64 // mean squares of the columns
	started float64   // scale of the start weights with which they predict best
	atStart []float64 // coefficients of the start weights at this scale
	trying  float64   // strength of the ridge penalty that is being tried
	before  []float64 // loss of the start weights on each held-out example
	result  Result
}

func (f *fitting) run() (Result, error) {
	f.result = newResult(&f.problem.Data, f.fitted, f.held)
	if err := f.start(); err != nil {
		return Result{}, err
	}
	o := f.objective(&f.problem.Data, f.fitted)
	f.squares = o.squares(f.cone.columns)
	b, err := f.path(o)
	if err == nil {
		b, err = f.temporal(o, b)
	}
	if err == nil {
		b, err = f.rescale(o, b)
	}
	if err != nil {
		return Result{}, err
	}
	if f.result.KeptStart = f.isWorse(b); f.result.KeptStart {
		b, f.result.Scale = f.atStart, f.started
	}
	f.result.Unconverged = o.unconverged && !f.result.KeptStart
	f.measure(o, b)
	return f.result, f.ctx.Err()
}

// objective returns the function to minimise for the examples in p: their loss as a function of the
// coefficients. It has no penalties yet.
func (f *fitting) objective(d *Data, p part) *objective {
	return &objective{ctx: f.ctx, data: d, part: p, loss: f.options.loss(), workers: f.options.Workers}
}

func (f *fitting) start() error {
	seen := f.problem.Data
	seen.Rows = along{f.problem.Data.Rows, f.problem.Start}
	columns := seen.Columns()
	low, high := cone{nil, columns}.unbounded()
	low[0] = 0 // a negative scale would reverse the preferences of the start weights
	b, err := newton(f.objective(&seen, f.fitted), make([]float64, columns), low, high)
	if err != nil {
		return err
	}
	f.started, f.result.StartScale = b[0], b[0]
	f.atStart = append(f.centre()[:len(f.problem.Space)], b[1:]...)
	f.result.StartLoss = f.objective(&seen, f.fitted).value(b)
	f.result.StartHeldOut = f.heldLoss(&seen, b)
	f.before = make([]float64, f.problem.Data.Len())
	f.objective(&seen, f.held).losses(b, f.before)
	return nil
}

// heldLoss returns the mean loss on the held-out examples with the coefficients b, or NaN if none
// are held out.
func (f *fitting) heldLoss(d *Data, b []float64) float64 {
	if len(f.held) == 0 {
		return math.NaN()
	}
	return f.objective(d, f.held).value(b)
}

// path fits the coefficients once for each strength of the ridge penalty, the strongest first. Each
// fit begins at the result of the fit before. path returns the coefficients with the lowest
// held-out loss. If no examples are held out, it returns the last ones.
func (f *fitting) path(o *objective) ([]float64, error) {
	low, high := f.cone.signs()
	b := f.centre()
	o.centre = f.centre()
	var best []float64
	least := math.Inf(1)
	o.step = func(b []float64) { // o.penalty changes below
		f.result.Steps = append(f.result.Steps, Step{f.trying, o.value(b) - o.squared(b), f.heldLoss(&f.problem.Data, b)})
	}
	defer func() { o.step = nil }()
	for _, ridge := range f.options.ridges() {
		f.penalise(o, ridge)
		f.trying = ridge
		found, err := minimise(o, slices.Clone(b), low, high)
		if err != nil {
			return nil, err
		}
		loss := f.heldLoss(&f.problem.Data, found)
		if math.IsNaN(loss) || loss < least {
			best, least, f.result.Ridge = found, loss, ridge
		}
		b = found
	}
	f.penalise(o, f.result.Ridge)
	return best, nil
}

// centre returns the coefficients towards which the ridge penalty pulls. They are the start
// weights, multiplied by the scale with which these predict the targets best. If the start weights
// predict worse than a constant, the coefficients are 0.
func (f *fitting) centre() []float64 {
	b := make([]float64, f.cone.columns)
	for j, w := range f.problem.Start {
		b[j] = max(f.started, 0) * w
	}
	return b
}

// penalise sets the penalties of an objective: a ridge penalty of the given strength, and the lasso
// penalty of the options. Both grow with the size of the features in a column, so that the unit of
// a feature does not matter.
func (f *fitting) penalise(o *objective, ridge float64) {
	o.penalty = make([]float64, f.cone.columns)
	if f.options.Lasso > 0 {
		o.lasso = make([]float64, f.cone.columns)
	}
	for j := range f.problem.Space {
		o.penalty[j] = ridge * f.squares[j]
		if f.options.Lasso > 0 {
			o.lasso[j] = f.options.Lasso * math.Sqrt(f.squares[j])
		}
	}
}

// temporal fits the coefficients to TD(lambda) targets, beginning at b, and returns them. The
// targets are computed from the coefficients, so the fit is repeated with new targets. It ends when
// the coefficients hardly change, or after sweeps fits. If the option Lambda is 1, the targets are
// the outcomes of the games, and temporal returns b.
func (f *fitting) temporal(o *objective, b []float64) ([]float64, error) {
	if *f.options.Lambda == 1 {
		return b, nil
	}
	low, high := f.cone.signs()
	outcomes := f.problem.Data
	moving := f.problem.Data
	o.data = &moving
	for range sweeps {
		moving.Target = outcomes.returns(b, f.options.loss(), *f.options.Lambda)
		next, err := minimise(o, slices.Clone(b), low, high)
		if err != nil {
			return nil, err
		}
		change, size := 0.0, 0.0
		for j := range b {
			change += f.squares[j] * (next[j] - b[j]) * (next[j] - b[j])
			size += f.squares[j] * next[j] * next[j]
		}
		b = next
		if change <= settled*settled*size {
			break
		}
	}
	return b, nil
}

// rescale sets the scale of the result: the number by which coefficients are divided to give the
// weights. If a scale brings all weights of b into their ranges, rescale returns b. Otherwise it
// fits again within the ranges and returns the new coefficients.
func (f *fitting) rescale(o *objective, b []float64) ([]float64, error) {
	wanted, start := f.started, f.size(f.problem.Start)
	switch {
	case wanted > 0:
	case start > 0:
		wanted = f.size(b) / start
	default:
		wanted = 1 // the start weights are 0 and have no scale
	}
	least, largest := f.cone.scales(b)
	if least <= largest && largest > 0 && (least > 0 || wanted > 0) {
		f.result.Scale = min(max(wanted, least), largest)
		return b, nil
	}
	if !(wanted > 0) {
		wanted = 1
	}
	k, value, found, err := f.cone.narrow(o, b, wanted)
	if around := f.cone.extent(b); err == nil && atEnd(k/wanted) && around > 0 {
		// The search has ended where it had to: the scale of the start weights means nothing here.
		if other, lower, better, failed := f.cone.narrow(o, b, around); failed != nil || lower < value {
			k, found, err = other, better, failed
		}
	}
	f.result.Scale = k
	return found, err
}

func (f *fitting) size(b []float64) float64 {
	largest := 0.0
	for j := range f.problem.Space {
		largest = max(largest, math.Abs(b[j]))
	}
	return largest
}

// weights returns the weights that correspond to the coefficients b. A weight is the coefficient
// divided by the scale of the result, rounded to the nearest allowed value.
func (f *fitting) weights(b []float64) engines.Weights {
	k := f.result.Scale
	w := make(engines.Weights, len(f.problem.Space))
	for j := range w {
		if w[j] = b[j] / k; f.options.Lasso > 0 && k == f.started && b[j] == k*f.problem.Start[j] {
			w[j] = f.problem.Start[j] // which rounding would miss
		}
	}
	return f.problem.Space.Snap(w)
}

// isWorse reports whether the fit is worse than the start weights: all weights that correspond to
// the coefficients b are 0, or they predict the fitted outcomes worse. The second is not tested
// with TD(lambda), whose targets are not the outcomes.
func (f *fitting) isWorse(b []float64) bool {
	w := f.weights(b)
	if !slices.ContainsFunc(w, func(v float64) bool { return v != 0 }) {
		return true
	}
	snapped := slices.Clone(b)
	for j := range w {
		snapped[j] = f.result.Scale * w[j]
	}
	return *f.options.Lambda == 1 && f.objective(&f.problem.Data, f.fitted).value(snapped) > f.result.StartLoss*(1+slack)
}

func (f *fitting) measure(o *objective, b []float64) {
	r, k := &f.result, f.result.Scale
	if r.KeptStart {
		r.Weights = slices.Clone(f.problem.Start)
	} else {
		r.Weights = f.weights(b)
	}
	low, high := f.cone.at(k)
	var free []int
	for j := range b {
		if low[j] < high[j] && b[j] > low[j] && b[j] < high[j] {
			free = append(free, j)
		}
	}
	r.Error = make([]float64, len(f.problem.Space))
	var errs []float64
	if o.lasso == nil && !r.KeptStart {
		errs = f.errors(o, b, free)
	}
	for j := range f.problem.Space {
		if errs != nil {
			r.Error[j] = errs[j] / k
		}
		b[j] = k * r.Weights[j] // within its range
	}
	r.Loss = f.objective(&f.problem.Data, f.fitted).value(b)
	r.HeldOut = f.heldLoss(&f.problem.Data, b)
	r.compare(&f.problem.Data, f.fitted, f.held, b, f.options.loss())
	if len(f.held) > 0 {
		after := make([]float64, f.problem.Data.Len())
		f.objective(&f.problem.Data, f.held).losses(b, after)
		r.Gain, r.GainError = f.problem.Data.gain(f.held, f.before, after)
	}
}
