package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/tuning"
)

// Generation is the summary of one round of a search.
type Generation struct {
	Number   int
	Games    int // number of games in this round
	Total    int // number of games in the run up to and including this round
	Forfeits int
	// BestFitness, MeanFitness and Spread (a standard deviation) describe the fitness of the
	// population, in [0, 1]. They are NaN unless the strategy keeps a population
	// between rounds, as genetic and de do.
	BestFitness, MeanFitness, Spread float64
	// MeanWeights and SpreadWeights are the mean and the standard deviation of every weight in
	// the population. They are nil for other strategies, such as cmaes.
	MeanWeights, SpreadWeights []float64
	Best                       Result // best weights so far
	Elapsed                    time.Duration
}

// NewGeneration returns the summary of a round. It equals the summary in a [Record] once the round
// is stored. members is the strategy's population, or nil if it has none.
func NewGeneration(round tuning.Round, members []tuning.Member) Generation {
	st := summarize(members)
	g := Generation{
		Number: round.Number, Games: round.Games, Total: round.Total,
		BestFitness: st.best, MeanFitness: st.mean, Spread: st.spread, MeanWeights: st.meanWeights, SpreadWeights: st.spreadWeights,
		Best: resultSoFar(round.Best), Elapsed: round.Elapsed,
	}
	for i := range round.Results {
		g.Forfeits += forfeits(round.Results[i].Games)
	}
	return g
}

func saveGeneration(ctx context.Context, w *writer, key int64, round tuning.Round, forfeits int, members []tuning.Member) error {
	st := summarize(members)
	result, err := json.Marshal(resultSoFar(round.Best))
	if err != nil {
		return err
	}
	row := generationRow{
		number: round.Number, games: round.Games, total: round.Total, forfeits: forfeits,
		best: nullReal(st.best), mean: nullReal(st.mean), spread: nullReal(st.spread),
		means: list(st.meanWeights), spreads: list(st.spreadWeights), result: string(result),
		seconds: round.Elapsed.Seconds(), saved: timeText(time.Now()),
	}
	_, err = w.generation.ExecContext(ctx, key, row.number, row.games, row.total, row.forfeits,
		row.best, row.mean, row.spread, row.means, row.spreads, row.result, row.seconds, row.saved, int64(row.sum()))
	return err
}

// generationRow is a row of the table generation: the summary of a finished round of a search. Its
// fields have the form of the database, and the checksum of the row covers this form.
type generationRow struct {
	number, games, total, forfeits int
	best, mean, spread             sql.NullFloat64
	means, spreads, result, saved  string
	seconds                        float64
}

func (row *generationRow) sum() sum {
	var s sum
	for _, n := range [...]int{row.number, row.games, row.total, row.forfeits} {
		s = s.int(n)
	}
	for _, x := range [...]sql.NullFloat64{row.best, row.mean, row.spread} {
		s = s.real(x)
	}
	for _, text := range [...]string{row.means, row.spreads, row.result, row.saved} {
		s = s.text(text)
	}
	return s.float(row.seconds)
}

func generations(ctx context.Context, q querier, key int64, n int) ([]Generation, error) {
	var list []Generation
	err := eachRow(ctx, q, `SELECT number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
		mean_weights, spread_weights, result, seconds, saved, sum FROM generation WHERE run = ? AND number > ? ORDER BY number`, []any{key, n}, func(rows *sql.Rows) error {
		g, err := scanGeneration(rows)
		if err != nil {
			return fmt.Errorf("round %d: %w", g.Number, err)
		}
		list = append(list, g)
		return nil
	})
	return list, err
}

func scanGeneration(rows *sql.Rows) (Generation, error) {
	var row generationRow
	var stored sql.NullInt64
	err := rows.Scan(&row.number, &row.games, &row.total, &row.forfeits, &row.best, &row.mean, &row.spread,
		&row.means, &row.spreads, &row.result, &row.seconds, &row.saved, &stored)
	g := Generation{
		Number: row.number, Games: row.games, Total: row.total, Forfeits: row.forfeits,
		BestFitness: orNaN(row.best), MeanFitness: orNaN(row.mean), Spread: orNaN(row.spread),
		Elapsed: inSeconds(row.seconds),
	}
	if err == nil {
		err = row.sum().check(stored)
	}
	if err != nil {
		return g, err
	}
	var errs [3]error
	g.MeanWeights, errs[0] = unlist(row.means)
	g.SpreadWeights, errs[1] = unlist(row.spreads)
	if err := json.Unmarshal([]byte(row.result), &g.Best); err != nil {
		errs[2] = damagedf("%v", err)
	}
	return g, errors.Join(errs[:]...)
}

// savePlayed stores the population, the agents and the pairings of a round in a single row of the
// table played.
func savePlayed(ctx context.Context, w *writer, key int64, round tuning.Round, members []tuning.Member) error {
	agents, err := appendField(nil, round.Batch.Field)
	if err != nil {
		return err
	}
	pairings, err := appendPairings(nil, round.Results)
	if err != nil {
		return err
	}
	row := playedRow{appendMembers(nil, members), agents, pairings}
	_, err = w.played.ExecContext(ctx, key, round.Number,
		string(row.genomes), string(row.agents), string(row.pairings), int64(row.sum(round.Number)))
	return err
}

// playedRow is a row of the table played. It contains the population, the agents and the pairings
// of a round as JSON lists.
type playedRow struct{ genomes, agents, pairings []byte }

func (row *playedRow) sum(round int) sum {
	s := sum(0).int(round)
	for _, text := range [...][]byte{row.genomes, row.agents, row.pairings} {
		s = s.bytes(text)
	}
	return s
}

// readPlayed reads the population, the agents and the pairings of a round. It returns empty lists
// for a round that does not exist.
func readPlayed(ctx context.Context, q querier, key int64, round int) (playedRow, error) {
	var row playedRow
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT genomes, agents, pairings, sum FROM played WHERE run = ? AND generation = ?", key, round).
		Scan(&row.genomes, &row.agents, &row.pairings, &stored)
	switch {
	case err == nil:
		return row, row.sum(round).check(stored)
	case !errors.Is(err, sql.ErrNoRows):
		return row, err
	}
	var played bool
	err = q.QueryRowContext(ctx, "SELECT count(*) FROM generation WHERE run = ? AND number = ?", key, round).Scan(&played)
	if played {
		err = damagedf("the agents of a round are missing")
	}
	return playedRow{[]byte("[]"), []byte("[]"), []byte("[]")}, err
}

func roundNumbers(ctx context.Context, q querier, key int64, from, to int) ([]int, error) {
	return column[int](ctx, q, "SELECT number FROM generation WHERE run = ? AND number BETWEEN ? AND ? ORDER BY number", key, from, to)
}

// saveSnapshot stores the state of the strategy after a round. It keeps the latest two states of
// the run and deletes older ones.
func saveSnapshot(ctx context.Context, w *writer, key int64, round tuning.Round) error {
	state := round.Snapshot
	if state == nil {
		state = []byte{}
	}
	if _, err := w.snapshot.ExecContext(ctx, key, round.Number, state, int64(snapshotSum(state))); err != nil {
		return err
	}
	_, err := w.forget.ExecContext(ctx, key, round.Number)
	return err
}

func snapshotSum(state []byte) sum {
	return sum(0).bytes(state)
}

// Point is the point from which an interrupted run is resumed: a finished round with the
// strategy's state after it.
type Point struct {
	Round   int           // number of finished rounds
	Games   int           // games of the finished rounds
	Elapsed time.Duration // time spent in them
	// Snapshot is the state of the strategy. It is nil before the first round, and if the states
	// were removed together with later rounds.
	Snapshot []byte
}

// findPoint returns the last round whose strategy state is stored, with this state. If no state is
// stored, it returns the last round with a nil Snapshot. It returns the zero Point if no round is
// finished.
func findPoint(ctx context.Context, q querier, run int64) (Point, error) {
	var p Point
	var seconds float64
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, `
		SELECT number, total, (SELECT seconds FROM progress WHERE run = g.run), state, s.sum
		FROM generation g JOIN snapshot s ON s.run = g.run AND s.generation = g.number
		WHERE g.run = ? ORDER BY number DESC LIMIT 1`, run).Scan(&p.Round, &p.Games, &seconds, &p.Snapshot, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		err = q.QueryRowContext(ctx, `SELECT number, total, (SELECT seconds FROM progress WHERE run = g.run) FROM generation g
			WHERE run = ? ORDER BY number DESC LIMIT 1`, run).Scan(&p.Round, &p.Games, &seconds)
		p.Elapsed = inSeconds(seconds)
		if errors.Is(err, sql.ErrNoRows) {
			return Point{}, nil
		}
		return p, err
	}
	if err != nil {
		return p, err
	}
	p.Elapsed = inSeconds(seconds)
	if err := snapshotSum(p.Snapshot).check(stored); err != nil {
		return p, fmt.Errorf("the state of its strategy: %w", err)
	}
	return p, nil
}

// statistics contains the best, mean and standard deviation of the fitness in a population, and the
// mean and standard deviation of each weight.
type statistics struct {
	best, mean, spread         float64 // fitness of the members; NaN without members
	meanWeights, spreadWeights []float64
}

// summarize computes means and standard deviations over a population. The divisor is n, not n-1.
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
