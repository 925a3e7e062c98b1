package cmd

import (
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// page returns the text of a page.
func (s *served) page(path string) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.address+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d %s (%v)", path, answer.StatusCode, text, err)
	}
	return string(text)
}

// While one process plays 'evolve risk', a server in another shows a strength with its interval on
// the page, in the list and in the API. The time is logged; it is a few seconds on an idle machine.
func TestStrengthIsLive(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("waits for a run of seconds: with LANISTA_EXHAUSTIVE=1")
	}
	dir := t.TempDir()
	s := serving(t, dir)
	var search *exec.Cmd
	var run documents.Run
	var page, list string
	for try := 1; ; try++ {
		search = lanista(t, dir, "evolve", "risk", "--no-progress", "--set", "budget.games=3000", "--set", "verification.games=400")
		if err := search.Start(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		run = documents.Run{}
		for run.Trend == nil && run.Status != string(results.Finished) {
			time.Sleep(50 * time.Millisecond)
			var list struct{ Runs []documents.Run }
			if s.get("/runs", &list) && len(list.Runs) == try {
				s.ask("GET", "/runs/last", "", &run)
			}
		}
		t.Logf("a strength after %v", time.Since(began).Round(time.Millisecond))
		page, list = s.page("/runs/last"), s.page("/runs")
		var after documents.Run
		if s.ask("GET", "/runs/last", "", &after); after.Status == string(results.Running) {
			break
		}
		if try == 5 {
			t.Fatal("the search ends without a strength")
		}
		if err := search.Wait(); err != nil { // this process stood still until its end
			t.Fatal(err)
		}
	}
	if c := run.Checkpoints[0]; run.Status != string(results.Running) || !c.Rating.Known() || !c.Interval.Contains(float64(c.Rating)) || !strings.Contains(run.Trend.Text, "against default") {
		t.Errorf("%s, %+v, %+v", run.Status, c, run.Trend)
	}
	if !strings.Contains(page, "<h2>Strength by games</h2>") || !strings.Contains(page, `aria-label="Strength by games against default`) || !strings.Contains(page, `class="trend `) {
		t.Error("the run's page has no strength")
	}
	if !strings.Contains(list, `class="spark strength"`) {
		t.Error("the list has no trend")
	}
	if err := search.Wait(); err != nil {
		t.Error(err)
	}
	run = documents.Run{}
	s.ask("GET", "/runs/last", "", &run)
	if len(run.Checkpoints) != 6 || len(run.Next) == 0 {
		t.Errorf("%d checkpoints, %d steps at the end", len(run.Checkpoints), len(run.Next))
	}
}

// get reports whether the store has what a path of the API names.
func (s *served) get(path string, into any) bool {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.address+"/api/v1"+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return false
	}
	s.ask("GET", path, "", into)
	return true
}

// A result is explained from its page, and the explanation is that of the command line. Other steps
// of the page are started in the same way.
func TestExplainFromThePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const config = "{preset: risk-quick, seed: 1, strategy: {name: spsa}, budget: {games: 400}, verification: {games: 0}, engine: {settings: {size: 4}}}"
	s := serving(t, dir, "--runs", "1")
	var j queued
	s.ask("POST", "/jobs", `{"config": "`+config+`"}`, &j)
	done := s.await(j.ID, func(j queued) bool { return j.State == "finished" || j.State == "failed" })
	var run documents.Run
	s.ask("GET", "/runs/"+done.Run, "", &run)
	if len(run.Next) == 0 || run.Next[0].Kind != runs.VerifyStep {
		t.Fatalf("%+v", run.Next)
	}
	s.ask("POST", "/runs/"+done.Run+"/next", `{"step": "explain", "games": 200}`, &j)
	if end := s.await(j.ID, func(j queued) bool { return j.State == "finished" || j.State == "failed" }); end.State != "finished" || !strings.Contains(strings.Join(end.Output, "\n"), "200 games for 4 weights") {
		t.Fatalf("%+v", end)
	}
	s.ask("GET", "/runs/"+done.Run, "", &run)
	if run.Explanation == nil || run.Explanation.Games != 200 {
		t.Fatalf("%+v", run.Explanation)
	}
	out, err := lanista(t, dir, "explain", done.Run, "--json").Output()
	if err != nil || !strings.Contains(string(out), `"stored":true`) || !strings.Contains(string(out), run.Explanation.Text) {
		t.Errorf("%v: %s", err, out)
	}
	words := strings.NewReplacer(`<span class="word">`, "", "</span>", "") // of commands
	if text := words.Replace(s.page("/runs/" + done.Run)); !strings.Contains(text, "in 200 fresh games") || !strings.Contains(text, "explain "+done.Run+" --games 400") {
		t.Error("the page has no explanation")
	}
	s.ask("POST", "/runs/"+done.Run+"/next", `{"step": "verify"}`, &j)
	if end := s.await(j.ID, func(j queued) bool { return j.State == "finished" || j.State == "failed" }); end.State != "finished" || end.Run != done.Run {
		t.Fatalf("%+v", end)
	}
	s.ask("GET", "/runs/"+done.Run, "", &run)
	if run.Verdict == nil {
		t.Error("the run was not verified")
	}
}
