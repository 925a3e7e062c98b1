//go:build !nobroker && unix

package workers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/workers"
)

// How often every scenario is played, and how long its runs are. The default keeps the
// package quick; scripts/kill-workers plays the long form.
var (
	survivals   = flag.Int("survivals", 1, "runs of every scenario of a run on workers")
	surviveWith = flag.Int("survive-games", 300, "games of these runs")
	everything  = os.Getenv("LANISTA_EXHAUSTIVE") != ""
)

// scenario is what happens to a run while it is played.
type scenario struct {
	name   string
	always bool                                      // not only in the long form
	local  int                                       // local workers; otherwise there are three over TCP
	apart  bool                                      // the server is a process of its own
	killed struct{ worker, broker, coordinator int } // how often, at most; -1 is as long as the run goes on
	frozen bool                                      // a worker is stopped for longer than it takes to be given up
}

func scenarios() []scenario {
	plain := scenario{name: "three local workers", local: 3, always: true}
	tcp := scenario{name: "three over TCP"}
	worker := scenario{name: "a worker is killed every second"}
	worker.killed.worker = -1
	frozen := scenario{name: "a worker is stopped and continued", frozen: true}
	broker := scenario{name: "the server is killed five times", apart: true}
	broker.killed.broker = 5
	coordinator := scenario{name: "the run is killed and resumed"}
	coordinator.killed.coordinator = 3
	apart := scenario{name: "the run is killed and the server stays", apart: true}
	apart.killed.coordinator = 3
	all := scenario{name: "all at once", apart: true, frozen: true, always: true}
	all.killed.worker, all.killed.broker, all.killed.coordinator = -1, 2, 1
	if everything {
		all.killed.broker, all.killed.coordinator = 5, 3
	}
	return []scenario{plain, tcp, worker, frozen, broker, coordinator, apart, all}
}

// A run ends with the same bytes whoever plays it and whatever dies on the way.
func TestRunsSurvive(t *testing.T) {
	if testing.Short() {
		t.Skip("a dozen processes")
	}
	config := "engine: {name: risk, settings: {size: 5, depth: 2}}\nstrategy: {name: genetic, population: 16}\n" +
		"budget: {games: " + strconv.Itoa(*surviveWith) + "}\nverification: {games: " + strconv.Itoa(*surviveWith/2) + ", opponents: [default]}\nseed: 7\n"
	alone := t.TempDir()
	write(t, filepath.Join(alone, "config.yaml"), config)
	output(t, alone, "evolve", "config.yaml", "--workers", "1", "--json")
	want := shown(t, alone)
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			if !s.always && !everything {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			for range *survivals {
				p := newPlay(t, s, config)
				p.run()
				for what, text := range shown(t, p.dir) {
					if diff := cmp.Diff(strings.Split(want[what], "\n"), strings.Split(text, "\n")); diff != "" {
						t.Errorf("%s is not what it is in one process: %s", what, diff)
					}
				}
				t.Logf("%d workers, %d servers and %d runs were killed in %v", p.kills.worker, p.kills.broker, p.kills.coordinator, p.took.Round(time.Millisecond))
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// command is a process in a folder.
func command(dir, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", "GORACE=atexit_sleep_ms=0")
	return c
}

// output runs the program to its end.
func output(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	c := command(dir, "lanista", args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, stderr.String())
	}
	return out
}

// moment is a point in time, as documents and pages write it.
var moment = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d\.\d+Z| UTC)`)

// title is where the heading of a picture begins, which has the run's id in it: the
// letters of two ids are not equally wide.
var title = regexp.MustCompile(`<text x="[0-9.]+" y="-292.29"`)

// shown is all that a store shows of its only run, but for its id and times.
func shown(t *testing.T, dir string) map[string]string {
	t.Helper()
	var list []struct{ Run string }
	if err := json.Unmarshal(output(t, dir, "runs", "--json"), &list); err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	output(t, dir, "report", "last", "--output", "report.html")
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{
		"report": title.ReplaceAllString(string(page), "TITLE"), "export": string(output(t, dir, "export", "last")),
		"runs": string(output(t, dir, "runs", "--json")), "run": string(output(t, dir, "runs", "last", "--json")),
	}
	for what, text := range out {
		out[what] = moment.ReplaceAllString(strings.ReplaceAll(text, list[0].Run, "RUN"), "TIME")
	}
	return out
}

// play is a run on workers being played.
type play struct {
	t     *testing.T
	s     scenario
	dir   string
	port  string
	over  context.Context
	end   context.CancelFunc
	kills struct{ worker, broker, coordinator int }
	took  time.Duration

	mu      sync.Mutex
	workers [3]*exec.Cmd
}

func newPlay(t *testing.T, s scenario, config string) *play {
	t.Helper()
	p := &play{t: t, s: s, dir: t.TempDir(), port: freePort(t)}
	p.over, p.end = context.WithCancel(t.Context())
	write(t, filepath.Join(p.dir, "config.yaml"), config)
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
	if p.s.local == 0 {
		for i := range p.workers {
			others.Go(func() { p.worker(i) })
		}
	}
	if p.s.killed.worker != 0 {
		others.Go(p.killWorkers)
	}
	if p.s.frozen {
		others.Go(p.freeze)
	}
	p.coordinate()
	p.took = time.Since(began)
}

// waited waits; it returns false when the run is over.
func (p *play) waited(d time.Duration) bool {
	select {
	case <-p.over.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// kept runs a process again and again until the run is over; note is told of each.
func (p *play) kept(start func() *exec.Cmd, note func(*exec.Cmd)) {
	for p.over.Err() == nil {
		c := start()
		if err := c.Start(); err != nil {
			p.t.Error(err)
			return
		}
		note(c)
		stop := context.AfterFunc(p.over, func() {
			_ = c.Process.Signal(syscall.SIGCONT)
			_ = c.Process.Kill()
		})
		_ = c.Wait()
		stop()
	}
}

// worker keeps the i-th worker alive.
func (p *play) worker(i int) {
	p.kept(func() *exec.Cmd {
		return command(p.dir, "lanista", "worker", "nats://127.0.0.1:"+p.port, "--token-file", "token", "--slots", "1")
	}, func(c *exec.Cmd) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.workers[i] = c
	})
}

// serve keeps the server alive and kills it now and then.
func (p *play) serve() {
	folder := filepath.Join(p.dir, "broker")
	kills, starts := 0, 0
	p.kept(func() *exec.Cmd {
		return command(p.dir, "broker", p.port, folder, "token")
	}, func(c *exec.Cmd) {
		if kills < p.s.killed.broker {
			kills++
			go func() {
				if p.waited(800 * time.Millisecond) {
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

// killWorkers kills a worker every second, one after the other.
func (p *play) killWorkers() {
	for i := 0; p.waited(time.Second); i++ {
		p.mu.Lock()
		if c := p.workers[i%2]; c != nil { // the third may be frozen
			_ = c.Process.Kill()
			p.kills.worker++
		}
		p.mu.Unlock()
	}
}

// freeze stops the third worker for longer than it takes to be given up.
func (p *play) freeze() {
	long := 5 * time.Second
	if everything {
		long = 40 * time.Second
	}
	if !p.waited(time.Second) {
		return
	}
	p.mu.Lock()
	c := p.workers[2]
	p.mu.Unlock()
	_ = c.Process.Signal(syscall.SIGSTOP)
	p.waited(long)
	_ = c.Process.Signal(syscall.SIGCONT)
}

// coordinate plays the run itself, and kills and resumes it.
func (p *play) coordinate() {
	where := []string{"--json", "--listen", "127.0.0.1:" + p.port, "--token-file", "token", "--workers", "0"}
	switch {
	case p.s.local > 0:
		where = []string{"--json", "--local-workers", strconv.Itoa(p.s.local)}
	case p.s.apart:
		where = []string{"--json", "--nats", "nats://127.0.0.1:" + p.port, "--token-file", "token", "--workers", "0"}
	}
	args := append([]string{"evolve", "config.yaml"}, where...)
	for {
		c := command(p.dir, "lanista", args...)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			p.t.Fatal(err)
		}
		if p.kills.coordinator < p.s.killed.coordinator {
			timer := time.AfterFunc(time.Duration(1+p.kills.coordinator)*700*time.Millisecond, func() { _ = c.Process.Kill() })
			defer timer.Stop()
		}
		err := c.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil, strings.Contains(stderr.String(), "the run is finished"):
			return
		case errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
			p.kills.coordinator++
		case strings.Contains(stderr.String(), "no servers available"): // it is being started again
			time.Sleep(200 * time.Millisecond)
		default:
			p.t.Fatalf("%v: %v\n%s", c.Args, err, stderr.String())
		}
		if out, err := command(p.dir, "lanista", "runs", "--json").Output(); err == nil && len(out) > 4 {
			args = append([]string{"evolve", "--resume", "last"}, where...)
		}
	}
}
