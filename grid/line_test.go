package grid

import (
	"testing"

	"pgregory.net/rapid"
)

// interval returns the points that hit, by definition.
func TestIntervalIsTheDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := random(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 3).Draw(t, "weights"), 4, rapid.IntRange(2, 4).Draw(t, "seats"), rapid.IntRange(1, 40).Draw(t, "size"))
		axes, err := Options{}.Axes(p.Space)
		if err != nil {
			t.Fatal(err)
		}
		l, err := newLattice(p, axes)
		if err != nil {
			t.Fatal(err)
		}
		s := newScan(l, 1)
		number := rapid.Int64Range(0, s.lines()-1).Draw(t, "line")
		s.line(number)
		for e := range l.etudes() {
			s.index[s.inner] = 0
			from, to := s.interval(e)
			for i := range axes[s.inner].Count {
				s.index[s.inner] = i
				if hit := l.hit(e, s.index); hit != (from <= i && i < to) {
					t.Fatalf("etude %d: point %d is hit: %v, the interval is [%d, %d)", e, i, hit, from, to)
				}
			}
		}
	})
}
