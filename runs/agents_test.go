package runs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// An agent is found by the name of where it comes from.
func TestAgentSources(t *testing.T) {
	t.Parallel()
	e := newTrack()
	catalog := only(e)
	catalog.Champions = fstest.MapFS{
		"track.json": {Data: []byte(`{"engine": "track", "settings": {"hidden": "false"}, "weights": {"way": 4, "fuel": 2}}`)},
	}
	dir, db := t.TempDir(), inStore(t)
	tuned, err := catalog.Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "first"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	best := tuned.Verification.Result.Weights
	rec, err := runs.Record(t.Context(), db, "first")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := runs.Document(rec, e.Spec())
	if err != nil {
		t.Fatal(err)
	}
	exported := filepath.Join(dir, "best.json")
	if err := doc.WriteFile(exported, "json"); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, "risk.json")
	other, err := weights.New("risk", risk.New().Spec().Weights, engines.Weights{1, 1, 1, 1})
	if err == nil {
		err = other.WriteFile(foreign, "json")
	}
	if err != nil {
		t.Fatal(err)
	}
	ofProgram := filepath.Join(dir, "program.json")
	if err := os.WriteFile(ofProgram, []byte(`{"engine": "track", "player": "mine", "settings": {"limit": "depth 1"}, "weights": {"margin": 3}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	calm := engines.Settings{"mood": "calm"} // what a run of its default settings was tuned for
	for source, want := range map[string]engines.Agent{
		"":          {Name: "", Weights: engines.Weights{1, 1}},
		"default":   {Name: "default", Weights: engines.Weights{1, 1}},
		"random":    {Name: "random", Player: "random"},
		"first":     {Name: "first", Player: "first"},
		"sprinter":  {Name: "sprinter", Weights: engines.Weights{10, 0}},
		"champion":  {Name: "champion", Weights: engines.Weights{4, 2}, Settings: engines.Settings{"hidden": "false"}},
		"run:first": {Name: "run:" + tuned.Record.ID, Weights: best, Settings: calm},
		"run:last":  {Name: "run:" + tuned.Record.ID, Weights: best, Settings: calm},
		exported:    {Name: exported, Weights: best, Settings: calm},
	} {
		got, err := catalog.Agent(t.Context(), e, nil, 2, source, db)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", source, diff)
		}
	}
	hidden := engines.Settings{"hidden": "true"}
	for _, c := range []struct {
		source   string
		settings engines.Settings
		want     string
	}{
		{"last", nil, "weights last: no such file, and no agent of that name (did you mean run:last?)"},
		{"nobody", nil, "weights nobody: no such file, and no agent of that name"},
		{foreign, nil, "they are for risk, not track"},
		{ofProgram, nil, "they are for the program mine: name a config with its command"},
		{"champion", hidden, "those that ship are for hidden=false"},
	} {
		_, err := catalog.Agent(t.Context(), e, c.settings, 2, c.source, db)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.source, err, c.want)
		}
	}
	if _, err := catalog.Agent(t.Context(), e, nil, 2, "run:nobody", db); err == nil {
		t.Error("an unknown run has an agent")
	}
	catalog.Champions = fstest.MapFS{"track.json": {Data: []byte(`{"engine": "track", "seats": 2, "weights": {"way": 4, "fuel": 2}}`)}}
	if got, err := catalog.Agent(t.Context(), e, nil, 2, "champion", db); err != nil || got.Weights[0] != 4 {
		t.Errorf("the champion for two: %+v, %v", got, err)
	}
	_, err = catalog.Agent(t.Context(), e, nil, 3, "champion", db)
	if !errors.Is(err, weights.ErrNoChampion) || !strings.HasSuffix(err.Error(), "are for any settings with 2 seats") {
		t.Errorf("for three where there is one for two: %v", err)
	}
	if _, err := only(newTrack()).Agent(t.Context(), e, nil, 2, "champion", db); !errors.Is(err, weights.ErrNoChampion) {
		t.Errorf("a game without a champion: %v", err)
	}
}

// A run that is not finished has an agent too, with the settings of its config.
func TestAgentOfAnUnfinishedRun(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	catalog := both()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := catalog.Tune(ctx, runs.Options{Text: onRisk, Store: db, Events: stops(cancel, 2, 0)}, nil)
	if err == nil {
		t.Fatal("it was not stopped")
	}
	got, err := catalog.Agent(t.Context(), risk.New(), nil, 2, "run:last", db)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), db, "last")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rec.Generations[1].Best.Weights, got.Weights); diff != "" || got.Settings["depth"] != "1" {
		t.Errorf("settings %v; %s", got.Settings, diff)
	}
	if _, table := got.Settings["size"]; table {
		t.Errorf("the table's settings are no agent's: %v", got.Settings)
	}
}

// A config names agents in every way there is; "start" are the weights that the
// search begins with.
func TestAgentsOfAConfig(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(file, []byte(`{"engine": "track", "weights": {"way": 2, "fuel": 7}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	db := inStore(t)
	rated, err := both().Tournament(t.Context(), runs.Options{Store: db, Text: `
engine: {name: track, weights: {way: {start: 5}}}
agents: [default, start, sprinter, {name: named, weights: {way: 3}}, {name: list, weights: [6, 0.5]}, {name: filed, weights: ` + file + `}, random]
`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, s := range rated.Table.Standings {
		names[s.Agent] = true
	}
	rec, err := runs.Record(t.Context(), db, "last")
	if err != nil {
		t.Fatal(err)
	}
	// What is stored depends on no file.
	for agent, weights := range map[string]string{
		"default": "[1, 1]", "start": "[5, 1]", "sprinter": "[10, 0]", "named": "[3, 1]", "list": "[6, 0.5]", "filed": "[2, 7]",
	} {
		if !names[agent] || !strings.Contains(rec.Config, "name: "+agent+"\n      weights: "+weights) {
			t.Errorf("%s has not the weights %s in\n%s", agent, weights, rec.Config)
		}
	}
	if !names["random"] || !strings.Contains(rec.Config, "player: random") {
		t.Errorf("random is not in\n%s", rec.Config)
	}
}

// A mistake in a weights file that a config names has its place in that file. The keys of the file are
// not taken for keys of the config.
func TestMistakesInWeightsFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"setting.json": "{\"engine\": \"track\",\n\"settings\": {\n\"mood\": \"odd\"},\n\"weights\": {\"way\": 2, \"fuel\": 7}}",
		"weight.json":  "{\"engine\": \"track\",\n\"weights\": {\"way\": 2,\n\"fuel\": 99}}",
		"setting.csv":  "engine,kind,name,value\ntrack,setting,mood,odd\ntrack,weight,way,2\ntrack,weight,fuel,7\n",
		"weight.csv":   "engine,kind,name,value\ntrack,weight,way,2\ntrack,weight,fuel,99\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{
		"setting.json": "setting.json:3: settings.mood: ",
		"weight.json":  "weight.json:3: weights.fuel: 99 is not within [0, 10]",
		"setting.csv":  "setting.csv: mood: ",
		"weight.csv":   "weight.csv: fuel: 99 is not within [0, 10]",
	} {
		for key, text := range map[string]string{
			"agents[1]":      "{engine: {name: track}, agents: [default, %s]}",
			"opponents[0]":   "{engine: {name: track}, opponents: [%s]}",
			"engine.weights": "{engine: {name: track, weights: %s}}",
		} {
			_, err := both().Resolve(t.Context(), runs.Options{Text: fmt.Sprintf(text, filepath.Join(dir, file))})
			var mistake *runs.MistakeError
			if !errors.As(err, &mistake) || !strings.Contains(err.Error(), key+": ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s as %s: %v, want %q", file, key, err, want)
			}
		}
	}
}

// The file that an agent's setting names is read, and one that is not there is a mistake
// of that key.
func TestAgentSettingsFromFiles(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "depth.txt")
	if err := os.WriteFile(file, []byte("2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	config := "engine: {name: risk, settings: {size: 3, depth: 1}}\nagents: [{name: a, settings: {depth: '@%s'}}, {name: b, settings: {depth: 2}}]\nschedule: {cycles: 2}\nseed: 1\n"
	_, err := both().Tournament(t.Context(), runs.Options{Text: fmt.Sprintf(config, file), Store: inStore(t), Force: true}, nil)
	if err != nil {
		t.Error(err)
	}
	_, err = both().Tournament(t.Context(), runs.Options{Text: fmt.Sprintf(config, file+".not"), Store: inStore(t), Force: true}, nil)
	if err == nil || !strings.Contains(err.Error(), "agents[0].settings.depth: open ") {
		t.Errorf("a file that is not there: %v", err)
	}
}
