package goban

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/show"
)

// The scene of a position has the stones from the top row down, and an edit step writes a position
// that can be parsed and has the same scene.
func TestSceneAndEdit(t *testing.T) {
	t.Parallel()
	e, err := newEngine(map[string]string{"size": "3"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.ParseGame("A1 C3 B2", 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Scene(g)
	if want := (scene{Size: 3, Board: "..O" + ".X." + "X..", Last: "B2"}); err != nil || got != want {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	edited, err := e.Edit(text, show.Edit{Tool: "O", Field: "A3", Turn: 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err = e.ParseGame(edited.Position, 0)
	if err != nil {
		t.Fatalf("%s: %v", edited.Position, err)
	}
	again, err := e.Scene(g)
	if err != nil || again != edited.Scene || again.(scene).Board != "O.O.X.X.." || g.Turn() != 1 {
		t.Errorf("%+v, %v; edited %+v", again, err, edited)
	}
	for _, by := range []show.Edit{{Tool: "Q", Field: "A1"}, {Tool: "X", Field: "D1"}, {Tool: "X", Field: "pass"}} {
		if _, err := e.Edit(text, by); err == nil || !strings.Contains(err.Error(), " is not a ") {
			t.Errorf("%+v: %v", by, err)
		}
	}
}

// A drawing states the side to move on boards of every size.
func TestDrawings(t *testing.T) {
	t.Parallel()
	for _, size := range []string{"2", "3", "4", "19"} {
		e, err := newEngine(map[string]string{"size": size}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for moves, want := range map[string]string{"start": "Black to move", "pass": "Black has passed; White to move", "pass pass": "game over"} {
			g, err := e.ParseGame(moves, 0)
			if err != nil {
				t.Fatal(err)
			}
			if text := e.Draw(g); strings.Count(text, want) != 1 || strings.Count(text, "White 7.5 with komi") != 1 {
				t.Errorf("size %s, %s:\n%s", size, moves, text)
			}
		}
	}
}
