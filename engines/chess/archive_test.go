package chess

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// readAll reads a file of positions.
func readAll(text string) (list []training.Sample, err error) {
	err = New().(training.Archive).ReadArchive(training.SampleFile{Name: "file"}, strings.NewReader(text), func(j training.Sample) error {
		list = append(list, j)
		return nil
	})
	return list, err
}

const twoGames = `[Event "A game"]
[Result "1-0"]

1. e4$14{the king's pawn} e5$1$10 2. Nf3 $1 Nc6 (2... d6 3. d4 (3. Bc4) exd4) 3. Bb5 ; Ruy Lopez
a6 4.Bxc6 dxc6 5. O-O! 1-0

[Event "From a position, without a result in its tags"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 1/2-1/2

[Event "Nobody knows how it ended"]
[Result "*"]

1. d4 *
`

func TestArchiveReadsPGN(t *testing.T) {
	t.Parallel()
	list, err := readAll(twoGames)
	if err != nil {
		t.Fatal(err)
	}
	// Of nine plies two are captures; two of the second game.
	if len(list) != 7+2 || list[0].Game != 0 || list[7].Game != 1 || list[5].Line != 5 || list[8].Line != 11 {
		t.Fatalf("%d positions: %+v", len(list), list)
	}
	if list[6].Position.String() != "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 5" || list[6].Outcome.Points(white) != 1 || list[8].Outcome.Points(black) != 0.5 {
		t.Errorf("%s, %v, %v", list[6].Position, list[6].Outcome, list[8].Outcome)
	}
}

// A line within a comment may begin with a percent sign, and blanks may be no-break spaces.
func TestArchiveReadsSpecialCharacters(t *testing.T) {
	t.Parallel()
	list, err := readAll("[Result \"1-0\"]\n\n1. e4 {half, that is\n%50 of} e5\u00a02.\u00a0Nf3\n% 2... d6\n2... Nc6 1-0\n")
	if err != nil || len(list) != 4 {
		t.Errorf("%d positions, %v", len(list), err)
	}
}

// A move number after the result of a game begins a game without tags, and a file may begin with a
// comment.
func TestArchiveReadsGamesWithoutTags(t *testing.T) {
	t.Parallel()
	list, err := readAll("; two games\n[Event \"e\"]\n\n1. e4 e5 1-0\n\n1. d4 d5 0-1\n")
	if err != nil || len(list) != 4 || list[3].Game != 1 || list[3].Line != 6 || list[3].Outcome.Points(black) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// People and other programs play on after a draw that no player claimed, and with bare kings.
func TestArchiveReadsGamesToTheirLastMove(t *testing.T) {
	t.Parallel()
	idle := "8/8/4k3/8/8/4K3/8/R7 w - - 98 80"
	for text, plies := range map[string]int{
		"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. e4 e6 1-0": 12,
		`[FEN "` + idle + `"] 80. Ra2 Kd6 81. Ra3 Ke6 82. Ra4 1-0`:            5,
		`[FEN "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"] 1. Kxe2 Kd7 2. Kd3 1/2-1/2`:  2, // without the capture
	} {
		list, err := readAll(`[Result "*"]` + text)
		if err != nil || len(list) != plies {
			t.Errorf("%s: %d positions, %v", text, len(list), err)
		}
	}
	for _, over := range []string{
		`[FEN "k7/8/1QK5/8/8/8/8/8 w - - 0 1"] 1. Qb7# Ka7 1-0`,
		`[FEN "k7/8/2K5/1Q6/8/8/8/8 w - - 0 1"] 1. Qb6 Kb8 1/2-1/2`,
	} {
		if _, err := readAll(`[Result "*"]` + over); err == nil || !strings.Contains(err.Error(), "ply 2") {
			t.Errorf("%s: %v", over, err)
		}
	}
}

// A game is read up to its first null move, with its result, and reported once. In a variation a null
// move is skipped with the variation.
func TestArchiveReadsGamesUpToANullMove(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		positions int
		lines     string
	}{
		"[Result \"*\"]\n1. e4 e5\n2. -- Nc6 3. Z0 d6 1-0\n\n[Result \"1-0\"]\n1. d4 1-0":   {2 + 1, "[3]"},
		"[Result \"*\"]\n1. e4 (1. -- e5) e5 1-0":                                           {2, "[]"},
		"[Result \"*\"]\n1. -- e5 1-0\n\n[Result \"*\"]\n1.e4 Z0 1-0\n[Result \"*\"]\n1.--": {1, "[2 5 7]"},
		"[Result \"*\"]\n1. e4 0000 1-0":                                                    {1, "[2]"},
	} {
		var lines []int
		file := training.SampleFile{Name: "file.pgn", Omitted: func(line int, reason training.Omission) {
			if reason != training.NullMove {
				t.Errorf("%q: the reason is %q", text, reason)
			}
			lines = append(lines, line)
		}}
		positions := 0
		err := New().(training.Archive).ReadArchive(file, strings.NewReader(text), func(j training.Sample) error {
			if j.Outcome.Points(white) != 1 {
				t.Errorf("%q: %s: %v", text, j.Position, j.Outcome)
			}
			positions++
			return nil
		})
		if err != nil || positions != want.positions || fmt.Sprint(lines) != want.lines {
			t.Errorf("%q: %d positions, null moves in lines %v, error %v", text, positions, lines, err)
		}
	}
	if _, err := readAll("[Result \"1-0\"]\n1. e4 -- 1-0"); err != nil { // without Omitted
		t.Error(err)
	}
}

// Several tags may stand in a line, and moves behind them; quotes are escaped, or not.
func TestArchiveReadsTags(t *testing.T) {
	t.Parallel()
	const end = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, text := range []string{
		`[Event "e"][Result "0-1"] [FEN "` + end + `"] 1. e4 Kd7 *`,
		`[Event "a \"q\" ]"][FEN "` + end + `"]` + "\n" + `[Result "0-1"]1. e4 Kd7`,
		`[Event "a "q" b"]` + "\n" + `[FEN "` + end + `"]` + "\n\n1. e4 Kd7 0-1\n",
	} {
		list, err := readAll(text)
		if err != nil || len(list) != 2 || list[0].Position.String() != end || list[0].Outcome.Points(black) != 1 {
			t.Errorf("%s: %v, %v", text, list, err)
		}
	}
	// The tags of the next game may stand behind the result, in the same line.
	const loose = `[Result "1-0"] 1. e4 e5 1-0 [Result "0-1"][FEN "` + end + `"] 1. e4 Kd7 0-1[Result "1/2-1/2"] 1. d4 *`
	list, err := readAll(loose)
	if err != nil || len(list) != 5 || list[1].Outcome.Points(white) != 1 || list[2].Position.String() != end || list[3].Outcome.Points(white) != 0 || list[4].Game != 2 {
		t.Errorf("%s: %v, %v", loose, list, err)
	}
	if list, err := readAll(`[Result "1-0"] 1. e4 1-0 [0.5] [a "b`); err != nil || len(list) != 1 {
		t.Errorf("brackets behind the result: %v, %v", list, err)
	}
	if _, err := readAll(`[Result "1-0"] 1. e4 [0.5] e5 1-0`); err == nil || !strings.Contains(err.Error(), "ply 2") {
		t.Errorf("brackets among the moves: %v", err)
	}
	for _, text := range []string{`[Event]`, `[Event "e"`, `[Event e]`, `[ "e"]`, `[A B "e"]`} {
		if _, err := readAll(text); err == nil || !strings.Contains(err.Error(), "is not a tag") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestArchiveReadsPositions(t *testing.T) {
	t.Parallel()
	list, err := readAll(`# three spellings
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c9 "0-1";
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 [0.5]
; the result after a semicolon
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1; 1-0
`)
	if err != nil || len(list) != 3 || list[2].Line != 5 || list[2].Game != training.NoGame {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, want := range []float64{0, 0.5, 1} {
		if got := list[i].Outcome.Points(white); got != want {
			t.Errorf("position %d: White has %v, want %v", i+1, got, want)
		}
	}
}

// readLabels reads a file of positions and returns its lines, games and labels: White's points,
// or White's score less Black's.
func readLabels(f training.SampleFile, text string) (list []string, err error) {
	err = training.ReadSamples(New(), f, strings.NewReader(text), func(j training.Sample) error {
		label := fmt.Sprint(j.Outcome.Points(white))
		if f.Fields.ByScore {
			mine, _ := j.Outcome.Score(white)
			theirs, _ := j.Outcome.Score(black)
			label = fmt.Sprint(mine - theirs)
		}
		list = append(list, fmt.Sprintf("%d:%d:%s", j.Line, j.Game, label))
		return nil
	})
	return list, err
}

func TestArchiveReadsLabels(t *testing.T) {
	t.Parallel()
	const four = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	const six = four + " 0 1"
	scores := training.SampleFields{ByScore: true}
	for _, c := range []struct {
		text   string
		fields training.SampleFields
		want   string // of the only position, "" for none
	}{
		{four + ` c9 "0-1";`, training.SampleFields{}, "0"},
		{four + ` hmvc 0; c9 "1/2-1/2"; id "1-0";`, training.SampleFields{}, "0.5"},
		{six + ` c9 "1-0";`, training.SampleFields{}, "1"},
		{six + ` [1.0]`, training.SampleFields{}, "1"},
		{six + ` [0.50]`, training.SampleFields{}, "0.5"},
		{four + ` [0]`, training.SampleFields{}, "0"},
		{four + ` id "2020-10-13"; [1.0]`, training.SampleFields{}, "1"},
		{four + ` id "2021-01-05"; 0.5`, training.SampleFields{}, "0.5"},
		{four + ` id "5/1-0/7, 0-12"; 1/2-1/2`, training.SampleFields{}, "0.5"},
		{six + ` 11-0-1 0-1`, training.SampleFields{}, "0"},
		{six + `;1-0`, training.SampleFields{}, "1"},
		{four + `;0`, training.SampleFields{}, "0"},
		{six + `; 0.5`, training.SampleFields{}, "0.5"},
		{six + `, 1.0`, training.SampleFields{}, "1"},
		{six + ` 0.0`, training.SampleFields{}, "0"},
		{six + ` 1`, training.SampleFields{}, "1"},
		{four + ` 1/2-1/2`, training.SampleFields{}, "0.5"},
		{six + ` | -35 | 0.5`, training.SampleFields{}, "0.5"},
		{six + ` c9 "*";`, training.SampleFields{}, ""},
		{six + ` ; *`, training.SampleFields{}, ""},
		{four + ` c1 "0-1"; c9 "1-0";`, training.SampleFields{Result: "c1"}, "0"},
		{six + `; 1`, training.SampleFields{Perspective: training.Mover}, "0"},
		{four + ` ce 35;`, scores, "-35"},
		{four + ` acd 12; ce -7; c9 "0-1";`, scores, "7"},
		{four + ` ce 35;`, training.SampleFields{ByScore: true, Perspective: training.First}, "35"},
		{four + ` ce 32760;`, scores, ""},
		{six + ` | -35 | 0.5`, scores, "-35"},
		{six + ` | -35 | 0.5`, training.SampleFields{ByScore: true, Perspective: training.Mover}, "35"},
		{four + ` eval "1.5";`, training.SampleFields{ByScore: true, Score: "eval", Perspective: training.First}, "1.5"},
	} {
		var want []string
		if c.want != "" {
			want = []string{"1:-1:" + c.want}
		}
		got, err := readLabels(training.SampleFile{Name: "x", Fields: c.fields}, c.text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s, %+v: %v, %v, want %v", c.text, c.fields, got, err, want)
		}
	}
	games := training.SampleFile{Name: "x.epd", Fields: training.SampleFields{Game: "c0"}}
	got, err := readLabels(games, four+" c9 \"1-0\"; c0 \"second\";\n"+four+" c9 \"0-1\"; c0 \"first\";\n"+four+" c9 \"1-0\"; c0 \"second\";\n")
	if err != nil || !slices.Equal(got, []string{"1:0:1", "2:1:0", "3:0:1"}) {
		t.Errorf("games: %v, %v", got, err)
	}
	for text, want := range map[string]string{
		four + " c9 \"1-0\";": `line 1: there is no operation "c0" with the game`,
		four:                  "line 1: no result after",
		six:                   "line 1: no result after",
		six + ";2":            "line 1: no result after",
		"hello;1":             "line 1: the line must be a FEN",
		"":                    "line 1: this is not a file of the format epd",
	} {
		if _, err := readLabels(games, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := readLabels(training.SampleFile{Fields: scores}, four+` c9 "1-0";`); err == nil || !strings.Contains(err.Error(), `line 1: there is no operation "ce"`) {
		t.Errorf("a result for a score: %v", err)
	}
	if _, err := readLabels(training.SampleFile{Fields: scores}, twoGames); err == nil || !strings.Contains(err.Error(), "line 1: games in PGN have results and no scores") {
		t.Errorf("PGN for scores: %v", err)
	}
	if _, err := readLabels(training.SampleFile{Format: "pgn"}, four+" 1-0"); err == nil {
		t.Error("an EPD is read as PGN")
	}
	if got, err := readLabels(training.SampleFile{All: true}, twoGames); err != nil || len(got) != 9+2 {
		t.Errorf("all positions of two games: %v, %v", got, err)
	}
}

func TestArchiveNamesTheLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[Result \"1-0\"]\n\n1. e4 e5\n2. Ke3":                                "line 4: ply 3:",
		"[Result 1-0]":                                                        "line 1: ",
		"[Result \"1-0\"]\n1. e4 (1. d4":                                      "line 2: the comment or variation",
		"[Result \"1-0\"]\n1. e4 {never":                                      "line 2: the comment or variation",
		"[Result \"1-0\"]\n1. e4 )":                                           "line 2: a ) without a (",
		"[Variant \"Atomic\"]\n":                                              "line 1: variant",
		"[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n1. e4 1-0":                          "line 2: the tag FEN",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":            "line 1: no result after the position",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1-0\nhello 1-0": "line 2: the line must be a FEN",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1-0\r" +
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1-0\r": `line 1: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK" has a carriage return in the line`,
	} {
		if _, err := readAll(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := readAll("position;1\n"); !errors.Is(err, training.ErrNotArchive) {
		t.Errorf("etudes: %v", err)
	}
	long := "[Result \"1-0\"]\n1. e4 {" + strings.Repeat("x", longestLine+1) + "}"
	if _, err := readAll(long); err == nil || !strings.HasPrefix(err.Error(), "line 2: longer") {
		t.Errorf("a long line: %v", err)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add(twoGames)
	f.Add("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c9 \"0-1\";\n")
	f.Add("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | -35 | 0.5\n")
	f.Add("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -;[1]\n")
	f.Add("[Result \"0-1\"]\n1... e5 (1. -- {}) 0-1")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readAll(text)
		if err != nil && !errors.Is(err, training.ErrNotArchive) && !strings.HasPrefix(err.Error(), "line ") {
			t.Fatalf("no line in %v", err)
		}
		e := New().(engines.Linear)
		for _, j := range list {
			if _, err := e.Features(j.Position); err != nil || j.Outcome.Seats() != 2 || j.Line < 1 {
				t.Fatalf("%s, %v", j.Position, err)
			}
		}
	})
}

// Positions without a known result, and those in which the game is over, are reported with their
// lines.
func TestArchiveReportsOmittedPositions(t *testing.T) {
	t.Parallel()
	const fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - "
	for text, want := range map[string]string{
		twoGames: "[16: the game has no result]",
		"[Result \"draw\"]\n1. e4\ne5\n\n[Result \"1-0\"]\n1. d4":                  "[2: the game has no result 3: the game has no result]",
		fen + "c9 \"*\";\n8/8/8/4k3/8/8/4K3/8 w - - c9 \"1-0\";\n" + fen + "[1.0]": "[1: the game has no result 2: the game is over]",
	} {
		var omitted []string
		file := training.SampleFile{Name: "file", Omitted: func(line int, reason training.Omission) {
			omitted = append(omitted, fmt.Sprintf("%d: %s", line, reason))
		}}
		err := New().(training.Archive).ReadArchive(file, strings.NewReader(text), func(training.Sample) error { return nil })
		if got := fmt.Sprint(omitted); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}
