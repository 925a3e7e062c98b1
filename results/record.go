package results

import (
	"context"
	"database/sql"
	"slices"

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
	if r.Field, err = contestants(ctx, q, r.key); err != nil || r.Answer == nil || r.Pairs == 0 {
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
		err = addGrid(ctx, q, r)
	}
	if err == nil {
		err = addCheckpoints(ctx, q, r)
	}
	return inRun(r.ID, err)
}
