package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Command describes a process to start.
type Command struct {
	// Args is the path of the executable followed by its arguments.
	Args []string
	// Dir is the folder in which the process is started. "" is the current folder of Lanista.
	Dir string
	// Env lists environment variables, each NAME=value. They override the variables of Lanista.
	Env []string
	// Mark, if not "", is a text in the environment of the process and of its children, by which
	// [Sweep] finds them.
	Mark string
	// Trace, if not nil, receives every line sent or received, with the seconds since the
	// start. [Process.End] closes it if it is an [io.Closer].
	Trace io.Writer
}

// markVariable is the name of an environment variable with the value Command.Mark. By this
// variable, [Sweep] finds the processes of a program.
const markVariable = "LANISTA_STARTED_BY"

// Process is a running program. Only Kill and Stderr may be called while another goroutine
// uses it. The caller must call End.
type Process struct {
	cmd    *exec.Cmd
	group  group
	stdin  pipe
	stdout pipe
	stderr pipe
	begun  time.Time
	trace  *trace

	buf        []byte // read from standard output; buf[from:to] is not consumed yet
	from, to   int
	lineStart  int           // index in buf of the start of the last line, while fill reads
	arrived    time.Duration // from the start to the last read of standard output
	awaited    []byte        // the first word of the awaited line; empty means any line
	tail       tail          // the end of standard error
	exited     chan struct{} // closed after the process was waited for and stderr was read
	drained    chan struct{} // closed after stderr was read
	closeInput sync.Once

	mu     sync.Mutex // guards the fields below and the deadlines of the pipes
	dead   bool
	status string
}

// Bind restricts the process, with its threads and the processes that it has started, to one of
// [Cores]. Threads and processes that they start from then on inherit the restriction. On systems
// other than Linux it does nothing.
func (p *Process) Bind(core int) error { return bind(p.cmd.Process.Pid, core) }

// Start starts a process. After an error no process is running.
func Start(c Command) (*Process, error) {
	if len(c.Args) == 0 {
		return nil, errors.New("the command is empty")
	}
	p := &Process{
		cmd:    &exec.Cmd{Path: c.Args[0], Args: c.Args, Dir: c.Dir, SysProcAttr: attributes()},
		begun:  time.Now(),
		exited: make(chan struct{}), drained: make(chan struct{}),
		buf: make([]byte, 4096),
	}
	p.cmd.Env = append(os.Environ(), c.Env...)
	if c.Mark != "" {
		p.cmd.Env = append(p.cmd.Env, markVariable+"="+c.Mark)
	}
	p.trace = newTrace(c.Trace, p.begun)
	if err := p.start(); err != nil {
		p.trace.close()
		if path, ok := errors.AsType[*os.PathError](err); ok {
			err = fmt.Errorf("%s: %w", path.Path, explainStart(c.Args[0], c.Dir, path.Err))
		}
		return nil, err
	}
	go p.readStderr()
	go p.wait()
	return p, nil
}

// start creates the pipes and runs the command.
func (p *Process) start() error {
	var theirs, ours []*os.File
	for _, inward := range []bool{true, false, false} {
		their, our, err := makePipe(inward)
		if err != nil {
			closeAll(theirs)
			closeAll(ours)
			return err
		}
		theirs, ours = append(theirs, their), append(ours, our)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	for i, end := range []*pipe{&p.stdin, &p.stdout, &p.stderr} {
		var err error
		if *end, err = newPipe(ours[i]); err != nil {
			closeAll(theirs)
			closeAll(ours)
			return err
		}
	}
	err := startCommand(p.cmd)
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return err
	}
	p.group = newGroup(p.cmd)
	return nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// wait waits for the exit of the process. It then kills the process's group and unblocks pending
// reads and writes.
func (p *Process) wait() {
	err := p.cmd.Wait()
	p.group.kill()
	p.mu.Lock()
	p.dead = true
	p.group.release()
	p.status = "exit status 0"
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		p.status = exit.ProcessState.String()
	} else if err != nil {
		p.status = err.Error()
	}
	_ = p.stdout.file.SetReadDeadline(past)
	_ = p.stdin.file.SetWriteDeadline(past)
	_ = p.stderr.file.SetReadDeadline(past)
	p.mu.Unlock()
	<-p.drained
	close(p.exited)
}

// past is a deadline that has already expired. Setting it unblocks a pending read or write.
var past = time.Unix(1, 0)

// Exited reports whether the process has ended.
func (p *Process) Exited() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// Stderr returns the last 4 KiB that the process wrote to standard error, without surrounding
// white space.
func (p *Process) Stderr() string { return strings.TrimSpace(p.tail.String()) }

// Ended returns an *[EndedError] if the process has ended, and nil while it runs.
func (p *Process) Ended() error {
	if !p.Exited() {
		return nil
	}
	return p.exitError()
}

// PID returns the process ID, which is also the ID of its process group.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// CPU returns the processor time used by the process and by the children it has waited
// for. ok is false if the system does not report it; only Linux reports it for a running
// process.
func (p *Process) CPU() (used time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.dead {
		return cpuTime(p.PID())
	}
	state := p.cmd.ProcessState
	if state == nil { // waiting for the process failed
		return 0, false
	}
	return state.UserTime() + state.SystemTime(), true
}

// Recent returns the last lines that were sent to and received from the process, oldest first.
func (p *Process) Recent() []Exchange { return p.trace.recent() }

// Kill kills the process and its group.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.dead {
		p.group.kill()
	}
}

// CloseInput closes the standard input of the process. Its output can still be read. Further calls
// do nothing.
func (p *Process) CloseInput() { p.closeInput.Do(func() { _ = p.stdin.file.Close() }) }

// killTime is how long the package waits for the exit of a killed process. A process that is
// blocked in a device driver cannot be killed.
const killTime = 5 * time.Second

// End closes the standard input of the process, waits up to grace for its exit, and then kills
// it. It releases all resources. Further calls do nothing. orderly reports that the process
// exited without being killed.
func (p *Process) End(grace time.Duration) (orderly bool) {
	p.CloseInput()
	orderly = p.WaitExit(grace)
	if !orderly {
		p.Kill()
		p.WaitExit(killTime)
	}
	_ = p.stdout.file.Close()
	_ = p.stderr.file.Close()
	p.trace.close()
	return orderly
}

// WaitExit waits up to limit for the exit of the process and reports whether it has ended. It
// does not close the process's standard input.
func (p *Process) WaitExit(limit time.Duration) bool {
	select {
	case <-p.exited:
		return true
	default:
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}

// exitError returns an *[EndedError] for a process that is about to end. It first waits briefly,
// so that all of standard error has been read.
func (p *Process) exitError() error {
	p.WaitExit(exitTime)
	p.mu.Lock()
	defer p.mu.Unlock()
	return &EndedError{p.status, p.Stderr()}
}

// readStderr reads standard error until its end and keeps the last part.
func (p *Process) readStderr() {
	defer close(p.drained)
	buf := make([]byte, 4096)
	read := p.stderr.file.Read
	for {
		n, err := read(buf)
		p.tail.add(buf[:n])
		p.trace.addStderr(buf[:n])
		switch {
		case err == nil:
		case p.Exited() && errors.Is(err, os.ErrDeadlineExceeded):
			_ = p.stderr.file.SetReadDeadline(time.Time{})
			read = p.stderr.readNow
		default:
			return
		}
	}
}
