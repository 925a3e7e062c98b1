package tournament

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
)

// defaultForfeitLimit is the number of games in a row that one agent may forfeit before a run is
// stopped, unless the options set another. It is so large that only a broken agent reaches it.
const defaultForfeitLimit = 20

// Forfeits counts the games that the same agent forfeits in a row, in the order of the schedule.
// One Forfeits can count over several schedules that are played one after another.
type Forfeits struct {
	// Limit is the number of games forfeited in a row at which the run is stopped. 0 means 20; a
	// negative number means no limit. It does not apply to the external programs in Programs.
	Limit int
	// ByProgram counts agents together if they differ only in name and weights, such as the weight
	// vectors that a tuning strategy compares. Otherwise every agent of the schedule is counted
	// separately.
	ByProgram bool
	// Programs contains, for each external program by its player name, how many games it may
	// forfeit before the run is stopped.
	Programs map[string]Tolerance

	counts map[string]*losses // by program

	row   int // games in a row forfeited by the agent below
	index int
	agent engines.Agent
}

// ForfeitsError reports that an agent forfeited so many games in a row that the run was stopped.
type ForfeitsError struct {
	Agent  string // name of the agent
	Games  int    // number of games forfeited in a row
	Reason string // reason of the last forfeit
}

// Error returns a message with the agent, the number of forfeited games and the reason of the
// last forfeit.
func (e *ForfeitsError) Error() string {
	return fmt.Sprintf("agent %s forfeited %d games in a row; reason of the last: %s", e.Agent, e.Games, e.Reason)
}

// add counts the forfeits in the next result of the schedule. It returns a *[ForfeitsError] if an
// agent reaches the limit, or a *[BrokenError] if an external program does.
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
		if _, ok := f.Programs[field[index].Player]; ok { // its Tolerance applies
			f.row = 0
			continue
		}
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

// same reports whether the agent a is the one that forfeited the last game. index is the index of a
// in the list of agents. If ByProgram is set, agents with the same program, settings and time limit
// count as one agent.
func (f *Forfeits) same(index int, a engines.Agent) bool {
	if f.ByProgram {
		return a.Player == f.agent.Player && a.Limit == f.agent.Limit && maps.Equal(a.Settings, f.agent.Settings)
	}
	return index == f.index
}

// Tolerance limits how many games an external program may forfeit before the run is stopped.
type Tolerance struct {
	// Program is the name of the program for the error. The default "" is the player name.
	// Player names with equal Programs are counted together.
	Program string
	// Row is the number of games forfeited in a row, in the order of the schedule, that stops the
	// run. 0 means no limit.
	Row int
	// Share is the largest accepted share of forfeited games, in [0, 1]. A larger share stops the
	// run once the program has played 200 games. 0 means no limit.
	Share float64
}

// shareGames is the number of games that a program must have played before [Tolerance.Share]
// applies.
const shareGames = 200

// losses counts the games that an external program played and the games that it forfeited.
type losses struct {
	row, lost, games int
	last             *BrokenError              // describes the last failure; nil if there is none
	before           struct{ lost, games int } // counts at the beginning of the round
}

// BrokenError reports that an external program forfeited too many games.
type BrokenError struct {
	Program          string
	Row, Lost, Games int                 // games forfeited in a row, games forfeited in all, games played
	Kind             engines.ForfeitKind // kind of the last forfeit
	Pairing, Game    int                 // the last forfeited game: pairings count from 0, games from 1
	Rest             int                 // number of games of that pairing after it
	Seed             uint64              // seed of that pairing
	Reason           string
	Round            int // number of games if the program forfeited all games of a round, otherwise 0
	limit            Tolerance
}

// Error returns a message with the program, the numbers of games and the last forfeit.
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

// addPrograms counts the games of one result that external programs forfeited. It returns a
// *[BrokenError] if a program has exceeded its tolerance.
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

// addGame counts the g-th game of a result for every external program that played in it. It
// returns a *[BrokenError] if a program has exceeded its tolerance.
func (f *Forfeits) addGame(field []engines.Agent, r *Result, g int) error {
	at := func(seat int) string { return field[r.Pairing.Seat(g, seat)].Player }
	failed := r.Games[g].Forfeit
	broken, lost := "", false
	if failed != nil {
		var limit Tolerance
		limit, lost = f.tolerance(at(failed.Seat))
		broken = limit.Program
	}
	var seen [engines.MaxSeats]string
	known := 0
	for seat := range r.Pairing.Seats() {
		limit, ok := f.tolerance(at(seat))
		if !ok || slices.Contains(seen[:known], limit.Program) {
			continue
		}
		seen[known] = limit.Program
		known++
		l := f.losses(limit.Program)
		l.games++
		if !lost || limit.Program != broken {
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

// EndRound marks the end of a round of games. It returns a *[BrokenError] if an external program
// forfeited all its games of the round. A program whose tolerance has no limits is exempt.
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

// watched reports whether the tolerance has any limit.
func (t Tolerance) watched() bool { return t.Row > 0 || t.Share > 0 }

func (t Tolerance) exceeded(l losses) bool {
	return t.Row > 0 && l.row >= t.Row || t.Share > 0 && l.games >= shareGames && float64(l.lost) > t.Share*float64(l.games)
}

// tolerance returns the tolerance of the external program that is the player with the given name.
// If its field Program is empty, it gets this name. ok is false for a player that is not one of
// f.Programs.
func (f *Forfeits) tolerance(player string) (limit Tolerance, ok bool) {
	limit, ok = f.Programs[player]
	limit.Program = cmp.Or(limit.Program, player)
	return limit, ok
}

func (f *Forfeits) losses(program string) *losses {
	if f.counts == nil {
		f.counts = make(map[string]*losses)
	}
	if f.counts[program] == nil {
		f.counts[program] = new(losses)
	}
	return f.counts[program]
}
