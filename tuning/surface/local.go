package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// local is strength close to a place, as duels there show it: a slope along every
// weight and one curvature, the mean of all.
type local struct{ place []float64 }

// features is what a duel tells of the slopes and the curvature: that by which its
// points differ, seen from the place.
func (l local) features(g outcome) *mat.VecDense {
	d := len(l.place)
	row := mat.NewVecDense(d+1, nil)
	bend := 0.0
	for i, u := range l.place {
		x, y := g.x[i]-u, g.y[i]-u
		row.SetVec(i, x-y)
		bend -= (x*x - y*y) / 2
	}
	row.SetVec(d, bend)
	return row
}

// newton is one step of Newton's method from what a prediction, in logits, says of
// the slopes and the curvature to what the games say, and the step's covariance.
// It reports false where the games do not show all of them.
func (l local) newton(games []outcome, predicted func(outcome) float64) (step *mat.VecDense, covariance *mat.SymDense, ok bool) {
	size := len(l.place) + 1
	score, information := mat.NewVecDense(size, nil), mat.NewSymDense(size, nil)
	for _, g := range games {
		chance := rating.Logistic(predicted(g))
		row, n := l.features(g), float64(g.games)
		score.AddScaledVec(score, n*(g.score-chance), row)
		information.SymRankOne(information, n*chance*(1-chance), row)
	}
	var factor mat.Cholesky
	step, covariance = new(mat.VecDense), new(mat.SymDense)
	ok = factor.Factorize(information) && unlessIll(factor.SolveVecTo(step, score)) == nil &&
		unlessIll(factor.InverseTo(covariance)) == nil
	return step, covariance, ok
}

// Duel is one that was played outside the survey: the score of A, in [0, 1], over
// a number of games against B.
type Duel struct {
	A, B  engines.Weights
	Score float64
	Games int
}

// Refine goes from a vector close to a peak to the top of the round bowl that
// fits best to all duels, those of the survey and others, both of whose points lie
// within reach of it along every weight, a share of its range. The top is at most
// a tenth of every range away. With it comes the standard error of every weight.
// It reports false where these duels show no bowl.
func (s *Strategy) Refine(from engines.Weights, reach float64, others []Duel) (w engines.Weights, errors []float64, ok bool) {
	const steps = 6 // of Newton's method
	l := local{s.box.Unit(from)}
	games := s.around(l.place, reach, others)
	bowl := mat.NewVecDense(len(l.place)+1, nil)
	var covariance *mat.SymDense
	for range steps {
		step, c, ok := l.newton(games, func(g outcome) float64 { return mat.Dot(l.features(g), bowl) })
		if !ok {
			return nil, nil, false
		}
		bowl.AddVec(bowl, step)
		covariance = c
	}
	top, errors, ok := l.top(bowl, covariance)
	if !ok {
		return nil, nil, false
	}
	s.box.Normalise(top)
	return s.box.Nearest(top), s.box.Errors(top, errors), true
}

// around lists the duels both of whose points lie within reach of a place.
func (s *Strategy) around(place []float64, reach float64, others []Duel) []outcome {
	within := func(x []float64) bool {
		for i, u := range x {
			if math.Abs(u-place[i]) > max(reach, 1.5*s.box.Grain(i)) {
				return false
			}
		}
		return true
	}
	var games []outcome
	for _, g := range s.all {
		if within(g.x) && within(g.y) {
			games = append(games, g)
		}
	}
	for _, o := range others {
		g := outcome{x: s.box.Unit(o.A), y: s.box.Unit(o.B), score: o.Score, games: o.Games}
		if within(g.x) && within(g.y) {
			games = append(games, g)
		}
	}
	return games
}

// top is where the bowl is highest, and the standard errors of that. There is
// none unless the curvature stands out of the noise by two standard errors.
func (l local) top(bowl *mat.VecDense, covariance *mat.SymDense) (top, errors []float64, ok bool) {
	d := len(l.place)
	curvature := bowl.AtVec(d)
	if !(curvature > 2*math.Sqrt(covariance.At(d, d))) {
		return nil, nil, false
	}
	top, errors = make([]float64, d), make([]float64, d)
	for i, u := range l.place {
		move := bowl.AtVec(i) / curvature
		top[i] = min(max(u+min(max(move, -near), near), 0), 1)
		errors[i] = min(math.Sqrt(covariance.At(i, i))/curvature, blind)
	}
	return top, errors, true
}
