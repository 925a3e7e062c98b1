package board

import (
	"os"
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for fen, field := range map[string]string{
		"8/8/8/8/8/8/8 w - - 0 1":                                  placementField,
		"4k3/8/8/8/8/8/8/4K4 w - - 0 1":                            placementField,
		"4k3/8/8/8/8/8/8/4K2 w - - 0 1":                            placementField,
		"4k3/44/8/8/8/8/8/4K3 w - - 0 1":                           placementField,
		"4k3/9/8/8/8/8/8/4K3 w - - 0 1":                            placementField,
		"4k3/8/8/8/8/8/8/4X3 w - - 0 1":                            placementField,
		"8/8/8/8/8/8/8/4K3 w - - 0 1":                              placementField,
		"4k2k/8/8/8/8/8/8/4K3 w - - 0 1":                           placementField,
		"4k2P/8/8/8/8/8/8/4K3 w - - 0 1":                           placementField,
		"4k3/8/8/8/8/8/8/p3K3 w - - 0 1":                           placementField,
		"r1bqkbnr/pppp1ppp/2n5/2b1p3/8/8/8/4K3 w - - 0 1":          placementField, // 17 pieces
		"4k3/8/8/8/8/8/8/4K3 x - - 0 1":                            sideField,
		"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1":                          sideField, // Black is in check
		"4k3/4K3/8/8/8/8/8/8 w - - 0 1":                            sideField,
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1":                            castlingField,
		"4k3/8/8/8/8/8/8/R3K3 w QQ - 0 1":                          castlingField,
		"4k3/8/8/8/8/8/8/R3K3 w Qx - 0 1":                          castlingField,
		"r3k3/8/8/8/8/8/8/4K3 w k - 0 1":                           castlingField,
		"4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1":                        passantField,
		"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1":                        passantField,
		"4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1":                        passantField,
		"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1":                      passantField,
		"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1":                      passantField,
		"4k3/8/8/3pP3/4q3/8/8/4K3 w - d6 0 1":                      passantField, // White was in check and Black to move
		"4k3/8/3K4/4pP2/8/8/8/8 w - e6 0 1":                        passantField, // by the pawn itself
		"8/8/8/8/4Pp2/3k4/8/4K3 b - e3 0 1":                        passantField,
		"4k3/8/8/8/8/8/8/4K3 w - - -1 1":                           clockField,
		"4k3/8/8/8/8/8/8/4K3 w - - x 1":                            clockField,
		"4k3/8/8/8/8/8/8/4K3 w - - +1 1":                           clockField,
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5":                          numberField,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -": numberField,
	} {
		if _, err := Parse(fen); err == nil || !strings.HasPrefix(err.Error(), field+": ") {
			t.Errorf("%s: %v, want a mistake of the %s", fen, err, field)
		}
	}
	for _, fen := range []string{"", "4k3/8/8/8/8/8/8/4K3 w -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2"} {
		if _, err := Parse(fen); err == nil {
			t.Errorf("%q is taken", fen)
		}
	}
	const want = "piece placement: rank 1: 'К' is neither a piece nor a number of empty squares" // a Cyrillic letter
	if _, err := Parse("4k3/8/8/8/8/8/8/4К3 w - - 0 1"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestParseKeeps(t *testing.T) {
	t.Parallel()
	for fen, want := range map[string]string{
		startFEN:                          startFEN,
		kiwipete:                          kiwipete,
		"8/8/4k3/8/8/8/8/4K3 b - - 12 34": "8/8/4k3/8/8/8/8/4K3 b - - 12 34",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":        startFEN,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 0":    startFEN,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", // nobody can take
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1":                           "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"8/8/8/K2pP2r/8/8/8/7k w - d6 0 1":                            "8/8/8/K2pP2r/8/8/8/7k w - - 0 1", // the capture would open the rank
	} {
		p, err := Parse(fen)
		if err != nil || p.String() != want {
			t.Errorf("%s is %s, %v; want %s", fen, p.String(), err, want)
		}
	}
}

// A key kept from move to move is that of the position read anew, and so is all
// else.
func TestMakeKeepsThePosition(t *testing.T) {
	t.Parallel()
	depth := 2
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		depth = 3
	}
	for _, fen := range []string{startFEN, kiwipete, counts[3].fen, counts[8].fen} {
		p, err := Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		checkAll(t, p, depth)
	}
}

func checkAll(t *testing.T, p Position, depth int) {
	t.Helper()
	back, err := Parse(p.String())
	if err != nil || back != p {
		t.Fatalf("%s does not read back: %v", p.String(), err)
	}
	captures := map[Move]bool{}
	for _, m := range p.Captures(nil) {
		captures[m] = true
	}
	for _, m := range p.Moves(nil) {
		takes := p.At(m.To()) != 0 || m.Promotion() != NoKind || p.At(m.From()).Kind() == Pawn && m.To() == p.Passant
		if takes != captures[m] {
			t.Fatalf("%s: %v among the captures: %v", p.String(), m, captures[m])
		}
		if depth > 0 {
			next := p
			next.Make(m)
			checkAll(t, next, depth-1)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range counts {
		f.Add(c.fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := Parse(fen)
		if err != nil {
			return
		}
		checkAll(t, p, 1)
	})
}
