package gamefile

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pgnOf writes a game.
func pgnOf(white, black, result, tags, moves string) string {
	return fmt.Sprintf("[Event \"?\"]\n[White %q]\n[Black %q]\n[Result %q]\n%s\n%s %s\n\n", white, black, result, tags, moves, result)
}

func TestPGN(t *testing.T) {
	const spanish, sicilian = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1.e4 c5 2.Nf3 d6 3.d4"
	for _, c := range []struct {
		name, text string
		want       []string
		unfinished int
	}{
		{"pairs by the same first moves", pgnOf("a", "b", "1-0", "", spanish) + pgnOf("b", "a", "1/2-1/2", "", "1.e4 {book} e5 $1 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bc4") +
			pgnOf("a", "b", "0-1", "", spanish), []string{"1: a 1 b 2 #1", "8: b 1 a 1 #1", "15: a 2 b 1"}, 0},
		{
			"no pair: another opening, the same colours; a pair with a game between", pgnOf("a", "b", "1-0", "", spanish) + pgnOf("b", "a", "1-0", "", sicilian) +
				pgnOf("b", "a", "1-0", "", sicilian) + pgnOf("a", "c", "1-0", "", sicilian) + pgnOf("b", "a", "*", "", sicilian) + pgnOf("c", "a", "1-0", "", sicilian),
			[]string{"1: a 1 b 2", "8: b 1 a 2", "15: b 1 a 2", "22: a 1 c 2 #1", "36: c 1 a 2 #1"},
			1,
		},
		{"pairs by tag, whatever the moves", pgnOf("a", "b", "1-0", "[Pair \"7\"]\n", spanish) + pgnOf("a", "c", "1-0", "[Pair \"7\"]\n", sicilian) +
			pgnOf("b", "a", "1-0", "[Pair \"7\"]\n", sicilian), []string{"1: a 1 b 2 #1", "9: a 1 c 2 #2", "17: b 1 a 2 #1"}, 0},
		{
			"two files that number their pairs alike, of which the first breaks off after a game, and the second file again",
			strings.ReplaceAll(pgnOf("a", "b", "1-0", "[Pair \"1\"]\n", spanish)+pgnOf("b", "a", "1-0", "[Pair \"1\"]\n", spanish)+pgnOf("a", "b", "1-0", "[Pair \"2\"]\n", spanish), "?", "seed 1") +
				strings.ReplaceAll(strings.Repeat(pgnOf("a", "b", "1-0", "[Pair \"1\"]\n", sicilian)+pgnOf("b", "a", "1-0", "[Pair \"2\"]\n", sicilian)+
					pgnOf("b", "a", "1-0", "[Pair \"1\"]\n", sicilian)+pgnOf("a", "b", "1-0", "[Pair \"2\"]\n", sicilian), 2), "?", "seed 2"),
			[]string{
				"1: a 1 b 2 #1", "9: b 1 a 2 #1", "17: a 1 b 2 #2",
				"25: a 1 b 2 #3", "33: b 1 a 2 #4", "41: b 1 a 2 #3", "49: a 1 b 2 #4",
				"57: a 1 b 2 #5", "65: b 1 a 2 #6", "73: b 1 a 2 #5", "81: a 1 b 2 #6",
			},
			0,
		},
		{"pairs by position", pgnOf("a", "b", "1-0", "[FEN \"8/8 w - - 0 1\"]\n", "1. Ka1") + pgnOf("b", "a", "1-0", "[FEN \"8/8 w - - 0 1\"]\n", "1. Kb1") +
			pgnOf("a", "b", "1-0", "[FEN \"8/8 b - - 0 1\"]\n", "1. Ka1"), []string{"1: a 1 b 2 #1", "9: b 1 a 2 #1", "17: a 1 b 2"}, 0},
		{"neighbours, where nothing is known of the opening", pgnOf("a", "b", "1-0", "", "") + pgnOf("b", "a", "1-0", "", ""), []string{"1: a 1 b 2 #1", "8: b 1 a 2 #1"}, 0},
		{"tags alone", "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]", []string{"1: a 1 b 2 #1", "5: b 2 a 1 #1"}, 0},
		{
			"what is skipped",
			"%[White \"escape\"]\r\n[Event \"of [x] {y}\"][White \"a\\\"b\\\\\"] [Black \"c\"]\r\n[Result \"0-1\"]\r\n[Variant \"atomic\"]\r\n\r\n" +
				"1. e4 {a comment over\r\n[White \"lines\"] ( ; } 1... e5 ; to the end { (\r\n(2. d4 (2. f4 {in \r\n\r\n[deep]} ) d5) 2. Nf3 0-1\r\n" +
				"[White \"d\"]\r\n[Black \"e\"]\r\n[Result \"1-0\"]\r\n\r\n1-0",
			[]string{`2: a"b\ 2 c 1`, "11: d 1 e 2"},
			0,
		},
		{
			"games on a line",
			`[White "a"][Black "b"][Result "1-0"] 1. e4 [no tag] 1-0 [White "c"] [Black "a"] [Result "0-1"]` + "\n" + `1. d4 {[White "x"]} 0-1 [White "b"]` +
				"\n" + `[Black "c"][Result "1-0"] 1-0`,
			[]string{"1: a 1 b 2", "1: c 2 a 1", "2: b 1 c 2"},
			0,
		},
		{
			"names of ISO 8859-1, and of UTF-8",
			"[White \"J\xf6rg\"]\n[Black \"J\xfcrg\"]\n[Result \"1-0\"]\n\n[White \"J\u00f6rg\"]\n[Black \"\u738b\"]\n[Result \"0-1\"]\n",
			[]string{"1: J\u00f6rg 1 J\u00fcrg 2", "5: J\u00f6rg 2 \u738b 1"},
			0,
		},
		{
			"comments before the first tag",
			"{ [White \"x\"] a } {b}\n; [White \"y\"]\n% c\n{d\n\n[White \"z\"]\ne} [White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n",
			[]string{"7: a 1 b 2"},
			0,
		},
		{"a comment and tags in one line", `{a} [White "a"][Black "b"][Result "1-0"] 1-0`, []string{"1: a 1 b 2"}, 0},
		{"nothing", "\n\n", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := open(t, c.text, "x.pgn")
			got, err := readPaired(r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if r.Unfinished() != c.unfinished {
				t.Errorf("%d games without a result", r.Unfinished())
			}
		})
	}
}

func TestPGNMistakes(t *testing.T) {
	const tags = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n"
	for _, c := range []struct{ text, want string }{ // every text has a game after its mistake, or a complete one with the mistake
		{"hello\n", "x.pgn:1: text before the first tag"},
		{"{a} hello\n" + tags, "x.pgn:1: text before the first tag"},
		{"{never\n\n" + tags + "\n1-0\n", "x.pgn:1: what opens here, a comment or a variation, never ends"},
		{"[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n", "x.pgn:1: White: the tag is missing"},
		{tags + "\n1-0\n\n[White \"a\"]\n[Result \"1-0\"]\n\n1-0\n", "x.pgn:7: Black: the tag is missing"},
		{"[White \"a\"]\n[Black \"b\"]\n\n" + tags, "x.pgn:1: Result: the tag is missing"},
		{"[White \"a\"]\n[White \"b\"]\n", "x.pgn:2: White: the tag is there twice"},
		{"[White \" \"]\n", "x.pgn:1: White: the name is missing"},
		{"[White \"a]\n", "x.pgn:1: not a tag"},
		{"[White a]\n", "x.pgn:1: not a tag"},
		{"[White \"a\"\n", "x.pgn:1: not a tag"},
		{"[White \"a\\\"]\n", "x.pgn:1: not a tag"},
		{"[ \"a\"]\n", "x.pgn:1: not a tag"},
		{"[White \"a\"]\n[Black \"a\"]\n[Result \"1-0\"]\n", "x.pgn:1: Black: a plays against itself"},
		{"[Result \"1\"]\n", `x.pgn:1: Result: "1" is not a result`},
		{"[Result \"1 - 0\"]\n", `x.pgn:1: Result: "1 - 0" is not a result`},
		{tags + "\n1. e4 {never\n\n" + tags + "\n1-0\n", "x.pgn:5: what opens here, a comment or a variation, never ends"},
		{tags + "\n1. e4 (1. d4\n\n" + tags + "\n1-0\n", "x.pgn:5: the variation that opens here never ends"},
		{tags + "\n1. e4 )\n", "x.pgn:5: a variation ends that did not begin"},
	} {
		_, err := readAll(open(t, c.text, "x.pgn"))
		var located *Error
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &located) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// A game that the end of the file cuts, one whose players are unknown, and one of a search are left out
// and counted.
func TestPGNDamaged(t *testing.T) {
	const tags = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n"
	const whole = tags + "\n1. e4 1-0\n\n"
	for _, c := range []struct {
		text           string
		games, damaged int
		first          string
	}{
		{whole, 1, 0, ""},
		{whole + tags + "\n1. e4", 2, 0, ""}, // its result is known
		{whole + tags + "\n1. e4 {a comment\nthat [%clk 1] does", 1, 1, "x.pgn:11: what opens here"},
		{whole + tags + "\n1. e4 (1. d4\n(1. c4)\n", 1, 1, "x.pgn:11: what opens here"},
		{whole + "[White \"a\"]\n[Black \"b\"]\n", 1, 1, "x.pgn:7: Result: the tag is missing"},
		{whole + "[White \"a\"]\n[Bla", 1, 1, "x.pgn:8: not a tag"},
		{whole + tags + "[FEN \"8/8", 1, 1, "x.pgn:10: not a tag"},
		{strings.Replace(whole, `"a"`, `"?"`, 1) + whole, 1, 1, "x.pgn:1: the name of a player is ?"},
		{"[Event \"Lanista, seed 5\"]\n[Pair \"search 1.1\"]\n" + whole + "[Event \"Lanista, seed 5\"]\n[Pair \"verification 1\"]\n" + whole, 1, 1, "x.pgn:1: Pair: the game belongs to a search"},
		{"[Event \"Cup\"]\n[Pair \"search 1.1\"]\n" + whole, 1, 0, ""}, // not of Lanista
		{whole + strings.NewReplacer(`"a"`, `"?"`, `"b"`, `"?"`).Replace(whole+whole), 1, 2, "x.pgn:7: the name of a player is ?"},
	} {
		r := open(t, c.text, "x.pgn")
		games, err := readAll(r)
		damaged, first := r.Damaged()
		if err != nil || len(games) != c.games || damaged != c.damaged || (first != nil) != (c.first != "") || first != nil && !strings.HasPrefix(first.Error(), c.first) {
			t.Errorf("%q: %d games, %v; %d damaged, %v", c.text, len(games), err, damaged, first)
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%q: after the end: %v", c.text, err)
		}
	}
}

// A tag may have blanks between its parts, any name without one, and escaped characters in its value.
func TestSplitTag(t *testing.T) {
	for line, want := range map[string][3]string{
		`[White "a"]`: {"White", "a", ""}, `[W "a b"] [Black "c"]`: {"W", "a b", `[Black "c"]`}, `[White ""]x`: {"White", "", "x"},
		"[ White\t \"a\" ] x": {"White", "a", "x"}, `[A_1 "a"]`: {"A_1", "a", ""}, `[z"a"]`: {"z", "a", ""}, `[é "a"]`: {"é", "a", ""},
		`[White "a\"b\\"]x`: {"White", `a"b\`, "x"}, `[White "a] \[b"] y`: {"White", "a] [b", "y"}, `[White  "a"] \ "`: {"White", "a", `\ "`},
		`[White "\\"]`: {"White", `\`, ""}, `[White  "a"`: {}, `[White "a" x]`: {}, `["a"]`: {}, `[ "a"]`: {}, `[White a]`: {}, `[White "a`: {}, `[White "`: {},
		`[White "a\"]`: {}, `[White "a\`: {}, `[White x "a"]`: {}, `[White] "a"]`: {}, `[`: {}, `[W`: {}, `[W "a"`: {}, `[W "\"`: {},
	} {
		name, value, rest, ok := splitTag([]byte(line))
		if got := [3]string{string(name), string(value), string(rest)}; got != want || ok != (want[0] != "") {
			t.Errorf("%s: %q, %v, want %q", line, got, ok, want)
		}
	}
}

// An error of the reader of the file is returned, and a byte order mark alone is an empty file.
func TestPGNOfABrokenReader(t *testing.T) {
	const game = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n"
	in, err := Open(io.MultiReader(strings.NewReader(game+"\n1. e4 (half a line"), iotestError{}), "x.pgn")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Read(); err == nil || err.Error() != "broken" {
		t.Error(err)
	}
	if _, err := open(t, "\ufeff", "x.pgn").Read(); err != io.EOF {
		t.Error(err)
	}
}

// Lines may be longer than what is read at a time.
func TestPGNLongLines(t *testing.T) {
	long := strings.Repeat("1. e4 e5 ", bufferSize/4)
	text := pgnOf("a", "b", "1-0", "", long) + pgnOf("b", "a", "0-1", "", "{"+long+"}"+long+"; ("+long) + pgnOf("c", "a", "0-1", "", "%"+long)
	r := open(t, text, "x.pgn")
	got, err := readPaired(r)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1: a 1 b 2 #1", "8: b 2 a 1 #1", "15: c 2 a 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzPGN(f *testing.F) {
	f.Add(pgnOf("a", "b", "1-0", "[Pair \"1\"]\n", "1. e4 {x} (1. d4 ; y\n) e5"))
	f.Add("%\n[White \"a\\\"\"] [Black \"b\"]\n[Result \"*\"]\n\n1-0\n[White \"c\"]\n")
	fuzz(f, "x.pgn")
}

// BenchmarkPGN reads games of forty moves with clock comments.
func BenchmarkPGN(b *testing.B) {
	moves := ""
	for n := range 40 {
		moves += fmt.Sprintf("%d. Nf3 {+0.31/12 0.10s} Nc6 {-0.24/13 0.09s}", n+1)
		if n%3 == 2 {
			moves += "\n"
		} else {
			moves += " "
		}
	}
	text := strings.Repeat(pgnOf("a", "b", "1-0", "", moves)+pgnOf("b", "a", "1-0", "", moves), 500)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if games, err := readAll(open(b, text, "x.pgn")); err != nil || len(games) != 1000 {
			b.Fatal(len(games), err)
		}
	}
}
