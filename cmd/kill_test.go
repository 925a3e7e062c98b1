package cmd

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// exhaustive asks for the long forms of the tests.
var exhaustive = os.Getenv("LANISTA_EXHAUSTIVE") != ""

// killGames is the length of the runs that are killed. The default keeps the
// package quick, as does the choice of strategies that are killed by default; for
// the test at full strength:
//
//	LANISTA_EXHAUSTIVE=1 go test -run SurvivesKills -v ./cmd -args -kill-games 60000
var killGames = flag.Int("kill-games", defaultKillGames, "games of the runs that are killed")

// deaths says where the kills of a run hit it.
type deaths struct {
	unborn   int   // before the run was in the store
	rounds   []int // the rounds or pairings that were safe, kill by kill
	reported bool  // the last one came after the run had reported
}

func (d deaths) all() int { return d.unborn + len(d.rounds) }

// inside counts the kills that left some of the run's work safe.
func (d deaths) inside() int {
	n := 0
	for _, safe := range d.rounds {
		if safe > 0 {
			n++
		}
	}
	return n
}

// course is what an uninterrupted run has shown: how long the program takes to
// begin one, how long one takes, and how much of it there is, in the unit of
// progressOf. kills is how often it is to be killed.
type course struct {
	startup, takes time.Duration
	length, kills  int
}

// killed runs the program and kills it at random moments, resuming it each time,
// then lets it end by itself. The moments are such that all its lives together
// are about as long as the run; while none has hit it in its midst, they grow
// longer, and more follow. It returns what the run printed at its end.
func killed(t *testing.T, dir string, rnd *rand.Rand, c course, first, again []string) ([]byte, deaths) {
	t.Helper()
	args := first
	var d deaths
	var last []byte // what a process printed that was killed after it
	safe := 0
	for {
		cmd := lanista(t, dir, args...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if d.all() < c.kills || d.inside() == 0 && d.all() < 3*c.kills {
			// A run that has all its rounds still has its verification to play.
			left := max(1-float64(safe)/float64(c.length), 0.2) * float64(c.takes)
			life := c.startup + time.Duration(2*rnd.Float64()*left/float64(max(c.kills-d.all(), 0)+1))
			timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
		err := cmd.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return stdout.Bytes(), d
		case strings.Contains(stderr.String(), "the run is finished"): // killed after it had reported
			d.reported = true
			return last, d
		case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
			t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
		}
		// A life may end before it sees that the run is finished.
		if stdout.Len() > 0 {
			last = stdout.Bytes()
		}
		var begun bool
		if safe, begun = progressOf(t, dir, "lanista.db"); begun {
			d.rounds = append(d.rounds, safe)
			args = again
		} else { // it begins again
			d.unborn++
		}
		if d.inside() == 0 { // the machine has become slower
			c.startup += c.startup / 2
		}
	}
}

// survives plays a config with 1 and with 7 workers, then again with 2 under
// kills, and wants the same document from all three.
func survives(t *testing.T, verb, config string, kills int, seed uint64) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	want, c := uninterrupted(t, dir, verb)
	c.kills = kills
	dies(t, dir, verb, want, c, seed, "2", "--resume", "last")
}

// dies plays config.yaml under kills with so many workers, going on as the last
// arguments say, and wants the document and the store of the uninterrupted run.
func dies(t *testing.T, dir, verb, want string, c course, seed uint64, workers string, again ...string) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 0))
	var out []byte
	var d deaths
	for range 3 {
		out, d = killed(t, dir, rnd, c,
			[]string{verb, "config.yaml", "--json", "--workers", workers},
			append([]string{verb, "--json", "--workers", workers}, again...))
		if d.inside() > 0 {
			break
		}
		// The machine has become so quick that the run was over before a kill.
		c.takes /= 4
		if err := os.Remove(filepath.Join(dir, "lanista.db")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%.1f s for %d uninterrupted; %d kills, %d of them with work in the store: %+v", c.takes.Seconds(), c.length, d.all(), d.inside(), d)
	if d.inside() == 0 {
		t.Fatal("no kill hit the run in its midst; the test shows nothing")
	}
	if got := document(t, out); got != want {
		t.Errorf("after the kills %+v: %s\nuninterrupted: %s", d, got, want)
	}
	if n, _ := progressOf(t, dir, "lanista.db"); n != c.length {
		t.Errorf("after the kills the store has %d, uninterrupted %d", n, c.length)
	}
	if verb == "evolve" {
		sure := document(t, output(t, lanista(t, dir, "export", "last", "--db", "1.db")))
		if got := document(t, output(t, lanista(t, dir, "export", "last"))); got != sure {
			t.Errorf("after the kills the export is %s\nuninterrupted: %s", got, sure)
		}
	}
}

// uninterrupted plays config.yaml with 1 and with 7 workers, each into a store of
// its own, and returns the document that both printed.
func uninterrupted(t *testing.T, dir, verb string) (want string, c course) {
	t.Helper()
	for _, workers := range []string{"1", "7"} {
		db := workers + ".db"
		start := time.Now()
		out := output(t, lanista(t, dir, verb, "config.yaml", "--json", "--workers", workers, "--db", db))
		took := time.Since(start)
		start = time.Now()
		length, _ := progressOf(t, dir, db)
		looked := time.Since(start)
		if want == "" {
			want, c = document(t, out), course{startup: looked, takes: took, length: length}
			continue
		}
		if got := document(t, out); got != want {
			t.Errorf("1 worker:  %s\n%s workers: %s", want, workers, got)
		}
		if length != c.length {
			t.Errorf("%s workers stored %d, 1 worker %d", workers, length, c.length)
		}
		// The machine may have had other work.
		c.startup, c.takes = min(c.startup, looked), min(c.takes, took)
	}
	return want, c
}

// killable says why a test that kills cannot be run here.
func killable(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a dozen processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals: a killed process looks like one that failed")
	}
}

// A run is a function of config and seed, whatever the strategy: neither the
// number of workers nor a few kills change it. By default one strategy of each kind is
// killed: a population, and auto with all that it hands over to, against a pool.
func TestEvolveSurvivesKills(t *testing.T) {
	t.Parallel()
	killable(t)
	kills := 6
	if exhaustive {
		kills = 10
	}
	const pool = "opponents: [default, {name: dense, weights: {territories: 1, units: 1, defence: 1, density: 8}}]\n"
	for i, c := range []struct {
		name, strategy, more string
		always               bool // not only in the long form
	}{
		{"paper", "name: genetic, procedure: paper, population: 24, groups: 4, group_size: 6", "", false},
		{"bred", "name: genetic, procedure: bred", "", true},
		{"gauntlet", "name: genetic, grouping: gauntlet, population: 12", pool, false},
		{"spsa", "name: spsa", "", false},
		{"rsm", "name: rsm", "", false},
		{"cmaes", "name: cmaes", "", false},
		{"de", "name: de", "", false},
		{"auto", "name: auto", "", false},
		{"pool", "name: auto", pool, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !c.always && !exhaustive {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			rounds := ""
			if c.name == "paper" { // its games are those of its generations
				c.strategy += fmt.Sprintf(", generations: %d", max(*killGames/60, 4))
			} else {
				rounds = fmt.Sprintf("budget: {games: %d}\n", *killGames)
			}
			survives(t, "evolve", fmt.Sprintf(`
engine: {name: risk, settings: {size: 4, depth: 1}}
strategy: {%s}
%sverification: {games: %d, opponents: [default]}
seed: 7
`, c.strategy, rounds+c.more, max(*killGames/5, 100)), kills, uint64(i+1))
		})
	}
}

// A tournament writes what is finished ten times a second, so that its lives must
// be longer than those of a search: there are fewer of them, in the long form as
// many.
func TestTournamentSurvivesKills(t *testing.T) {
	t.Parallel()
	killable(t)
	games, kills := *killGames/2, 4
	if exhaustive {
		games, kills = 2*(*killGames), 10
	}
	for i, c := range []struct{ name, agents, schedule string }{
		{"round robin", "[default, random, {name: density, weights: [0, 0, 0, 1]}]", fmt.Sprintf("cycles: %d", games)},
		// Close enough to be decided after many thousands of games only.
		{
			"sequential test", "[{name: bred, weights: [9.5, 1, 5.8, 0.5]}, {name: units, weights: [4, 7, 4, 0.5]}]",
			fmt.Sprintf("cycles: 100000, sprt: [0, %g]", 2000/float64(games)),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			survives(t, "tournament", fmt.Sprintf(`
engine: {name: risk, settings: {size: 4, depth: 1}}
agents: %s
schedule: {kind: round_robin, %s}
seed: 5
`, c.agents, c.schedule), kills, uint64(100+i))
		})
	}
}
