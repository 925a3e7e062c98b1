package problems

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
)

// These constants are the seeds of generated problems. The WildSeeds problems with seeds from
// tuningSeed on are for developing strategies. The WildSeeds problems with seeds from gateSeed on
// decide whether a change of a strategy is kept. For releases see [ReleaseSeed].
const (
	tuningSeed = 1   // from here on, 200 problems to develop with
	gateSeed   = 201 // from here on, 200 problems that decide whether a change stays
	WildSeeds  = 200
)

// ReleaseSeed returns the first seed of the problems that measure a release. It is derived from a
// name, such as the hash of the commit. The seeds are therefore unknown before the commit.
func ReleaseSeed(name string) uint64 {
	return 1<<32 + engines.Seed(engines.Purpose(name), engines.Purpose("wild release"))>>33
}

// wildDims contains the numbers of weights of the generated problems. Each is equally likely.
var wildDims = []int{2, 3, 4, 6, 10, 16, 24, 32, 64}

// Wild is the kind of problem whose properties are all generated from the seed; see [NewWild].
const Wild bench.Kind = "wild"

// Problem is a generated benchmark problem with a name that describes it and the weights from which
// a search starts.
type Problem struct {
	*bench.Duel
	Name    string
	Start   engines.Weights // where a search begins
	Weights int             // that matter
}

// New returns the benchmark problem of a kind with dim weights, generated from seed. The kind is
// [Wild], [Funnels], one of [Edges] or [Families], or one of package bench. v adds properties of
// real games, such as draws or an advantage of the first seat. The kind Wild ignores v, because the
// seed determines its properties.
func New(kind bench.Kind, dim int, seed uint64, v bench.Variant) (*bench.Duel, error) {
	switch {
	case kind == Wild:
		return newWild(seed, dim).problem().Duel, nil
	case isDrawn(kind):
		d, err := newDrawn(kind, dim, seed, v)
		if err != nil {
			return nil, err
		}
		return d.problem().Duel, nil
	}
	return bench.NewDuel(kind, dim, seed, v)
}

// NewWild returns the generated problem for a seed. The seed determines a basic strength function,
// its scale and its optimum. It determines up to two additions that make the function harder to
// optimise. It also determines the start weights, and properties of real games such as draws.
func NewWild(seed uint64) Problem { return newWild(seed, 0).problem() }

// newWild returns the draft of a problem with dim weights whose properties follow from the seed. If
// dim is 0, the seed also determines the number of weights.
func newWild(seed uint64, dim int) *draft {
	rng := engines.Rand(engines.Seed(seed, engines.Purpose("wild family")))
	w := &wild{dim: wildDims[rng.IntN(len(wildDims))]}
	if dim > 0 {
		w.dim = dim
	}
	d := &draft{land: w, run: engines.Seed(seed, engines.Purpose("wild run"))}
	d.variant = wildVariant(rng, w.dim)
	w.form = wildForm(rng, d.variant.ScaleFree)
	for i := range w.dim + d.variant.Dead {
		d.space = append(d.space, w.form.weight(i, i < d.variant.Integer))
	}
	w.target = w.form.place(w.optimum(rng))
	w.base = newBase(rng, w)
	for range rng.IntN(3) {
		w.additions = append(w.additions, newAddition(rng, w))
	}
	w.scale(rng)
	d.start = w.start(rng, d.space)
	d.climb(rng)
	return d
}

// draft is a generated problem under construction. The method problem returns the finished
// problem.
type draft struct {
	land    *wild
	variant bench.Variant
	space   engines.Space
	start   engines.Weights // nil for the defaults
	run     uint64
	optimum []float64 // the best point known
	best    float64   // its strength
}

// problem returns the finished benchmark problem for the draft.
func (d *draft) problem() Problem {
	duel := bench.NewCustom(bench.Custom{
		Landscape: d.land, Best: d.best, Optimum: d.optimum, Weights: d.land.dim,
		Space: d.space, Start: d.start, Variant: d.variant, Run: d.run,
	})
	return Problem{duel, d.land.name(d.variant), d.begins(), d.land.dim}
}

// begins returns the weights from which a search begins: the start weights, or the default
// weights if there are none.
func (d *draft) begins() engines.Weights {
	if d.start != nil {
		return d.start
	}
	return d.space.Default()
}

// wildVariant draws the properties of real games that a generated problem has. Draws, luck, an
// advantage of the first seat and cycles each occur in a quarter of the problems. At most one of
// three further properties occurs, each in a sixth of the problems. These are that only the ratios
// of the weights matter, that some weights are whole numbers, and that additional weights have no
// effect.
func wildVariant(rng *rand.Rand, dim int) bench.Variant {
	some := func() bool { return rng.IntN(4) == 0 }
	var v bench.Variant
	if some() {
		v.Draws = 0.9 * rng.Float64()
	}
	if some() {
		v.Deal = 400 * rng.Float64()
	}
	if some() {
		v.FirstSeat = 300 * rng.Float64()
	}
	if some() {
		v.Cycle = 200 * rng.Float64()
	}
	switch rng.IntN(6) {
	case 0:
		v.ScaleFree = true
	case 1:
		v.Integer = 1 + rng.IntN(dim)
	case 2:
		v.Dead = 1 + rng.IntN(dim)
	}
	return v
}

// form is the kind of weights that a generated problem has: their ranges, and whether strength
// depends only on their ratios.
type form int

const (
	plain    form = iota // [0, 10], every place another
	signed               // [-5, 5], only directions count
	positive             // [0.5, 2], only directions count
)

func wildForm(rng *rand.Rand, scaleFree bool) form {
	switch {
	case !scaleFree:
		return plain
	case rng.IntN(2) == 0:
		return signed
	}
	return positive
}

// weight returns the i-th weight, counted from 0, of a generated problem, with the range and the
// default of the form f. If whole is true, the weight is a whole number; the forms signed and
// positive ignore whole.
func (f form) weight(i int, whole bool) engines.Weight {
	w := engines.Weight{Name: fmt.Sprintf("x%d", i+1), Doc: "a coordinate of the hidden problem"}
	switch f {
	case signed:
		w.Min, w.Max, w.Default = -bench.Upper/2, bench.Upper/2, bench.Upper/4
	case positive:
		w.Min, w.Max, w.Default = 0.5, 2, 1
	default:
		w.Max, w.Default = bench.Upper, bench.Upper/2
		if whole {
			w.Kind = engines.Integer
		}
	}
	return w
}

// place converts a weight vector to the coordinates on which the strength function is defined,
// roughly from 0 to 1 for each weight. If only the ratios of the weights matter, vectors of the
// same direction have the same coordinates.
func (f form) place(x []float64) []float64 {
	y := make([]float64, len(x))
	most, mean := 1e-9, 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
		if f == positive {
			mean += math.Log(v) / float64(len(x))
		}
	}
	for i, v := range x {
		switch f {
		case signed:
			y[i] = 0.5 + v/(2*most)
		case positive:
			y[i] = 0.5 + (math.Log(v)-mean)/math.Log(4)
		default:
			y[i] = v / bench.Upper
		}
	}
	return y
}

// wild is a generated strength function. It consists of a basic function, such as a quadratic
// around the intended optimum, and additions, such as a cliff. Each of these states how much
// strength a point loses. The strength of the point is minus the sum of these losses, multiplied by
// the factor steep.
type wild struct {
	dim       int
	form      form
	target    []float64 // the place that base and additions are about
	base      loss
	additions []loss
	steep     float64
	begins    string // where the start lies
}

// loss is a component of a strength function. The strength of a point is minus a multiple of the
// sum of all components. The method lost returns the strength lost at a place; at the optimum this
// is usually 0.
type loss interface {
	lost(y []float64) float64
	String() string
}

// At returns the strength of an agent with the weights x, in Elo.
func (w *wild) At(x []float64) float64 {
	y := w.form.place(x[:w.dim])
	sum := w.base.lost(y)
	for _, a := range w.additions {
		sum += a.lost(y)
	}
	return -w.steep * sum
}

func (w *wild) name(v bench.Variant) string {
	s := fmt.Sprintf("%s %d", w.base, w.dim)
	for _, a := range w.additions {
		s += " + " + a.String()
	}
	s += ", start " + w.begins
	for _, part := range []struct {
		name string
		on   bool
	}{{"draws", v.Draws > 0}, {"deals", v.Deal > 0}, {"first seat", v.FirstSeat > 0}, {"cycle", v.Cycle > 0}, {"whole", v.Integer > 0}, {"dead", v.Dead > 0}, {"directions", v.ScaleFree}} {
		if part.on {
			s += ", " + part.name
		}
	}
	return s
}

// random returns uniform random values of the weights that affect the strength.
func (w *wild) random(rng *rand.Rand) []float64 {
	x := make([]float64, w.dim)
	for i := range x {
		x[i] = w.form.weight(i, false).FromUnit(rng.Float64())
	}
	return x
}

// optimum returns randomly drawn best weights. In one problem of five, each weight is at a limit of
// its range with a probability of one quarter.
func (w *wild) optimum(rng *rand.Rand) []float64 {
	x := w.random(rng)
	if rng.IntN(5) > 0 {
		return x
	}
	for i := range x {
		if rng.IntN(4) == 0 {
			x[i] = w.form.weight(i, false).FromUnit(float64(rng.IntN(2)))
		}
	}
	return x
}

// scale draws the factor of the strength function at random. Random weights are then between 10 and
// 2,000 Elo weaker than the best, on average. The logarithm of this number is uniformly
// distributed.
func (w *wild) scale(rng *rand.Rand) {
	const points = 64
	w.steep = 1
	mean := 0.0
	for range points {
		mean -= w.At(w.random(rng)) / points
	}
	w.steep = math.Pow(10, 1+2.3*rng.Float64()) / max(mean, 1e-9)
}

// start draws the weights from which a search begins. They are in the middle of the ranges, near
// the optimum, far from it, or anywhere in the ranges. If only the ratios of the weights matter,
// they are in the middle or anywhere. start stores in w.begins, as text, which of these it is.
func (w *wild) start(rng *rand.Rand, space engines.Space) engines.Weights {
	u := slices.Repeat([]float64{0.5}, len(space))
	near := 0.02 + 0.08*rng.Float64()
	kind := rng.IntN(4)
	if w.form != plain && kind < 3 { // the target is a direction
		kind = 0
	}
	w.begins = []string{"in the middle", "near", "far", "anywhere"}[kind]
	for i := range w.dim {
		switch at := w.target[i]; kind {
		case 1:
			u[i] = min(max(at+near*rng.NormFloat64(), 0), 1)
		case 2:
			u[i] = min(max(1-at, 0), 1)
		case 3:
			u[i] = rng.Float64()
		}
	}
	x := make([]float64, len(u))
	for i, v := range u {
		x[i] = space[i].FromUnit(v)
	}
	return space.Snap(x)
}

// climb searches for the best weights by evaluating the strength function, without games. It begins
// at the intended optimum, at the start weights and at two random points. The regrets of strategies
// are measured relative to the best weights that climb finds.
func (d *draft) climb(rng *rand.Rand) {
	const starts, steps = 4, 1500
	w := d.land
	d.best = math.Inf(-1)
	for s := range starts {
		x := make([]float64, len(d.space))
		for i, sp := range d.space {
			u := 0.5
			switch {
			case i >= w.dim:
			case s == 0 && w.form == plain:
				u = w.target[i]
			case s == 0: // the direction of the target, as long as it can be
				u = sp.Unit(w.inverse(i))
			case s == 1:
				u = sp.Unit(d.begins()[i])
			default:
				u = rng.Float64()
			}
			x[i] = sp.FromUnit(min(max(u, 0), 1))
		}
		d.uphill(rng, d.space.Snap(x), steps)
	}
}

// inverse returns the best value of weight i, up to a factor that all weights have in common. It is
// the inverse of [form.place]: it computes the value from coordinate i of the optimum. It is for
// problems in which only the ratios of the weights matter.
func (w *wild) inverse(i int) float64 {
	if w.form == signed {
		return bench.Upper * (w.target[i] - 0.5)
	}
	return math.Exp((w.target[i] - 0.5) * math.Log(4))
}

// uphill improves the weights x by random steps, of which it keeps those that increase the
// strength. The steps grow after an improvement and shrink after a failure. If the result is
// stronger than d.best, uphill stores it in the draft.
func (d *draft) uphill(rng *rand.Rand, x engines.Weights, steps int) {
	here, size := d.land.At(x), 0.1
	for range steps {
		next := make([]float64, len(x))
		for i, sp := range d.space {
			next[i] = x[i]
			if i < d.land.dim && (d.land.dim < 4 || rng.IntN(d.land.dim) < 3) {
				next[i] = sp.FromUnit(min(max(sp.Unit(x[i])+size*rng.NormFloat64(), 0), 1))
			}
		}
		if snapped := d.space.Snap(next); d.land.At(snapped) > here {
			x, here, size = snapped, d.land.At(snapped), min(size*1.6, 0.3)
		} else {
			size = max(size*0.96, 1e-5)
		}
	}
	if here > d.best {
		d.best, d.optimum = here, x[:d.land.dim]
	}
}
