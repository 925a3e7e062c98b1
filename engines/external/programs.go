package external

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
)

// Options contains the settings that apply to all external programs of a run, such as the folder
// for traces of their input and output.
type Options struct {
	// Lanista is the version of Lanista. Programs receive it in the handshake.
	Lanista string
	// Trace is a folder for trace files, one per process, with every line sent or received. ""
	// writes none.
	Trace string
	// Bind binds the programs of every goroutine that plays games to a core of its own. It requires
	// Linux and as many cores as goroutines.
	Bind    bool
	Workers int // number of these goroutines; used only with Bind
}

// Programs holds the external programs of a run and their processes. Its methods are safe for
// concurrent use. Close ends all processes.
type Programs struct {
	byName map[string]*program
	pool   *pool
	pauses pauses

	mu     sync.Mutex // guards the fields below
	shared map[string]*ruleSession
}

// program is an external program and the description that it sends of itself.
type program struct {
	config Program
	path   string

	mu          sync.Mutex // guards the fields below
	known       bool
	description protocol.Description
}

// NewPrograms returns the programs of a run without starting them. Each must be valid
// ([Program.Validate]). NewPrograms returns an error if an executable is not found. If o.Bind is
// set, it also returns an error for fewer cores than workers and for a program with several
// threads.
func NewPrograms(list []Program, o Options) (*Programs, error) {
	ps := &Programs{byName: make(map[string]*program), shared: make(map[string]*ruleSession), pool: newPool(o, rand.Text())}
	if o.Bind {
		var err error
		if ps.pool.cores, err = newCores(o.Workers); err != nil {
			return nil, err
		}
	}
	for _, p := range list {
		path, err := p.path()
		if err != nil {
			return nil, fmt.Errorf("programs.%s.command: %w", p.Name, err)
		}
		if o.Bind {
			if err := p.oneThread(); err != nil {
				return nil, err
			}
		}
		ps.byName[p.Name] = &program{config: p.withDefaults(), path: path}
	}
	return ps, nil
}

// Has reports whether the run has a program with this name. ps may be nil.
func (ps *Programs) Has(name string) bool { return ps != nil && ps.byName[name] != nil }

// names returns the names of all programs in alphabetical order.
func (ps *Programs) names() []string { return slices.Sorted(maps.Keys(ps.byName)) }

// Description returns the name, weights and abilities that a program declares. The first call
// starts the program.
func (ps *Programs) Description(ctx context.Context, name string) (protocol.Description, error) {
	p := ps.byName[name]
	if p == nil {
		return protocol.Description{}, fmt.Errorf("unknown program %q", name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known {
		return p.description, nil
	}
	i, d, err := ps.pool.open(ctx, p, p.config.Weights.Default())
	if err != nil && ctx.Err() == nil && hasEnded(err) { // the crash may have been chance
		i, d, err = ps.pool.open(ctx, p, p.config.Weights.Default())
	}
	if err != nil {
		return d, err
	}
	switch own := p.config.Weights; {
	case d.Role != protocol.Agent && p.config.insertsWeights():
		ps.pool.quit(i)
		return d, &ConfigError{name, keys.Errorf("command", "{weights} and {weight:NAME} are for the weights of one seat; a program of role arena or game does not play a single seat")}
	case len(own) == 0:
	case len(d.Weights) == 0:
		d.Weights = own
	case !slices.EqualFunc(d.Weights, own, engines.Weight.Equal): // they would be ignored
		ps.pool.quit(i)
		return d, &ConfigError{name, keys.Errorf("weights", "the program declares its weights itself; engine.weights changes their ranges and start values")}
	}
	if d.OneGame && p.config.Restart == RestartNever {
		p.config.Restart = RestartEachGame
	}
	p.description, p.known = d, true
	ps.pool.release(i)
	return d, nil
}

// start starts a process of a program. The weights w are used only if the program receives them
// at its start.
func (ps *Programs) start(ctx context.Context, p *program, w engines.Weights) (*instance, error) {
	if _, err := ps.Description(ctx, p.config.Name); err != nil {
		return nil, err
	}
	i, d, err := ps.pool.open(ctx, p, w)
	if err != nil {
		return nil, err
	}
	if known := p.description.Weights; len(p.config.Weights) == 0 && !slices.EqualFunc(d.Weights, known, engines.Weight.Equal) {
		ps.pool.quit(i)
		return nil, &StartError{p.config.Name, errors.New("it declares other weights than at its first start")}
	}
	return i, nil
}

// Started returns the names of the programs that have been started, in alphabetical order.
func (ps *Programs) Started() []string {
	var names []string
	for name, p := range ps.byName {
		p.mu.Lock()
		if p.known {
			names = append(names, name)
		}
		p.mu.Unlock()
	}
	slices.Sort(names)
	return names
}

// Known returns the description that a program has sent. It is the zero value if the program has
// not been started.
func (ps *Programs) Known(name string) protocol.Description {
	p := ps.byName[name]
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.description
}

// Refs returns the name, digest and weights of every program. A worker process uses them to check
// that its machine has the same programs.
func (ps *Programs) Refs() ([]engines.ProgramRef, error) {
	var out []engines.ProgramRef
	for _, name := range slices.Sorted(maps.Keys(ps.byName)) {
		p := ps.byName[name].config
		sum, err := p.Digest()
		if err != nil {
			return nil, fmt.Errorf("programs.%s: %w", name, err)
		}
		out = append(out, engines.ProgramRef{Name: name, Digest: sum, Weights: p.Tuned})
	}
	return out, nil
}

// Table returns a game in which Lanista is the referee and external programs can be players. main
// is the name of the program whose weights a run tunes, or "" if the run tunes the game's built-in
// player. Table starts the program main. The game has its default settings.
func (ps *Programs) Table(ctx context.Context, game engines.Engine, main string) (*Table, error) {
	t := &Table{game: game, programs: ps, main: main, limit: "none"}
	return t, t.describe(ctx)
}

// Game returns the game that the named program plays by itself, for all seats. It starts the
// program. Game returns an error for a program that does not play whole games, that is, does not
// have the role arena.
func (ps *Programs) Game(ctx context.Context, name string) (engines.Engine, error) {
	d, err := ps.Description(ctx, name)
	if err != nil {
		return nil, err
	}
	if d.Role != protocol.Arena {
		return nil, fmt.Errorf("program %s has no game of its own; name its game as engine.name and %s as engine.player", name, name)
	}
	g, err := newProgramGame(ps, name, d)
	return &hostedGame{g}, err
}

// Rules returns the game whose rules a program implements, for use with [Programs.Table]. It
// starts the program.
func (ps *Programs) Rules(ctx context.Context, name string) (engines.Engine, error) {
	d, err := ps.Description(ctx, name)
	if err != nil {
		return nil, err
	}
	if d.Role != protocol.Rules {
		return nil, fmt.Errorf(`program %s owns no rules; a program with rules has the role "game"`, name)
	}
	d.Weights = nil // only agents have weights
	g, err := newProgramGame(ps, name, d)
	if err != nil {
		return nil, err
	}
	return newRuleGame(g, ps.sharedSession(name)), nil
}

// Owned returns the game that a program implements. hosted is true if the program plays whole games
// by itself, and false if it implements only the rules.
func (ps *Programs) Owned(ctx context.Context, name string) (game engines.Engine, hosted bool, err error) {
	d, err := ps.Description(ctx, name)
	switch {
	case err != nil:
		return nil, false, err
	case d.Role == protocol.Rules:
		game, err = ps.Rules(ctx, name)
	default:
		hosted = true
		game, err = ps.Game(ctx, name)
	}
	return game, hosted, err
}

// sharedSession returns the session for requests that belong to no refereed game, such as those for
// a position that a user analyses. All such requests to a program with rules share one session.
func (ps *Programs) sharedSession(name string) *ruleSession {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	s := ps.shared[name]
	if s == nil {
		s = newRuleSession(ps, ps.byName[name])
		ps.shared[name] = s
	}
	return s
}

// Stray returns the number of output lines that did not belong to an answer, from those processes
// of a program that have ended.
func (ps *Programs) Stray(name string) protocol.Stray { return ps.pool.strayOf(name) }

// Repeated counts the games that were played once more because a program crashed or stalled in them.
type Repeated struct {
	Games int
	First string // kind and reason of the first failure
	// Input contains the last lines that the program received before the first failure, at most
	// lastInput.
	Input []string
}

// lastInput is the largest number of lines in Repeated.Input, the last lines that a program
// received. It is 2 because a request for a move in UCI consists of the lines position and go.
const lastInput = 2

// Repeated returns how many games this process of Lanista has played once more because the named
// program failed, and details of the first failure.
func (ps *Programs) Repeated(name string) Repeated { return ps.pool.repeated(name) }

// TraceError returns the first error of writing a trace, for example because the disk is full. Games
// go on without the trace. It returns nil if all traces are complete.
func (ps *Programs) TraceError() error { return ps.pool.traceError() }

// EndUsed ends the idle processes that have begun a game. Games that follow then do not depend on
// the games before, even if a program keeps state from game to game.
func (ps *Programs) EndUsed() { ps.pool.quitUnused(1) }

// Close ends all processes and their child processes. It must not be called while a game is
// played.
func (ps *Programs) Close() error {
	ps.pool.close()
	ps.mu.Lock()
	shared := slices.Collect(maps.Values(ps.shared))
	ps.mu.Unlock()
	for _, s := range shared {
		s.close()
	}
	ps.pool.quitIdle()
	ps.pool.sweep()
	return ps.pool.removeFolder()
}

// StartError reports that a program could not be started or was not ready in time. The game is then
// not played, and no agent forfeits it.
type StartError struct {
	Program string
	Err     error
}

func (e *StartError) Error() string { return fmt.Sprintf("programs.%s: %v", e.Program, e.Err) }

// Unwrap returns the cause, which is never an [engines.Fault].
func (e *StartError) Unwrap() error { return e.Err }

// ConfigError reports that a program's section of the config does not fit the program. For example,
// it sets options that the program does not have. Err joins a [keys.KeyError] for every mistake,
// with a key relative to the section.
type ConfigError struct {
	Program string
	Err     error
}

func (e *ConfigError) Error() string { return fmt.Sprintf("programs.%s: %v", e.Program, e.Err) }

// Unwrap returns the joined [keys.KeyError]s.
func (e *ConfigError) Unwrap() error { return e.Err }

// hasEnded reports whether the cause of an error is that a process has ended.
func hasEnded(err error) bool {
	var ended *process.EndedError
	return errors.As(err, &ended)
}

// withoutFault returns the cause if err is an [engines.Fault], so that no agent forfeits the
// game. It returns other errors unchanged.
func withoutFault(err error) error {
	if fault, ok := errors.AsType[*engines.Fault](err); ok {
		return fault.Err
	}
	return err
}

// withStderr adds the last output of a process on standard error to an error. If the output is a
// stack trace with the message of the error, it adds only the file and the line. If the error
// contains the output already, it adds nothing.
func withStderr(err error, p *process.Process) error {
	var ended *process.EndedError
	if errors.As(err, &ended) && ended.Status != "" { // its text contains standard error
		return err
	}
	if place := placeOf(err.Error(), p); place != "" {
		return fmt.Errorf("%w%s", err, place)
	}
	if text := p.Stderr(); text != "" {
		return fmt.Errorf("%w; on standard error: %s", err, protocol.Printable(process.WithoutTrace(text)))
	}
	return err
}

// placeOf returns the source file and the line in which a program failed, such as " (pig.py:36)".
// It takes them from a stack trace at the end of the standard error of p. It returns "" if there is
// no such trace, or if text does not end with the message of the trace.
func placeOf(text string, p *process.Process) string {
	trace := protocol.Printable(process.WithoutTrace(p.Stderr()))
	if i := strings.LastIndex(trace, " ("); i > 0 && strings.HasSuffix(text, trace[:i]) {
		return trace[i:]
	}
	return ""
}
