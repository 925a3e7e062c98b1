package training_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/training"
)

// TestCheckEtudesFindsEveryMistake has one line for each kind of mistake, among sound lines.
func TestCheckEtudesFindsEveryMistake(t *testing.T) {
	t.Parallel()
	lines := []struct{ text, mistake string }{
		{"# a comment", ""},
		{"45;26;2;f;29;19;0;f;2", ""},
		{"45;26;2;f;29;19;0;f;2 # again, with the same label", ""},
		{"64;5;0;f;29;19;0;f;2", "the game is over, and player 2 has not won it"},
		{"64;5;0;f;29;19;0;f;1", ""},
		{"45;26;2;f;29;19;0;f;1", "the position is labelled 1 here and 2 in line 2"},
		{"20;9;0;f;64;9;0;f;22;0;0;f;1", "player 2 has won already, but the label is 1"},
		{"20;9;0;f;64;9;0;f;22;0;0;f;2", ""},
		{"nonsense", "is not a position and a winner"},
		{"45;26;2;f;29;19;0;f;7", "is not a seat from 1 to 2"},
		{"45;26;2;f;29;19;0;f", "the line is a position without a winner"},
		{`"45;26;2;f;29;19;0;f;2"`, `"\"45;26;2;f;29;19;0;f;2\"" is in quotes; an etude is POSITION;SEAT without quotes`},
		{`"45;26;2;f;29;19;0;f";2`, `"\"45;26;2;f;29;19;0;f\";2" is in quotes`},
		{"45;26;2;f;29;19;0;f;", "the line ends with a semicolon"},
		{"45;26;2;f;29;19;0;f;2;", "the line ends with a semicolon"},
		{strings.Repeat("1;", 40_000), "longer than 65536 bytes"},
		{"22;40;2;t;35;12;1;f;1", ""},
	}
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(l.text + "\n")
	}
	sound, mistakes := training.CheckEtudes(hare.New(), strings.NewReader(text.String()))
	var got []string
	for _, m := range mistakes {
		got = append(got, fmt.Sprint(m.Line, " ", m.Err))
	}
	wrong, right := 0, 0
	for i, l := range lines {
		switch {
		case l.mistake != "":
			if wrong >= len(got) || !strings.HasPrefix(got[wrong], fmt.Sprint(i+1, " ")) || !strings.Contains(got[wrong], l.mistake) {
				t.Fatalf("line %d: the mistakes are\n%s", i+1, strings.Join(got, "\n"))
			}
			wrong++
		case !strings.HasPrefix(l.text, "#"):
			if right >= len(sound) || sound[right].Line != i+1 {
				t.Fatalf("line %d is not sound: %v", i+1, sound)
			}
			right++
		}
	}
	if wrong != len(got) || right != len(sound) {
		t.Errorf("%d mistakes and %d sound etudes, want %d and %d", len(got), len(sound), wrong, right)
	}
}

// TestCheckEtudesOfDrawnGames has finished games of Othello.
func TestCheckEtudesOfDrawnGames(t *testing.T) {
	t.Parallel()
	drawn := strings.Repeat("X", 32) + strings.Repeat("O", 32) + " X;1"
	won := strings.Repeat("X", 33) + strings.Repeat("O", 31) + " X;1"
	sound, mistakes := training.CheckEtudes(othello.New(), strings.NewReader(drawn+"\n"+won+"\n"))
	if len(sound) != 1 || sound[0].Line != 2 || len(mistakes) != 1 || mistakes[0].Line != 1 {
		t.Errorf("sound %v, mistakes %v", sound, mistakes)
	}
}

// A position of a game that is over is no sample, in a file of etudes as in a table: there is nothing
// to predict, and an evaluation of it would be fitted to the label.
func TestSamplesAreFromGamesThatGoOn(t *testing.T) {
	t.Parallel()
	over, start := strings.Repeat("X", 64)+" X", "start"
	for name, c := range map[string]struct{ text, omitted string }{
		"etudes": {over + ";1\n" + start + ";2\n" + over + ";1\n", "line 1: the game is over, line 3: the game is over"},
		"csv":    {"position,result\n" + over + ",1-0\n" + start + ",*\n" + start + ",0-1\n", "line 2: the game is over, line 3: the game has no result"},
		"jsonl":  {`{"position": "` + over + `", "result": "1-0"}` + "\n" + `{"position": "` + start + `", "result": "0-1"}`, "line 1: the game is over"},
	} {
		var lines []int
		var omitted []string
		file := training.SampleFile{Format: name, Omitted: func(line int, reason training.Omission) {
			omitted = append(omitted, fmt.Sprintf("line %d: %s", line, reason))
		}}
		err := training.ReadSamples(othello.New(), file, strings.NewReader(c.text), func(s training.Sample) error {
			if s.Position.Over() || s.Outcome.Place(1) != 1 {
				t.Errorf("%s: %+v", name, s)
			}
			lines = append(lines, s.Line)
			return nil
		})
		if err != nil || len(lines) != 1 {
			t.Errorf("%s: lines %v, error %v", name, lines, err)
		}
		if got := strings.Join(omitted, ", "); got != c.omitted {
			t.Errorf("%s: omitted %s, want %s", name, got, c.omitted)
		}
	}
}

// A file of etudes in UTF-16, as a spreadsheet may write it, or a compressed one is a single mistake
// that states what it is.
func TestEtudesThatAreNoText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\xff\xfe4\x005\x00;\x00\n\x002\x00\n\x00": "the file is in UTF-16; save it as UTF-8",
		"\x1f\x8b\x08\x00\n\n":                     "the file is compressed (gzip)",
	} {
		_, mistakes := training.CheckEtudes(hare.New(), strings.NewReader(text))
		_, err := training.ReadEtudes(hare.New(), strings.NewReader(text))
		for _, got := range []string{fmt.Sprint(mistakes), fmt.Sprint(err)} {
			if len(mistakes) != 1 || !strings.Contains(got, want) {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// TestCheckEtudesReportsAFailingFile has an error of reading in the middle of a line, once of a usual
// length and once too long.
func TestCheckEtudesReportsAFailingFile(t *testing.T) {
	t.Parallel()
	broken := errors.New("no disk")
	for begin, want := range map[string]int{"45;26;2;f;29": 1, strings.Repeat("1;", 40_000): 2} {
		file := io.MultiReader(strings.NewReader(begin), iotest.ErrReader(broken))
		_, mistakes := training.CheckEtudes(hare.New(), file)
		if n := len(mistakes); n != want || !errors.Is(mistakes[n-1], broken) {
			t.Errorf("%.10s: %v", begin, mistakes)
		}
	}
}
