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
	Time   time.Duration
}

// Options says how a run is played.
type Options struct {
	tournament.Terms
	Budget Budget
	// Round and Games are what a resumed run has behind it.
	Round int
	Games int
	// Events are told of progress, results and rounds.
	Events Events
}

// Round is what one round brought.
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
func Run(ctx context.Context, s Strategy, x tournament.Executor, o Options) iter.Seq2[Round, error] {
	return func(yield func(Round, error) bool) {
		start := time.Now()
		done, total := o.Round, o.Games
		for o.Budget.Rounds == 0 || done < o.Budget.Rounds {
			if o.Budget.Time > 0 && time.Since(start) >= o.Budget.Time {
				return
			}
			batch, err := s.Ask()
			if errors.Is(err, Done) {
				return
			}
			if err != nil {
				yield(Round{}, fmt.Errorf("tuning: round %d: %w", done+1, err))
				return
			}
			if o.Budget.Games > 0 && total+batch.Games() > o.Budget.Games {
				return
			}
			round, err := playRound(ctx, s, x, o, batch, total)
			if err != nil {
				yield(Round{}, err)
				return
			}
			done, total = round.Number, round.Total
			if !yield(round, nil) {
				return
			}
		}
	}
}

func playRound(ctx context.Context, s Strategy, x tournament.Executor, o Options, batch Batch, total int) (Round, error) {
	start := time.Now()
	r := Round{Number: batch.Round, Batch: batch, Results: make([]tournament.Result, 0, len(batch.Pairings))}
	progress := Progress{
		Phase: Search, Unit: "games", Of: int64(o.Budget.Games), Round: batch.Round, RoundOf: batch.Games(), Best: s.Best(),
	}
	run := tournament.Run(ctx, x, batch.Field, tournament.Pairings(batch.Pairings), tournament.Options{
		Terms: o.Terms, Batch: "round " + strconv.Itoa(batch.Round),
	})
	for res, err := range run {
		if err != nil {
			return Round{}, err
		}
		r.Results = append(r.Results, res)
		r.Games += len(res.Games)
		if o.Events.ResultFinished != nil {
			o.Events.ResultFinished(Search, res)
		}
		if o.Events.Progress != nil {
			progress.RoundGames, progress.Done = r.Games, int64(total+r.Games)
			o.Events.Progress(progress)
		}
	}
	if err := s.Tell(batch, r.Results); err != nil {
		return Round{}, fmt.Errorf("tuning: round %d: %w", batch.Round, err)
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		return Round{}, fmt.Errorf("tuning: round %d: %w", batch.Round, err)
	}
	r.Total, r.Best, r.Snapshot, r.Elapsed = total+r.Games, s.Best(), snapshot, time.Since(start)
	if o.Events.RoundFinished != nil {
		o.Events.RoundFinished(r)
	}
	return r, nil
}
