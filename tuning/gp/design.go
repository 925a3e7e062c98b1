package gp

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// candidates is the number of random points from which the points of a round are selected. For each
// point to be selected, a random surface of strength is drawn from the posterior, and the point
// where it is highest is taken.
const candidates = 800

// widest is the largest standard deviation of the random steps from the centre of the search to
// candidate points, as a share of every weight's range.
const widest = 0.4

// cloud returns n candidate points with allowed weights. The first is the centre. About a quarter
// of the others are uniform in the box. The rest are normal steps from the centre with standard
// deviations of several sizes, half of them along about two weights only.
func (m *method) cloud(centre []float64, n int, rng *rand.Rand) [][]float64 {
	const (
		uniform = 0.25
		ratio   = 0.4 // ratio of one size to the previous one
		sizes   = 5   // 0.4, 0.16, 0.064, 0.026, 0.01
		few     = 2.0 // mean number of weights of a sparse step
	)
	d := len(centre)
	points := make([][]float64, n)
	points[0] = m.playable(centre)
	for i := 1; i < n; i++ {
		u := make([]float64, d)
		anywhere, sparse := rng.Float64() < uniform, rng.IntN(2) == 0
		size := widest * math.Pow(ratio, float64(rng.IntN(sizes)))
		for k, c := range centre {
			u[k] = c
			switch {
			case anywhere:
				u[k] = rng.Float64()
			case !sparse || rng.Float64() < few/float64(d):
				u[k] = m.stepped(c, size*rng.NormFloat64(), k)
			}
		}
		points[i] = m.playable(u)
	}
	return points
}

// stepped returns c + step, limited to [0, 1], for coordinate k. For a whole-number weight it first
// enlarges the step, if necessary, to half of the distance between two whole numbers.
func (m *method) stepped(c, step float64, k int) float64 {
	return min(max(c+math.Copysign(max(math.Abs(step), m.setup.Box.Quantum(k)/2), step), 0), 1)
}

// playable returns the point nearest to u whose weights are allowed. It differs from u if weights
// are whole numbers or if the weights at u violate a constraint.
func (m *method) playable(u []float64) []float64 { return m.setup.Box.Unit(m.setup.Box.Nearest(u)) }

// thompson selects n points of the cloud by Thompson sampling and returns their indices. For each
// of the n it draws the model's parameters from the posterior, and takes the point that is
// strongest under these parameters.
func (m *method) thompson(cloud [][]float64, n int, rng *rand.Rand) []int {
	p := m.posterior
	size := p.model.size()
	features := blas64.General{Rows: len(cloud), Cols: size, Stride: size, Data: make([]float64, len(cloud)*size)}
	v := make([]float64, p.model.dim)
	for i, u := range cloud {
		p.at.place(v, u)
		p.model.add(features.Data[i*size:(i+1)*size], v, 1)
	}
	const atOnce = 256 // number of draws
	chosen := make([]int, 0, n)
	for len(chosen) < n {
		k := min(atOnce, n-len(chosen))
		// A draw of the parameters is mean + U^-1 n, where n is standard normal.
		draws := blas64.General{Rows: size, Cols: k, Stride: k, Data: make([]float64, size*k)}
		for i := range draws.Data {
			draws.Data[i] = rng.NormFloat64()
		}
		blas64.Trmm(blas.Left, blas.NoTrans, 1, p.inv, draws)
		for j, t := range p.theta {
			for i := range k {
				draws.Data[j*k+i] += t
			}
		}
		values := blas64.General{Rows: len(cloud), Cols: k, Stride: k, Data: make([]float64, len(cloud)*k)}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, features, draws, 0, values)
		for i := range k {
			best := 0
			for c := range cloud {
				if values.Data[c*k+i] > values.Data[best*k+i] {
					best = c
				}
			}
			chosen = append(chosen, best)
		}
	}
	return chosen
}

// duels returns a round of n pairs of points to play. It draws n random surfaces of strength that
// agree with the games so far (samples of the posterior), and lists the best point of each. Every
// point in the list plays the next one that differs from it, so most points play twice.
func (m *method) duels(round, n int) pairwise.Proposal {
	rng := m.setup.Rand("gp draws", uint64(round-1))
	cloud := m.cloud(m.centre, candidates, rng)
	chosen := m.thompson(cloud, n, rng)
	p := pairwise.Proposal{Pairs: make([]pairwise.Pair, n)}
	places := map[int]int{}
	point := func(c int) int {
		at, ok := places[c]
		if !ok {
			at = len(p.Points)
			places[c] = at
			p.Points = append(p.Points, m.setup.Box.Nearest(cloud[c]))
		}
		return at
	}
	for j, c := range chosen {
		other := chosen[(j+1)%n]
		for k := 2; k < n && other == c; k++ {
			other = chosen[(j+k)%n]
		}
		if other == c { // all draws agree: take any other point
			other = (c + 1 + rng.IntN(len(cloud)-1)) % len(cloud)
		}
		p.Pairs[j] = pairwise.Pair{A: point(c), B: point(other), Deal: m.setup.Deal(round, j)}
	}
	return p
}

// explore returns a round of n pairs before there is a model. Their points are drawn from a wide
// normal distribution around the start weights.
func (m *method) explore(round, n int) pairwise.Proposal {
	rng := m.setup.Rand("gp design", uint64(round-1))
	p := pairwise.Proposal{Points: make([]engines.Weights, 2*n), Pairs: make([]pairwise.Pair, n)}
	for i := range p.Points {
		u := m.setup.Box.Start()
		for k, c := range u {
			u[k] = m.stepped(c, widest*rng.NormFloat64(), k)
		}
		p.Points[i] = m.setup.Box.Nearest(u)
	}
	for j := range p.Pairs {
		p.Pairs[j] = pairwise.Pair{A: 2 * j, B: 2*j + 1, Deal: m.setup.Deal(round, j)}
	}
	return p
}

// peak returns the point of the search box with the highest predicted strength (posterior mean). It
// starts from the best of the random points around the centre of the search (see cloud) and
// improves it by random steps. At the end of a run it maximizes the predicted gain over the start
// weights minus the standard deviation of this gain. Otherwise it would prefer points with few
// games, whose strength is usually overestimated.
func (m *method) peak(round int) []float64 {
	const points, steps = 400, 250
	rng := m.setup.Rand("gp peak", uint64(round))
	var best []float64
	start := m.setup.Box.Start()
	most := math.Inf(-1)
	consider := func(u []float64) bool {
		s := m.posterior.strength(u)
		if s > most && round == m.plan.Rounds {
			_, deviation := m.posterior.difference(u, start)
			s -= deviation
		}
		if s > most {
			best, most = u, s
			return true
		}
		return false
	}
	for _, u := range m.cloud(m.centre, points, rng) {
		consider(u)
	}
	size := 0.05 // size of a step; it grows after a success and shrinks after failures (Rechenberg's rule)
	for range steps {
		u := make([]float64, len(best))
		for k, c := range best {
			u[k] = min(max(c+size*rng.NormFloat64(), 0), 1)
		}
		if consider(m.playable(u)) {
			size = min(size*1.5, 0.3)
		} else {
			size = max(size*0.9, 1e-4)
		}
	}
	return best
}
