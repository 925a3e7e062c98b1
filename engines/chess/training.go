package chess

import (
	"context"
	"io"
	"math"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/training"
)

var (
	_ training.Archive  = (*engine)(nil)
	_ training.Measurer = (*engine)(nil)
)

// Measures returns the properties of positions by which samples can be selected: whether a position
// is quiet, and its phase (see allPhase).
func (e *engine) Measures() []training.Measure {
	searchers := sync.Pool{New: func() any { return newPlayer(space.Default(), 1, 0) }}
	return []training.Measure{
		{
			Name: "quiet", // not in check, and no capture or promotion gains by the default evaluation
			Of: func(p engines.Position) (float64, error) {
				g, err := gameOf(p)
				if err != nil {
					return 0, err
				}
				player := searchers.Get().(*player)
				defer searchers.Put(player)
				if player.search.isQuiet(g) {
					return 1, nil
				}
				return 0, nil
			},
		},
		{
			Name: "phase", // pieces on the board: a knight or bishop counts 1, a rook 2, a queen 4
			Max:  allPhase, Stage: true,
			Of: func(p engines.Position) (float64, error) {
				g, err := gameOf(p)
				if err != nil {
					return 0, err
				}
				return float64(phaseAt(&g.at)), nil
			},
		},
	}
}

// ArchiveFormats returns the two formats that ReadArchive reads: PGN and EPD.
func (e *engine) ArchiveFormats() []training.ArchiveFormat {
	return []training.ArchiveFormat{{Name: formatPGN, Endings: []string{".pgn"}}, {Name: formatEPD, Endings: []string{".epd", ".fen"}}}
}

// ReadArchive reads positions with known outcomes from a file and calls visit for each. The file
// contains games in PGN, or one position per line.
func (e *engine) ReadArchive(f training.SampleFile, r io.Reader, visit func(training.Sample) error) error {
	return readArchive(&e.table, f, r, visit)
}

// phaseAt returns the phase of a position, a measure of the pieces left. It is 0 with only kings
// and pawns, and at most allPhase, the phase of the start position.
func phaseAt(p *board.Position) int {
	phase := 0
	for kind := board.Knight; kind <= board.Queen; kind++ {
		phase += phaseOf[kind] * bits.OnesCount64(p.Of(white, kind)|p.Of(black, kind))
	}
	return min(phase, allPhase)
}

// isQuiet reports whether a position has no immediate tactics. The side to move is not in check,
// and no capture or promotion leads to a better value than the static evaluation.
func (s *searcher) isQuiet(g *game) bool {
	if g.at.InCheck() {
		return false
	}
	s.prepare(context.Background(), g)
	static := s.static(&g.at)
	if g.at.Side == black {
		static = -static
	}
	root := s.plies[0]
	root.moves = g.at.Captures(root.moves[:0])
	for _, m := range root.moves {
		if s.child(0, m, 0, static, math.Inf(1)) > static {
			return false
		}
	}
	return true
}
