package table_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/serve/table"
)

func TestDealRefusesWithAReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		setup table.Setup
		code  table.Code
		text  string
	}{
		"no game":          {table.Setup{}, table.BadRequest, "name of a game"},
		"unknown game":     {table.Setup{Engine: "riks"}, table.NotFound, "did you mean risk?"},
		"one player":       {table.Setup{Engine: "hare", Seats: 1}, table.BadPosition, "a game for 1: it takes 2 to 6"},
		"unknown setting":  {table.Setup{Engine: "hare", Settings: engines.Settings{"bord": "2008"}}, table.BadSetting, "unknown setting"},
		"value":            {table.Setup{Engine: "hare", Settings: engines.Settings{"deck": "x"}}, table.BadSetting, `unknown "x"`},
		"file":             {table.Setup{Engine: "risk", Settings: engines.Settings{"map": "/etc/passwd"}}, table.BadSetting, "want grid, classic, or run:ID"},
		"contents":         {table.Setup{Engine: "risk", Settings: engines.Settings{"map": `{"a":[]}`}}, table.BadSetting, "want grid, classic, or run:ID"},
		"position":         {table.Setup{Engine: "hare", Position: "1;2"}, table.BadPosition, "2 fields"},
		"seats of another": {table.Setup{Engine: "hare", Position: "45;26;2;f;29;19;0;f", Seats: 3}, table.BadPosition, "2 seats, not 3"},
		"move":             {table.Setup{Engine: "othello", Moves: []string{"f5", "a1"}}, table.IllegalMove, "a1"},
		"many moves":       {table.Setup{Engine: "othello", Moves: make([]string, table.MaxPlies+1)}, table.BadRequest, "at most"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := newRoom().Deal(t.Context(), c.setup)
			if err == nil || codeOf(err) != c.code || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %q: %v", codeOf(err), err)
			}
		})
	}
}

func TestTableOfPeopleHasNoChanceOfTournaments(t *testing.T) {
	t.Parallel()
	start := deal(t, table.Setup{Engine: "othello"}).Seen().String()
	if !strings.HasSuffix(start, " X") || strings.Count(start, "-") != 60 {
		t.Errorf("a new game begins with %s", start)
	}
	asked := deal(t, table.Setup{Engine: "othello", Settings: engines.Settings{"random_plies": "8"}}).Seen().String()
	if strings.Count(asked, "-") != 52 {
		t.Errorf("8 random plies were asked for: %s", asked)
	}
}

// A move taken back and made again falls as before.
func TestBackAndAgainFallsAsBefore(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"risk", "hare", "othello", "minesweeper", "2048"} {
		d := playOut(t, deal(t, table.Setup{Engine: game}), table.Agent{Source: "random"}, 12)
		was, moves := d.Seen().String(), d.Seen().Moves(nil)
		first := d.Seen().FormatMove(moves[0])
		if _, err := d.Play(first); err != nil {
			t.Fatal(err)
		}
		then := d.Seen().String()
		if err := d.Back(1); err != nil {
			t.Fatal(err)
		}
		if got := d.Seen().String(); got != was {
			t.Errorf("%s: back at %s, was at %s", game, got, was)
		}
		if _, err := d.Play(first); err != nil {
			t.Fatal(err)
		}
		if got := d.Seen().String(); got != then {
			t.Errorf("%s: %s came to %s, then to %s", game, first, then, got)
		}
	}
}

func TestBackToTheLastMoveOfASeat(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "othello", Moves: []string{"f5", "d6", "c3"}})
	if err := d.BackTo(1); err != nil || d.Plies() != 1 {
		t.Errorf("%d plies left, error %v", d.Plies(), err)
	}
	if err := d.BackTo(1); err == nil {
		t.Error("White has no move left to take back")
	}
	if err := d.Back(2); err == nil {
		t.Error("two moves were taken back of one")
	}
	a, err := d.Answer(newSealer(t, 1), nil)
	if err != nil || a.Takebacks != 1 {
		t.Errorf("%+v, error %v", a, err)
	}
}

// The record of a finished game is a table that ends alike.
func TestRecordPlaysTheSameGame(t *testing.T) {
	t.Parallel()
	for _, s := range []table.Setup{
		{Engine: "risk", Seats: 3, Settings: engines.Settings{"size": "3", "round_cap": "20"}},
		{Engine: "hare", Position: "45;26;2;f;29;19;0;f"},
		{Engine: "othello"},
		{Engine: "minesweeper", Settings: engines.Settings{"width": "8", "height": "8", "mines": "10"}},
		{Engine: "2048"},
	} {
		t.Run(s.Engine, func(t *testing.T) {
			t.Parallel()
			d := playOut(t, deal(t, s), table.Agent{Source: "random"}, table.MaxPlies)
			a, err := d.Answer(newSealer(t, 1), nil)
			if err != nil || !a.Over || a.Record == nil || len(a.Places) != a.Seats {
				t.Fatalf("%+v, error %v", a, err)
			}
			value, err := strconv.ParseUint(a.Record.Seed, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			again := s
			again.Seed, again.Moves = &value, a.Record.Moves
			if a.Record.Start != nil {
				again.Position = *a.Record.Start
			}
			got, err := deal(t, again).Answer(newSealer(t, 1), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Position != a.Position || !slices.Equal(got.Places, a.Places) || !cmp.Equal(got.Record, a.Record) {
				t.Errorf("the record came to %s %v, the game to %s %v", got.Position, got.Places, a.Position, a.Places)
			}
		})
	}
}

func TestAnswerHidesTheRecordUntilTheEnd(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "minesweeper", Seed: seed(7)})
	a, err := d.Answer(newSealer(t, 1), nil)
	if err != nil || a.Record != nil || a.Places != nil || a.Over {
		t.Errorf("%+v, error %v", a, err)
	}
}
