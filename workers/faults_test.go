//go:build unix

package workers_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/workers"
)

// play is a run of a scenario.
type play struct {
	t      *testing.T
	s      scenario
	dir    string
	port   string
	over   context.Context
	end    context.CancelFunc
	kills  struct{ worker, broker, coordinator int }
	thawed bool // the run continued while a worker was stopped, until the worker was continued
	took   time.Duration

	mu      sync.Mutex
	workers [3]*exec.Cmd
}

func newPlay(t *testing.T, s scenario) *play {
	t.Helper()
	p := &play{t: t, s: s, dir: t.TempDir(), port: freePort(t)}
	p.over, p.end = context.WithCancel(t.Context())
	s.prepare(t, p.dir)
	if _, err := workers.EnsureToken(filepath.Join(p.dir, "token")); err != nil {
		t.Fatal(err)
	}
	return p
}

// run plays the run to its end.
func (p *play) run() {
	began := time.Now()
	var others sync.WaitGroup
	defer others.Wait()
	defer p.end()
	if p.s.apart {
		others.Go(p.serve)
	}
	if p.s.local == 0 && !p.s.alone {
		for i := range p.workers {
			others.Go(func() { p.worker(i) })
		}
	}
	if p.s.killed.worker != 0 {
		others.Go(p.killWorkers)
	}
	if p.s.frozen > 0 {
		others.Go(p.freeze)
	}
	p.coordinate()
	p.took = time.Since(began)
}

// command returns a process whose games take the scenario's time.
func (p *play) command(name string, args ...string) *exec.Cmd {
	c := command(p.dir, name, args...)
	c.Env = append(c.Env, slowBy+"="+p.s.slow.String())
	return c
}

// waited waits for d. It returns false if the run ends first.
func (p *play) waited(d time.Duration) bool {
	select {
	case <-p.over.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// refusals is how often a process may fail by itself, for example because its server's port is
// not free yet.
const refusals = 5

// kept starts a process again and again until the run ends, and passes each process to note.
// If the process fails by itself more than [refusals] times, kept ends the run.
func (p *play) kept(start func() *exec.Cmd, note func(*exec.Cmd)) {
	for refused := 0; p.over.Err() == nil; {
		c := start()
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			p.t.Error(err)
			p.end()
			return
		}
		note(c)
		stop := context.AfterFunc(p.over, func() {
			_ = c.Process.Signal(syscall.SIGCONT)
			_ = c.Process.Kill()
		})
		err := c.Wait()
		stop()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || !exit.Exited() { // it was killed
			continue
		}
		if refused++; refused > refusals {
			p.t.Errorf("%v: %v\n%s", c.Args, err, stderr.String())
			p.end()
		}
		p.waited(100 * time.Millisecond)
	}
}

// worker keeps the i-th worker running.
func (p *play) worker(i int) {
	p.kept(func() *exec.Cmd {
		return p.command("lanista", "worker", "nats://127.0.0.1:"+p.port, "--token-file", "token", "--slots", "1", "--programs", "config.yaml")
	}, func(c *exec.Cmd) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.workers[i] = c
	})
}

// serve keeps the server running and kills it as often as the scenario requires.
func (p *play) serve() {
	folder := filepath.Join(p.dir, "broker")
	kills, starts := 0, 0
	p.kept(func() *exec.Cmd {
		return command(p.dir, "broker", p.port, folder, "token")
	}, func(c *exec.Cmd) {
		if kills < p.s.killed.broker {
			kills++
			go func() {
				if p.waited(killInterval() * 8 / 10) {
					_ = c.Process.Kill()
				}
			}()
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.kills.broker = max(p.kills.broker, starts)
		starts++
	})
}

// mostKills limits the kills of workers in a run. Without it a run on a busy machine might not end,
// because a worker is killed before it has played a game.
const mostKills = 40

// killWorkers kills one of two workers at every interval.
func (p *play) killWorkers() {
	kills := p.s.killed.worker
	if kills < 0 {
		kills = mostKills
	}
	for i := 0; i < kills && p.waited(killInterval()); {
		p.mu.Lock()
		if c := p.workers[i%2]; c != nil { // the third worker may be stopped
			_ = c.Process.Kill()
			p.kills.worker++
			i++
		}
		p.mu.Unlock()
	}
}

// freeze stops the third worker for the scenario's time and continues it.
func (p *play) freeze() {
	var c *exec.Cmd
	for c == nil {
		if !p.waited(time.Second) {
			return
		}
		p.mu.Lock()
		c = p.workers[2]
		p.mu.Unlock()
	}
	_ = c.Process.Signal(syscall.SIGSTOP)
	thawed := p.waited(p.s.frozen)
	_ = c.Process.Signal(syscall.SIGCONT)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.thawed = thawed
}

// happened fails the test unless everything that the scenario requires happened before the run
// ended.
func (p *play) happened() {
	p.mu.Lock()
	defer p.mu.Unlock()
	want := p.s.killed
	switch {
	case p.kills.worker < want.worker:
		p.t.Errorf("%d workers were killed before the run ended, %d were to be", p.kills.worker, want.worker)
	case want.worker < 0 && p.kills.worker < min(mostKills, int(p.took/(2*time.Second))):
		p.t.Errorf("%d workers were killed in %v, one a second was to be", p.kills.worker, p.took)
	case p.kills.broker < want.broker:
		p.t.Errorf("%d servers were killed before the run ended, %d were to be", p.kills.broker, want.broker)
	case p.kills.coordinator < want.coordinator:
		p.t.Errorf("the run was killed %d times before it ended, %d were planned", p.kills.coordinator, want.coordinator)
	case p.s.frozen > 0 && !p.thawed:
		p.t.Errorf("the run ended in %v, before the worker was continued that was stopped for %v", p.took, p.s.frozen)
	}
}

// coordinate runs the program that plays the run, kills it as often as the scenario requires,
// and resumes it.
func (p *play) coordinate() {
	where := []string{"--json", "--listen", "127.0.0.1:" + p.port, "--token-file", "token", "--workers", "0"}
	switch {
	case p.s.alone:
		where = []string{"--json", "--workers", "2"}
	case p.s.local > 0:
		where = []string{"--json", "--local-workers", strconv.Itoa(p.s.local)}
	case p.s.apart:
		where = []string{"--json", "--nats", "nats://127.0.0.1:" + p.port, "--token-file", "token", "--workers", "0"}
	}
	args := append([]string{"evolve", "config.yaml"}, where...)
	for p.over.Err() == nil {
		c := p.command("lanista", args...)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			p.t.Fatal(err)
		}
		if p.kills.coordinator < p.s.killed.coordinator {
			timer := time.AfterFunc(time.Duration(1+p.kills.coordinator)*killInterval()*7/10, func() { _ = c.Process.Kill() })
			defer timer.Stop()
		}
		stop := context.AfterFunc(p.over, func() { _ = c.Process.Kill() })
		err := c.Wait()
		stop()
		var exit *exec.ExitError
		switch {
		case p.over.Err() != nil:
			return
		case err == nil, strings.Contains(stderr.String(), "the run is finished"):
			return
		case errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
			p.kills.coordinator++
		case p.s.apart && strings.Contains(stderr.String(), "lanista: nats://127.0.0.1:"+p.port+": "): // the server is being started
			time.Sleep(200 * time.Millisecond)
		default:
			p.t.Fatalf("%v: %v\n%s", c.Args, err, stderr.String())
		}
		if out, err := command(p.dir, "lanista", "runs", "--json").Output(); err == nil && len(out) > 4 {
			args = append([]string{"evolve", "--resume", "last"}, where...)
		}
	}
}
