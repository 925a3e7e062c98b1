package riskclassic

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/internal/sketch"
	"github.com/lanista/lanista/engines/show"
)

// The scene of an edited position is that of the position that Edit returns, not of the phase and the
// cards of the position before.
func TestEditedSceneAgreesWithItsPosition(t *testing.T) {
	t.Parallel()
	e := New().(*engine)
	for _, rest := range []string{"A attack captured ; traded 2 ; hand A 3 17", "B trade 5 ; hand B 0 3 6", "A occupy 0 1 3 captured"} {
		cells := "A9 B1"
		if strings.Contains(rest, "occupy") {
			cells = "A9 A3 B1"
		}
		scene, err := e.Scene(at(t, cells, rest))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(scene)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Edit(text, show.Edit{Tool: sketch.MoreUnits, Field: "0"})
		if err != nil {
			t.Fatal(err)
		}
		g, err := e.ParseGame(got.Position, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := e.Scene(g); err != nil || !reflect.DeepEqual(got.Scene, want) {
			t.Errorf("%s: %s with the scene\n%+v, want\n%+v, %v", rest, got.Position, got.Scene, want, err)
		}
	}
}

func TestPhaseInWords(t *testing.T) {
	t.Parallel()
	for rest, want := range map[string]string{
		"A trade 3 ; hand A 0 3 6":      "A may trade cards; a set is worth 4 units",
		"A trade 3 ; hand A 0 1 3 4 42": "A must trade cards; a set is worth 4 units",
	} {
		if got := at(t, "A3 B1", rest).describePhase(); got != want {
			t.Errorf("%s: %s, want %s", rest, got, want)
		}
	}
}
