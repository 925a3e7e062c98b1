package grid

// Map contains the number of hits of every point of a grid.
type Map struct {
	Axes []Axis // one per weight, in the order of the space
	// Hits has an element per point. The index of the last axis changes fastest.
	Hits []uint16
}

// maxMap is the largest number of points of a map.
const maxMap = 1 << 24

// newMap returns an empty map of a lattice, or nil if it would be too large.
func newMap(l *lattice) *Map {
	points := int64(1)
	for _, a := range l.axes {
		if points *= int64(a.Count); points > maxMap {
			return nil
		}
	}
	return &Map{Axes: l.axes, Hits: make([]uint16, points)}
}

// fill enters the hits of a stretch of a line. Workers fill different lines, so no lock is
// needed.
func (s *scan) fill(from, to int, hits int32) {
	if s.drawn == nil {
		return
	}
	at, stride, step := 0, 1, 1
	for k := len(s.axes) - 1; k >= 0; k-- {
		if k == s.inner {
			step = stride
		} else {
			at += s.index[k] * stride
		}
		stride *= s.axes[k].Count
	}
	for i := from; i < to; i++ {
		s.drawn.Hits[at+i*step] = uint16(hits)
	}
}
