package runs

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
)

// openingsPerDeal is the number of different openings that a run should have for each of its deals
// (game starts). The setting random_plies: auto chooses the number of random opening moves
// accordingly.
const openingsPerDeal = 10

// asideShare limits the openings that are reserved for the verification: at most one of every
// asideShare openings is reserved.
const asideShare = 3

// OpeningsPlan describes the openings with which the games of a run begin.
type OpeningsPlan struct {
	RandomPlies int          `json:"random_plies" doc:"random moves before the agents choose"`
	Auto        bool         `json:"auto,omitempty" doc:"whether random_plies was chosen for this run"`
	Different   deals.Supply `json:"different" doc:"openings that the game has with these options"`
	Deals       int          `json:"deals" doc:"starts of games that the run plays, those of the verification included"`
	SetAside    int          `json:"set_aside,omitempty" doc:"openings that only the verification and interim measurements use"`
	Ends        bool         `json:"ends,omitempty" doc:"whether the tournament ends when it has played all openings and agents begin to repeat their games"`
}

// demand is the number of deals (game starts) that a run requires.
type demand struct {
	search       int // deals of a search or a tournament
	verification int // deals of a verification with its checkpoints
	tournament   bool
}

// chooseOpenings completes the section "openings" of the config and determines the seeds of the
// deals (game starts), by [setOpenings]. It adds a mistake to m for every wrong value in this
// section.
func chooseOpenings(ctx context.Context, r *Resolved, m *mistakes, d demand) error {
	err := setOpenings(ctx, r, d)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return m.fail("", err)
}

// setOpenings completes the section "openings" of the config, and determines the seeds of the deals
// (game starts). It returns mistakes in the section as [keys.KeyError] values.
func setOpenings(ctx context.Context, r *Resolved, d demand) error {
	err := planOpenings(ctx, r, d)
	if err == nil {
		err = keys.Under("openings", openable(r))
	}
	if err == nil && r.dealing.distinct {
		r.Notes = append(r.Notes, r.dealing.plan.Sentences()...)
	}
	return err
}

// openableSeeds is the number of openings that [openable] plays to find out whether an opening ends
// the game.
const openableSeeds = 32

// openable returns a [keys.KeyError] if the game has no moves, or if the random opening moves in
// the config end a game too early. It plays some openings to find out, but none if external
// programs play or implement the rules.
func openable(r *Resolved) error {
	o := r.openings()
	if o.RandomPlies == 0 || r.Programs != nil && r.Programs.Has(r.Config.Engine.Name) {
		return nil
	}
	if _, host := engines.As[engines.ArenaFactory](r.Engine); host {
		if _, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: o}); err != nil {
			return keys.Errorf("random_plies", "%w", err)
		}
		return nil
	}
	for i := range uint64(openableSeeds) {
		if _, _, err := engines.Deal(r.Engine, r.Seats, engines.Seed(r.Config.Seed, i), o); err != nil {
			return keys.Errorf("random_plies", "%w", err)
		}
	}
	return nil
}

// planOpenings completes the section "openings" of the config and stores the plan in r. d contains
// the numbers of deals (game starts) that the parts of the run need. Mistakes in the config are
// [keys.KeyError] values.
func planOpenings(ctx context.Context, r *Resolved, d demand) error {
	c := &r.Config.Openings
	if !r.fromStore && r.resumed != nil {
		inherit(c, r.resumed.config.Openings)
	}
	fixed := r.fromStore || r.resumed != nil
	if fixed && c.Distinct == nil { // a game with chance
		return nil
	}
	begin, err := beginningsOf(ctx, r)
	if err != nil {
		return keys.Under("engine", err)
	}
	p := OpeningsPlan{Deals: d.search + d.verification}
	switch err := choosePlies(ctx, r, &p, begin, fixed); {
	case err != nil && begin.external:
		return nil // the program of the rules has failed: the first game reports how
	case err != nil || !begin.dealt:
		return keys.Under("openings", err)
	}
	if c.Distinct == nil {
		yes := true
		c.Distinct = &yes
	}
	if !begin.unseen {
		p.Different, err = deals.CountOpenings(ctx, r.Engine, r.Seats, r.openings(), begin.effort())
		switch {
		case err != nil && begin.external:
			return nil // as above
		case err != nil:
			return keys.Errorf("openings.random_plies", "%w", err)
		}
	}
	if *c.Distinct && !begin.external {
		switch {
		case d.verification > 0:
			err = setAside(r, &p, d.verification)
		case c.SetAside != nil && r.Kind == results.Evolve: // a verification that is added later needs them
			err = checkAside(*c.SetAside, p.Different)
		}
		if err != nil {
			return keys.Under("openings", err)
		}
	}
	p.Ends = d.tournament && *c.Distinct && !c.Repeat && p.Different.Exact && p.Different.Openings < p.Deals
	r.dealing = dealing{distinct: *c.Distinct, numbered: begin.external, plan: p}
	return nil
}

// choosePlies sets the number of random opening moves in the plan p and in the config. A number in
// the config is kept. If random_plies is auto, a number is chosen. If it is absent, a number is
// chosen only for new runs (fixed is false) of games that always begin with the same position.
func choosePlies(ctx context.Context, r *Resolved, p *OpeningsPlan, begin beginnings, fixed bool) error {
	c := &r.Config.Openings
	auto := c.RandomPlies != nil && *c.RandomPlies == configs.AutoPlies
	always := begin.dealt && !begin.own // at the same position
	if auto || always && c.RandomPlies == nil && !fixed {
		plies := 0
		if always {
			var err error
			if plies, _, err = deals.ChoosePlies(ctx, r.Engine, r.Seats, openingsPerDeal*max(p.Deals, 1), begin.effort()); err != nil {
				return keys.Errorf("random_plies", "%w", err)
			}
		}
		chosen := configs.Plies(plies)
		c.RandomPlies, p.Auto = &chosen, plies > 0
	}
	p.RandomPlies = c.Plies()
	return nil
}

// setAside sets the number of openings that are reserved for the verification, in r and p. The
// default is asked, the number that the verification needs, but at most one of asideShare openings.
// setAside returns an error if no opening would be left for the search.
func setAside(r *Resolved, p *OpeningsPlan, asked int) error {
	c := &r.Config.Openings
	if c.SetAside == nil {
		if n := p.Different; n.Openings > 0 && !n.More {
			asked = min(asked, n.Openings/asideShare)
		}
		c.SetAside = &asked
	}
	p.SetAside = *c.SetAside
	return checkAside(p.SetAside, p.Different)
}

// checkAside returns a [keys.KeyError] if a number of reserved openings leaves none for the search.
func checkAside(aside int, n deals.Supply) error {
	if n.Exact && n.Openings > 0 && aside >= n.Openings {
		return keys.Errorf("set_aside", "%d of %d openings would leave none for the search; give at most %d", aside, n.Openings, n.Openings-1)
	}
	return nil
}

// inherit sets values that are missing in the section "openings" to those of the run that is
// resumed.
func inherit(o *configs.Openings, from configs.Openings) {
	if o.RandomPlies == nil || *o.RandomPlies == configs.AutoPlies {
		o.RandomPlies = from.RandomPlies
	}
	if o.Distinct == nil {
		o.Distinct = from.Distinct
	}
	if o.SetAside == nil {
		o.SetAside = from.SetAside
	}
}

// beginnings describes how the games of an engine begin, to decide whether a run needs different
// openings.
type beginnings struct {
	dealt    bool // the game has no chance, or it has a list of openings
	own      bool // settings or the seed of the game determine its openings
	external bool // moves are made in another process, which is slow
	unseen   bool // positions of the game cannot be read
}

// effort returns the maximum number of moves to play for counting the different openings of a game.
// It is smaller if external programs implement the rules, because they are slow.
func (b beginnings) effort() int {
	if b.external {
		return deals.SmallEffort
	}
	return deals.FullEffort
}

// beginningsOf determines by test games how the games of the engine begin.
func beginningsOf(ctx context.Context, r *Resolved) (beginnings, error) {
	b := beginnings{external: r.Programs != nil && r.Programs.Has(r.Config.Engine.Name)}
	effect, err := engines.FindChance(ctx, r.Engine, r.Seats)
	if err != nil {
		return b, err
	}
	lines := 1
	if d, ok := engines.As[deals.Listed](r.Engine); ok {
		lines = d.Deals()
	}
	b.dealt = !effect.Chance || lines > 1
	if !b.dealt {
		return b, nil
	}
	same, err := deals.SameStart(r.Engine, r.Seats)
	if err != nil {
		b.unseen, b.external = true, true
	}
	set := func(name string) bool { return r.Config.Engine.Settings[name] != "" }
	b.own = !same || lines > 1 || slices.ContainsFunc(openingSettings, set)
	return b, nil
}

// openingSettings are names of game settings that determine the openings. Games with such a setting
// need no random openings.
var openingSettings = []string{"random_plies", "opening", "openings"}

// DescribeOpenings returns how the games of a search with the default budget would begin. name is
// a game or a config file, as in [Catalog.Open]. It returns nil for games with chance.
func DescribeOpenings(ctx context.Context, c Catalog, name string, settings engines.Settings) (*OpeningsPlan, error) {
	opened, err := c.Open(ctx, name, settings, "")
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	r := opened.resolved
	if r == nil {
		r = &Resolved{Engine: opened.Engine, Seats: defaultSeats(opened.Engine)}
		r.Config.Engine.Settings = scalars(settings)
	}
	if err := planOpenings(ctx, r, demand{search: unboundedDeals}); err != nil {
		return nil, mistakef("%s: %w", name, err)
	}
	return openingsPlan(r), nil
}

// openingsPlan returns a description of how the games of the run begin, or nil if the run does not
// require different openings.
func openingsPlan(r *Resolved) *OpeningsPlan {
	if !r.dealing.distinct {
		return nil
	}
	return &r.dealing.plan
}

// Begin returns a sentence on how the games begin and how many openings there are.
func (p OpeningsPlan) Begin() string {
	switch {
	case p.Auto:
		return fmt.Sprintf("Openings: %s, %s different ones (random_plies: auto, for %d deals)", plural(p.RandomPlies, "random ply", "random plies"), p.Different, p.Deals)
	case p.Different.Openings == 1:
		return "Openings: a single one"
	}
	return fmt.Sprintf("Openings: %s different ones", p.Different)
}

// Repeat reports whether the run has more deals (game starts) than different openings.
func (p OpeningsPlan) Repeat() bool { return p.Different.Below(p.Deals) }

// Sentences describes the openings: the number of random moves if it was chosen automatically, and
// what happens if the run has more deals (game starts) than openings. The list is empty if neither
// applies.
func (p OpeningsPlan) Sentences() []string {
	var list []string
	if p.Auto {
		list = append(list, fmt.Sprintf("openings: %s, %s different ones (random_plies: auto)", plural(p.RandomPlies, "random ply", "random plies"), p.Different))
	}
	if !p.Repeat() {
		return list
	}
	text := fmt.Sprintf("openings: %s different ones for %d deals", p.Different, p.Deals)
	if p.Different.Openings == 1 {
		text = fmt.Sprintf("openings: a single one for %d deals", p.Deals)
	}
	switch {
	case p.Ends:
		text += "; the tournament ends when it has played all and the agents repeat their games (--set openings.repeat=true plays on)"
	case p.SetAside > 0:
		others := "others"
		if p.Different.Openings-p.SetAside == 1 {
			others = "other"
		}
		text += fmt.Sprintf("; %s set aside for the verification, and the search repeats the %s", plural(p.SetAside, "is", "are"), others)
	default:
		text += ", so that openings repeat"
	}
	return append(list, text)
}

// differentDeals returns how many of the given number of deals (game starts) have different
// openings. verification is true for deals of the verification, which uses the openings reserved
// for it.
func (p OpeningsPlan) differentDeals(deals int, verification bool) int {
	supply := p.Different.Openings
	if verification && p.SetAside > 0 {
		supply = p.SetAside
	}
	if !p.Repeat() {
		return deals
	}
	return min(deals, supply)
}

func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", more)
}
