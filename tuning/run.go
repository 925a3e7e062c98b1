package tuning

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/lanista/lanista/tournament"
)

// Budget ends a run, whichever limit comes first; zero means no limit. A limit
// is checked between rounds: a round is played whole or not at all.
type Budget struct {
	Rounds int
	Games  int
	Time   time.Duration // of the search; the consumer of its rounds has its own
}

// Options says how a run is played. With the zero value the strategy alone ends the run.
type Options struct {
	tournament.Terms
	Budget Budget
	// Round and Games are what a resumed run has behind it.
	Round int
	Games int
	// Deal, when set, returns the seeds of the run's deals in place of those that the
	// strategy gives its pairings. Dealt is the number of deals of the rounds that a resumed
	// run has behind it.
	Deal  Deal
	Dealt int
	// Events are told of progress, results and rounds.
	Events Events
}

// Round is one round with its results.
type Round struct {
	Number   int
	Batch    Batch
	Results  []tournament.Result
	Games    int // in this round
	Total    int // in the run, this round included
	Best     Estimate
	Snapshot []byte
	Elapsed  time.Duration
}

// Run plays a strategy and yields one Round after each of its rounds; leave the
// loop to stop. When ctx is done the round in play is given up and ctx's error
// is the last value yielded; the rounds before it are unaffected, and a run
// resumed from the last snapshot ends as if nothing had happened.
//
// Of a strategy that can ask ahead ([Ahead]) several rounds are played at once, and
// told and yielded in their order. A round that was in play when the run stopped is
// played again by one that is resumed.
//
// Agents of a strategy that do nothing but fail stop the run with a
// [tournament.ForfeitsError], whatever their weights: no strategy learns from
// games that were not played.
func Run(ctx context.Context, s Strategy, x tournament.Executor, o Options) iter.Seq2[Round, error] {
	return func(yield func(Round, error) bool) {
		if s == nil || x == nil {
			yield(Round{}, errors.New("tuning: a run needs a strategy and an executor"))
			return
		}
		start := time.Now()
		var outside time.Duration // spent by the consumer of the rounds
		l := &loop{
			Options: o, strategy: s, executor: x, done: o.Round, total: o.Games, best: s.Best(), deals: dealer{o.Deal, o.Dealt},
			forfeits: tournament.Forfeits{Limit: o.ForfeitLimit, ByProgram: true, Programs: o.Programs},
		}
		if AheadOf(s) > 0 {
			l.ahead(ctx, start, yield)
			return
		}
		for o.Budget.Rounds == 0 || l.done < o.Budget.Rounds {
			if o.Budget.Time > 0 && time.Since(start)-outside >= o.Budget.Time {
				return
			}
			batch, err := s.Ask()
			if errors.Is(err, Done) {
				return
			}
			if err != nil {
				yield(Round{}, fmt.Errorf("tuning: round %d: %w", l.done+1, err))
				return
			}
			if o.Budget.Games > 0 && l.total+batch.Games() > o.Budget.Games {
				return
			}
			round, err := l.play(ctx, batch)
			yielded := time.Now()
			if !yield(round, err) || err != nil {
				return
			}
			outside += time.Since(yielded)
		}
	}
}

// loop is a strategy being played.
type loop struct {
	Options
	strategy    Strategy
	executor    tournament.Executor
	forfeits    tournament.Forfeits
	done, total int      // rounds and games
	best        Estimate // after them
	deals       dealer
}

// newRound is a round before its first game.
func newRound(b Batch) Round {
	return Round{Number: b.Round, Batch: b, Results: make([]tournament.Result, 0, len(b.Pairings))}
}

// play plays one round and lets the strategy learn from it.
func (l *loop) play(ctx context.Context, batch Batch) (Round, error) {
	start := time.Now()
	r := newRound(l.deals.batch(batch))
	options := tournament.Options{Terms: l.Terms, Forfeits: &l.forfeits, Batch: "round " + strconv.Itoa(r.Number)}
	for res, err := range tournament.Run(ctx, l.executor, batch.Field, tournament.Pairings(r.Batch.Pairings), options) {
		if err != nil {
			return Round{}, err
		}
		l.add(&r, res)
	}
	return l.learn(r, start, func(results []tournament.Result) error { return l.strategy.Tell(batch, results) })
}

// add adds a result to a round and reports it to the events.
func (l *loop) add(r *Round, res tournament.Result) {
	r.Results = append(r.Results, res)
	r.Games += len(res.Games)
	if l.Events.ResultFinished != nil {
		l.Events.ResultFinished(Search, res)
	}
	if l.Events.Progress != nil {
		l.Events.Progress(Progress{
			Phase: Search, Unit: "games", Done: int64(l.total + r.Games), Of: int64(l.Budget.Games),
			Round: r.Number, RoundGames: r.Games, RoundOf: r.Batch.Games(), Best: l.best,
		})
	}
}

// learn lets the strategy learn from a round that has been played since a time.
func (l *loop) learn(r Round, start time.Time, tell func([]tournament.Result) error) (Round, error) {
	if err := l.forfeits.EndRound(); err != nil { // nothing is learned from a broken program
		return Round{}, err
	}
	if err := tell(r.Results); err != nil {
		return Round{}, fmt.Errorf("tuning: round %d: %w", r.Number, err)
	}
	snapshot, err := l.strategy.Snapshot()
	if err != nil {
		return Round{}, fmt.Errorf("tuning: round %d: %w", r.Number, err)
	}
	l.done, l.total, l.best = r.Number, l.total+r.Games, l.strategy.Best()
	r.Total, r.Best, r.Snapshot, r.Elapsed = l.total, l.best, snapshot, time.Since(start)
	if l.Events.RoundFinished != nil {
		l.Events.RoundFinished(r)
	}
	return r, nil
}
