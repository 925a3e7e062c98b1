package external

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/ludus"
)

// line is a game as it came about: the deal, and the moves since.
type line struct {
	settings engines.Settings
	seats    int
	seed     uint64 // as the program is told
	moves    []string
}

// deals reports whether two lines begin with the same deal under the same settings.
func (l line) deals(m line) bool {
	return l.seats == m.seats && l.seed == m.seed && maps.Equal(l.settings, m.settings)
}

// mostStates bounds the states of a deal that are remembered.
const mostStates = 1 << 14

// stage is where the games of a program that owns rules are played: one process of
// it, which holds one game at a time. A game that is not on it is led there again
// by its moves, so that any number of games, and copies of them, can share a stage.
type stage struct {
	programs *Programs
	program  *program

	mu     sync.Mutex // guards what follows
	run    *running
	ctx    context.Context // of who plays
	on     line            // the game that the process holds
	states map[string]ludus.State
}

func newStage(ps *Programs, p *program) *stage {
	return &stage{programs: ps, program: p, ctx: context.Background()}
}

// lobby is the stage of the games of a program that nobody referees.
func (ps *Programs) lobby(name string) *stage {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	s := ps.lobbies[name]
	if s == nil {
		s = newStage(ps, ps.list[name])
		ps.lobbies[name] = s
	}
	return s
}

// during bounds what the process may be asked by a context.
func (s *stage) during(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ctx = ctx
}

// close gives the process back.
func (s *stage) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		s.programs.giveBack(s.run)
	}
	s.run, s.on, s.states = nil, line{}, nil
}

// state is the state at the end of a line, of which the moves but the last are known
// to be legal.
func (s *stage) state(l line) (ludus.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.on.deals(l) {
		s.states = nil
	}
	key := strings.Join(l.moves, "\n")
	if known, ok := s.states[key]; ok {
		return known, nil
	}
	found, err := s.lead(l)
	if err != nil {
		if s.run != nil {
			s.programs.kill(s.run)
		}
		text := ""
		if s.run != nil && s.run.process.Stderr() != "" && !crashed(err) { // a crash says it itself
			text = "; on standard error: " + driver.Printable(s.run.process.Stderr())
		}
		s.run, s.on, s.states = nil, line{}, nil
		if s.ctx.Err() != nil && errors.Is(err, s.ctx.Err()) {
			return found, &engines.BrokenError{Game: s.program.Name, Err: err}
		}
		return found, &engines.BrokenError{Game: "programs." + s.program.Name, Err: fmt.Errorf("%w%s", unblamed(err), text)}
	}
	if s.states == nil || len(s.states) >= mostStates {
		s.states = make(map[string]ludus.State)
	}
	s.states[key] = found
	return found, nil
}

// lead brings the process to the end of a line: from where it is if that lies on
// the line, otherwise from the deal.
func (s *stage) lead(l line) (state ludus.State, err error) {
	from := len(s.on.moves)
	fresh := s.run == nil || s.run.process.Exited() || !s.on.deals(l) || from > len(l.moves) || !slices.Equal(s.on.moves, l.moves[:from]) || from == len(l.moves)
	if fresh {
		if err := s.take(); err != nil {
			return state, err
		}
		s.on = line{}
		if state, err = s.session().Start(s.ctx, l.settings, l.seats, l.seed); err != nil {
			return state, err
		}
		from = 0
		s.on = line{settings: l.settings, seats: l.seats, seed: l.seed}
	}
	for i := from; i < len(l.moves); i++ {
		if fresh && !s.remembers(l.moves[:i], state) {
			return state, fmt.Errorf("it says another position after the same moves (%d of them): %s", i, driver.Printable(state.Position))
		}
		if state, err = s.session().Apply(s.ctx, l.moves[i], l.seats); err != nil {
			return state, err
		}
		s.on.moves = append(s.on.moves, l.moves[i])
	}
	return state, nil
}

// remembers reports whether a state is the one that the same moves led to before.
func (s *stage) remembers(moves []string, state ludus.State) bool {
	known, ok := s.states[strings.Join(moves, "\n")]
	return !ok || known.Position == state.Position && known.Over == state.Over && slices.Equal(known.Legal, state.Legal)
}

func (s *stage) session() *ludus.Session { return s.run.session.(*ludus.Session) }

// take sees to it that there is a process that can deal a game.
func (s *stage) take() error {
	if s.run != nil && (s.run.process.Exited() || s.program.Restart == EachGame) {
		s.programs.end(s.run)
		s.run = nil
	}
	var err error
	if s.run == nil {
		s.run = s.programs.take(s.program)
		if s.run != nil && (s.run.process.Exited() || s.program.Restart == EachGame && s.run.games > 0) {
			s.programs.end(s.run)
			s.run = nil
		}
	}
	if s.run == nil {
		if s.run, err = s.programs.start(s.ctx, s.program, nil); err != nil {
			return err
		}
	}
	s.run.games++
	return nil
}
