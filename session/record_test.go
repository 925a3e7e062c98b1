package session_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/session"
)

// A record that is read back continues the same game, finished or not.
func TestRecordReadsBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game    string
		options session.Options
	}{
		{"risk", session.Options{Seats: 3, Settings: engines.Settings{"size": "3", "round_cap": "20"}}},
		{"hare", session.Options{Position: "45;26;2;f;29;19;0;f"}},
		{"othello", session.Options{}},
		{"minesweeper", session.Options{Settings: engines.Settings{"width": "8", "height": "8", "mines": "10"}}},
		{"2048", session.Options{}},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			c.options.Seed = 1<<63 + 7
			for _, moves := range []int{0, 7, session.MaxMoves} {
				s := start(t, c.game, c.options)
				playRandom(t, s, moves)
				want := session.NewRecord(s, 0)
				if over := moves == session.MaxMoves; s.Over() != over || (want.Places != nil) != over {
					t.Fatalf("after %d moves: %+v", len(s.Moves()), want)
				}
				text, err := json.Marshal(want)
				if err != nil {
					t.Fatal(err)
				}
				r, err := session.ReadRecord(bytes.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, r); diff != "" {
					t.Fatalf("-written +read\n%s", diff)
				}
				again := start(t, c.game, session.Options{Settings: r.Settings, Seats: r.Seats, Position: r.Start, Seed: r.Seed})
				if err := r.Replay(again); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, session.NewRecord(again, 0)); diff != "" || position(s) != position(again) {
					t.Errorf("-played +replayed\n%s", diff)
				}
			}
		})
	}
}

func TestReplayRefuses(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	play(t, s, "1")
	for name, c := range map[string]struct {
		change func(*session.Record)
		text   string
	}{
		"illegal move":   {func(r *session.Record) { r.Moves = []string{"1", "3"} }, "move 2 of the game: cannot run 3 squares"},
		"other position": {func(r *session.Record) { r.Position = "0 9:9 0:0" }, "the moves lead to 1 1:1 0:0, but the file has 0 9:9 0:0"},
		"no such seat":   {func(r *session.Record) { r.Person = 0 }, "seat 0: the game has seats 1 to 2"},
		"a seat too far": {func(r *session.Record) { r.Person = 3 }, "seat 3: the game has seats 1 to 2"},
		"no position":    {func(r *session.Record) { r.Position = "" }, ""},
		"other person":   {func(r *session.Record) { r.Person = 2 }, ""},
	} {
		r := session.NewRecord(s, 0)
		c.change(&r)
		if err := r.Replay(startRace(t, newRace(), 0, session.Options{})); c.text == "" && err != nil || c.text != "" && (err == nil || err.Error() != c.text) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadRecordRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                   "not a game that play has written",
		"no":                                 "not a game that play has written",
		`{"engin": "x"}`:                     `unknown field "engin"`,
		`{"seed": 3}`:                        "not a game that play has written",
		"{}{}":                               "there is text after it",
		"{} x":                               "there is text after it",
		strings.Repeat(" ", 1<<20) + "{}":    "longer than",
		"{}" + strings.Repeat(" ", 1<<20):    "longer than",
		"{} " + strings.Repeat(" ", 1<<20-2): "longer than",
	} {
		if _, err := session.ReadRecord(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := session.ReadRecord(strings.NewReader("{}" + strings.Repeat(" ", 1<<20-2))); err != nil {
		t.Errorf("a record of the largest size: %v", err)
	}
	torn := errors.New("torn")
	if _, err := session.ReadRecord(io.MultiReader(strings.NewReader("{}"), iotest.ErrReader(torn))); !errors.Is(err, torn) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// A record has the options of the session, with seats counted from 1, and the moves in the game's
// notation.
func TestRecordOfASession(t *testing.T) {
	t.Parallel()
	for _, person := range []int{0, 2} {
		o := session.Options{Settings: engines.Settings{"length": "9", "hidden": "true"}, Seats: 3, Position: "1 4:1 6:4 5:0", Seed: 11, MoveTime: 1500 * time.Millisecond}
		s := startRace(t, newRace(), 0, o)
		play(t, s, "2")
		play(t, s, "1")
		want := session.Record{
			Settings: o.Settings, Seats: 3, Person: person + 1, MoveTime: "1.5s", Seed: 11, Start: o.Position, Moves: []string{"2", "1"}, Position: s.View(person).String(),
		}
		if diff := cmp.Diff(want, session.NewRecord(s, person)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		play(t, s, "1")
		play(t, s, "3") // seat 2 reaches the end
		want.Moves, want.Position, want.Places = []string{"2", "1", "1", "3"}, s.View(person).String(), []int{2, 1, 2}
		if diff := cmp.Diff(want, session.NewRecord(s, person)); diff != "" {
			t.Errorf("at the end: -want +got\n%s", diff)
		}
	}
	if r := session.NewRecord(startRace(t, newRace(), 0, session.Options{MoveTime: 1}), 0); r.MoveTime != "1ns" {
		t.Errorf("the shortest time is %q", r.MoveTime)
	}
	if r := session.NewRecord(startRace(t, newRace(), 0, session.Options{}), 0); r.MoveTime != "" || r.Moves == nil || r.Places != nil {
		t.Errorf("a new game: %+v", r)
	}
}
