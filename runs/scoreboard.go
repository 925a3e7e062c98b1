package runs

import (
	"cmp"
	"context"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// Scoreboard follows a stored tournament while another process plays it. Its standings
// have every pairing of the journal. Pairings enter a sequential test in the order of
// the schedule, as in the tournament itself. Once the tournament is over, the standings
// are computed again in this order, so that they equal the tournament's to the last
// digit. A Scoreboard plays nothing, makes no players and starts no programs.
type Scoreboard struct {
	contest    *contest
	newContest func() (*contest, error) // returns a contest without results
	next       int                      // the first place of the schedule that the journal does not have
	ahead      map[int]bool             // places behind next whose pairings are in the standings
	mixed      bool                     // pairings were entered in another order than the schedule's
	decided    bool                     // by the sequential test
}

// NewScoreboard returns the scoreboard of a stored tournament, without results. The run is as
// [results.Store.Info] reads it.
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
	if e, err := c.find(config.Engine.Name); err == nil { // otherwise the game is a program's, which is not started
		r.Engine = e
		r.Seats = cmp.Or(r.Seats, defaultSeats(e))
	}
	b := &Scoreboard{newContest: func() (*contest, error) { return newContest(r, &mistakes{doc: doc}, run.Field) }}
	b.contest, err = b.newContest()
	return b, err
}

// Update enters the pairings of the journal that are not entered yet.
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

// enter adds a pairing to the standings, and to the sequential test if no earlier one is
// missing.
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

// Table returns the standings of the results so far.
func (b *Scoreboard) Table() tournament.Table { return b.contest.standings.Table() }

// Test returns the state of the sequential test; nil without one.
func (b *Scoreboard) Test() *Test { return b.contest.test.state() }

// Entered returns the number of pairings in the standings.
func (b *Scoreboard) Entered() int { return b.next + len(b.ahead) }

// Planned returns the number of games that will be played in all, 0 if a sequential test
// decides it.
func (b *Scoreboard) Planned() int {
	if b.contest.test != nil {
		return 0
	}
	return b.contest.games()
}

// TimeLeft returns the seconds that the search of a run will still take at the pace of
// its rounds. ok is false before the first round and for runs without a plan.
func TimeLeft(planned, games int, elapsed time.Duration) (seconds float64, ok bool) {
	if planned == 0 || games == 0 || elapsed <= 0 {
		return 0, false
	}
	return max(0, float64(planned-games)*elapsed.Seconds()/float64(games)), true
}

// PlannedGames returns the number of games that the search of a run of evolve will play, 0 if
// its config does not state it. The run is as [results.Store.Info] reads it.
func PlannedGames(c Catalog, run results.Summary) int {
	doc, err := c.Configs().Parse([]byte(run.Config), "run "+run.ID, nil)
	if err != nil {
		return 0
	}
	config, err := doc.Config()
	if err != nil {
		return 0
	}
	return config.Budget.Games
}
