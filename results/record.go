package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
)

// Record is all that is stored of a run, but for its populations and games.
type Record struct {
	Summary
	Generations []Generation // its rounds
	Checkpoints []Checkpoint // of a search, also of one that is not finished
	Grid        *GridResult  // of a grid search
	Crosstable  *Crosstable  // of a tournament; Get leaves it nil, see AddCrosstable
}

// Generation is what one round brought.
type Generation struct {
	Number   int
	Games    int // played in this round
	Total    int // played in the run, this round included
	Forfeits int
	// BestFitness, MeanFitness and Spread (a standard deviation) are over the
	// population; NaN where the strategy keeps none.
	BestFitness, MeanFitness, Spread float64
	// MeanWeights and SpreadWeights are the same of every weight; nil where the
	// strategy keeps no population.
	MeanWeights, SpreadWeights []float64
	Best                       Answer // the answer so far
	Elapsed                    time.Duration
}

// Best is the run's answer, or while it has none the answer so far; ok is false
// before the first round.
func (r Record) Best() (a Answer, ok bool) {
	if r.Answer != nil {
		return *r.Answer, len(r.Answer.Weights) > 0
	}
	if len(r.Generations) == 0 {
		return Answer{}, false
	}
	best := r.Generations[len(r.Generations)-1].Best
	return best, len(best.Weights) > 0
}

// Info reads what a run began with, and how far it is, but not what it has done.
// Its id may be any that Resolve takes.
func (s *Store) Info(ctx context.Context, id string) (Summary, error) {
	var rec Record
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		rec, err = get(ctx, q, key)
		return err
	})
	return rec.Summary, err
}

// Get reads a run, but for its crosstable. Its id may be any that Resolve takes.
func (s *Store) Get(ctx context.Context, id string) (Record, error) {
	var rec Record
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if rec, err = get(ctx, q, key); err != nil {
			return err
		}
		return rec.addAll(ctx, q)
	})
	return rec, err
}

// get reads what a run began with, and how far it is.
func get(ctx context.Context, q querier, key int64) (Record, error) {
	var rec Record
	var err error
	if rec.Summary, err = summary(ctx, q, key); err == nil {
		err = rec.addInfo(ctx, q)
	}
	return rec, inRun(rec.ID, err)
}

// addInfo adds what a run began with, and checks it.
func (r *Record) addInfo(ctx context.Context, q querier) error {
	var space, started, hash string
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT config, config_hash, space, started, sum FROM run WHERE key = ?", r.key).
		Scan(&r.Config, &hash, &space, &started, &stored)
	if err != nil {
		return err
	}
	if hash != Hash(r.Config) {
		return damagedf("its config is not the one that was written")
	}
	if err := infoSum(r.ID, r.Info, space, started).check(stored); err != nil {
		return err
	}
	if r.Space, err = toSpace(space); err != nil {
		return err
	}
	if r.Field, err = contestants(ctx, q, r.key); err != nil || r.Answer == nil || r.Pairings == 0 {
		return err
	}
	for _, s := range r.Answer.Standings {
		if !slices.ContainsFunc(r.Field, func(a engines.Agent) bool { return a.Name == s.Agent }) {
			return damagedf("agent %s of its standings is not there", s.Agent)
		}
	}
	return nil
}

// addAll adds what a run has done.
func (r *Record) addAll(ctx context.Context, q querier) (err error) {
	if r.Generations, err = generations(ctx, q, r.key, 0); err == nil && len(r.Generations) != r.Rounds {
		err = damagedf("%d rounds are there, %d should be", len(r.Generations), r.Rounds)
	}
	if err == nil && r.Kind == Grid {
		err = r.addGrid(ctx, q)
	}
	if err == nil {
		err = r.addCheckpoints(ctx, q)
	}
	return inRun(r.ID, err)
}

// RoundsSince lists the rounds of a run after the n-th, in order: what a watcher
// that has seen n of them has not.
func (s *Store) RoundsSince(ctx context.Context, id string, n int) ([]Generation, error) {
	var list []Generation
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		list, err = generations(ctx, q, key, n)
		return err
	})
	return list, err
}

// generations reads the rounds of a run after the n-th.
func generations(ctx context.Context, q querier, key int64, n int) ([]Generation, error) {
	rows, err := q.QueryContext(ctx, `SELECT number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
		mean_weights, spread_weights, answer, seconds, saved, sum FROM generation WHERE run = ? AND number > ? ORDER BY number`, key, n)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []Generation
	for rows.Next() {
		g, err := scanGeneration(rows)
		if err != nil {
			return list, fmt.Errorf("round %d: %w", g.Number, err)
		}
		list = append(list, g)
	}
	return list, rows.Err()
}

func scanGeneration(rows *sql.Rows) (Generation, error) {
	var row generationRow
	var stored sql.NullInt64
	err := rows.Scan(&row.number, &row.games, &row.total, &row.forfeits, &row.best, &row.mean, &row.spread,
		&row.means, &row.spreads, &row.answer, &row.seconds, &row.saved, &stored)
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
	if err := json.Unmarshal([]byte(row.answer), &g.Best); err != nil {
		errs[2] = damagedf("%v", err)
	}
	return g, errors.Join(errs[:]...)
}
