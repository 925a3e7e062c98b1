package runs

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// optimumName is the name of the opponent that plays with the best weights of a game, if they are
// known (see [bench.Rated]).
const optimumName = "optimum"

// measure determines the strength of a finished run's result against every opponent and stores it.
// It does nothing if the strengths are stored already, or if the verification of the run has
// measured them.
func (x *experimentRun) measure(ctx context.Context, a experimentPlace, run results.ExperimentRun) error {
	if !x.plan.measures() || run.Match != nil {
		return nil
	}
	rec, err := x.store.Get(ctx, run.Run)
	if err != nil {
		return err
	}
	best, ok := rec.Best()
	if !ok {
		return fmt.Errorf("run %s has no result", run.Run)
	}
	r, err := x.matchConfig(ctx, a)
	if err != nil {
		return err
	}
	var list []rating.Standing
	if x.plan.rated {
		list, err = ratedStandings(r.Engine, best.Weights)
	} else {
		list, err = x.match(ctx, a, r, best)
	}
	if err != nil {
		return err
	}
	return x.store.SaveMatch(context.WithoutCancel(ctx), x.plan.name, a.key(), list)
}

// ratedStandings returns the exact strength of the weights w in a game whose best weights are known
// ([bench.Rated]). It is relative to the best weights and thus at most 0.
func ratedStandings(e engines.Engine, w engines.Weights) ([]rating.Standing, error) {
	rated, ok := engines.As[bench.Rated](e)
	if !ok {
		return nil, fmt.Errorf("the best weights of %s are not known", e.Spec().Name)
	}
	elo := -rated.Regret(w)
	return []rating.Standing{{
		Agent: optimumName, Score: rating.Float(rating.Logistic(elo / rating.EloPerLogit)), Rating: rating.Float(elo),
		Interval: rating.Interval{Low: elo, High: elo},
	}}, nil
}

// match plays the games that measure the result of a run: the result against every opponent. All
// runs with the same seed use the same game starts, and runs with different seeds use different
// ones.
func (x *experimentRun) match(ctx context.Context, a experimentPlace, r *Resolved, best results.Result) ([]rating.Standing, error) {
	executor, err := r.executor(x.options, "experiment-"+x.plan.name+"-"+a.key())
	if err != nil {
		return nil, err
	}
	opponents := r.Verify
	if len(opponents) == 0 {
		opponents = []engines.Agent{{Name: tuning.StartName, Weights: r.startWeights()}}
	}
	seed := engines.Seed(r.Config.Seed, engines.Purpose("experiment"), a.seed)
	o := matchOptions(r, x.plan.matchGames, seed, dealsOf(r, seed, "match deals", deals.Options{Supply: r.dealing.plan.Different, Scattered: true}))
	o.Openings = r.countOpenings
	var list []rating.Standing
	for _, opponent := range opponents {
		if opponent.Player == "" && len(opponent.Settings) == 0 && r.sameAs(best.Weights, opponent.Weights) {
			list = append(list, rating.Standing{Agent: opponent.Name, Score: 0.5, LOS: 0.5, Same: true})
			continue
		}
		v, err := playMatches(ctx, executor, agentOf(best), []engines.Agent{opponent}, o)
		if err != nil {
			return nil, err
		}
		list = append(list, v.Matches[0])
	}
	return list, nil
}

// matchConfig returns the config of the match that measures the results of all runs of a variant.
// It has the first strategy and the largest budget of the experiment. It is the same for all seeds,
// unless the seed changes the game.
func (x *experimentRun) matchConfig(ctx context.Context, a experimentPlace) (*Resolved, error) {
	key := a.variant.name
	if len(x.plan.seedKeys) > 0 {
		key += fmt.Sprintf(":%d", a.seed)
	}
	if r, ok := x.matches[key]; ok {
		return r, nil
	}
	for _, budget := range x.plan.budgets {
		if budget.games > a.budget.games {
			a.budget = budget
		}
	}
	a.strategy = x.plan.strategies[0]
	o, err := x.plan.options(x.options, a)
	if err != nil {
		return nil, err
	}
	o.Set = []string{fmt.Sprintf("seed=%d", x.plan.matchSeed), fmt.Sprintf("verification.games=%d", x.plan.matchGames)}
	r, err := resolve(ctx, x.catalog, request{options: o, kind: results.Evolve})
	if err != nil {
		return nil, err
	}
	x.matches[key] = r
	return r, nil
}
