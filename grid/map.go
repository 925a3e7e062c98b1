package grid

// Map is the hits of every point of a grid.
type Map struct {
	Axes []Axis
	// Hits has an entry per point; the last axis runs fastest.
	Hits []uint16
}

// Axis is the values of one weight: From, From + Step, ..., Count of them.
type Axis struct {
	Name  string
	From  float64
	Step  float64
	Count int
}

// maxMap is the number of points beyond which no map is drawn up.
const maxMap = 1 << 24

// newMap makes an empty map of a lattice; nil if it would be too large.
func newMap(l *lattice, names []string) *Map {
	m := &Map{}
	points := int64(1)
	for k, a := range l.axes {
		m.Axes = append(m.Axes, Axis{names[k], a.value(0), float64(a.step) / pow10[a.digits], a.count})
		if points *= int64(a.count); points > maxMap {
			return nil
		}
	}
	m.Hits = make([]uint16, points)
	return m
}

// fill enters the hits of a stretch of a line. Workers fill different lines.
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
		stride *= s.axes[k].count
	}
	for i := from; i < to; i++ {
		s.drawn.Hits[at+i*step] = uint16(hits)
	}
}
