package runs

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// The measuring of how the answer grew: after these shares of the search's games, with
// so large a share of the verification's games for all of them together. They are
// played besides those, so that what they show changes no verdict.
var milestoneShares = []float64{0.02, 0.06, 0.15, 0.3, 0.55}

const milestoneGames = 0.2

// measure plays the answer of a few rounds against the verification's first opponent,
// all on the same deals, which neither the search nor the verification has seen. The
// last milestone is the answer itself, as it was verified.
func (t *tuner) measure(ctx context.Context) error {
	games := int(milestoneGames * float64(t.config.Verification.Games) / float64(len(milestoneShares)))
	if len(t.opponents) == 0 || len(t.verdict.Matches) == 0 || games < 2 {
		return nil
	}
	rec, err := t.run.Record(ctx)
	if err != nil {
		return err
	}
	executor, err := t.players(t.Options, t.run.ID())
	if err != nil {
		return err
	}
	for _, g := range milestones(rec.Generations) {
		v, err := tuning.Verify(ctx, executor, []tuning.Estimate{{Name: g.Best.Name, Weights: g.Best.Weights}}, t.opponents[:1], tuning.VerifyOptions{
			Terms: t.terms(), Games: games, Seats: t.seats, Symmetric: t.engine.Spec().Symmetric, Fixed: true, Settings: t.settings,
			Seed: engines.Seed(t.config.Seed, engines.Purpose("milestones")),
		})
		if err != nil {
			return err
		}
		t.strength = append(t.strength, milestone(g.Number, g.total, v.Matches[0]))
	}
	if n := len(rec.Generations); n > 0 {
		t.strength = append(t.strength, milestone(rec.Generations[n-1].Number, t.games, t.verdict.Matches[0]))
	}
	return nil
}

func milestone(round, games int, m tuning.Match) results.Milestone {
	return results.Milestone{
		Round: round, Games: games, Played: m.Games, Rating: results.Float(m.Elo), Interval: interval(m.Interval.Lo, m.Interval.Hi),
	}
}

// reached is a round with the games of the run up to its end.
type reached struct {
	results.Generation
	total int
}

// milestones are the rounds after which the shares of all games had been played, each
// round once and none that is the last.
func milestones(rounds []results.Generation) []reached {
	all := 0
	for _, g := range rounds {
		all += g.Games
	}
	var out []reached
	total, next := 0, 0
	for i, g := range rounds {
		total += g.Games
		if i == len(rounds)-1 || next == len(milestoneShares) || float64(total) < milestoneShares[next]*float64(all) {
			continue
		}
		out = append(out, reached{g, total})
		for next < len(milestoneShares) && float64(total) >= milestoneShares[next]*float64(all) {
			next++
		}
	}
	return out
}
