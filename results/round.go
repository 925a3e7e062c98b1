package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// SaveRound stores a finished round in one transaction: its numbers, who
// played, every pairing's games, every member of the population (nil where the
// strategy keeps none), the answer so far, and the snapshot to resume from. It
// does so even when ctx is done.
func (r *Run) SaveRound(ctx context.Context, round tuning.Round, members []tuning.Member) error {
	if round.Number <= r.last {
		return fmt.Errorf("run %s: round %d after round %d", r.id, round.Number, r.last)
	}
	s := r.store
	err := s.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := r.renew(ctx, tx); err != nil {
			return err
		}
		if err := r.saveGeneration(ctx, tx, round, members); err != nil {
			return err
		}
		if err := r.savePlayed(ctx, tx, round, members); err != nil {
			return err
		}
		return r.saveSnapshot(ctx, tx, round)
	})
	if err == nil {
		r.last = round.Number
	}
	return err
}

// saveGeneration writes the round's numbers.
func (r *Run) saveGeneration(ctx context.Context, tx *sql.Tx, round tuning.Round, members []tuning.Member) error {
	st := summarize(members)
	answer, err := json.Marshal(fromEstimate(round.Best))
	if err != nil {
		return err
	}
	_, err = tx.StmtContext(ctx, r.store.inserts.generation).ExecContext(ctx, r.key, round.Number, round.Games, round.Total,
		forfeits(round.Results), real(st.best), real(st.mean), real(st.spread), list(st.meanWeights), list(st.spreadWeights),
		string(answer), round.Elapsed.Seconds(), timeText(time.Now()))
	return err
}

// savePlayed writes who played whom, as one row: a row per genome and pairing
// would take four times as long, and many cores play a generation of short
// games in little more than that.
func (r *Run) savePlayed(ctx context.Context, tx *sql.Tx, round tuning.Round, members []tuning.Member) error {
	entrants, err := appendField(nil, round.Batch.Field)
	if err != nil {
		return err
	}
	pairings, err := appendPairings(nil, round.Results)
	if err != nil {
		return err
	}
	_, err = tx.StmtContext(ctx, r.store.inserts.played).ExecContext(ctx, r.key, round.Number,
		string(appendMembers(nil, members)), string(entrants), string(pairings))
	return err
}

// saveSnapshot keeps the latest two: the one before serves whoever doubts the
// last.
func (r *Run) saveSnapshot(ctx context.Context, tx *sql.Tx, round tuning.Round) error {
	state := round.Snapshot
	if state == nil {
		state = []byte{}
	}
	if _, err := tx.StmtContext(ctx, r.store.inserts.snapshot).ExecContext(ctx, r.key, round.Number, state); err != nil {
		return err
	}
	_, err := tx.StmtContext(ctx, r.store.inserts.forget).ExecContext(ctx, r.key, round.Number)
	return err
}

func forfeits(results []tournament.Result) int {
	n := 0
	for _, res := range results {
		for _, g := range res.Games {
			if g.Forfeit != nil {
				n++
			}
		}
	}
	return n
}

// statistics describe a population.
type statistics struct {
	best, mean, spread         float64 // NaN without members
	meanWeights, spreadWeights []float64
}

// summarize takes the mean and the standard deviation, with divisor n, over
// the members: a population is all there is, not a sample.
func summarize(members []tuning.Member) statistics {
	st := statistics{math.NaN(), math.NaN(), math.NaN(), nil, nil}
	if len(members) == 0 {
		return st
	}
	column := make([]float64, len(members))
	for i, m := range members {
		column[i] = m.Fitness
		if !(m.Fitness <= st.best) { // also replaces the NaN it begins with
			st.best = m.Fitness
		}
	}
	st.mean, st.spread = moments(column)
	for w := range members[0].Weights {
		for i, m := range members {
			column[i] = m.Weights[w]
		}
		mean, spread := moments(column)
		st.meanWeights = append(st.meanWeights, mean)
		st.spreadWeights = append(st.spreadWeights, spread)
	}
	return st
}

func moments(x []float64) (mean, spread float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		spread += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(spread / float64(len(x)))
}

func fromEstimate(e tuning.Estimate) storedAnswer {
	return storedAnswer{
		Name: e.Name, Weights: e.Weights, Fitness: number(e.Fitness), Games: e.Games, Error: numbers(e.Error),
	}
}

func (s storedAnswer) estimate() tuning.Estimate {
	return tuning.Estimate{
		Name: s.Name, Weights: s.Weights, Fitness: float64(s.Fitness), Games: s.Games, Error: floats(s.Error),
	}
}
