package hare

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// TestEditKeepsThePosition reads positions from their own pictures: in the order in which players
// have finished, and with the flags of both decks.
func TestEditKeepsThePosition(t *testing.T) {
	t.Parallel()
	e := with(t, engines.Settings{"deck": "old"})
	for _, position := range []string{
		"45;26;2;f;29;19;0;f",
		"42;26;2;t;46;19;0;t @2",
		"46;26;2;e;29;19;0;f",
		"46;26;2;c;29;19;0;f",
		"29;19;0;f;64;5;0;2;64;5;0;1;30;5;0;f",
		"29;19;0;f;30;5;0;f;64;5;0;3;64;5;0;1;64;9;0;2;34;7;1;e @4",
	} {
		got := edited(t, e, position, func(*scene) {})
		g, err := e.ParseGame(got, 0)
		if err != nil || g.String() != position {
			t.Errorf("%s became %s, read as %v (%v)", position, got, g, err)
		}
	}
}

// TestEditPlacesTheFinished has a picture in which a piece is put on the finish that had no place.
func TestEditPlacesTheFinished(t *testing.T) {
	t.Parallel()
	e := with(t, nil)
	for _, c := range []struct {
		position string
		moved    int
		want     string
	}{
		{"29;19;0;f;64;5;0;2;64;5;0;1;30;5;0;f", 3, "29;19;0;f;64;5;0;2;64;5;0;1;64;5;0;f"},
		{"29;19;0;f;30;5;0;f;64;5;0;2;64;5;0;1", 1, "29;19;0;f;64;5;0;f;64;5;0;f;64;5;0;f"}, // no place is free for it
	} {
		if got := edited(t, e, c.position, func(s *scene) { s.Players[c.moved].Square = finish }); got != c.want {
			t.Errorf("%s became %s, want %s", c.position, got, c.want)
		}
	}
	for _, square := range []int{-1, 65, 1 << 40} {
		got := edited(t, e, "22;19;1;t;64;5;0;f", func(s *scene) { s.Players[0].Square = square })
		if _, err := e.ParseGame(got, 0); err == nil {
			t.Errorf("square %d became %s", square, got)
		}
	}
}

// edited returns the position that the editor reads from the picture of a position after change.
func edited(t *testing.T, e *engine, position string, change func(*scene)) string {
	t.Helper()
	g, err := e.ParseGame(position, 0)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := e.Scene(g)
	if err != nil {
		t.Fatal(err)
	}
	s := picture.(scene)
	change(&s)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.Edit(text, show.Edit{Turn: g.Turn()})
	if err != nil {
		t.Fatal(err)
	}
	return out.Position
}

// The guide explains the signs that positions of games may contain.
func TestGuideExplainsPositions(t *testing.T) {
	t.Parallel()
	text := New().(*engine).Guide().Position
	examples := 0
	for line := range strings.Lines(text) {
		position, ok := strings.CutPrefix(line, "  ")
		if !ok {
			continue
		}
		examples++
		g, err := New().ParseGame(strings.TrimSpace(position), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.String(); got != strings.TrimSpace(position) {
			t.Errorf("the example %s is the position %s", position, got)
		}
	}
	// seat 3 is to move, and the second player in the text has finished before the first
	const signs = "9;9;0;f;64;2;0;2;5;5;1;f;64;3;0;1 @3"
	if g, err := New().ParseGame(signs, 0); err != nil || g.String() != signs {
		t.Errorf("%s: %v", signs, err)
	}
	if examples < 2 || !strings.Contains(text, "@ and a seat") || !strings.Contains(text, "the place") {
		t.Errorf("the guide has %d examples: %s", examples, text)
	}
}
