package board

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// counts960 are published numbers of move sequences of Chess960, from depth 1 on, of the Chess
// Programming Wiki ("Chess960 Perft Results").
var counts960 = []struct {
	fen   string
	nodes []uint64
}{
	{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []uint64{21, 528, 12_189, 326_672, 8_146_062}},
	{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []uint64{21, 807, 18_002, 667_366, 16_253_601}},
	{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []uint64{20, 479, 10_471, 273_318, 6_417_013}},
	{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []uint64{22, 593, 13_440, 382_958, 9_183_776}},
}

func TestPerft960(t *testing.T) {
	t.Parallel()
	limit := uint64(most)
	switch {
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		limit = 1 << 62
	case testing.Short():
		limit /= 10
	}
	for _, c := range counts960 {
		p, err := Parse960(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if p.String() != c.fen {
			t.Errorf("%s is written %s", c.fen, &p)
		}
		for i, want := range c.nodes {
			if want > limit {
				continue
			}
			if got := Perft(&p, i+1, func() bool { return false }); got != want {
				t.Errorf("%s: depth %d: %d, want %d", c.fen, i+1, got, want)
			}
		}
	}
}

// All start positions are different, and the usual one has its number.
func TestStarts960(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for n := range Starts960 {
		p, err := Start960(n)
		if err != nil {
			t.Fatal(n, err)
		}
		rank, _, _ := strings.Cut(p.String(), "/")
		king, left, right := strings.Index(rank, "k"), strings.Index(rank, "r"), strings.LastIndex(rank, "r")
		light, dark := strings.Index(rank, "b"), strings.LastIndex(rank, "b")
		if left > king || right < king || (light+dark)%2 == 0 || seen[rank] {
			t.Errorf("start position %d is %s", n, rank)
		}
		seen[rank] = true
	}
	// Number 0 and the last one are published, too.
	for n, want := range map[int]string{518: "rnbqkbnr", 0: "bbqnnrkr", 959: "rkrnnqbb"} {
		p, err := Start960(n)
		if rank, _, _ := strings.Cut(p.String(), "/"); err != nil || rank != want {
			t.Errorf("start position %d is %s, %v, want %s", n, rank, err, want)
		}
	}
	for _, n := range []int{-1, 960} {
		if _, err := Start960(n); err == nil {
			t.Errorf("there is a start position %d", n)
		}
	}
}

// The usual game has the same moves by the rules of Chess960, in another notation of castling.
func TestUsualGameIsChess960(t *testing.T) {
	t.Parallel()
	p, err := Parse960(kiwipete) // X-FEN: KQkq are the outermost rooks
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(kiwipete, "KQkq", "HAha", 1); p.String() != want {
		t.Errorf("%s, want %s", &p, want)
	}
	if got := Perft(&p, 4, func() bool { return false }); got != 4_085_603 {
		t.Errorf("%d sequences", got)
	}
}

func TestRights960(t *testing.T) {
	t.Parallel()
	for fen, want := range map[string]string{
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1": "GBgb",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1": "GBgb",
		"4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1":       "HA", // X-FEN: the outermost rooks
		"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1":       "GB", // Shredder-FEN: any rook
		"4k3/8/8/8/8/8/8/RR2K1RR w - - 0 1":        "-",
		"4k3/8/8/8/8/8/8/4K1RR w G - 0 1":          "G",
		"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1":       "HAha",
		"4k3/8/8/8/8/8/4K3/R6R w K - 0 1":          "castling rights: 'K' without a king on rank 1",
		"4k3/8/8/8/8/8/8/R3K3 w K - 0 1":           "castling rights: 'K' without a rook to the right of the king",
		"4k3/8/8/8/8/8/8/R3K3 w B - 0 1":           "castling rights: 'B' without a rook on b1",
		"4k3/8/8/8/8/8/8/R3K2R w HH - 0 1":         "castling rights: 'H' is named twice",
		"4k3/8/8/8/8/8/8/R3K2R w HK - 0 1":         "castling rights: 'K' is named twice",
		"4k3/8/8/8/8/8/8/R3K2R w X - 0 1":          "castling rights: 'X' is none of K, Q, k, q and the letters of files",
	} {
		p, err := Parse960(fen)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = strings.Fields(p.String())[2]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
	}
	if _, err := Parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"); err == nil || !strings.Contains(err.Error(), "the setting chess960") {
		t.Errorf("Shredder-FEN in the usual game: %v", err)
	}
}

// Castling of Chess960: what is legal, and where king and rook stand afterwards.
func TestCastling960(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fen, move, after string // after is "" for an illegal move
	}{
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},  // they change places
		{"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},  // the king stays
		{"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", ""},                                // the rook shields its king
		{"4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},  // as usual
		{"4k3/8/8/8/8/8/8/1K4nR w H - 0 1", "b1h1", ""},                               // a piece in between
		{"4k3/8/8/8/3r4/8/8/1K5R w H - 0 1", "b1h1", ""},                              // through an attacked square
		{"1r2k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", ""},                              // out of check
		{"k5r1/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", ""},                               // into check
		{"r6k/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "r6k/8/8/8/8/8/8/2KR4 b - - 1 1"},   // an attacked rook may castle
		{"4k3/8/8/8/8/8/6q1/5K1R w H - 0 1", "f1h1", ""},                              // check by the queen
		{"5rkr/8/8/8/8/8/8/4K3 b hf - 0 1", "g8h8", ""},                               // the other rook is on the target
		{"5kr1/8/8/8/8/8/8/4K3 b g - 3 9", "f8g8", "5rk1/8/8/8/8/8/8/4K3 w - - 4 10"}, // Black
	} {
		p, err := Parse960(test.fen)
		if err != nil {
			t.Fatal(test.fen, err)
		}
		got := ""
		for _, m := range p.Moves(nil) {
			if m.String() == test.move {
				if _, ok := p.Castles(m); !ok {
					t.Errorf("%s: %s does not castle", test.fen, m)
				}
				next := p
				next.Make(m)
				again := next
				again.rehash()
				if again.Key^next.Key != 0 && test.after != "" {
					t.Errorf("%s: key %x, computed anew %x", test.fen, next.Key, again.Key)
				}
				got = next.String()
			}
		}
		if got != test.after {
			t.Errorf("%s %s: %q, want %q", test.fen, test.move, got, test.after)
		}
	}
	// A king takes a piece on the first square of a rook that has moved away: that is no castling.
	p, err := Parse960("r1k5/8/8/8/8/7n/8/5KR1 w Ga - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"g1g5", "h3g1", "f1g1"} {
		m, err := ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	if want := "r1k5/8/8/6R1/8/8/8/6K1 b a - 0 2"; p.String() != want {
		t.Errorf("the king takes a knight: %s, want %s", &p, want)
	}
}

// Every start position has as many sequences of moves as Stockfish counts.
func TestStarts960WithStockfish(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("long; set LANISTA_EXHAUSTIVE=1")
	}
	stockfish := ""
	for _, name := range []string{"stockfish", "/usr/games/stockfish"} {
		if found, err := exec.LookPath(name); err == nil {
			stockfish = found
		}
	}
	if stockfish == "" {
		t.Skip("stockfish is not installed")
	}
	const depth = 3
	cmd := exec.Command(stockfish)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	fmt.Fprintln(in, "setoption name UCI_Chess960 value true")
	lines := bufio.NewScanner(out)
	for n := range Starts960 {
		p, err := Start960(n)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(in, "position fen %s\ngo perft %d\n", &p, depth)
		want := uint64(0)
		for lines.Scan() {
			if _, err := fmt.Sscanf(lines.Text(), "Nodes searched: %d", &want); err == nil {
				break
			}
		}
		if got := Perft(&p, depth, func() bool { return false }); got != want || want == 0 {
			t.Errorf("start position %d, %s: %d sequences, stockfish counts %d", n, &p, got, want)
		}
	}
	fmt.Fprintln(in, "quit")
}
