package gamefile_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating/gamefile"
)

func TestWritePGN(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	tags := []gamefile.Tag{{"White", `a "b" \c`}, {"Black", "d"}, {"Result", "1-0"}, {"Pair", "7"}}
	err := gamefile.WritePGN(&out, tags, gamefile.Moves{Text: []string{"e5", "Nf3", "Nc6"}, Number: 4, Black: true, Comment: "Black {gave} up", Result: "1-0"})
	want := `[White "a \"b\" \\c"]
[Black "d"]
[Result "1-0"]
[Pair "7"]

4... e5 5. Nf3 Nc6 {Black (gave) up} 1-0

`
	if err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
	var commented strings.Builder
	err = gamefile.WritePGN(&commented, nil, gamefile.Moves{Text: []string{"e4", "e5", "Nf3"}, Comments: []string{"one", "", "two words"}, Result: "*"})
	if want := "\n1. e4 {one} e5 2. Nf3 {two words} *\n\n"; err != nil || commented.String() != want {
		t.Errorf("%v\n%s", err, commented.String())
	}
	for length, lines := range map[int]int{6: 1, 7: 2} { // a line has at most 80 bytes
		var line strings.Builder
		if err := gamefile.WritePGN(&line, nil, gamefile.Moves{Text: []string{strings.Repeat("e", 68), strings.Repeat("f", length)}, Result: "*"}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(strings.TrimSpace(line.String()), "\n") + 1; got != lines {
			t.Errorf("%d lines, want %d: %s", got, lines, line.String())
		}
	}
	tags[0].Value = "d2"
	if err := gamefile.WritePGN(&out, tags, gamefile.Moves{Text: strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 30)), Result: "1-0"}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > 81 {
			t.Errorf("a line of %d: %s", len(line), line)
		}
	}
	in, err := gamefile.Open(strings.NewReader(out.String()), "written.pgn")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if g, err := in.Read(); err != nil || len(g.Places) != 2 || g.Places[0] != 1 {
			t.Errorf("it reads back as %+v, %v", g, err)
		}
	}
	if _, err := in.Read(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if in.Names()[0] != `a "b" \c` {
		t.Errorf("names %q", in.Names())
	}
}
