package results

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/tuning"
)

// SaveRound stores a finished round in one transaction: its numbers, who
// played, every pairing's games, every member of the population (nil where the
// strategy keeps none), the answer so far, and the snapshot to resume from. It
// does so even when ctx is done. The round's counts are of games played.
func (r *Run) SaveRound(ctx context.Context, round tuning.Round, members []tuning.Member) error {
	if round.Number <= r.last {
		return fmt.Errorf("run %s: round %d after round %d", r.id, round.Number, r.last)
	}
	err := r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		c := counts{rounds: 1, games: round.Games, seconds: round.Elapsed.Seconds()}
		for i := range round.Results {
			c.forfeits += forfeits(round.Results[i].Games)
		}
		if err := r.saveGeneration(ctx, tx, round, c.forfeits, members); err != nil {
			return c, err
		}
		if err := r.savePlayed(ctx, tx, round, members); err != nil {
			return c, err
		}
		if err := r.saveRecords(ctx, tx, round.Number, round.Results); err != nil {
			return c, err
		}
		return c, r.saveSnapshot(ctx, tx, round)
	})
	if err == nil {
		r.last = round.Number
	}
	return err
}

// saveGeneration writes the round's numbers.
func (r *Run) saveGeneration(ctx context.Context, tx transaction, round tuning.Round, forfeits int, members []tuning.Member) error {
	st := summarize(members)
	answer, err := json.Marshal(answerSoFar(round.Best))
	if err != nil {
		return err
	}
	row := generationRow{
		number: round.Number, games: round.Games, total: round.Total, forfeits: forfeits,
		best: nullReal(st.best), mean: nullReal(st.mean), spread: nullReal(st.spread),
		means: list(st.meanWeights), spreads: list(st.spreadWeights), answer: string(answer),
		seconds: round.Elapsed.Seconds(), saved: timeText(time.Now()),
	}
	_, err = r.store.write.generation.ExecContext(ctx, r.key, row.number, row.games, row.total, row.forfeits,
		row.best, row.mean, row.spread, row.means, row.spreads, row.answer, row.seconds, row.saved, int64(row.sum()))
	return err
}

// NewGeneration returns a round as [Record] has it once it is stored. members are the
// population of the strategy; nil if it keeps none.
func NewGeneration(round tuning.Round, members []tuning.Member) Generation {
	st := summarize(members)
	g := Generation{
		Number: round.Number, Games: round.Games, Total: round.Total,
		BestFitness: st.best, MeanFitness: st.mean, Spread: st.spread, MeanWeights: st.meanWeights, SpreadWeights: st.spreadWeights,
		Best: answerSoFar(round.Best), Elapsed: round.Elapsed,
	}
	for i := range round.Results {
		g.Forfeits += forfeits(round.Results[i].Games)
	}
	return g
}

// savePlayed writes who played whom, as one row: a row per genome and pairing
// would take four times as long, and many cores play a round of short games in
// little more than that.
func (r *Run) savePlayed(ctx context.Context, tx transaction, round tuning.Round, members []tuning.Member) error {
	entrants, err := appendField(nil, round.Batch.Field)
	if err != nil {
		return err
	}
	pairings, err := appendPairings(nil, round.Results)
	if err != nil {
		return err
	}
	row := playedRow{appendMembers(nil, members), entrants, pairings}
	_, err = r.store.write.played.ExecContext(ctx, r.key, round.Number,
		string(row.genomes), string(row.entrants), string(row.pairings), int64(row.sum(round.Number)))
	return err
}

// saveSnapshot keeps the latest two: the one before serves whoever doubts the
// last.
func (r *Run) saveSnapshot(ctx context.Context, tx transaction, round tuning.Round) error {
	state := round.Snapshot
	if state == nil {
		state = []byte{}
	}
	if _, err := r.store.write.snapshot.ExecContext(ctx, r.key, round.Number, state, int64(snapshotSum(state))); err != nil {
		return err
	}
	_, err := r.store.write.forget.ExecContext(ctx, r.key, round.Number)
	return err
}

func snapshotSum(state []byte) sum {
	var s sum
	s = s.bytes(state)
	return s
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
