package cmd

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
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
	unborn int   // before the run was in the store
	safe   []int // the steps that were safe, kill by kill
}

func (d deaths) all() int { return d.unborn + len(d.safe) }

// inside counts the kills that left some of the run's work safe, and some to do.
func (d deaths) inside(length int) int {
	n := 0
	for _, safe := range d.safe {
		if safe > 0 && safe < length {
			n++
		}
	}
	return n
}

// course is what an uninterrupted run has shown, and how often one is to be killed.
type course struct {
	length int // in steps, as stepsOf counts them
	kills  int
}

// killed runs the program, kills it and resumes it so many times, then lets it end
// by itself. A kill comes at a random moment after some further steps have become
// safe, so that it does not matter how fast the machine is; the first comes as the
// program begins. It returns what the run printed at its end.
func killed(t *testing.T, dir string, rnd *rand.Rand, c course, first, again []string) ([]byte, deaths) {
	t.Helper()
	args := first
	var d deaths
	var last []byte // what a process printed that was killed after it
	safe := 0
	for {
		fatal := 0 // steps
		if d.all() > 0 {
			left := max(c.kills-d.all(), 0)
			fatal = safe + 1 + rnd.IntN(max(2*(c.length-safe)/(left+1), 1))
			if rnd.IntN(2) == 0 { // a round takes longer than the many pairs of a verification
				fatal = safe + 1 + rnd.IntN(4)
			}
		}
		cmd := lanista(t, dir, args...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := untilKilled(t, cmd, dir, safe, fatal, rnd.Float64(), d.all() < c.kills)
		var exit *exec.ExitError
		switch {
		case err == nil:
			return stdout.Bytes(), d
		case strings.Contains(stderr.String(), "the run is finished"): // killed after it had reported
			return last, d
		case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
			t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
		}
		// A life may end before it sees that the run is finished.
		if stdout.Len() > 0 {
			last = stdout.Bytes()
		}
		var begun bool
		if safe, begun = stepsOf(t, dir, "lanista.db"); begun {
			d.safe = append(d.safe, safe)
			args = again
		} else { // it begins again
			d.unborn++
		}
	}
}

// untilKilled runs a command to its end, which is a kill after so many steps, and a part of
// the time that one of them takes, if it is mortal.
func untilKilled(t *testing.T, cmd *exec.Cmd, dir string, safe, fatal int, part float64, mortal bool) error {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	var killer sync.WaitGroup
	if mortal {
		killer.Go(func() {
			if outlived(filepath.Join(dir, "lanista.db"), safe, fatal, part, ended) {
				_ = cmd.Process.Kill()
			}
		})
	}
	err := cmd.Wait()
	close(ended)
	killer.Wait()
	return err
}

// outlived waits until so many steps of a run are safe that went on from fewer, and
// then for a part of the time that one of them took. It reports whether the run is
// still going on.
func outlived(store string, safe, fatal int, part float64, ended <-chan struct{}) bool {
	look := watch{path: store}
	defer look.close()
	start := time.Now()
	each := 50 * time.Millisecond // until there is a run
	for steps := safe; steps < fatal; {
		select {
		case <-ended:
			return false
		case <-time.After(2 * time.Millisecond):
		}
		steps = max(steps, look.steps())
		each = time.Since(start) / time.Duration(max(steps-safe, 1))
	}
	select {
	case <-ended:
		return false
	case <-time.After(time.Duration(part * float64(each))):
		return true
	}
}

// watch looks into a store again and again. It stays open, for on a busy machine a run
// may be over in the time that opening it takes.
type watch struct {
	path  string
	store *results.Store
}

// steps tells how many are safe, 0 as long as there is no run.
func (w *watch) steps() int {
	if w.store == nil {
		store, err := results.OpenReadOnly(w.path)
		if err != nil { // there is none yet
			return 0
		}
		w.store = store
	}
	list, err := w.store.Progress(context.Background())
	if err != nil || len(list) != 1 {
		return 0
	}
	return list[0].Rounds + list[0].Pairings
}

func (w *watch) close() {
	if w.store != nil {
		_ = w.store.Close()
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
	for range 8 {
		out, d = killed(t, dir, rnd, c,
			[]string{verb, "config.yaml", "--json", "--workers", workers},
			append([]string{verb, "--json", "--workers", workers}, again...))
		if d.inside(c.length) > 0 {
			break
		}
		// Nobody looked at the run while it went on: this process had to wait.
		if err := os.Remove(filepath.Join(dir, "lanista.db")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d steps uninterrupted; %d kills, %d of them with work in the store: %+v", c.length, d.all(), d.inside(c.length), d)
	if d.inside(c.length) == 0 {
		t.Fatal("no kill hit the run in its midst; the test shows nothing")
	}
	if got := document(t, out); got != want {
		t.Errorf("after the kills %+v: %s\nuninterrupted: %s", d, got, want)
	}
	if n, _ := stepsOf(t, dir, "lanista.db"); n != c.length {
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
		out := output(t, lanista(t, dir, verb, "config.yaml", "--json", "--workers", workers, "--db", db))
		length, _ := stepsOf(t, dir, db)
		if want == "" {
			want, c = document(t, out), course{length: length}
			continue
		}
		if got := document(t, out); got != want {
			t.Errorf("1 worker:  %s\n%s workers: %s", want, workers, got)
		}
		if length != c.length {
			t.Errorf("%s workers stored %d, 1 worker %d", workers, length, c.length)
		}
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
// number of workers nor a few kills change it. By default auto is killed, with all
// that it hands over to, against a pool.
func TestEvolveSurvivesKills(t *testing.T) {
	t.Parallel()
	killable(t)
	kills := 4
	if exhaustive {
		kills = 10
	}
	const pool = "opponents: [default, {name: dense, weights: {territories: 1, units: 1, defence: 1, density: 8}}]\n"
	for i, c := range []struct {
		name, strategy, more string
		always               bool // not only in the long form
	}{
		{"paper", "name: genetic, procedure: paper, population: 24, groups: 4, group_size: 6", "", false},
		{"bred", "name: genetic, procedure: bred", "", false},
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
	games, kills := *killGames/3, 3
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
			if !exhaustive {
				t.Skip("its pairs are kept as those of a verification are: with LANISTA_EXHAUSTIVE=1")
			}
			survives(t, "tournament", fmt.Sprintf(`
engine: {name: risk, settings: {size: 4, depth: 1}}
agents: %s
schedule: {kind: round_robin, %s}
seed: 5
`, c.agents, c.schedule), kills, uint64(100+i))
		})
	}
}
