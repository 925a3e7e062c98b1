package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killGames is the length of the runs that are killed. The default keeps the
// package quick; for the test at full strength:
//
//	go test -run SurvivesKills -v ./cmd -args -kill-games 60000
var killGames = flag.Int("kill-games", defaultKillGames, "games of the runs that are killed")

// kills is how often a run is killed before it is let to its end.
const kills = 10

// lanista runs the program in a process of its own, in a folder.
func lanista(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "lanista", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", promptly)
	return cmd
}

// document reads a verb's JSON without what may differ between two runs.
func document(t *testing.T, data []byte) string {
	t.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	delete(doc, "run")
	delete(doc, "seconds")
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func output(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
	}
	return out
}

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
// progressOf.
type course struct {
	startup, takes time.Duration
	length         int
}

// killed runs the program and kills it ten times at random moments, resuming it
// each time, then lets it end by itself. The moments are such that the ten lives
// together are about as long as the run; where none of them hit it in its midst,
// more follow. It returns what the run printed at its end.
func killed(t *testing.T, dir string, rnd *rand.Rand, c course, first, again []string) ([]byte, deaths) {
	t.Helper()
	args := first
	var d deaths
	var last []byte // what the process before printed
	safe := 0
	for {
		cmd := lanista(t, dir, args...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if d.all() < kills || d.inside() == 0 && d.all() < 3*kills {
			// A run that has all its rounds still has its verification to play.
			left := max(1-float64(safe)/float64(c.length), 0.2) * float64(c.takes)
			life := c.startup + time.Duration(2*rnd.Float64()*left/float64(max(kills-d.all(), 0)+1))
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
		last = stdout.Bytes()
		var begun bool
		if safe, begun = progressOf(t, dir, "lanista.db"); !begun { // it begins again
			d.unborn++
			continue
		}
		d.rounds = append(d.rounds, safe)
		args = again
	}
}

// progressOf looks into the store of a killed process: what is safe of its only
// run, in rounds or, of a tournament, in games.
func progressOf(t *testing.T, dir, db string) (safe int, begun bool) {
	t.Helper()
	out, err := lanista(t, dir, "runs", "--json", "--db", db).Output()
	if err != nil { // there is no store yet
		return 0, false
	}
	var list []struct {
		Kind               string
		Generations, Games int
	}
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	switch {
	case len(list) == 0:
		return 0, false
	case len(list) > 1:
		t.Fatalf("a resumed run became two: %s", out)
	case list[0].Kind == "tournament":
		return list[0].Games, true
	}
	return list[0].Generations, true
}

// survives plays a config with 1, 2 and 7 workers, then again under ten kills,
// and wants the same document from all four.
func survives(t *testing.T, verb, config string, seed uint64) {
	t.Helper()
	if testing.Short() {
		t.Skip("a dozen processes")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var want string
	var c course
	for _, workers := range []string{"1", "2", "7"} {
		start := time.Now()
		out := output(t, lanista(t, dir, verb, "config.yaml", "--json", "--workers", workers, "--db", workers+".db"))
		took := time.Since(start)
		switch got := document(t, out); {
		case want == "":
			want, c.takes = got, took
		case got != want:
			t.Errorf("1 worker:  %s\n%s workers: %s", want, workers, got)
		}
		c.takes = min(c.takes, took) // the machine may have other work
		length, _ := progressOf(t, dir, workers+".db")
		if c.length != 0 && length != c.length {
			t.Errorf("%s workers stored %d, 1 worker %d", workers, length, c.length)
		}
		c.length = length
	}
	start := time.Now()
	_, _ = progressOf(t, dir, "1.db")
	c.startup = time.Since(start)
	out, d := killed(t, dir, rand.New(rand.NewPCG(seed, 0)), c,
		[]string{verb, "config.yaml", "--json", "--workers", "2"},
		[]string{verb, "--resume", "last", "--json", "--workers", "2"})
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
	t.Logf("%.1f s for %d uninterrupted; %d kills, %d of them with work in the store: %+v", c.takes.Seconds(), c.length, d.all(), d.inside(), d)
	if d.inside() == 0 {
		t.Error("no kill hit the run in its midst; the test shows nothing")
	}
}

// A run is a function of config and seed, whatever the strategy: neither the
// number of workers nor ten kills change it.
func TestEvolveSurvivesKills(t *testing.T) {
	const pool = "opponents: [default, {name: dense, weights: {territories: 1, units: 1, defence: 1, density: 8}}]\n"
	for i, c := range []struct{ name, strategy, more string }{
		{"paper", "name: genetic, procedure: paper, population: 24, groups: 4, group_size: 6", ""},
		{"bred", "name: genetic, procedure: bred", ""},
		{"gauntlet", "name: genetic, grouping: gauntlet, population: 12", pool},
		{"spsa", "name: spsa", ""},
		{"rsm", "name: rsm", ""},
		{"cmaes", "name: cmaes", ""},
		{"de", "name: de", ""},
		{"auto", "name: auto", ""},
		{"pool", "name: auto", pool},
	} {
		t.Run(c.name, func(t *testing.T) {
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
`, c.strategy, rounds+c.more, max(*killGames/5, 100)), uint64(i+1))
		})
	}
}

func TestTournamentSurvivesKills(t *testing.T) {
	for i, c := range []struct{ name, agents, schedule string }{
		{"round robin", "[default, random, {name: density, weights: [0, 0, 0, 1]}]", fmt.Sprintf("cycles: %d", 2*(*killGames))},
		// Close enough to be decided after many thousands of games only.
		{
			"sequential test", "[{name: bred, weights: [9.5, 1, 5.8, 0.5]}, {name: units, weights: [4, 7, 4, 0.5]}]",
			fmt.Sprintf("cycles: 100000, sprt: [0, %g]", 1000/float64(*killGames)),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			survives(t, "tournament", fmt.Sprintf(`
engine: {name: risk, settings: {size: 4, depth: 1}}
agents: %s
schedule: {kind: round_robin, %s}
seed: 5
`, c.agents, c.schedule), uint64(100+i))
		})
	}
}
