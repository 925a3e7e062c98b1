package chess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/keys"
)

// withBook returns the game with settings, of which name and value are alternating.
func withBook(t testing.TB, settings ...string) *engine {
	t.Helper()
	given := engines.Settings{}
	for i := 0; i < len(settings); i += 2 {
		given[settings[i]] = settings[i+1]
	}
	e, err := New().With(given)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*engine)
}

// dealt lists the positions that the first n deals of a sequence begin with.
func dealt(t *testing.T, e *engine, sequence uint32, n int) []string {
	t.Helper()
	out := make([]string, n)
	for i := range out {
		g, err := e.NewGame(2, deals.Seed(sequence, uint32(i)))
		if err != nil {
			t.Fatal(err)
		}
		out[i] = g.String()
	}
	return out
}

// inBook lists the positions of a book in its order.
func inBook(t *testing.T, settings ...string) []string {
	t.Helper()
	e := withBook(t, append(settings, "openings_order", "given")...)
	return dealt(t, e, 1, len(e.table.book.lines))
}

// Positions that several tests lead to.
const (
	afterE4       = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	afterE4E5     = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	afterNf3      = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
	afterD4       = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
	pawnEnding    = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	pawnEndingOn  = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30"
	afterPawnMove = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"
)

// twoOpenings are a game from the start, with everything that may stand among moves, and one
// from a position.
const twoOpenings = `% escaped [
[Event "A \"game\""]
[Site "{not a comment"]
[Result "1-0"]

1. e4! {the [king's] (pawn} e5 $1 (1... c5 2. Nf3 (2. c3 {Alapin}) d6) ; 1... e6
2.Nf3 1-0

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 *
`

func TestBookFormats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, plies string
		want        []string
	}{
		"moves":               {"e2e4 e7e5\nd2d4\n", "", []string{afterE4E5, afterD4}},
		"short notation":      {"1. e4 e5 2. Nf3\nd4", "", []string{afterNf3, afterD4}},
		"a list":              {"e2e4 e7e5,d2d4", "", []string{afterE4E5, afterD4}},
		"one line":            {"e2e4 e7e5", "", []string{afterE4E5}},
		"FEN":                 {afterE4 + "\n4k3/8/8/8/8/8/4P3/4K3 w - -\n", "", []string{afterE4, pawnEnding}},
		"EPD":                 {"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; hmvc 7; fmvn 30; id \"a, b # c; moves\";", "", []string{pawnEndingOn}},
		"EPD of six fields":   {"# two\n" + pawnEndingOn + " bm e4; id \"one\";\n" + afterE4 + " c0 \"d\";", "", []string{pawnEndingOn, afterE4}},
		"mate in an EPD":      {"7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\nd2d4 # comment", "", []string{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", afterD4}},
		"mixed lines":         {"% none\n\n  # none\nd4 # one\n" + pawnEnding + " moves e4", "", []string{afterD4, afterPawnMove}},
		"PGN":                 {twoOpenings, "", []string{afterNf3, afterPawnMove}},
		"PGN cut":             {twoOpenings, "2", []string{afterE4E5, afterPawnMove}},
		"moves cut":           {"e2e4 e7e5 g1f3\nd2d4\n" + pawnEnding, "1", []string{afterE4, afterD4, pawnEnding}},
		"cut before an error": {"[Event \"e\"]\n1. e4 e5 2. Ke5 *", "2", []string{afterE4E5}},
		"PGN on a line":       {`[Event "e"] 1. d4 *`, "", []string{afterD4}},
		"a game of no moves":  {`[FEN "` + pawnEnding + `"]` + "\n\n*\n\n[Event \"e\"]\n\n1. d4", "", []string{pawnEnding, afterD4}},
		"games without tags":  {"; a book\n[Event \"e\"]\n\n1. e4 e5 1-0 (1. c4) $1\n\n1.d4 * 1. e4 e5 2. Nf3", "", []string{afterE4E5, afterD4, afterNf3}},
		"transpositions":      {"e4 e5 Nf3\nd4\nNf3 e5 e4\ne4 e5 Ke2 Ke7 Ke1 Ke8 Nf3", "", []string{afterNf3, afterD4, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b - - 5 4"}},
	} {
		settings := []string{"openings_plies", "0"}
		if c.plies != "" {
			settings[1] = c.plies
		}
		for _, text := range []string{c.text, "\ufeff" + c.text, strings.ReplaceAll(c.text, "\n", "\r\n")} {
			if got := inBook(t, append(settings, "openings", text)...); !slices.Equal(got, c.want) {
				t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		}
	}
}

func TestBookErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, path, want string }{
		{"openings", "e2e4\n\ne2e5", "openings", "line 3: move 1: illegal move e2e5 of White"},
		{"openings", "f2f3 e7e5 g2g4 d8h4", "openings", "opening 1: the opening ends the game (checkmate)"},
		{"openings", "8/8/8/8/8/8/8/K w - -", "openings", "opening 1: piece placement"},
		{"openings", "a2a3,e7e5", "openings", "opening 2: move 1: illegal move e7e5 of White"},
		{"openings", "k7/8/8/8/8/8/8/K7 w - - 0 1,e2e4", "openings", "opening 1: the opening ends the game (material)"},
		{"openings", "rnbqkbnr/pppppppp/8/8 w KQkq - 0 1\n", "openings", "line 1: piece placement: 4 ranks"},
		{"openings", "e2e4\nr1bqkbnr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", "openings", "line 2: piece placement: Black has 17 pieces, more than 16"},
		{"openings", "e2e4\nnonsense", "openings", "line 2: \"nonsense\" is not a position; write a FEN, an EPD, or moves"},
		{"openings", "\ufeff\n" + twoOpenings + "\n[Event \"e\"]\n\n1. e4 e5\n2. Ke3 *", "openings", "line 18: ply 3"},
		{"openings", "[Event \"e\"]\n\n1. f3 e5 2. g4 Qh4#", "openings", "line 1: the opening ends the game (checkmate); use openings_plies"},
		{"openings", "[Event \"e\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4", "openings", "openings: line 1: the opening ends the game (checkmate)"},
		{"openings", "[Event \"e\"]\n\n1. e4 -- 2. d4", "openings", "line 3: ply 2: a null move in an opening; use openings_plies to shorten lines"},
		{"openings", "[Event \"e\"]\n\n1. e4 { e5\n", "openings", "line 3: the comment or variation"},
		{"openings", "[FEN \"8/8 w - -\"]\n\n1. e4", "openings", "line 3: the tag FEN"},
		{"openings", "[Variant \"Atomic\"]\n\n1. e4", "openings", "line 1: variant"},
		{"openings", "e2e4 e7e5\rd2d4\r", "openings", `line 1: "e2e4 e7e5\rd2d4" has a carriage return in the line; lines end with LF or CR LF`},
		{"openings", "\x00\x01\xffbook", "openings", "not a text file"},
		{"openings", "# no line\n\n# but comments\n", "openings", "no opening in the text"},
		{"openings", "% a PGN with an escaped line\n", "openings", "no opening in the text"},
		{"openings", "\ufeff", "openings", "no opening in the text"},
		{"openings_start", "2", "openings_start", "2 is more than the 1 openings"},
		{"openings_order", "random", "openings_order", "shuffled"},
		{"openings_plies", "-1", "openings_plies", "-1"},
	} {
		given := engines.Settings{"openings": "e2e4"}
		given[c.name] = c.value
		_, err := New().With(given)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(keys.All(err)) != 1 || keys.All(err)[0].Path != c.path {
			t.Errorf("%s %q: %v, want %s", c.name, c.value, err, c.want)
		}
	}
	for _, name := range []string{"openings_start", "openings_plies"} {
		if _, err := New().With(engines.Settings{name: "3"}); err == nil || !strings.Contains(err.Error(), "require openings") {
			t.Errorf("%s without openings: %v", name, err)
		}
	}
}

// A game that would end in its opening begins with no seed, and the error names the setting.
func TestOpeningsLongerThanTheGame(t *testing.T) {
	t.Parallel()
	const lines = "e2e4\nd2d4 d7d5 c2c4 c7c6"
	for _, c := range []struct{ openings, random, most, want string }{
		{lines, "0", "4", "max_plies: 4 is not above the 4 plies of an opening, of which 0 are random; use more, or fewer openings_plies or random_plies"},
		{lines, "2", "6", "max_plies: 6 is not above the 6 plies of an opening, of which 2 are random"},
		{lines, "2", "7", ""},
		{"", "8", "8", "max_plies: 8 is not above the 8 plies of an opening, of which 8 are random"},
		{"", "8", "9", ""},
	} {
		e := withBook(t, "openings", c.openings, "random_plies", c.random, "max_plies", c.most)
		for deal := range uint32(4) {
			_, err := e.NewGame(2, deals.Seed(1, deal))
			if (err == nil) != (c.want == "") || err != nil && (!strings.HasPrefix(err.Error(), c.want) || keys.All(err)[0].Path != "max_plies") {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
}

// The deals of a run play every line of a book once before any line again.
func TestEveryLineIsPlayedOnceACycle(t *testing.T) {
	t.Parallel()
	lines := firstPlies(64)
	want := slices.Sorted(slices.Values(inBook(t, "openings", strings.Join(lines, "\n"))))
	if len(slices.Compact(slices.Clone(want))) != 64 {
		t.Fatalf("%d different openings, want 64", len(want))
	}
	orders := map[string]bool{}
	for _, start := range []string{"1", "20"} {
		e := withBook(t, "openings", strings.Join(lines, "\n"), "openings_start", start)
		if e.Deals() != 64 {
			t.Fatalf("%d deals, want 64", e.Deals())
		}
		if s, err := deals.CountOpenings(t.Context(), e, 2, engines.Openings{}, deals.FullEffort); err != nil || s.Openings != 64 || !s.Exact {
			t.Errorf("start %s: %v openings are counted, want 64: %v", start, s, err)
		}
		for sequence := range uint32(3) {
			met := dealt(t, e, sequence, 3*64)
			orders[strings.Join(met[:64], "\n")] = true
			for cycle := range slices.Chunk(met, 64) {
				if !slices.Equal(slices.Sorted(slices.Values(cycle)), want) {
					t.Errorf("start %s, sequence %d: a cycle does not play every line once", start, sequence)
				}
			}
		}
	}
	if len(orders) != 6 {
		t.Errorf("%d different orders of six, want 6", len(orders))
	}
	shuffled := dealt(t, withBook(t, "openings", strings.Join(lines, "\n")), 7, 64)
	later := dealt(t, withBook(t, "openings", strings.Join(lines, "\n"), "openings_start", "11"), 7, 54)
	if !slices.Equal(later, shuffled[10:]) {
		t.Error("openings_start 11 does not begin with the eleventh opening of the shuffled order")
	}
}

// Lines in the order given are played from the line to begin with, and from the first again
// behind the last. Of lines that lead to one position the first one in this order is played.
func TestLinesAsGiven(t *testing.T) {
	t.Parallel()
	const text = "e4\nd4\n1. e4 e5\n1. d4\n1. Nf3"
	const afterNf3Alone = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
	for start, want := range map[string][]string{
		"1": {afterE4, afterD4, afterE4E5, afterNf3Alone, afterE4},
		"3": {afterE4E5, afterD4, afterNf3Alone, afterE4, afterE4E5},
		"4": {afterD4, afterNf3Alone, afterE4, afterE4E5, afterD4}, // line 2 is line 4 once more
		"5": {afterNf3Alone, afterE4, afterD4, afterE4E5, afterNf3Alone},
	} {
		e := withBook(t, "openings", text, "openings_order", "given", "openings_start", start)
		if got := dealt(t, e, 9, 5); !slices.Equal(got, want) || e.Deals() != 4 {
			t.Errorf("from %s: %d deals\n%s\nwant\n%s", start, e.Deals(), strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// Random plies follow the line of the deal, and there is no list of deals any more.
func TestRandomPliesFollowTheLine(t *testing.T) {
	t.Parallel()
	e := withBook(t, "openings", "e2e4,d2d4", "random_plies", "3", "openings_order", "given")
	for n := range uint32(20) {
		g, err := e.NewGame(2, deals.Seed(3, n))
		if err != nil {
			t.Fatal(err)
		}
		played := g.(engines.History).Played()
		if first := g.FormatMove(played[0]); len(played) != 4 || first != []string{"e2e4", "d2d4"}[n%2] {
			t.Errorf("deal %d: %d plies, the first is %s", n, len(played), first)
		}
	}
	if e.Deals() != 0 || withBook(t, "random_plies", "0").Deals() != 1 || withBook(t, "openings", "e2e4").table.randomPlies != 0 {
		t.Error("wrong number of deals or of random plies")
	}
}

// firstPlies lists lines of two plies that lead to different positions.
func firstPlies(n int) (lines []string) {
	for _, white := range "abcdefgh" {
		for _, black := range "abcdefgh" {
			lines = append(lines, fmt.Sprintf("%c2%c3 %c7%c6", white, white, black, black))
		}
	}
	return lines[:n]
}

// manyGames writes a PGN file of so many games of random legal moves.
func manyGames(t testing.TB, games, plies int) string {
	t.Helper()
	var b strings.Builder
	rng := rand.New(rand.NewPCG(1, 2))
	one := &table{maxPlies: allPlies}
	for n := 0; n < games; {
		g, err := parsePosition(one, "", allPlies)
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for len(moves) < plies && !g.Over() {
			m := g.legal[rng.IntN(len(g.legal))]
			moves = append(moves, san(&g.at, g.legal, m))
			if err := g.Apply(engines.Move(m)); err != nil {
				t.Fatal(err)
			}
		}
		if !g.Over() {
			fmt.Fprintf(&b, "[Event \"%d\"]\n[Result \"*\"]\n\n%s *\n\n", n, strings.Join(moves, " "))
			n++
		}
	}
	return b.String()
}

// The time to read a book grows with its length and not faster. The bound is several times
// what a slow machine takes.
func TestLargeBooksAreReadInTime(t *testing.T) {
	t.Parallel()
	const games = 4000
	text := manyGames(t, games, 12)
	begun := time.Now()
	b, err := readBook(text, false, shuffled, 1, 8)
	if took := time.Since(begun); err != nil || len(b.lines) < games*9/10 || took > 20*time.Second {
		t.Errorf("%d lines in %v: %v", len(b.lines), took, err)
	}
	if len(b.lines) > 0 && len(b.lines[0].moves) != 8 {
		t.Errorf("%d plies, want 8", len(b.lines[0].moves))
	}
}

func BenchmarkReadBook(b *testing.B) {
	for name, text := range map[string]string{"pgn": manyGames(b, 1000, 16), "fen": strings.Repeat(afterE4+"\n", 1000)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := readBook(text, false, shuffled, 1, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Whatever a book holds, reading it ends with positions that can be played or with an error
// of the setting.
func FuzzReadBook(f *testing.F) {
	for _, text := range []string{
		"", twoOpenings, "e2e4 e7e5\nd4", "e2e4,d4", afterE4, pawnEndingOn + " bm e4; id \"x\";", "[", "[Event \"e\"](", "1...", "fen", "moves e4", "\ufeff# c", "a/",
	} {
		f.Add(text, 0, 1)
		f.Add(text, 3, 2)
	}
	f.Fuzz(func(t *testing.T, text string, plies, start int) {
		plies, start = max(plies, 0), max(start, 1)
		b, err := readBook(text, false, given, start, plies)
		if err != nil {
			if list := keys.All(err); len(list) != 1 || !strings.HasPrefix(list[0].Path, "openings") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for n := range uint32(len(b.lines)) {
			l := b.line(deals.Seed(0, n))
			g, err := l.game(&table{maxPlies: allPlies})
			if err != nil || g.Over() || plies > 0 && len(g.moves) > plies {
				t.Fatalf("%q: opening %d cannot be played: %v", text, n, err)
			}
		}
	})
}
