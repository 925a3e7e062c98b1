package runs

import (
	"context"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Checkpoints are due when these shares of the search are over. All checkpoints
// together take checkpointGames of the verification's games, in addition to them and on
// deals of their own, so that no result depends on a checkpoint.
var checkpointShares = []float64{0.02, 0.06, 0.15, 0.3, 0.55}

const checkpointGames = 0.2

// reached is the state of a search at the end of a round.
type reached struct {
	round int
	games int           // of the search so far
	spent time.Duration // in the rounds so far
	best  engines.Agent
}

// checkpointsDue returns the rounds of a search after which a checkpoint is due: those that
// pass a share of the planned games, time or rounds. If nothing is planned, the shares
// are those of the games played; then the search must be over. The last round of a
// search has no checkpoint of its own, because the verification measures its result.
func (t *search) checkpointsDue(rounds []reached, over bool) []reached {
	budget := t.config.Budget
	games := t.planned()
	if games == 0 && budget.Time == 0 && budget.Rounds == 0 {
		if !over {
			return nil
		}
		games = rounds[len(rounds)-1].games
	}
	share := func(r reached) (s float64) {
		if games > 0 {
			s = float64(r.games) / float64(games)
		}
		if budget.Time > 0 {
			s = max(s, r.spent.Seconds()/budget.Time.Seconds())
		}
		if budget.Rounds > 0 {
			s = max(s, float64(r.round)/float64(budget.Rounds))
		}
		return s
	}
	var due []reached
	next := 0
	for i, r := range rounds {
		s, before := share(r), next
		for next < len(checkpointShares) && s >= checkpointShares[next] {
			next++
		}
		if last := s >= 1 || over && i == len(rounds)-1; next > before && !last {
			due = append(due, r)
		}
	}
	return due
}

// resumeCheckpoints reads the rounds and checkpoints that an earlier part of the run has
// stored, and reports the latest checkpoint to the events.
func (t *tuner) resumeCheckpoints(ctx context.Context) error {
	if t.Resume == "" {
		return nil
	}
	rec, err := t.run.Record(ctx)
	if err != nil {
		return err
	}
	var spent time.Duration
	for _, g := range rec.Generations {
		spent += g.Elapsed
		t.reached = append(t.reached, reached{g.Number, g.Total, spent, engines.Agent{Name: g.Best.Name, Weights: g.Best.Weights}})
	}
	due := t.checkpointsDue(t.reached, false)
	for _, c := range rec.Checkpoints { // those of a smaller budget may not be due any more
		if slices.ContainsFunc(due, func(r reached) bool { return r.round == c.Round }) {
			t.checkpoints = append(t.checkpoints, c)
		}
	}
	if n := len(t.checkpoints); n > 0 {
		t.reportCheckpoint(t.checkpoints[n-1])
	}
	return nil
}

// addRound measures the checkpoints that are due after a round. Runs whose programs are
// on other machines measure them after the search.
func (t *tuner) addRound(ctx context.Context, round tuning.Round) error {
	var spent time.Duration
	if n := len(t.reached); n > 0 {
		spent = t.reached[n-1].spent
	}
	t.reached = append(t.reached, reached{
		round.Number, round.Total, spent + round.Elapsed, engines.Agent{Name: round.Best.Name, Weights: round.Best.Weights},
	})
	if t.NewExecutor != nil && t.programs != nil {
		return nil
	}
	executor, err := t.executor(t.Workers)
	if err != nil {
		return err
	}
	return t.measureDue(ctx, executor, false)
}

// measureDue plays the checkpoints that are due and not stored yet, all on the same
// deals, against the first opponent of the verification. Each is stored as soon as it
// has been measured.
func (t *tuner) measureDue(ctx context.Context, executor tournament.Executor, over bool) error {
	if t.checkpointGames() == 0 || len(t.reached) == 0 {
		return nil
	}
	for _, r := range t.checkpointsDue(t.reached, over) {
		if slices.ContainsFunc(t.checkpoints, func(c results.Checkpoint) bool { return c.Round == r.round }) {
			continue
		}
		m, err := t.measureAnswer(ctx, executor, r.best)
		if err != nil {
			return err
		}
		if err := t.saveCheckpoint(ctx, checkpoint(r.round, r.games, m)); err != nil {
			return err
		}
	}
	return nil
}

// measure plays the checkpoints that the search has left and adds the result as the
// verification has measured it.
func (t *tuner) measure(ctx context.Context) error {
	n := len(t.reached)
	matches := t.verdict.Matches // of the search's candidate, whether it is the answer or not
	if r := t.verdict.Refused; r != nil && r.Matches != nil {
		matches = r.Matches
	}
	if len(matches) == 0 || t.checkpointGames() == 0 || n == 0 {
		return nil
	}
	executor, err := t.players(t.Options, t.run.ID())
	if err != nil {
		return err
	}
	if err := t.measureDue(ctx, executor, true); err != nil {
		return err
	}
	last := t.reached[n-1]
	t.checkpoints = slices.DeleteFunc(t.checkpoints, func(c results.Checkpoint) bool { return c.Round == last.round })
	if err := t.saveCheckpoint(ctx, checkpoint(last.round, last.games, matches[0])); err != nil {
		return err
	}
	return t.measureAgainstItself(ctx, executor)
}

// saveCheckpoint stores a checkpoint and reports it to the events.
func (t *tuner) saveCheckpoint(ctx context.Context, c results.Checkpoint) error {
	t.checkpoints = append(t.checkpoints, c)
	slices.SortFunc(t.checkpoints, func(a, b results.Checkpoint) int { return a.Round - b.Round })
	// A signal must not keep what is measured from being written.
	if err := t.run.SaveCheckpoints(context.WithoutCancel(ctx), t.checkpoints); err != nil {
		return err
	}
	t.reportCheckpoint(c)
	return nil
}

// reportCheckpoint reports a stored checkpoint to the events.
func (t *tuner) reportCheckpoint(c results.Checkpoint) {
	if t.Events.CheckpointMeasured != nil {
		t.Events.CheckpointMeasured(tuning.Checkpoint{
			Round: c.Round, Games: c.Games, Elo: float64(c.Rating), Interval: c.Interval, Against: c.Against, Played: c.Played, Variety: c.Variety,
		})
	}
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
func (t *tuner) measureAnswer(ctx context.Context, executor tournament.Executor, answer engines.Agent) (rating.Standing, error) {
	return t.measureMatch(ctx, executor, answer, t.opponents[0], t.checkpointGames())
}

// measureMatch plays an agent against an opponent on the deals of the checkpoints.
func (t *tuner) measureMatch(ctx context.Context, executor tournament.Executor, agent, opponent engines.Agent, games int) (rating.Standing, error) {
	v, err := tuning.Verify(ctx, executor, []tuning.Estimate{{Name: agent.Name, Weights: agent.Weights}}, []engines.Agent{opponent}, tuning.VerifyOptions{
		Terms: t.terms(), Games: games, Seats: t.seats, Symmetric: t.engine.Spec().Symmetric, Fixed: true, Settings: t.settings,
		Seed: engines.Seed(t.config.Seed, engines.Purpose("milestones")), Deal: dealFrom(t.deals.verification, 0),
	})
	if err != nil {
		return rating.Standing{}, err
	}
	return v.Matches[0], nil
}

// checkpoint converts a match of a round's best weights.
func checkpoint(round, games int, m rating.Standing) results.Checkpoint {
	return results.Checkpoint{
		Round: round, Games: games, Played: m.Games, Variety: m.Variety, Rating: m.Rating, Interval: m.Interval, Against: m.Agent,
	}
}
