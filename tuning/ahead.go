package tuning

import (
	"errors"

	"github.com/lanista/lanista/tournament"
)

// Ahead is implemented by strategies that can return a round of games before they have received the
// results of the rounds before it. Processors that have no game left in one round can then play
// games of the next. [Problem.Ahead] limits the number of rounds that are requested early.
//
// Tell receives the results of the rounds in their order, at fixed points between the requests. A
// run therefore does not depend on time or on the number of processors.
type Ahead interface {
	// Ahead returns the number of rounds that may be requested in addition to the next round,
	// before the results of the next round are known. It is Problem.Ahead, or 0 if the strategy
	// cannot return rounds early.
	Ahead() int
	// AskAhead returns the n-th round of games after the next one, so AskAhead(0) is equivalent
	// to Ask. Repeated calls return the same round. The error is [NotYet] if the strategy must
	// learn from an earlier round first, and [Done] if there is no such round.
	AskAhead(n int) (Batch, error)
}

// NotYet is the error that AskAhead returns if the strategy needs the results of an earlier round
// first.
//
//lint:ignore ST1012 it is no failure
var NotYet = errors.New("the strategy must learn from a round in play first")

// AheadOf returns how many rounds beyond the next one a strategy can return early: s.Ahead() if s
// implements [Ahead], and 0 otherwise.
func AheadOf(s Strategy) int {
	if a, ok := s.(Ahead); ok {
		return a.Ahead()
	}
	return 0
}

// askAhead returns a round of games that is requested early: the n-th round after the next one, or
// the next one itself for n = 0. n must not exceed [AheadOf].
func askAhead(s Strategy, n int) (Batch, error) {
	if n == 0 {
		return s.Ask()
	}
	return s.(Ahead).AskAhead(n)
}

// InPlay is a queue of the rounds that a strategy has returned and whose results it has not yet
// received. Use it in a loop that plays several rounds at once.
type InPlay struct {
	strategy Strategy
	most     int // largest number of rounds in the queue
	// Batches contains the rounds in the queue, oldest first, as the strategy returned them.
	Batches []Batch
}

// NewInPlay returns an empty queue of rounds for a strategy.
func NewInPlay(s Strategy) *InPlay { return &InPlay{strategy: s, most: 1 + AheadOf(s)} }

// Fill requests rounds of games from the strategy, appends them to the queue and returns them.
// There may be none. Fill stops when the queue contains the next round and all rounds that the
// strategy can return ahead. It also stops if the strategy has no further round at present, and
// before a round for which fits returns false. If fits is nil, every round fits.
func (q *InPlay) Fill(fits func(Batch) bool) ([]Batch, error) {
	if q.strategy == nil {
		return nil, errors.New("no strategy has rounds to play")
	}
	from := len(q.Batches)
	for len(q.Batches) < q.most {
		batch, err := askAhead(q.strategy, len(q.Batches))
		if errors.Is(err, Done) || errors.Is(err, NotYet) || err == nil && fits != nil && !fits(batch) {
			break
		}
		if err != nil {
			return nil, err
		}
		q.Batches = append(q.Batches, batch)
	}
	return q.Batches[from:], nil
}

// Tell passes the results of the oldest round in the queue to the strategy and removes the round.
// It returns the error of the strategy, and an error if the queue is empty.
func (q *InPlay) Tell(results []tournament.Result) error {
	if len(q.Batches) == 0 {
		return errors.New("no round is in play")
	}
	err := q.strategy.Tell(q.Batches[0], results)
	q.Batches = q.Batches[1:]
	return err
}
