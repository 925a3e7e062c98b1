package sketch_test

import (
	"image/color"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/internal/sketch"
)

// island is a map of three territories in a row, of which the first and the last are neighbours
// around the world.
func island() *sketch.Map {
	square := func(left int) [][2]int { return [][2]int{{left, 10}, {left + 40, 10}, {left + 40, 50}, {left, 50}} }
	return &sketch.Map{Size: [2]int{200, 60}, Territories: []sketch.Territory{
		{At: [2]int{20, 30}, Shape: square(0), Label: "0:A3", Units: 3, Owner: 0, Neighbours: []int{1, 2}},
		{At: [2]int{100, 30}, Shape: square(80), Label: "1:B12", Units: 12, Owner: 1, Neighbours: []int{0}},
		{At: [2]int{180, 30}, Shape: square(160), Label: "2:A1", Units: 1, Owner: 0, Neighbours: []int{0}},
	}, Lanes: [][4]int{{20, 30, 100, 30}}}
}

func TestTextShowsTerritoriesInPlaceWithTheirBorders(t *testing.T) {
	t.Parallel()
	lines := strings.Split(strings.TrimRight(island().Text(), "\n"), "\n")
	if len(lines) != 1 {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	l := lines[0]
	a, b, c := strings.Index(l, "0:A3"), strings.Index(l, "1:B12"), strings.Index(l, "2:A1")
	if a < 0 || b < a || c < b {
		t.Fatalf("%q: labels out of order", l)
	}
	if strings.Contains(l[a:b], " ") || !strings.Contains(l[b:c], " ") {
		t.Errorf("%q: the first two are neighbours, the last two are not", l)
	}
	if !strings.HasPrefix(l, "·") || !strings.HasSuffix(l, "·") {
		t.Errorf("%q: the border around the world is missing", l)
	}
}

func TestLabelsDoNotOverlap(t *testing.T) {
	t.Parallel()
	m := island()
	m.Territories[1].At = [2]int{22, 31}
	text := m.Text()
	for _, label := range []string{"0:A3", "1:B12", "2:A1"} {
		if !strings.Contains(text, label) {
			t.Errorf("%s is covered:\n%s", label, text)
		}
	}
}

func TestPictureHasTheColoursOfTheOwners(t *testing.T) {
	t.Parallel()
	img := island().Picture()
	at := func(x, y int) color.Color { return img.At(x, y) }
	if at(5, 15) != at(165, 15) || at(5, 15) == at(85, 15) {
		t.Errorf("colours %v, %v, %v: the first and the last have one owner", at(5, 15), at(85, 15), at(165, 15))
	}
	if at(60, 55) == at(5, 15) {
		t.Error("the sea has the colour of a territory")
	}
	if r, g, b, _ := at(60, 30).RGBA(); r > 0x8000 || g > 0x8000 || b > 0x8000 {
		t.Error("the lane between the first two territories is missing")
	}
}
