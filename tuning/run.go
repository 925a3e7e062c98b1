package tuning

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// Budget limits a run. The first limit that is reached ends it; 0 means no limit. Limits are
// checked between rounds: a round is played completely or not at all.
type Budget struct {
	Rounds int
	Games  int
	Time   time.Duration // time since Run was called, without the time that the caller spends between rounds
}

// Validate returns an error that joins a [keys.KeyError] for every negative limit.
func (b Budget) Validate() error {
	return errors.Join(
		keys.AtLeast(0).Check("rounds", float64(b.Rounds)),
		keys.AtLeast(0).Check("games", float64(b.Games)),
		keys.AtLeast(0).Check("time", b.Time.Seconds()),
	)
}

// Options configures [Run]. With the zero value the run ends only when the strategy does.
type Options struct {
	Terms  tournament.Terms // the game, and the value and forfeits of its games
	Budget Budget           // limits of the whole run, including the rounds and games before it was resumed
	Round  int              // number of rounds that a resumed run has already played; 0 for a new run
	Games  int              // number of games that a resumed run has already played; 0 for a new run
	// Deal returns the seeds of the deals, which replace the seeds that the strategy chose; nil
	// keeps the strategy's seeds.
	Deal  Deal
	Dealt int // number of deals that a resumed run has already used; 0 for a new run
	// Events receives progress, results and rounds. The zero value receives nothing.
	Events Events
}

// Round contains the pairings of a finished round and their results.
type Round struct {
	Number   int
	Batch    Batch
	Results  []tournament.Result
	Games    int // in this round
	Total    int // in the run, this round included
	Best     Estimate
	Snapshot []byte        // state of the strategy after the round, for Strategy.Restore
	Elapsed  time.Duration // time of play; if several rounds are played at once, the time since this one became the oldest
}

// Run plays the rounds of a strategy and yields each after the strategy has learned from it. It
// yields nothing if the budget is smaller than the first round. If the strategy is a [Planner] and
// its largest round has more games than fit into memory, more than 100 times [MaxRound], Run plays
// nothing and yields an error.
//
// Break out of the loop to stop. If ctx is cancelled, Run discards the unfinished rounds and yields
// the error of ctx last. A run that continues from the last snapshot ends as if it had not been
// stopped. To continue, pass the snapshot to Strategy.Restore and set Round, Games and Dealt of the
// [Options].
//
// If the strategy can return rounds ahead ([Ahead]), several rounds are played at once. They are
// yielded in order.
//
// If the agents forfeit Terms.ForfeitLimit games in a row, Run yields a [tournament.ForfeitsError].
// The agents of the strategy count as one, since they differ only in their weights. If an external
// program forfeits all its games of a round or more games than Terms.Programs allows, Run yields a
// [tournament.BrokenError]. A strategy cannot learn from games that were not played.
func Run(ctx context.Context, s Strategy, x tournament.Executor, o Options) iter.Seq2[Round, error] {
	return func(yield func(Round, error) bool) {
		if s == nil || x == nil {
			yield(Round{}, errors.New("tuning: a run needs a strategy and an executor"))
			return
		}
		if err := o.Budget.Validate(); err != nil {
			yield(Round{}, fmt.Errorf("tuning: budget: %w", err))
			return
		}
		if p, ok := s.(Planner); ok && p.LargestRound() > mostInRound {
			yield(Round{}, fmt.Errorf("tuning: the largest round has %d games, and more than %d do not fit into memory; give the problem fewer games or more rounds", p.LargestRound(), mostInRound))
			return
		}
		l := &loop{
			start:   time.Now(),
			options: o, strategy: s, executor: x, done: o.Round, total: o.Games, best: s.Best(), deals: dealer{o.Deal, o.Dealt},
			forfeits: tournament.Forfeits{Limit: o.Terms.ForfeitLimit, ByProgram: true, Programs: o.Terms.Programs},
		}
		if AheadOf(s) > 0 {
			l.ahead(ctx, yield)
			return
		}
		for o.Budget.Rounds == 0 || l.done < o.Budget.Rounds {
			if l.late() {
				return
			}
			batch, err := s.Ask()
			if errors.Is(err, Done) {
				return
			}
			if err == nil {
				err = batch.check(l.done + 1)
			}
			if err != nil {
				yield(Round{}, fmt.Errorf("tuning: round %d: %w", l.done+1, err))
				return
			}
			if o.Budget.Games > 0 && l.total+batch.Games() > o.Budget.Games {
				return
			}
			round, err := l.play(ctx, batch)
			if !l.yield(yield, round, err) {
				return
			}
		}
	}
}

// mostInRound is the largest number of games in a round that Run plays. Such a round needs about
// 50 GB of memory.
const mostInRound = 100 * MaxRound

// loop is the state of a run that plays one round after another.
type loop struct {
	options     Options
	strategy    Strategy
	executor    tournament.Executor
	forfeits    tournament.Forfeits
	done, total int      // numbers of rounds and games that are finished
	best        Estimate // best weights after the finished rounds
	deals       dealer
	start       time.Time
	outside     time.Duration // time spent by the caller of Run, between two rounds
}

// late reports whether the time limit of the budget has passed. The time that the caller of Run
// spends between two rounds does not count.
func (l *loop) late() bool {
	limit := l.options.Budget.Time
	return limit > 0 && time.Since(l.start)-l.outside >= limit
}

// yield passes a round or an error to the caller of Run. It returns false if the run ends.
func (l *loop) yield(next func(Round, error) bool, r Round, err error) bool {
	began := time.Now()
	more := next(r, err)
	l.outside += time.Since(began)
	return more && err == nil
}

func newRound(b Batch) Round {
	return Round{Number: b.Round, Batch: b, Results: make([]tournament.Result, 0, len(b.Pairings))}
}

// play plays one round and passes its results to the strategy.
func (l *loop) play(ctx context.Context, batch Batch) (Round, error) {
	start := time.Now()
	r := newRound(l.deals.batch(batch))
	options := tournament.Options{Terms: l.options.Terms, Forfeits: &l.forfeits, Batch: "round " + strconv.Itoa(r.Number)}
	for res, err := range tournament.Run(ctx, l.executor, batch.Field, tournament.Pairings(r.Batch.Pairings), options) {
		if err != nil {
			return Round{}, err
		}
		l.add(&r, res)
	}
	return l.learn(r, start, func(results []tournament.Result) error { return l.strategy.Tell(batch, results) })
}

// add adds the result of a pairing of agents to its round and calls the callbacks in
// Options.Events.
func (l *loop) add(r *Round, res tournament.Result) {
	r.Results = append(r.Results, res)
	r.Games += len(res.Games)
	if l.options.Events.ResultFinished != nil {
		l.options.Events.ResultFinished(Search, res)
	}
	if l.options.Events.Progress != nil {
		l.options.Events.Progress(Progress{
			Phase: Search, Unit: "games", Done: int64(l.total + r.Games), Of: int64(l.options.Budget.Games),
			Round: r.Number, RoundGames: r.Games, RoundOf: r.Batch.Games(), Best: l.best,
		})
	}
}

// learn passes the results of a round to the strategy with the function tell, and returns the
// completed round. The round then also contains the best weights and a snapshot of the strategy.
// start is the time when the round began.
func (l *loop) learn(r Round, start time.Time, tell func([]tournament.Result) error) (Round, error) {
	if err := l.forfeits.EndRound(); err != nil { // a broken program teaches nothing
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
	if l.options.Events.RoundFinished != nil {
		l.options.Events.RoundFinished(r)
	}
	return r, nil
}

// Deal is a function that returns the seed of the n-th deal of a run, n = 0, 1, 2, ... A deal is
// the start of a game: its opening and its chance events, which follow from the seed. The function
// must be pure.
type Deal func(n int) uint64

// dealer replaces the seeds of the pairings of all rounds by those of a [Deal], in the order of the
// rounds.
type dealer struct {
	deal Deal // nil keeps the seeds of the strategy
	next int
}

// batch returns a copy of the round b with new seeds. Pairings of b with equal seeds receive equal
// new seeds. If the dealer has no function for seeds, batch returns b unchanged.
func (d *dealer) batch(b Batch) Batch {
	if d.deal == nil {
		return b
	}
	shared := make(map[uint64]uint64)
	b.Pairings = slices.Clone(b.Pairings)
	for i := range b.Pairings {
		p := &b.Pairings[i]
		seed, known := shared[p.Seed]
		if !known {
			seed = d.deal(d.next)
			shared[p.Seed] = seed
			d.next++
		}
		p.Seed = seed
	}
	return b
}
