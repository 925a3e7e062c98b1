package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/jobs"
	_ "github.com/lanista/lanista/tools/raregc"
)

// actor is the name under which this test program acts as the program that executes runs.
const actor = "actor"

func TestMain(m *testing.M) {
	if os.Args[0] == actor {
		os.Exit(act())
	}
	if signal.Ignored(os.Interrupt) { // a job would inherit that, and an interrupt before it listens would be lost; see package jobs
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	code := m.Run()
	if browser.close != nil {
		browser.close()
	}
	os.Exit(code)
}

// act writes that a run has started and waits for an interrupt. A grid search it executes.
func act() int {
	if os.Args[1] == "grid" {
		return searchGrid(os.Args[2:])
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	for _, arg := range os.Args {
		if path, ok := strings.CutPrefix(arg, "--run-file="); ok {
			if err := os.WriteFile(path, []byte("risk-made"), 0o600); err != nil {
				return 1
			}
		}
	}
	<-interrupts
	return 130
}

// searchGrid executes a grid search with the arguments that a job has.
func searchGrid(args []string) int {
	o, g, file := runs.Options{Source: args[0], Workers: 1}, runs.GridOptions{MaxPoints: runs.DefaultMaxPoints}, ""
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "--db":
			o.Store = value
		case "--etudes":
			g.Etudes = value
		case "--run-file":
			file = value
		}
	}
	found, err := catalog.Grid(context.Background(), o, g)
	if err == nil {
		err = os.WriteFile(file, []byte(found.Record.ID), 0o600)
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// starting returns a server that starts one run at a time.
func starting(t *testing.T, change ...func(*Options)) *Server {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return newServer(t, func(o *Options) {
		o.Program, o.Runs, o.Executable = actor, 1, exe
		for _, f := range change {
			f(o)
		}
	})
}

const aConfig = `{"config":"{preset: risk-quick, seed: 3}"}`

// started posts a config and returns the job.
func started(t *testing.T, w *httptest.ResponseRecorder) (j job) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &j); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s (%v)", w.Code, w.Body, err)
	}
	return j
}

// awaitJob waits until a job is in a state.
func awaitJob(t *testing.T, s *Server, id string, state jobs.State) job {
	t.Helper()
	for t.Context().Err() == nil {
		for _, j := range get[jobList](t, s, "/api/v1/jobs").Jobs {
			if j.ID == id && j.State == state && (j.Run != nil || state != jobs.Running) {
				return j
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("job %s is never %s", id, state)
	return job{}
}

func TestJobsThroughTheAPI(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("nobody can be interrupted here")
	}
	s := starting(t)
	first := started(t, ask(t, s, http.MethodPost, "/api/v1/jobs", aConfig))
	second := started(t, ask(t, s, http.MethodPost, "/api/v1/jobs", aConfig))
	if first.State != jobs.Running || second.State != jobs.Waiting || second.Started != nil || first.Verb != "evolve" || first.Engine != "risk" {
		t.Errorf("%+v, %+v", first, second)
	}
	for _, at := range []time.Time{first.Created, *first.Started, second.Created} { // the precision of the times of runs
		if at.Nanosecond()%int(time.Millisecond) != 0 {
			t.Errorf("a job's time %v has more than milliseconds", at)
		}
	}
	if j := awaitJob(t, s, first.ID, jobs.Running); *j.Run != "risk-made" {
		t.Errorf("%+v", j)
	}
	page := ask(t, s, http.MethodGet, "/jobs", "").Body.String()
	for _, want := range []string{"/jobs/" + first.ID + "/stop", "/runs/risk-made", "waiting", `id="job-` + second.ID} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if j := started(t, ask(t, s, http.MethodPost, "/api/v1/jobs/"+second.ID+"/stop", "")); j.State != jobs.Stopped {
		t.Errorf("%+v", j)
	}
	started(t, ask(t, s, http.MethodPost, "/api/v1/jobs/"+first.ID+"/stop", ""))
	if j := awaitJob(t, s, first.ID, jobs.Stopped); *j.Exit != 130 {
		t.Errorf("%+v", j)
	}
}

func TestWhatJobsRefuse(t *testing.T) {
	t.Parallel()
	s := starting(t)
	run := get[runPage](t, s, "/api/v1/runs?kind=evolve").Runs[0].ID
	grid := get[runPage](t, s, "/api/v1/runs?kind=grid").Runs[0].ID
	for _, c := range []struct {
		path, body string
		status     int
		code       errorCode
		text       string
	}{
		{"jobs", `{"config":"{preset: risk-quick, sed: 3}"}`, 422, codeBadRequest, "did you mean seed"},
		{"jobs", `{"config":"{preset: risk-quick, engine: {settings: {map: /etc/passwd}}}"}`, 422, codeBadRequest, "files cannot be named"},
		{"jobs", `{"config":"{preset: risk-quick, engine: {weights: \"@/etc/passwd\"}}"}`, 422, codeBadRequest, "files cannot be named"},
		{"jobs", `{"config":"{preset: /etc/passwd}"}`, 422, codeBadRequest, "unknown preset"},
		{"jobs", `{"config":"{preset: risk-quick, programs: {p: {command: [touch, x]}}}"}`, 422, codeBadRequest, "no program is started"},
		{"jobs", `{"config":"{preset: risk-quick}","set":["engine.settings.map=/etc/passwd"]}`, 422, codeBadRequest, "files cannot be named"},
		{"jobs", `{"config":"{preset: risk-quick}","name":"bred"}`, 422, codeBadRequest, "called bred already"},
		{"jobs", `{"config":"{preset: risk-quick}","name":"last"}`, 422, codeBadRequest, "the name is reserved for the newest run"},
		{"jobs", `{"config":"{preset: risk-quick}","name":"a\nb"}`, 422, codeBadRequest, "invisible characters"},
		{"jobs", `{"config":"{preset: risk-quick}","file":"x"}`, 422, codeUnknownKey, "unexpected"},
		{"jobs", `{}`, 422, codeBadRequest, "config"},
		{"jobs/none/stop", "", 404, codeNotFound, `unknown job \"none\"`},
		{"runs/nothing/resume", "", 404, codeNotFound, "no such run"},
		{"runs/" + run + "/resume", "", 409, codeConflict, "finished"},
		{"runs/" + grid + "/resume", "", 409, codeConflict, "grid search cannot be resumed"},
	} {
		w := ask(t, s, http.MethodPost, "/api/v1/"+c.path, c.body)
		if code, p := refusal(t, w); code != c.status || p.Code != c.code || !strings.Contains(w.Body.String(), c.text) {
			t.Errorf("%s %s: %d %+v", c.path, c.body, code, p)
		}
	}
	if list := get[jobList](t, s, "/api/v1/jobs"); len(list.Jobs) != 0 || list.Runs != 1 {
		t.Errorf("%+v", list)
	}
}

func TestWithoutRunsNothingIsStarted(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, c := range [][3]string{
		{"GET", "/api/v1/jobs", ""},
		{"POST", "/api/v1/jobs", aConfig},
		{"POST", "/api/v1/jobs", `{}`},
		{"POST", "/api/v1/jobs/none/stop", ""},
		{"POST", "/api/v1/runs/last/resume", ""},
	} {
		if code, p := refusal(t, ask(t, s, c[0], c[1], c[2])); code != http.StatusForbidden || p.Code != codeReadOnly {
			t.Errorf("%v: %d %+v", c, code, p)
		}
	}
	if w := fill(t, s, "/jobs", url.Values{"config": {"x"}}); w.Code != http.StatusForbidden {
		t.Errorf("the form: %d", w.Code)
	}
	for path, want := range map[string][]string{
		"/jobs": {"actor serve --runs 1", "actor evolve --resume last", `data-copy="serve"`},
		"/new":  {"Runs cannot be started here"},
	} {
		page := ask(t, s, http.MethodGet, path, "")
		for _, text := range want {
			if text = strings.Replace(text, actor, "lanista", 1); page.Code != http.StatusOK || !strings.Contains(withoutSpans(page.Body.String()), text) {
				t.Errorf("%s: %d, no %q", path, page.Code, text)
			}
		}
		if strings.Contains(page.Body.String(), `action="/jobs`) {
			t.Errorf("%s offers to start something", path)
		}
	}
}

// fill sends a form like a browser.
func fill(t *testing.T, s *Server, path string, fields url.Values) *httptest.ResponseRecorder {
	t.Helper()
	return ask(t, s, http.MethodPost, path, fields.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
}

// Pages start and stop runs without JavaScript.
func TestJobsThroughForms(t *testing.T) {
	t.Parallel()
	s := starting(t)
	w := fill(t, s, "/jobs", url.Values{"config": {"preset: risk-quick\r\nsed: 3\r\n"}, "name": {"my <run>"}})
	for _, want := range []string{"line 2", "did you mean seed", "preset: risk-quick\nsed: 3", "my &lt;run&gt;"} {
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: what was typed is gone, or its mistake is not told: no %q", w.Code, want)
		}
	}
	// Both buttons test the name.
	for path, want := range map[string]string{"/new": "<p class=\"bad\">A run is called bred already.</p>\n<p class=\"good\">OK: risk", "/jobs": "The run was not started: a run is called bred already."} {
		page := fill(t, s, path, url.Values{"config": {"preset: risk-quick"}, "name": {"bred"}}).Body.String()
		if field := `<p class="bad small" id="wrong-name">A run is called bred already.</p>`; !containsAll(page, []string{want, field}) {
			t.Errorf("%s: no %q or no %q", path, want, field)
		}
	}
	text, err := s.options.Catalog.Configs().Get("risk-quick")
	if err != nil {
		t.Fatal(err)
	}
	w = fill(t, s, "/jobs", url.Values{"config": {strings.ReplaceAll(string(text), "\n", "\r\n")}})
	if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/jobs#job-") {
		t.Fatalf("%d %s %s", w.Code, to, w.Body)
	}
	list := s.starter.queue.List()
	if len(list) != 1 || list[0].Preset != "risk-quick" {
		t.Errorf("%+v: a preset that was not changed is played by its name", list)
	}
	if w := fill(t, s, "/jobs/"+list[0].ID+"/stop", nil); w.Code != http.StatusSeeOther {
		t.Errorf("%d", w.Code)
	}
	awaitJob(t, s, list[0].ID, jobs.Stopped)
	if w := fill(t, s, "/jobs/"+list[0].ID+"/stop", nil); w.Code != http.StatusConflict {
		t.Errorf("%d", w.Code)
	}
	if w := ask(t, s, http.MethodPost, "/jobs", "config=x", "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("a form of another site: %d", w.Code)
	}
}

// A run begins with the fields as they are when it is started, also if the form was not checked
// since they were changed.
func TestAStartUsesChangedFields(t *testing.T) {
	t.Parallel()
	s := starting(t)
	form := url.Values{"config": {"{preset: risk-quick, budget: {games: 2000}}"}, "key.budget.games": {"["}, "was.budget.games": {"2000"}, "key.seed": {"7"}, "was.seed": {""}}
	if w := fill(t, s, "/jobs", form); w.Code != http.StatusUnprocessableEntity || !containsAll(w.Body.String(), []string{"not one line of YAML", `name="key.budget.games" value="["`}) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	form.Set("key.budget.games", "480")
	if w := fill(t, s, "/jobs", form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	list := s.starter.queue.List()
	if want := "{preset: risk-quick, budget: {games: 480}, seed: 7}"; len(list) != 1 || strings.TrimSpace(list[0].Config) != want {
		t.Errorf("%+v, not %s", list, want)
	}
}

// A next step that goes on with a run has a form with its values and its price, which starts it. A
// form with a mistake is shown again.
func TestTheFormOfANextStep(t *testing.T) {
	t.Parallel()
	s := starting(t)
	id := get[runPage](t, s, "/api/v1/runs?kind=evolve").Runs[0].ID
	page := ask(t, s, http.MethodGet, "/runs/bred", "").Body.String()
	for _, want := range []string{`href="/runs/` + id + `/step?step=explain"`, `href="/new?run=` + id + `&amp;step=repeat"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the run's page has no %s", want)
		}
	}
	w := ask(t, s, http.MethodGet, "/runs/bred/step?step=explain", "")
	if text := withoutSpans(w.Body.String()); w.Code != http.StatusOK || !containsAll(text, []string{`name="set.games" value="4000"`, "Price: 4,000 games, ", "explain " + id + " --games 4000"}) {
		t.Errorf("%d %s", w.Code, text)
	}
	w = fill(t, s, "/runs/bred/step?part=step", url.Values{"step": {"explain"}, "set.games": {"2000"}})
	if text := withoutSpans(w.Body.String()); w.Code != http.StatusOK || !containsAll(text, []string{`name="set.games" value="2000"`, "Price: 2,000 games, ", "--games 2000"}) || strings.Contains(text, "<html") {
		t.Errorf("%d %s", w.Code, text)
	}
	for _, wrong := range []string{"0", "-3", "x", "100000000", "2.5", ""} {
		w := fill(t, s, "/runs/bred/next", url.Values{"step": {"explain"}, "set.games": {wrong}})
		if text := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !containsAll(text, []string{`value="` + wrong + `"`, `id="wrong-games"`, "not a whole number from 1 to 10000000"}) {
			t.Errorf("%q: %d %s", wrong, w.Code, text)
		}
	}
	for body, status := range map[string]int{
		`{"step": "explain", "set": ["seed=3"]}`: http.StatusUnprocessableEntity, `{"step": "explain", "set": ["games=0"]}`: http.StatusUnprocessableEntity,
		`{"step": "widen"}`: http.StatusConflict, `{"step": "repeat", "set": ["strategy.name=spsa"]}`: http.StatusUnprocessableEntity,
	} {
		if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/runs/bred/next", body)); code != status {
			t.Errorf("%s: %d %+v", body, code, p)
		}
	}
	if list := s.starter.queue.List(); len(list) != 0 {
		t.Fatalf("%+v", list)
	}
	w = fill(t, s, "/runs/bred/next", url.Values{"step": {"explain"}, "set.games": {"2000"}})
	if list := s.starter.queue.List(); w.Code != http.StatusSeeOther || len(list) != 1 || list[0].Verb != jobs.Explain || list[0].Games != 2000 {
		t.Errorf("%d %+v", w.Code, list)
	}
	if w := ask(t, newServer(t, nil), http.MethodGet, "/runs/bred/step?step=explain", ""); w.Code != http.StatusForbidden {
		t.Errorf("a server that starts nothing: %d", w.Code)
	}
	if text := ask(t, s, http.MethodGet, "/compare?run=cup&run=bred", "").Body.String(); strings.Contains(text, "Play the match") {
		t.Error("a tournament has no weights to play a match with")
	}
}

// Jobs of the same run and state are regions with different names.
func TestNamesOfJobs(t *testing.T) {
	t.Parallel()
	s := starting(t)
	for range 3 { // of which two wait
		started(t, ask(t, s, http.MethodPost, "/api/v1/jobs", aConfig))
	}
	names := make(map[string]bool)
	for _, found := range regexp.MustCompile(`<section class="card" id="job-[^"]*" aria-label="([^"]*)"`).FindAllStringSubmatch(ask(t, s, http.MethodGet, "/jobs", "").Body.String(), -1) {
		names[found[1]] = true
	}
	if len(names) != 3 {
		t.Errorf("%v", names)
	}
}

// The page of a run with programs has the command that explains it, with the config of the programs,
// and no form, because the server starts no programs. A choice has no position in a range.
func TestExplanationOfARunWithPrograms(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run, err := store.Begin(t.Context(), results.Info{
		Kind: results.Evolve, Engine: "rules", Config: "programs: {rules: {command: [a]}, bot: {command: [b]}}\nengine: {name: rules, player: bot}\n",
		Space: engines.Space{{Name: "speed", Max: 4, Default: 1}, engines.NewChoices("style", "", []string{"calm", "wild"}, "calm")},
	})
	if err != nil {
		t.Fatal(err)
	}
	result := results.Result{Weights: engines.Weights{3, 1}, Rating: &evidence.Rating{Elo: 60, Interval: rating.Interval{Low: 20, High: 100}, Games: 200, Against: "default"}}
	if err := errors.Join(run.Finish(t.Context(), result), run.Close(), store.Close()); err != nil {
		t.Fatal(err)
	}
	s := starting(t, func(o *Options) { o.Store = path })
	page := withoutSpans(ask(t, s, http.MethodGet, "/runs/"+run.ID(), "").Body.String())
	if !containsAll(page, []string{"explain " + run.ID() + " CONFIG", "75.0%</td>", ">–</td>"}) || strings.Contains(page, "step?step=explain") {
		t.Error(page)
	}
	if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/runs/last/next", `{"step": "explain"}`)); code != http.StatusConflict {
		t.Errorf("%d %+v", code, p)
	}
}

// An interrupted run with programs has the command that resumes it and no button, because the server
// starts no programs.
func TestARunWithProgramsIsNotResumed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[bool]string)
	for _, programs := range []bool{true, false} {
		config := "engine: {name: duel}\n"
		if programs {
			config = "programs: {bot: {command: [none]}}\nengine: {name: duel, player: bot}\n"
		}
		run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "duel", Config: config, Space: engines.Space{{Name: "speed", Max: 4, Default: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		if ids[programs] = run.ID(); run.Close() != nil {
			t.Fatal("the run cannot be closed")
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	s := starting(t, func(o *Options) { o.Store, o.Catalog = path, allGames })
	for programs, id := range ids {
		page := withoutSpans(ask(t, s, http.MethodGet, "/runs/"+id, "").Body.String())
		if button := strings.Contains(page, "<button>Resume</button>"); button == programs || !strings.Contains(page, "--resume "+id) {
			t.Errorf("programs %t: the page has a button %t: %s", programs, button, page)
		}
		if s.starter.resumes(t.Context(), jobs.Job{State: jobs.Failed, Work: jobs.Work{Verb: "evolve"}, Run: id}) == programs {
			t.Errorf("programs %t: the list of jobs offers the opposite", programs)
		}
	}
	if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/runs/"+ids[true]+"/resume", "")); code != http.StatusConflict || !strings.Contains(p.Detail, "no program is started") {
		t.Errorf("%d %+v", code, p)
	}
}

// A step that continues a run sets the values of its form, which are limited by what the run has
// played, and the price follows them.
func TestValuesOfANextStep(t *testing.T) {
	t.Parallel()
	one := step{NextStep: runs.NextStep{
		Kind: runs.ContinueStep, Games: 340, Set: []string{"budget.games=480", "budget.rounds=6", "budget.time=2m0s"},
		Arguments: []string{"evolve", "--resume", "x", "--set", "budget.games=480", "--set", "budget.rounds=6", "--set", "budget.time=2m0s"},
	}}
	one.rec.Games, one.rec.Rounds, one.rec.Elapsed = 240, 3, 24*time.Second
	for _, set := range one.Set {
		path, value, _ := strings.Cut(set, "=")
		one.values = append(one.values, stepValue{path: path, value: value})
	}
	good := one
	good.values = slices.Clone(one.values)
	good.change(map[string]string{"budget.games": " 1000 ", "budget.rounds": "4", "budget.time": "5m"})
	if err := good.mistakes(); err != nil || good.Games != 860 || good.Seconds != 86 || !slices.Equal(good.Set, []string{"budget.games=1000", "budget.rounds=4", "budget.time=5m"}) ||
		good.Command("lanista", "") != "lanista evolve --resume x --set budget.games=1000 --set budget.rounds=4 --set budget.time=5m" {
		t.Errorf("%v %+v", err, good)
	}
	for path, value := range map[string]string{"budget.games": "240", "budget.rounds": "3", "budget.time": "-1m", "seed": "4"} {
		bad := one
		bad.values = slices.Clone(one.values)
		bad.change(map[string]string{path: value})
		if err := bad.mistakes(); err == nil || !strings.HasPrefix(err.Error(), path+": ") || !slices.Equal(bad.Set, one.Set) {
			t.Errorf("%s=%s: %v, %v", path, value, err, bad.Set)
		}
	}
}

func TestEventsTellOfJobs(t *testing.T) {
	t.Parallel()
	s := starting(t)
	all, _ := s.hub.join(t.Context(), "")
	defer s.hub.leave(all)
	other, _ := s.hub.join(t.Context(), "cup")
	defer s.hub.leave(other)
	j := started(t, ask(t, s, http.MethodPost, "/api/v1/jobs", aConfig))
	for m := range all.messages {
		if told, ok := parsed[job]("job", m); ok {
			if told.ID != j.ID || told.Output != nil {
				t.Errorf("%s", m)
			}
			break
		}
	}
	select {
	case m := <-other.messages:
		if _, ok := parsed[job]("job", m); ok {
			t.Errorf("who follows a run is told of another's job: %s", m)
		}
	default:
	}
}
