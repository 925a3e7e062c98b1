package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/protocol"
)

// instance is a running process of a program, with the session that exchanges messages with it.
// One goroutine uses it at a time.
type instance struct {
	program *program
	process *process.Process
	session protocol.Session
	file    string          // the temporary file with its weights, or ""
	weights engines.Weights // in its command, or of its last game
	games   int             // games begun
	busy    bool            // it plays a game
	broken  bool            // it must be killed
	late    bool            // its last answer is missing
	core    int             // to which its process is bound, if bound is set
	bound   bool            // its process is bound to a core
}

// note records whether the process can still be used after the error err, and returns err
// unchanged. An illegal move, or a cancelled context, does not make the process unusable.
func (i *instance) note(ctx context.Context, err error) error {
	var fault *engines.Fault
	switch {
	case err == nil:
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		i.late = true
	case errors.As(err, &fault) && fault.Kind == engines.ForfeitIllegal:
	default:
		i.broken = true
	}
	return err
}

// canPlay reports whether a game with weights w can begin in this process. It returns false if the
// process has failed or exited, or if the program needs a new process for another game or other
// weights.
func (i *instance) canPlay(w engines.Weights) bool {
	switch {
	case i.broken || i.late || i.process.Exited():
		return false
	case i.games == 0 && !i.program.config.startsWithWeights():
		return true
	case i.program.config.Restart == RestartEachGame:
		return i.games == 0 && slices.Equal(i.weights, w)
	case i.program.config.Restart == RestartWithWeights:
		return slices.Equal(i.weights, w)
	}
	return true
}

// workerProcesses holds the processes of one goroutine that plays games, and the core to which they
// are bound.
type workerProcesses struct {
	programs *Programs
	all      []*instance
	seats    [engines.MaxSeats]*instance // the processes of the current game
	add      []time.Duration             // by seat: the time added to the clock of the current game after a move
	core     int                         // that the processes are bound to, if bound is set
	bound    bool                        // the processes are bound to a core
	fresh    bool                        // the current game needs processes that have begun no game
	onMove   func(searchReport)          // called for every move, unless nil
}

// acquire returns a process of program p that plays a seat of the current game with weights w.
func (ws *workerProcesses) acquire(ctx context.Context, p *program, seat int, w engines.Weights) (*instance, error) {
	i, err := ws.find(ctx, p, w)
	if err != nil {
		return nil, err
	}
	if err := ws.bind(i); err != nil {
		return nil, err
	}
	i.busy = true
	i.games++
	i.weights = append(i.weights[:0], w...)
	ws.seats[seat] = i
	return i, nil
}

// bind binds a process to the core of this goroutine. The first call takes a free core. Processes stay
// unbound if the run does not bind programs, or if no core is free.
func (ws *workerProcesses) bind(i *instance) error {
	if !ws.bound {
		if ws.core, ws.bound = ws.programs.pool.cores.take(); !ws.bound {
			return nil
		}
	}
	if i.bound && i.core == ws.core {
		return nil
	}
	if err := i.process.Bind(ws.core); err != nil && !i.process.Exited() {
		return &StartError{i.program.config.Name, fmt.Errorf("it cannot be bound to core %d: %w", ws.core, err)}
	}
	i.core, i.bound = ws.core, true
	return nil
}

// find returns a process of program p that can play the current game with weights w. It prefers a
// process that ws holds for its goroutine, then an idle process of the pool, and otherwise starts a
// new one. It ends processes of p that cannot play the game, for example because they are used and
// ws.fresh is set.
func (ws *workerProcesses) find(ctx context.Context, p *program, w engines.Weights) (*instance, error) {
	for k := 0; k < len(ws.all); k++ {
		i := ws.all[k]
		if i.program != p || i.busy {
			continue
		}
		if i.canPlay(w) && ws.accepts(i) {
			return i, nil
		}
		ws.all = append(ws.all[:k], ws.all[k+1:]...)
		k--
		ws.end(i)
	}
	pool := ws.programs.pool
	for i := pool.acquire(p); i != nil; i = pool.acquire(p) {
		if i.canPlay(w) && ws.accepts(i) {
			ws.all = append(ws.all, i)
			return i, nil
		}
		ws.end(i)
	}
	i, err := ws.programs.start(ctx, p, w)
	if err == nil {
		ws.all = append(ws.all, i)
	}
	return i, err
}

// accepts reports whether the process may play the current game. If ws.fresh is set, it returns
// false for a process that has begun another game before.
func (ws *workerProcesses) accepts(i *instance) bool { return !ws.fresh || i.games == 0 }

// end ends a process. It kills the process if it is unusable, and otherwise sends it the request to
// exit.
func (ws *workerProcesses) end(i *instance) {
	if i.broken || i.late {
		ws.programs.pool.kill(i)
	} else {
		ws.programs.pool.quit(i)
	}
}

// endGame finishes a game for the programs that played it. It sends each program the outcome,
// unless record is nil. If an answer of a program is late, endGame sends a ping and waits for both
// answers. It returns an error if they do not come, except after the end of ctx. It kills processes
// that cannot be used again.
func (ws *workerProcesses) endGame(ctx context.Context, record *engines.Record) (failure error) {
	ws.seats = [engines.MaxSeats]*instance{}
	keep := ws.all[:0]
	for _, i := range ws.all {
		if i.busy {
			i.busy = false
			if !i.broken && !i.late && record != nil {
				_ = i.note(ctx, i.session.End(ctx, record.Outcome, record.Why()))
			}
			if i.late && ctx.Err() == nil && !i.broken {
				if err := i.session.Sync(ctx); err != nil {
					i.broken = true
					if ctx.Err() == nil {
						failure = err
					}
				}
				i.late = false
			}
		}
		if i.broken || i.late {
			ws.programs.pool.kill(i)
			continue
		}
		keep = append(keep, i)
	}
	ws.all = keep
	return failure
}

// close returns the usable processes of the goroutine to the pool and kills the others. It also
// gives back the core to which they were bound.
func (ws *workerProcesses) close() {
	for _, i := range ws.all {
		if i.broken || i.late || i.busy {
			ws.programs.pool.kill(i)
		} else {
			ws.programs.pool.release(i)
		}
	}
	ws.all = nil
	if ws.bound {
		ws.programs.pool.cores.giveBack(ws.core)
		ws.bound = false
	}
}
