package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
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

// withoutPositions is a game that an arena of its own plays as a whole.
type withoutPositions struct{ engines.Engine }

func (withoutPositions) NewGame(int, uint64) (engines.Game, error) {
	return nil, errors.New("there are no positions")
}

func (withoutPositions) NewArena(engines.ArenaOptions) (engines.Arena, error) { return nil, nil }

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
	if _, err := session.New(withoutPositions{newRace()}, session.Options{}); err == nil || err.Error() != "there are no positions" {
		t.Errorf("a game without positions: %v", err)
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
	if got := session.WithoutChance(e, nil); len(got) != 1 || got["random_plies"] != "0" {
		t.Errorf("no settings became %v", got)
	}
	for _, c := range []struct {
		levels []string
		want   string
	}{{nil, "champion"}, {[]string{"easy"}, "level:easy"}, {[]string{"easy", "hard"}, "level:hard"}, {[]string{"easy", "medium", "hard"}, "level:medium"}} {
		if got := session.DefaultOpponent(levelled{e, c.levels}); got != c.want {
			t.Errorf("the opponent of the levels %q is %s, want %s", c.levels, got, c.want)
		}
	}
}

// levelled is a race with levels of difficulty.
type levelled struct {
	race
	names []string
}

func (l levelled) Levels() []show.Level {
	var out []show.Level
	for _, name := range l.names {
		out = append(out, show.Level{Agent: engines.Agent{Name: name}})
	}
	return out
}

// The player of an agent starts before its first move, and learns of all moves and of the outcome.
// After an undo another player follows the game from its start.
func TestPlayersFollowTheGame(t *testing.T) {
	t.Parallel()
	var log []string
	e := newRace()
	e.log = &log
	s := startRace(t, e, 0, session.Options{Position: "0 8:1 5:1", Seed: 77})
	expect := func(when string, want ...string) {
		t.Helper()
		if !slices.Equal(log, want) {
			t.Errorf("%s: %q, want %q", when, log, want)
		}
		log = nil
	}
	started := "start seat 1 of 2, seed 77, from 0 8:1 5:1"
	play(t, s, "1")
	expect("before the agent's turn")
	reply(t, s, 0)
	expect("a reply", started, "seat 0 moves 1", "seat 1 moves 2")
	play(t, s, "2")
	expect("the person's move", "seat 0 moves 2")
	if err := s.UndoTo(0); err != nil {
		t.Fatal(err)
	}
	expect("an undo", "close")
	play(t, s, "1")
	reply(t, s, 0)
	expect("after the undo", started, "seat 0 moves 1", "seat 1 moves 2", "seat 0 moves 1", "seat 1 moves 2")
	play(t, s, "2")
	expect("the last move", "seat 0 moves 2", "end, seat 0 has place 1")
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	expect("closing twice", "close")
}

// Errors of players name the agent, and leave no player open.
func TestRepliesFail(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, method := range []string{"NewPlayer", "Start", "Choose"} {
		e := newRace()
		e.broken, e.only = broken, method
		s := startRace(t, e, 1, session.Options{})
		if _, err := s.Reply(t.Context()); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "runner: ") {
			t.Errorf("%s: %v", method, err)
		}
		if open := e.open.Load(); open != 0 {
			t.Errorf("%s: %d players are open", method, open)
		}
		if len(s.Moves()) != 0 || s.Turn() != 0 {
			t.Errorf("%s: moves %v", method, s.Moves())
		}
		if _, err := s.Choose(t.Context(), raceAgent, session.Limit{}); !errors.Is(err, broken) {
			t.Errorf("%s: choosing: %v", method, err)
		}
	}
	e := newRace()
	e.unclosed = broken
	s, err := session.New(e, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Choose(t.Context(), raceAgent, session.Limit{}); !errors.Is(err, broken) || e.open.Load() != 0 {
		t.Errorf("a player that does not close: %v", err)
	}
	if err := s.SetAgent(0, raceAgent); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Reply(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Undo(1); !errors.Is(err, broken) || len(s.Moves()) != 0 || s.Takebacks() != 1 {
		t.Errorf("an undo of moves %v: %v", s.Moves(), err)
	}
}

// A session stores at most MaxMoves moves.
func TestMostMoves(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{Settings: engines.Settings{"length": "99999"}})
	if err := s.Restore(slices.Repeat([]engines.Move{1}, session.MaxMoves-2), 4); err != nil || s.Takebacks() != 4 {
		t.Fatal(err, s.Takebacks())
	}
	play(t, s, "1")
	play(t, s, "1")
	if _, err := s.Play("1"); err == nil || err.Error() != "the game has 20000 moves, the most that a session stores" || len(s.Moves()) != session.MaxMoves {
		t.Errorf("%d moves, error %v", len(s.Moves()), err)
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		moves []engines.Move
		made  int
		want  string // error; "" for none
	}{
		"legal":     {[]engines.Move{1, 2, 3}, 3, ""},
		"illegal":   {[]engines.Move{1, 2, 4, 1}, 2, "move 3: cannot run 4 squares"},
		"too many":  {[]engines.Move{3, 1, 1, 1, 1}, 3, "2 moves after the end of the game"},
		"exact end": {[]engines.Move{3, 1, 1}, 3, ""},
	} {
		s := startRace(t, newRace(), 0, session.Options{Position: "0 8:5 5:5"})
		err := s.Restore(c.moves, 6)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) || len(s.Moves()) != c.made {
			t.Errorf("%s: %d moves, error %v", name, len(s.Moves()), err)
		}
		if want := map[bool]int{true: 6}[err == nil]; s.Takebacks() != want {
			t.Errorf("%s: %d takebacks", name, s.Takebacks())
		}
	}
}

// The engine returns an error for a game with these settings.
type refusing struct{ race }

func (refusing) NewGame(int, uint64) (engines.Game, error) { return nil, errors.New("no such map") }

func TestNewReturnsErrorsOfTheGame(t *testing.T) {
	t.Parallel()
	_, err := session.New(refusing{newRace()}, session.Options{})
	var wrong *keys.KeyError
	if !errors.As(err, &wrong) || wrong.Path != "settings" || !strings.Contains(err.Error(), "no such map") {
		t.Errorf("%v", err)
	}
}

// A move is described in words, with what happened. The session reports its state likewise.
func TestPlayedMoves(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{Position: "1 8:5 5:5", Seed: 12})
	want := session.Played{Seat: 1, Move: "2", Words: "2 squares", Event: "seat 1 is at 7"}
	if got := play(t, s, "2"); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if s.Status() != "1 moves" || s.Seed() != 12 || s.Turn() != 0 {
		t.Errorf("%q, seed %d, seat %d", s.Status(), s.Seed(), s.Turn())
	}
	plies := 0
	err := s.History(t.Context(), func(i int, p session.Ply, _ engines.Game) error {
		if plies++; p.Played != want || p.Status != "1 moves" || p.Position != "0 8:5 7:5" {
			t.Errorf("%+v", p)
		}
		return nil
	})
	if err != nil || plies != 1 {
		t.Errorf("%d plies, %v", plies, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.History(done, func(int, session.Ply, engines.Game) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := s.UndoTo(0); err == nil || !strings.HasPrefix(err.Error(), "seat 1 has not moved yet") {
		t.Errorf("%v", err)
	}
	if got := s.Legal(); !slices.Equal(got, []string{"1", "2", "3"}) {
		t.Errorf("legal moves %q", got)
	}
	if err := s.UndoTo(1); err != nil || len(s.Moves()) != 0 || position(s) != "1 8:5 5:5" {
		t.Errorf("the first move: %s, %v", position(s), err)
	}
}

// worn is a race in which only some moves can be made.
type worn struct {
	engines.Game
	left *int
}

func (w worn) Clone() engines.Game { return worn{w.Game.Clone(), w.left} }

func (w worn) Apply(m engines.Move) error {
	if *w.left--; *w.left < 0 {
		return errors.New("worn out")
	}
	return w.Game.Apply(m)
}

// wearing is a race of games that wear out.
type wearing struct {
	race
	left *int
}

func (w wearing) NewGame(seats int, seed uint64) (engines.Game, error) {
	g, err := w.race.NewGame(seats, seed)
	return worn{g, w.left}, err
}

// A game that does not repeat its moves ends the history with an error.
func TestHistoryOfAGameThatFails(t *testing.T) {
	t.Parallel()
	left := 3
	s, err := session.New(wearing{newRace(), &left}, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play(t, s, "1")
	play(t, s, "1")
	plies := 0
	err = s.History(t.Context(), func(int, session.Ply, engines.Game) error { plies++; return nil })
	if err == nil || err.Error() != "move 2: worn out" || plies != 1 {
		t.Errorf("%d plies, %v", plies, err)
	}
	if _, err := s.Play("1"); err == nil || len(s.Moves()) != 2 {
		t.Errorf("%d moves, %v", len(s.Moves()), err)
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

// TestLegalIsBounded lists the moves of a position that has more than two million.
func TestLegalIsBounded(t *testing.T) {
	t.Parallel()
	s := start(t, "risk-classic", session.Options{
		Settings: engines.Settings{"fortify": "connected"},
		Position: "A50000 " + strings.Repeat("A1 ", 40) + "B1 ; A fortify",
	})
	all := s.Game().Moves(nil)
	list := s.Legal()
	if len(all) <= session.MaxListed || len(list) != session.MaxListed || list[len(list)-1] != s.Game().FormatMove(all[len(list)-1]) {
		t.Errorf("%d of %d moves are listed", len(list), len(all))
	}
	play(t, s, s.Game().FormatMove(all[len(all)-2])) // one that is not listed
}
