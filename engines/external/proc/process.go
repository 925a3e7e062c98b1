package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Command says how a process is started.
type Command struct {
	// Args are the arguments, of which the first is the path of the executable.
	Args []string
	// Dir is the working folder; "" is Lanista's own.
	Dir string
	// Env are variables, each NAME=value, laid over Lanista's own.
	Env []string
	// Mark, when not "", is put into the environment of the process, and so of all
	// that it starts, for [Sweep] to find them by.
	Mark string
	// Trace, when not nil, is written every line that goes in or out, with the
	// seconds since the start. It is closed, if it can be, with the process.
	Trace io.Writer
}

// markVariable is the variable that holds a mark.
const markVariable = "LANISTA_STARTED_BY"

// Process is a program being run. Its methods are for one goroutine, but for
// Kill and Stderr. It must be ended.
type Process struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	stderr *os.File
	begun  time.Time
	log    *log

	buf        []byte // of standard output; what is unread is buf[from:to]
	from, to   int
	tail       tail          // of standard error
	exited     chan struct{} // closed when the process has been waited for and stderr is read
	drained    chan struct{} // closed when stderr is read
	closeInput sync.Once

	mu     sync.Mutex // guards what follows, and the deadlines of the pipes
	dead   bool
	status string
}

// Start starts a process. An error means that there is none.
func Start(c Command) (*Process, error) {
	if len(c.Args) == 0 {
		return nil, errors.New("no command")
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
	p.log = newLog(c.Trace, p.begun)
	if err := p.start(); err != nil {
		p.log.close()
		var path *os.PathError
		if errors.As(err, &path) {
			err = fmt.Errorf("%s: %w", path.Path, path.Err)
		}
		return nil, err
	}
	go p.readStderr()
	go p.wait()
	return p, nil
}

// start makes the pipes and starts the process.
func (p *Process) start() error {
	var theirs, ours []*os.File
	for _, inward := range []bool{true, false, false} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(theirs)
			closeAll(ours)
			return err
		}
		if !inward {
			r, w = w, r
		}
		theirs, ours = append(theirs, r), append(ours, w)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	p.stdin, p.stdout, p.stderr = ours[0], ours[1], ours[2]
	err := startCommand(p.cmd)
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
	}
	return err
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// wait waits for the process, ends what it has started, and wakes whoever waits
// for a line.
func (p *Process) wait() {
	err := p.cmd.Wait()
	killGroup(p.cmd.Process)
	p.mu.Lock()
	p.dead = true
	p.status = "exit status 0"
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		p.status = exit.ProcessState.String()
	} else if err != nil {
		p.status = err.Error()
	}
	_ = p.stdout.SetReadDeadline(past)
	_ = p.stdin.SetWriteDeadline(past)
	_ = p.stderr.SetReadDeadline(past)
	p.mu.Unlock()
	<-p.drained
	close(p.exited)
}

// past is a deadline that is over.
var past = time.Unix(1, 0)

// Exited reports whether the process has ended.
func (p *Process) Exited() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// Stderr is the end of what the process has said on standard error, at most 4 KiB.
func (p *Process) Stderr() string { return strings.TrimSpace(p.tail.String()) }

// Ended is an *[EndedError] that says how the process ended, nil while it lives.
func (p *Process) Ended() error {
	if !p.Exited() {
		return nil
	}
	return p.over()
}

// PID is the number of the process, and of its group.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// CPU is the processor time that the process, and what it has started and waited for,
// has used; ok is false where the system does not tell, as most do of a process that
// lives.
func (p *Process) CPU() (used time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.dead {
		return spent(p.PID())
	}
	state := p.cmd.ProcessState
	if state == nil { // it could not be waited for
		return 0, false
	}
	return state.UserTime() + state.SystemTime(), true
}

// Recent lists the last lines that went in and out, oldest first.
func (p *Process) Recent() []Exchange { return p.log.recent() }

// Kill ends the process and all that it has started, at once.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.dead {
		killGroup(p.cmd.Process)
	}
}

// killTime is how long a process that was killed may take to go: one that waits
// for a device that does not answer cannot be ended by anybody.
const killTime = 5 * time.Second

// End closes the input of the process, which should end then, and kills it if it
// has not within grace. Afterwards nothing of the process is left, and End does
// nothing. It reports whether the process ended by itself.
func (p *Process) End(grace time.Duration) (orderly bool) {
	p.closeInput.Do(func() { _ = p.stdin.Close() })
	orderly = p.waitExit(grace)
	if !orderly {
		p.Kill()
		p.waitExit(killTime)
	}
	_ = p.stdout.Close()
	_ = p.stderr.Close()
	p.log.close()
	return orderly
}

// Gone waits until the process has ended, at most so long, and reports whether it
// has. Its input stays open.
func (p *Process) Gone(within time.Duration) bool { return p.waitExit(within) }

// waitExit waits until the process has ended, at most so long.
func (p *Process) waitExit(most time.Duration) bool {
	select {
	case <-p.exited:
		return true
	default:
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}

// ended is the error of a process that will say no more.
func (p *Process) ended() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &EndedError{p.status, p.Stderr()}
}

// readStderr keeps the end of standard error.
func (p *Process) readStderr() {
	defer close(p.drained)
	buf := make([]byte, 4096)
	read := p.stderr.Read
	for {
		n, err := read(buf)
		p.tail.add(buf[:n])
		p.log.stderr(buf[:n])
		switch {
		case err == nil:
		case p.Exited() && errors.Is(err, os.ErrDeadlineExceeded):
			_ = p.stderr.SetReadDeadline(time.Time{})
			read = func(b []byte) (int, error) { return readNow(p.stderr, b) }
		default:
			return
		}
	}
}

// cancelled is ctx's error, if it has one, else nil.
func cancelled(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
		return nil
	}
}
