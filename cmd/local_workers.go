package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lanista/lanista/tempdir"
	"github.com/lanista/lanista/workers"
)

// localWorkers manages the worker processes on this machine. Their standard input is a pipe from
// this process, so that they exit when this process ends.
type localWorkers struct {
	folder tempdir.Folder // of the token file; zero if the user gave that file
	args   []string       // command line of a worker
	warn   func(format string, args ...any)

	mu      sync.Mutex        // protects the fields running and closing
	running map[int]*exec.Cmd // by process id
	closing bool
	all     sync.WaitGroup
}

// These constants control the restart of a local worker that has exited. It is started again after
// restartAfter. After maxShort exits in a row, each within shortLife of the start, it is not
// started again.
const (
	restartAfter = 500 * time.Millisecond
	shortLife    = time.Second
	maxShort     = 5
)

func newLocalWorkers() *localWorkers { return &localWorkers{running: make(map[int]*exec.Cmd)} }

// listenLocally makes the task server listen on the loopback interface, with an access token that
// is valid only for this run.
func (c *taskServer) listenLocally() error {
	folder, err := tempdir.New("lanista-workers-")
	if err != nil {
		return err
	}
	c.locals.folder = folder
	c.options.server.Listen = "127.0.0.1:0"
	c.options.server.Access.TokenFile = filepath.Join(folder.Path, "token")
	if _, err = workers.EnsureToken(c.options.server.Access.TokenFile); err != nil {
		return errors.Join(err, folder.Remove())
	}
	return nil
}

// startLocals starts the worker processes on this machine. Each has the same number of slots
// (goroutines that play games): together at most one per core, but each at least one. programs is the
// path of the config that defines the external programs of the run, or "".
func (c *taskServer) startLocals(programs string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	l := c.locals
	l.warn = c.app.warn
	l.args = []string{
		program, "worker", c.hub.Address(), "--slots", strconv.Itoa(max(1, runtime.GOMAXPROCS(0)/c.options.local)),
		"--with-parent", "--no-progress",
	}
	for _, f := range [][2]string{{"--programs", programs}, {"--token-file", c.options.server.Access.TokenFile}, {"--creds", c.options.server.Access.Credentials}, {"--tls-ca", cmp.Or(c.options.server.Cert, c.options.server.Access.CA)}} {
		if f[1] != "" {
			l.args = append(l.args, f[0], f[1])
		}
	}
	for n := range c.options.local {
		cmd, err := l.start()
		if err != nil {
			return fmt.Errorf("a local worker did not start: %w", err)
		}
		l.all.Go(func() { l.keep(n+1, cmd) })
	}
	return nil
}

// start starts a worker process. The process receives its access token in a file and none of the
// environment variables LANISTA_*. After close, start returns io.EOF.
func (l *localWorkers) start() (*exec.Cmd, error) {
	cmd := exec.Command(l.args[0], l.args[1:]...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "LANISTA_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Stderr = &bytes.Buffer{}
	if _, err := cmd.StdinPipe(); err != nil { // the pipe stays open until this process ends
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing {
		return nil, io.EOF
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	l.running[cmd.Process.Pid] = cmd
	return cmd, nil
}

// keep waits for the n-th local worker, which runs as cmd, and starts it again whenever it exits.
// The exit code does not matter. keep returns when close is called, when the worker has exited too
// often, or when it cannot be started.
func (l *localWorkers) keep(n int, cmd *exec.Cmd) {
	for short := 0; ; {
		began := time.Now()
		err := cmd.Wait()
		l.mu.Lock()
		delete(l.running, cmd.Process.Pid)
		closing := l.closing
		l.mu.Unlock()
		if closing {
			return
		}
		if short++; time.Since(began) > shortLife {
			short = 0
		}
		output := strings.TrimSpace(cmd.Stderr.(*bytes.Buffer).String())
		if short >= maxShort {
			l.warn("local worker %d ended %d times within a second of its start, the last time with %v; it is not started again\n%s", n, short, err, output)
			return
		}
		l.warn("local worker %d ended (%v); starting it again", n, err)
		time.Sleep(restartAfter)
		if cmd, err = l.start(); err != nil {
			if !errors.Is(err, io.EOF) {
				l.warn("local worker %d: %v; it is not started again", n, err)
			}
			return
		}
	}
}

// alone reports whether the task server accepts only local workers. It returns false if l is nil.
func (l *localWorkers) alone() bool { return l != nil && l.folder.Path != "" }

// has reports whether the process with the given id is a local worker.
func (l *localWorkers) has(pid int) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running[pid] != nil
}

func (l *localWorkers) close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	l.closing = true
	for _, cmd := range l.running {
		_ = cmd.Process.Kill() // the results of its tasks are not needed
	}
	l.mu.Unlock()
	l.all.Wait()
	if l.folder.Path != "" {
		_ = l.folder.Remove()
	}
}
