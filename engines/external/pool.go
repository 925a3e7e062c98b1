package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tempdir"
)

// pool starts and ends the processes of a run. It keeps idle ones for reuse.
type pool struct {
	options Options
	mark    string // the process.Command.Mark of all processes
	cores   *cores // nil if processes are not bound to cores

	mu     sync.Mutex // guards the fields below
	idle   []*instance
	live   map[*instance]bool
	traces int   // trace files created
	lost   error // the first error of writing a trace file
	stray  map[string]protocol.Stray
	again  map[string]Repeated
	spent  time.Duration // processor time of the processes that have ended
	marked bool          // a process was started
	closed bool
	folder tempdir.Folder // of the files with weights; zero until a command needs one
}

func newPool(o Options, mark string) *pool {
	return &pool{options: o, mark: mark, live: make(map[*instance]bool), stray: make(map[string]protocol.Stray), again: make(map[string]Repeated)}
}

// weightsFolder returns the folder of the temporary files with weights, whose paths replace
// {weights} in commands. The first call creates it.
func (p *pool) weightsFolder() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folder.Path == "" {
		var err error
		if p.folder, err = tempdir.New("lanista-weights-"); err != nil {
			return "", err
		}
	}
	return p.folder.Path, nil
}

// removeFolder removes the folder of the files with weights.
func (p *pool) removeFolder() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folder.Path == "" {
		return nil
	}
	err := p.folder.Remove()
	p.folder = tempdir.Folder{}
	return err
}

// open starts a process of a program and performs the handshake of its protocol. It returns a
// *[StartError], a *[ConfigError] or the error of ctx.
func (p *pool) open(ctx context.Context, of *program, w engines.Weights) (*instance, protocol.Description, error) {
	fail := func(err error) (*instance, protocol.Description, error) {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return nil, protocol.Description{}, err
		}
		if _, ok := errors.AsType[*keys.KeyError](err); ok {
			return nil, protocol.Description{}, &ConfigError{of.config.Name, err}
		}
		return nil, protocol.Description{}, &StartError{of.config.Name, withoutFault(err)}
	}
	args, file, err := of.config.arguments(w, p.weightsFolder)
	if err != nil {
		return fail(err)
	}
	command := process.Command{Args: append([]string{of.path}, args...), Dir: of.config.dir(), Env: of.config.Env, Mark: p.mark}
	if p.options.Trace != "" {
		trace, err := p.createTrace(of.config.Name)
		if err != nil {
			return fail(err)
		}
		command.Trace = trace
	}
	proc, err := process.Start(command)
	if err != nil {
		return fail(errors.Join(err, removeFile(file)))
	}
	i := &instance{program: of, process: proc, file: file, weights: slices.Clone(w)}
	early := w
	if of.config.Restart == RestartNever {
		early = nil
	}
	i.session = protocol.Open(of.config.Protocol, protocol.Options{
		Process: proc, Timeouts: of.config.Timeouts, Margin: of.config.Margin, Lanista: p.options.Lanista, Options: of.config.Options, Tuned: of.config.Tuned, Weights: early,
		Declared: of.config.Weights, Set: of.config.Set, Setup: of.config.Setup, EachGame: of.config.EachGame,
	})
	p.mu.Lock()
	p.live[i], p.marked = true, true
	p.mu.Unlock()
	d, err := i.session.Hello(ctx)
	if err != nil {
		if ended, ok := errors.AsType[*process.EndedError](err); ok && ended.Status != "" {
			err = earlyExit{ended}
		}
		p.kill(i)
		return fail(err)
	}
	d.Name = cmp.Or(d.Name, filepath.Base(of.path))
	return i, d, nil
}

// earlyExit is the error for a program that exited before it had answered the handshake.
type earlyExit struct{ ended *process.EndedError }

func (e earlyExit) Error() string {
	text := fmt.Sprintf("it ended before it was ready (%s)", e.ended.Status)
	if e.ended.Stderr != "" {
		text += ": " + protocol.Printable(e.ended.Stderr)
	}
	return text
}

func (e earlyExit) Unwrap() error { return e.ended }

// traceFile is a file with every line that a process received or sent. It ends at the first line
// that cannot be written completely, for example because the disk is full.
type traceFile struct {
	pool *pool
	file *os.File
	err  error // of the last call of Write
}

// Write writes text to the file, unless an earlier call has failed. The pool stores the first error
// of all its files.
func (t *traceFile) Write(text []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.file.Write(text)
	if err != nil {
		t.err = err
		t.pool.mu.Lock()
		defer t.pool.mu.Unlock()
		if t.pool.lost == nil {
			t.pool.lost = err
		}
	}
	return n, err
}

// Close closes the file.
func (t *traceFile) Close() error { return t.file.Close() }

// traceError returns the first error of writing a trace file.
func (p *pool) traceError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lost
}

// createTrace creates the file for the trace of a new process: every line sent and received.
func (p *pool) createTrace(name string) (*traceFile, error) {
	p.mu.Lock()
	p.traces++
	n := p.traces
	p.mu.Unlock()
	if err := os.MkdirAll(p.options.Trace, 0o777); err != nil {
		return nil, err
	}
	file, err := os.Create(filepath.Join(p.options.Trace, fmt.Sprintf("%s-%d.txt", name, n)))
	if err != nil {
		return nil, err
	}
	return &traceFile{pool: p, file: file}, nil
}

// acquire takes an idle process of a program out of the pool. It returns nil if there is none.
func (p *pool) acquire(of *program) *instance {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, i := range p.idle {
		if i.program == of {
			p.idle = slices.Delete(p.idle, k, k+1)
			return i
		}
	}
	return nil
}

// release gives a process back to the pool after its use.
func (p *pool) release(i *instance) {
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.idle = append(p.idle, i)
	}
	p.mu.Unlock()
	if closed {
		p.quit(i)
	}
}

// quit sends a process the request to exit. It kills the process if it has not exited when the
// timeout for this has passed.
func (p *pool) quit(i *instance) {
	if !i.process.Exited() {
		i.session.Quit()
	}
	i.process.End(i.program.config.Timeouts.Quit)
	p.forget(i)
}

// kill ends a process by force and removes it from the pool.
func (p *pool) kill(i *instance) {
	i.process.End(0)
	p.forget(i)
}

// forget removes a process that has exited from the pool. It adds the counts of the process, such
// as its processor time, to the totals.
func (p *pool) forget(i *instance) {
	_ = removeFile(i.file)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live[i] {
		return
	}
	delete(p.live, i)
	used, _ := i.process.CPU()
	p.spent += used
	sum, added := p.stray[i.program.config.Name], i.session.Stray()
	sum.Lines += added.Lines
	sum.Late += added.Late
	if len(sum.First) == 0 {
		sum.First = added.First
	}
	p.stray[i.program.config.Name] = sum
}

// strayOf counts the output lines of a program that did not belong to an answer. It covers only
// processes that have ended.
func (p *pool) strayOf(name string) protocol.Stray {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stray[name]
}

// addRepeated counts a game that is played once more after a failure of a program.
func (p *pool) addRepeated(name string, failure *engines.Forfeit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := p.again[name]
	if sum.Games++; sum.Games == 1 {
		sum.First = fmt.Sprintf("%s: %s", failure.Kind, failure.Reason)
		if failure.Evidence != nil {
			sum.Input = lastSent(failure.Evidence.Lines)
		}
	}
	p.again[name] = sum
}

// lastSent returns the last lines that a program received, at most lastInput. lines contains lines
// sent and received, in the form of [engines.Evidence], such as "12.345 > go depth 2". The result
// contains the text only.
func lastSent(lines []string) []string {
	var sent []string
	for _, line := range lines {
		if _, text, ok := strings.Cut(line, " "); ok {
			if text, ok = strings.CutPrefix(text, "> "); ok {
				sent = append(sent, text)
			}
		}
	}
	return sent[max(len(sent)-lastInput, 0):]
}

// repeated returns how many games were played once more because the named program failed, and
// details of the first failure.
func (p *pool) repeated(name string) Repeated {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.again[name]
}

// cpuTime returns the total processor time of all processes. ok is false if the system does not
// provide it.
func (p *pool) cpuTime() (sum time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum = p.spent
	for i := range p.live {
		t, ok := i.process.CPU()
		if !ok {
			return 0, false
		}
		sum += t
	}
	return sum, true
}

// quitIdle ends all processes that are not in use.
func (p *pool) quitIdle() { p.quitUnused(0) }

// quitUnused ends the idle processes that have begun at least the given number of games.
func (p *pool) quitUnused(games int) {
	p.mu.Lock()
	var idle, rest []*instance
	for _, i := range p.idle {
		if i.games >= games {
			idle = append(idle, i)
		} else {
			rest = append(rest, i)
		}
	}
	p.idle = rest
	p.mu.Unlock()
	var ending sync.WaitGroup
	for _, i := range idle {
		ending.Go(func() { p.quit(i) })
	}
	ending.Wait()
}

// close marks the pool as closed. The method release then ends every process that it receives,
// instead of keeping it for reuse.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// sweep kills child processes of the programs that are still running.
func (p *pool) sweep() {
	p.mu.Lock()
	marked := p.marked
	p.mu.Unlock()
	if marked {
		process.Sweep(p.mark)
	}
}

// removeFile removes a file unless its name is "".
func removeFile(name string) error {
	if name == "" {
		return nil
	}
	return os.Remove(name)
}
