package term

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// Text written to a screen cannot move the cursor, change a colour or the writing direction.
func TestNothingDrawsOnTheScreen(t *testing.T) {
	for text, want := range map[string]string{
		"plain, with ü and 漢":   "plain, with ü and 漢",
		"\x1b[31mred\x1b[0m":    `\x1b[31mred\x1b[0m`,
		"two\nlines":            `two\nlines`,
		"bar\rover\t":           `bar\rover\t`,
		"\u202efdp.exe\u2066":   `\u202efdp.exe\u2066`,
		"\x9b31m and \xff":      `\ufffd31m and \ufffd`,
		"line\u2028separator":   `line\u2028separator`,
		"a family 👨‍👩‍👧 of one": "a family 👨‍👩‍👧 of one",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		var out bytes.Buffer
		s := New(&out, func(string) string { return "" })
		table := s.Table("name")
		table.Row(text)
		if err := table.Flush(); err != nil || !strings.HasSuffix(out.String(), "\n"+want+"\n") {
			t.Errorf("%q in a table: %q, %v", text, out.String(), err)
		}
	}
	var out bytes.Buffer
	New(&out, func(string) string { return "" }).Printf("%s\tand\n%d\n", "\x1b[2Jname", 3)
	if got := out.String(); got != "\\x1b[2Jname\tand\n3\n" {
		t.Errorf("%q", got)
	}
}

// The lines of a paragraph are joined if one of them is too long. Lines with columns, of other paragraphs,
// with another indentation and short lines remain.
func TestReflowed(t *testing.T) {
	t.Parallel()
	const prose = `A move places a disc on an empty square, and must enclose at least one line of the other's discs
between itself and another disc. All of them are turned.
A line after a short one.

  name    what it is, in a text that has to be continued on the line below it, as here
          with a hanging indentation.
  other   a second entry of the list, which begins with a name and is as long as this
    an example that has an indentation of its own, and is as long as the other lines are`
	for width, want := range map[int]string{
		0:   prose,
		100: prose,
		60: `A move places a disc on an empty square, and must enclose at
least one line of the other's discs between itself and
another disc. All of them are turned.
A line after a short one.

  name    what it is, in a text that has to be continued on
          the line below it, as here with a hanging
          indentation.
  other   a second entry of the list, which begins with a
          name and is as long as this
    an example that has an indentation of its own, and is as
    long as the other lines are`,
	} {
		if got := Reflowed(prose, width); got != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, got, want)
		}
	}
	for text, want := range map[string]string{ // a short line before a word that is longer than the screen
		"x\n " + strings.Repeat("w", 90):       "x\n " + strings.Repeat("w", 90),
		"x  \n   " + strings.Repeat("w", 90):   "x  \n   " + strings.Repeat("w", 90),
		"x  y\n   " + strings.Repeat("w ", 35): "x  y\n   " + strings.Repeat("w ", 35),
	} {
		if got := Reflowed(text, 80); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A drawing keeps its lines, but prose below it is wrapped. A screen that is too narrow for it gets a note.
func TestDrawing(t *testing.T) {
	t.Parallel()
	const board = "  a  b  c  d\n1 .  .  .  .\n\nWhite to move, 3 legal: a1 b1 c1"
	for columns, want := range map[string]string{
		"":   board + "\n",
		"20": "  a  b  c  d\n1 .  .  .  .\n\nWhite to move, 3\nlegal: a1 b1 c1\n",
		"11": "  a  b  c  d\n1 .  .  .  .\n\nWhite to\nmove, 3\nlegal: a1\nb1 c1\n(the\ndrawing\nneeds 12\ncolumns,\nand the\nscreen has\n11)\n",
	} {
		s, b := narrow(columns)
		s.Drawing(board)
		if b.String() != want {
			t.Errorf("%s columns: %q, want %q", columns, b, want)
		}
	}
}

func TestReadable(t *testing.T) {
	long := strings.Repeat("ä", 3000)
	got := Readable("first " + long + "\nsecond \x1b[1m")
	lines := strings.Split(got, "\n")
	if len(lines) != 2 || len([]rune(lines[0])) > 1010 || !strings.HasPrefix(lines[0], "first ä") || lines[1] != `second \x1b[1m` {
		t.Errorf("%q", got)
	}
}

func TestUntil(t *testing.T) {
	if text, err := io.ReadAll(Until(t.Context(), strings.NewReader("all of it"))); err != nil || string(text) != "all of it" {
		t.Errorf("%q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	silent, said := io.Pipe() // no data arrives
	defer said.Close()
	r := Until(ctx, silent)
	cancel()
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"one two three", 0, []string{"one two three"}},
		{"one two three", 13, []string{"one two three"}},
		{"one two three", 12, []string{"one two", "three"}},
		{"  ± is one error", 10, []string{"  ± is one", "  error"}},
		{"a-very-long-word and on", 6, []string{"a-very-long-word", "and on"}},
		{"a  very-long-word", 6, []string{"a", "very-long-word"}},
		{"", 5, []string{""}},
	} {
		if got := Broken(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d letters: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestFitted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three four", 0, "one two three four"},
		{"one two three four", 18, "one two three four"},
		{"one two three four", 10, "one two\nthree four"},
		{"  one two three four", 10, "  one two\n  three\n  four"},
		{"  --depth N  the depth of a search that is deep\nshort", 30, "  --depth N  the depth of a\n             search that is\n             deep\nshort"},
		{"  a long first column  and then text", 20, "  a long first\n  column  and then\n  text"},
		{"averylongwordthatcannotbebroken it", 10, "averylongwordthatcannotbebroken\nit"},
	} {
		if got := Fitted(c.text, c.width); got != c.want {
			t.Errorf("%q at %d:\n%s\nwant\n%s", c.text, c.width, got, c.want)
		}
	}
}

// Texts are as wide as a terminal shows them. The numbers are those of the East Asian widths of
// Unicode (UAX #11): wide characters and emoji take two columns, combining accents none.
func TestWideCharacters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "plain": 5, "日本語": 6, "🐇🦔": 4, "שלום": 4, "é": 1, "e\u0301": 1, "ｆｕｌｌ": 8, "한글": 4, "a🐇": 3} {
		if got := columnsOf(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
	for text, want := range map[string]string{"日本語 text": "日本...", "plain text": "plai...", "ab 日本語": "ab ..."} {
		if got := Shortened(text, 7); got != want || columnsOf(got) > 7 {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got, want := Broken("日本 日本 日本", 9), []string{"日本 日本", "日本"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	on, b := narrow("")
	rows := on.Table("name", "games")
	rows.Row("日本語", "1")
	rows.Row("rabbits", "2")
	if err := rows.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := "NAME     GAMES\n日本語   1\nrabbits  2\n"; b.String() != want {
		t.Errorf("%q, want %q", b, want)
	}
}
