package tournament

import (
	"fmt"
	"maps"

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
