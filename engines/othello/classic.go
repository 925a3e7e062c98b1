package othello

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// These are the indices of the terms of the model classic. The first ten count the discs on each
// class of squares. Every term except parity is a difference between the side to move and the
// opponent. Every term has an early and a late weight, in discs of the final score, which are
// interpolated linearly by the number of discs on the board. Exported agents compute the same 19
// terms (internal/exported/source/agent.go).
const (
	mobility    = 10 + iota // legal moves
	potential               // empty squares next to the other side's discs
	frontier                // discs next to an empty square
	stability               // discs that can never be turned
	cornerMoves             // corners that could be taken now
	xOpen                   // X squares beside an empty corner
	cOpen                   // C squares beside an empty corner
	parity                  // +1 for the side that plays last if no side passes
	discs                   // discs

	classicTerms
)

// classicTable contains the name, the description and the default weights of each term of the model
// classic. The weights are in discs. They were fitted by least squares to the final scores of games
// that the program played against itself.
var classicTable = [classicTerms]struct {
	name, doc   string
	early, late float64
}{
	0:           {"a1", "a disc on " + classDocs[0], 22.11, -0.23},
	1:           {"b1", "a disc on " + classDocs[1], -2.65, 0.21},
	2:           {"c1", "a disc on " + classDocs[2], -1.28, -0.56},
	3:           {"d1", "a disc on " + classDocs[3], -1.66, -0.14},
	4:           {"b2", "a disc on " + classDocs[4], -0.99, 0.22},
	5:           {"c2", "a disc on " + classDocs[5], -3.53, 0.14},
	6:           {"d2", "a disc on " + classDocs[6], -2.75, 0.08},
	7:           {"c3", "a disc on " + classDocs[7], -1.47, -0.11},
	8:           {"d3", "a disc on " + classDocs[8], -2.54, 0.27},
	9:           {"d4", "a disc on " + classDocs[9], -2.92, 0.09},
	mobility:    {"mobility", "a legal move", 0.17, 1.97},
	potential:   {"potential", "an empty square next to an opponent's disc", 0.86, -1.15},
	frontier:    {"frontier", "a disc next to an empty square", -1.22, -0.87},
	stability:   {"stability", "a disc that can never be turned", 1.31, 1.03},
	cornerMoves: {"corner_moves", "a corner that can be taken now", 6.34, 2.99},
	xOpen:       {"x_open", "a disc on an X square beside an empty corner", -24.39, 3.54},
	cOpen:       {"c_open", "a disc on a C square beside an empty corner", -4.92, 0.12},
	parity:      {"parity", "1 if the side plays last without passes, otherwise -1", -1.40, 0.50},
	discs:       {"discs", "a disc", 2.33, -0.03},
}

// classicTermsOf stores the terms of the model classic in t, for the side to move. Every term
// except parity is the side's number minus the opponent's, such as of legal moves.
func classicTermsOf(own, opp uint64, t *[classicTerms]int32) {
	empty := ^(own | opp)
	for class := range 10 {
		t[class] = int32(tally(own, opp, board.ClassMask[class]))
	}
	mine, theirs := board.Moves(own, opp), board.Moves(opp, own)
	t[mobility] = int32(bits.OnesCount64(mine) - bits.OnesCount64(theirs))
	t[cornerMoves] = int32(tally(mine, theirs, board.Corners))
	t[potential] = int32(bits.OnesCount64(board.Dilate(opp)&empty) - bits.OnesCount64(board.Dilate(own)&empty))
	t[frontier] = int32(tally(own, opp, board.Dilate(empty)))
	t[stability] = int32(bits.OnesCount64(board.Stable(own, opp)) - bits.OnesCount64(board.Stable(opp, own)))
	t[xOpen], t[cOpen] = 0, 0
	if open := empty & board.Corners; open != 0 {
		xs := board.Diagonal(open)
		t[xOpen] = int32(tally(own, opp, xs))
		t[cOpen] = int32(tally(own, opp, board.Dilate(open)&^xs))
	}
	t[parity] = int32(bits.OnesCount64(empty)&1)*2 - 1
	t[discs] = int32(bits.OnesCount64(own) - bits.OnesCount64(opp))
}

// progress returns the stage of a game with count discs on the board, from 0 with at most 4 discs
// to 1 with 64.
func progress(count int) float64 { return max(0, float64(count-4)/60) }

func classicSpace() engines.Space {
	space := make(engines.Space, 0, 2*classicTerms)
	for _, term := range classicTable {
		space = append(space,
			engines.Weight{Name: term.name + "_early", Doc: term.doc + ", at the start", Min: -classicBound, Max: classicBound, Default: term.early},
			engines.Weight{Name: term.name + "_late", Doc: term.doc + ", at the end", Min: -classicBound, Max: classicBound, Default: term.late})
	}
	return space
}

const classicBound = 50

// classicFeatures stores the features of the model classic in dst, two for every term. The first,
// for the early weight, is the term times 1-late. The second, for the late weight, is the term
// times late. late is the result of progress.
func classicFeatures(own, opp uint64, dst []float64) {
	var t [classicTerms]int32
	classicTermsOf(own, opp, &t)
	late := progress(bits.OnesCount64(own | opp))
	for i, v := range t {
		dst[2*i], dst[2*i+1] = float64(v)*(1-late), float64(v)*late
	}
}
