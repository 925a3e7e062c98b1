package external

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
	"github.com/lanista/lanista/keys"
)

// Options are what the programs of a run have in common.
type Options struct {
	// Lanista is the version of this program, which programs are told.
	Lanista string
	// Trace is a folder for a file per process with every line that goes in or out;
	// "" is none.
	Trace string
}

// Programs are the programs of a run. Its methods may be called from several
// goroutines. Close ends all processes.
type Programs struct {
	options Options
	list    map[string]*program
	mark    string // of all that they start
	pauses  pauses

	mu      sync.Mutex // guards what follows
	idle    []*running
	live    map[*running]bool
	lobbies map[string]*stage
	started int // processes ever
	heard   map[string]driver.Heard
	spent   time.Duration // processor time of the processes that have ended
	marked  bool          // a process has been started
	closed  bool
}

// program is one of them.
type program struct {
	Program
	path string

	mu          sync.Mutex // guards what follows
	known       bool
	description driver.Description
}

// NewPrograms makes the programs of a run, which Validate has found to be right. It starts
// nothing.
func NewPrograms(list []Program, o Options) (*Programs, error) {
	ps := &Programs{
		options: o, list: make(map[string]*program), mark: rand.Text(),
		live: make(map[*running]bool), lobbies: make(map[string]*stage), heard: make(map[string]driver.Heard),
	}
	for _, p := range list {
		path, err := p.path()
		if err != nil {
			return nil, fmt.Errorf("programs.%s.command: %w", p.Name, err)
		}
		ps.list[p.Name] = &program{Program: p.complete(), path: path}
	}
	return ps, nil
}

// Has reports whether there is a program of a name.
func (ps *Programs) Has(name string) bool { return ps != nil && ps.list[name] != nil }

// Description is what a program says of itself. The first call starts it.
func (ps *Programs) Description(ctx context.Context, name string) (driver.Description, error) {
	p := ps.list[name]
	if p == nil {
		return driver.Description{}, fmt.Errorf("there is no program %s", name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known {
		return p.description, nil
	}
	r, d, err := ps.open(ctx, p, p.Weights.Default())
	if err != nil && ctx.Err() == nil && crashed(err) { // once more: it may have been chance
		r, d, err = ps.open(ctx, p, p.Weights.Default())
	}
	if err != nil {
		return d, err
	}
	if len(p.Weights) > 0 && len(d.Weights) == 0 {
		d.Weights = p.Weights
	}
	p.description, p.known = d, true
	ps.giveBack(r)
	return d, nil
}

// Started names the programs that have been started, in order.
func (ps *Programs) Started() []string {
	var names []string
	for name, p := range ps.list {
		p.mu.Lock()
		if p.known {
			names = append(names, name)
		}
		p.mu.Unlock()
	}
	slices.Sort(names)
	return names
}

// Known is what a program that has been started says of itself.
func (ps *Programs) Known(name string) driver.Description {
	p := ps.list[name]
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.description
}

// crashed reports whether a program that was started has ended.
func crashed(err error) bool {
	var ended *proc.EndedError
	return errors.As(err, &ended)
}

// StartError says that a program could not be started, or was not ready in time.
// No game is lost by it.
type StartError struct {
	Program string
	Err     error
}

func (e *StartError) Error() string { return fmt.Sprintf("programs.%s: %v", e.Program, e.Err) }

// Unwrap returns the cause, which is never a fault of play.
func (e *StartError) Unwrap() error { return e.Err }

// ConfigError says that the config asks of a program what it does not have. Err is
// made of [keys.KeyError]s below the program's section.
type ConfigError struct {
	Program string
	Err     error
}

func (e *ConfigError) Error() string { return fmt.Sprintf("programs.%s: %v", e.Program, e.Err) }

// Unwrap returns the mistakes.
func (e *ConfigError) Unwrap() error { return e.Err }

// start starts a process of a program that is known, for weights that matter only
// where they are part of the command.
func (ps *Programs) start(ctx context.Context, p *program, w engines.Weights) (*running, error) {
	if _, err := ps.Description(ctx, p.Name); err != nil {
		return nil, err
	}
	r, d, err := ps.open(ctx, p, w)
	if err != nil {
		return nil, err
	}
	if known := p.description.Weights; len(p.Weights) == 0 && !slices.Equal(d.Weights, known) {
		ps.end(r)
		return nil, &StartError{p.Name, errors.New("it declares other weights than when it was first started")}
	}
	return r, nil
}

// open starts a process and does the handshake.
func (ps *Programs) open(ctx context.Context, p *program, w engines.Weights) (*running, driver.Description, error) {
	fail := func(err error) (*running, driver.Description, error) {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return nil, driver.Description{}, err
		}
		var mistake *keys.KeyError
		if errors.As(err, &mistake) {
			return nil, driver.Description{}, &ConfigError{p.Name, err}
		}
		return nil, driver.Description{}, &StartError{p.Name, unblamed(err)}
	}
	args, file, err := p.arguments(w)
	if err != nil {
		return fail(err)
	}
	command := proc.Command{Args: append([]string{p.path}, args...), Dir: p.dir(), Env: p.Env, Mark: ps.mark}
	if ps.options.Trace != "" {
		trace, err := ps.traceFile(p.Name)
		if err != nil {
			return fail(err)
		}
		command.Trace = trace
	}
	process, err := proc.Start(command)
	if err != nil {
		return fail(errors.Join(err, remove(file)))
	}
	r := &running{program: p, process: process, file: file, weights: slices.Clone(w)}
	begin := w
	if p.Restart == Never {
		begin = nil
	}
	r.session = protocols[p.Protocol](driver.Options{
		Process: process, Timeouts: p.Timeouts, Lanista: ps.options.Lanista, Options: p.Options, Tuned: p.Tuned, Weights: begin,
		Declared: p.Weights, Set: p.Set, Setup: p.Setup, EachGame: p.Program.EachGame,
	})
	ps.mu.Lock()
	ps.live[r], ps.marked = true, true
	ps.mu.Unlock()
	d, err := r.session.Hello(ctx)
	if err != nil {
		var ended *proc.EndedError
		if errors.As(err, &ended) && ended.Status != "" {
			err = notReady{ended}
		}
		ps.kill(r)
		return fail(err)
	}
	d.Name = cmp.Or(d.Name, filepath.Base(p.path))
	return r, d, nil
}

// notReady says that a program ended during the handshake.
type notReady struct{ ended *proc.EndedError }

func (e notReady) Error() string {
	text := fmt.Sprintf("it ended before it was ready (%s)", e.ended.Status)
	if e.ended.Stderr != "" {
		text += ": " + driver.Printable(e.ended.Stderr)
	}
	return text
}

func (e notReady) Unwrap() error { return e.ended }

// unblamed is an error without the fault in it: before a game nobody can lose it.
func unblamed(err error) error {
	var fault *engines.Fault
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// traceFile makes the trace of the next process.
func (ps *Programs) traceFile(name string) (*os.File, error) {
	ps.mu.Lock()
	ps.started++
	n := ps.started
	ps.mu.Unlock()
	if err := os.MkdirAll(ps.options.Trace, 0o777); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(ps.options.Trace, fmt.Sprintf("%s-%d.txt", name, n)))
}

// take gives an idle process of a program away, nil if there is none.
func (ps *Programs) take(p *program) *running {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for i, r := range ps.idle {
		if r.program == p {
			ps.idle = slices.Delete(ps.idle, i, i+1)
			return r
		}
	}
	return nil
}

// giveBack keeps a process for whoever needs it next.
func (ps *Programs) giveBack(r *running) {
	ps.mu.Lock()
	closed := ps.closed
	if !closed {
		ps.idle = append(ps.idle, r)
	}
	ps.mu.Unlock()
	if closed {
		ps.end(r)
	}
}

// end asks a process to end, and ends it.
func (ps *Programs) end(r *running) {
	if !r.process.Exited() {
		r.session.Quit()
	}
	r.process.End(r.program.Timeouts.Quit)
	ps.gone(r)
}

// kill ends a process at once.
func (ps *Programs) kill(r *running) {
	r.process.End(0)
	ps.gone(r)
}

// gone enters what a process that has ended had to say.
func (ps *Programs) gone(r *running) {
	_ = remove(r.file)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if !ps.live[r] {
		return
	}
	delete(ps.live, r)
	used, _ := r.process.CPU()
	ps.spent += used
	ps.heard[r.program.Name] = together(ps.heard[r.program.Name], r.session.Heard())
}

// together adds up what two processes have said.
func together(a, b driver.Heard) driver.Heard {
	a.Noise += b.Noise
	a.Late += b.Late
	if len(a.First) == 0 {
		a.First = b.First
	}
	return a
}

// Heard is what the processes of a program that have ended had to say besides
// their answers.
func (ps *Programs) Heard(name string) driver.Heard {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.heard[name]
}

// used is the processor time of all processes so far; ok is false where it is not
// known.
func (ps *Programs) used() (sum time.Duration, ok bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	sum = ps.spent
	for r := range ps.live {
		t, ok := r.process.CPU()
		if !ok {
			return 0, false
		}
		sum += t
	}
	return sum, true
}

// endIdle ends the processes that do not play.
func (ps *Programs) endIdle() {
	ps.mu.Lock()
	idle := ps.idle
	ps.idle = nil
	ps.mu.Unlock()
	var ending sync.WaitGroup
	for _, r := range idle {
		ending.Go(func() { ps.end(r) })
	}
	ending.Wait()
}

// Close ends all processes and what they have left behind. No game may be in play.
func (ps *Programs) Close() error {
	ps.mu.Lock()
	ps.closed = true
	marked := ps.marked
	lobbies := slices.Collect(maps.Values(ps.lobbies))
	ps.mu.Unlock()
	for _, s := range lobbies {
		s.close()
	}
	ps.endIdle()
	if marked {
		proc.Sweep(ps.mark)
	}
	return nil
}

// remove removes a temporary file, if there is one.
func remove(file string) error {
	if file == "" {
		return nil
	}
	return os.Remove(file)
}
