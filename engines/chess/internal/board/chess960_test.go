package board

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// counts960 are published numbers of move sequences of Chess960, from depth 1 on: the first four
// and every fortieth of the 960 positions of "Chess960 Perft Results" (Chess Programming Wiki).
var counts960 = []struct {
	fen   string
	nodes []uint64
}{
	{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []uint64{21, 528, 12_189, 326_672, 8_146_062}},
	{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []uint64{21, 807, 18_002, 667_366, 16_253_601}},
	{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []uint64{20, 479, 10_471, 273_318, 6_417_013}},
	{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []uint64{22, 593, 13_440, 382_958, 9_183_776}},
	{"n1bb1rkr/qpnppppp/2p5/p7/P1P5/5P2/1P1PPRPP/NQBBN1KR w Hhf - 1 9", []uint64{27, 697, 18_724, 505_089, 14_226_907}},
	{"2rbqkbr/p1pppppp/1nn5/1p6/7P/P4P2/1PPPP1PB/NNRBQK1R w HChc - 2 9", []uint64{27, 647, 18_030, 458_057, 13_189_156}},
	{"qnbbr1kr/pp1ppp1p/4n3/6p1/2p3P1/2PP1P2/PP2P2P/QNBBRNKR w HEhe - 0 9", []uint64{25, 655, 16_520, 450_189, 11_767_038}},
	{"nrqbnkbr/1p2ppp1/p1p4p/3p4/1P6/8/PQPPPPPP/1RNBNKBR w HBhb - 0 9", []uint64{28, 757, 23_135, 668_025, 21_427_496}},
	{"nrb1nkrq/2pp1ppp/p4b2/1p2p3/P4B2/3P4/1PP1PPPP/NR1BNRKQ w gb - 0 9", []uint64{24, 562, 14_017, 355_433, 9_227_883}},
	{"nqrbkn1r/pp1pp1pp/8/2p2p2/5P2/P3B2P/1PbPP1P1/NQRBKN1R w HChc - 0 9", []uint64{23, 758, 19_439, 653_854, 18_296_195}},
	{"nr1bknqr/1ppb1ppp/p7/3pp3/B7/2P3NP/PP1PPPP1/NRB1K1QR w HBhb - 2 9", []uint64{28, 688, 19_541, 519_785, 15_153_092}},
	{"qnrbkrbn/1p1p1pp1/p1p5/4p2p/8/3P1P2/PPP1P1PP/QNRBKRBN w FCfc - 0 9", []uint64{28, 669, 17_713, 440_930, 12_055_174}},
	{"nrbbkqrn/p1pppppp/8/1p6/4P3/7Q/PPPP1PPP/NRBBK1RN w GBgb - 0 9", []uint64{38, 769, 28_418, 632_310, 23_091_070}},
	{"nrkbrnbq/4pppp/1ppp4/p7/2P1P3/3P2N1/PP3PPP/NRKBR1BQ w EBeb - 0 9", []uint64{29, 591, 17_132, 384_358, 11_245_508}},
	{"rnbb1nkr/1ppp1ppp/4p3/p5q1/6P1/1PP5/PB1PPP1P/RN1BQNKR w HAha - 1 9", []uint64{19, 663, 14_149, 489_653, 11_491_355}},
	{"1r1bkqbr/pppp1ppp/2nnp3/8/2P5/N4P2/PP1PP1PP/1RNBKQBR w Hh - 0 9", []uint64{28, 810, 22_844, 694_599, 20_188_622}},
	{"r1bbnk1r/qpp1pppp/p6n/3p4/1P6/5N1P/P1PPPPP1/RQBBK1NR w ha - 0 9", []uint64{23, 728, 18_209, 587_364, 16_053_564}},
	{"rnkbq1br/ppp2ppp/3p4/Q3p1n1/5P2/3P2P1/PPP1P2P/RNKB1NBR w HAha - 0 9", []uint64{41, 1_201, 46_472, 1_420_367, 52_991_625}},
	{"1rbbnkrn/p1p1pp1p/2q5/1p1p2p1/8/2P3P1/PP1PPP1P/QRBBNKRN w GBgb - 2 9", []uint64{24, 1_010, 24_370, 983_770, 24_328_258}},
	{"rnqbkr1n/1p1ppbpp/3p1p2/p7/8/1P6/P1PPPPPP/R1QBKRBN w FAfa - 0 9", []uint64{20, 657, 14_424, 492_678, 11_843_134}},
	{"r1b1krnq/pp2pppp/1bn5/2pp4/4N3/5P2/PPPPPRPP/R1BBK1NQ w Afa - 0 9", []uint64{24, 705, 17_427, 532_521, 13_532_966}},
	{"rqkb1nbr/p1p1ppp1/1p3n1p/2Qp4/8/2P5/PP1PPPPP/R1KBNNBR w HAha - 2 9", []uint64{39, 983, 38_218, 940_989, 36_347_815}},
	{"rk1bn1qr/pppbpppp/4n3/4p3/4P3/5P2/PPPP2PP/RKBB1NQR w HAha - 1 9", []uint64{22, 530, 13_440, 348_004, 9_514_787}},
	{"1rkb1rbn/p1pp1ppp/3np3/1p6/4qP2/3NB3/PPPPPRPP/QRKB3N w Bfb - 0 9", []uint64{22, 923, 22_585, 914_106, 24_049_880}},
	{"rk1b1qrn/ppp1pppp/5n2/3pN3/P6P/7b/1PPPPPP1/RKBB1QRN w GAga - 4 9", []uint64{28, 677, 19_235, 488_740, 14_354_779}},
	{"rknbrnb1/p1pppp1p/1p6/3N2p1/P3q1P1/8/1PPPPP1P/RKNBR1BQ w EAea - 1 9", []uint64{28, 948, 27_343, 864_588, 26_241_141}},
	{"rkbbqr1n/1p1pppp1/2p2n2/p4NBp/8/3P4/PPP1PPPP/RK1BQRN1 w FAfa - 0 9", []uint64{37, 832, 30_533, 728_154, 26_676_373}},
	{"rkrbnqb1/p1pppnpp/5p2/1p6/2P5/1P1P1N2/P3PPPP/RKRB1QBN w CAca - 0 9", []uint64{25, 546, 14_039, 330_316, 8_813_781}},
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
