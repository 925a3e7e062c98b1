package othello

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// The model classic evaluates positions by features that Othello players and programs have used
// since the 1970s. Each feature is a difference between the side to move and the opponent. It has
// a weight for the start of the game and one for its end, interpolated linearly by the number of
// discs. The unit is a disc of the final score.
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

var classicNames = [classicTerms]string{
	0: "a1", 1: "b1", 2: "c1", 3: "d1", 4: "b2", 5: "c2", 6: "d2", 7: "c3", 8: "d3", 9: "d4",
	mobility: "mobility", potential: "potential", frontier: "frontier", stability: "stability",
	cornerMoves: "corner_moves", xOpen: "x_open", cOpen: "c_open", parity: "parity", discs: "discs",
}

var classicDocs = [classicTerms]string{
	mobility: "a legal move", potential: "an empty square next to an opponent's disc", frontier: "a disc next to an empty square",
	stability: "a disc that can never be turned", cornerMoves: "a corner that can be taken now",
	xOpen: "a disc on an X square beside an empty corner", cOpen: "a disc on a C square beside an empty corner",
	parity: "1 if the side plays last without passes, otherwise -1", discs: "a disc",
}

// classicTermsOf computes the terms of the model classic for the side to move. The terms are
// differences, such as own moves minus the opponent's moves.
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

// progress returns how far a game with count discs on the board has progressed, from 0 at the start
// (4 discs) to 1 at the end (64 discs).
func progress(count int) float64 { return max(0, float64(count-4)/60) }

func classicSpace() engines.Space {
	space := make(engines.Space, 0, 2*classicTerms)
	for term, name := range classicNames {
		doc := classicDocs[term]
		if doc == "" {
			doc = "a disc on " + classDocs[term]
		}
		early, late := classicDefaults[term][0], classicDefaults[term][1]
		space = append(space,
			engines.Weight{Name: name + "_early", Doc: doc + ", at the start", Min: -classicBound, Max: classicBound, Default: early},
			engines.Weight{Name: name + "_late", Doc: doc + ", at the end", Min: -classicBound, Max: classicBound, Default: late})
	}
	return space
}

const classicBound = 50

// classicFeatures writes two features for every term to dst: the term times 1-late for its early
// weight, and the term times late for its late weight. late is the progress of the game from 0 to
// 1.
func classicFeatures(own, opp uint64, dst []float64) {
	var t [classicTerms]int32
	classicTermsOf(own, opp, &t)
	late := progress(bits.OnesCount64(own | opp))
	for i, v := range t {
		dst[2*i], dst[2*i+1] = float64(v)*(1-late), float64(v)*late
	}
}

// classicDefaults contains the default early and late weights in discs. They were fitted by least
// squares to the final scores of games that the program played against itself.
var classicDefaults = [classicTerms][2]float64{
	0:           {22.11, -0.23},
	1:           {-2.65, 0.21},
	2:           {-1.28, -0.56},
	3:           {-1.66, -0.14},
	4:           {-0.99, 0.22},
	5:           {-3.53, 0.14},
	6:           {-2.75, 0.08},
	7:           {-1.47, -0.11},
	8:           {-2.54, 0.27},
	9:           {-2.92, 0.09},
	mobility:    {0.17, 1.97},
	potential:   {0.86, -1.15},
	frontier:    {-1.22, -0.87},
	stability:   {1.31, 1.03},
	cornerMoves: {6.34, 2.99},
	xOpen:       {-24.39, 3.54},
	cOpen:       {-4.92, 0.12},
	parity:      {-1.40, 0.50},
	discs:       {2.33, -0.03},
}
