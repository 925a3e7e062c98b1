package tuning

import (
	"errors"

	"github.com/lanista/lanista/tournament"
)

// Ahead is implemented by strategies that can ask for a round before they have learned from
// those before it, so that many slots need not wait for a round's last games. How far
// is [Problem.Ahead]. Rounds are told in their order all the same, and a round is asked
// for as soon as it can be: what it is made of depends on the rounds told by then, and
// not on who played them or when.
type Ahead interface {
	// Ahead is the number of rounds beyond the next that may be asked for before the
	// next is told: that of the problem, or 0 where the strategy cannot.
	Ahead() int
	// AskAhead returns the n-th round after the next, whose number is 0: it is what Ask
	// returns. Once asked for a round stays as it is. The error is [NotYet] where the
	// strategy has to be told of the next round first, and Done where there is no
	// such round.
	AskAhead(n int) (Batch, error)
}

// NotYet is returned by AskAhead when a strategy must learn before it can ask.
//
//lint:ignore ST1012 it is no failure
var NotYet = errors.New("the strategy must learn from a round in play first")

// AheadOf is how many rounds ahead a strategy can be asked.
func AheadOf(s Strategy) int {
	if a, ok := s.(Ahead); ok {
		return a.Ahead()
	}
	return 0
}

// InPlay are the rounds of a strategy that have been asked for and not yet told, in
// their order. It is for loops that play several rounds at once.
type InPlay struct {
	strategy Strategy
	most     int // rounds at once
	Batches  []Batch
}

// NewInPlay begins with no round.
func NewInPlay(s Strategy) *InPlay { return &InPlay{strategy: s, most: 1 + AheadOf(s)} }

// Fill asks for as many rounds as may be in play, as long as each fits, and returns
// those that are new. That there are none left to ask for is no error.
func (q *InPlay) Fill(fits func(Batch) bool) ([]Batch, error) {
	from := len(q.Batches)
	for len(q.Batches) < q.most {
		batch, err := q.ask(len(q.Batches))
		if errors.Is(err, Done) || errors.Is(err, NotYet) || err == nil && !fits(batch) {
			break
		}
		if err != nil {
			return nil, err
		}
		q.Batches = append(q.Batches, batch)
	}
	return q.Batches[from:], nil
}

func (q *InPlay) ask(n int) (Batch, error) {
	if n == 0 {
		return q.strategy.Ask()
	}
	return q.strategy.(Ahead).AskAhead(n)
}

// Tell passes the results of the first round in play to the strategy.
func (q *InPlay) Tell(results []tournament.Result) error {
	err := q.strategy.Tell(q.Batches[0], results)
	q.Batches = q.Batches[1:]
	return err
}
