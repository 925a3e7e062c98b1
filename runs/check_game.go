package runs

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/conformance"
	"github.com/lanista/lanista/engines/external"
)

// checkGame runs all tests of the engine contract on a game. It stops at the first game that does
// not end.
func checkGame(ctx context.Context, e engines.Engine, o CheckOptions) (external.CheckResult, error) {
	spec := e.Spec()
	switch {
	case o.Program != "":
		return external.CheckResult{}, mistakef("%s is a game of this program; it has no program %q", spec.Name, o.Program)
	case o.Trace != "":
		return external.CheckResult{}, mistakef("--trace: %s is a game of this program; only the output of other programs can be traced", spec.Name)
	}
	games := o.Games
	if games == 0 {
		games = external.DefaultCheckGames
	}
	r := external.CheckResult{Name: spec.Name, Verdict: external.Pass, Weights: []external.CheckedWeight{}}
	for _, w := range spec.Weights {
		r.Weights = append(r.Weights, external.CheckedWeight{Name: w.Name, Min: w.Min, Max: w.Max, Default: w.Default, Kind: w.Kind.String()})
	}
	seen := make(map[string]string) // the tests that found an error first
	for _, t := range conformance.Tests() {
		stop := t.Watch(o.warn)
		notes, err := t.Run(ctx, e, games)
		stop()
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		endless := errors.Is(err, conformance.ErrEndless)
		f := external.Finding{ID: t.Name, Verdict: external.Pass, Detail: cmp.Or(strings.Join(notes, "; "), t.Doc)}
		if err != nil {
			f.Verdict, f.Detail, r.Verdict = external.Fail, err.Error(), external.Fail
			if endless {
				f.ID = "ends" // whichever test has met it
			}
			if first := seen[f.Detail]; first != "" {
				f.Detail = "the same mistake as " + first
			} else {
				seen[f.Detail] = f.ID
			}
		}
		r.Checks = append(r.Checks, f)
		if o.Notify != nil {
			o.Notify(f)
		}
		if endless {
			break
		}
	}
	return r, nil
}

// configuredGame returns the game of a config without programs, with the settings in the config.
func configuredGame(r *Resolved, m *mistakes) (engines.Engine, error) {
	e, err := r.catalog.find(r.Config.Engine.Name)
	if err != nil {
		return nil, m.fail("engine.name", err)
	}
	if e, _, err = configured(e, r.Config.Engine.Settings); err != nil {
		return nil, m.fail("engine.settings", err)
	}
	return e, nil
}
