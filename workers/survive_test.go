//go:build unix

package workers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The number of runs of every scenario, and the number of games of each run.
// scripts/kill-workers sets larger numbers.
var (
	survivals   = flag.Int("survivals", 1, "runs of every scenario of a run on workers")
	surviveWith = flag.Int("survive-games", 300, "games of these runs")
	everything  = os.Getenv("LANISTA_EXHAUSTIVE") != ""
)

// killInterval returns the time between two kills: a second in the long form.
func killInterval() time.Duration {
	if everything {
		return time.Second
	}
	return 400 * time.Millisecond
}

// scenario describes what happens to a run while it is played.
type scenario struct {
	name   string
	always bool                                      // also in the short form
	guests bool                                      // a program plays
	alone  bool                                      // without workers: this process plays on two goroutines
	local  int                                       // number of local workers; 0 means three workers over TCP
	apart  bool                                      // the server is a process of its own
	killed struct{ worker, broker, coordinator int } // number of kills; -1 means until the run ends, or mostKills
	frozen time.Duration                             // a worker is stopped for so long, which is longer than goneAfter
	slow   time.Duration                             // time that every game on a worker waits, so that the run takes long enough
}

func scenarios() []scenario {
	alone := scenario{name: "one process", alone: true}
	local := scenario{name: "three local workers", local: 3}
	tcp := scenario{name: "three over TCP"}
	worker := scenario{name: "a worker is killed every second", slow: 10 * time.Millisecond}
	worker.killed.worker = -1
	frozen := scenario{name: "a worker is stopped and continued", frozen: 40 * time.Second}
	games := *surviveWith + *surviveWith/2
	frozen.slow = 2 * (frozen.frozen + 15*time.Second) / time.Duration(games) // so that two workers play longer than the third is stopped
	broker := scenario{name: "the server is killed five times", apart: true, slow: 15 * time.Millisecond}
	broker.killed.broker = 5
	coordinator := scenario{name: "the run is killed and resumed", slow: 25 * time.Millisecond}
	coordinator.killed.coordinator = 3
	apart := scenario{name: "the run is killed and the server stays", apart: true, slow: 25 * time.Millisecond}
	apart.killed.coordinator = 3
	all := scenario{name: "all at once", apart: true, slow: 5 * time.Millisecond, always: true}
	all.killed.worker, all.killed.broker, all.killed.coordinator = 1, 1, 1
	guests := scenario{name: "programs play and a worker is killed every second", guests: true, slow: 20 * time.Millisecond}
	guests.killed.worker = 2
	if everything {
		all.frozen, all.slow = 40*time.Second, 50*time.Millisecond
		all.killed.worker, all.killed.broker, all.killed.coordinator = -1, 5, 3
		guests.killed.worker = -1
	}
	guestsHere := scenario{name: "programs play in three local workers", guests: true, local: 3}
	return []scenario{alone, local, tcp, worker, frozen, broker, coordinator, apart, all, guests, guestsHere}
}

// config returns the config of the run. With programs it has a third of the games.
func (s scenario) config() string {
	games, opponents := *surviveWith, ""
	if s.guests {
		games, opponents = games/3, "programs: {bot: {command: [./bot.sh]}}\nopponents: [bot]\n"
	}
	return fmt.Sprintf(`engine: {name: risk, settings: {size: 5, depth: 2}}
strategy: {name: genetic, population: 16}
budget: {games: %d}
verification: {games: %d, opponents: [default]}
seed: 7
%s`, games, games/2, opponents)
}

// bot is a program that plays the first legal move.
const bot = `#!/bin/sh
while IFS= read -r q; do
	id=${q#*\"id\":}; id=${id%%[!0-9]*}
	case $q in
	*'"do":"hello"'*) a=',"ludus":1,"name":"bot.sh","deterministic":true' ;;
	*'"do":"move"'*) m=${q#*\"legal\":[\"}; a=",\"move\":\"${m%%\"*}\"" ;;
	*'"do":"quit"'*) exit 0 ;;
	*) a= ;;
	esac
	printf '{"id":%s%s}\n' "$id" "$a"
done
`

// prepare writes the files of the scenario to a folder.
func (s scenario) prepare(t *testing.T, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, "config.yaml"), s.config())
	write(t, filepath.Join(dir, "bot.sh"), bot)
	if err := os.Chmod(filepath.Join(dir, "bot.sh"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// A run has the same result, byte for byte, whichever workers play it and whatever fails
// meanwhile.
func TestRunsSurvive(t *testing.T) {
	if testing.Short() {
		t.Skip("a dozen processes")
	}
	t.Parallel()
	wanted := make(map[string]func() map[string]string) // by config
	for _, s := range scenarios() {
		wanted[s.config()] = sync.OnceValue(func() map[string]string {
			alone := t.TempDir()
			s.prepare(t, alone)
			output(t, alone, "evolve", "config.yaml", "--workers", "1", "--json")
			return shown(t, alone)
		})
	}
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			if !s.always && !everything {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			if *survivals == 1 { // the scenarios mostly wait
				t.Parallel()
			}
			want := wanted[s.config()]()
			for range *survivals {
				p := newPlay(t, s)
				p.run()
				for what, text := range shown(t, p.dir) {
					if diff := cmp.Diff(strings.Split(want[what], "\n"), strings.Split(text, "\n")); diff != "" {
						t.Errorf("%s is not what it is in one process: %s", what, diff)
					}
				}
				p.happened()
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

// command returns a process in a folder.
func command(dir, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = dir
	// A killed process leaves its temporary folder, so it is in the folder of the test.
	c.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", "GORACE=atexit_sleep_ms=0", "TMPDIR="+dir)
	return c
}

// output runs the program and returns its standard output.
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

// moment matches a time in documents and pages.
var moment = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z| UTC)`)

// title matches the parts of a chart's heading that depend on the width of the run's ID: its position
// and its length.
var title = regexp.MustCompile(`<text x="[0-9.]+" y="-292.29"|textLength="[0-9.]+"`)

// shown returns everything that a store shows of its only run, without ID, times and folder.
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
		out[what] = moment.ReplaceAllString(strings.NewReplacer(list[0].Run, "RUN", dir, "DIR").Replace(timeless(text)), "TIME")
	}
	return out
}
