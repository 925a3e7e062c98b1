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
// interim match that measures the best weights so far. It does not influence the search.
var checkpointsAt = []float64{0.02, 0.06, 0.15, 0.3, 0.55}

// selfMatchesAt are fractions of the games of a search. After the search, the final weights play a
// match against the best weights at each of these points.
var selfMatchesAt = []float64{0.25, 0.5}

// shareOfVerification is the fraction of the verification's number of games that all checkpoints
// (interim matches) have together. All matches of the final weights against earlier ones together
// have the same fraction.
const shareOfVerification = 0.2

// checkpointGames returns the number of games of one checkpoint of a run with the given verification.
// It returns 0 if the run has no checkpoints.
func checkpointGames(v configs.Verification) int { return gamesOfEach(len(checkpointsAt), v) }

// selfMatchGames returns the number of games of one match of the final weights against earlier
// ones, for a run with the given verification. It returns 0 if the run has no such matches.
func selfMatchGames(v configs.Verification) int { return gamesOfEach(len(selfMatchesAt), v) }

// gamesOfEach returns the number of games of one of n equal matches. Together, the matches have the
// fraction shareOfVerification of the games of the verification v. It returns 0 if a match would
// have fewer than 2 games, or if the verification has no opponents.
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
			total += of.matches * tuning.PlanVerification(1, make([]engines.Agent, 1), matchOptions(r, of.games, 0, nil)).Games()
		}
	}
	return total
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
// These are the rounds that reach a fraction in checkpointsAt of the planned games, time or rounds.
// Without a plan, checkpoints are due only after the search, by fractions of the games played. The
// last round has no checkpoint, because the verification measures the final weights.
func checkpointsDue(budget configs.Budget, planned int, rounds []results.Generation, over bool) []results.Generation {
	if planned == 0 && budget.Time == 0 && budget.Rounds == 0 {
		if !over {
			return nil
		}
		planned = rounds[len(rounds)-1].Total
	}
	share := func(r results.Generation, spent time.Duration) (s float64) {
		if planned > 0 {
			s = float64(r.Total) / float64(planned)
		}
		if budget.Time > 0 {
			s = max(s, spent.Seconds()/budget.Time.Seconds())
		}
		if budget.Rounds > 0 {
			s = max(s, float64(r.Number)/float64(budget.Rounds))
		}
		return s
	}
	var due []results.Generation
	var spent time.Duration
	next := 0
	for i, r := range rounds {
		spent += r.Elapsed
		s, before := share(r, spent), next
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
	rec           *recorder
	deals         *deals.Sequence      // deals of the verification; nil for deals derived from the seed
	planned       int                  // games of the search as planned before its first round; 0 if unknown
	list          []results.Checkpoint // stored checkpoints
	againstItself []results.SelfMatch  // matches of the final weights against earlier best weights
}

// newCheckpoints prepares the checkpoints of a search, the interim measurements of its best
// weights. They are due at fractions of the planned number of games, which newCheckpoints reads.
// The number may change with each round, so newCheckpoints must be called before the strategy
// receives or restores a round.
func newCheckpoints(rec *recorder, deals *deals.Sequence) *checkpoints {
	return &checkpoints{rec: rec, deals: deals, planned: rec.r.search.planned()}
}

// restore reads the stored checkpoints (interim measurements) of a resumed run. It reports the latest
// one to the event handler.
func (c *checkpoints) restore(rec results.Record) {
	due := c.due(rec.Generations, false)
	for _, stored := range rec.Checkpoints { // a checkpoint of a smaller budget may not be due any more
		if slices.ContainsFunc(due, func(r results.Generation) bool { return r.Number == stored.Round }) {
			c.list = append(c.list, stored)
		}
	}
	if n := len(c.list); n > 0 {
		c.report(c.list[n-1])
	}
}

func (c *checkpoints) due(rounds []results.Generation, over bool) []results.Generation {
	return checkpointsDue(c.rec.r.Config.Budget, c.planned, rounds, over)
}

// measureBetween plays the checkpoints (interim matches) that are due after the finished rounds, on
// goroutines of this process. If other machines run the programs, it plays none, and all
// checkpoints are played after the search.
func (c *checkpoints) measureBetween(ctx context.Context, rounds []results.Generation) error {
	r, o := c.rec.r, c.rec.options
	if o.NewExecutor != nil && r.Programs != nil {
		return nil
	}
	executor, err := r.local(o.Workers)
	if err != nil {
		return err
	}
	return c.measureDue(ctx, executor, rounds, false)
}

// measureDue plays the checkpoints (interim matches) that are due after the given rounds and not stored
// yet, and stores each of them immediately. over reports whether the search is over.
func (c *checkpoints) measureDue(ctx context.Context, executor tournament.Executor, rounds []results.Generation, over bool) error {
	games := checkpointGames(c.rec.r.Config.Verification)
	if games == 0 || len(rounds) == 0 {
		return nil
	}
	for _, r := range c.due(rounds, over) {
		if slices.ContainsFunc(c.list, func(stored results.Checkpoint) bool { return stored.Round == r.Number }) {
			continue
		}
		m, err := c.match(ctx, executor, agentOf(r.Best), c.rec.r.Verify[0], games)
		if err != nil {
			return err
		}
		if err := tournament.Confirm(ctx, executor); err != nil {
			return err
		}
		if err := c.save(ctx, checkpoint(r, m)); err != nil {
			return err
		}
	}
	return nil
}

// finish completes the checkpoints (interim matches) after the search and its verification v. It
// plays those that are still due. It stores the verification of the search's candidate as the last
// checkpoint, and plays the result against the best weights of earlier rounds. The last two steps
// are omitted if the candidate played no match against the opponents, because it lost the playoff
// to the start weights.
func (c *checkpoints) finish(ctx context.Context, executor tournament.Executor, rounds []results.Generation, v tuning.Verification) error {
	n := len(rounds)
	if checkpointGames(c.rec.r.Config.Verification) == 0 || n == 0 {
		return nil
	}
	matches := v.Matches // of the search's candidate, whether it is the result or not
	if v.Refused != nil {
		matches = v.Refused.Matches
	}
	if err := c.measureDue(ctx, executor, rounds, true); err != nil || len(matches) == 0 {
		return err
	}
	last := rounds[n-1]
	c.list = slices.DeleteFunc(c.list, func(stored results.Checkpoint) bool { return stored.Round == last.Number })
	if err := c.save(ctx, checkpoint(last, matches[0])); err != nil {
		return err
	}
	return c.measureAgainstItself(ctx, executor, rounds, v.Result)
}

// measureAgainstItself plays the final weights against the best weights of earlier rounds, on the
// same game starts as the checkpoints. It plays nothing if the result is the start weights.
func (c *checkpoints) measureAgainstItself(ctx context.Context, executor tournament.Executor, rounds []results.Generation, result tuning.Estimate) error {
	r, played := c.rec.r, rounds[len(rounds)-1].Total
	games := selfMatchGames(r.Config.Verification)
	if games == 0 || r.sameAs(result.Weights, r.startWeights()) {
		return nil
	}
	for _, share := range selfMatchesAt {
		i := slices.IndexFunc(rounds, func(g results.Generation) bool { return float64(g.Total) >= share*float64(played) })
		if i == len(rounds)-1 {
			continue
		}
		earlier := rounds[i]
		m := results.SelfMatch{Share: share, Round: earlier.Number}
		if n := len(c.againstItself); n > 0 && c.againstItself[n-1].Round == earlier.Number {
			m = c.againstItself[n-1]
			m.Share = share
		} else if !r.sameAs(earlier.Best.Weights, result.Weights) {
			match, err := c.match(ctx, executor, engines.Agent{Name: result.Name, Weights: result.Weights}, agentOf(earlier.Best), games)
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
	r := c.rec.r
	o := matchOptions(r, games, engines.Seed(r.Config.Seed, engines.Purpose("milestones")), c.deals)
	v, err := playMatches(ctx, executor, agent, []engines.Agent{opponent}, o)
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

// checkpoint returns a checkpoint (interim measurement) of a search after a round. m is the rating
// of the round's best weights.
func checkpoint(round results.Generation, m rating.Standing) results.Checkpoint {
	return results.Checkpoint{
		Round: round.Number, Games: round.Total, Played: m.Games, Variety: m.Variety, Rating: m.Rating, Interval: m.Interval, Against: m.Agent,
	}
}
