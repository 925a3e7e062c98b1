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
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tools/racetest"
)

// exhaustive selects the long forms of the tests.
var exhaustive = os.Getenv("LANISTA_EXHAUSTIVE") != ""

// killGames is the number of games of the runs that are killed. By default it is small, and only
// some strategies are tested. The complete test is:
//
//	LANISTA_EXHAUSTIVE=1 go test -run SurvivesKills -v ./cmd -args -kill-games 60000
var killGames = flag.Int("kill-games", 2000/min(racetest.Effort, 5), "games of the runs that are killed")

// deaths counts the kills of a run by its progress.
type deaths struct {
	unborn int   // kills before the run was stored
	safe   []int // number of stored steps at each kill
}

func (d deaths) all() int { return d.unborn + len(d.safe) }

// inside returns the number of kills after the first stored step and before the last.
func (d deaths) inside(length int) int {
	n := 0
	for _, safe := range d.safe {
		if safe > 0 && safe < length {
			n++
		}
	}
	return n
}

// course has the length of an uninterrupted run and the number of kills.
type course struct {
	length int // in steps, as stepsOf counts them
	kills  int
}

// killed runs the program, kills and resumes it several times, and then lets it end. The first
// kill comes when the program begins, the others at a random time after some more steps have been
// stored, so that the speed of the machine does not matter. It returns the final output.
func killed(t *testing.T, dir string, rnd *rand.Rand, c course, first, again []string) ([]byte, deaths) {
	t.Helper()
	args := first
	var d deaths
	var last []byte // output of a process that was killed after printing
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
		case strings.Contains(stderr.String(), "the run is finished"): // it was killed after it had printed its result
			return last, d
		case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
			t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
		}
		// The process may be killed before it reads that the run is finished.
		if stdout.Len() > 0 {
			last = stdout.Bytes()
		}
		var begun bool
		if safe, begun = stepsOf(t, dir, "lanista.db"); begun {
			d.safe = append(d.safe, safe)
			args = again
		} else { // nothing was stored: start again
			d.unborn++
		}
	}
}

// untilKilled runs a command to its end. If mortal, it kills the command after a number of steps
// and a part of the duration of a step.
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

// outlived waits until a number of steps of a run are stored, and then for a part of the duration
// of a step. It reports whether the run is still running.
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

// watch polls a store. It keeps the store open, because a run may end in the time that opening
// takes on a busy machine.
type watch struct {
	path  string
	store *results.Store
}

// steps returns the number of stored steps, 0 if there is no run.
func (w *watch) steps() int {
	if w.store == nil {
		store, err := results.OpenReadOnly(w.path)
		if err != nil { // there is no run yet
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

// survives plays a config with 1 worker, with 7 workers, and with 2 workers and kills, and
// compares the three documents.
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

// dies plays config.yaml with kills and the given number of workers, and compares document and
// store with those of the uninterrupted run. The last arguments resume the run.
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
		// This process had no time to poll the run.
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

// uninterrupted plays config.yaml with 1 and with 7 workers, each with its own store. It returns
// the document, which must be the same for both, and the course.
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

// killable skips a test that kills processes on systems where it cannot run.
func killable(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a dozen processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals: a killed process looks like one that failed")
	}
}

// A run of any strategy is a function of config and seed: neither the number of workers nor kills
// change it. The default is auto with all its phases against a pool.
func TestEvolveSurvivesKills(t *testing.T) {
	t.Parallel()
	killable(t)
	kills := 2
	if exhaustive {
		kills = 10
	}
	const pool = "opponents: [default, {name: dense, weights: {territories: 1, units: 1, defence: 1, density: 8}}]\n"
	type kind struct{ name, strategy, more string }
	cases := []kind{
		{"pool", "name: auto", pool},
		{"paper", "name: genetic, procedure: paper, population: 24, groups: 4, group_size: 6", ""},
		{"bred", "name: genetic, procedure: bred", ""},
		{"gauntlet", "name: genetic, grouping: gauntlet, population: 12", pool},
	}
	for _, s := range (runs.Catalog{}).AllStrategies() {
		cases = append(cases, kind{s.Name, "name: " + s.Name, ""})
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.name != "pool" && !exhaustive {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			rounds := ""
			if c.name == "paper" { // its config limits generations, not games
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

// A tournament stores finished pairings ten times a second, so the time between kills must be
// longer than for a search. There are fewer kills, except in the long form.
func TestTournamentSurvivesKills(t *testing.T) {
	t.Parallel()
	killable(t)
	games, kills := *killGames/3, 3
	if exhaustive {
		games, kills = 2*(*killGames), 10
	}
	for i, c := range []struct{ name, agents, schedule string }{
		{"round robin", "[default, random, {name: density, weights: [0, 0, 0, 1]}]", fmt.Sprintf("cycles: %d", games)},
		// The hypotheses are close, so that the test takes many thousands of games.
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
