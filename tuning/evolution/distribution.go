package evolution

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/tuning/vector"
)

// Distribution is the normal distribution from which CMA-ES draws candidates, with its history.
// Coordinates lie in [0, 1]. The comments on the fields give their symbols in Hansen's tutorial.
// Methods replace the slices and never change their elements, so a copy of a Distribution keeps its
// values.
type Distribution struct {
	Mean       []float64 `json:"mean"`       // m
	Sigma      float64   `json:"sigma"`      // sigma, the step size: a factor of the root of Covariance
	Covariance []float64 `json:"covariance"` // C, row by row
	StepPath   []float64 `json:"step_path"`  // p_sigma
	Path       []float64 `json:"path"`       // p_c
	MeanRate   Rate      `json:"mean_rate"`  // learning rate of Mean
	ShapeRate  Rate      `json:"shape_rate"` // learning rate of Sigma and Covariance
}

// MostWeights is the largest number of weights of a [Distribution]. A round needs the eigenvectors of the
// covariance matrix, and their time grows with the third power of the number of weights.
const MostWeights = 1000

// CheckWeights returns an error if CMA-ES cannot tune n weights: if n is above [MostWeights].
func CheckWeights(n int) error {
	if n > MostWeights {
		return fmt.Errorf("a matrix for all pairs of weights is computed in every round, which takes too long with %d weights; at most %d are possible: use another strategy, such as spsa, or keep some of the weights constant with kind: fixed", n, MostWeights)
	}
	return nil
}

// New returns the normal distribution with the given mean and with the standard deviation sigma in
// every coordinate, without correlations.
func New(mean []float64, sigma float64) Distribution {
	d := len(mean)
	e := Distribution{
		Mean: slices.Clone(mean), Sigma: sigma, Covariance: make([]float64, d*d),
		StepPath: make([]float64, d), Path: make([]float64, d),
		MeanRate: newRate(d), ShapeRate: newRate(d * d),
	}
	for i := range d {
		e.Covariance[i*d+i] = 1
	}
	return e
}

// NewStepped returns the distribution with the given mean and a standard deviation for every
// coordinate, without correlations. A deviation below a millionth, the limit of the step size, is
// raised to this limit.
func NewStepped(mean, deviations []float64) Distribution {
	sizes, logs := make([]float64, len(deviations)), 0.0
	for i, s := range deviations {
		sizes[i] = max(s, smallestStep)
		logs += elementary.Log(sizes[i]) / float64(len(deviations))
	}
	e := New(mean, elementary.Exp(logs))
	for i, s := range sizes {
		e.Covariance[i*len(mean)+i] = (s / e.Sigma) * (s / e.Sigma)
	}
	return e
}

// Check returns an error unless e has the given number of weights and a positive step size. It
// detects a distribution that was read from a damaged file.
func (e *Distribution) Check(weights int) error {
	for _, n := range []int{len(e.Mean), len(e.StepPath), len(e.Path), len(e.MeanRate.Mean)} {
		if n != weights {
			return fmt.Errorf("it has %d weights; this problem has %d", n, weights)
		}
	}
	if n := weights * weights; len(e.Covariance) != n || len(e.ShapeRate.Mean) != n || !(e.Sigma > 0) {
		return errors.New("the distribution is damaged")
	}
	return nil
}

// Constants contains the parameters of CMA-ES, which follow from the numbers of weights and of
// candidates. See the table of default parameters in Hansen's tutorial.
type Constants struct {
	weights         []float64 // by rank; the second half is negative, but the middle of an odd number is 0
	mass            float64   // mu_eff
	rankOne, rankMu float64   // c_1, c_mu
	stepMemory      float64   // c_sigma
	stepDamping     float64   // d_sigma
	pathMemory      float64   // c_c
	expectedNorm    float64   // expected length of a standard normal vector
	escapes         bool      // equal scores of all candidates increase the step size
}

// NewConstants returns the parameters of CMA-ES for dim weights, at least 1, and generations of
// population candidates, at least 2.
func NewConstants(dim, population int) Constants {
	n, lambda := float64(dim), population
	c := Constants{weights: make([]float64, lambda)}
	mu := lambda / 2
	var sum, squares, negative, negativeSquares float64
	for i := range c.weights {
		w := elementary.Log(float64(lambda+1)/2) - elementary.Log(float64(i+1))
		c.weights[i] = w
		if i < mu {
			sum += w
			squares += float64(w * w)
		} else {
			negative += w
			negativeSquares += float64(w * w)
		}
	}
	c.mass = sum * sum / squares
	shadow := negative * negative / negativeSquares
	c.rankOne = 2 / (float64((n+1.3)*(n+1.3)) + c.mass)
	c.rankMu = min(1-c.rankOne-1e-8, 2*(c.mass-2+1/c.mass)/(float64((n+2)*(n+2))+c.mass))
	least := min(1+c.rankOne/c.rankMu, 1+2*shadow/(c.mass+2), (1-c.rankOne-c.rankMu)/(n*c.rankMu))
	for i, w := range c.weights {
		if i < mu {
			c.weights[i] = w / sum
		} else {
			c.weights[i] = w * least / -negative
		}
	}
	c.stepMemory = (c.mass + 2) / (n + c.mass + 5)
	c.stepDamping = 1 + float64(2*max(0, math.Sqrt((c.mass-1)/(n+1))-1)) + c.stepMemory
	c.pathMemory = (4 + c.mass/n) / (n + 4 + 2*c.mass/n)
	c.expectedNorm = math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))
	return c
}

// WithEscape returns a copy of the constants with a rule for rounds in which all candidates have
// the same score: such a round multiplies the step size by a constant above 1 and leaves the
// evolution paths unchanged.
//
// Equal scores mean that the steps are too short for the games to distinguish the candidates.
// Without the rule the steps would become even shorter: candidates that are mirror images of each
// other cancel, so the paths and with them the step size shrink.
//
// The rule for flat fitness in Hansen's programs multiplies the step size by exp(0.2 +
// c_sigma/d_sigma). Here the factor is exp(c_sigma/d_sigma), the effect of a path of twice the
// expected length, because a few candidates can have equal scores by luck.
func (c Constants) WithEscape() Constants {
	c.escapes = true
	return c
}

// root returns the square root C^(1/2) of the covariance matrix C, or its inverse C^(-1/2) if
// inverse is true.
func (e *Distribution) root(inverse bool) matrix {
	values, vectors := spectrum(matrix{len(e.Mean), e.Covariance}, true)
	out, scaled := newMatrix(len(values)), newMatrix(len(values))
	for k, v := range values {
		factor := math.Sqrt(v)
		if inverse {
			factor = 1 / factor
		}
		for i, x := range vectors.row(k) {
			scaled.at[i*scaled.n+k] = factor * x
		}
	}
	for i := range out.n {
		combine(out.row(i), vectors, scaled.row(i), i)
	}
	out.mirror()
	return out
}

// spectrum returns the eigenvalues of a covariance matrix, and its eigenvectors if wanted is true;
// see [eigen]. It raises eigenvalues that are too small because of rounding errors. If eigen fails,
// spectrum returns the eigenvalues and the eigenvectors of the identity matrix.
func spectrum(c matrix, wanted bool) (values []float64, vectors matrix) {
	values, vectors, ok := eigen(c, wanted)
	if !ok {
		values, vectors = slices.Repeat([]float64{1}, c.n), newMatrix(c.n)
		for i := range c.n {
			vectors.at[i*c.n+i] = 1
		}
	}
	for i, v := range values {
		values[i] = max(v, values[c.n-1]*1e-12, 1e-20)
	}
	return values, vectors
}

// Sampler draws candidates from a Distribution. It contains the root of the covariance matrix,
// which is computed once.
type Sampler struct {
	from Distribution
	root matrix
}

// Sampler returns a Sampler that draws candidates from the distribution in its current state.
func (e *Distribution) Sampler() Sampler {
	return Sampler{*e, e.root(false)}
}

// Draw returns a random point of the distribution within the box of the weights' ranges. It draws again
// while the point is outside the box, up to a limit, and then returns the nearest point of the box.
func (s Sampler) Draw(rng *rand.Rand) []float64 { return s.from.sample(s.root, rng) }

// Mirrored returns the mirror image of x: the point at the same distance on the other side of the
// mean. If it is outside the box, Mirrored returns the nearest point of the box.
func (s Sampler) Mirrored(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = min(max(float64(2*s.from.Mean[i])-v, 0), 1)
	}
	return out
}

// sample draws a random point of the distribution for a Sampler. root is the root of the covariance
// matrix.
func (e *Distribution) sample(root matrix, rng *rand.Rand) []float64 {
	const tries = 10
	z, x := make([]float64, root.n), make([]float64, root.n)
	for try := range tries {
		for i := range z {
			z[i] = elementary.Normal(rng)
		}
		inside := true
		for i, y := range root.times(z) {
			x[i] = e.Mean[i] + float64(e.Sigma*y)
			inside = inside && x[i] >= 0 && x[i] <= 1
		}
		if inside {
			return x
		}
		if try == tries-1 {
			for i := range x {
				x[i] = min(max(x[i], 0), 1)
			}
		}
	}
	return x
}

// ranked returns the weight of every candidate in the update of the distribution. The weight
// follows from the rank of the candidate's score, highest score first. Candidates with equal scores
// get the mean of the weights of their ranks. A score that is not a number has the last rank.
func (c Constants) ranked(scores []float64) []float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	out := make([]float64, len(scores))
	for from := 0; from < len(order); {
		to, sum := from, 0.0
		for to < len(order) && cmp.Compare(scores[order[to]], scores[order[from]]) == 0 {
			sum += c.weights[to]
			to++
		}
		for _, i := range order[from:to] {
			out[i] = sum / float64(to-from)
		}
		from = to
	}
	return out
}

// smallestStep and largestStep limit the step size of CMA-ES: the standard deviation with which
// candidates are drawn, as a share of every weight's range.
const (
	smallestStep = 1e-6
	largestStep  = 0.5
)

// Update moves the distribution towards the candidates with the highest scores; see
// [Constants.WithEscape] for equal scores. candidates contains as many points as the population of
// c, and scores a number for each. round counts from 1. If adapt is true, the learning rates of
// mean and covariance are adapted to the noise of the scores; otherwise they stay 1.
func (e *Distribution) Update(c Constants, round int, candidates [][]float64, scores []float64, adapt bool) {
	before := *e
	inverse := e.root(true)
	weights := c.ranked(scores)
	steps := make([][]float64, len(candidates))
	move := make([]float64, len(e.Mean))
	for k, x := range candidates {
		steps[k] = make([]float64, len(move))
		for i := range move {
			steps[k][i] = (x[i] - e.Mean[i]) / e.Sigma
		}
		if weights[k] > 0 {
			vector.Add(move, weights[k], steps[k])
		}
	}
	e.Mean = slices.Clone(before.Mean)
	vector.Add(e.Mean, e.Sigma, move)
	stalled := 0.0
	if c.escapes && slices.Min(scores) == slices.Max(scores) {
		e.Sigma *= elementary.Exp(c.stepMemory / c.stepDamping)
	} else {
		stalled = e.paths(c, round, inverse, move)
	}
	e.shape(c, inverse, steps, weights, stalled)
	if adapt {
		e.adapt(before, inverse)
	}
	e.Sigma = min(max(e.Sigma, smallestStep), largestStep)
}

// paths updates the step size of CMA-ES and its two evolution paths, which are moving averages of
// the moves of the mean. It is called once in every round, counted from 1. move is the latest move
// of the mean, and inverse is C^(-1/2), where C is the covariance matrix.
//
// While the step size grows fast, the path that changes C ignores the move. As compensation, the
// update of C must keep more of the old matrix: the returned number times the learning rate c_1.
// paths returns 0 if the path has not ignored the move.
func (e *Distribution) paths(c Constants, round int, inverse matrix, move []float64) float64 {
	n := float64(len(e.Mean))
	white := inverse.times(move)
	gain := math.Sqrt(c.stepMemory * (2 - c.stepMemory) * c.mass)
	path := make([]float64, len(e.Mean))
	norm := 0.0
	for i, v := range e.StepPath {
		path[i] = float64((1-c.stepMemory)*v) + float64(gain*white[i])
		norm += float64(path[i] * path[i])
	}
	norm = math.Sqrt(norm)
	e.StepPath = path
	e.Sigma *= elementary.Exp(min(1, c.stepMemory/c.stepDamping*(norm/c.expectedNorm-1)))

	young := math.Sqrt(1 - elementary.Pow(1-c.stepMemory, 2*float64(round)))
	follow := 0.0
	if norm/young < (1.4+2/(n+1))*c.expectedNorm {
		follow = 1
	}
	gain = follow * math.Sqrt(c.pathMemory*(2-c.pathMemory)*c.mass)
	path = make([]float64, len(e.Mean))
	for i, v := range e.Path {
		path[i] = float64((1-c.pathMemory)*v) + float64(gain*move[i])
	}
	e.Path = path
	return (1 - follow) * c.pathMemory * (2 - c.pathMemory)
}

// shape updates the covariance matrix C by the rank-one and rank-mu rules of CMA-ES; see Hansen's
// tutorial. inverse is C^(-1/2). steps contains the step of every candidate from the mean, and
// weights its weight in the update, which is negative for the worse half. stalled is the return
// value of paths, 0 in most rounds; it increases the factor of the old C by stalled times the
// rank-one learning rate c_1.
func (e *Distribution) shape(c Constants, inverse matrix, steps [][]float64, weights []float64, stalled float64) {
	d := len(e.Mean)
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	next := matrix{d, slices.Clone(e.Covariance)}
	next.scale(1 + float64(c.rankOne*stalled) - c.rankOne - float64(c.rankMu*sum))
	next.addSquare(c.rankOne, e.Path)
	for k, w := range weights {
		if w < 0 {
			white := inverse.times(steps[k])
			w *= float64(d) / (vector.Dot(white, white) + 1e-8)
		}
		next.addSquare(c.rankMu*w, steps[k])
	}
	next.mirror()
	e.Covariance = next.at
}
