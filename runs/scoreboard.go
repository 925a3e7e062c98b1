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
	event   *event
	next    int          // the first place of the schedule that the journal does not have
	ahead   map[int]bool // places behind next whose pairings are in the standings
	mixed   bool         // pairings were entered in another order than the schedule's
	decided bool         // by the sequential test
}

// Scoreboard begins to follow a tournament, of which nothing is entered yet. The
// run is as [results.Store.Info] reads it.
func (c Catalog) Scoreboard(run results.Summary) (*Scoreboard, error) {
	doc, err := c.Configs().Parse([]byte(run.Config), "run "+run.ID, nil)
	if err != nil {
		return nil, err
	}
	config, err := doc.Config()
	if err != nil {
		return nil, mistake(err)
	}
	s := &setup{catalog: c, given: given{doc: doc, config: config}, seats: config.Engine.Seats}
	if e, err := c.find(config.Engine.Name); err == nil { // otherwise the game is a program's, which is not started
		s.engine = e
		s.seats = cmp.Or(s.seats, defaultSeats(e))
	}
	b := &Scoreboard{event: &event{setup: s, field: run.Field}}
	return b, b.event.arrange()
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
	if over := b.decided || b.next == b.event.schedule.Len(); !over || !b.mixed {
		return nil
	}
	event := &event{setup: b.event.setup, field: b.event.field}
	if err := event.arrange(); err != nil {
		return err
	}
	*b = Scoreboard{event: event}
	return b.Update(ctx, store, run)
}

// enter adds a pairing to the standings, and to the sequential test if no earlier one is
// missing.
func (b *Scoreboard) enter(r tournament.Result) error {
	if !b.ahead[r.Index] {
		if err := b.event.standings.Add(r); err != nil {
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
	if b.event.sprt == nil {
		return nil
	}
	var err error
	b.decided, err = b.event.sprt.add(r)
	return err
}

// Table is the standings of what has been entered.
func (b *Scoreboard) Table() tournament.Table { return b.event.standings.Table() }

// Test is what the sequential test has come to; nil without one.
func (b *Scoreboard) Test() *Test { return b.event.sprt.state() }

// Entered is how many pairings have been entered.
func (b *Scoreboard) Entered() int { return b.next + len(b.ahead) }

// Planned is how many games will be played in all, 0 where a sequential test
// decides that.
func (b *Scoreboard) Planned() int {
	if b.event.sprt != nil {
		return 0
	}
	games := 0
	for i := range b.event.schedule.Len() {
		games += b.event.schedule.At(i).Played()
	}
	return games
}

// TimeLeft returns the seconds that the search of a run will still take at the pace of
// its rounds. ok is false before the first round and for runs without a plan.
func TimeLeft(planned, games int, elapsed time.Duration) (seconds float64, ok bool) {
	if planned == 0 || games == 0 || elapsed <= 0 {
		return 0, false
	}
	return max(0, float64(planned-games)*elapsed.Seconds()/float64(games)), true
}

// PlannedGames is how many games the search of a run that tunes will play, 0 where
// its config does not say. The run is as [results.Store.Info] reads it.
func (c Catalog) PlannedGames(run results.Summary) int {
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
