package problems

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// newBase returns the basic part of a random strength function, such as a quadratic around the best
// weights. The additions of newAddition may make the function harder to optimise.
func newBase(rng *rand.Rand, w *wild) loss {
	d := float64(w.dim)
	switch rng.IntN(8) {
	default: // half of all
		return newBowl(rng, w)
	case 4:
		return &oneSided{target: w.target, rate: 2 + 8*rng.Float64(), rise: rng.IntN(2) == 0}
	case 5:
		return &saturation{bowl: newBowl(rng, w), depth: (0.01 + 0.1*rng.Float64()) * d}
	case 6:
		if w.dim > 1 {
			return &ridge{target: w.target, bend: 1 + 3*rng.Float64(), narrow: math.Pow(10, 1+rng.Float64())}
		}
		return newBowl(rng, w)
	case 7:
		return newJudge(rng, w)
	}
}

// bowl is the loss (z'Qz)^(p/2), where z is the difference from the optimum. The axes of Q can have
// any direction, and their curvatures may differ. If there are fewer axes than weights, only some
// directions affect the strength.
type bowl struct {
	target []float64
	axes   *mat.Dense // rows are axes, scaled by the root of their curvature
	power  float64    // p
	rank   int        // number of axes, the first rows of axes
}

func newBowl(rng *rand.Rand, w *wild) *bowl {
	d := w.dim
	b := &bowl{target: w.target, power: 2, rank: d}
	if rng.IntN(3) == 0 {
		b.power = 1 + 3*rng.Float64()
	}
	if rng.IntN(3) == 0 {
		b.rank = 1 + rng.IntN(d)
	}
	condition, rotated := 4*rng.Float64(), rng.IntN(2) == 0
	b.axes = mat.NewDense(b.rank, d, nil)
	order := rng.Perm(d)
	q := mat.NewDense(d, d, nil)
	if rotated {
		q = rotation(rng, d)
	} else {
		for i := range d {
			q.Set(i, i, 1)
		}
	}
	for k := range b.rank {
		root := 1.0
		if b.rank > 1 {
			root = math.Pow(10, -condition/2*float64(k)/float64(b.rank-1))
		}
		for j := range d {
			b.axes.Set(k, j, root*q.At(order[k], j))
		}
	}
	return b
}

// newRound returns a bowl, a quadratic loss, that is 0 at target and rises equally in all directions.
func newRound(target []float64) *bowl {
	b := &bowl{target: target, power: 2, rank: len(target), axes: mat.NewDense(len(target), len(target), nil)}
	for i := range target {
		b.axes.Set(i, i, 1)
	}
	return b
}

// rotation returns a random orthogonal matrix with d rows and columns.
func rotation(rng *rand.Rand, d int) *mat.Dense {
	gauss := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			gauss.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(gauss)
	q := new(mat.Dense)
	qr.QTo(q)
	return q
}

func (b *bowl) String() string {
	s := "bowl"
	if b.power != 2 {
		s += fmt.Sprintf("^%.1f", b.power/2)
	}
	if b.rank < len(b.target) {
		s += fmt.Sprintf(" of rank %d", b.rank)
	}
	return s
}

func (b *bowl) lost(y []float64) float64 {
	sum := 0.0
	for k := range b.rank {
		dot := 0.0
		for j, a := range b.axes.RawRowView(k) {
			dot += a * (y[j] - b.target[j])
		}
		sum += dot * dot
	}
	if b.power == 2 {
		return sum
	}
	return math.Pow(sum, b.power/2)
}

// oneSided is a loss that rises steeply on one side of the optimum and slowly on the other, along
// every weight. For the signed distance d from the optimum and z = rate·d, it is exp(z) - 1 - z. If
// rise is set, it is exp(z) - 1 for z > 0 and otherwise -z/20.
type oneSided struct {
	target []float64
	rate   float64
	rise   bool
}

func (o *oneSided) String() string { return "one-sided" }

func (o *oneSided) lost(y []float64) float64 {
	sum := 0.0
	for i, v := range y {
		z := o.rate * (v - o.target[i])
		switch {
		case !o.rise:
			sum += math.Expm1(z) - z
		case z > 0:
			sum += math.Expm1(z)
		default:
			sum -= 0.05 * z
		}
	}
	return sum
}

// saturation is a bowl-shaped loss that becomes constant far away from the optimum.
type saturation struct {
	bowl  *bowl
	depth float64
}

func (s *saturation) String() string           { return "plateau about a " + s.bowl.String() }
func (s *saturation) lost(y []float64) float64 { return -math.Expm1(-s.bowl.lost(y) / s.depth) }

// ridge is a loss with a curved narrow valley, as in Rosenbrock's function.
type ridge struct {
	target       []float64
	bend, narrow float64
}

func (r *ridge) String() string { return "curved ridge" }

func (r *ridge) lost(y []float64) float64 {
	sum := 0.0
	for i := range len(y) - 1 {
		z, next := y[i]-r.target[i], y[i+1]-r.target[i+1]
		across := next - r.bend*z*z
		sum += z*z + r.narrow*across*across
	}
	return sum
}

// judge is a loss of strength that changes in steps, as in a game in which weights choose moves. It
// has many positions with two moves each. The moves of a position differ in their features, and the
// sign of the weighted sum of these differences chooses one. If the optimal weights choose the
// other move, the player loses the cost of the position. The loss is the mean over all positions.
type judge struct {
	differences [][]float64
	right       []bool
	cost        []float64
}

func newJudge(rng *rand.Rand, w *wild) *judge {
	const positions = 200
	j := new(judge)
	for range positions {
		diff := make([]float64, w.dim)
		for i := range diff {
			diff[i] = float64(rng.IntN(7) - 3)
		}
		j.differences, j.cost = append(j.differences, diff), append(j.cost, rng.ExpFloat64())
		j.right = append(j.right, dotted(diff, w.target) > 0)
	}
	return j
}

func dotted(a, y []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * (y[i] - 0.5)
	}
	return sum
}

func (j *judge) String() string { return "judge" }

func (j *judge) lost(y []float64) float64 {
	sum := 0.0
	for k, diff := range j.differences {
		if (dotted(diff, y) > 0) != j.right[k] {
			sum += j.cost[k]
		}
	}
	return sum / float64(len(j.differences))
}

// newAddition returns a random loss of strength that makes the best weights of w harder to find: a
// cliff, ripples, roughness or a second hill. The size of the loss is relative to what random
// weights lose without it, on average. For a second hill it is 0.5 to 1.5 times as large, and
// otherwise 0.1 to 0.5 times.
func newAddition(rng *rand.Rand, w *wild) loss {
	typical, points := 0.0, 32
	for range points {
		typical += w.base.lost(w.form.place(w.random(rng))) / float64(points)
	}
	size := typical * (0.1 + 0.4*rng.Float64())
	axis := direction(rng, w.dim)
	switch rng.IntN(4) {
	case 0:
		return &cliff{target: w.target, axis: axis, away: 0.1 * rng.Float64(), size: size}
	case 1:
		return &ripples{target: w.target, axis: axis, every: rng.IntN(2) == 0, period: 0.05 + 0.4*rng.Float64(), size: size / 2}
	case 2:
		return newOctaves(rng, w, size)
	}
	return &funnel{at: w.form.place(w.random(rng)), width: 0.03 + 0.1*rng.Float64(), size: typical * (0.5 + rng.Float64())}
}

// direction returns a random unit vector.
func direction(rng *rand.Rand, dim int) []float64 {
	axis := make([]float64, dim)
	length := 0.0
	for i := range axis {
		axis[i] = rng.NormFloat64()
		length += axis[i] * axis[i]
	}
	for i := range axis {
		axis[i] /= math.Sqrt(length)
	}
	return axis
}

// cliff is a loss that is constant for all points beyond a plane near the optimum, and 0 for all
// others.
type cliff struct {
	target, axis []float64
	away, size   float64
}

func (c *cliff) String() string { return "cliff" }

func (c *cliff) lost(y []float64) float64 {
	along := -c.away
	for i, a := range c.axis {
		along += a * (y[i] - c.target[i])
	}
	if along > 0 {
		return c.size
	}
	return 0
}

// ripples is a loss of strength with waves along every weight or along one direction. The loss is 0
// at the optimum.
type ripples struct {
	target, axis []float64
	every        bool
	period, size float64
}

func (r *ripples) String() string { return "ripples" }

func (r *ripples) lost(y []float64) float64 {
	along, sum := 0.0, 0.0
	for i, v := range y {
		z := v - r.target[i]
		along += r.axis[i] * z
		sum += 1 - math.Cos(2*math.Pi*z/r.period)
	}
	if r.every {
		return r.size * sum / float64(len(y))
	}
	return r.size * (1 - math.Cos(2*math.Pi*along/r.period))
}

// octaves is a loss of strength that forms waves of several lengths in random directions. Each
// length is half of the one before (an octave). The height of its waves is smaller by the factor
// 2^H, where H is the Hurst exponent.
type octaves struct {
	frequency [][]float64
	phase     []float64
	amplitude []float64
}

func newOctaves(rng *rand.Rand, w *wild, size float64) *octaves {
	const scales, waves = 6, 5
	hurst := 0.2 + 0.8*rng.Float64()
	o := new(octaves)
	for k := range scales {
		for range waves {
			f := make([]float64, w.dim)
			for i := range f {
				f[i] = 2 * math.Pi * math.Pow(2, float64(k)) * rng.NormFloat64() / math.Sqrt(float64(w.dim))
			}
			o.frequency, o.phase = append(o.frequency, f), append(o.phase, 2*math.Pi*rng.Float64())
			o.amplitude = append(o.amplitude, size*math.Pow(2, -hurst*float64(k))/math.Sqrt(waves))
		}
	}
	return o
}

func (o *octaves) String() string { return "octaves" }

func (o *octaves) lost(y []float64) float64 {
	sum := 0.0
	for k, f := range o.frequency {
		angle := o.phase[k]
		for i, v := range f {
			angle += v * y[i]
		}
		sum += o.amplitude[k] * math.Cos(angle)
	}
	return sum
}

// funnel is a narrow hill of strength away from the optimum, which can mislead a search. Its shape
// is a Gaussian whose centre is the field at. size is its height, before the multiplication by
// wild.steep. Where every coordinate differs from the centre by width, the height has fallen by the
// factor sqrt(e).
type funnel struct {
	at          []float64
	width, size float64
}

func (f *funnel) String() string { return "second hill" }

func (f *funnel) lost(y []float64) float64 {
	sum := 0.0
	for i, v := range y {
		sum += (v - f.at[i]) * (v - f.at[i])
	}
	return -f.size * math.Exp(-sum/(2*f.width*f.width*float64(len(f.at))))
}
