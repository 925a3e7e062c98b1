package runs

import (
	"context"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
)

// owned is the search of a stored run as its own config has it.
type owned struct {
	*search
	text string // the config as it would be stored now
}

// own reads the search of the run to resume. Its text may differ from the stored one in the
// paths of files. It is nil if the stored config cannot be read.
func (t *tuner) own(ctx context.Context) *owned {
	o := t.Options
	o.Source, o.Text, o.Set, o.borrowed = "", "", nil, t.programs
	setup, err := t.catalog.stored(ctx, t.store, results.Evolve, o)
	if err != nil {
		return nil
	}
	s, err := setup.search(ctx)
	if err != nil {
		return nil
	}
	text, err := s.resolved()
	if err != nil {
		return nil
	}
	return &owned{s, text}
}

// under is the run's own config with the budget and the verification of another;
// "" where it cannot be written.
func (o *owned) under(other configs.Config) string {
	s, setup := *o.search, *o.setup
	setup.config.Budget, setup.config.Verification.Games = other.Budget, other.Verification.Games
	s.setup = &setup
	text, err := s.resolved()
	if err != nil {
		return ""
	}
	return text
}

// extend lets a run go on under another budget. The rounds that it has stay as
// they are; its answer is found and verified anew. A strategy whose first rounds
// would have been others under that budget cannot.
func (t *tuner) extend(ctx context.Context, config string) error {
	rec, err := t.store.Get(ctx, t.Resume)
	if err != nil {
		return err
	}
	if t.config.Budget.Games == 0 && t.doc.Has("budget.games") {
		return mistakef("budget.games: 0 is not allowed; a run goes on with a number of games that is larger than that of its budget")
	}
	if b := t.config.Budget; b.Games > 0 && b.Games < rec.Games || b.Rounds > 0 && b.Rounds < rec.Rounds {
		return mistakef("run %s has played %d games in %d rounds, which is more than the new budget", rec.ID, rec.Games, rec.Rounds)
	}
	at, err := t.store.Stands(ctx, rec.ID)
	if err != nil {
		return err
	}
	if at.Snapshot != nil {
		fresh, _, err := t.build(t.problem)
		if err != nil {
			return err
		}
		if fresh.Restore(at.Snapshot) != nil {
			return mistakef("run %s: %s plans its whole budget from its first round on and cannot go on with another; engine.weights=run:%s starts a new run from its answer",
				rec.ID, t.method, rec.ID)
		}
	}
	return t.store.Reopen(ctx, rec.ID, config)
}
