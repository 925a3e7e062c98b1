package board

import (
	"os"
	"testing"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// counts are published numbers of move sequences, from depth 1 on: those of the
// Chess Programming Wiki, and of Martin Sedlak's collection of special cases.
var counts = []struct {
	fen   string
	nodes []uint64
}{
	{startFEN, []uint64{20, 400, 8_902, 197_281, 4_865_609, 119_060_324}},
	{kiwipete, []uint64{48, 2_039, 97_862, 4_085_603, 193_690_690}},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2_812, 43_238, 674_624, 11_030_083}},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9_467, 422_333, 15_833_292}},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1_486, 62_379, 2_103_487}},
	{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2_079, 89_890, 3_894_594}},
	{"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", []uint64{5: 1_134_888}},
	{"8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", []uint64{5: 1_038_514}},
	{"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", []uint64{5: 1_440_467}},
	{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", []uint64{5: 661_072}},
	{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", []uint64{5: 803_711}},
	{"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", []uint64{3: 1_274_206}},
	{"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", []uint64{3: 1_720_476}},
	{"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", []uint64{5: 3_821_001}},
	{"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", []uint64{4: 1_004_658}},
	{"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", []uint64{5: 217_342}},
	{"8/P1k5/K7/8/8/8/8/8 w - - 0 1", []uint64{5: 92_683}},
	{"K1k5/8/P7/8/8/8/8/8 w - - 0 1", []uint64{5: 2_217}},
	{"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", []uint64{6: 567_584}},
	{"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", []uint64{3: 23_527}},
}

// most is how many sequences a test counts without being asked to take long.
const most = 5_000_000

func TestPerft(t *testing.T) {
	t.Parallel()
	limit := uint64(most)
	switch {
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		limit = 1 << 62
	case testing.Short():
		limit /= 10
	}
	for _, c := range counts {
		p, err := Parse(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		for i, want := range c.nodes {
			if want == 0 || want > limit {
				continue
			}
			if got := Perft(&p, i+1, func() bool { return false }); got != want {
				t.Errorf("%s: depth %d: %d, want %d", c.fen, i+1, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	p := Start()
	nodes := uint64(0)
	for b.Loop() {
		nodes += Perft(&p, 5, func() bool { return false })
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mn/s")
}
