package risk

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/internal/sketch"
	"github.com/lanista/lanista/engines/show"
)

// 74 of the 83 borders of the classic map are sides that two shapes share, and the others are lanes.
// Only the shapes of neighbours touch.
func TestClassicLayout(t *testing.T) {
	t.Parallel()
	e := classicEngine(t)
	b := e.table.board
	d, ok := e.Layout().(drawing)
	if !ok || d.Width != 1000 || d.Height != 582 || len(d.Territories) != 42 {
		t.Fatalf("%d x %d with %d territories", d.Width, d.Height, len(d.Territories))
	}
	want := [][2]int{{0, 29}, {2, 13}, {11, 12}, {11, 20}, {19, 34}, {22, 37}, {26, 33}, {27, 31}, {27, 33}}
	if !reflect.DeepEqual(d.Lanes, want) {
		t.Errorf("lanes %v", d.Lanes)
	}
	cells := shapes(b.places, discRadius)
	for x := range b.n {
		for y := range b.n {
			if x != y && touches(cells[x], y) && !b.borders(x, y) {
				t.Errorf("%d and %d touch and are no neighbours", x, y)
			}
			if touches(cells[x], y) != touches(cells[y], x) {
				t.Errorf("%d and %d disagree whether they touch", x, y)
			}
		}
	}
	if a := d.Territories[0]; a.Name != "Alaska" || a.Group != "north_america" || a.At != [2]int{64, 88} || len(a.Shape) < 10 {
		t.Errorf("%+v", a)
	}
}

func classicEngine(t *testing.T) *engine {
	t.Helper()
	with, err := New().With(engines.Settings{"map": "classic"})
	if err != nil {
		t.Fatal(err)
	}
	e, ok := with.(*engine)
	if !ok {
		t.Fatalf("%T", with)
	}
	return e
}

// A map without places is laid out alike every time, within the drawing, its
// centres apart from each other.
func TestLayoutOfABareMap(t *testing.T) {
	t.Parallel()
	text := `{"territories":[{"id":0,"neighbours":[1,2]},{"id":1,"neighbours":[0,2],"at":[1,1]},{"id":2,"neighbours":[0,1,3]},
		{"id":3,"neighbours":[2,4],"group":"east"},{"id":4,"neighbours":[3],"group":"east"}]}`
	with, err := New().With(engines.Settings{"map": text})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := with.(*engine)
	one, other := e.Layout(), e.Layout()
	if !reflect.DeepEqual(one, other) {
		t.Error("two layouts of one map differ")
	}
	d, _ := one.(drawing)
	for i, a := range d.Territories {
		if want := map[int]string{3: "east", 4: "east"}[a.ID]; a.Group != want {
			t.Errorf("territory %d in group %q, want %q", a.ID, a.Group, want)
		}
		if a.At[0] < 0 || a.At[0] > d.Width || a.At[1] < 0 || a.At[1] > d.Height {
			t.Errorf("territory %d at %v, outside %d x %d", i, a.At, d.Width, d.Height)
		}
		for _, b := range d.Territories[:i] {
			if distance(point{float64(a.At[0]), float64(a.At[1])}, point{float64(b.At[0]), float64(b.At[1])}) < 20 {
				t.Errorf("%d and %d lie at %v and %v", a.ID, b.ID, a.At, b.At)
			}
		}
	}
}

func TestGridLayout(t *testing.T) {
	t.Parallel()
	with, err := New().With(engines.Settings{"size": "3"})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := with.(*engine)
	text, err := json.Marshal(e.Layout())
	if err != nil || !strings.Contains(string(text), `{"id":4,"name":"4","group":"","at":[231,231],"shape":[[154,154],[308,154],[308,308],[154,308]],"box":[154,154,154,154],"neighbours":[3,5,1,7]}`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestSceneAndDice(t *testing.T) {
	t.Parallel()
	e := New().(*engine)
	g, err := e.ParseGame("A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3", 1)
	if err != nil {
		t.Fatal(err)
	}
	if told := show.LastEvent(g); told != "" {
		t.Errorf("it tells %q before the first move", told)
	}
	for _, step := range []struct{ move, told string }{{"0-1x3", "3 against 1: won with "}, {"8-7x5", "5 against 5: "}, {"stop", ""}} {
		m, err := g.ParseMove(step.move)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
		if told := show.LastEvent(g); !strings.HasPrefix(told, step.told) || step.told == "" && told != "" {
			t.Errorf("%s tells %q, want %q", step.move, told, step.told)
		}
	}
	scene, err := e.Scene(g)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(scene)
	if err != nil || !strings.Contains(string(text), `"phase":"draft"`) || !strings.Contains(string(text), `"map":"grid","rows":3,"cols":3`) {
		t.Errorf("%s, %v", text, err)
	}
}

// Positions of a map file that are far below each other are scaled like those that are far apart in a row.
func TestLayoutOfATallMap(t *testing.T) {
	t.Parallel()
	text := `{"territories":[{"id":0,"neighbours":[1],"at":[100,100]},{"id":1,"neighbours":[0],"at":[900,900000000]}]}`
	e, err := New().With(engines.Settings{"map": text})
	if err != nil {
		t.Fatal(err)
	}
	d := layoutOf(&e.(*engine).table)
	if d.Width > drawingWidth || d.Height > 2*drawingWidth {
		t.Errorf("a picture of %d x %d", d.Width, d.Height)
	}
}

// Positions of a map file that hardly differ are scaled without a loss of their differences.
func TestLayoutOfNearbyPositions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"territories":[{"id":0,"neighbours":[1],"at":[0,0]},{"id":1,"neighbours":[0],"at":[5e-324,5e-324]}]}`,
		`{"territories":[{"id":0,"neighbours":[1],"at":[9e8,9e8]},{"id":1,"neighbours":[0],"at":[900000000.0000002,900000000.0000002]}]}`,
	} {
		e, err := New().With(engines.Settings{"map": text})
		if err != nil {
			t.Fatal(err)
		}
		b := e.(*engine).table.board
		d := drawDiscs(b, b.places)
		want := [][2]int{{discRadius, discRadius}, {drawingWidth - discRadius, drawingWidth - discRadius}}
		if got := [][2]int{d.Territories[0].At, d.Territories[1].At}; !reflect.DeepEqual(got, want) || d.Height != drawingWidth+discPadding {
			t.Errorf("%s: territories at %v in a picture with a height of %d", text, got, d.Height)
		}
	}
}

// The scene of an edited position is that of the position that Edit returns, also after the end of a game.
func TestEditedSceneAgreesWithItsPosition(t *testing.T) {
	t.Parallel()
	e := New().(*engine)
	for _, position := range []string{"A3 A2 A1 ; A attack 0", "A3 A2 B1 ; A draft 1", "A3 A2 B1 ; A attack 2"} {
		for turn := range 2 {
			scene, err := e.Scene(parsed(t, e, position))
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(scene)
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Edit(text, show.Edit{Tool: "1", Field: "1", Turn: turn})
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.Scene(parsed(t, e, got.Position))
			if err != nil || !reflect.DeepEqual(got.Scene, want) {
				t.Errorf("%s, seat %d to move, is edited to %s\nwith the scene %+v\nwant %+v, %v", position, turn, got.Position, got.Scene, want, err)
			}
			for tool, want := range map[string][3]int32{sketch.MoreUnits: {4, 3, 2}, sketch.FewerUnits: {2, 1, 1}} { // from 3, 2 and 1
				for x, units := range want {
					got, err := e.Edit(text, show.Edit{Tool: tool, Field: strconv.Itoa(x)})
					if err != nil {
						t.Fatal(err)
					}
					if c := parsed(t, e, got.Position).state.cells[x]; c.units != units {
						t.Errorf("%s on territory %d of %s: %d units, want %d", tool, x, position, c.units, units)
					}
				}
			}
		}
	}
}
