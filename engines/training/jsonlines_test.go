package training_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/training"
)

func linesOf(f training.SampleFile, text string) ([]string, error) {
	var out []string
	err := training.ReadSamples(chess.New(), f, strings.NewReader(text), func(j training.Sample) error {
		out = append(out, fmt.Sprintf("%d:%d:%v", j.Line, j.Game, j.Outcome.Points(0)))
		return nil
	})
	return out, err
}

func TestJSONLines(t *testing.T) {
	t.Parallel()
	text := "\ufeff\n# made by hand\n" +
		`{"position": "` + whiteMoves + `", "result": "1-0", "game": "a", "more": {"x": [1]}}` + "\r\n" +
		`{"result": 0.5, "game": 7, "position": "` + blackMoves + `"}` + "\n\n" +
		`{"FEN": "` + blackMoves + `", "Result": "*", "game": "a"}` + "\n" +
		`{"FEN": "` + blackMoves + `", "Result": 0, "game": "a"}`
	for _, name := range []string{"x.jsonl", "x.ndjson"} {
		got, err := linesOf(training.SampleFile{Name: name}, text)
		if diff := cmp.Diff([]string{"3:0:1", "4:1:0.5", "7:0:0"}, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	// The content decides if the name does not; columns name other keys.
	named := training.SampleFile{Name: "x", Fields: training.SampleFields{Position: "board", Result: "winner", Perspective: training.Mover}}
	got, err := linesOf(named, `{"winner": 1, "board": "`+blackMoves+`"}`)
	if err != nil || !cmp.Equal(got, []string{"1:-1:0"}) {
		t.Error(got, err)
	}
	scores := training.SampleFile{Format: "jsonl", Fields: training.SampleFields{ByScore: true}}
	if got, err := linesOf(scores, `{ "score": -12.5, "position": "`+blackMoves+`"}`); err != nil || len(got) != 1 || got[0] != "1:-1:0" {
		t.Error(got, err)
	}
}

func TestJSONLinesMistakes(t *testing.T) {
	t.Parallel()
	good := `{"position": "` + whiteMoves + `", "result": "1-0"}` + "\n"
	for text, want := range map[string]string{
		good + `{"position": 1`: "line 2: \"{\\\"position\\\": 1\" is not a JSON object",
		`[1]`:                   "line 1: \"[1]\" is not a JSON object",
		`{"agents": [], "moves": ["e2e4"], "start": "-"}`: `line 1: the object has no "position"; it is a whole game, as --games-file writes it: a fit reads the games of a stored run by --from run:RUN`,
		`{"result": 1}`:                                                            `line 1: the object has no "position"`,
		`{"position": "` + whiteMoves + `"}`:                                       `line 1: the object has no "result"`,
		`{"position": null, "result": 1}`:                                          `line 1: the value of "position" is empty`,
		`{"position": ["a"], "result": 1}`:                                         "line 1: position: [\"a\"] is neither a text nor a number",
		`{"position": "` + whiteMoves + `", "result": true}`:                       "line 1: result: true is neither a text nor a number",
		`{"position": "` + whiteMoves + `", "result": 3}`:                          `line 1: result: "3" is none of`,
		`{"position": "nonsense", "result": 1}`:                                    `line 1: "nonsense"`,
		good + `{"position": "` + whiteMoves + `", "result": "1-0","game":1}`:      `line 2: the object has a "game", and others have none`,
		`{"position": "` + whiteMoves + `", "result": 1, "game": 1}` + "\n" + good: `line 2: the object has no "game", and others have one`,
		good + `{"x": "` + strings.Repeat("x", 1<<20) + `"}`:                       "line 2: longer than 1048576 bytes",
	} {
		if _, err := linesOf(training.SampleFile{Name: "x.jsonl"}, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q:\ngot  %v\nwant %s", text, err, want)
		}
	}
	if _, err := linesOf(training.SampleFile{Format: "parquet"}, good); err == nil || !strings.Contains(err.Error(), `unknown format "parquet" (have csv, jsonl, etudes, pgn, epd)`) {
		t.Errorf("an unknown format: %v", err)
	}
	if _, err := linesOf(training.SampleFile{Format: "csv"}, whiteMoves+";1-0"); err == nil || !strings.Contains(err.Error(), "there is no column") {
		t.Errorf("an EPD as a table: %v", err)
	}
}

// Whatever a file contains, an error names a line, and a position that is returned has an
// outcome of its seats.
func FuzzReadSamples(f *testing.F) {
	f.Add("x.jsonl", "", `{"position": "`+whiteMoves+`", "result": "1-0", "game": 4}`)
	f.Add("x.csv", "", "fen;result;game\n"+whiteMoves+";1-0;3\n")
	f.Add("x.csv", "fen", "game,fen,result\n1,"+blackMoves+",0.5\n")
	f.Add("x", "", whiteMoves+";1\n")
	f.Add("x.pgn", "", "[Result \"1-0\"]\n1. e4 e5 1-0\n")
	f.Fuzz(func(t *testing.T, name, column, text string) {
		file := training.SampleFile{Name: name, Fields: training.SampleFields{Position: column}}
		err := training.ReadSamples(chess.New(), file, strings.NewReader(text), func(j training.Sample) error {
			if j.Outcome.Seats() != 2 || j.Line < 1 || j.Game < training.NoGame || j.Position.Over() {
				t.Errorf("%+v", j)
			}
			return nil
		})
		if err != nil && !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("no line in %v", err)
		}
	})
}

// Reading a line does not depend on the order of the keys of its object.
func TestJSONKeysInAnyCase(t *testing.T) {
	t.Parallel()
	line, err := json.Marshal(map[string]any{"Position": whiteMoves, "position": blackMoves, "result": "1-0"})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		err := training.ReadSamples(chess.New(), training.SampleFile{Name: "x.jsonl"}, strings.NewReader(string(line)), func(j training.Sample) error {
			if j.Position.Turn() != 0 {
				t.Error("the second of two keys was read")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
