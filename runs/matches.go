package runs

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// matchOptions returns the options of [playMatches] for matches with the given number of games
// together. Their deals (game starts) come from starts or, if it is nil, from the seed.
func matchOptions(r *Resolved, games int, seed uint64, starts *deals.Sequence) tuning.VerifyOptions {
	return tuning.VerifyOptions{
		Terms: r.terms(), Games: games, Seats: r.Seats, Symmetric: r.Engine.Spec().Symmetric, Seed: seed, Deal: dealFrom(starts, 0),
	}
}

// playMatches plays an agent against each of the opponents. The field Matches of the result
// contains the agent's rating against every opponent, in their order.
func playMatches(ctx context.Context, x tournament.Executor, agent engines.Agent, opponents []engines.Agent, o tuning.VerifyOptions) (tuning.Verification, error) {
	o.Settings = agent.Settings
	return tuning.Verify(ctx, x, []tuning.Estimate{{Name: agent.Name, Weights: agent.Weights}}, opponents, o)
}

// agentOf returns an agent with the weights of a result.
func agentOf(best results.Result) engines.Agent {
	return engines.Agent{Name: best.Name, Weights: best.Weights}
}
