package othello

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

const emptyRows = "--------------------------------" // four of eight

func TestParsePositionRefuses(t *testing.T) {
	start := Start().String()
	for _, tt := range []struct{ name, text, want string }{
		{"a word more", "start X", "character 1 of the board (a1): \"s\""},
		{"63 squares", start[1:], "the board has 63 characters, want 64"},
		{"65 squares", "-" + start, "the board has more than 64 characters"},
		{"no side", start[:64], "the side to move (X or O) is missing"},
		{"bad side", start[:64] + " B", `"B" is neither X nor O`},
		{"two sides", start[:64] + " X O", `neither X nor O`},
		{"bad disc", start[:9] + "?" + start[10:], `character 10 of the board (b2): "?"`},
		{"cut off", start[:20], "the board has 20 characters"},
		{"not a position", "hello", `character 1 of the board (a1): "h"`},
		{"illegal move", "f5f6f5", "transcript: move 3: "},
		{"half a move", "f5d6c", `move 3: "c" is half a move`},
		{"off the board", "f5d9", `move 2: "d9" is not a square`},
		{"needless pass", "f5pa", "move 2: White may not pass"},
		{"after the end", "e6f4e3f6g5d6e7f5c5a1", "move 10: move a1: the game is over"},
		{"GGF cut off", "(;GM[Othello]B[f5]", "offset 18: expected TAG[value] or the end"},
	} {
		_, err := ParsePosition(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestParsePositionKinds(t *testing.T) {
	start := Start().String()
	for _, tt := range []struct{ name, text, want string }{
		{"itself", start, start},
		{"nothing", "", start},
		{"blanks", " \n", start},
		{"by name", " Start\n", start},
		{"lower case", strings.ToLower(start), start},
		{"stars and dots", strings.NewReplacer("X", "*", "-", ".").Replace(start), start},
		{"blanks around", "\n " + start[:64] + "\t X \n", start},
		{"a move", "f5", "---------------------------OX------XXX-------------------------- O"},
		{"capitals, blanks", "F5 D6 c3", "------------------X--------XX------OXX-----O-------------------- O"},
		{"GGF", "(;GM[Othello]B[f5];)", "---------------------------OX------XXX-------------------------- O"},
		{"no disc", emptyRows + emptyRows + " O", emptyRows + emptyRows + " O"},
	} {
		g, err := ParsePosition(tt.text)
		if err != nil || g.String() != tt.want {
			t.Errorf("%s: %v, %v, want %s", tt.name, g, err, tt.want)
		}
	}
}

func TestPositionsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 60)
		back, err := ParsePosition(g.String())
		if err != nil || *back != *g {
			t.Fatalf("%s: %v, %v", g.String(), back, err)
		}
	})
}

// drawMoves draws the moves of a random game, passes included.
func drawMoves(t *rapid.T) (*Game, []engines.Move) {
	g := Start()
	pcg := engines.PCG(rapid.Uint64().Draw(t, "seed"))
	var moves []engines.Move
	for n := rapid.IntRange(1, 70).Draw(t, "plies"); len(moves) < n && !g.over; {
		moves = append(moves, randomMove(&pcg, g.moves))
		if err := g.Apply(moves[len(moves)-1]); err != nil {
			t.Fatal(err)
		}
	}
	return g, moves
}

func TestTranscriptsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, moves := drawMoves(t)
		back, err := Replay(Transcript(moves))
		if err != nil {
			t.Fatal(err)
		}
		if moves[len(moves)-1] == Pass { // not written
			if err := back.Apply(Pass); err != nil {
				t.Fatal(err)
			}
		}
		if *back != *g {
			t.Fatalf("%s: %s, want %s", Transcript(moves), back.String(), g.String())
		}
	})
}

func TestGGFReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, moves := drawMoves(t)
		r := Record{Tags: []Tag{{"PB", "black"}, {"RE", "+2.00"}}, Begin: Start()}
		at := Start()
		for i, m := range moves {
			note := ""
			if i%3 == 0 {
				note = "1.50/0.3"
			}
			r.Moves = append(r.Moves, RecordedMove{at.turn, m, note})
			if err := at.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
		back, err := ParseGGF(r.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, back, cmp.AllowUnexported(Game{})); diff != "" {
			t.Fatal(diff)
		}
		if end, err := back.End(); err != nil || *end != *g {
			t.Fatalf("%v, %v", end, err)
		}
	})
}

func TestGGFOfAServer(t *testing.T) {
	text := "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[a]PW[b]RB[2200.1]TI[15:00//02:00]TY[8]RE[+4.00]" +
		"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//1.2]W[D6/0.5]B[c3];)"
	r, err := ParseGGF(text)
	if err != nil {
		t.Fatal(err)
	}
	if r.Tag("RE") != "+4.00" || r.Tag("XX") != "" || len(r.Moves) != 3 || r.Moves[0].Note != "/1.2" {
		t.Errorf("%+v", r)
	}
	end, err := r.End()
	if want, _ := Replay("f5d6c3"); err != nil || *end != *want {
		t.Errorf("%v, %v", end, err)
	}
}

func TestGGFRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no game", "B[f5]", `starts with "(;"`},
		{"other game", "(;GM[Chess];)", `offset 2: the game is "Chess"`},
		{"other size", "(;BO[10 x];)", `board size "10"`},
		{"short board", "(;BO[8 ---- *];)", "5 characters, want 65"},
		{"bad move", "(;B[z9];)", `offset 2: "z9"`},
		{"wrong side", "(;W[f5];)", "move 1: White is not to move"},
		{"illegal", "(;B[f5]W[a1];)", "move 2: White may not play a1"},
		{"open tag", "(;B[f5", "tag B is not closed"},
		{"small tag", "(;b[f5];)", "not a tag of capital letters"},
		{"text after", "(;B[f5];)x", "offset 9: text after the end"},
	} {
		_, err := ParseGGF(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestOBF(t *testing.T) {
	text := "% comment\n\n" + Start().String() + "; F5:+0; d3:-2;  % two moves\n" + Start().String() + "\n"
	list, err := ReadOBF(strings.NewReader(text))
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	if score, best := list[0].Best(); score != 0 || len(best) != 1 || best[0] != 37 || list[0].Line != 3 || list[0].Comment != "two moves" {
		t.Errorf("%+v", list[0])
	}
	var b strings.Builder
	if err := WriteOBF(&b, list); err != nil {
		t.Fatal(err)
	}
	if want := Start().String() + "; F5:+0; D3:-2; % two moves\n" + Start().String() + ";\n"; b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"cut off", "X", "line 1: the board has 1 characters"},
		{"no score", Start().String() + "; f5", `field 1 after the side to move: "f5" is not MOVE:SCORE`},
		{"bad score", Start().String() + "; f5:+65", `"+65" is not a score`},
		{"illegal", "\n" + Start().String() + "; f5:+2; a1:+2", "line 2: field 2 after the side to move: a1 is not legal"},
	} {
		if _, err := ReadOBF(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{Start().String(), "f5d6c3", "(;GM[Othello]B[f5/1/2]W[d6];)", "f5pa", "X", emptyRows, "", "start"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := ParsePosition(s)
		if err != nil {
			return
		}
		if back, err := ParsePosition(g.String()); err != nil || *back != *g {
			t.Fatalf("%q: %s does not read back: %v", s, g.String(), err)
		}
	})
}

func FuzzParseGGF(f *testing.F) {
	f.Add("(;GM[Othello]PB[a]RE[+4.00]BO[8 " + Start().String()[:64] + " *]B[f5/1/2]W[d6]B[PA];)")
	f.Add("(;B[f5]W[d6];)")
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseGGF(s)
		if err != nil {
			return
		}
		text := r.String()
		back, err := ParseGGF(text)
		if err != nil || back.String() != text {
			t.Fatalf("%q: %q does not read back: %v", s, text, err)
		}
	})
}

func FuzzParseOBF(f *testing.F) {
	f.Add(Start().String() + "; F5:+0; D3:-2; % x")
	f.Add("-XX; A1:+3")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseOBF(s)
		if err != nil {
			return
		}
		back, err := ParseOBF(p.String())
		if err != nil || back.String() != p.String() {
			t.Fatalf("%q: %q does not read back: %v", s, p, err)
		}
	})
}

func FuzzReadTable(f *testing.F) {
	f.Add(swh)
	f.Add("1 2,3\n4 5 6 7 8 9 1e-3")
	f.Fuzz(func(t *testing.T, s string) {
		w, err := ReadTable(strings.NewReader(s))
		if err != nil {
			return
		}
		var b strings.Builder
		if err := WriteTable(&b, w); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadTable(strings.NewReader(b.String())); err != nil || !cmp.Equal(w, back) {
			t.Fatalf("%q: %v, want %v (%v)", s, back, w, err)
		}
	})
}

func FuzzReadOpenings(f *testing.F) {
	f.Add("f5d6c3\n# x\nF5 f6")
	f.Fuzz(func(t *testing.T, s string) {
		text, err := ReadOpenings(strings.NewReader(s))
		if err != nil {
			return
		}
		if _, err := New().With(engines.Settings{"openings": text}); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
