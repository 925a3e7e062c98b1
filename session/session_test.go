package session_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/session"
)

func TestSessionToItsEnd(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 1, session.Options{Seats: 3})
	for !s.Over() {
		reply(t, s, 1)
		if s.Over() {
			break
		}
		before := position(s)
		for _, wrong := range []string{"9", "far"} {
			if _, err := s.Play(wrong); err == nil || position(s) != before {
				t.Fatalf("the move %s was made", wrong)
			}
		}
		if p := play(t, s, "1"); p.Seat != 1 || p.Move != "1" {
			t.Fatalf("%+v", p)
		}
	}
	if o := s.Outcome(); o.Seats() != 3 || o.Place(1) == 1 {
		t.Errorf("the person, who runs one square a turn, has place %d", o.Place(1))
	}
	if _, err := s.Reply(t.Context()); !errors.Is(err, session.ErrOver) {
		t.Errorf("a reply after the end: %v", err)
	}
	if _, err := s.Play("1"); !errors.Is(err, session.ErrOver) || len(s.Legal()) != 0 {
		t.Errorf("a move after the end: %v, legal moves %v", err, s.Legal())
	}
}

func TestUndoToThePersonsLastMove(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 1, session.Options{Settings: engines.Settings{"length": "60"}})
	reply(t, s, 1)
	first := position(s)
	if err := s.UndoTo(1); !errors.Is(err, session.ErrNothingToUndo) || position(s) != first || s.Takebacks() != 0 {
		t.Fatalf("undo before the first move: %v, position %s", err, position(s))
	}
	var turns []string // the positions before the person's moves
	for range 3 {
		reply(t, s, 1)
		turns = append(turns, position(s))
		play(t, s, "1")
	}
	reply(t, s, 1)
	end, moves := position(s), slices.Clone(s.Moves())
	for i, want := range []string{turns[2], turns[1]} {
		if err := s.UndoTo(1); err != nil || position(s) != want || s.Takebacks() != i+1 {
			t.Fatalf("undo led to %s, not %s; error %v", position(s), want, err)
		}
	}
	for range 2 {
		reply(t, s, 1)
		play(t, s, "1")
	}
	reply(t, s, 1)
	if position(s) != end || !slices.Equal(s.Moves(), moves) {
		t.Errorf("made again: %s by %v\nbefore: %s by %v", position(s), s.Moves(), end, moves)
	}
}

func TestUndoMoves(t *testing.T) {
	t.Parallel()
	s := start(t, "othello", session.Options{})
	for _, m := range []string{"f5", "d6", "c3"} {
		play(t, s, m)
	}
	if err := s.UndoTo(1); err != nil || len(s.Moves()) != 1 {
		t.Errorf("%d moves are left, error %v", len(s.Moves()), err)
	}
	for _, n := range []int{0, 2, -1} {
		if err := s.Undo(n); !errors.Is(err, session.ErrNothingToUndo) {
			t.Errorf("undo of %d of 1 moves: %v", n, err)
		}
	}
	if err := s.Undo(1); err != nil || len(s.Moves()) != 0 || s.Takebacks() != 2 {
		t.Errorf("%d moves, %d takebacks, error %v", len(s.Moves()), s.Takebacks(), err)
	}
}

// A move that is undone and made again has the same chance events.
func TestUndoneMovesHaveTheSameChance(t *testing.T) {
	t.Parallel()
	for _, e := range games {
		s := start(t, e.Spec().Name, session.Options{Seed: 5})
		playRandom(t, s, 12)
		before, move := position(s), s.Legal()[0]
		want := play(t, s, move)
		after := position(s)
		if err := s.Undo(1); err != nil || position(s) != before {
			t.Fatalf("%s: undo led to %s, not %s; error %v", e.Spec().Name, position(s), before, err)
		}
		if got := play(t, s, move); got != want || position(s) != after {
			t.Errorf("%s: %+v, then %+v", e.Spec().Name, want, got)
		}
	}
}

func TestRequestsOutOfTurn(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	if _, err := s.Reply(t.Context()); err == nil {
		t.Error("the agent replied in the person's turn")
	}
	play(t, s, "1")
	if _, err := s.Hint(t.Context(), raceAgent); err == nil {
		t.Error("a hint in the agent's turn")
	}
}

// Hidden information reaches neither the agents, nor a hint, nor the person.
func TestHiddenInformation(t *testing.T) {
	t.Parallel()
	e := newRace()
	asked := 0
	e.asked = func(p engines.Position) {
		asked++
		if text := p.String(); strings.Count(text, "?") != 1 || strings.HasSuffix(strings.Fields(text)[1+p.Turn()], "?") {
			t.Errorf("seat %d is shown %s", p.Turn(), text)
		}
	}
	s := startRace(t, e, 0, session.Options{Settings: engines.Settings{"hidden": "true"}})
	for range 3 {
		if text := s.View(0).String(); strings.Count(text, "?") != 1 || !strings.HasSuffix(text, "?") {
			t.Errorf("the person sees %s", text)
		}
		hint, err := s.Hint(t.Context(), raceAgent)
		if err != nil {
			t.Fatal(err)
		}
		play(t, s, hint.Move)
		reply(t, s, 0)
	}
	if asked < 6 {
		t.Errorf("the players were asked %d times", asked)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options session.Options
		path    string
		text    string
	}{
		"too many seats":   {session.Options{Seats: 9}, "seats", "seats: 9 is not within [2, 3]"},
		"negative seats":   {session.Options{Seats: -1}, "seats", "-1 is not within [2, 3]"},
		"position":         {session.Options{Position: "1"}, "position", `"1" is not a position`},
		"other seats":      {session.Options{Position: "0 1:1 2:2", Seats: 3}, "seats", "the position has 2 seats, not 3"},
		"other notation":   {session.Options{Position: "0 a b"}, "position", "not a square"},
		"position's seats": {session.Options{Position: "0 1:1 2:2"}, "", ""},
	} {
		s, err := session.New(newRace(), c.options)
		var wrong *keys.KeyError
		if c.path == "" {
			if err != nil || s.Seats() != 2 {
				t.Errorf("%s: %v", name, err)
			}
		} else if !errors.As(err, &wrong) || wrong.Path != c.path || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := startRace(t, newRace(), 0, session.Options{Seats: 3})
	for seat, want := range map[int]string{3: "seat 4: the game has seats 1 to 3", -1: "seat 0: the game has seats 1 to 3", 2: ""} {
		err := s.CheckSeat(seat)
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("seat %d: %v", seat, err)
		}
	}
	if err := s.SetAgent(3, raceAgent); err == nil {
		t.Error("an agent plays a seat that does not exist")
	}
	if err := start(t, "2048", session.Options{}).CheckSeat(1); err == nil || err.Error() != "seat 2: the game has one seat" {
		t.Errorf("a game with one seat: %v", err)
	}
}

func TestSettingsForPeople(t *testing.T) {
	t.Parallel()
	e := newRace()
	given := engines.Settings{"length": "20"}
	if got := session.WithoutChance(e, given); got["random_plies"] != "0" || got["length"] != "20" || len(given) != 1 {
		t.Errorf("%v, given %v", got, given)
	}
	if got := session.WithoutChance(e, engines.Settings{"random_plies": "3"}); got["random_plies"] != "3" {
		t.Errorf("a setting that was given became %v", got)
	}
	if got := session.DefaultOpponent(e); got != "champion" {
		t.Errorf("the opponent in a game without levels is %s", got)
	}
	if got := session.DefaultOpponent(hareGame); got != "level:medium" {
		t.Errorf("the opponent in Hare is %s", got)
	}
}

var hareGame, _ = games.Find("hare")

func TestHistory(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	play(t, s, "1")
	reply(t, s, 0)
	var seats []int
	var last session.Ply
	err := s.History(t.Context(), func(i int, p session.Ply, g engines.Game) error {
		if i != len(seats) || g.String() != p.Position {
			t.Errorf("ply %d: %+v of %s", i, p, g)
		}
		seats, last = append(seats, p.Seat), p
		return nil
	})
	if err != nil || !slices.Equal(seats, []int{0, 1}) || last.Position != position(s) {
		t.Errorf("%v, %+v, error %v", seats, last, err)
	}
	stop := errors.New("enough")
	if err := s.History(t.Context(), func(int, session.Ply, engines.Game) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}
