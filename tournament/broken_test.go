package tournament

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// meeting returns the result of one game between a program, in seat 0, and another player. If failed
// is true, the program forfeited the game.
func meeting(index int, failed bool) *Result {
	r := &Result{Pairing: Pairing{Agents: []int{0, 1}, Seed: 7, Games: 1}, Index: index, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}
	if failed {
		r.Games[0] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 0, Kind: engines.ForfeitCrashed, Reason: "it ended"})
	}
	return r
}

var contested = []engines.Agent{{Name: "one", Player: "bot"}, {Name: "other"}}

func TestTolerance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit Tolerance
		games string // x is a failure
		stops int    // after so many games; 0 is never
		says  string
	}{
		"three in a row": {Tolerance{"bot", 3, 0.02}, "xx.xxx.", 6, "bot lost 3 in a row (crashed; the last: pairing 6, game 1, seed 7: it ended)"},
		"without a name": {Tolerance{Row: 3}, ".xx.xxx.", 7, "bot lost 3 in a row (crashed; the last: pairing 7, game 1, seed 7: it ended)"},
		"two in a row":   {Tolerance{"bot", 3, 0.02}, "xx.xx.xx.", 0, ""},
		"a share":        {Tolerance{"bot", 3, 0.02}, "x.x.x.x.x" + strings.Repeat(".", 191), 200, ""},
		"a small share":  {Tolerance{"bot", 3, 0.02}, "x.x.x.x.." + strings.Repeat(".", 300), 0, ""},
		"never":          {Tolerance{"bot", 0, 0}, strings.Repeat("x", 300), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := Forfeits{Programs: map[string]Tolerance{"bot": c.limit}} // Forfeits.Limit, 20 by default, does not apply to programs
			stopped := 0
			for i, what := range c.games {
				err := f.add(contested, meeting(i, what == 'x'))
				var broken *BrokenError
				if errors.As(err, &broken) {
					stopped = i + 1
					if c.says != "" && err.Error() != c.says {
						t.Errorf("it says %q", err)
					}
					break
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			// The share is looked at when a game is lost.
			if c.stops == 200 && stopped == 0 {
				if err := f.add(contested, meeting(200, true)); err != nil {
					stopped = 200
				}
			}
			if stopped != c.stops {
				t.Errorf("stopped after %d games, want %d", stopped, c.stops)
			}
		})
	}
}

// A program that forfeits all its games of a round is reported as broken, even if they are few.
func TestWholeRound(t *testing.T) {
	t.Parallel()
	f := Forfeits{Programs: map[string]Tolerance{"bot": {"bot", 10, 0}}}
	round := func(games string) error {
		for i, what := range games {
			if err := f.add(contested, meeting(i, what == 'x')); err != nil {
				t.Fatal(err)
			}
		}
		return f.EndRound()
	}
	if err := round("xxx."); err != nil {
		t.Error(err)
	}
	if err := round(""); err != nil {
		t.Errorf("a round without the program: %v", err)
	}
	err := round("xx")
	if err == nil || err.Error() != "bot lost all 2 games of a round (crashed; the last: pairing 2, game 1, seed 7: it ended)" {
		t.Error(err)
	}
	careless := Forfeits{Programs: map[string]Tolerance{"bot": {Program: "bot"}}}
	if err := errors.Join(careless.add(contested, meeting(0, true)), careless.EndRound()); err != nil {
		t.Errorf("switched off: %v", err)
	}
}

// The error of a broken program describes its last failure. The program is counted once for a game in
// which it has several seats, and other programs are counted separately.
func TestBrokenErrorDescribesTheFailure(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Player: "bot"}, {Player: "bot 2"}, {Player: "rival"}}
	f := Forfeits{Limit: -1, Programs: map[string]Tolerance{"bot": {Program: "engine", Row: 2}, "bot 2": {Program: "engine", Row: 2}, "rival": {Program: "rival", Row: 2}}}
	draw := engines.Record{Outcome: engines.Draw(3)}
	fail := func(seat int) engines.Record {
		return engines.ForfeitRecord(3, engines.Forfeit{Seat: seat, Kind: engines.ForfeitTimeout, Reason: "too slow"})
	}
	add := func(index int, games ...engines.Record) error {
		return f.add(field, &Result{Index: index, Pairing: Pairing{Agents: []int{0, 1, 2}, Seed: 8, Games: len(games)}, Games: games})
	}
	// Seat 2 of the first game is the rival, of the second game the agent "bot".
	if err := errors.Join(add(3, draw, fail(2), draw), add(4, fail(2), draw)); err != nil {
		t.Fatal(err)
	}
	err := add(5, fail(2), fail(0), fail(2), draw) // the rival once, the engine twice
	var broken *BrokenError
	if !errors.As(err, &broken) {
		t.Fatal(err)
	}
	broken.limit = Tolerance{}
	want := BrokenError{Program: "engine", Row: 2, Lost: 3, Games: 8, Kind: engines.ForfeitTimeout, Pairing: 5, Game: 3, Rest: 1, Seed: 8, Reason: "too slow"}
	if *broken != want {
		t.Errorf("%+v, want %+v", *broken, want)
	}
	if got := f.counts["rival"]; got.lost != 2 || got.games != 8 || got.row != 0 {
		t.Errorf("the rival: %+v", *got)
	}
	for want, e := range map[string]*BrokenError{
		"x lost 2 in a row (error; the last: pairing 1, game 1, seed 0: y)":             {Program: "x", Row: 2, Lost: 3, Games: 8, Game: 1, Reason: "y", limit: Tolerance{Row: 2}},
		"x lost 1 in a row (error; the last: pairing 1, game 1, seed 0: y)":             {Program: "x", Row: 1, Lost: 1, Games: 8, Game: 1, Reason: "y", limit: Tolerance{Row: 1}},
		"x lost 3 of 8 games (error; the last: pairing 1, game 1, seed 0: y)":           {Program: "x", Row: 1, Lost: 3, Games: 8, Game: 1, Reason: "y", limit: Tolerance{Row: 2}},
		"x lost 4 of 9 games (error; the last: pairing 1, game 1, seed 0: y)":           {Program: "x", Row: 4, Lost: 4, Games: 9, Game: 1, Reason: "y"},
		"x lost all 5 games of a round (error; the last: pairing 1, game 1, seed 0: y)": {Program: "x", Row: 5, Round: 5, Game: 1, Reason: "y", limit: Tolerance{Row: 2}},
		"x lost all 1 games of a round (error; the last: pairing 1, game 1, seed 0: y)": {Program: "x", Row: 1, Round: 1, Game: 1, Reason: "y", limit: Tolerance{Row: 2}},
	} {
		if e.Error() != want {
			t.Errorf("%s\nwant %s", e, want)
		}
	}
}

// A row stops a run when it is as long as the limit. A share does when it is above the limit, from the
// 200th game on.
func TestLimitsOfTolerances(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		limit            Tolerance
		row, lost, games int
		want             bool
	}{
		{Tolerance{Row: 3}, 2, 90, 100, false},
		{Tolerance{Row: 3}, 3, 3, 100, true},
		{Tolerance{Row: 1}, 1, 1, 1, true},
		{Tolerance{}, 500, 500, 500, false},
		{Tolerance{Share: 0.25}, 1, 50, 200, false},
		{Tolerance{Share: 0.25}, 1, 51, 200, true},
		{Tolerance{Share: 0.25}, 1, 51, 199, false},
		{Tolerance{Share: 0.25}, 199, 199, 199, false},
		{Tolerance{Row: 9, Share: 0.25}, 1, 51, 200, true},
		{Tolerance{Row: 9, Share: 0.25}, 9, 9, 9, true},
	} {
		if got := c.limit.exceeded(losses{row: c.row, lost: c.lost, games: c.games}); got != c.want {
			t.Errorf("%+v: a row of %d, %d of %d games: %v", c.limit, c.row, c.lost, c.games, got)
		}
	}
	for limit, want := range map[Tolerance]bool{{}: false, {Row: 1}: true, {Share: 0.1}: true} {
		if limit.watched() != want {
			t.Errorf("%+v is watched: %v", limit, !want)
		}
	}
}

// Of several programs that failed in a whole round, the first by name is reported. The next round
// begins at zero for all.
func TestRoundsOfSeveralPrograms(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Player: "b"}, {Player: "a"}}
	f := Forfeits{Limit: -1, Programs: map[string]Tolerance{"a": {Program: "a", Row: 99}, "b": {Program: "b", Row: 99}}}
	round := func(failed ...int) error {
		for i, seat := range failed {
			game := engines.Record{Outcome: engines.Draw(2)}
			if seat >= 0 {
				game = engines.ForfeitRecord(2, engines.Forfeit{Seat: seat})
			}
			if err := f.add(field, &Result{Index: i, Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{game}}); err != nil {
				t.Fatal(err)
			}
		}
		return f.EndRound()
	}
	var broken *BrokenError
	if err := round(0, 0, 0); !errors.As(err, &broken) || broken.Program != "b" || broken.Round != 3 {
		t.Errorf("%v", err)
	}
	if err := round(0, 1); err != nil {
		t.Errorf("each in turn: %v", err)
	}
	if err := round(-1, -1); err != nil {
		t.Errorf("no failure: %v", err)
	}
	if err := round(1); !errors.As(err, &broken) || broken.Program != "a" || broken.Round != 1 {
		t.Errorf("%v", err)
	}
}

// A program is not counted for the failures of a player without a tolerance, also if neither has a
// name.
func TestToleranceOfTheOtherPlayer(t *testing.T) {
	t.Parallel()
	f := Forfeits{Limit: -1, Programs: map[string]Tolerance{"": {Row: 1}}}
	lost := meeting(0, true) // by the player bot, which has no tolerance
	if err := errors.Join(f.add(contested, meeting(0, false)), f.add(contested, lost), f.EndRound()); err != nil {
		t.Error(err)
	}
	var broken *BrokenError
	if err := f.add([]engines.Agent{contested[1], contested[0]}, lost); !errors.As(err, &broken) || broken.Program != "" {
		t.Errorf("%v", err)
	}
}

// If several programs failed in all their games of a round, the first by name is reported. A game has
// room for as many programs as seats.
func TestManyPrograms(t *testing.T) {
	t.Parallel()
	field := make([]engines.Agent, engines.MaxSeats)
	f := Forfeits{Limit: -1, Programs: map[string]Tolerance{}}
	for i := range field {
		field[i].Player = string(rune('h' - i)) // h, g, f, ...
		f.Programs[field[i].Player] = Tolerance{Program: field[i].Player, Row: 9}
	}
	all := Result{Pairing: Pairing{Agents: ints(engines.MaxSeats), Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(engines.MaxSeats)}}}
	if err := errors.Join(f.add(field, &all), f.EndRound()); err != nil {
		t.Fatal(err)
	}
	for _, agent := range []int{5, 2, 3} { // c, f and e
		r := Result{Pairing: Pairing{Agents: []int{agent}, Games: 1}, Games: []engines.Record{engines.ForfeitRecord(1, engines.Forfeit{})}}
		if err := f.add(field, &r); err != nil {
			t.Fatal(err)
		}
	}
	var broken *BrokenError
	if err := f.EndRound(); !errors.As(err, &broken) || broken.Program != "c" {
		t.Errorf("%v", err)
	}
	for _, l := range f.counts {
		if l.games != 1 && l.lost != 1 {
			t.Errorf("%+v", *l)
		}
	}
}
