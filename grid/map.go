package grid

// Map is the hits of every point of a grid.
type Map struct {
	Axes []Axis // one per weight, in the order of the space
	// Hits has an entry per point; the last axis runs fastest.
	Hits []uint16
}

// maxMap is the number of points beyond which no map is drawn up.
const maxMap = 1 << 24

// newMap makes an empty map of a lattice; nil if it would be too large.
func newMap(l *lattice) *Map {
	points := int64(1)
	for _, a := range l.axes {
		if points *= int64(a.Count); points > maxMap {
			return nil
		}
	}
	return &Map{Axes: l.axes, Hits: make([]uint16, points)}
}

// fill enters the hits of a stretch of a line. Workers fill different lines, so
// they need no lock.
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
