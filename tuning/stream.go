package tuning

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/lanista/lanista/tournament"
)

// streamed is the state of a run that plays several rounds of a strategy at the same time.
type streamed struct {
	loop   *loop
	rounds *InPlay
	dealt  []Batch // the rounds in play with their deals
	stream tournament.Stream
	told   int       // number of pairings of finished rounds
	now    Round     // the first round in play with its results so far
	begun  time.Time // time when that round became the first
}

// ahead runs a strategy with several rounds in play at once. It passes the finished rounds to yield
// in their order.
func (l *loop) ahead(ctx context.Context, yield func(Round, error) bool) {
	s := &streamed{loop: l, rounds: NewInPlay(l.strategy)}
	if err := s.fill(); err != nil {
		yield(Round{}, err)
		return
	}
	options := tournament.Options{Terms: l.options.Terms, Forfeits: &l.forfeits, Batch: "rounds from " + strconv.Itoa(l.done+1)}
	for res, err := range tournament.RunStream(ctx, l.executor, &s.stream, options) {
		if err == nil && !s.enter(res) {
			continue
		}
		var round Round
		if err == nil {
			round, err = s.tell()
		}
		if !l.yield(yield, round, err) {
			return
		}
		if err := s.fill(); err != nil {
			yield(Round{}, err)
			return
		}
	}
}

// fill requests rounds from the strategy as long as the budget allows, and adds their pairings to
// the stream of games. If no round is being played, it closes the stream.
func (s *streamed) fill() error {
	more, err := s.rounds.Fill(s.fits)
	if err != nil {
		return fmt.Errorf("tuning: round %d: %w", s.loop.done+1, err)
	}
	for _, b := range more {
		if err := b.check(s.loop.done + len(s.dealt) + 1); err != nil {
			return fmt.Errorf("tuning: round %d: %w", s.loop.done+len(s.dealt)+1, err)
		}
		b = s.loop.deals.batch(b)
		s.dealt = append(s.dealt, b)
		s.stream.Add(b.Field, b.Pairings)
	}
	if len(s.dealt) == 0 {
		s.stream.Close()
		return nil
	}
	if b := s.dealt[0]; s.now.Number != b.Round {
		s.now, s.begun = newRound(b), time.Now()
	}
	return nil
}

// fits reports whether the budget allows the round b after the rounds that are finished or being
// played.
func (s *streamed) fits(b Batch) bool {
	games, rounds := s.loop.total+b.Games(), s.loop.done+1
	for _, other := range s.rounds.Batches {
		games += other.Games()
		rounds++
	}
	budget := s.loop.options.Budget
	return (budget.Games == 0 || games <= budget.Games) && (budget.Rounds == 0 || rounds <= budget.Rounds) && !s.loop.late()
}

// enter adds the next result to the round that it belongs to, and reports whether this round is
// now finished. If play stops early, some results may be missing; enter ignores all results after
// a missing one.
func (s *streamed) enter(res tournament.Result) (finished bool) {
	i := len(s.now.Results)
	if res.Index != s.told+i {
		return false
	}
	res.Index, res.Pairing = i, s.now.Batch.Pairings[i]
	s.loop.add(&s.now, res)
	return len(s.now.Results) == len(s.now.Batch.Pairings)
}

// tell passes the results of the oldest unfinished round to the strategy, and returns the completed
// round.
func (s *streamed) tell() (Round, error) {
	s.told += len(s.now.Results)
	s.dealt = s.dealt[1:]
	return s.loop.learn(s.now, s.begun, s.rounds.Tell)
}
