package othello

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

const emptyRows = "--------------------------------" // four of eight

func TestParsePositionRefuses(t *testing.T) {
	start := startGame().String()
	for _, tt := range []struct{ name, text, want string }{
		{"a word more", "start X", "character 1 of the board (a1): \"s\""},
		{"63 squares", start[1:], "the board has 63 characters, want 64"},
		{"65 squares", "-" + start, "the board has more than 64 characters"},
		{"no side", start[:64], "the side to move (X or O) is missing"},
		{"bad side", start[:64] + " B", `"B" is neither X nor O`},
		{"two sides", start[:64] + " X O", `neither X nor O`},
		{"bad disc", start[:9] + "?" + start[10:], `character 10 of the board (b2): "?"`},
		{"Cyrillic disc", start[:9] + "О" + start[10:], `character 10 of the board (b2): "О" is none of`},
		{"cut off", start[:20], "the board has 20 characters"},
		{"not a position", "hello", `character 1 of the board (a1): "h"`},
		{"illegal move", "f5f6f5", "transcript: move 3: "},
		{"half a move", "f5d6c", `move 3: "c" is half a move`},
		{"off the board", "f5d9", `move 2: "d9" is not a square`},
		{"needless pass", "f5pa", "move 2: illegal pass of White"},
		{"after the end", "e6f4e3f6g5d6e7f5c5a1", "move 10: move a1 after the end of the game"},
		{"GGF cut off", "(;GM[Othello]B[f5]", "offset 18: expected TAG[value] or the end"},
	} {
		_, err := parsePosition(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestParsePositionKinds(t *testing.T) {
	start := startGame().String()
	for _, tt := range []struct{ name, text, want string }{
		{"itself", start, start},
		{"nothing", "", start},
		{"blanks", " \n", start},
		{"by name", " Start\n", start},
		{"lower case", strings.ToLower(start), start},
		{"stars and dots", strings.NewReplacer("X", "*", "-", ".").Replace(start), start},
		{"blanks around", "\n " + start[:64] + "\t X \n", start},
		{"a blank of another kind", start[:64] + "\u00a0X\u2003", start},
		{"a move", "f5", "---------------------------OX------XXX-------------------------- O"},
		{"capitals, blanks", "F5 D6 c3", "------------------X--------XX------OXX-----O-------------------- O"},
		{"GGF", "(;GM[Othello]B[f5];)", "---------------------------OX------XXX-------------------------- O"},
		{"OBF", start + "; F5:+0; % equal", start},
		{"no disc", emptyRows + emptyRows + " O", emptyRows + emptyRows + " O"},
	} {
		g, err := parsePosition(tt.text)
		if err != nil || g.String() != tt.want {
			t.Errorf("%s: %v, %v, want %s", tt.name, g, err, tt.want)
		}
	}
}

// position is a game without its history, which no notation of a board keeps.
func position(g *game) game {
	alone := *g
	alone.history, alone.turned = history{}, 0
	return alone
}

func TestPositionsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 60)
		back, err := parsePosition(g.String())
		if err != nil || position(back) != position(g) {
			t.Fatalf("%s: %v, %v", g.String(), back, err)
		}
	})
}

// drawMoves draws the moves of a random game, passes included.
func drawMoves(t *rapid.T) (*game, []engines.Move) {
	g := startGame()
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

// transcript writes moves without the passes.
func transcript(moves []engines.Move) string {
	text := ""
	for _, m := range moves {
		if m != pass {
			text += square(int(m))
		}
	}
	return text
}

func TestTranscriptsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, moves := drawMoves(t)
		back, err := replay(transcript(moves))
		if err != nil {
			t.Fatal(err)
		}
		if moves[len(moves)-1] == pass { // not written
			if err := back.Apply(pass); err != nil {
				t.Fatal(err)
			}
		}
		if position(back) != position(g) {
			t.Fatalf("%s: %s, want %s", transcript(moves), back.String(), g.String())
		}
	})
}

func TestGGFReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, moves := drawMoves(t)
		var b strings.Builder
		b.WriteString("(;GM[Othello]PB[black]RE[+2.00]BO[8 ---------------------------O*------*O--------------------------- *]")
		at := startGame()
		for i, m := range moves {
			name, note := "PA", ""
			if m != pass {
				name = strings.ToUpper(square(int(m)))
			}
			if i%3 == 0 {
				note = "/1.50/0.3"
			}
			fmt.Fprintf(&b, "%c[%s%s]", "BW"[at.turn], name, note)
			if err := at.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
		b.WriteString(";)")
		if back, err := parseGGF(b.String()); err != nil || position(back) != position(g) {
			t.Fatalf("%s: %v, %v, want %s", b.String(), back, err, g)
		}
	})
}

func TestGGFOfAServer(t *testing.T) {
	text := "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[a]PW[b]RB[2200.1]TI[15:00//02:00]TY[8]RE[+4.00]" +
		"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//1.2]W[D6/0.5]B[c3];)"
	got, err := parseGGF(text)
	if want, _ := replay("f5d6c3"); err != nil || position(got) != position(want) {
		t.Errorf("%v, %v", got, err)
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
		{"illegal", "(;B[f5]W[a1];)", "move 2: illegal move a1 of White"},
		{"open tag", "(;B[f5", "tag B is not closed"},
		{"small tag", "(;b[f5];)", "not a tag of capital letters"},
		{"text after", "(;B[f5];)x", "offset 9: text after the end"},
	} {
		_, err := parseGGF(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestOBF(t *testing.T) {
	start := startGame().String()
	p, err := parseOBF(start + "; F5:+0; d3:-2;  % two moves")
	if want := []moveScore{{37, 0}, {19, -2}}; err != nil || *p.game != *startGame() || !slices.Equal(p.scores, want) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"cut off", "X;", "the board has 1 characters"},
		{"no score", start + "; f5", `field 1 after the side to move: "f5" is not MOVE:SCORE`},
		{"bad score", start + "; f5:+65", `"+65" is not a score`},
		{"illegal", start + "; f5:+2; a1:+2", "field 2 after the side to move: a1 is not legal"},
		{"needless pass", start + "; pass:+2", "field 1 after the side to move: pass is not legal"},
	} {
		if _, err := parsePosition(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{
		startGame().String(), "f5d6c3", "(;GM[Othello]B[f5/1/2]W[d6];)", "f5pa", "X", emptyRows, "", "start",
		startGame().String() + "; F5:+0; D3:-2; % x", "-XX; A1:+3",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := parsePosition(s)
		if err != nil {
			return
		}
		if back, err := parsePosition(g.String()); err != nil || position(back) != position(g) {
			t.Fatalf("%q: %s does not read back: %v", s, g.String(), err)
		}
	})
}

func FuzzParseOpenings(f *testing.F) {
	f.Add("f5d6c3\n# x\nF5,f5f6")
	f.Fuzz(func(t *testing.T, s string) {
		list, err := parseOpenings(s)
		for _, g := range list {
			if err != nil || g.over {
				t.Fatalf("%q: %v, %v", s, g, err)
			}
		}
	})
}
