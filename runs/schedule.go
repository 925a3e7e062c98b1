package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// ScheduleOptions are the keys of the section schedule of a config. The zero value is a round robin
// that is played once. A schedule of groups requires Size. Go programs convert the options with
// [configs.Map] to [configs.Config.Schedule].
type ScheduleOptions struct {
	// Kind determines who plays whom. In a round_robin every agent plays every other agent. In a
	// gauntlet the first agent of the list plays all others. With groups, agents play round
	// robins within groups drawn at random, in games of two seats.
	Kind string `yaml:"kind,omitempty"`
	// Cycles is how often the whole schedule is played. The default is 1. With a sequential test,
	// the default is to play until the test decides. Its limit is ten times the mean length of
	// the test if the true difference is half-way between the hypotheses; for two seats with one
	// game a pairing (seat_orders: drawn or turned), it is five times this length.
	Cycles int `yaml:"cycles,omitempty"`
	// SeatOrders determines the seat orders in which a pairing plays a deal: every agent once in
	// every seat (all), one order drawn at random (drawn), or one that moves on by a seat from
	// cycle to cycle (turned). In games of three seats and more, later cycles also change which
	// agent plays directly after which, because this can matter as much as better weights. The
	// default is all.
	SeatOrders tournament.SeatOrders `yaml:"seat_orders"`
	// Deals determines whether all pairings of a cycle play the same deal (shared) or each
	// pairing a different one (independent). The default is shared.
	Deals tournament.Deals `yaml:"deals"`
	// Candidates is the number of agents at the top of the list that play a gauntlet against the
	// others.
	Candidates int `yaml:"candidates,omitempty"`
	// Groups is the number of groups in a cycle. The default is 1.
	Groups int `yaml:"groups,omitempty"`
	// Size is the number of agents in a group. A schedule of groups requires it.
	Size int `yaml:"size,omitempty"`
	// Unbalanced draws every group independently. Otherwise the numbers of groups that agents
	// play in differ by at most one.
	Unbalanced bool `yaml:"unbalanced,omitempty"`
	// Anchor is the agent whose rating is 0. The default is none: the ratings average 0.
	Anchor string `yaml:"anchor,omitempty"`
	// SPRT is a sequential test between the two agents of a tournament: elo0 and elo1 in the unit
	// of sprt_model, then alpha and beta. The default of alpha and beta is 0.05. The default is
	// no test.
	SPRT []float64 `yaml:"sprt,omitempty,flow"`
	// SPRTModel is the unit of elo0 and elo1: normalised Elo (normalized), Elo (logistic) or
	// BayesElo (bayesian). The default is normalized.
	SPRTModel string `yaml:"sprt_model,omitempty"`
}

// contest is the part of a resolved config (type Resolved) that only a tournament has: the
// schedule, the standings and the sequential test.
type contest struct {
	options ScheduleOptions
	// cyclesGiven reports whether the config sets the number of cycles, which are repetitions of
	// the schedule.
	cyclesGiven bool
	seats       int // number of seats of a game
	schedule    tournament.Schedule
	deals       *deals.Sequence // deals (game starts) to play; nil for those of the schedule
	standings   *tournament.Standings
	test        *sequential // sequential test; nil for none
}

// mostAgents is the largest number of agents of a tournament. It limits the memory of the
// standings.
const mostAgents = 2000

// resolveContest determines the agents, the schedule and the deals (game starts) of a tournament
// from the config.
func resolveContest(ctx context.Context, r *Resolved, m *mistakes, q request) error {
	if !r.fromStore {
		refuseZeros(r, m, q.options)
	}
	switch len(r.Config.Agents) {
	case 0:
		m.add("agents", errors.New("missing: a tournament needs at least two"))
	case 1:
		m.add("agents", errors.New("only one: a tournament needs at least two"))
	}
	if n := len(r.Config.Agents); n > mostAgents {
		m.add("agents", fmt.Errorf("%d agents: a tournament takes at most %d, because its memory grows with the square of their number", n, mostAgents))
		return m.err()
	}
	r.Agents = resolveAgents(ctx, r, m, r.Config.Agents, "agents")
	noteUnused(r, m, q, "a tournament", "strategy", "objective", "opponents", "budget", "verification", "etudes", "openings.set_aside")
	if len(r.Agents) < 2 {
		checkSections(r, m)
		return m.err()
	}
	var err error
	if r.contest, err = newContest(r, m, r.Agents); err != nil {
		return err
	}
	if err := chooseDeals(ctx, r, m); err != nil {
		return err
	}
	if r.Config.Schedule, err = configs.Map(r.contest.options); err != nil {
		return err
	}
	if r.fromStore || q.dry {
		return nil
	}
	if err := canLog(r, q.options.GamesFile); err != nil {
		return err
	}
	if r.contest.dealCount() < 2 { // one deal cannot repeat
		return m.err()
	}
	return refuseAlike(ctx, r, m, r.Agents[0], q.options)
}

// newContest makes the schedule, the standings and the sequential test for the agents. r.Engine may
// be nil if the game is not known.
func newContest(r *Resolved, m *mistakes, agents []engines.Agent) (*contest, error) {
	c := &contest{}
	var err error
	c.options, err = decodeSchedule(m.doc)
	m.addDecoded(err)
	if c.options.SPRT != nil {
		var wrong error
		c.test, wrong = newSequential(c.options.SPRT, c.options.SPRTModel, agents)
		m.add("schedule", wrong)
	} else if c.options.SPRTModel != "" {
		m.add("schedule", keys.Errorf("sprt_model", "it is the unit of sprt, which is missing"))
	}
	switch {
	case err != nil || r.Engine != nil && r.Seats > r.Engine.Spec().MaxSeats:
		return nil, m.err()
	case len(agents) < r.Seats:
		return nil, m.fail("agents", fmt.Errorf("%d are too few for a game of %d seats", len(agents), r.Seats))
	}
	if c.options.Cycles == 0 && c.test == nil && r.resumed != nil && r.resumed.rec.Kind == results.Tournament {
		c.options.Cycles = storedCycles(r.resumed.config)
	}
	if c.cyclesGiven = c.options.Cycles != 0; !c.cyclesGiven {
		c.options.Cycles = c.test.cycles(r.Seats)
	}
	c.seats = r.Seats
	c.schedule, err = newSchedule(c.options, len(agents), r.Seats, playOf(r))
	m.add("schedule", err)
	names := make([]string, len(agents))
	for i, agent := range agents {
		names[i] = agent.Name
	}
	c.standings, err = tournament.NewStandings(names, tournament.StandingsOptions{Anchor: c.options.Anchor, Seed: r.Config.Seed, Sharing: tournament.Sharing(c.schedule)})
	m.add("schedule", err)
	return c, m.err()
}

// storedCycles returns the number of cycles in the config of a stored tournament, or 0 if it cannot be
// read.
func storedCycles(c configs.Config) int {
	var o ScheduleOptions
	if c.Schedule.Decode(&o) != nil {
		return 0
	}
	return max(1, o.Cycles)
}

func decodeSchedule(doc *configs.Document) (ScheduleOptions, error) {
	o := ScheduleOptions{Kind: scheduleKinds[0], Candidates: 1}
	err := doc.Decode("schedule", &o)
	return o, errors.Join(err, doc.Locate("schedule", keys.OneOf("kind", "schedule", o.Kind, scheduleKinds...)))
}

var scheduleKinds = []string{"round_robin", "gauntlet", "groups"}

// playOf returns those options of a schedule that follow from the game and the seed of the run.
func playOf(r *Resolved) tournament.Play {
	return tournament.Play{Seed: r.Config.Seed, Symmetric: r.Engine != nil && r.Engine.Spec().Symmetric}
}

// newSchedule returns the schedule with the given options. agents and seats are the numbers of
// agents and of seats of the game. play contains further options.
func newSchedule(o ScheduleOptions, agents, seats int, play tournament.Play) (tournament.Schedule, error) {
	play.Cycles, play.Orders, play.Deals = o.Cycles, o.SeatOrders, o.Deals
	switch o.Kind {
	case "round_robin":
		return tournament.RoundRobin(tournament.RoundRobinOptions{Agents: agents, Seats: seats, Play: play})
	case "gauntlet":
		g := tournament.GauntletOptions{Candidates: o.Candidates, Opponents: agents - o.Candidates, Seats: seats, Play: play}
		if left, least := g.Opponents, max(seats, 2)-1; o.Candidates > 0 && left < least {
			g.Opponents = least
			return nil, errors.Join(
				keys.Errorf("candidates", "%d of %d agents leave %d opponents, and at least %d must be left", o.Candidates, agents, max(left, 0), least), g.Validate())
		}
		return tournament.Gauntlet(g)
	case "groups":
		if seats != 2 {
			return nil, keys.Errorf("kind", "groups play games of two seats, not of %d", seats)
		}
		g := tournament.GroupsOptions{Agents: agents, Groups: o.Groups, Size: o.Size, Balanced: !o.Unbalanced, Play: play}
		if o.Size > agents {
			g.Agents = o.Size
			return nil, errors.Join(keys.Errorf("size", "%d is more than the number of agents, %d", o.Size, agents), g.Validate())
		}
		return tournament.Groups(g)
	}
	return nil, keys.OneOf("kind", "schedule", o.Kind, scheduleKinds...)
}

// chooseDeals chooses the openings of the tournament and makes the schedule, whose games begin with
// these openings.
func chooseDeals(ctx context.Context, r *Resolved, m *mistakes) error {
	c := r.contest
	if err := chooseOpenings(ctx, r, m, demand{search: c.dealCount(), tournament: true}); err != nil {
		return err
	}
	if c.deals = dealsOf(r, r.Config.Seed, "deals", deals.Options{Supply: r.dealing.plan.Different}); c.deals == nil {
		return nil
	}
	play := playOf(r)
	play.Deal = c.deals.Seed
	var err error
	c.schedule, err = newSchedule(c.options, len(r.Agents), r.Seats, play)
	return err
}

// dealCount returns the number of deals (game starts) in the schedule.
func (c *contest) dealCount() int {
	switch cycles := max(1, c.options.Cycles); {
	case c.options.Deals == tournament.IndependentDeals:
		return c.schedule.Len()
	case c.options.Kind == "groups":
		return cycles * max(1, c.options.Groups)
	default:
		return cycles
	}
}

// games returns the number of games in the schedule. All pairings have the same number of games.
func (c *contest) games() int {
	if c.schedule.Len() == 0 {
		return 0
	}
	return c.schedule.Len() * c.schedule.At(0).Played()
}

// openEnded reports whether the sequential test alone decides when the tournament ends. This is so
// if the user has not set the number of cycles. A stored config always has a number: if it equals
// the one computed from the test, it counts as not set.
func (c *contest) openEnded() bool {
	return c.test != nil && (!c.cyclesGiven || c.options.Cycles == c.test.cycles(c.seats))
}

// supplied returns the number of pairings after which every opening has been played once. It
// returns 0 for a tournament that does not end when its openings are used up.
func (c *contest) supplied(p OpeningsPlan) int {
	if !p.Ends {
		return 0
	}
	return c.schedule.Len() / c.dealCount() * p.Different.Openings
}
