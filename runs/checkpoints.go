package runs

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// The measuring of how the answer grew: after these shares of the search's games, with
// so large a share of the verification's games for all of them together. They are
// played besides those, so that what they show changes no verdict.
var checkpointShares = []float64{0.02, 0.06, 0.15, 0.3, 0.55}

const checkpointGames = 0.2

// measure plays the answer of a few rounds against the verification's first opponent,
// all on the same deals, which neither the search nor the verification has seen. The
// last checkpoint is the answer itself, as it was verified.
func (t *tuner) measure(ctx context.Context) error {
	last := t.verdict.Matches // of the search's candidate, whether it is the answer or not
	if r := t.verdict.Refused; r != nil && r.Matches != nil {
		last = r.Matches
	}
	if len(last) == 0 || t.checkpointGames() == 0 {
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
	for _, g := range checkpointRounds(rec.Generations, checkpointShares) {
		m, known := t.measured[g.Number]
		if !known {
			if m, err = t.measureAnswer(ctx, executor, engines.Agent{Name: g.Best.Name, Weights: g.Best.Weights}); err != nil {
				return err
			}
		}
		t.checkpoints = append(t.checkpoints, checkpoint(g.Number, g.total, m))
	}
	if n := len(rec.Generations); n > 0 {
		t.checkpoints = append(t.checkpoints, checkpoint(rec.Generations[n-1].Number, t.games, last[0]))
	}
	return t.measureAgainstItself(ctx, executor, rec.Generations)
}

// checkpointGames is the number of games of one checkpoint, 0 where none is measured.
func (t *search) checkpointGames() int {
	games := int(checkpointGames * float64(t.config.Verification.Games) / float64(len(checkpointShares)))
	if len(t.opponents) == 0 || games < 2 {
		return 0
	}
	return games
}

// checkpointDeals is the number of deals that all checkpoints and the matches of the
// result against itself share.
func (t *search) checkpointDeals() int {
	if games := max(t.checkpointGames(), t.selfMatchGames()); games > 0 {
		return max(1, games/t.perDeal())
	}
	return 0
}

// measureAnswer plays the answer of a round.
func (t *tuner) measureAnswer(ctx context.Context, executor tournament.Executor, answer engines.Agent) (tuning.Match, error) {
	return t.measureMatch(ctx, executor, answer, t.opponents[0], t.checkpointGames())
}

// measureMatch plays an agent against an opponent on the deals of the checkpoints.
func (t *tuner) measureMatch(ctx context.Context, executor tournament.Executor, agent, opponent engines.Agent, games int) (tuning.Match, error) {
	v, err := tuning.Verify(ctx, executor, []tuning.Estimate{{Name: agent.Name, Weights: agent.Weights}}, []engines.Agent{opponent}, tuning.VerifyOptions{
		Terms: t.terms(), Games: games, Seats: t.seats, Symmetric: t.engine.Spec().Symmetric, Fixed: true, Settings: t.settings,
		Seed: engines.Seed(t.config.Seed, engines.Purpose("milestones")), Deal: dealFrom(t.deals.verification, 0),
	})
	if err != nil {
		return tuning.Match{}, err
	}
	return v.Matches[0], nil
}

// preview measures a checkpoint during the search, for who is watching, where the games
// to come can be told: what it finds is what would be found after the search. Where
// the search ends earlier than planned, a few games were played for the watcher alone.
func (t *tuner) preview(ctx context.Context, round tuning.Round) error {
	all := t.planned()
	if t.Events.CheckpointMeasured == nil || all == 0 || t.config.Budget.Time > 0 || t.programs != nil || t.checkpointGames() == 0 {
		return nil
	}
	due := 0
	for _, share := range checkpointShares {
		if float64(round.Total) >= share*float64(all) {
			due++
		}
	}
	if due <= t.previewed || round.Total >= all {
		return nil
	}
	t.previewed = due
	executor, err := t.executor(t.Workers)
	if err != nil {
		return err
	}
	m, err := t.measureAnswer(ctx, executor, engines.Agent{Name: round.Best.Name, Weights: round.Best.Weights})
	if err != nil {
		return err
	}
	if t.measured == nil {
		t.measured = make(map[int]tuning.Match)
	}
	t.measured[round.Number] = m
	t.Events.CheckpointMeasured(tuning.Checkpoint{Round: round.Number, Games: round.Total, Match: m})
	return nil
}

func checkpoint(round, games int, m tuning.Match) results.Checkpoint {
	return results.Checkpoint{
		Round: round, Games: games, Played: m.Games, Rating: results.Float(m.Elo), Interval: interval(m.Interval.Lo, m.Interval.Hi), Against: m.Opponent,
	}
}

// reached is a round with the games of the run up to its end.
type reached struct {
	results.Generation
	total int
}

// checkpointRounds are the rounds after which the shares of all games had been played, each
// round once and none that is the last.
func checkpointRounds(rounds []results.Generation, shares []float64) []reached {
	all := 0
	for _, g := range rounds {
		all += g.Games
	}
	var out []reached
	total, next := 0, 0
	for i, g := range rounds {
		total += g.Games
		if i == len(rounds)-1 || next == len(shares) || float64(total) < shares[next]*float64(all) {
			continue
		}
		out = append(out, reached{g, total})
		for next < len(shares) && float64(total) >= shares[next]*float64(all) {
			next++
		}
	}
	return out
}
