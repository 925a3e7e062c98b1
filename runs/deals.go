package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// dealing determines how a run chooses the seeds of its deals. A deal is the start of a game: its
// opening and its chance events. With the zero value, schedules and strategies choose the seeds.
type dealing struct {
	distinct bool // openings are not repeated before all have been used
	numbered bool // openings cannot be compared in this process, so they are distinguished by number
	plan     OpeningsPlan
}

// dealsOf returns a sequence of deals (game starts) with different openings, derived from seed and
// a purpose such as "search deals". It returns nil if the run does not require different openings.
func dealsOf(r *Resolved, seed uint64, purpose string, o deals.Options) *deals.Sequence {
	if !r.dealing.distinct {
		return nil
	}
	o.Seats, o.Openings, o.Numbered = r.Seats, r.openings(), r.dealing.numbered
	o.Seed = engines.Seed(seed, engines.Purpose(purpose))
	return deals.NewSequence(r.Engine, o)
}

// runDeals holds the deals (game starts) of a search and those of its verification. If openings are
// reserved for the verification, the search uses none of them.
type runDeals struct{ search, verification *deals.Sequence }

// newRunDeals returns the deals (game starts) of a tuning run. Both sequences are nil if the run
// does not require different openings.
func newRunDeals(r *Resolved) runDeals {
	p := r.dealing.plan
	rest := p.Different
	if p.SetAside == 0 || r.dealing.numbered {
		return runDeals{
			dealsOf(r, r.Config.Seed, "search deals", deals.Options{Supply: rest}),
			dealsOf(r, r.Config.Seed, "verification deals", deals.Options{Supply: rest, Scattered: true}),
		}
	}
	first := dealsOf(r, r.Config.Seed, "verification deals", deals.Options{Supply: rest, Scattered: true})
	if first == nil {
		return runDeals{}
	}
	aside := first.First(p.SetAside)
	rest.Openings -= len(aside)
	return runDeals{
		dealsOf(r, r.Config.Seed, "search deals", deals.Options{Supply: rest, Except: aside}),
		dealsOf(r, r.Config.Seed, "verification deals", deals.Options{Supply: deals.Supply{Openings: len(aside), Exact: true}, Scattered: true, Only: aside}),
	}
}

// dealFrom returns a function that maps n to the seed of deal (game start) number first + n of s.
// It returns nil if s is nil.
func dealFrom(s *deals.Sequence, first int) tuning.Deal {
	if s == nil {
		return nil
	}
	return func(n int) uint64 { return s.Seed(first + n) }
}

// mostDealt is the largest number of deals (game starts) for which countOpenings counts the
// different openings.
const mostDealt = 20_000

// dealtSeeds collects the seeds of the deals (game starts) that were played, for games without
// chance.
type dealtSeeds struct {
	seeds []uint64
	known map[uint64]struct{}
}

// add records the seed of a finished pairing's deal (game start), once. It ignores results without
// a content hash, by which equal games are recognised.
func (d *dealtSeeds) add(r tournament.Result) {
	if r.Content() == 0 {
		return
	}
	if _, have := d.known[r.Pairing.Seed]; have {
		return
	}
	if d.known == nil {
		d.known = make(map[uint64]struct{})
	}
	d.known[r.Pairing.Seed] = struct{}{}
	d.seeds = append(d.seeds, r.Pairing.Seed)
}

// openings returns the number of different openings among the recorded deals (game starts). known
// is false if s is nil, or if openings could not be compared. It is also false if the recorded
// deals are not the first ones of the sequence s.
func (d *dealtSeeds) openings(s *deals.Sequence) (n int, known bool) {
	if s == nil {
		return 0, false
	}
	for i := range d.seeds {
		if _, dealt := d.known[s.Seed(i)]; !dealt {
			return 0, false
		}
	}
	return s.Different(len(d.seeds))
}

// countOpenings returns the number of different openings among the deals (game starts) with the
// given seeds. It returns 0, meaning unknown, for too many seeds, and if an external program
// implements the rules, because counting would be slow.
func (r *Resolved) countOpenings(seeds []uint64) int {
	if _, slow := engines.As[engines.ChanceFinder](r.Engine); slow || len(seeds) > mostDealt {
		return 0
	}
	positions := make(map[string]struct{})
	for _, seed := range seeds {
		g, _, err := engines.Deal(r.Engine, r.Seats, seed, r.openings())
		if err != nil {
			return 0
		}
		positions[g.String()] = struct{}{}
	}
	return len(positions)
}

// varietyTime limits the duration of test games before a run. They show whether the games of the
// run would all be the same, whether programs repeat games, and whether games have scores. A run
// whose test games take longer starts without this information.
const varietyTime = 5 * time.Second

// refuseAlike adds a mistake to m if all games of the agent against itself are the same on every
// deal (game start). With Options.Force it warns instead.
func refuseAlike(ctx context.Context, r *Resolved, m *mistakes, agent engines.Agent, o Options) error {
	if r.dealing.distinct && r.dealing.plan.Different.Openings > 1 { // they were counted
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	alike, played, err := deals.Alike(limited, r.Engine, deals.VarietyOptions{
		Seats: r.Seats, Agent: agent, Openings: r.openings(), Seed: r.Config.Seed,
	})
	if err != nil || !alike {
		return adviseCheck(r, o, err)
	}
	if o.Force {
		o.warn("warning: %d deals gave one and the same game: all games are one observation, and there will be no intervals", played)
		return nil
	}
	if _, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 1}}); err != nil { // nothing to draw
		return m.fail("engine", errors.New(sameGames+"the game has no moves for an opening: use the seed in it, or a setting that varies its deals, or --force to play all the same"))
	}
	if err := wronglyWithChance(ctx, r); err != nil {
		return m.fail("engine", fmt.Errorf(sameGames+"%w", err))
	}
	plies := "auto or to a number"
	if r.Config.Openings.Distinct == nil { // auto gives a game with chance no random moves
		plies = "a number"
	}
	return m.fail("openings", errors.New(sameGames+
		"set random_plies here to "+plies+", or a setting of the game that varies its deals, or --force to play all the same"))
}

// adviseCheck adds advice to the error that no game can begin. It does so only if an external
// program implements the rules. It returns other errors unchanged.
func adviseCheck(r *Resolved, o Options, err error) error {
	name := r.Config.Engine.Name
	if r.Programs == nil || !r.Programs.Has(name) || !errors.Is(err, engines.ErrOverAtStart) {
		return err
	}
	return fmt.Errorf("%w; \"start\" must begin a new game; type check %s %s to see all mistakes", err, ShellWord(cmp.Or(o.Source, "CONFIG")), name)
}

// wronglyWithChance returns an error if the game declares chance, such as dice, but its test games
// show none. It returns nil if the test games take longer than [varietyTime].
func wronglyWithChance(ctx context.Context, r *Resolved) error {
	if r.Engine.Spec().Chance != engines.WithChance {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	err := engines.CheckChance(limited, r.Engine, r.Seats)
	if limited.Err() != nil {
		return nil
	}
	return err
}

// sameGames is the beginning of the error messages of [refuseAlike] about a game that is the same
// on every deal (game start).
const sameGames = "the game is the same on every deal, so that a thousand games are one observation; "
