package training_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/training"
)

// Two positions of chess, White and Black to move, with six fields.
const (
	whiteMoves = "rnbqkb1r/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
	blackMoves = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
)

// sampleRows reads a table and writes what every row came to: line, game, and the places
// of the seats or the first seat's score.
func sampleRows(e engines.Engine, table training.SampleFields, text string) ([]string, error) {
	var out []string
	err := training.ReadSamples(e, training.SampleFile{Name: "x.csv", Fields: table}, strings.NewReader(text), func(j training.Sample) error {
		label := ""
		for seat := range j.Outcome.Seats() {
			label += fmt.Sprint(j.Outcome.Place(seat))
		}
		if score, ok := j.Outcome.Score(0); ok {
			other, _ := j.Outcome.Score(1)
			label = fmt.Sprint(score - other)
		}
		out = append(out, fmt.Sprintf("%d:%d:%s", j.Line, j.Game, label))
		return nil
	})
	return out, err
}

func TestSampleTable(t *testing.T) {
	t.Parallel()
	named := training.SampleFields{Position: "fen", Result: "outcome", Game: "id"}
	for _, c := range []struct {
		name  string
		table training.SampleFields
		text  string
		want  []string
	}{
		{"default names", training.SampleFields{}, "position,result\n" + whiteMoves + ",1-0\n" + blackMoves + ",0-1\n", []string{"2:-1:12", "3:-1:21"}},
		{
			"names, quotes, semicolons, CR LF, byte order mark, other columns", named,
			"\ufeff\"id\";\"Opening\";\"FEN\";\"outcome\"\r\n\"g 1\";\"a;b\";\"" + whiteMoves + "\";1/2-1/2\r\ng2;;" + blackMoves + ";0.5\r\n\"g 1\";;" + whiteMoves + ";1\r\n",
			[]string{"2:0:11", "3:1:11", "4:0:12"},
		},
		{"tabs, comments, blank lines", named, "# from somewhere\n\n # games of people\nid\tfen\toutcome\n\n7\t" + whiteMoves + "\t0\n# more\n7\t" + blackMoves + "\t1.0\n", []string{"6:0:21", "8:0:12"}},
		{"decimal commas", training.SampleFields{}, "position;result\n" + whiteMoves + ";0,5\n" + blackMoves + ";\"1,0\"\n", []string{"2:-1:11", "3:-1:12"}},
		{"scores with decimal commas", training.SampleFields{ByScore: true}, "position;score\n" + whiteMoves + ";-0,5\n", []string{"2:-1:-0.5"}},
		{"no result", training.SampleFields{}, "position,result\n" + whiteMoves + ",*\n" + whiteMoves + ", 0.5-0.5 \n", []string{"3:-1:11"}},
		{
			"side to move",
			training.SampleFields{Perspective: training.Mover},
			"position,result\n" + whiteMoves + ",1\n" + blackMoves + ",1\n" + blackMoves + ",0.5\n" + blackMoves + ",1-0\n",
			[]string{"2:-1:12", "3:-1:21", "4:-1:11", "5:-1:12"},
		},
		{"scores", training.SampleFields{ByScore: true}, "score,position\n0.5," + whiteMoves + "\n-3e1," + blackMoves + "\n", []string{"2:-1:0.5", "3:-1:-30"}},
		{"scores for the side to move", training.SampleFields{ByScore: true, Perspective: training.Mover, Score: "cp"}, "cp,position\n0.5," + whiteMoves + "\n-3e1," + blackMoves + "\n", []string{"2:-1:0.5", "3:-1:30"}},
		{"a game that is over", training.SampleFields{}, "position,result\n7k/6Q1/6K1/8/8/8/8/8 b - - 0 1,1-0\n" + whiteMoves + ",1-0\n", []string{"3:-1:12"}},
	} {
		got, err := sampleRows(chess.New(), c.table, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	hares := "result,position\n0-1,45;26;2;f;29;19;0;f\n" // whose positions have the other separator
	if got, err := sampleRows(hare.New(), training.SampleFields{}, hares); err != nil || !cmp.Equal(got, []string{"2:-1:21"}) {
		t.Error(got, err)
	}
	three := "position,result\nA3 B1 C2 / B4 A1 B2 / A2 C5 A6 ; A attack 3,0-0-1\nA3 B1 C2 / B4 A1 B2 / A2 C5 A6 ; A attack 3,1/2-1/2-0\n"
	if got, err := sampleRows(risk.New(), training.SampleFields{}, three); err != nil || !cmp.Equal(got, []string{"2:-1:221", "3:-1:113"}) {
		t.Error(got, err)
	}
}

func TestSampleTableRefuses(t *testing.T) {
	t.Parallel()
	named := training.SampleFields{Position: "fen", Result: "outcome", Game: "id"}
	for _, c := range []struct {
		table training.SampleFields
		text  string
		want  string
	}{
		{named, "position,result\n", `line 1: there is no column "fen" for the position; the header has "position", "result"`},
		{named, "# only\n", `line 1: there is no header with a column "fen"`},
		{named, "", `line 1: there is no header with a column "fen"`},
		{named, "fen,outcome\n", `line 1: there is no column "id" for the game; the header has "fen", "outcome"`},
		{training.SampleFields{}, "\nposition,outcome\n", `line 2: there is no column "result" for the result; the header has "position", "outcome"`},
		{training.SampleFields{ByScore: true}, "position,result\n", `line 1: there is no column "score" for the score; the header has "position", "result"`},
		{training.SampleFields{}, "position,result,Result\n", `line 1: the column "result" is there twice`},
		{training.SampleFields{}, "position,result\n" + whiteMoves + "\n", `line 2: 1 instead of the header's 2 fields; a field with a ',' in it needs quotes`},
		{training.SampleFields{}, "position,result\n" + whiteMoves + ",won\n", `line 2: result: "won" is none of 1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the first seat, or * for none`},
		{training.SampleFields{Perspective: training.Mover}, "position,result\n" + whiteMoves + ",-1\n", `line 2: result: "-1" is none of 1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the side to move, or * for none`},
		{training.SampleFields{}, "position,result\n" + whiteMoves + ",1-1\n", `line 2: result: "1-1" is none of`},
		{training.SampleFields{}, "position,result\n" + whiteMoves + ",\"0,5\"\n", `line 2: result: "0,5" is none of`},
		{training.SampleFields{}, "position,result\n" + whiteMoves + ",NaN\n", `line 2: result: "NaN" is none of`},
		{training.SampleFields{ByScore: true}, "position,score\n" + whiteMoves + ",inf\n", `line 2: score: "inf" is not a number`},
		{training.SampleFields{Game: "id"}, "position,result,id\n" + whiteMoves + ",1,\n", "line 2: the position has no game"},
		{training.SampleFields{}, "position,result\n\"" + whiteMoves + ",1\n", "line 2: extraneous or missing \" in quoted-field"},
		{training.SampleFields{}, "position,result\nnonsense,1\n", `line 2: "nonsense"`},
		{training.SampleFields{}, "board,result,game\n" + whiteMoves + ",1,7\n", `line 1: there is no column "position" for the position; the header has "board", "result", "game"`},
		{training.SampleFields{}, "position,result\r" + whiteMoves + ",1\r", `line 1: "position,result\rrnbqkb1r/pppppppp/8/8/4P" has a carriage return in the line; lines end with LF or CR LF`},
		{training.SampleFields{}, "\xff\xfep\x00o\x00s\x00\n\x00", "line 1: the file is in UTF-16; save it as UTF-8"},
		{training.SampleFields{}, "\x1f\x8b\x08\x00position,result\n", "line 1: the file is compressed (gzip); decompress it first"},
		{training.SampleFields{}, `[{"position":"e2e4","result":1}]`, "line 1: a JSON list; write every object in a line of its own"},
		{training.SampleFields{}, `{"position":"e2e4","outcome":1}` + "\n", `line 1: the object has no "result"; it has "outcome", "position"`},
		{training.SampleFields{}, `{"position":"e2e4","result":null}` + "\n", `line 1: the value of "result" is empty`},
		{training.SampleFields{}, `{"position":" ","result":1}` + "\n", `line 1: the value of "position" is empty`},
		{training.SampleFields{}, "place,outcome\n" + whiteMoves + ",1\n", "a table needs a header with the columns position and result"},
	} {
		if _, err := sampleRows(chess.New(), c.table, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// An error of visit ends the reading and is returned with the line.
func TestSampleTableStops(t *testing.T) {
	t.Parallel()
	stop, calls := errors.New("enough"), 0
	err := training.ReadSamples(chess.New(), training.SampleFile{}, strings.NewReader("position,result\n"+whiteMoves+",1\n"+whiteMoves+",1\n"), func(training.Sample) error {
		calls++
		return stop
	})
	if at := (*training.LineError)(nil); !errors.Is(err, stop) || !errors.As(err, &at) || at.Line != 2 || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// A table is read row by row: what is kept does not grow with the rows.
func TestSampleTableIsStreamed(t *testing.T) {
	const rows = 40_000
	var text bytes.Buffer
	text.WriteString("position,result,game\n")
	for i := range rows {
		fmt.Fprintf(&text, "%s,1-0,%d\n", whiteMoves, i/1000)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n := 0
	err := training.ReadSamples(chess.New(), training.SampleFile{}, bytes.NewReader(text.Bytes()), func(training.Sample) error {
		if n++; n == rows {
			runtime.GC()
			runtime.ReadMemStats(&after)
		}
		return nil
	})
	if kept := max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc; err != nil || n != rows || kept > 1<<20 {
		t.Errorf("%d rows, %d bytes are kept: %v", n, kept, err)
	}
}
