package runs

import (
	"context"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// The matches of the answer against the strategy's best after these shares of the
// search's games, with so large a share of the verification's games for all of them
// together. They are played besides those.
var selfShares = []float64{0.25, 0.5}

const selfGames = 0.2

// selfMatchGames is the number of games of one match of the result against itself, 0
// where none is played.
func (t *search) selfMatchGames() int {
	games := int(selfGames * float64(t.config.Verification.Games) / float64(len(selfShares)))
	if len(t.opponents) == 0 || games < 2 {
		return 0
	}
	return games
}

// measureAgainstItself plays the answer against the best of earlier rounds, on the deals
// of the checkpoints. A run that kept its start has no such matches.
func (t *tuner) measureAgainstItself(ctx context.Context, executor tournament.Executor) error {
	answer := t.verdict.Answer
	games := t.selfMatchGames()
	if games == 0 || t.sameAs(answer.Weights, t.startWeights()) {
		return nil
	}
	for _, share := range selfShares {
		i := slices.IndexFunc(t.reached, func(r reached) bool { return float64(r.games) >= share*float64(t.games) })
		if i < 0 || i == len(t.reached)-1 {
			continue
		}
		r := t.reached[i]
		m := results.SelfMatch{Share: share, Round: r.round}
		if n := len(t.againstItself); n > 0 && t.againstItself[n-1].Round == r.round {
			m = t.againstItself[n-1]
			m.Share = share
		} else if !t.sameAs(r.best.Weights, answer.Weights) {
			earlier := r.best
			earlier.Settings = t.settings
			played, err := t.measureMatch(ctx, executor, engines.Agent{Name: answer.Name, Weights: answer.Weights}, earlier, games)
			if err != nil {
				return err
			}
			m.Games, m.Rating, m.Interval = played.Games, played.Rating, played.Interval
		}
		t.againstItself = append(t.againstItself, m)
	}
	return nil
}
