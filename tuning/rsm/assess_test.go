package rsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// raysSpace has three weights of a scale-free problem.
var raysSpace = engines.Space{
	{Name: "a", Max: 10, Default: 1}, {Name: "b", Max: 10, Default: 1}, {Name: "c", Max: 10, Default: 1},
}

// raysLog returns games whose strength depends on the ratios b/a and c/a, best at 0.5 and
// 0.25. A larger curvature makes the games more informative.
func raysLog(t *testing.T, n int, curvature float64) (pairwise.Setup, pairwise.Log) {
	t.Helper()
	s, err := pairwise.NewSetup(tuning.Problem{Space: raysSpace, ScaleFree: true, Games: 2 * n, Seed: 3}, false)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(31, 32))
	strength := func(u []float64) float64 {
		b, c := u[1]/u[0]-0.5, u[2]/u[0]-0.25
		return -curvature * (b*b + c*c)
	}
	point := func() []float64 {
		return []float64{0.4 + 0.6*rng.Float64(), 0.05 + 0.6*rng.Float64(), 0.05 + 0.4*rng.Float64()}
	}
	var log pairwise.Log
	for range n {
		g := pairwise.Outcome{A: point(), B: point(), Games: 2}
		for range 2 {
			if rng.Float64() < rating.Logistic(strength(g.A)-strength(g.B)) {
				g.Score += 0.5
			}
		}
		log = append(log, g)
	}
	return s, log
}

// In scale-free problems the error is that of the shares for a result of any length, and NaN
// without information.
func TestAssessRays(t *testing.T) {
	t.Parallel()
	s, log := raysLog(t, 3000, 8)
	small := Assess(s, log, engines.Weights{4, 2, 1}, true, Hill{})
	large := Assess(s, log, engines.Weights{8, 4, 2}, true, Hill{})
	for i, e := range small.Error {
		if !(e > 0.01 && e < 1) {
			t.Errorf("weight %d: %v of 7 in all", i, e)
		}
		if math.Abs(large.Error[i]-2*e) > 1e-9 {
			t.Errorf("weight %d: %v at twice the length, %v at once", i, large.Error[i], e)
		}
	}
	if imp := large.Importance; !(imp[1] > 5*large.ImportanceError[1]) || !(imp[2] > 5*large.ImportanceError[2]) {
		t.Errorf("importances %v ± %v", imp, large.ImportanceError)
	}
	s, log = raysLog(t, 40, 0)
	none := Assess(s, log, engines.Weights{4, 2, 1}, true, Hill{})
	for i, e := range none.Error {
		if !math.IsNaN(e) {
			t.Errorf("weight %d: an error of %v by games that tell nothing", i, e)
		}
		if !math.IsNaN(none.Importance[i]) {
			t.Errorf("weight %d: an importance of %v by games that tell nothing", i, none.Importance[i])
		}
	}
}

// The report is empty without games, for fixed weights, and for too many weights.
func TestAssessWithoutInformation(t *testing.T) {
	t.Parallel()
	s, log := raysLog(t, 50, 8)
	if r := Assess(s, nil, engines.Weights{1, 1, 1}, true, Hill{}); r.Error != nil || r.Importance != nil {
		t.Errorf("without games: %+v", r)
	}
	if r := Assess(s, log, engines.Weights{0, 0, 0}, true, Hill{}); len(r.Error) != 3 {
		t.Errorf("a result without a direction: %+v", r)
	}
	space := engines.Space{{Name: "fixed", Min: 1, Max: 2, Default: 1, Kind: engines.Fixed}, {Name: "x", Max: 10, Default: 5}}
	s, err := pairwise.NewSetup(tuning.Problem{Space: space, Games: 400}, false)
	if err != nil {
		t.Fatal(err)
	}
	log = nil
	for k := range 200 {
		u := float64(k) / 200
		score := 0.0
		if math.Abs(u-0.5) < math.Abs(0.7-0.5) {
			score = 1
		}
		log = append(log, pairwise.Outcome{A: []float64{u}, B: []float64{0.7}, Score: score, Games: 2})
	}
	r := Assess(s, log, engines.Weights{1, 5}, true, Hill{})
	if !math.IsNaN(r.Error[0]) || !math.IsNaN(r.Importance[0]) || !(r.Error[1] > 0 && r.Error[1] < 1) {
		t.Errorf("%+v", r)
	}
	var many engines.Space
	for range 41 {
		many = append(many, engines.Weight{Name: "w" + string(rune('A'+len(many))), Max: 1})
	}
	if s, err = pairwise.NewSetup(tuning.Problem{Space: many, Games: 400}, false); err != nil {
		t.Fatal(err)
	}
	log = pairwise.Log{{A: make([]float64, 41), B: make([]float64, 41), Score: 1, Games: 2}}
	if r := Assess(s, log, make(engines.Weights, 41), false, Hill{}); r.Error != nil {
		t.Errorf("%d weights: %+v", len(many), r)
	}
}

// A convex axis becomes flat, and the others stay.
func TestConcave(t *testing.T) {
	t.Parallel()
	h := mat.NewSymDense(2, []float64{1, 3, 3, 1}) // eigenvalue 4 along (1, 1), -2 along (1, -1)
	got := concave(h)
	for i := range 2 {
		for j := range 2 {
			if math.Abs(got.At(i, j)-2) > 1e-3 {
				t.Errorf("[%d, %d] is %v, want 2", i, j, got.At(i, j))
			}
		}
	}
	h = mat.NewSymDense(2, []float64{2, 1, 1, 2})
	if got = concave(h); !mat.EqualApprox(got, h, 1e-12) {
		t.Errorf("%v, want %v", mat.Formatted(got), mat.Formatted(h))
	}
}

// Too many games are sampled evenly over the run.
func TestThinned(t *testing.T) {
	t.Parallel()
	log := make(pairwise.Log, 1000)
	for k := range log {
		log[k].Games = k
	}
	f := model{dim: 3, full: true}
	size := float64(f.size())
	if got := thinned(log, f, 1000*size*size); len(got) != 1000 {
		t.Errorf("%d games where all can be taken", len(got))
	}
	got := thinned(log, f, 100*size*size)
	if len(got) != 100 || got[0].Games != 0 || got[50].Games != 500 || got[99].Games != 990 {
		t.Errorf("%d games, the last one number %d", len(got), got[len(got)-1].Games)
	}
}

// Errors need five pairs for every parameter: two weights have six parameters.
func TestAssessNeedsPairs(t *testing.T) {
	t.Parallel()
	s, log := hillLog(t, 2000, func(u []float64) float64 { return 20 * bowl(u) })
	few := Assess(s, log[:29], engines.Weights{5, 5}, false, Hill{})
	if len(few.Error) != 2 || !math.IsNaN(few.Error[0]) || !math.IsNaN(few.Error[1]) {
		t.Errorf("errors %v by 29 pairs", few.Error)
	}
	many := Assess(s, log, engines.Weights{5, 5}, false, Hill{})
	for i, e := range many.Error {
		if !(e > 0 && e < 0.2) {
			t.Errorf("weight %d: ± %v by 2,000 pairs", i, e)
		}
	}
}

// If strength is flat along one axis, the error across it is that of a narrow valley, and the
// error along it is NaN.
func TestAssessValley(t *testing.T) {
	t.Parallel()
	s, log := hillLog(t, 2000, func(u []float64) float64 { return -40 * square(u[0]-0.5) })
	r := Assess(s, log, engines.Weights{5, 5}, false, Hill{})
	if !(r.Error[0] < 0.5) || !math.IsNaN(r.Error[1]) {
		t.Errorf("errors %v across and along a valley", r.Error)
	}
}

// oneSurface returns a posterior over two weights with independent parameters. The curvature
// of the second axis is hardly known.
func oneSurface() (assessment, *surface) {
	a := assessment{model: model{dim: 2, full: true, origin: []float64{0.5, 0.5}}, result: []float64{0.5, 0.5}}
	theta := []float64{0.1, -0.1, 8, 6, -6, 0.5} // curvatures 14 and 2
	f := &surface{theta: theta}
	f.root = *mat.NewTriDense(len(theta), mat.Upper, nil)
	for i, deviation := range []float64{0.3, 0.3, 0.7, 0.7, 1.5, 0.5} {
		f.root.SetTri(i, i, 1/deviation)
	}
	return a, f
}

// Draws of withinReach have the mean of Gaussian draws weighted by the density of their
// maximum.
func TestWithinReachHasItsDensity(t *testing.T) {
	t.Parallel()
	a, f := oneSurface()
	rng := engines.Rand(5)
	n := len(f.theta)
	want, squares, sum := make([]float64, n), make([]float64, n), 0.0
	for _, theta := range a.freely(f, 100000, rng) {
		w := math.Exp(a.nearness(theta))
		sum += w
		for i, v := range theta {
			want[i] += w * v
			squares[i] += w * v * v
		}
	}
	got := make([]float64, n)
	const draws = 4000
	for _, theta := range a.withinReach(f, draws, rng) {
		for i, v := range theta {
			got[i] += v / draws
		}
	}
	moved := 0.0
	for i := range want {
		want[i] /= sum
		deviation := math.Sqrt(squares[i]/sum - want[i]*want[i])
		if math.Abs(got[i]-want[i]) > 0.15*deviation {
			t.Errorf("parameter %d: mean %.3f, want %.3f ± %.3f", i, got[i], want[i], deviation)
		}
		moved = max(moved, math.Abs(want[i]-f.theta[i])/deviation)
	}
	if moved < 0.3 {
		t.Errorf("no mean is moved by more than %.2f deviations: the density says nothing", moved)
	}
}

// The density of a slope depends on the place of its maximum: a large slope is likely on a
// steep axis and unlikely on a flat one. Convex axes count as flat.
func TestNearness(t *testing.T) {
	t.Parallel()
	a, _ := oneSurface()
	at := func(slope, curvature float64) float64 {
		return a.nearness([]float64{0, slope, 20, 0, curvature - 20, 0})
	}
	if steep, flat := at(3, 10)-at(0, 10), at(3, 1)-at(0, 1); math.Abs(steep+0.5) > 1e-9 || math.Abs(flat+50) > 1e-9 {
		t.Errorf("a slope of 3 logits: %v on a steep axis, want -0.5; %v on a flat one, want -50", steep, flat)
	}
	if got := at(0, 1) - at(0, 10); math.Abs(got-math.Log(10)) > 0.05 {
		t.Errorf("without a slope a flat axis is e^%v times as likely as one of ten times its curvature", got)
	}
	if at(0.2, -3) != at(0.2, 1) {
		t.Errorf("convex %v, flat %v", at(0.2, -3), at(0.2, 1))
	}
}

// If the maximum lies beyond an edge of a trust region, the error is NaN; if the edge is the
// end of the range, the maximum lies at it.
func TestAssessAtTheEdgeOfARegion(t *testing.T) {
	t.Parallel()
	whole := tuning.Problem{Space: engines.Space{{Name: "a", Max: 10, Default: 5}, {Name: "b", Max: 10, Default: 5}}, Games: 4000, Seed: 3}
	s, err := pairwise.NewSetup(whole, false)
	if err != nil {
		t.Fatal(err)
	}
	region := whole
	region.Space = engines.Space{{Name: "a", Min: 4, Max: 6, Default: 5}, {Name: "b", Min: 4, Max: 6, Default: 5}}
	part, err := s.Within(region)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := pairwise.NewSetup(region, false)
	if err != nil {
		t.Fatal(err)
	}
	_, log := hillLog(t, 2000, func(u []float64) float64 { return -3*square(u[0]-1.5) - 12*square(u[1]-0.5) })
	result := engines.Weights{6, 5}
	if r := Assess(part, log, result, false, Hill{}); !math.IsNaN(r.Error[0]) || !(r.Error[1] < 0.3) {
		t.Errorf("errors %v: the best lies beyond the region along the first weight", r.Error)
	}
	if r := Assess(alone, log, result, false, Hill{}); !(r.Error[0] < 0.3) || !(r.Error[1] < 0.3) {
		t.Errorf("errors %v: the best lies at the end of the range", r.Error)
	}
}

// Errors are those of the scores if these vary less than games that are won or lost, and hold.
func TestAssessGraded(t *testing.T) {
	t.Parallel()
	const noise = 0.3 // logits, of a difference of scores
	held, known, errors, squares := 0, 0, 0.0, 0.0
	for seed := range uint64(pairwisetest.Seeds(10, 20)) {
		s, log := uniformLog(t, seed, 300, bowl)
		s.Problem.Graded = true
		rng := engines.Rand(seed)
		for k, g := range log {
			log[k].Games = 1
			log[k].Score = rating.Logistic(bowl(g.A) - bowl(g.B) + noise*rng.NormFloat64())
		}
		p := newPosterior(model{dim: 2, full: true, origin: []float64{0.5, 0.5}})
		if !p.loosely(log, firstSteps, lastSteps) {
			t.Fatal("no fit")
		}
		result := engines.Weights(p.model.maximum(p.theta, p.model.origin, 1, nil))
		for i, e := range Assess(s, log, result, false, Hill{}).Error {
			off := result[i] - 0.5 // the maximum of bowl
			known++
			errors += e
			squares += off * off
			if math.Abs(off) <= 1.96*e {
				held++
			}
		}
	}
	mean, deviation := errors/float64(known), math.Sqrt(squares/float64(known))
	if held < known*9/10 || !(mean < 3*deviation) {
		t.Errorf("%d of %d errors hold; their mean is %.4f, the deviation of the results %.4f", held, known, mean, deviation)
	}
}

// Cosine terms are preferred if graded scores have ripples, and not on a quadratic.
func TestCosineEvidence(t *testing.T) {
	t.Parallel()
	const noise = 0.1
	for _, test := range []struct {
		name     string
		strength func(u []float64) float64
		ripples  bool
	}{
		{"a quadratic", bowl, false},
		{"ripples", func(u []float64) float64 { return bowl(u) + 0.1*math.Cos(5*math.Pi*u[0]) }, true},
	} {
		_, log := uniformLog(t, 5, 500, bowl)
		rng := engines.Rand(5)
		for k, g := range log {
			log[k].Games = 1
			log[k].Score = rating.Logistic(test.strength(g.A) - test.strength(g.B) + noise*rng.NormFloat64())
		}
		a := assessment{model: model{dim: 2, full: true, origin: []float64{0.5, 0.5}}, dispersion: noise * noise / 4}
		if got := a.cosineEvidence(log); (got > 0) != test.ripples || test.ripples && got < 10 {
			t.Errorf("%s: log Bayes factor %.1f", test.name, got)
		}
	}
}

// Without the end of a range a maximum lies where the surface is highest, at most priorReach outside.
func TestUnbounded(t *testing.T) {
	t.Parallel()
	f := model{dim: 2, full: true, origin: []float64{1, 0.5}}
	for _, test := range []struct {
		name        string
		slope, want float64 // of a quadratic with curvature 10 along both axes
	}{
		{"inside", -1, 0.9},
		{"beyond", 1, 1.1},
		{"far beyond", 9, 1.3},
	} {
		d := drawn{f, []float64{test.slope, 0, 10, 0, 0, 0}}
		got := d.unbounded(d.maximum(f.origin))
		if math.Abs(got[0]-test.want) > 1e-3 || math.Abs(got[1]-0.5) > 1e-3 {
			t.Errorf("%s: %v, want %v and 0.5", test.name, got, test.want)
		}
	}
}

// The error of a result at an end of a range is not 0 if the maximum lies just outside, and is 0 if
// strength clearly rises to the end.
func TestAssessAtAnEnd(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name          string
		best          float64 // of the first weight
		least, widest float64
	}{
		{"just outside", 1.1, 0.01, 0.2},
		{"far outside", 3, 0, 0.001},
	} {
		s, log := uniformLog(t, 1, 1000, func(u []float64) float64 { return -8*square(u[0]-test.best) - 8*square(u[1]-0.5) })
		r := Assess(s, log, engines.Weights{1, 0.5}, false, Hill{})
		if e := r.Error[0]; !(test.least <= e && e <= test.widest) {
			t.Errorf("%s: ± %v, want %v to %v", test.name, e, test.least, test.widest)
		}
	}
}

// The importance of a weight is what a quarter of its range costs on the mean of both sides, and an
// interaction what two such moves cost together beyond the sum of both. The values are those of a
// quadratic by hand.
func TestImportanceOfAKnownQuadratic(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Max: 8, Default: 4}, {Name: "b", Max: 2, Default: 1}}
	setup, err := pairwise.NewSetup(tuning.Problem{Space: space, Games: 1000}, false)
	if err != nil {
		t.Fatal(err)
	}
	result := engines.Weights{4, 1}
	f := model{dim: 2, full: true, origin: setup.Box.Unit(result)}
	theta := make([]float64, f.size())
	theta[0], theta[2], theta[3], theta[4], theta[5] = 0.7, 8, 4, -3, 5 // a slope, curvatures 8+4 and 8-3, the product 5
	a := assessment{view: newView(setup.Box, result, false), model: f, drawn: []drawn{{f, theta}}, mean: theta}
	for i, want := range []float64{12.0 / 32, 5.0 / 32} { // h/2 times the square of 1/4; the slopes of both sides cancel
		got, deviation, ok := a.loss(i)
		if !ok || math.Abs(got-want*rating.EloPerLogit) > 1e-9 || deviation > 1e-6 {
			t.Errorf("weight %d: %v ± %v, want %v", i, got, deviation, want*rating.EloPerLogit)
		}
	}
	if got, ok := a.mixed(0, 1); !ok || math.Abs(got-5.0/16*rating.EloPerLogit) > 1e-9 {
		t.Errorf("interaction %v, want %v", got, 5.0/16*rating.EloPerLogit)
	}
}

// Without a maximum inside, a parabola is highest at the end where its value is.
func TestVertexOfAConvexParabola(t *testing.T) {
	for _, c := range []struct{ slope, curvature, lo, hi, want float64 }{
		{1, 2, -3, 3, 0.5},
		{1, 2, -3, 0.2, 0.2},
		{1, 0, -3, 2, 2},
		{-1, 0, -3, 2, -3},
		{0.4, -1, -1, 2, 2},
		{-0.4, -1, -1, 2, 2},
		{-0.6, -1, -1, 2, -1},
		{-0.9, -1, -1, 2, -1}, // value at the ends: slope x - curvature x²/2
	} {
		if got := vertex(c.slope, c.curvature, c.lo, c.hi); got != c.want {
			t.Errorf("slope %v, curvature %v in [%v, %v]: %v, want %v", c.slope, c.curvature, c.lo, c.hi, got, c.want)
		}
	}
}
