package session_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

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
	} {
		r := session.NewRecord(s, 0)
		c.change(&r)
		if err := r.Replay(startRace(t, newRace(), 0, session.Options{})); err == nil || err.Error() != c.text {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadRecordRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "not a game that play has written",
		"no":                              "not a game that play has written",
		`{"engin": "x"}`:                  `unknown field "engin"`,
		`{"seed": 3}`:                     "not a game that play has written",
		strings.Repeat(" ", 1<<20) + "{}": "longer than",
	} {
		if _, err := session.ReadRecord(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
