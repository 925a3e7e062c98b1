package tuning

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// Done is the error that Ask returns if the strategy has no more games to play.
//
//lint:ignore ST1012 it is no failure, and reads like io.EOF
var Done = errors.New("the strategy is done")

// Problem describes the weights that a strategy tunes and the games that it may play. The
// strategies of this module keep a copy of the problem, so that a caller may change its slices
// afterwards.
type Problem struct {
	Space engines.Space // the weights with the ranges to search
	// Constraints restricts the weight vectors of Space further; nil means no restriction. The
	// start weights must satisfy the constraints, and so does every vector that a strategy
	// proposes.
	Constraints *constraints.Set
	// ScaleFree states that multiplying all weights by a positive number changes no game.
	// Strategies that are built on package pairwise then scale their vectors; see the method
	// Normalise of its Box.
	ScaleFree bool
	Start     engines.Weights // where the search begins; nil for the defaults
	// Steps contains the typical first change of every weight, in the unit of the weight: the
	// standard deviation or distance with which a strategy begins to search. With spsa it is the
	// distance in the last round. 0 selects the default of the strategy, and nil selects it for all
	// weights. See [engines.Space.CheckSteps].
	Steps []float64
	Seats int // seats of a game; 0 means 2. For 1 use [NewIndependentPairings].
	// Symmetric states that seats do not matter, so that each pairing is played in one seat order
	// only.
	Symmetric bool
	// Graded states that the score of a game may be any number in [0, 1], because it depends on
	// game points. Otherwise scores follow from places.
	Graded bool
	// Valued states that the results of a pairing contain a score of each agent, which can be
	// compared with the scores of all other agents on the same deal. A strategy that implements
	// the interface [Valued] then receives these scores. [NewIndependentPairings] sets it.
	Valued bool
	// Opponents contains fixed agents to train against. Only [NewIndependentPairings] and package
	// genetic with the grouping Gauntlet use them. Other strategies of this module play games
	// between their own agents and return an error for a problem with opponents.
	Opponents []engines.Agent
	// Shares contains the relative frequencies of the opponents; nil means equal frequencies.
	Shares []float64
	// Worst selects the goal of the search: true maximizes the lowest score against any opponent,
	// and false maximizes the mean score.
	Worst  bool
	Games  int // limit of games, at most 1e12; 0 means none
	Rounds int // limit of rounds, at most 1e12; 0 means none
	// Ahead is the number of rounds beyond the next that may be requested before the results of
	// the next are known; see the interface [Ahead]. A larger number keeps more processors busy
	// and delays learning. It changes the result.
	Ahead int
	Seed  uint64
}

// Clone returns a copy of the problem that shares no memory with it, except for the Constraints,
// which cannot be changed.
func (p Problem) Clone() Problem {
	p.Space = slices.Clone(p.Space)
	for i := range p.Space {
		w := &p.Space[i]
		w.Choices, w.Tried = slices.Clone(w.Choices), slices.Clone(w.Tried)
	}
	p.Opponents = slices.Clone(p.Opponents)
	for i := range p.Opponents {
		a := &p.Opponents[i]
		a.Weights, a.Settings = slices.Clone(a.Weights), maps.Clone(a.Settings)
	}
	p.Start, p.Steps, p.Shares = slices.Clone(p.Start), slices.Clone(p.Steps), slices.Clone(p.Shares)
	return p
}

// Validate returns an error for a space, start weights, first steps, constraints or limits that no
// strategy can use. A strategy may have further requirements, such as a free weight.
func (p Problem) Validate() error {
	counts := keys.Within(0, keys.MaxCount)
	if err := errors.Join(
		counts.Check("games", float64(p.Games)),
		counts.Check("rounds", float64(p.Rounds)),
		counts.Check("ahead", float64(p.Ahead)),
		keys.Within(0, engines.MaxSeats).Check("seats", float64(p.Seats)),
		p.Space.Valid(),
	); err != nil {
		return err
	}
	start := p.Start
	if start == nil {
		start = p.Space.Default()
	}
	if err := p.Space.Check(start); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if err := p.Space.CheckSteps(p.Steps); err != nil {
		return fmt.Errorf("steps: %w", err)
	}
	if err := p.Constraints.Check(start); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// Strategy is a tuning method that learns from games. Call its methods from one goroutine in the
// order Ask, Tell, Ask, Tell, and so on; only the interface [Ahead] allows several rounds before a
// Tell. The pairings are a pure function of the options, the Problem and the results passed to
// Tell.
type Strategy interface {
	// Ask returns the pairings to play next, or [Done]. A pairing has an agent for each of the
	// Problem's seats. To compare two agents in games of more than two seats, one of them may have
	// several seats.
	Ask() (Batch, error)
	// Tell adds the results of the oldest batch that Ask has returned and Tell has not received yet.
	// The results are in the order of the batch's pairings.
	Tell(Batch, []tournament.Result) error
	// Best returns the best weights that the strategy has found so far. They lie in the problem's Space.
	// The field Games of the estimate is 0 before the first call of Tell.
	Best() Estimate
	// Snapshot returns the state of the strategy after the last Tell, as JSON with a version
	// number. A resumed run must play the same pairings and end with the same result. So the state
	// must contain all data that later calls of Ask, Tell and Best use, except the options, the
	// Problem and what can be computed from them. Random numbers need no state if they are derived
	// from the seed and the number of the round.
	Snapshot() ([]byte, error)
	// Restore replaces the state of a new strategy with the same options and Problem by a
	// snapshot. It returns an error for a snapshot of another strategy, Problem or version.
	Restore(snapshot []byte) error
}

// Batch is a round of games that a strategy requests: pairings of the agents in Field.
type Batch struct {
	Round    int                  // counted from 1
	Field    []engines.Agent      // the agents that play in the round
	Pairings []tournament.Pairing // their agents are indices into Field
}

// Games returns the number of games of the batch, summed over its pairings and their seat orders.
func (b Batch) Games() int {
	n := 0
	for _, p := range b.Pairings {
		n += p.Played()
	}
	return n
}

// check returns an error if the number of the round differs from the argument, or if the round has
// no pairings.
func (b Batch) check(number int) error {
	switch {
	case b.Round != number:
		return fmt.Errorf("the strategy returned round %d; rounds are counted from 1, after Options.Round rounds of a resumed run", b.Round)
	case len(b.Pairings) == 0:
		return errors.New("the strategy returned no pairings; a strategy without further rounds returns Done")
	}
	return nil
}

// Estimate contains weights and their estimated quality. The estimate comes from the games of the
// search and is too optimistic; [Verify] measures the weights in new games.
type Estimate struct {
	Weights engines.Weights
	// Fitness is the strategy's own measure of quality. For strategies with a model of strength it
	// is the predicted score against the start weights, in [0, 1]. It is 0.5 for strategies that do
	// not estimate the quality of their best weights.
	Fitness float64
	Games   int // number of games that the estimate rests on
	// Error contains the standard error of every weight, from all games of the run; see [Report].
	// It is nil if it was not computed, and NaN for a weight without information. It is not the
	// error of Fitness: no strategy reports a standard error of the strength of its best weights
	// (auto has one of the predicted gain over the start weights, for its own decisions). During a
	// search only checkpoints measure the strength, with a number of games fixed beforehand.
	Error []float64
	// Name describes the weights, such as "the fittest genome" or "the average of the last
	// steps".
	Name string
}

// Different returns the list without estimates whose weights equal those of an earlier estimate.
func Different(list []Estimate) []Estimate {
	var out []Estimate
	for _, e := range list {
		if !slices.ContainsFunc(out, func(o Estimate) bool { return slices.Equal(o.Weights, e.Weights) }) {
			out = append(out, e)
		}
	}
	return out
}

// Member is a weight vector in a population, with its game results in one round.
type Member struct {
	ID      int // unique in the run
	Born    int // the round in which it was made, from 1
	Weights engines.Weights
	Games   int
	Wins    int // games won; with more than two seats, games with the first place alone
	Draws   int
	Losses  int
	Fitness float64 // as in Estimate
}

// Populated is implemented by strategies that keep a population.
type Populated interface {
	// Population returns the members at the time of the last Tell, best first, with their game
	// results in that round.
	Population() []Member
}

// Candidates is implemented by strategies with more than one candidate for the result. The
// verification chooses among them. The first candidate is the one that the strategy prefers.
type Candidates interface {
	Candidates() []Estimate
}

// Fixed is implemented by strategies that may determine the result of a run themselves. If
// ResultIsFixed returns true, the verification measures this result and does not choose another
// candidate.
type Fixed interface{ ResultIsFixed() bool }

// Planner is implemented by strategies that can compute numbers of games in advance, within the
// limits of their Problem. The methods return 0 for an unknown number.
type Planner interface {
	PlannedGames() int // games of the whole run
	// LargestRound returns the games of the largest round. It is called before the first round of a
	// process, so a strategy whose rounds grow returns the size that they can reach.
	LargestRound() int
}

// GamesError reports that a problem has too few games for a strategy.
type GamesError struct {
	Games     int    // number of games of the problem
	Least     int    // number of games that suffices
	Purpose   string // use of the games, such as "to compare 3 combinations of choices"
	Otherwise string // advice for a user who has no more games; "" for none
}

// Error returns a sentence with the number of games of the problem and the number that would
// suffice.
func (e *GamesError) Error() string {
	text := fmt.Sprintf("%d games are too few %s; give at least %d games", e.Games, e.Purpose, e.Least)
	if e.Otherwise != "" {
		text += ", or " + e.Otherwise
	}
	return text
}

// MaxRound is the largest recommended number of games in a round. The pairings and results of a
// round are in memory until the round is stored, about 500 bytes for each game.
const MaxRound = 1_000_000

// Valued is implemented by strategies that can learn from each agent's own score, and not only from
// comparisons of two agents. It is used if Problem.Valued is set.
type Valued interface {
	// TellValues does the same as Tell. values contains, for every pairing of the batch, the mean
	// scores of its two agents. The score is negative infinity for an agent that forfeited a game,
	// and NaN if it is unknown.
	TellValues(b Batch, results []tournament.Result, values [][2]float64) error
}

// Reporter is implemented by strategies that fit a model of strength and can describe the weights
// with it. For example, the model predicts the loss in Elo if one weight changes.
type Reporter interface {
	Report() Report
}

// Report describes the weights by the model that a strategy fitted to all games.
type Report struct {
	// Error contains the standard error of every weight. The interval of 1.96 errors on either
	// side of a weight contains the best value with a probability of 95%, if the strategy's model
	// is right. If only the ratios of the weights matter, it is the error of the weight's share,
	// times the sum of the absolute weights. It is NaN for a weight without information, and nil
	// if the strategy cannot compute it.
	Error []float64
	// Importance contains the loss in Elo, to second order, if one weight moves from its best value
	// by a quarter of the searched range, as a mean of the moves up and down. It is NaN for a
	// weight without information, and nil if the strategy cannot compute it.
	Importance []float64
	// ImportanceError contains the standard errors of Importance.
	ImportanceError []float64
	// Interaction contains a value in Elo for every two weights: the loss if both move up by a
	// quarter of their range, minus the losses if each moves alone. A negative value means that the
	// two changes compensate each other. It is a symmetric matrix with a row and a column for every
	// weight of the space. It has 0 for unknown values and on the diagonal, and is nil if the
	// strategy cannot compute it.
	Interaction [][]float64
	// Curves contains a curve for each weight: the predicted strength over its range, with the
	// other weights as in the result. It is nil if the strategy has no model of strength.
	Curves []Curve
	// Octaves shows how much strength varies on each length scale, from the longest to the
	// shortest. It is nil if the model has no length scales.
	Octaves []Octave
	// Map contains the predicted strength over two weights. It is nil if the strategy has no
	// model of the strength.
	Map *Map
}

// Octave describes how much strength varies over the weights on one length scale. Long scales
// belong to broad changes of strength over the ranges, and short scales to small local ones. Each
// scale is half of the one before, hence the name.
type Octave struct {
	Scale float64 `json:"scale"` // length scale, as a share of the ranges
	Elo   float64 `json:"elo"`   // standard deviation of this part of strength
}

// Map contains the strength that a model predicts over a grid of two weights. The other
// weights have their best values.
type Map struct {
	Weights [2]int      `json:"weights"` // indices into the space
	X       []float64   `json:"x"`       // values of the first weight
	Y       []float64   `json:"y"`       // values of the second weight
	Elo     [][]float64 `json:"elo"`     // relative to the best weights; one row for every value of the second
}
