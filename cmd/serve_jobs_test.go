package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
)

// aRun is a config whose run is long enough to be stopped. It has the games of its verification in
// place of %d.
const aRun = `{preset: risk-quick, seed: 4, strategy: {name: spsa}, budget: {games: 100}, verification: {games: %d}, engine: {settings: {size: 4}}}`

// served is a server in another process.
type served struct {
	t       *testing.T
	address string
	process *exec.Cmd
	stderr  bytes.Buffer
}

func serving(t *testing.T, dir string, args ...string) *served {
	t.Helper()
	s := &served{t: t, process: lanista(t, dir, append([]string{"serve", "--listen", "127.0.0.1:0", "--json"}, args...)...)}
	s.process.Stderr = &s.stderr
	out, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	var said struct{ URL string }
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatalf("%v: %s", err, s.stderr.String())
	}
	s.address = strings.TrimSuffix(said.URL, "/")
	return s
}

// ask sends a request and decodes the answer.
func (s *served) ask(method, path, body string, into any) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.address+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: %d %s (%v)", method, path, answer.StatusCode, text, err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		s.t.Fatalf("%v in %s", err, text)
	}
}

type queued struct {
	ID, State, Run string
	Output         []string
}

// await waits until a job fulfils a condition.
func (s *served) await(id string, is func(queued) bool) queued {
	s.t.Helper()
	for s.t.Context().Err() == nil {
		var list struct{ Jobs []queued }
		s.ask("GET", "/jobs", "", &list)
		for _, j := range list.Jobs {
			if j.ID == id && is(j) {
				return j
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("job %s: %s", id, s.stderr.String())
	return queued{}
}

// A run that is started from a page, stopped with the server and resumed with another server has
// the same result as on the command line.
func TestRunsFromThePage(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("starts three processes that play for seconds: with LANISTA_EXHAUSTIVE=1")
	}
	interruptible(t)
	var dir string
	var j queued
	for games := 20_000; ; games *= 4 { // until the interrupt comes before the end, also if this process stood still
		dir = t.TempDir()
		config := fmt.Sprintf(aRun, games)
		write(t, dir, "config.yaml", config)
		output(t, lanista(t, dir, "evolve", "config.yaml", "--db", "whole.db"))
		body, err := json.Marshal(map[string]string{"config": config})
		if err != nil {
			t.Fatal(err)
		}
		s := serving(t, dir, "--runs", "1")
		s.ask("POST", "/jobs", string(body), &j)
		store := filepath.Join(dir, "lanista.db")
		for !verifying(t, store) {
			time.Sleep(5 * time.Millisecond)
		}
		if err := s.process.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := s.process.Wait(); err != nil || s.stderr.Len() > 0 {
			t.Fatalf("the server ended with %v: %s", err, s.stderr.String())
		}
		if list, err := progressOf(store); err != nil || len(list) != 1 || list[0].Status != results.Finished {
			break
		}
		if games > 100_000 {
			t.Fatal("the run ended before it was interrupted")
		}
	}
	again := serving(t, dir, "--runs", "1")
	again.ask("POST", "/runs/last/resume", "", &j)
	j = again.await(j.ID, func(j queued) bool { return j.State == "finished" })
	if !strings.Contains(strings.Join(j.Output, "\n"), "pairings of the verification are finished") {
		t.Errorf("it did not go on: %q", j.Output)
	}
	if err := again.process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := again.process.Wait(); err != nil {
		t.Fatal(err)
	}
	got, want := exported(t, dir, "lanista.db"), exported(t, dir, "whole.db")
	if got != want || !strings.Contains(want, `"rating"`) {
		t.Errorf("from the page: %s\ntyped:         %s", got, want)
	}
}

// exported returns the result of the newest run with its evidence, without the id of the run.
func exported(t *testing.T, dir, db string) string {
	t.Helper()
	return document(t, output(t, lanista(t, dir, "export", "last", "--db", db)))
}
