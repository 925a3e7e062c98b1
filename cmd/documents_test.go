package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/rating/ratinglist"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/workers"
)

// printed lists the documents of the verbs by title: the verb, with its flags or arguments if they
// change the type of the document.
var printed = []serve.Document{
	{Title: "an error", Type: reflect.TypeFor[errorDocument]()},
	{Title: "evolve, tournament, match, grid, fit, runs RUN", Type: reflect.TypeFor[documents.Run]()},
	{Title: "runs", Type: reflect.TypeFor[[]documents.Run]()},
	{Title: "events", Type: reflect.TypeFor[serve.Event]()},
	{Title: "evolve --seeds", Type: reflect.TypeFor[documents.Seeds]()},
	{Title: "evolve --dry-run", Type: reflect.TypeFor[runs.Forecast]()},
	{Title: "fit --dry-run", Type: reflect.TypeFor[runs.FitForecast]()},
	{Title: "grid --dry-run", Type: reflect.TypeFor[runs.GridForecast]()},
	{Title: "tournament --dry-run", Type: reflect.TypeFor[runs.TournamentForecast]()},
	{Title: "runs --failures", Type: reflect.TypeFor[[]failureDocument]()},
	{Title: "runs --replay", Type: reflect.TypeFor[replayedFailureDocument]()},
	{Title: "store check", Type: reflect.TypeFor[storeCheckDocument]()},
	{Title: "store recover", Type: reflect.TypeFor[storeRecoveryReport]()},
	{Title: "store copy", Type: reflect.TypeFor[storeCopyDocument]()},
	{Title: "store compact", Type: reflect.TypeFor[storeCompactDocument]()},
	{Title: "replay", Type: reflect.TypeFor[replayDocument]()},
	{Title: "explain", Type: reflect.TypeFor[explainDocument]()},
	{Title: "explain --dry-run", Type: reflect.TypeFor[runs.ExplainPlan]()},
	{Title: "compare", Type: reflect.TypeFor[compareDocument]()},
	{Title: "rate", Type: reflect.TypeFor[ratinglist.List]()},
	{Title: "eval", Type: reflect.TypeFor[documents.Analysis]()},
	{Title: "perft", Type: reflect.TypeFor[perftDocument]()},
	{Title: "agents", Type: reflect.TypeFor[agentsDocument]()},
	{Title: "engines", Type: reflect.TypeFor[[]documents.Engine]()},
	{Title: "engines ENGINE", Type: reflect.TypeFor[engineDocument]()},
	{Title: "presets", Type: reflect.TypeFor[[]runs.PresetInfo]()},
	{Title: "presets NAME", Type: reflect.TypeFor[presetDocument]()},
	{Title: "config check", Type: reflect.TypeFor[configCheckDocument]()},
	{Title: "config show", Type: reflect.TypeFor[configShowDocument]()},
	{Title: "etudes check", Type: reflect.TypeFor[etudesDocument]()},
	{Title: "check", Type: reflect.TypeFor[programChecked]()},
	{Title: "bench", Type: reflect.TypeFor[bench.Report]()},
	{Title: "bench --config", Type: reflect.TypeFor[[]runs.PoolResult]()},
	{Title: "bench --dry-run", Type: reflect.TypeFor[bench.Size]()},
	{Title: "experiment", Type: reflect.TypeFor[documents.Experiment]()},
	{Title: "experiment --dry-run", Type: reflect.TypeFor[runs.ExperimentSize]()},
	{Title: "serve", Type: reflect.TypeFor[serveDocument]()},
	{Title: "workers", Type: reflect.TypeFor[workersDocument]()},
	{Title: "init", Type: reflect.TypeFor[initResult]()},
	{Title: "version", Type: reflect.TypeFor[versionDocument]()},
}

// schemaText is the schema of the documents, which is made once for all tests.
var schemaText = sync.OnceValues(func() ([]byte, error) { return serve.Schema(printed...) })

// documentSchema returns a schema of an object with a property for each document, by its title.
func documentSchema(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	text, err := schemaText()
	if err != nil {
		t.Fatal(err)
	}
	var all jsonschema.Schema
	if err := json.Unmarshal(text, &all); err != nil || len(all.AnyOf) != len(printed) {
		t.Fatalf("%d schemas, want %d: %v", len(all.AnyOf), len(printed), err)
	}
	byTitle := &jsonschema.Schema{
		Defs: all.Defs, Properties: make(map[string]*jsonschema.Schema),
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}, // a title that no document has
	}
	for i, d := range printed {
		byTitle.Properties[d.Title] = all.AnyOf[i]
	}
	s, err := byTitle.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// isValid validates the text of a document by the schema of its title.
func isValid(t *testing.T, s *jsonschema.Resolved, title, what string, text []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Errorf("%s: %v: %.300s", what, err, text)
		return
	}
	if err := s.Validate(map[string]any{title: value}); err != nil {
		t.Errorf("%s: %v\n%.2000s", what, err, text)
	}
}

// TestDocumentSchema compares docs/documents.schema.json with the types; LANISTA_UPDATE=1
// writes it.
func TestDocumentSchema(t *testing.T) {
	t.Parallel()
	text, err := schemaText()
	if err != nil {
		t.Fatal(err)
	}
	compare(t, filepath.Join("..", "docs", "documents.schema.json"), string(text)+"\n")
	for _, key := range []string{`"generations"`, `"clusters"`, `"pairs"`} {
		if strings.Contains(string(text), key) {
			t.Errorf("the schema has the key %s", key)
		}
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Type any }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	found := 0
	for name, d := range schema.Defs {
		for key, p := range d.Properties { // seeds exceed 2^53, up to which all readers of JSON represent numbers
			if key != "seed" && !strings.HasSuffix(key, "_seed") {
				continue
			}
			if found++; p.Type != "string" {
				t.Errorf("%s.%s is of the type %v, want a string", name, key, p.Type)
			}
		}
	}
	if found < 5 {
		t.Errorf("the schema has only %d seeds", found)
	}
}

// TestNumbersAreDescribed finds numbers of documents without a description, from which a program
// could not learn their unit.
func TestNumbersAreDescribed(t *testing.T) {
	t.Parallel()
	text, err := schemaText()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Type        any    `json:"type"`
				Description string `json:"description"`
			} `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil || len(schema.Defs) == 0 {
		t.Fatal(len(schema.Defs), err)
	}
	for name, def := range schema.Defs {
		for key, p := range def.Properties {
			kinds := fmt.Sprint(p.Type) // number, integer or a list such as [number null]
			if p.Description == "" && (strings.Contains(kinds, "number") || strings.Contains(kinds, "integer")) {
				t.Errorf("%s.%s is a number without a description", name, key)
			}
		}
	}
}

// TestDocumentsFollowTheirSchema runs each verb that has --json and validates its output.
func TestDocumentsFollowTheirSchema(t *testing.T) {
	t.Parallel()
	schema := documentSchema(t)
	dir := t.TempDir()
	files := map[string]string{"spsa.yaml": strings.ReplaceAll(typedFiles["tune.yaml"], "{name: genetic, population: 8, generations: 3}", "{name: spsa}") + "budget: {games: 200}\n"}
	for name, text := range typedFiles {
		files[name] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	verb := startBatch(t, "golden-batch")
	covered := map[string]bool{"serve": true, "workers": true, "check": true} // see TestValuesFollowTheirSchema
	for _, c := range []struct{ title, line string }{
		{"evolve --dry-run", "evolve tune.yaml --dry-run"},
		{"evolve, tournament, match, grid, fit, runs RUN", "evolve tune.yaml --name first --games-file first.games"},
		{"evolve, tournament, match, grid, fit, runs RUN", "evolve spsa.yaml --name second --seed 18446744073709551615"},
		{"evolve --seeds", "evolve tune.yaml --seeds 1-2 --set verification.games=40"},
		{"fit --dry-run", "fit fit.yaml --dry-run"},
		{"evolve, tournament, match, grid, fit, runs RUN", "fit fit.yaml --name fitted"},
		{"grid --dry-run", "grid hare-grid --dry-run"},
		{"evolve, tournament, match, grid, fit, runs RUN", "grid hare-grid --name lattice --step 1 --exact --leave-one-out --set etudes=hare-20"},
		{"tournament --dry-run", "tournament cup.yaml --dry-run"},
		{"evolve, tournament, match, grid, fit, runs RUN", "tournament cup.yaml --name cup"},
		{"evolve, tournament, match, grid, fit, runs RUN", "tournament pair.yaml --name duel --sprt 0,100"},
		{"runs", "runs"},
		{"evolve, tournament, match, grid, fit, runs RUN", "runs first"},
		{"evolve, tournament, match, grid, fit, runs RUN", "runs fitted"},
		{"evolve, tournament, match, grid, fit, runs RUN", "runs lattice"},
		{"evolve, tournament, match, grid, fit, runs RUN", "runs cup"},
		{"evolve, tournament, match, grid, fit, runs RUN", "match default random --game hare --rounds 2 --depth 1"},
		{"tournament --dry-run", "match default random --game hare --rounds 2 --depth 1 --dry-run"},
		{"runs --failures", "runs first --failures"},
		{"store check", "store check"},
		{"store copy", "store copy --all copy.db"},
		{"store recover", "store recover copy.db recovered.db"},
		{"store compact", "store compact --db copy.db"},
		{"replay", "replay first --game 3"},
		{"explain --dry-run", "explain first --games 400 --dry-run"},
		{"explain", "explain first --games 400"},
		{"evolve, tournament, match, grid, fit, runs RUN", "runs first"},
		{"compare", "compare first second --games 20"},
		{"rate", "rate games.csv"},
		{"rate", "rate games.csv --model trueskill"},
		{"rate", "rate games.csv --matrix"},
		{"eval", "eval hare 45;26;2;f;29;19;0;f"},
		{"perft", "perft hare --depth 3"},
		{"agents", "agents hare"},
		{"engines", "engines"},
		{"engines ENGINE", "engines hare"},
		{"presets", "presets"},
		{"presets NAME", "presets risk-quick"},
		{"config check", "config check tune.yaml"},
		{"config check", "config check wrong.yaml"},
		{"config show", "config show tune.yaml"},
		{"etudes check", "etudes check hare-20.csv"},
		{"bench --dry-run", "bench --strategy spsa --dry-run"},
		{"bench", "bench --strategy spsa --seeds 1-1 --budget 200"},
		{"bench --config", "bench --config tune.yaml --strategy spsa --seeds 1-1 --budget 40 --games 2"},
		{"experiment --dry-run", "experiment duel.yaml --dry-run"},
		{"experiment", "experiment duel.yaml --set budgets=[40]"},
		{"version", "version"},
		{"version", "version --check-store lanista.db"},
		{"init", "init nim --kind game --language python"},
		{"an error", "runs nobody"},
		{"an error", "evolve wrong.yaml"},
	} {
		args := append(strings.Fields(c.line), "--json")
		r, err := verb.run(dir, "", args...)
		if err != nil {
			t.Fatal(err)
		}
		if r.Code != 0 && c.title != "an error" && !strings.Contains(c.line, "wrong") {
			t.Errorf("%s: exit code %d: %s", c.line, r.Code, r.Stdout)
			continue
		}
		isValid(t, schema, c.title, c.line, r.Stdout)
		covered[strings.Fields(c.line)[0]] = true
		if name := strings.Fields(c.line + " - - -")[3]; c.title != "tournament --dry-run" && strings.HasPrefix(c.line, "tournament ") {
			sameTournament(t, verb, dir, name, r.Stdout)
		}
	}
	for _, c := range verbs(&app{}) {
		if hasJSON(c) && !covered[c.Name()] {
			t.Errorf("the output of %s --json is not validated", c.Name())
		}
	}
	servedRuns(t, verb, schema, filepath.Join(dir, "lanista.db"))
}

// sameTournament compares the output of tournament with that of runs for the stored run.
func sameTournament(t *testing.T, verb *batch, dir, name string, played []byte) {
	t.Helper()
	r, err := verb.run(dir, "", "runs", name, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var docs [2]struct{ Tournament map[string]any }
	for i, text := range [][]byte{played, r.Stdout} {
		if err := json.Unmarshal(text, &docs[i]); err != nil {
			t.Fatal(err)
		}
		delete(docs[i].Tournament, "ended_early") // only the verb that played has it
	}
	if docs[0].Tournament["crosstable"] == nil || !reflect.DeepEqual(docs[0], docs[1]) {
		t.Errorf("tournament %s: played %v, stored %v", name, docs[0], docs[1])
	}
}

// hasJSON reports whether a verb or a verb below it has --json.
func hasJSON(c *cobra.Command) bool {
	for _, below := range c.Commands() {
		if hasJSON(below) {
			return true
		}
	}
	return c.Flags().Lookup("json") != nil
}

// servedRuns validates the documents of the web API for the runs of a store and compares them with
// the output of runs.
func servedRuns(t *testing.T, verb *batch, schema *jsonschema.Resolved, store string) {
	t.Helper()
	s, err := serve.New(serve.Options{Store: store, Catalog: runs.Catalog{Games: []engines.Engine{risk.New(), hare.New()}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/api/v1"+path, nil)
		r.Host = "127.0.0.1"
		s.ServeHTTP(w, r)
		return w
	}
	sameDefinitions(t, ask("/openapi.json").Body.Bytes())
	for _, run := range []string{"first", "second", "fitted", "lattice", "cup", "duel"} {
		w := ask("/runs/" + run)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", run, w.Code, w.Body)
			continue
		}
		served := w.Body.Bytes()
		isValid(t, schema, "evolve, tournament, match, grid, fit, runs RUN", "the API's "+run, served)
		var printed, got map[string]any
		r, err := verb.run(filepath.Dir(store), "", "runs", run, "--json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(r.Stdout, &printed); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(served, &got); err != nil {
			t.Fatal(err)
		}
		for key, value := range got {
			if !reflect.DeepEqual(value, printed[key]) {
				t.Errorf("%s: %s is %v in the API and %v in the output of runs", run, key, value, printed[key])
			}
		}
	}
}

// sameDefinitions compares the definitions of types that the schema of the documents shares with
// that of the web API.
func sameDefinitions(t *testing.T, openAPI []byte) {
	t.Helper()
	var described struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(bytes.ReplaceAll(openAPI, []byte("#/components/schemas/"), []byte("#/$defs/")), &described); err != nil {
		t.Fatal(err)
	}
	text, err := schemaText()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	shared := 0
	for name, def := range schema.Defs {
		if other, ok := described.Components.Schemas[name]; ok {
			shared++
			if !reflect.DeepEqual(def, other) {
				t.Errorf("%s has another definition in the description of the web API", name)
			}
		}
	}
	if shared < 15 {
		t.Errorf("%d definitions are shared", shared)
	}
}

// TestValuesFollowTheirSchema validates the documents of verbs that need programs or servers.
func TestValuesFollowTheirSchema(t *testing.T) {
	t.Parallel()
	schema := documentSchema(t)
	failure := results.Failure{Round: 2, Pairing: 6, Game: 1, Agents: []string{"a", "b"}, Forfeit: engines.Forfeit{
		Seat: 1, Kind: engines.ForfeitCrashed, Reason: "r", Evidence: &engines.Evidence{Program: "p", Seed: 1<<64 - 1, Lines: []string{"x"}, Agents: []engines.Agent{{Name: "a"}}},
	}}
	again := runs.ReplayFailureResult{Run: "r", Number: 1, Failure: failure, Played: engines.Record{Outcome: engines.Places(1, 2), Ending: engines.Forfeited, Forfeit: &failure.Forfeit}, Changed: []string{"p"}}
	for title, value := range map[string]any{
		"runs --failures": newFailureDocuments([]results.Failure{failure}),
		"runs --replay":   newReplayedFailureDocument(again),
		"check":           programChecked{external.CheckResult{Program: "p", Checks: []external.Finding{{ID: "1", Verdict: external.Warn}}, Weights: []external.CheckedWeight{{Name: "w"}}}, "engine: x"},
		"serve":           serveDocument{URL: "http://x", URLs: []string{"http://x"}, ReadURLs: []string{}, Listen: "x:1", Store: "lanista.db", Token: true, PID: 7},
		"workers":         workersDocument{"nats://x", []workers.Worker{{ID: "w", Programs: []string{"p"}}}, 4},
		"events": serve.Event{Version: 1, Runs: []documents.Progress{
			documents.Progress{ID: "r", Status: "running", PlannedGames: 10}.WithCheckpoints([]results.Checkpoint{{Round: 1}}, nil),
		}},
	} {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		isValid(t, schema, title, title, text)
	}
}
