package grid

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// scan evaluates the lines of the grid on one goroutine and collects the results. All lines run
// along the axis with the most values, because this takes the least work per point.
type scan struct {
	lattice   *lattice
	inner     int     // axis along which lines run
	top       int     // largest number of best points to keep
	drawn     *HitMap // map of hits; nil if none is requested
	histogram []int64 // number of points by number of hits
	best      int     // largest number of hits so far
	optimal   []found // best points in the order of found.before, at most top

	diagonal    float64         // length of the diagonal of the box of ranges
	index       []int           // indices of the first point of the current line
	point       engines.Weights // weights of a point of the current line
	from, to    int             // points of the current line that satisfy the constraints
	base, slope []int64         // lead of every row: base + i*slope at the i-th point of the current line
	change      []int32         // change of the number of hits from each point of the line to the next
}

// found is a point of the grid that was among the best when it was found. margin is the distance to
// the nearest plane at which the point loses a hit, a position that it evaluates correctly; see
// [scan.margin].
type found struct {
	index  []int
	margin float64
}

// before reports whether f precedes g in the list of the best points. The point with the larger
// margin comes first. Of points with equal margins, the earlier one in the order of the grid comes
// first.
func (f found) before(g found) bool {
	if f.margin != g.margin {
		return f.margin > g.margin
	}
	return slices.Compare(f.index, g.index) < 0
}

func newScan(l *lattice, top int) *scan {
	s := &scan{lattice: l, top: max(top, 1), histogram: make([]int64, l.etudes()+1), diagonal: diagonal(l.axes)}
	for k, a := range l.axes {
		if a.Count >= l.axes[s.inner].Count {
			s.inner = k
		}
	}
	s.index, s.point = make([]int, len(l.axes)), make(engines.Weights, len(l.axes))
	s.base, s.slope = make([]int64, len(l.rows)), make([]int64, len(l.rows))
	s.change = make([]int32, l.axes[s.inner].Count+1)
	inner := l.axes[s.inner]
	for i, r := range l.rows {
		s.slope[i] = r.coef[s.inner] * inner.step
	}
	return s
}

// lines returns the number of lines of the grid. Lines run along the axis with the most values.
func (s *scan) lines() int64 { return s.lattice.points() / int64(s.lattice.axes[s.inner].Count) }

// line counts the hits (correctly evaluated positions) of every point on a line of the grid. number
// is the number of the line. The points that hit a position form an interval. For each position,
// line adds 1 at the beginning of its interval and subtracts 1 after its end. The running sums of
// these changes are the counts.
func (s *scan) line(number int64) {
	for k := len(s.lattice.axes) - 1; k >= 0; k-- {
		s.index[k] = 0
		if k != s.inner {
			n := int64(s.lattice.axes[k].Count)
			s.index[k] = int(number % n)
			number /= n
		}
	}
	s.from, s.to = s.allowed()
	if s.from >= s.to {
		return
	}
	clear(s.change)
	for e := range s.lattice.etudes() {
		if from, to := s.interval(e); from < to {
			s.change[from]++
			s.change[to]--
		}
	}
	s.tally()
}

// allowed returns the points of the line that satisfy the constraints, as the range [from, to) of
// their indices. They are an interval because the constraints are linear.
func (s *scan) allowed() (from, to int) {
	inner := s.lattice.axes[s.inner]
	if s.lattice.limits == nil {
		return 0, inner.Count
	}
	for k, a := range s.lattice.axes {
		s.point[k] = a.At(s.index[k])
	}
	holds := func(i int) bool {
		s.point[s.inner] = inner.At(i)
		return s.lattice.limits.Holds(s.point)
	}
	lo, hi := s.lattice.limits.Along(s.point, s.inner)
	first := (lo - inner.From()) / inner.Step()
	last := (hi - inner.From()) / inner.Step()
	from = int(math.Floor(min(max(first, 0), float64(inner.Count))))
	to = int(math.Ceil(max(min(last, float64(inner.Count-1)), -1))) + 1
	for from < to && !holds(from) { // a rounding error of one step at most
		from++
	}
	for from < to && !holds(to-1) {
		to--
	}
	return from, to
}

// interval returns the points of the line that evaluate a labelled position correctly, as the range
// [from, to) of their indices. The winner must lead over every other seat. Its lead at the i-th
// point is base + i*slope, so it is positive on one side of its zero. The result is the
// intersection of these ranges for all other seats.
func (s *scan) interval(etude int) (from, to int) {
	n := int64(len(s.change) - 1)
	lo, hi := int64(0), n
	for i := s.lattice.first[etude]; i < s.lattice.first[etude+1]; i++ {
		base, slope := s.lattice.lead(s.lattice.rows[i], s.index), s.slope[i]
		s.base[i] = base
		end := base + (n-1)*slope
		switch {
		case base > 0 && end > 0:
		case base <= 0 && end <= 0:
			hi = 0
		case slope > 0: // positive from here on
			lo = max(lo, -base/slope+1)
		default: // positive up to here
			hi = min(hi, (base-1)/-slope+1)
		}
	}
	return int(lo), int(hi)
}

// tally adds the points of the scanned line to the histogram, by their number of hits. A hit is a
// labelled position that a point evaluates correctly. tally also collects the points with at least
// as many hits as the best points so far.
func (s *scan) tally() {
	hits, most, start := int32(0), int32(0), s.from
	for _, d := range s.change[:s.from] {
		hits += d
	}
	before := hits
	for i := s.from; i < s.to; i++ {
		if d := s.change[i]; d != 0 {
			s.histogram[hits] += int64(i - start)
			s.fill(start, i, hits)
			hits, start = hits+d, i
		}
		most = max(most, hits)
	}
	s.histogram[hits] += int64(s.to - start)
	s.fill(start, s.to, hits)
	if int(most) < s.best {
		return
	}
	if int(most) > s.best {
		s.best, s.optimal = int(most), s.optimal[:0]
	}
	hits = before
	for i := s.from; i < s.to; i++ {
		if hits += s.change[i]; int(hits) == s.best {
			s.collect(i)
		}
	}
}

// collect adds the i-th point of the current line to the list of the best points. It does nothing
// if the list is full of better points. The list contains at most s.top points; see [found.before].
func (s *scan) collect(i int) {
	full, least := len(s.optimal) == s.top, 0.0
	if full {
		least = s.optimal[s.top-1].margin
	}
	margin := s.margin(i, least)
	if full && margin < least {
		return
	}
	s.index[s.inner] = i
	f := found{index: s.index, margin: margin}
	if full && !f.before(s.optimal[s.top-1]) {
		return
	}
	f.index = slices.Clone(s.index)
	s.keep(f)
}

// keep inserts a point into the sorted list of the best points. If the list becomes too long, it
// drops the last point.
func (s *scan) keep(f found) {
	at := len(s.optimal)
	for at > 0 && f.before(s.optimal[at-1]) {
		at--
	}
	if s.optimal = slices.Insert(s.optimal, at, f); len(s.optimal) > s.top {
		s.optimal = s.optimal[:s.top]
	}
}

// margin returns how far the weights can move from the i-th point of the line without losing a hit.
// A hit is a position that the point evaluates correctly. The distance is in units of the weights'
// ranges, and at most the diagonal of the box of ranges. If the distance is below least, margin may
// return any number from the distance up to least.
func (s *scan) margin(i int, least float64) float64 {
	out := s.diagonal
	for e := range s.lattice.etudes() {
		if out < least {
			break
		}
		nearest := math.Inf(1)
		for r := s.lattice.first[e]; r < s.lattice.first[e+1]; r++ {
			lead := s.base[r] + int64(i)*s.slope[r]
			if lead <= 0 {
				nearest = math.Inf(1) // the point does not hit the etude
				break
			}
			if norm := s.lattice.rows[r].norm; norm > 0 {
				nearest = min(nearest, float64(lead)/norm)
			}
		}
		out = min(out, nearest)
	}
	return out
}

// diagonal returns the length of the diagonal of the box of ranges, with every weight in units of
// its range.
func diagonal(axes []Axis) float64 {
	free := 0
	for _, a := range axes {
		if a.width() > 0 {
			free++
		}
	}
	return math.Sqrt(float64(free))
}

// merge adds the results of another scan, which has visited other lines of the grid, to s.
func (s *scan) merge(o *scan) {
	for h, n := range o.histogram {
		s.histogram[h] += n
	}
	if o.best < s.best {
		return
	}
	if o.best > s.best {
		s.best, s.optimal = o.best, nil
	}
	for _, f := range o.optimal {
		s.keep(f)
	}
}

// HitMap contains the number of hits (correctly evaluated positions) for every point of a grid.
type HitMap struct {
	Axes []Axis // axes, one for each weight in the order of the space
	// Hits has an element for every point of the grid. The index on the last axis changes fastest.
	// Points that violate the constraints have 0, like points without a hit. The map does not contain
	// the constraints.
	Hits []uint16
}

// maxMap is the largest number of points of a grid that gets a [HitMap].
const maxMap = 1 << 24

// newMap returns a map for the points of a grid, in which all hits are 0. It returns nil if the
// grid has more than maxMap points, or if there are more etudes than an element of HitMap.Hits can
// count.
func newMap(l *lattice) *HitMap {
	if l.etudes() > math.MaxUint16 {
		return nil
	}
	points := int64(1)
	for _, a := range l.axes {
		if points *= int64(a.Count); points > maxMap {
			return nil
		}
	}
	return &HitMap{Axes: l.axes, Hits: make([]uint16, points)}
}

// fill stores hits, a number of hits, in the map for the points of the line with indices in [from,
// to). Goroutines may call it at the same time without a lock, because each of them scans other
// lines.
func (s *scan) fill(from, to int, hits int32) {
	if s.drawn == nil {
		return
	}
	at, stride, step := 0, 1, 1
	for k := len(s.lattice.axes) - 1; k >= 0; k-- {
		if k == s.inner {
			step = stride
		} else {
			at += s.index[k] * stride
		}
		stride *= s.lattice.axes[k].Count
	}
	for i := from; i < to; i++ {
		s.drawn.Hits[at+i*step] = uint16(hits)
	}
}
