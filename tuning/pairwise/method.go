package pairwise

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Proposal contains the points (weight vectors) that play in a round, and the pairs of points that
// play against each other.
type Proposal struct {
	Points []engines.Weights `json:"points"`
	Pairs  []Pair            `json:"pairs"`
}

// Pair identifies two points that play against each other, by their indices in a [Proposal].
type Pair struct {
	A int `json:"a"`
	B int `json:"b"`
	// Deal is the seed of the pair's deal; see [Setup.Deal]. Pairs with equal seeds play on the
	// same deal.
	Deal uint64 `json:"deal"`
}

// Method is a search method for good weights that learns from the scores of pairs of points (weight
// vectors) that play against each other. Its state must depend only on its setup, its options and
// the scores.
type Method interface {
	// Propose returns the pairs of points for a round, counted from 1, and none if the method is
	// finished. It does not change the state: a second call returns the same pairs.
	Propose(round int) Proposal
	// Learn receives a round that Propose returned. scores contains, for every pair, the mean
	// score of its first point over the games of the pair, in [0, 1].
	Learn(round int, p Proposal, scores []float64) error
	// Best returns the best weights so far. The [Driver] fills in the number of games.
	Best() tuning.Estimate
	// PlannedPairs returns the number of pairs of points that play in the whole run.
	PlannedPairs() int
	// LargestRound returns the number of pairs of the largest round.
	LargestRound() int
}

// Pipelined is implemented by methods that can propose a round before they have learned from all
// earlier rounds. The results of rounds are still passed to Learn in the order of the rounds.
type Pipelined interface {
	// Ready reports whether the method can propose a round now. All rounds before it have already
	// been proposed. Ready is called only while other rounds are unfinished; otherwise a round can
	// always be proposed.
	Ready(round int) bool
}

// Saver is implemented by methods with a small state, which is stored in the snapshot. All other
// methods are restored by learning the scores of all rounds again.
type Saver interface {
	// Save returns the state as a value that [encoding/json] can encode.
	Save(p Progress) any
	// Load replaces the state of the method by a saved state. It calls decode with a pointer to a
	// value of the type that Save returns. For a state of another problem it returns an error and
	// changes nothing.
	Load(decode func(state any) error) (Progress, error)
}

// Centred is implemented by methods that search around a centre and are not a [Saver]. Restore
// passes such a method the scores of all rounds again, and then checks whether its centre equals
// the centre in the snapshot. For a method that is neither Centred nor a Saver, Restore compares
// the best weights.
type Centred interface{ Centre() []float64 }

// Recorder is implemented by methods that need the numbers of won, drawn and lost games of each
// pair of points besides the pair's score.
type Recorder interface {
	// Record receives the game results of every pair of the round. It is called before Learn.
	Record(records []Record)
}

// Valuer is implemented by methods that can learn from each point's own score, and not only from
// comparisons of two points (weight vectors). It is used if Problem.Valued is set.
type Valuer interface {
	// Value receives the mean scores of the points A and B of every pair of the round. It is
	// called before Learn. A score is negative infinity if the point forfeited a game, and NaN if
	// it is unknown.
	Value(values [][2]float64)
}

// Record counts the games that the first of two points won, drew and lost against the second. With
// more than two seats, a score above one half counts as a win, and a score below it as a loss.
type Record struct{ Wins, Draws, Losses int }

// Progress counts the rounds and games that a strategy has learned from.
type Progress struct {
	Round int `json:"round"` // number of rounds
	Games int `json:"games"`
}

// Outcome contains the result of one pair of points. It has the points A and B in unit coordinates,
// the number of games between them, and the mean score of A in [0, 1].
type Outcome struct {
	A, B  []float64
	Score float64
	Games int
}

// Log contains the results of all pairs of points that have played, for methods that fit a model to
// them.
type Log []Outcome

// Add appends the pairs of a finished round with their scores. games is the number of games that
// each pair played.
func (l *Log) Add(b *Box, p Proposal, scores []float64, games int) {
	for i, pair := range p.Pairs {
		*l = append(*l, Outcome{A: b.Unit(p.Points[pair.A]), B: b.Unit(p.Points[pair.B]), Score: scores[i], Games: games})
	}
}
