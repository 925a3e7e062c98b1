package pages

import (
	"net/url"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// The map of a grid begins at the chosen point and marks it, also if the values of an axis that are
// computed from its step differ from the stored weights in the last digit.
func TestMapBeginsAtTheChosenPoint(t *testing.T) {
	t.Parallel()
	g := results.GridResult{
		Axes:   []results.Axis{{Name: "a", From: 0.5, Step: 0.1, Count: 4}, {Name: "b", From: 0, Step: 1, Count: 2}, {Name: "c", From: 0, Step: 0.1, Count: 50}},
		Etudes: 3, Hits: make([]uint16, 4*2*50), Chosen: engines.Weights{0.8, 1, 3.3},
	}
	if g.Axes[2].At(33) == g.Chosen[2] {
		t.Fatal("the value of the axis is exact; use another")
	}
	g.Hits[g.Index([]int{3, 1, 33})] = 3
	m := newGridMap(g, nil)
	if m.Axes[2].At != 33 || m.HeldValues != "c 3.3" || m.Shown != 1 || !m.Rows[3].Cells[1].Chosen {
		t.Errorf("the map is at %d (%s), has %d best points, and the chosen cell is %+v", m.Axes[2].At, m.HeldValues, m.Shown, m.Rows[3].Cells[1])
	}
	if m := newGridMap(g, url.Values{"at-c": {"0"}}); m.Rows[3].Cells[1].Chosen {
		t.Error("a point with another value of an axis outside the map is marked")
	}
}
