package minesweeper

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// The scene of an edited field is that of the position that Edit returns. It shows no hidden mines,
// scores or used bombs of the game from which the editing began.
func TestEditedSceneAgreesWithItsPosition(t *testing.T) {
	t.Parallel()
	for _, bomb := range []string{"false", "true"} {
		with, err := New().With(engines.Settings{"width": "4", "height": "2", "mines": "3", "bomb": bomb})
		if err != nil {
			t.Fatal(err)
		}
		e := with.(*engine)
		for _, position := range []string{"aa2./....", "a*2./.... ; b 1-0", "..../...."} {
			if bomb == "true" && position != "..../...." {
				position = "aa2./.... ; b 2-0 a"
			}
			g, err := e.ParseGame(position, 1)
			if err != nil {
				t.Fatal(err)
			}
			scene, err := e.Scene(g)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(scene)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []show.Edit{{}, {Tool: ".", Field: "0,0", Turn: 1}, {Tool: "b", Field: "0,0"}, {Tool: show.ClearTool}} {
				got, err := e.Edit(text, step)
				if err != nil {
					t.Fatal(err)
				}
				edited, err := e.ParseGame(got.Position, 1)
				if err != nil {
					t.Fatal(err)
				}
				if edited.Over() {
					continue // its scene has the hidden mines, which an edited field does not determine
				}
				if want, err := e.Scene(edited); err != nil || !reflect.DeepEqual(got.Scene, want) {
					t.Errorf("%s, %+v: %s with the scene\n%+v, want\n%+v, %v", position, step, got.Position, got.Scene, want, err)
				}
			}
		}
	}
}

// A level plays the same in a game whose agents choose the first of several equal cells.
func TestLevelsIgnoreTheTiesOfTheGame(t *testing.T) {
	t.Parallel()
	e, err := New().With(engines.Settings{"width": "8", "height": "8", "mines": "10", "ties": tiesFirst})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range levels() {
		chosen := map[engines.Move]bool{}
		for seed := range uint64(20) {
			p, err := engines.NewPlayer(t.Context(), e, level.Agent)
			if err != nil {
				t.Fatal(err)
			}
			seen := engines.View(g, 0)
			if err := p.(engines.Starter).Start(t.Context(), engines.Seating{Seats: 2, Seed: seed, From: seen}); err != nil {
				t.Fatal(err)
			}
			m, err := p.Choose(t.Context(), seen)
			if err != nil {
				t.Fatal(err)
			}
			chosen[m] = true
		}
		if len(chosen) < 3 {
			t.Errorf("%s opens %d different cells of an empty field in 20 games", level.Agent.Name, len(chosen))
		}
	}
}
