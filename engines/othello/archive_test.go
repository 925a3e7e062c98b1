package othello

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/training"
)

// wholeGame is the shortest game: White loses its last disc after nine plies.
const wholeGame = "e6f4e3f6g5d6e7f5c5"

// readAll reads a file of positions.
func readAll(name, text string) (list []training.Sample, err error) {
	err = training.ReadSamples(New(), training.SampleFile{Name: name}, strings.NewReader(text), func(j training.Sample) error {
		list = append(list, j)
		return nil
	})
	return list, err
}

func judged(t *testing.T, name, text string) []training.Sample {
	t.Helper()
	list, err := readAll(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestArchive(t *testing.T) {
	t.Parallel()
	list := judged(t, "games.txt", "% two games\n"+wholeGame+"\n\n"+strings.ToUpper(wholeGame)+" % again\n")
	if len(list) != 18 || list[9].Game != 1 || list[9].Line != 4 || list[0].Position.String() != startGame().String() {
		t.Fatalf("%d positions: %+v", len(list), list[9])
	}
	if v, _ := list[4].Outcome.Score(seatBlack); v != 64 {
		t.Errorf("Black scores %v, all squares are its own", v)
	}

	board := "OOOOOOOOOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXX-- O"
	list = judged(t, "ends.obf", board+"; G8:-2; % one of two moves\n")
	if len(list) != 2 || list[0].Line != 1 {
		t.Fatalf("%d positions", len(list))
	}
	for _, j := range list { // White, to move, loses by two
		if v, _ := j.Outcome.Score(seatBlack); v != 33 {
			t.Errorf("%s: Black scores %v, want 33", j.Position, v)
		}
	}
}

// A line of the archive of an Othello server has the number of its games, and games that ended early
// have their result in the tag RE.
func TestArchiveOfAServer(t *testing.T) {
	t.Parallel()
	const head = "(;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[a]PW[b]TI[05:00//02:00]TY[s8r18]"
	list := judged(t, "games.ggf", "1 "+head+"RE[+64.00:r]B[F5/-6.00/26.00]W[d6//1.2]B[c3];)\n"+
		"2 "+head+"RE[-10.000:t]B[f5]W[d6];)"+head+"RE[0]B[f5] ;) \n")
	want := []struct {
		game, line int
		black      float64
	}{{0, 1, 64}, {0, 1, 64}, {0, 1, 64}, {1, 2, 27}, {1, 2, 27}, {2, 2, 32}}
	if len(list) != len(want) {
		t.Fatalf("%d positions, want %d", len(list), len(want))
	}
	for i, w := range want {
		black, _ := list[i].Outcome.Score(seatBlack)
		if list[i].Game != w.game || list[i].Line != w.line || black != w.black {
			t.Errorf("position %d: game %d, line %d, Black scores %v, want %v", i+1, list[i].Game, list[i].Line, black, w)
		}
	}
}

// Games on boards of other sizes are left out, also before all others and within a line, and are
// reported with their line.
func TestArchiveLeavesOutOtherBoards(t *testing.T) {
	t.Parallel()
	const (
		game  = "(;GM[Othello]RE[2]B[f5]W[d6];)"
		ten   = "(;GM[Othello]TY[10]RE[+10]BO[10 " + "---- *]B[J10//2]W[k9];)"
		small = "(;GM[Othello]BO[6 ------ O]B[a1]RE[?];)"
	)
	var lines []int
	file := training.SampleFile{Name: "x.ggf", Omitted: func(line int, reason training.Omission) {
		if reason != training.OtherBoard {
			t.Errorf("the reason is %q", reason)
		}
		lines = append(lines, line)
	}}
	for text, want := range map[string]string{
		"2 " + ten + small + "\n2 " + game + ten + "\n" + game: "4 positions, left out [1 1 2]",
		ten + "\n": "0 positions, left out [1]",
	} {
		lines = nil
		positions := 0
		err := New().(training.Archive).ReadArchive(file, strings.NewReader(text), func(s training.Sample) error {
			if s.Game != positions/2 {
				t.Errorf("position %d is of game %d", positions, s.Game)
			}
			positions++
			return nil
		})
		if got := fmt.Sprintf("%d positions, left out %v", positions, lines); err != nil || got != want {
			t.Errorf("%s\n%s, %v, want %s", text, got, err, want)
		}
	}
	if list := judged(t, "x.ggf", ten+game); len(list) != 2 { // without Omitted
		t.Errorf("%d positions", len(list))
	}
}

// The definition of GGF shows a game on several lines.
func TestArchiveReadsGamesOnSeveralLines(t *testing.T) {
	t.Parallel()
	const game = "(;GM[Othello]\r\n PB[a]PW[50%]\r\nRE[+2]\nBO[8 -------- -------- --------\n---O*--- ---*O--- -------- -------- -------- *]\nB[F5//1.2] W[d6]\n;)"
	list := judged(t, "games.ggf", game+"\n\n"+game+"\n"+wholeGame)
	if len(list) < 5 || list[0].Line != 1 || list[2].Game != 1 || list[2].Line != 9 || list[2].Outcome.Points(0) != 1 || list[len(list)-1].Line != 16 {
		t.Errorf("%d positions: %+v", len(list), list)
	}
}

func TestArchiveMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"f5d6":                          "line 1: the game is not over after 2 plies",
		wholeGame + "\nf5f5":            "line 2: transcript: move 2",
		wholeGame + "\nhello":           "line 2: the line is neither a transcript",
		"(;GM[Othello]B[f5];)":          "line 1: the game is not over",
		"(;GM[Othello]B[f5]RE[?];)":     "line 1: the game is not over",
		"(;GM[Othello]RE[65]B[f5];)":    "line 1: the game is not over",
		"1 (;GM[Othello]RE[6]B[f5];) x": "line 1: GGF: a game starts with",
		"(;GM[Othello]BO[x]B[f5];)":     `line 1: GGF: offset 13: board size "x", want 8`,
		"(;GM[Othello]\nRE[6]B[f5]":     `line 1: GGF: offset 24: expected TAG[value]`,
		wholeGame + "\n(;GM[Othello]\nRE[6]\n(;GM[Othello]RE[6]B[f5];)": `line 2: GGF: offset 19: expected TAG[value]`,
		"(;GM[Othello]RE[6]B[f5]\nhello\n;)":                            `line 1: GGF: offset 24`,
		"(;GM[Othello]BO[10 - *];)\nhello":                              "line 2: the line is neither a transcript",
		startGame().String() + "; a1:3":                                 "line 1: field 1",
		startGame().String() + "; x:y:z":                                "line 1: field 1",
	} {
		_, err := readAll("games.txt", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if err := New().(training.Archive).ReadArchive(training.SampleFile{Name: "x"}, strings.NewReader("hello"), nil); !errors.Is(err, training.ErrNotArchive) {
		t.Errorf("a file of something else: %v", err)
	}
	// Etudes are read as everywhere.
	if list := judged(t, "etudes.csv", startGame().String()+";2\n"); len(list) != 1 || list[0].Outcome.Place(seatWhite) != 1 {
		t.Errorf("%+v", list)
	}
}

// wthor makes a database of one game.
func wthor(black byte, moves ...byte) string {
	data := make([]byte, wthorHeader+wthorGame)
	data[4], data[12] = 1, 8
	data[wthorHeader+wthorScore] = black
	copy(data[wthorHeader+wthorMoves:], moves)
	return string(data)
}

func TestWthor(t *testing.T) {
	t.Parallel()
	var moves []byte
	for i := 0; i < len(wholeGame); i += 2 {
		moves = append(moves, 10*(wholeGame[i+1]-'0')+wholeGame[i]-'a'+1)
	}
	list := judged(t, "WTH_2001.wtb", wthor(64, moves...))
	if len(list) != 9 || list[8].Position.String() == list[0].Position.String() {
		t.Fatalf("%d positions", len(list))
	}
	if v, _ := list[3].Outcome.Score(seatWhite); v != 0 {
		t.Errorf("White scores %v", v)
	}
	// A game that breaks off is judged by the score that is stored.
	list = judged(t, "WTH_2001.wtb", wthor(20, 56, 99, 0))
	if len(list) != 1 {
		t.Fatalf("%d positions", len(list))
	}
	if v, _ := list[0].Outcome.Score(seatBlack); v != 20 {
		t.Errorf("Black scores %v, want 20", v)
	}
	for bad, want := range map[string]string{
		"":                              "line 1: 0 bytes are no WTHOR database",
		wthor(64)[:80]:                  "line 1: game 1: the file ends after 64 of the 68 bytes",
		wthor(65):                       "line 1: game 1: the result is 65 discs of Black",
		wthor(64)[:wthorHeader]:         "the file ends after 0 games; its header announces 1",
		wthor(64) + wthor(64)[16:]:      "the file ends after 2 games; its header announces 1",
		strings.Repeat("\x0a", 16) + "": "boards of 10 x 10",
	} {
		if _, err := readAll("a.wtb", bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %s", len(bad), err, want)
		}
	}
}

// The theoretical score belongs to the positions with at least as many empty squares as the
// header's depth; later moves may be mistakes.
func TestWthorTheoreticalScore(t *testing.T) {
	t.Parallel()
	var moves []byte
	for i := 0; i < len(wholeGame); i += 2 {
		moves = append(moves, 10*(wholeGame[i+1]-'0')+wholeGame[i]-'a'+1)
	}
	data := []byte(wthor(64, moves...))
	data[wthorDepth], data[wthorHeader+wthorTheory] = 56, 40
	read := func(f training.SampleFields, data []byte) (scores []float64, err error) {
		file := training.SampleFile{Name: "games", Format: "wthor", Fields: f}
		err = training.ReadSamples(New(), file, strings.NewReader(string(data)), func(j training.Sample) error {
			v, _ := j.Outcome.Score(seatBlack)
			scores = append(scores, v)
			return nil
		})
		return scores, err
	}
	got, err := read(training.SampleFields{ByScore: true, Score: "theoretical"}, data)
	if want := []float64{40, 40, 40, 40, 40, 64, 64, 64, 64}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := read(training.SampleFields{ByScore: true}, data); err != nil || got[0] != 64 {
		t.Errorf("the score of the game: %v, %v", got, err)
	}
	if got, err := read(training.SampleFields{Result: "theoretical"}, data); err != nil || got[0] != 40 {
		t.Errorf("the result in theory: %v, %v", got, err)
	}
	if _, err := read(training.SampleFields{ByScore: true, Score: "elo"}, data); err == nil || !strings.Contains(err.Error(), `columns.score: a game of a WTHOR database has no field "elo"`) {
		t.Errorf("another field: %v", err)
	}
	data[wthorDepth] = 0
	if _, err := read(training.SampleFields{ByScore: true, Score: "theoretical"}, data); err == nil || !strings.Contains(err.Error(), "no theoretical scores") {
		t.Errorf("no depth: %v", err)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add("a.txt", wholeGame)
	f.Add("a.txt", startGame().String()+"; d3:+2; c4:-4")
	f.Add("a.txt", "(;GM[Othello]B[f5]W[d6];)")
	f.Add("a.wtb", wthor(64, 56, 64))
	f.Fuzz(func(t *testing.T, name, text string) {
		list, err := readAll(name, text)
		for _, j := range list {
			if j.Position.Over() || j.Outcome.Seats() != 2 {
				t.Fatalf("%s, %v", j.Position, err)
			}
		}
	})
}

// TestArchiveReadsFFO reads the endgame suite as a file of problems would be.
func TestArchiveReadsFFO(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("internal/endgame/testdata/ffo.txt")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(data)) {
		field := strings.Split(strings.TrimSpace(line), ";")
		if len(field) >= 7 && !strings.HasPrefix(line, "#") {
			text.WriteString(field[1] + " " + field[2] + "; " + strings.ReplaceAll(field[6], ",", "; ") + "\n")
		}
	}
	list := judged(t, "ffo.obf", text.String())
	if list[len(list)-1].Game != 43 {
		t.Errorf("%d problems", list[len(list)-1].Game+1)
	}
}
