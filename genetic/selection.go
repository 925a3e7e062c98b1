package genetic

import "math/rand/v2"

// Selector chooses parents.
type Selector interface {
	// Select returns the slots of the parents; a slot may stand there more than
	// once.
	Select(r *rand.Rand, c Candidates) []int
}

// Candidates is what a Selector chooses from.
type Candidates struct {
	Ranked  []int     // all slots, best first
	Fitness []float64 // by slot, each in [0, 1]
	Groups  [][]int   // the slots of each group, best first
}

// The kinds of selection.
const (
	SelectTop        = "top"
	SelectTruncation = "truncation"
	SelectTournament = "tournament"
	SelectRoulette   = "roulette"
	SelectRank       = "rank"
	SelectSUS        = "sus"
)

// SelectionKinds lists the kinds of selection.
var SelectionKinds = []string{SelectTop, SelectTruncation, SelectTournament, SelectRoulette, SelectRank, SelectSUS}

func newSelector(o SelectionOptions) Selector {
	switch o.Kind {
	case SelectTop:
		return Top{Count: o.Count}
	case SelectTournament:
		return KTournament{Count: o.Count, Size: o.Size}
	case SelectRoulette:
		return Roulette{Count: o.Count}
	case SelectRank:
		return Rank{Count: o.Count, Pressure: o.Pressure}
	case SelectSUS:
		return SUS{Count: o.Count}
	}
	return Truncation{Count: o.Count}
}

// spin returns the index in which a point of [0, total) falls when the shares
// lie side by side.
func spin(shares []float64, point float64) int {
	last := 0
	for i, s := range shares {
		if s <= 0 {
			continue
		}
		if point < s {
			return i
		}
		point -= s
		last = i
	}
	return last // a point at the very end, by rounding
}

// wheel gives every slot a share in proportion to its fitness, or equal shares
// where nobody has any.
func wheel(fitness []float64) (shares []float64, total float64) {
	shares = make([]float64, len(fitness))
	for i, f := range fitness {
		shares[i] = max(f, 0)
		total += shares[i]
	}
	if total > 0 {
		return shares, total
	}
	for i := range shares {
		shares[i] = 1
	}
	return shares, float64(len(shares))
}
