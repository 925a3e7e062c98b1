package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// dealing assigns the deals of a run their seeds. The zero value leaves them to the schedules
// and strategies.
type dealing struct {
	distinct bool // deals have numbers, and openings do not repeat while there are others
	numbered bool // this process cannot compare the openings
	plan     OpeningsPlan
}

// dealsOf returns a sequence of deals of a purpose; nil if the deals are not dealt in a sequence.
func dealsOf(r *Resolved, seed uint64, purpose string, o deals.Options) *deals.Sequence {
	if !r.dealing.distinct {
		return nil
	}
	o.Seats, o.Openings, o.Numbered = r.Seats, r.openings(), r.dealing.numbered
	o.Seed = engines.Seed(seed, engines.Purpose(purpose))
	return deals.NewSequence(r.Engine, o)
}

// runDeals are the deals of a search and of its verification. No opening is dealt in both.
type runDeals struct{ search, verification *deals.Sequence }

// newRunDeals returns the deals of a run of tuning; nil sequences if the deals are not dealt in
// a sequence.
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

// dealFrom returns the seeds of a sequence from a deal on; nil for no sequence.
func dealFrom(s *deals.Sequence, first int) tuning.Deal {
	if s == nil {
		return nil
	}
	return func(n int) uint64 { return s.Seed(first + n) }
}

// mostDealt bounds the deals that are dealt again to count their openings.
const mostDealt = 20_000

// dealtSeeds stores the seeds of the deals of games without chance.
type dealtSeeds struct {
	seeds []uint64
	known map[uint64]struct{}
}

// add enters the deal of a result, if the content of its games is known.
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

// openings returns the number of different openings of the deals if they are the first ones of
// a sequence, which has compared them.
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

// countOpenings returns the number of different positions in which the games of some deals
// begin after their openings. It is 0 if they cannot be counted: there are too many
// deals, or the rules are a program's.
func countOpenings(r *Resolved, seeds []uint64) int {
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

// varietyTime bounds how long the deals of a game are tried before a run. Games
// that take longer are played all the same: they are seldom without chance.
const varietyTime = 2 * time.Second

// refuseAlike returns a mistake if the deals of a run do not differ, unless the options force
// it: all its games between two agents would be one game, and one observation.
func refuseAlike(ctx context.Context, r *Resolved, m *mistakes, agent engines.Agent, o Options) error {
	if r.dealing.distinct && r.dealing.plan.Different.Openings > 1 { // they were counted
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	played, different := 0, 0
	for _, n := range []int{2, 8} { // two are enough for most games
		var err error
		played, different, err = deals.Variety(limited, r.Engine, deals.VarietyOptions{
			Deals: n, Seats: r.Seats, Agent: agent, Openings: r.openings(), Seed: r.Config.Seed,
		})
		if err != nil || played < 2 || different > 1 {
			return err
		}
	}
	if o.Force {
		o.warn("warning: %d deals gave one and the same game: all games are one observation, and there will be no intervals", played)
		return nil
	}
	if _, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 1}}); err != nil { // nothing to draw
		return m.fail("engine", errors.New(sameGames+"the game has no moves for an opening: use the seed in it, or a setting that varies its deals, or --force to play all the same"))
	}
	return m.fail("openings", errors.New(sameGames+
		"set random_plies here to auto or to a number, or a setting of the game that varies its deals, or --force to play all the same"))
}

const sameGames = "the game is the same on every deal, so that a thousand games are one observation; "
