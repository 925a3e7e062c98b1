package serve

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// withExperiment returns a server of a store with the experiment "duel", which is finished, and
// "rest" of the same config, of which nothing has been played.
func withExperiment(t *testing.T) *Server {
	t.Helper()
	o := runs.Options{Store: filepath.Join(t.TempDir(), "runs.db"), Workers: 2, Name: "duel", Text: `config: {engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}}
strategies: [spsa, {name: genetic, population: 8}]
seeds: 1-2
budgets: [96]
verification: {games: 40, opponents: [default, random]}
match: {games: 40}
`}
	if _, err := runs.Experiment(t.Context(), catalog, o); err != nil {
		t.Fatal(err)
	}
	store, err := results.Open(o.Store)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := store.Experiment(t.Context(), "duel")
	if err != nil {
		t.Fatal(err)
	}
	rest.Name = "rest"
	if err := store.BeginExperiment(t.Context(), rest); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return newServer(t, func(to *Options) { to.Store = o.Store })
}

// The pages and the API show the tables of a stored experiment as the verb computes them, and tell
// how much of an unfinished one is there.
func TestExperiments(t *testing.T) {
	t.Parallel()
	s := withExperiment(t)
	list := get[experimentList](t, s, "/api/v1/experiments")
	if len(list.Experiments) != 2 || list.Experiments[0].Name != "rest" || list.Experiments[1].Name != "duel" {
		t.Errorf("%+v", list)
	}
	duel := get[documents.Experiment](t, s, "/api/v1/experiments/duel")
	if duel.Planned != 4 || len(duel.Runs) != 4 || len(duel.Cells) != 4 || len(duel.Comparisons) != 2 {
		t.Errorf("%+v", duel)
	}
	last := get[documents.Experiment](t, s, "/api/v1/experiments/last")
	if last.Name != "rest" || last.Planned != 4 || len(last.Runs) != 0 || len(last.Against) != 0 {
		t.Errorf("%+v", last)
	}
	for path, want := range map[string][]string{
		"/experiments":      {`href="/experiments/duel"`, `href="/experiments/rest"`},
		"/experiments/duel": {"Strength above default", "Strength above random", "spsa over genetic", "/api/v1/experiments/duel/figure?against=random"},
		"/experiments/rest": {"0 of 4 runs are finished", "experiment --resume rest"},
		"/runs":             {`href="/experiments"`},
		"/runs?tag=duel":    {"run-risk-"},
	} {
		text := withoutSpans(ask(t, s, http.MethodGet, path, "").Body.String())
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s has no %q:\n%s", path, part, text)
			}
		}
	}
	for path, begin := range map[string]string{"/figure": "<svg", "/figure?against=random": "<svg"} {
		w := ask(t, s, http.MethodGet, "/api/v1/experiments/duel"+path, "")
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), begin) || w.Header().Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s: %d %s", path, w.Code, w.Header())
		}
	}
	for _, path := range []string{"/experiments/none", "/api/v1/experiments/none", "/api/v1/experiments/rest/figure", "/api/v1/experiments/duel/figure?against=nobody"} {
		if w := ask(t, s, http.MethodGet, path, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	doc := s.api.OpenAPI()
	for _, op := range operations(doc) {
		if strings.HasPrefix(op.Path, apiRoot+"/experiments") {
			hasShape(t, doc, op, ask(t, s, http.MethodGet, strings.ReplaceAll(op.Path, "{name}", "duel"), ""))
		}
	}
}

// The page of an experiment in a game of one seat shows the points of the results.
func TestExperimentOfOneSeat(t *testing.T) {
	t.Parallel()
	hill := solo.Func(
		engines.Spec{Name: "hill", Weights: engines.Space{{Name: "x", Max: 10, Default: 9}}},
		func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
			return engines.Rand(seed).Float64() - max(a.Weights[0]-3, 3-a.Weights[0]), nil
		},
	)
	games := runs.Catalog{Games: engines.Registry{hill}}
	o := runs.Options{Store: filepath.Join(t.TempDir(), "runs.db"), Workers: 2, Name: "hills", Text: `config: {engine: {name: hill}}
strategies: [spsa, de]
seeds: 1-2
budgets: [60]
verification: {games: 40, opponents: [default]}
match: {games: 40}
`}
	if _, err := runs.Experiment(t.Context(), games, o); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(to *Options) { to.Store, to.Catalog = o.Store, games })
	text := withoutSpans(ask(t, s, http.MethodGet, "/experiments/hills", "").Body.String())
	for _, want := range []string{"Points of a game above those of default on the same deals", "Differences of the mean scores by paired seeds", `alt="Mean score above default by games`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
	got := get[documents.Experiment](t, s, "/api/v1/experiments/hills")
	if len(got.Runs) != 4 || len(got.Runs[0].Scores) != 1 || got.Cells[0].Score == nil || got.Comparisons[0].Score == nil {
		t.Fatalf("%+v", got)
	}
	if best := float64(got.Runs[0].Scores[0].Difference); best <= 0 || best > 6 { // the default is 6 below the top
		t.Errorf("%v above the default", best)
	}
}

// A store without experiments, or no store at all, has a page that shows the command.
func TestNoExperiments(t *testing.T) {
	t.Parallel()
	for _, s := range []*Server{newServer(t, nil), newServer(t, func(o *Options) { o.Store = filepath.Join(t.TempDir(), "none.db") })} {
		if text := withoutSpans(ask(t, s, http.MethodGet, "/experiments", "").Body.String()); !strings.Contains(text, "lanista experiment FILE") {
			t.Error(text)
		}
		if text := ask(t, s, http.MethodGet, "/runs", "").Body.String(); strings.Contains(text, "/experiments") {
			t.Error(text)
		}
	}
}

// The page of an experiment on duels has a table of regrets, with a column for each variant.
func TestExperimentOfDuels(t *testing.T) {
	t.Parallel()
	o := runs.Options{Store: filepath.Join(t.TempDir(), "runs.db"), Name: "known", Text: `config: {engine: {name: duel}, verification: {games: 0}}
strategies: [spsa, de]
seeds: 1-2
seed_keys: [engine.settings.instance]
budgets: [60]
variants: {quad-4: {engine: {settings: {kind: quad}}}, ill-4: {engine: {settings: {kind: ill}}}}
`}
	r, err := runs.Experiment(t.Context(), catalog, o)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(to *Options) { to.Store = o.Store })
	text := ask(t, s, http.MethodGet, "/experiments/known", "").Body.String()
	parts := []string{"<h2>Regret</h2>", `<th class="r">quad-4</th><th class="r">ill-4</th>`, "Strength above optimum", "the known strengths of the results"}
	for _, row := range r.Regrets {
		for _, cell := range row.Variants {
			parts = append(parts, fmt.Sprintf(`data-label="%s">%.0f</td>`, cell.Variant, cell.Median))
		}
	}
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("the page has no %q:\n%s", part, text)
		}
	}
	if got := get[documents.Experiment](t, s, "/api/v1/experiments/known"); len(got.Regrets) != 2 || got.Regrets[1].Variants[1].Median != r.Regrets[1].Variants[1].Median {
		t.Errorf("%+v", got.Regrets)
	}
}
