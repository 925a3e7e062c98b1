package chess

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// features contains the features of a position, each as White's value minus Black's. The features
// squares and shelter also depend on the phase of the game (see allPhase).
type features [featureCount]float64

// allPhase is the phase of the start position. The phase is a measure of the pieces left: each
// knight or bishop adds 1, each rook 2, and each queen 4.
const allPhase = 24

var phaseOf = [...]int{board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 4}

// featuresOf computes the features of a position, except the features of the setting threats, which
// addThreats computes.
func featuresOf(p *board.Position) (f features) {
	phase := phaseAt(p)
	w, b := sideFeatures(p, white, phase), sideFeatures(p, black, phase)
	for i := range f {
		f[i] = float64(w[i] - b[i])
	}
	f[squaresFeature] /= allPhase
	f[shelterFeature] /= allPhase
	return f
}

// sideFeatures computes the features of one side as integers. The features squares and shelter,
// which depend on the phase, are in units of 1/allPhase; featuresOf divides them by allPhase.
func sideFeatures(p *board.Position, side, phase int) (n [featureCount]int) {
	own, occupied := p.All(side), p.Occupied()
	for kind := board.Pawn; kind <= board.King; kind++ {
		table := &squareTables[kind]
		for set := p.Of(side, kind); set != 0; set &= set - 1 {
			s := board.Square(bits.TrailingZeros64(set))
			at := &table[mirror(s, side)]
			n[squaresFeature] += int(at.middle)*phase + int(at.end)*(allPhase-phase)
			if kind == board.King {
				continue
			}
			n[pawnFeature+kind-board.Pawn]++
			var attacks uint64
			switch kind {
			case board.Knight:
				attacks = board.KnightAttacks(s)
			case board.Bishop:
				attacks = board.BishopAttacks(s, occupied)
			case board.Rook:
				attacks = board.RookAttacks(s, occupied)
			case board.Queen:
				attacks = board.RookAttacks(s, occupied) | board.BishopAttacks(s, occupied)
			}
			n[mobilityFeature] += bits.OnesCount64(attacks &^ own)
		}
	}
	if n[bishopFeature] >= 2 {
		n[pairFeature] = 1
	}
	countPawns(p, side, phase, &n)
	return n
}

const fileA = uint64(0x0101010101010101)

// countPawns computes the features that depend on pawns: passed and weak pawns, open files and
// the king's shelter.
func countPawns(p *board.Position, side, phase int, n *[featureCount]int) {
	own, theirs := p.Of(side, board.Pawn), p.Of(side^1, board.Pawn)
	for set := own; set != 0; set &= set - 1 {
		s := board.Square(bits.TrailingZeros64(set))
		ahead := aheadOf[side][s]
		if (ahead.file|ahead.beside)&theirs == 0 && ahead.file&own == 0 {
			advanced := mirror(s, side).Rank() - 1
			n[passedFeature] += advanced * advanced
		}
		if besideFile[s.File()]&own == 0 || ahead.file&own != 0 {
			n[weakFeature]++
		}
	}
	for set := p.Of(side, board.Rook); set != 0; set &= set - 1 {
		file := fileA << (bits.TrailingZeros64(set) & 7)
		if file&own == 0 {
			n[fileFeature]++
			if file&theirs == 0 {
				n[fileFeature]++
			}
		}
	}
	king := p.KingAt(side)
	n[shelterFeature] = phase * bits.OnesCount64(shelterOf[side][king]&own)
}

// mirror returns square s as seen from a side. For White this is s, and for Black the square on the
// same file at the opposite rank.
func mirror(s board.Square, side int) board.Square {
	if side == white {
		return s
	}
	return s ^ 56
}

// ahead contains the squares in front of a pawn as bit sets: those on its own file and those on the
// neighbouring files.
type ahead struct{ file, beside uint64 }

var (
	besideFile [8]uint64
	aheadOf    [2][64]ahead
	shelterOf  [2][64]uint64 // the three files by two ranks before a king
)

func init() {
	for file := range besideFile {
		if file > 0 {
			besideFile[file] |= fileA << (file - 1)
		}
		if file < 7 {
			besideFile[file] |= fileA << (file + 1)
		}
	}
	for s := range board.Square(64) {
		above, below := uint64(0xffffffffffffff00), uint64(0x00ffffffffffffff) // the ranks above the first and below the last
		beyond := [2]uint64{above << (s.Rank() * 8), below >> (56 - s.Rank()*8)}
		near := [2]uint64{0xffff00 << (s.Rank() * 8), 0xffff << 40 >> (56 - s.Rank()*8)}
		for side := range 2 {
			file := fileA << s.File()
			aheadOf[side][s] = ahead{file & beyond[side], besideFile[s.File()] & beyond[side]}
			shelterOf[side][s] = (file | besideFile[s.File()]) & near[side]
		}
	}
}

// value returns the sum of the features, each multiplied by its weight. It adds the terms in the
// order of [engines.WeightedSum] and rounds after every step, so that all machines return the same
// value.
func (f *features) value(w *[featureCount]float64) float64 {
	sum := 0.0
	for i, x := range f {
		sum += float64(w[i] * x)
	}
	return sum
}

// These are the indices of the features of the evaluation, which are in the same order as the
// weights.
const (
	pawnFeature = iota
	knightFeature
	bishopFeature
	rookFeature
	queenFeature
	pairFeature
	squaresFeature
	mobilityFeature
	passedFeature
	weakFeature
	shelterFeature
	fileFeature
	pawnThreatFeature // from here on with the setting threats only
	pieceThreatFeature
	hangingFeature
	featureCount
)

// space lists the weights of the evaluation with their ranges and defaults. The defaults for pieces
// are their usual values in centipawns. The other defaults are start values for tuning. The setting
// threats adds the weights of spaceWithThreats.
var space = engines.Space{
	pawnFeature:     {Name: "pawn", Doc: "number of pawns", Min: 0, Max: 300, Default: 100},
	knightFeature:   {Name: "knight", Doc: "number of knights", Min: 0, Max: 1500, Default: 320},
	bishopFeature:   {Name: "bishop", Doc: "number of bishops", Min: 0, Max: 1500, Default: 330},
	rookFeature:     {Name: "rook", Doc: "number of rooks", Min: 0, Max: 2000, Default: 500},
	queenFeature:    {Name: "queen", Doc: "number of queens", Min: 0, Max: 3000, Default: 950},
	pairFeature:     {Name: "bishop_pair", Doc: "1 with two bishops or more, otherwise 0", Min: -200, Max: 200, Default: 30},
	squaresFeature:  {Name: "squares", Doc: "sum of the piece-square tables, in about hundredths of a pawn", Min: -10, Max: 10, Default: 1},
	mobilityFeature: {Name: "mobility", Doc: "squares attacked by knights, bishops, rooks and queens, without squares of own pieces", Min: -50, Max: 50, Default: 4},
	passedFeature:   {Name: "passed", Doc: "passed pawns, each counted as the square of the ranks that it has advanced", Min: -50, Max: 50, Default: 3},
	weakFeature:     {Name: "weak", Doc: "pawns without an own pawn on a neighbouring file, or with an own pawn ahead on their file", Min: -100, Max: 100, Default: -10},
	shelterFeature:  {Name: "shelter", Doc: "own pawns on the two ranks before the king, on its file and the files beside it; counts less as pieces leave the board", Min: -100, Max: 100, Default: 10},
	fileFeature:     {Name: "open_file", Doc: "rooks on files without own pawns; a file without any pawn counts twice", Min: -100, Max: 100, Default: 10},
}

// squareValue is the value of a piece on a square in addition to its weight, in about hundredths of
// a pawn. middle applies with all pieces on the board, and end with only kings and pawns.
type squareValue struct{ middle, end int8 }

// squareTables contains White's piece-square tables, by kind of piece and square. Pieces are worth
// more towards the middle of the board, and rooks also on the seventh rank. Pawns are worth more on
// every further rank and, early in the game, in the middle. The king is worth more in a corner
// early, and in the middle late.
var squareTables = func() (tables [board.King + 1][64]squareValue) {
	for s := range board.Square(64) {
		file, rank := s.File(), s.Rank()
		inner := min(file, 7-file) + min(rank, 7-rank) // 0 in a corner, 6 in the middle
		central := min(file, 7-file)                   // 0 on the rim files, 3 on d and e
		pawn := 0
		if central >= 2 && rank >= 2 && rank <= 4 {
			pawn = 5 * central
		}
		tables[board.Pawn][s] = squareValue{int8(pawn + 3*(rank-1)), int8(8 * (rank - 1))}
		tables[board.Knight][s] = squareValue{int8(10*inner - 40), int8(8*inner - 32)}
		tables[board.Bishop][s] = squareValue{int8(5*inner - 15), int8(3*inner - 9)}
		seventh := 0
		if rank == 6 {
			seventh = 15
		}
		tables[board.Rook][s] = squareValue{int8(3*central + seventh), int8(seventh)}
		tables[board.Queen][s] = squareValue{int8(inner - 3), int8(5*inner - 15)}
		tables[board.King][s] = squareValue{int8(-12*central - 12*rank), int8(10*inner - 30)}
	}
	return tables
}()
