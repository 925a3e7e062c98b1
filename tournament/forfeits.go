package tournament

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
)

// defaultForfeitLimit is the number of games in a row that one agent may lose by
// failing before a run is stopped: no game is that unlucky, and nothing can be
// learned from an agent that does not play.
const defaultForfeitLimit = 20

// Forfeits watches for games in a row, in the order of the schedule, that were
// all forfeited by the same agent. It may watch over several schedules, one after
// another.
type Forfeits struct {
	// Limit is the number of games that is too many. The default value 0 is
	// 20; less than 0 is no limit.
	Limit int
	// ByProgram takes agents that differ in name and weights alone for the same:
	// they are one program, as the points of a strategy are. Otherwise an agent is
	// its place in the field.
	ByProgram bool
	// Programs are those that may lose less, by the name of the player.
	Programs map[string]Tolerance

	counts map[string]*losses // of the Programs

	row   int // games forfeited in a row
	index int
	agent engines.Agent // who forfeited them
}

// ForfeitsError says that an agent does nothing but fail.
type ForfeitsError struct {
	Agent  string // its name
	Games  int    // in a row
	Reason string // of the last
}

func (e *ForfeitsError) Error() string {
	return fmt.Sprintf("agent %s forfeited %d games in a row, the last one thus: %s", e.Agent, e.Games, e.Reason)
}

// add enters the next result of a field. It returns a *[ForfeitsError], or of a
// program a *[BrokenError], when the limit is reached.
func (f *Forfeits) add(field []engines.Agent, r *Result) error {
	if err := f.addPrograms(field, r); err != nil {
		return err
	}
	limit := f.Limit
	if limit == 0 {
		limit = defaultForfeitLimit
	}
	if limit < 0 {
		return nil
	}
	for g := range r.Games {
		failed := r.Games[g].Forfeit
		if failed == nil {
			f.row = 0
			continue
		}
		index := r.Pairing.Seat(g, failed.Seat)
		if f.row > 0 && !f.same(index, field[index]) {
			f.row = 0
		}
		f.row++
		f.index, f.agent = index, field[index]
		if f.row >= limit {
			return &ForfeitsError{f.agent.Name, f.row, failed.Reason}
		}
	}
	return nil
}

// same reports whether an agent is the one that forfeited the games before.
func (f *Forfeits) same(index int, a engines.Agent) bool {
	if f.ByProgram {
		return a.Player == f.agent.Player && a.Limit == f.agent.Limit && maps.Equal(a.Settings, f.agent.Settings)
	}
	return index == f.index
}

// Tolerance is how many games a program may lose by failing before the run is
// stopped: nothing can be learned from a broken program.
type Tolerance struct {
	Program string // its name, for the error
	// Row is the number of its games in a row, in the order of the schedule, that
	// is too many; 0 is any number.
	Row int
	// Share is the share of its games, once there are 200 of them, that is
	// too many; 0 is any.
	Share float64
}

// shareGames is the number of games from which on the share of those that a
// program lost by failing counts.
const shareGames = 200

// losses are what a program has lost by failing so far.
type losses struct {
	row, lost, games int
	last             *BrokenError              // the last of them; nil if there is none
	before           struct{ lost, games int } // when the present round began
}

// BrokenError says that a program has lost too many games by failing.
type BrokenError struct {
	Program          string
	Row, Lost, Games int                 // in a row, in all, and played
	Kind             engines.ForfeitKind // of the last
	Pairing, Game    int                 // where the last was; pairings count from 0, games from 1
	Rest             int                 // games of that pairing after it
	Seed             uint64              // of it
	Reason           string
	Round            int // of games, if these are all games of a round; otherwise 0
	limit            Tolerance
}

func (e *BrokenError) Error() string {
	what := fmt.Sprintf("%d of %d games", e.Lost, e.Games)
	switch {
	case e.Round > 0:
		what = fmt.Sprintf("all %d games of a round", e.Round)
	case e.limit.Row > 0 && e.Row >= e.limit.Row:
		what = fmt.Sprintf("%d in a row", e.Row)
	}
	return fmt.Sprintf("%s lost %s (%s; the last: pairing %d, game %d, seed %d: %s)",
		e.Program, what, e.Kind, e.Pairing+1, e.Game, e.Seed, e.Reason)
}

// addPrograms counts what the programs of a result have lost.
func (f *Forfeits) addPrograms(field []engines.Agent, r *Result) error {
	if len(f.Programs) == 0 {
		return nil
	}
	for g := range r.Games {
		if err := f.addGame(field, r, g); err != nil {
			return err
		}
	}
	return nil
}

// addGame counts a game for every program that sat at its table.
func (f *Forfeits) addGame(field []engines.Agent, r *Result, g int) error {
	at := func(seat int) string { return field[r.Pairing.Seat(g, seat)].Player }
	failed := r.Games[g].Forfeit
	broken := ""
	if failed != nil {
		broken = f.Programs[at(failed.Seat)].Program
	}
	var seen [engines.MaxSeats]string
	known := 0
	for seat := range r.Pairing.Seats() {
		limit, ok := f.Programs[at(seat)]
		if !ok || slices.Contains(seen[:known], limit.Program) {
			continue
		}
		seen[known] = limit.Program
		known++
		l := f.losses(limit.Program)
		l.games++
		if limit.Program != broken {
			l.row = 0
			continue
		}
		l.row++
		l.lost++
		l.last = &BrokenError{
			Program: limit.Program, Row: l.row, Lost: l.lost, Games: l.games, Kind: failed.Kind,
			Pairing: r.Index, Game: g + 1, Rest: len(r.Games) - 1 - g, Seed: r.Pairing.Seed, Reason: failed.Reason, limit: limit,
		}
		if limit.exceeded(*l) {
			return l.last
		}
	}
	return nil
}

// EndRound ends a round of games. It returns a *[BrokenError] of a program that has
// lost all of its games in the round by failing, unless it may lose any number.
func (f *Forfeits) EndRound() error {
	var broken error
	for _, name := range slices.Sorted(maps.Keys(f.counts)) {
		l := f.counts[name]
		games, lost := l.games-l.before.games, l.lost-l.before.lost
		l.before.games, l.before.lost = l.games, l.lost
		if broken == nil && games > 0 && lost == games && l.last.limit.watched() {
			l.last.Round = games
			broken = l.last
		}
	}
	return broken
}

// watched reports whether a program may not lose any number of games.
func (t Tolerance) watched() bool { return t.Row > 0 || t.Share > 0 }

// exceeded reports whether a program has lost too much.
func (t Tolerance) exceeded(l losses) bool {
	return t.Row > 0 && l.row >= t.Row || t.Share > 0 && l.games >= shareGames && float64(l.lost) > t.Share*float64(l.games)
}

// losses returns the counts of a program.
func (f *Forfeits) losses(program string) *losses {
	if f.counts == nil {
		f.counts = make(map[string]*losses)
	}
	if f.counts[program] == nil {
		f.counts[program] = new(losses)
	}
	return f.counts[program]
}
