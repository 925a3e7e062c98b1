package pairwise

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Proposal is the content of a round: points, and the pairs of them that play.
type Proposal struct {
	Points []engines.Weights `json:"points"`
	Pairs  []Pair            `json:"pairs"`
}

// Pair is a pair of points that play, by their indices in the proposal.
type Pair struct {
	A int `json:"a"`
	B int `json:"b"`
	// Deal is the seed of the pair's games, see [Setup.Deal]. Pairs with the same
	// seed are played on the same deal.
	Deal uint64 `json:"deal"`
}

// Method is a tuning method that learns from the scores of pairs. Its state depends only on
// its setup, its options and the scores.
type Method interface {
	// Propose returns the pairs of a round, counted from 1, and no pairs when the method is
	// done. It does not change the state: a second call returns the same.
	Propose(round int) Proposal
	// Learn takes a round that Propose returned, with the score of the first
	// point of every pair: its mean over the games of the pair, in [0, 1].
	Learn(round int, p Proposal, scores []float64) error
	// Best returns the result so far. The driver fills in the number of games.
	Best() tuning.Estimate
	// PlannedPairs returns the number of pairs of the whole run.
	PlannedPairs() int
}

// Pipelined is implemented by methods that can propose a round before they have learned
// from all rounds before it. They learn in the order of the rounds all the same.
type Pipelined interface {
	// Ready reports whether a round can be proposed by what has been learned so far,
	// all rounds before it having been proposed. The next round always can.
	Ready(round int) bool
}

// Sized is implemented by methods that can report the number of pairs of their largest round
// in advance.
type Sized interface{ LargestRound() int }

// Saver is implemented by methods whose state is small: it is their snapshot. All
// other methods are restored by learning the scores of all rounds again.
type Saver interface {
	// Save returns the state for [encoding/json].
	Save(p Progress) any
	// Load replaces the state by what decode fills in, a value such as Save
	// returned. It refuses a state of another problem and then changes nothing.
	Load(decode func(state any) error) (Progress, error)
}

// Centred is implemented by methods that are restored by learning again and that
// search around a centre. The centre stands in the snapshot and tells whether
// learning has led to the same state. For other methods the answer does.
type Centred interface{ Centre() []float64 }

// Recorder is implemented by methods that keep the games behind a score.
type Recorder interface {
	// Record is called before Learn with the games of every pair of the round.
	Record(records []Record)
}

// Record counts the games of the first point of a pair. At a table of more than two seats a
// game counts as won if the point scored more than half.
type Record struct{ Wins, Draws, Losses int }

// Progress counts the rounds and games of a strategy.
type Progress struct {
	Round int `json:"round"` // rounds that it has learned from
	Games int `json:"games"`
}
