package runs

import (
	"context"
	"slices"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// checkpointsAt are the fractions of a search after which a checkpoint is due. A checkpoint is an
// interim match that measures the best weights so far. Checkpoints use separate deals (game
// starts), so no result depends on them.
var checkpointsAt = []float64{0.02, 0.06, 0.15, 0.3, 0.55}

// reached contains the numbers of rounds and games, the time, and the best agent of a search at the
// end of a round.
type reached struct {
	round int
	games int           // games of the search so far
	spent time.Duration // total duration of the rounds so far
	best  engines.Agent
}

// selfMatchesAt are fractions of the games of a search. After the search, the final weights play a
// match against the best weights that the search had at each of these points.
var selfMatchesAt = []float64{0.25, 0.5}

// shareOfVerification is the number of games of all checkpoints together, as a fraction of the
// games of the verification. The matches of the result against earlier weights together have the
// same number of games.
const shareOfVerification = 0.2

// checkpointGames returns the number of games of one checkpoint of a run with the given verification.
// It returns 0 if the run has no checkpoints.
func checkpointGames(v configs.Verification) int { return gamesOfEach(len(checkpointsAt), v) }

// selfMatchGames returns the number of games of one match of the final weights against earlier
// ones, for a run with the given verification. It returns 0 if the run has no such matches.
func selfMatchGames(v configs.Verification) int { return gamesOfEach(len(selfMatchesAt), v) }

// gamesOfEach returns the number of games of one of n equal matches. All n matches together have
// the fraction shareOfVerification of the games of the verification v. The result is 0 if a match
// would have fewer than 2 games, or if the verification has no opponents.
func gamesOfEach(n int, v configs.Verification) int {
	games := int(shareOfVerification * float64(v.Games) / float64(n))
	if len(v.Opponents) == 0 || games < 2 {
		return 0
	}
	return games
}

// checkpointTotal returns the largest number of games that a search plays in interim matches
// (checkpoints), and in matches of the result against its earlier weights. A search of few rounds
// has fewer checkpoints.
func checkpointTotal(r *Resolved) int {
	total := 0
	for _, of := range []struct{ matches, games int }{
		{len(checkpointsAt), checkpointGames(r.Config.Verification)}, {len(selfMatchesAt), selfMatchGames(r.Config.Verification)},
	} {
		if of.games > 0 {
			total += of.matches * tuning.PlanVerification(1, make([]engines.Agent, 1), matchOptions(r, of.games)).Games()
		}
	}
	return total
}

// matchOptions returns options for a match between two agents, such as a checkpoint, with the given
// number of games. They contain only what determines how many games are played; the caller adds the
// rest.
func matchOptions(r *Resolved, games int) tuning.VerifyOptions {
	return tuning.VerifyOptions{Games: games, Seats: r.Seats, Symmetric: r.Engine.Spec().Symmetric, Fixed: true}
}

// checkpointDeals returns the number of deals (game starts) on which the checkpoints and
// self-matches are played. All of them use the same deals. The number is 0 if there are no such
// matches.
func checkpointDeals(r *Resolved) int {
	if games := max(checkpointGames(r.Config.Verification), selfMatchGames(r.Config.Verification)); games > 0 {
		return max(1, games/r.perDeal())
	}
	return 0
}

// checkpointsDue returns the rounds of a search after which a checkpoint (interim match) is due.
// These are the rounds at whose end the search has reached one of the fractions in checkpointsAt of
// its planned games, time or rounds. If nothing is planned, the fractions refer to the games
// played, and there are no checkpoints until the search is over. The last round has no checkpoint,
// because the verification measures the final weights.
func checkpointsDue(budget configs.Budget, planned int, rounds []reached, over bool) []reached {
	if planned == 0 && budget.Time == 0 && budget.Rounds == 0 {
		if !over {
			return nil
		}
		planned = rounds[len(rounds)-1].games
	}
	share := func(r reached) (s float64) {
		if planned > 0 {
			s = float64(r.games) / float64(planned)
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
		for next < len(checkpointsAt) && s >= checkpointsAt[next] {
			next++
		}
		if last := s >= 1 || over && i == len(rounds)-1; next > before && !last {
			due = append(due, r)
		}
	}
	return due
}

// checkpoints plays the interim matches of a search. Each match measures the best weights of a
// round against the first opponent of the verification. All matches use the same deals (game
// starts).
type checkpoints struct {
	r     *Resolved
	rec   *recorder
	deals *deals.Sequence // deals of the verification; nil for deals derived from the seed
	// local returns the executor that plays checkpoints (interim matches) between rounds. It is nil
	// for runs whose programs are on other machines; then they are played after the search.
	local func() (tournament.Executor, error)

	planned       int                  // games of the search as planned before its first round; 0 if unknown
	reached       []reached            // finished rounds of the search
	list          []results.Checkpoint // stored checkpoints
	againstItself []results.SelfMatch  // matches of the final weights against earlier best weights
}

// newCheckpoints prepares the checkpoints of a search, the interim measurements of its best
// weights. They are due at fractions of the planned number of games. The strategy may change this
// number after a round. newCheckpoints reads it, so it must be called before the strategy receives
// or restores a round. Otherwise a resumed run could have its checkpoints after other rounds.
func newCheckpoints(rec *recorder, deals *deals.Sequence) *checkpoints {
	r, o := rec.r, rec.options
	c := &checkpoints{r: r, rec: rec, deals: deals, planned: r.search.planned()}
	if o.NewExecutor == nil || r.Programs == nil {
		c.local = func() (tournament.Executor, error) { return r.local(o.Workers) }
	}
	return c
}

// restore reads the stored rounds and checkpoints (interim measurements) of a resumed run. It
// reports the latest checkpoint to the event handler.
func (c *checkpoints) restore(rec results.Record) {
	var spent time.Duration
	for _, g := range rec.Generations {
		spent += g.Elapsed
		c.reached = append(c.reached, reached{g.Number, g.Total, spent, engines.Agent{Name: g.Best.Name, Weights: g.Best.Weights}})
	}
	due := c.due(false)
	for _, stored := range rec.Checkpoints { // a checkpoint of a smaller budget may not be due any more
		if slices.ContainsFunc(due, func(r reached) bool { return r.round == stored.Round }) {
			c.list = append(c.list, stored)
		}
	}
	if n := len(c.list); n > 0 {
		c.report(c.list[n-1])
	}
}

func (c *checkpoints) due(over bool) []reached {
	return checkpointsDue(c.r.Config.Budget, c.planned, c.reached, over)
}

// add records a finished round and plays the checkpoints (interim matches) that are now due.
func (c *checkpoints) add(ctx context.Context, round tuning.Round) error {
	var spent time.Duration
	if n := len(c.reached); n > 0 {
		spent = c.reached[n-1].spent
	}
	c.reached = append(c.reached, reached{
		round.Number, round.Total, spent + round.Elapsed, engines.Agent{Name: round.Best.Name, Weights: round.Best.Weights},
	})
	if c.local == nil {
		return nil
	}
	executor, err := c.local()
	if err != nil {
		return err
	}
	return c.measureDue(ctx, executor, false)
}

// measureDue plays the checkpoints (interim matches) that are due and not stored yet, and stores
// each of them immediately. over reports whether the search is over.
func (c *checkpoints) measureDue(ctx context.Context, executor tournament.Executor, over bool) error {
	games := checkpointGames(c.r.Config.Verification)
	if games == 0 || len(c.reached) == 0 {
		return nil
	}
	for _, r := range c.due(over) {
		if slices.ContainsFunc(c.list, func(stored results.Checkpoint) bool { return stored.Round == r.round }) {
			continue
		}
		m, err := c.match(ctx, executor, r.best, c.r.Verify[0], games)
		if err != nil {
			return err
		}
		if err := tournament.Confirm(ctx, executor); err != nil {
			return err
		}
		if err := c.save(ctx, checkpoint(r.round, r.games, m)); err != nil {
			return err
		}
	}
	return nil
}

// finish completes the checkpoints after the search. It plays those that are still due. Then it
// stores the verification of the search's candidate as the last checkpoint, and plays the result
// against the best weights of earlier rounds. It omits these two steps if the candidate played no
// match against the opponents, because it lost the playoff to the start weights. played is the
// number of games of the search.
func (c *checkpoints) finish(ctx context.Context, executor tournament.Executor, v tuning.Verification, played int) error {
	n := len(c.reached)
	if checkpointGames(c.r.Config.Verification) == 0 || n == 0 {
		return nil
	}
	matches := v.Matches // of the search's candidate, whether it is the result or not
	if v.Refused != nil {
		matches = v.Refused.Matches
	}
	if err := c.measureDue(ctx, executor, true); err != nil || len(matches) == 0 {
		return err
	}
	last := c.reached[n-1]
	c.list = slices.DeleteFunc(c.list, func(stored results.Checkpoint) bool { return stored.Round == last.round })
	if err := c.save(ctx, checkpoint(last.round, last.games, matches[0])); err != nil {
		return err
	}
	return c.measureAgainstItself(ctx, executor, v.Result, played)
}

// measureAgainstItself plays the final weights against the best weights of earlier rounds, on the
// game starts that the checkpoints use too. It plays nothing if the run's result is its start
// weights.
func (c *checkpoints) measureAgainstItself(ctx context.Context, executor tournament.Executor, result tuning.Estimate, played int) error {
	games := selfMatchGames(c.r.Config.Verification)
	if games == 0 || c.r.sameAs(result.Weights, c.r.startWeights()) {
		return nil
	}
	for _, share := range selfMatchesAt {
		i := slices.IndexFunc(c.reached, func(r reached) bool { return float64(r.games) >= share*float64(played) })
		if i < 0 || i == len(c.reached)-1 {
			continue
		}
		r := c.reached[i]
		m := results.SelfMatch{Share: share, Round: r.round}
		if n := len(c.againstItself); n > 0 && c.againstItself[n-1].Round == r.round {
			m = c.againstItself[n-1]
			m.Share = share
		} else if !c.r.sameAs(r.best.Weights, result.Weights) {
			match, err := c.match(ctx, executor, engines.Agent{Name: result.Name, Weights: result.Weights}, r.best, games)
			if err != nil {
				return err
			}
			m.Games, m.Rating, m.Interval = match.Games, match.Rating, match.Interval
		}
		c.againstItself = append(c.againstItself, m)
	}
	return nil
}

// match plays two agents against each other on the deals (game starts) of the checkpoints, and
// returns the rating of agent.
func (c *checkpoints) match(ctx context.Context, executor tournament.Executor, agent, opponent engines.Agent, games int) (rating.Standing, error) {
	r := c.r
	o := matchOptions(r, games)
	o.Terms, o.Seed, o.Deal = r.terms(), engines.Seed(r.Config.Seed, engines.Purpose("milestones")), dealFrom(c.deals, 0)
	v, err := tuning.Verify(ctx, executor, []tuning.Estimate{{Name: agent.Name, Weights: agent.Weights}}, []engines.Agent{opponent}, o)
	if err != nil {
		return rating.Standing{}, err
	}
	return v.Matches[0], nil
}

// save stores a checkpoint (interim measurement) and reports it to the event handler.
func (c *checkpoints) save(ctx context.Context, measured results.Checkpoint) error {
	c.list = append(c.list, measured)
	slices.SortFunc(c.list, func(a, b results.Checkpoint) int { return a.Round - b.Round })
	// An interrupt must not prevent the measurement from being stored.
	if err := c.rec.run.SaveCheckpoints(context.WithoutCancel(ctx), c.list); err != nil {
		return err
	}
	c.report(measured)
	return nil
}

func (c *checkpoints) report(p results.Checkpoint) {
	report := c.rec.options.Events.CheckpointMeasured
	if report == nil {
		return
	}
	measured := tuning.Checkpoint{
		Round: p.Round, Games: p.Games, Elo: float64(p.Rating), Interval: p.Interval, Against: p.Against, Played: p.Played, Variety: p.Variety,
	}
	if t := results.NewTrend(c.list, nil); t != nil && t.Games > 0 {
		measured.Trend = t.Text
	}
	report(measured)
}

// checkpoint returns the record of an interim measurement after a round, where m is the rating of
// the round's best weights.
func checkpoint(round, games int, m rating.Standing) results.Checkpoint {
	return results.Checkpoint{
		Round: round, Games: games, Played: m.Games, Variety: m.Variety, Rating: m.Rating, Interval: m.Interval, Against: m.Agent,
	}
}
