package runs

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	if err := w.writePGN(&out, "a test", time.Time{}); err != nil {
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
	if err := w.writePGN(&out, "a test", time.Time{}); err != nil {
		t.Fatal(err)
	}
	if w.Start != fen || !strings.Contains(out.String(), "[SetUp \"1\"]\n[FEN \""+fen+"\"]") {
		t.Errorf("start %q in\n%s", w.Start, out.String())
	}
	if text, err := json.Marshal(w); err != nil || !strings.Contains(string(text), `"start":"`+fen+`","opening":0,"moves":[],"plies":0`) {
		t.Errorf("in JSON %s, %v", text, err)
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

// A game on a clock has its date, its time controls and a comment with evaluation, depth and time
// after every move of the players. A game without a clock has neither date nor time.
func TestWrittenSearches(t *testing.T) {
	t.Parallel()
	e, err := chess.New().With(engines.Settings{"openings": "f2f3 e7e5", "random_plies": "0"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	var moves []engines.Move
	for _, text := range []string{"g2g4", "d8h4"} {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	record := engines.Record{Outcome: engines.Loser(2, 0), Plies: 2, Details: &engines.Details{
		Reason: "checkmate", Moves: moves, Evals: []float64{-35, engines.MateEval - 1},
		Searches: []engines.Search{{Depth: 12, Time: 84 * time.Millisecond}, {Depth: 3, Time: 2 * time.Second}},
	}}
	write := func(limits ...engines.Limit) string {
		field := []engines.Agent{{Name: "one", Limit: limits[0]}, {Name: "two", Limit: limits[1]}}
		w := written{Phase: tuning.Tournament, Pairing: 1, Game: 1, record: record}
		if err := w.fill(e, field, tournament.Pairing{Agents: []int{0, 1}, Seed: 5, Games: 2}); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := w.writePGN(&out, "a test", time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	clock := engines.Limit{Clock: 10 * time.Second, Moves: 40, Add: 100 * time.Millisecond}
	for _, test := range []struct {
		limits []engines.Limit
		has    []string
		lacks  string
	}{
		{[]engines.Limit{clock, clock}, []string{`[Date "2026.11.24"]`, `[TimeControl "40/10+0.1"]`, "1. f3 e5 2. g4 {-0.35/12 0.084s} Qh4# {+M1/3 2.000s} {checkmate} 0-1"}, "WhiteTimeControl"},
		{[]engines.Limit{clock, {Depth: 3}}, []string{`[WhiteTimeControl "40/10+0.1"]`, `[BlackTimeControl "-"]`}, "[TimeControl"},
		{[]engines.Limit{{Depth: 3}, {Depth: 3}}, []string{`[Date "????.??.??"]`, "2. g4 {-0.35/12} Qh4# {+M1/3} {checkmate} 0-1"}, "TimeControl"},
	} {
		text := write(test.limits...)
		for _, want := range test.has {
			if !strings.Contains(strings.ReplaceAll(text, "\n", " "), want) {
				t.Errorf("%v: no %s in\n%s", test.limits, want, text)
			}
		}
		if strings.Contains(text, test.lacks) {
			t.Errorf("%v: %s in\n%s", test.limits, test.lacks, text)
		}
	}
	record.Details.Evals = []float64{math.NaN(), math.NaN()}
	if text := write(engines.Limit{}, engines.Limit{}); !strings.Contains(text, "2. g4 Qh4# {checkmate} 0-1") {
		t.Errorf("comments without evaluations:\n%s", text)
	}
}

// A program that is certain of the result sends an expected result of 1 or -1, whose evaluation in
// pawns is infinite.
func TestWrittenCertainty(t *testing.T) {
	t.Parallel()
	for eval, want := range map[float64]string{
		math.Inf(1): "+300.00", math.Inf(-1): "-300.00", 2 * engines.MateEval: "+300.00",
		engines.MateEval - 3: "+M3", -engines.MateEval: "-M0", 35: "+0.35", -1250: "-12.50",
	} {
		if got := formatEval(eval); got != want {
			t.Errorf("%v is written as %s, want %s", eval, got, want)
		}
	}
}

// A game is whole with its line, or in PGN with the empty line after its moves.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	const tags, moves = "[Event \"Lanista, seed 0\"]\n[Result \"1-0\"]\n", "1. e4 {+0.35/12} e5\n[%clk] 2. Nf3 1-0\n"
	const game, line = tags + "\n" + moves + "\n", `{"phase":"tournament"}` + "\n"
	for text, whole := range map[string]string{
		"": "", tags[:9]: "", tags: "", tags + "\n": "", tags + "\n" + moves[:9]: "", tags + "\n" + moves: "", game: game,
		game + game[:9]: game, game + tags + "\n": game, game + tags + "\n" + moves[:30]: game, game + game + "[": game + game,
		line[:1]: "", line[:len(line)-1]: "", line: line, line + line[:9]: line, line + line + "{": line + line,
	} {
		pgn := strings.HasPrefix(text, "[")
		path := filepath.Join(t.TempDir(), "games")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		games, size, err := wholeGames(path, pgn)
		if want := strings.Count(whole, "[Event") + strings.Count(whole, "{\"phase"); games != want || size != int64(len(whole)) || err != nil {
			t.Errorf("%q: %d games of %d bytes, %v; want %d of %d", text, games, size, err, want, len(whole))
		}
	}
}

// The tags of time controls are those of other chess programs.
func TestTimeControlTags(t *testing.T) {
	for want, l := range map[string]engines.Limit{
		"8+0.08":    {Clock: 8 * time.Second, Add: 80 * time.Millisecond},
		"40/90+0.5": {Clock: 90 * time.Second, Moves: 40, Add: 500 * time.Millisecond},
		"60":        {Clock: time.Minute},
		"1/0.05":    {Move: 50 * time.Millisecond},
		"-":         {Depth: 5},
	} {
		if got := timeControl(l); got != want {
			t.Errorf("%v is %q, want %q", l, got, want)
		}
	}
}
