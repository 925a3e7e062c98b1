//go:build linux

package workers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clockScenario describes runs that are played while the clock of the machine is set.
type clockScenario struct {
	name string
	play func(t *testing.T)
}

// backAndForth are the jumps of the clock, in seconds from the right time.
const backAndForth = "3600 0 -3600 0 86400 -3600 0 3600 -86400 0"

// Runs have the same results, and stores and pages are right, while the clock of the machine is
// set. scripts/clock-jumps sets the clock, as root.
func TestRunsWhileTheClockJumps(t *testing.T) {
	if os.Getenv("LANISTA_CLOCK_JUMPS") == "" {
		t.Skip("scripts/clock-jumps sets the clock of this machine")
	}
	for _, s := range []clockScenario{
		{"a search on two workers", searchOnWorkers},
		{"a search beside a server", searchBesideServer},
		{"a tournament is killed and resumed", resumedTournament},
		{"a limit of time", limitOfTime},
		{"chess on a clock", chessOnClock},
	} {
		t.Run(s.name, s.play)
	}
}

// jumpClock has the clock set to the given seconds from the right time, one after another and
// again and again. The returned function ends this. It reports a test failure if the clock was not
// set.
func jumpClock(t *testing.T, jumps string) (end func()) {
	t.Helper()
	file := os.Getenv("LANISTA_CLOCK_JUMPS")
	write(t, file, jumps)
	stop := make(chan struct{})
	var watching sync.WaitGroup
	seen := 0
	began := time.Now()
	watching.Go(func() {
		for last := time.Duration(0); ; {
			now := time.Now()
			if wrong := now.Round(0).Sub(began.Round(0)) - now.Sub(began); (wrong - last).Abs() > time.Minute {
				seen, last = seen+1, wrong
			}
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return sync.OnceFunc(func() {
		close(stop)
		watching.Wait()
		if err := os.Remove(file); err != nil {
			t.Error(err)
		}
		time.Sleep(300 * time.Millisecond) // the clock is right again
		t.Logf("the clock was set %d times in %v", seen, time.Since(began).Round(time.Millisecond))
		if seen == 0 {
			t.Error("the clock was not set")
		}
	})
}

// runWhileClockJumps executes a command while the clock is set back and forth. stderr contains what
// the command prints there.
func runWhileClockJumps(t *testing.T, c *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	end := jumpClock(t, backAndForth)
	defer end()
	if err := c.Run(); err != nil {
		t.Errorf("%v\n%s", err, stderr)
	}
	t.Logf("messages: %s", stderr)
}

// slowly returns a process whose games wait before they begin.
func slowly(dir string, by time.Duration, args ...string) (c *exec.Cmd, stderr *bytes.Buffer) {
	c, stderr = command(dir, "lanista", args...), new(bytes.Buffer)
	c.Env = append(c.Env, slowBy+"="+by.String())
	c.Stderr = stderr
	return c, stderr
}

func clockConfig(t *testing.T, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, "config.yaml"), `engine: {name: risk, settings: {size: 4, depth: 1}}
strategy: {name: genetic, population: 16}
budget: {games: 200}
verification: {games: 100, opponents: [default]}
seed: 7
`)
}

// searchAlone returns what a store shows of the search of clockConfig, played by one process.
func searchAlone(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	clockConfig(t, dir)
	output(t, dir, "evolve", "config.yaml", "--workers", "1", "--json")
	return shown(t, dir)
}

// checkSame compares what the store of a folder shows with what it should show, and checks its
// durations.
func checkSame(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	for what, text := range shown(t, dir) {
		if diff := cmp.Diff(strings.Split(want[what], "\n"), strings.Split(text, "\n")); diff != "" {
			t.Errorf("%s is not what it is without jumps: %s", what, diff)
		}
	}
	checkDurations(t, output(t, dir, "runs", "--json"))
	checkDurations(t, output(t, dir, "runs", "last", "--json"))
}

// checkDurations reports durations in a JSON document that are negative or longer than any test,
// and runs that ended before they started.
func checkDurations(t *testing.T, document []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(document, &v); err != nil {
		t.Errorf("%v in %s", err, document)
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for key, e := range v {
				if n, ok := e.(float64); ok && strings.HasSuffix(key, "seconds") && (n < 0 || n > 600) {
					t.Errorf("%s is %v", key, n)
				}
				walk(e)
			}
			started, _ := v["started"].(string)
			if ended, ok := v["ended"].(string); ok && ended < started {
				t.Errorf("started %s, ended %s", started, ended)
			}
		}
	}
	walk(v)
}

func searchOnWorkers(t *testing.T) {
	want := searchAlone(t)
	dir := t.TempDir()
	clockConfig(t, dir)
	c, stderr := slowly(dir, 30*time.Millisecond, "evolve", "config.yaml", "--local-workers", "2", "--json")
	runWhileClockJumps(t, c, stderr)
	checkSame(t, dir, want)
}

// request returns the body of a page or a document of a server.
func request(address string) (string, error) {
	r, err := http.Get(address)
	if err != nil {
		return "", err
	}
	defer func() { _ = r.Body.Close() }()
	body, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = errors.New(r.Status)
	}
	return string(body), err
}

// searchBesideServer plays a search whose store a server shows. Pages and commands must always show
// that the run is running, and no other process may resume it.
func searchBesideServer(t *testing.T) {
	want := searchAlone(t)
	dir := t.TempDir()
	clockConfig(t, dir)
	server := command(dir, "lanista", "serve", "--listen", "127.0.0.1:0", "--json")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	var at struct{ URL string }
	if err := json.NewDecoder(out).Decode(&at); err != nil {
		t.Fatal(err)
	}
	c, stderr := slowly(dir, 80*time.Millisecond, "evolve", "config.yaml", "--workers", "2", "--json")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error)
	go func() { over <- c.Wait() }()
	for stored := false; !stored; time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-over:
			t.Fatalf("%v\n%s", err, stderr)
		default:
		}
		list, _ := request(at.URL + "/api/v1/runs")
		stored = strings.Contains(list, `"running"`)
	}
	end := jumpClock(t, backAndForth)
	defer end()
	var asked, resumed int
	for running := true; running; {
		bodies := make(map[string]string)
		for _, path := range []string{"/api/v1/runs", "/api/v1/runs/last", "/runs", "/runs/last", "/"} {
			body, err := request(strings.TrimRight(at.URL, "/") + path)
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			bodies[path] = body
		}
		list, err := command(dir, "lanista", "runs", "--json").Output()
		if err != nil {
			t.Error(err)
		}
		bodies["lanista runs"] = string(list)
		again, err := command(dir, "lanista", "evolve", "--resume", "last").CombinedOutput()
		select {
		case err := <-over:
			running = false
			if err != nil {
				t.Errorf("%v\n%s", err, stderr)
			}
			continue // the run may have ended before the last request
		default:
		}
		if err == nil || !strings.Contains(string(again), "another process is writing the run") {
			resumed++
			t.Errorf("a run in use is resumed: %v: %s", err, again)
		}
		asked++
		for path, body := range bodies {
			if strings.HasPrefix(body, "<") {
				continue
			}
			checkDurations(t, []byte(body))
			if strings.Contains(body, `"status":"interrupted"`) {
				t.Errorf("%s: a run in use is interrupted", path)
			}
		}
	}
	end()
	t.Logf("%d times all pages were read; %d times the run was resumed", asked, resumed)
	t.Logf("messages: %s", stderr)
	checkSame(t, dir, want)
}

// resumedTournament kills a tournament and resumes it while the clock is an hour back.
func resumedTournament(t *testing.T) {
	config := "engine: {name: risk, settings: {size: 4, depth: 1}}\nagents: [default, random, first]\nschedule: {cycles: 30}\nseed: 3\n"
	alone, dir := t.TempDir(), t.TempDir()
	for _, folder := range []string{alone, dir} {
		write(t, filepath.Join(folder, "match.yaml"), config)
	}
	output(t, alone, "tournament", "match.yaml", "--workers", "1", "--json")
	want := string(output(t, alone, "runs", "last", "--json"))

	first, stderr := slowly(dir, 40*time.Millisecond, "tournament", "match.yaml", "--workers", "2", "--json")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Run    string
		Status string
		Games  int
	}
	for games := 0; games == 0; time.Sleep(100 * time.Millisecond) {
		if out, err := command(dir, "lanista", "runs", "--json").Output(); err == nil && json.Unmarshal(out, &list) == nil && len(list) == 1 {
			games = list[0].Games
		}
	}
	end := jumpClock(t, "-3600")
	defer end()
	time.Sleep(500 * time.Millisecond)
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err == nil {
		t.Fatal("the tournament ended before it was killed")
	}
	if err := json.Unmarshal(output(t, dir, "runs", "--json"), &list); err != nil || list[0].Status != "interrupted" {
		t.Errorf("%+v, %v", list, err)
	}
	second, stderr2 := slowly(dir, 10*time.Millisecond, "tournament", "--resume", "last", "--workers", "2", "--json")
	if err := second.Run(); err != nil {
		t.Errorf("%v\n%s%s", err, stderr, stderr2)
	}
	end()
	checkDurations(t, output(t, dir, "runs", "--json"))
	got := string(output(t, dir, "runs", "last", "--json"))
	checkDurations(t, []byte(got))
	if diff := cmp.Diff(strings.Split(timeless(want), ","), strings.Split(timeless(got), ",")); diff != "" {
		t.Errorf("the tournament is not what it is without jumps: %s", diff)
	}
	var run struct{ Seconds float64 }
	if err := json.Unmarshal([]byte(got), &run); err != nil {
		t.Error(err)
	}
	t.Logf("%d games before it was killed, %.1f seconds", list[0].Games, run.Seconds)
}

// limitOfTime plays a search with a limit of time, which is reached when that time has passed.
func limitOfTime(t *testing.T) {
	const limit = 4 * time.Second
	dir := t.TempDir()
	write(t, filepath.Join(dir, "config.yaml"), fmt.Sprintf(`engine: {name: risk, settings: {size: 4, depth: 1}}
strategy: {name: genetic, population: 16}
budget: {time: %v, rounds: 10000}
verification: {games: 20, opponents: [default]}
`, limit))
	c, stderr := slowly(dir, 5*time.Millisecond, "evolve", "config.yaml", "--workers", "2", "--json")
	runWhileClockJumps(t, c, stderr)
	var run struct {
		Status  string
		Rounds  int
		Seconds float64
	}
	text := output(t, dir, "runs", "last", "--json")
	checkDurations(t, text)
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rounds in %.1f seconds", run.Rounds, run.Seconds)
	if run.Status != "finished" || run.Rounds < 2 || run.Seconds < limit.Seconds()*3/4 || run.Seconds > limit.Seconds()*2 {
		t.Errorf("%+v with a limit of %v", run, limit)
	}
}

// chessOnClock plays a tournament of two programs and an agent with a limit of time. Toga reads the
// clock of the machine to limit its search, so only its opponents must never exceed the limit.
func chessOnClock(t *testing.T) {
	dir := t.TempDir()
	for _, program := range []string{"/usr/games/stockfish", "/usr/games/toga2"} {
		if _, err := os.Stat(program); err != nil {
			t.Skip(err)
		}
	}
	write(t, filepath.Join(dir, "match.yaml"), `programs:
  toga: {command: [/usr/games/toga2], protocol: uci, options: {Hash: 4}, margin: 1s}
  stockfish: {command: [/usr/games/stockfish], protocol: uci, options: {Hash: 4}, margin: 1s}
engine:
  name: chess
  settings: {limit: clock 2s+20ms, resign_moves: 3, draw_moves: 8, random_plies: 4}
agents: [toga, stockfish, default]
schedule: {cycles: 1}
seed: 1
`)
	c, stderr := slowly(dir, 0, "tournament", "match.yaml", "--workers", "2", "--json", "--games-file", "games.pgn")
	runWhileClockJumps(t, c, stderr)
	var run struct {
		Games          int
		Forfeits       int
		ForfeitsByKind map[string]int `json:"forfeits_by_kind"`
	}
	text := output(t, dir, "runs", "last", "--json")
	checkDurations(t, text)
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", run)
	if run.Games != 6 || run.Forfeits > 0 {
		t.Errorf("%+v: %s", run, text)
	}
}
