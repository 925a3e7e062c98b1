package external

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// gameLine identifies a position in a program's game by the start of the game and the moves made
// since.
type gameLine struct {
	settings engines.Settings
	seats    int
	seed     uint64 // as the program receives it
	moves    []string
	key      lineKey // of moves
}

// lineKey is the map key of the position after some moves: the hash of the key before the last move
// and of this move. A game of n moves takes n short hashes, not n hashes of all moves so far.
type lineKey [sha256.Size]byte

// after returns the key after one more move.
func (k lineKey) after(move string) lineKey { return sha256.Sum256(append(k[:], move...)) }

// after returns the line with one more move.
func (l gameLine) after(move string) gameLine {
	l.moves, l.key = append(slices.Clip(l.moves), move), l.key.after(move)
	return l
}

// continues reports whether l consists of the moves of m and at least one more move.
func (l gameLine) continues(m gameLine) bool {
	if len(l.moves) <= len(m.moves) || !l.sameDeal(m) {
		return false
	}
	key := m.key
	for _, move := range l.moves[len(m.moves):] {
		key = key.after(move)
	}
	return key == l.key
}

// sameDeal reports whether two positions belong to games with the same start.
func (l gameLine) sameDeal(m gameLine) bool {
	return l.seats == m.seats && l.seed == m.seed && maps.Equal(l.settings, m.settings)
}

// These limits exist because a program may never end a game. maxStates is the largest number of
// positions that a session keeps. maxMoves is the largest number of moves in a game.
const (
	maxStates = 1 << 14
	maxMoves  = 20_000
)

// errEndless is wrapped by the error for a game that has more than maxMoves moves and may never
// end.
var errEndless = errors.New("the game has not ended")

// ruleSession requests positions from one process of a program that implements rules. The process
// can hold only one game at a time. For a position of another game, or after other moves of the
// same game, the session replays the moves. So any number of games and copies can share a
// session. It is safe for concurrent use.
type ruleSession struct {
	programs *Programs
	program  *program

	mu      sync.Mutex // guards the fields below
	process *instance
	ctx     context.Context // limits requests
	current gameLine        // the position of the process
	states  map[lineKey]protocol.State
}

func newRuleSession(ps *Programs, p *program) *ruleSession {
	return &ruleSession{programs: ps, program: p, ctx: context.Background()}
}

// setContext sets the context of later requests.
func (s *ruleSession) setContext(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ctx = ctx
}

// close returns the session's process to the pool.
func (s *ruleSession) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != nil {
		s.programs.pool.release(s.process)
	}
	s.process, s.current, s.states = nil, gameLine{}, nil
}

// state returns the position that l describes, from memory or from the program. All moves of l but
// the last must be legal. A failure of the program is returned as an [engines.BrokenError].
func (s *ruleSession) state(l gameLine) (protocol.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.current.sameDeal(l) {
		s.states = nil
	}
	if known, ok := s.states[l.key]; ok {
		return known, nil
	}
	found, err := s.request(l)
	if err != nil {
		return found, s.fail(err)
	}
	if s.states == nil || len(s.states) >= maxStates {
		s.states = make(map[lineKey]protocol.State)
	}
	s.states[l.key] = found
	return found, nil
}

// fail kills the process after a request that failed, and forgets the positions of the game. It
// returns an [engines.BrokenError] with the cause err.
func (s *ruleSession) fail(err error) error {
	if s.process != nil {
		s.programs.pool.kill(s.process) // standard error is complete now
	}
	broken := &engines.BrokenError{Game: s.program.config.Name, Err: err}
	if s.ctx.Err() == nil || !errors.Is(err, s.ctx.Err()) {
		broken.Game, broken.Err = "programs."+s.program.config.Name, withoutFault(err)
		if s.process != nil {
			broken.Err = withStderr(broken.Err, s.process.process)
		}
	}
	s.process, s.current, s.states = nil, gameLine{}, nil
	return broken
}

// request returns the position that l describes: the start of a game and the moves since. The
// program plays the moves. If its process holds an earlier position of the same game, request sends
// only the missing moves. Otherwise it starts the game again and sends all moves.
func (s *ruleSession) request(l gameLine) (state protocol.State, err error) {
	if len(l.moves) > maxMoves {
		return state, fmt.Errorf("%w after %d moves", errEndless, maxMoves)
	}
	from := len(s.current.moves)
	onLine := s.process != nil && !s.process.process.Exited() && l.continues(s.current)
	if !onLine {
		if err := s.prepare(); err != nil {
			return state, err
		}
		s.current = gameLine{}
		if state, err = s.ludus().Start(s.ctx, l.settings, l.seats, l.seed); err != nil {
			return state, err
		}
		from = 0
		s.current = gameLine{settings: l.settings, seats: l.seats, seed: l.seed}
	}
	for i := from; i < len(l.moves); i++ {
		if !onLine && !s.isConsistent(s.current.key, state) {
			return state, fmt.Errorf("it reports another position after the same moves (%d of them): %s", i, protocol.Printable(state.Position))
		}
		if state, err = s.ludus().Apply(s.ctx, l.moves[i], l.seats); err != nil {
			return state, err
		}
		s.current.moves, s.current.key = l.moves[:i+1], s.current.key.after(l.moves[i])
	}
	return state, nil
}

// isConsistent compares state with the state that the program sent earlier after the moves with
// this key. It returns false if they differ, and true if they agree or if there is no earlier state.
func (s *ruleSession) isConsistent(key lineKey, state protocol.State) bool {
	known, ok := s.states[key]
	return !ok || known.Position == state.Position && known.Over == state.Over && slices.Equal(known.Legal, state.Legal)
}

func (s *ruleSession) ludus() *protocol.Ludus { return s.process.session.(*protocol.Ludus) }

// prepare makes sure that s.process is a process that can start a game.
func (s *ruleSession) prepare() error {
	pool := s.programs.pool
	if s.process != nil && (s.process.process.Exited() || s.program.config.Restart == RestartEachGame) {
		pool.quit(s.process)
		s.process = nil
	}
	if s.process == nil {
		s.process = pool.acquire(s.program)
		if s.process != nil && (s.process.process.Exited() || s.program.config.Restart == RestartEachGame && s.process.games > 0) {
			pool.quit(s.process)
			s.process = nil
		}
	}
	if s.process == nil {
		var err error
		if s.process, err = s.programs.start(s.ctx, s.program, nil); err != nil {
			return err
		}
	}
	s.process.games++
	return nil
}
