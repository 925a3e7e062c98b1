package runs

import (
	"cmp"
	"context"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// Scoreboard computes the standings of a stored tournament while another process plays it. It plays
// no games and starts no programs. The standings include every stored pairing. A sequential test
// includes only the pairings before the first gap in the schedule. At the end, the standings are
// computed again in the order of the schedule, to equal the tournament's own exactly.
type Scoreboard struct {
	contest    *contest
	newContest func() (*contest, error) // returns a contest without results
	next       int                      // first index in the schedule whose pairing is not in the store
	ahead      map[int]bool             // indices above next whose pairings are in the standings
	mixed      bool                     // pairings were added in a different order than that of the schedule
	decided    bool                     // the sequential test has decided
}

// NewScoreboard returns the scoreboard of a stored tournament, without results. run is the run's
// summary from [results.Store.Info].
func NewScoreboard(c Catalog, run results.Summary) (*Scoreboard, error) {
	doc, err := c.Configs().Parse([]byte(run.Config), "run "+run.ID, nil)
	if err != nil {
		return nil, err
	}
	config, err := doc.Config()
	if err != nil {
		return nil, mistake(err)
	}
	r := &Resolved{Config: config, Seats: config.Engine.Seats}
	if e, err := c.Engine(config.Engine.Name, configs.Settings(config.Engine.Settings)); err == nil { // otherwise the game is a program's, which is not started
		r.Engine = e
		r.Seats = cmp.Or(r.Seats, defaultSeats(e))
	}
	b := &Scoreboard{newContest: func() (*contest, error) { return newContest(r, &mistakes{doc: doc}, run.Field) }}
	b.contest, err = b.newContest()
	return b, err
}

// StoredStandings returns the standings and the sequential test of a stored tournament, computed
// from its finished pairings. The test is nil if there is none. path is the path of the store, and
// run the run's summary from [results.Store.Info].
func StoredStandings(ctx context.Context, c Catalog, path string, run results.Summary) (tournament.Table, *Test, error) {
	store, err := OpenReadOnly(path)
	if err != nil {
		return tournament.Table{}, nil, err
	}
	defer func() { _ = store.Close() }()
	b, err := NewScoreboard(c, run)
	if err != nil {
		return tournament.Table{}, nil, err
	}
	if err := b.Update(ctx, store, run.ID); err != nil {
		return tournament.Table{}, nil, err
	}
	return b.Table(), b.Test(), nil
}

// Update adds the pairings that were stored since the last call.
func (b *Scoreboard) Update(ctx context.Context, store *results.Store, run string) error {
	for r, err := range store.Journal(ctx, run, b.next) {
		if err == nil && !b.decided {
			err = b.enter(r)
		}
		if err != nil {
			return err
		}
	}
	if over := b.decided || b.next == b.contest.schedule.Len(); !over || !b.mixed {
		return nil
	}
	fresh, err := b.newContest()
	if err != nil {
		return err
	}
	*b = Scoreboard{contest: fresh, newContest: b.newContest}
	return b.Update(ctx, store, run)
}

// enter adds a pairing to the standings. If all earlier pairings have been added, it also adds the
// pairing to the sequential test.
func (b *Scoreboard) enter(r tournament.Result) error {
	if !b.ahead[r.Index] {
		if err := b.contest.standings.Add(r); err != nil {
			return err
		}
	}
	if r.Index != b.next {
		if b.ahead == nil {
			b.ahead = make(map[int]bool)
		}
		b.ahead[r.Index], b.mixed = true, true
		return nil
	}
	delete(b.ahead, r.Index)
	b.next++
	if b.contest.test == nil {
		return nil
	}
	var err error
	b.decided, err = b.contest.test.add(r)
	return err
}

// Table returns the standings so far.
func (b *Scoreboard) Table() tournament.Table { return b.contest.standings.Table() }

// Test returns the state of the sequential test, or nil if the tournament has none.
func (b *Scoreboard) Test() *Test { return b.contest.test.state() }

// Entered returns the number of pairings in the standings.
func (b *Scoreboard) Entered() int { return b.next + len(b.ahead) }

// Planned returns the number of games in the whole tournament, or 0 if a sequential test decides
// when it ends.
func (b *Scoreboard) Planned() int {
	if b.contest.test != nil {
		return 0
	}
	return b.contest.games()
}
