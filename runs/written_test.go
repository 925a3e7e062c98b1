package runs

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// A game from a position, given up, as PGN.
func TestWrittenForfeit(t *testing.T) {
	t.Parallel()
	e, err := chess.New().With(engines.Settings{"openings": "4k3/8/8/3pP3/8/8/8/4K2R b K - 3 40 moves e8d8"})
	if err != nil {
		t.Fatal(err)
	}
	field := []engines.Agent{{Name: "one"}, {Name: "two"}}
	move := func(text string) engines.Move {
		g, _ := e.NewGame(2, 1)
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	w := written{Phase: tuning.Search, Round: 3, Pairing: 2, Game: 2, record: engines.Record{
		Outcome: engines.Loser(2, 1), Plies: 1, Ending: engines.Forfeited, Details: &engines.Details{Moves: []engines.Move{move("e1g1")}},
		Forfeit: &engines.Forfeit{Seat: 1, Kind: engines.ForfeitCrashed, Reason: "it ended {exit status 3}"},
	}}
	if err := w.fill(e, field, tournament.Pairing{Agents: []int{0, 1}, Seed: 5, Games: 2}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := w.writePGN(&out, "a test"); err != nil {
		t.Fatal(err)
	}
	want := `[Event "a test"]
[Site "?"]
[Date "????.??.??"]
[Round "3.2.2"]
[White "two"]
[Black "one"]
[Result "1-0"]
[SetUp "1"]
[FEN "4k3/8/8/3pP3/8/8/8/4K2R b K - 3 40"]
[Pair "search 3.2"]
[PlyCount "2"]
[Termination "abandoned"]

40... Kd8 41. O-O {one forfeits (crashed): it ended (exit status 3)} 1-0

`
	if out.String() != want {
		t.Errorf("written\n%s", out.String())
	}
}

// A game that the player to move loses before its first move has its opening in PGN and JSON.
func TestWrittenForfeitOfTheFirstMove(t *testing.T) {
	t.Parallel()
	const fen = "4k2r/8/8/8/8/8/6R1/4K3 b k - 0 1"
	e, err := chess.New().With(engines.Settings{"openings": fen})
	if err != nil {
		t.Fatal(err)
	}
	field := []engines.Agent{{Name: "one"}, {Name: "two"}}
	w := written{Phase: tuning.Tournament, Pairing: 1, Game: 1, record: engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitStalled, Reason: "no answer"})}
	if err := w.fill(e, field, tournament.Pairing{Agents: []int{0, 1}, Seed: 5, Games: 2}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := w.writePGN(&out, "a test"); err != nil {
		t.Fatal(err)
	}
	if w.Start != fen || !strings.Contains(out.String(), "[SetUp \"1\"]\n[FEN \""+fen+"\"]") {
		t.Errorf("start %q in\n%s", w.Start, out.String())
	}
}

// A game of which the moves were not kept, and one of a game without a history.
func TestWrittenElsewhere(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "one"}, {Name: "two", Player: "random"}}
	w := written{Phase: tuning.Tournament, Pairing: 1, Game: 1, record: engines.Record{Outcome: engines.Draw(2), Plies: 60}}
	if err := w.fill(othello.New(), field, tournament.Pairing{Agents: []int{0, 1}, Seed: 5, Games: 2}); err != nil {
		t.Fatal(err)
	}
	if w.Moves != nil || w.Start != "" || w.Seed != "5" || w.Agents[1].Player != "random" {
		t.Errorf("written %+v", w)
	}
}
