package serve

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lanista/lanista/runs"
)

func checkedConfig(t *testing.T, s *Server, config string) (c configChecked) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"config": config})
	if err != nil {
		t.Fatal(err)
	}
	w := ask(t, s, http.MethodPost, "/api/v1/configs/check", string(body))
	if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %v: %s", w.Code, err, w.Body)
	}
	return c
}

func TestConfigsAreChecked(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.StoreFlag = "--db my.db" })
	good := checkedConfig(t, s, bredText)
	if !good.OK || good.Verb != "evolve" || good.Games == nil || good.Command != "lanista evolve config.yaml --db my.db" || !strings.Contains(good.Resolved, "population") {
		t.Errorf("%+v", good)
	}
	bad := checkedConfig(t, s, "engine:\n  name: risk\n  settings: {depth: x}\nbudget: {games: 0}\nseed: 1\n")
	if bad.OK || len(bad.Errors) == 0 || bad.Errors[0].Line != 3 || !strings.Contains(bad.Errors[0].Key, "depth") {
		t.Errorf("%+v", bad)
	}
	for _, text := range []string{"", "{", "engine: {name: chess4}", "{preset: nothing}", "engine: {name: risk, settings: {map: /etc/passwd}}", "agents: 7"} {
		if c := checkedConfig(t, s, text); c.OK || len(c.Errors) == 0 || strings.Contains(c.Errors[0].Message, "root:") {
			t.Errorf("%q: %+v", text, c)
		}
	}
}

func TestPresetsAreListed(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	all := get[presetList](t, s, "/api/v1/presets").Presets
	if len(all) < 5 || all[0].Name == "" || all[0].Title == "" || all[0].Config != "" {
		t.Errorf("%+v", all)
	}
	if one := get[preset](t, s, "/api/v1/presets/risk-quick"); !strings.Contains(one.Config, "name: risk") {
		t.Errorf("%+v", one)
	}
	if code, _ := refusal(t, ask(t, s, http.MethodGet, "/api/v1/presets/nothing", "")); code != http.StatusNotFound {
		t.Errorf("%d", code)
	}
	if w := ask(t, s, http.MethodGet, "/new?preset=risk-quick", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "budget: {games: 2000}") {
		t.Errorf("%d", w.Code)
	}
	if w := ask(t, s, http.MethodGet, "/new?preset=../secret", ""); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

// The check of a config returns the same plan as a dry run.
func TestCheckReturnsThePlan(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	c := post[configChecked](t, s, "/configs/check", `{"config":"{preset: risk-quick}"}`)
	f, err := runs.ForecastTuning(t.Context(), catalog, runs.Options{Source: "risk-quick", Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if c.Verification != f.Verification || c.Checkpoints != f.Checkpoints || f.Checkpoints == 0 || c.Resolves == nil || *c.Resolves != *f.Difference || *c.Games != f.Games {
		t.Errorf("%+v, the dry run says %+v", c, f)
	}
	if c := post[configChecked](t, s, "/configs/check", `{"config":"{preset: risk-quick, verification: {games: 0}}"}`); c.Resolves != nil || c.Verification != 0 {
		t.Errorf("%+v", c)
	}
	if c := post[configChecked](t, s, "/configs/check", `{"config":"{preset: risk-baselines}"}`); c.Resolves == nil {
		t.Errorf("%+v", c)
	}
}

// The check of a config in the form of new runs and in the API has the notes that the verb prints.
func TestCheckHasTheNotes(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	const text = "engine: {name: risk}\nagents: [{name: half, weights: {units: 2}}, default]\n"
	plan, err := runs.NewPlan(t.Context(), catalog, runs.Options{Text: text})
	if err != nil || len(plan.Notes) == 0 || !strings.Contains(plan.Notes[0], "agent half: the weights that it does not name") {
		t.Fatalf("notes %q, %v", plan.Notes, err)
	}
	if c := checkedConfig(t, s, text); !slices.Equal(c.Notes, plan.Notes) {
		t.Errorf("the API has the notes %q, want %q", c.Notes, plan.Notes)
	}
	if page := fill(t, s, "/new", url.Values{"config": {text}}).Body.String(); !strings.Contains(page, "<p>Note: "+plan.Notes[0]+".</p>") {
		t.Error("the form does not have the note")
	}
}

func FuzzConfigsAreChecked(f *testing.F) {
	for _, text := range []string{bredText, cupText, latticeText, "{", "engine: {name: risk, settings: {map: '@x'}}", "agents: [a, {name: b, weights: [1]}]"} {
		f.Add(text)
	}
	s, err := New(Options{Program: "lanista", Catalog: catalog, Store: f.TempDir() + "/none.db"})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	f.Fuzz(func(t *testing.T, config string) {
		in := &configBody{}
		in.Body.Config = config
		c, err := (&configAPI{s}).checkConfig(t.Context(), in)
		if err != nil || c.OK != (len(c.Errors) == 0) {
			t.Errorf("%+v %v", c, err)
		}
	})
}

// Only so many configs are checked at once. Further requests wait, and are then refused.
func TestChecksAreLimited(t *testing.T) {
	t.Parallel()
	s := starting(t)
	for range cap(s.checks.running) {
		release, err := s.checks.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer release()
	}
	var all sync.WaitGroup
	for _, path := range []string{"/api/v1/configs/check", "/api/v1/jobs"} {
		all.Go(func() {
			w := ask(t, s, http.MethodPost, path, `{"config":"{preset: risk-quick}"}`)
			if code, p := refusal(t, w); code != http.StatusTooManyRequests || p.Code != codeBusy || w.Header().Get("Retry-After") == "" {
				t.Errorf("%s: %d %+v", path, code, p)
			}
		})
	}
	all.Wait()
}
