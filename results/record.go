package results

import (
	"context"
	"database/sql"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Record is a stored run without its populations and games.
type Record struct {
	Summary
	Generations []Generation   // rounds
	Checkpoints []Checkpoint   // checkpoints of a search, finished or not
	Grid        *GridResult    // result of a grid search
	Crosstable  *Crosstable    // crosstable of a tournament; nil until AddCrosstable is called
	Explanation *Explanation   // explanation of the result; nil if there is none
	Continued   []Continuation // changes of the budget of a search, the earliest first; nil if there are none
	Workers     []Worker       // processes that have played for the run; nil if there was only one
	// Processors names the kinds of processor that computed the run, the earliest first, as
	// [elementary.Processor] does. It is nil for a run of a version that did not store them.
	Processors []string
}

// Best returns the result of a finished run, or the best weights so far of an unfinished run. ok
// is false if the run has no weights.
func (r Record) Best() (a Result, ok bool) {
	if r.Result != nil {
		return *r.Result, len(r.Result.Weights) > 0
	}
	if len(r.Generations) == 0 {
		return Result{}, false
	}
	best := r.Generations[len(r.Generations)-1].Best
	return best, len(best.Weights) > 0
}

func get(ctx context.Context, q querier, key int64) (Record, error) {
	var rec Record
	var err error
	if rec.Summary, err = summary(ctx, q, key); err == nil {
		err = rec.addInfo(ctx, q)
	}
	return rec, inRun(rec.ID, err)
}

func (r *Record) addInfo(ctx context.Context, q querier) error {
	var space, started, hash string
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT config, config_hash, space, started, sum FROM run WHERE key = ?", r.key).
		Scan(&r.Config, &hash, &space, &started, &stored)
	if err != nil {
		return err
	}
	if hash != Hash(r.Config) {
		return damagedf("its config does not match its hash")
	}
	if err := infoSum(r.ID, r.Info, space, started).check(stored); err != nil {
		return err
	}
	if r.Space, err = toSpace(space); err != nil {
		return err
	}
	if err := addRules(ctx, q, r); err != nil {
		return err
	}
	if r.Field, err = readStoredField(ctx, q, r.key); err != nil || r.Result == nil || r.Pairings == 0 || r.Missing != "" {
		return err
	}
	for _, s := range r.Result.Standings {
		if !slices.ContainsFunc(r.Field, func(a engines.Agent) bool { return a.Name == s.Agent }) {
			return damagedf("agent %s of its standings is missing", s.Agent)
		}
	}
	return nil
}

func (r *Record) addAll(ctx context.Context, q querier) (err error) {
	if r.Generations, err = generations(ctx, q, r.key, 0); err == nil && len(r.Generations) != r.Rounds {
		err = damagedf("%d rounds are stored; %d were written", len(r.Generations), r.Rounds)
	}
	if err == nil && r.Kind == Grid {
		err = addGrid(ctx, q, r)
	}
	for _, add := range [...]func(context.Context, querier, *Record) error{addCheckpoints, addExplanation, addWorkers, addContinued} {
		if err == nil {
			err = add(ctx, q, r)
		}
	}
	if err == nil {
		r.Processors, err = processors(ctx, q, r.key)
	}
	return inRun(r.ID, err)
}
