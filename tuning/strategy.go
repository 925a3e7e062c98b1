package tuning

import (
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// Done is returned by Ask when a strategy has nothing more to ask.
//
//lint:ignore ST1012 it is no failure, and reads like io.EOF
var Done = errors.New("the strategy is done")

// Problem describes the weights that a strategy tunes and its budget.
type Problem struct {
	Space engines.Space // the weights, with the ranges to search
	// ScaleFree says that only the direction of a vector matters.
	ScaleFree bool
	Start     engines.Weights // where to start, nil for the defaults
	Seats     int             // at one table; 0 means 2. [NewIndependentPairings] makes a strategy for 1.
	// Symmetric says that it does not matter who sits where, so that a deal is
	// played in one seat order.
	Symmetric bool
	// Graded says that the worth of a game may be any number in [0, 1], because the
	// objective is by score; otherwise it is that of places.
	Graded bool
	// Opponents are fixed agents to train against. They are already complete. A
	// strategy that does not seat them itself is made by [NewIndependentPairings].
	Opponents []engines.Agent
	// Shares say how often each opponent is met, in proportion; nil for equally often.
	Shares []float64
	// Worst says that the worst of the scores against the opponents is to be as good as
	// possible, not their mean.
	Worst  bool
	Games  int // games that may be played in all; 0 means no limit
	Rounds int // rounds that may be played; 0 means no limit
	// Ahead is the number of rounds that may be asked for beyond the next one before
	// that is told, see the interface of that name. More keep more slots busy and learn
	// later; it is part of the result.
	Ahead int
	Seed  uint64
}

// Strategy is a method of tuning that learns from games. Its methods are
// called by one goroutine: Ask, Tell, Ask, Tell, ... A strategy is a pure
// function of its options, its Problem and what it has been told.
type Strategy interface {
	// Ask returns the pairings to play next, or Done.
	Ask() (Batch, error)
	// Tell takes the results of the batch that Ask returned last, in pairing
	// order, whatever finished first.
	Tell(Batch, []tournament.Result) error
	// Best is the answer so far.
	Best() Estimate
	// Snapshot is the state after the last Tell as versioned JSON.
	Snapshot() ([]byte, error)
	// Restore replaces the state of a strategy newly made with the same options
	// and Problem by that of a snapshot. It refuses a snapshot of another
	// strategy or of a newer version.
	Restore(snapshot []byte) error
}

// Batch is one request of a strategy: pairings of a list of agents.
type Batch struct {
	Round    int // from 1
	Field    []engines.Agent
	Pairings []tournament.Pairing
}

// Games is the number of games that the batch is played in.
func (b Batch) Games() int {
	n := 0
	for _, p := range b.Pairings {
		n += p.Played()
	}
	return n
}

// Estimate is an answer and how sure the strategy is of it. It rests on the
// games of the search, so it flatters: see Verify.
type Estimate struct {
	Weights engines.Weights
	Fitness float64 // in the strategy's own measure, a score in [0, 1] where it has one
	Games   int     // games behind it
	// Error is the standard error of every weight by the games of the whole run, see
	// [Report]; nil where nobody has worked it out, NaN for a weight of which nothing
	// is known.
	Error []float64
	// Name says what it is: "the fittest genome", "the average of the last steps".
	Name string
}

// Member is one vector that a strategy keeps, with its record of the round.
type Member struct {
	ID      int // never used again for another vector
	Born    int // the round in which it was made, from 1
	Weights engines.Weights
	Games   int
	Wins    int // for more than two seats, games won outright
	Draws   int
	Losses  int
	Fitness float64
}

// Populated is implemented by strategies that keep a population.
type Populated interface {
	// Population lists the members as they stood when the last batch was told,
	// best first, each with its record of that round.
	Population() []Member
}

// Finalists is implemented by strategies that have more than one candidate for the
// answer: the verification lets them play for it. The first is the strategy's
// own answer.
type Finalists interface {
	Finalists() []Estimate
}

// Fixed is implemented by strategies whose procedure prescribes the answer: the
// verification measures it and does not choose.
type Fixed interface{ AnswerIsFixed() bool }

// Planner is implemented by strategies that know how many games they will ask for in
// all, within the limits of their Problem.
type Planner interface{ PlannedGames() int }

// MaxRound is the most games that a round should have: its pairings and their results
// are in memory until it is stored, some 500 bytes for each.
const MaxRound = 1_000_000

// Sized is implemented by strategies that know how many games their largest round will
// have, before they make it.
type Sized interface{ LargestRound() int }

// Reporter is implemented by strategies with more to say about the weights, such as
// importances and interactions.
type Reporter interface {
	Report() Report
}

// Report describes the weights by a strategy's model of all games.
type Report struct {
	// Error says how far from the answer the best weights may lie: 1.96 errors on
	// either side of a weight hold the best with a probability of 95%, if strength is
	// what the strategy's model takes it to be. Where only directions count it is that
	// of the weight's share, times the sum of all weights' sizes. It is NaN for a
	// weight of which nothing is known, and nil where the strategy cannot say.
	Error []float64
	// Importance is the loss in Elo, to second order, of moving one weight from the
	// answer by a quarter of the range that was searched, the others staying; NaN
	// where nothing is known of it, and nil where the strategy's model cannot say.
	Importance []float64
	// ImportanceError is the standard error of every Importance.
	ImportanceError []float64
	// Interaction is the matrix of mixed terms on the same scale.
	Interaction [][]float64
	// Octaves say how rough strength is, scale by scale, from the longest; nil where
	// the strategy's model has none.
	Octaves []Octave
	// Map is strength over two weights, nil where the strategy has no model of it.
	Map *Map
}

// Octave is how much strength varies on one scale.
type Octave struct {
	Scale float64 `json:"scale"` // the length on which it varies, as a share of the ranges
	Elo   float64 `json:"elo"`   // the standard deviation of the part that varies so
}

// Map is the strength that a model predicts over a grid of two weights, the others as in
// the answer.
type Map struct {
	Weights [2]int      `json:"weights"` // by their places in the space
	X       []float64   `json:"x"`       // values of the first
	Y       []float64   `json:"y"`       // values of the second
	Elo     [][]float64 `json:"elo"`     // over the answer, a row for every value of the second
}
