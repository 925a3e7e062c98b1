package configs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
)

// known are the presets that ship.
var known = Presets{Files: []fs.FS{Shipped()}}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMistakesNameTheirPlace(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"empty", "", "FILE: the file is empty"},
		{"list", "- 1\n", "FILE:1: a mapping is needed at the top, not a list"},
		{"unknown key", "engine: {name: risk}\nsede: 1\n", "FILE:2: sede: unknown key (did you mean seed?)"},
		{"unknown nested key", "engine:\n  nmae: risk\n", "FILE:2: engine.nmae: unknown key (did you mean name?)"},
		{"no idea", "engine: {name: risk}\nverification: {zzzzzzzz: 1}\n", "FILE:2: verification.zzzzzzzz: unknown key (have games, opponents, settings)"},
		{"wrong type", "engine: {name: risk}\nbudget: {rounds: many}\n", `FILE:2: budget.rounds: a whole number is needed, not "many"`},
		{"fraction", "engine: {name: risk}\nbudget: {rounds: 1.5}\n", `FILE:2: budget.rounds: a whole number is needed, not "1.5"`},
		{"mapping for number", "engine: {name: risk}\nseed: {a: 1}\n", "FILE:2: seed: a whole number from 0 is needed, not a mapping"},
		{"negative seed", "engine: {name: risk}\nseed: -1\n", `FILE:2: seed: a whole number from 0 is needed, not "-1"`},
		{"nothing", "engine: {name: risk}\nseed:\n", "FILE:2: seed: a whole number from 0 is needed, not nothing"},
		{"nan", "engine: {name: risk, weights: {density: {min: .nan}}}\n", "FILE:1: engine.weights.density.min: .nan is not a finite number"},
		{"time", "engine: {name: risk}\nbudget: {time: soon}\n", `FILE:2: budget.time: a time such as 90s, 10m or 2h is needed, not "soon"`},
		{"too many", "engine: {name: risk}\nbudget:\n  games: 9223372036854775807\n", "FILE:3: budget.games: 9.223372036854776e+18 is not within [1, 1000000000000]"},
		{"preset nearly", "preset: rsik\n", "FILE:1: preset: unknown preset \"rsik\" (did you mean risk?)"},
		{"negative", "engine: {name: risk}\nbudget:\n  games: -3\n", "FILE:3: budget.games: -3 is below the minimum 1"},
		{"twice", "engine: {name: risk}\nseed: 1\nseed: 2\n", "FILE:3: seed: duplicate key (first on line 2)"},
		{"second document", "engine: {name: risk}\n---\nseed: 1\n", "FILE:3: a second document; one is allowed"},
		{"syntax", "engine: {name: risk\n", "FILE:1: did not find expected ',' or '}'"},
		{"alias", "engine: {name: risk}\nagents: &x [*x]\n", "FILE:2: agents: anchors are not supported"},
		{"no engine", "seed: 1\n", "FILE:1: engine.name: missing"},
		{"unknown preset", "preset: rsik\n", "FILE:1: preset: unknown preset"},
		{"agent", "engine: {name: risk}\nagents: [{nmae: x}]\n", "FILE:2: agents[0].nmae: unknown key (did you mean name?)"},
		{"settings", "engine: {name: risk, settings: {depth: {a: 1}}}\n", "FILE:1: engine.settings.depth: a plain value or a list is needed, not a mapping"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.yaml)
			d, err := known.Load(t.Context(), path, nil)
			if err == nil {
				_, err = d.Config()
			}
			want := strings.ReplaceAll(c.want, "FILE", path)
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

// A config is read to its end: every mistake is told at once, in the order of
// the lines.
func TestAllMistakesAtOnce(t *testing.T) {
	path := write(t, "engine: {name: risk}\nbudget:\n  rounds: many\n  game: 4\nverification: 7\nagents: [{weights: [x]}]\n")
	d, err := known.Load(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Config()
	want := strings.ReplaceAll(`FILE:3: budget.rounds: a whole number is needed, not "many"
FILE:4: budget.game: unknown key (did you mean games?)
FILE:5: verification: a mapping is needed (with games, opponents, settings), not "7"
FILE:6: agents[0].weights[0]: a number is needed, not "x"`, "FILE", path)
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	path = write(t, "engine: {name: risk}\nbudget: {games: -3, gmaes: 5}\nseed: 1\nbudget: {rounds: many, games: -4}\nseed: 2\n")
	if d, err = known.Load(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	_, err = d.Config()
	want = strings.ReplaceAll(`FILE:2: budget.gmaes: unknown key (did you mean games?)
FILE:2: budget.games: -3 is below the minimum 1
FILE:4: budget.rounds: a whole number is needed, not "many"
FILE:4: budget: duplicate key (first on line 2)
FILE:5: seed: duplicate key (first on line 3)`, "FILE", path)
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	path = write(t, "budget: {rounds: -1, games: -2}\n")
	if d, err = known.Load(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	_, err = d.Config()
	want = strings.ReplaceAll("FILE:1: engine.name: missing\nFILE:1: budget.rounds: -1 is below the minimum 1\nFILE:1: budget.games: -2 is below the minimum 1", "FILE", path)
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestMissingFile(t *testing.T) {
	_, err := known.Load(t.Context(), "no/such.yaml", nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "no/such.yaml: ") {
		t.Errorf("%v", err)
	}
}

func TestLayers(t *testing.T) {
	path := write(t, "preset: risk-paper\nengine: {settings: {depth: 1}}\nstrategy: {population: 40}\nseed: 3\n")
	d, err := known.Load(t.Context(), path, []string{"engine.settings.size=5", "budget.time=2m", "seed=9", "engine.settings.weakest_only=true"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Config()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Scalar{"size": "5", "depth": "1", "min_diff": "1", "weakest_only": "true"}
	if diff := cmp.Diff(want, c.Engine.Settings); diff != "" {
		t.Errorf("settings: %s", diff)
	}
	if c.Seed != 9 || c.Budget.Time != 2*time.Minute || c.Engine.Name != "risk" {
		t.Errorf("seed %d, time %v, engine %s", c.Seed, c.Budget.Time, c.Engine.Name)
	}
	var population int
	if err := d.Decode("strategy.population", &population); err != nil || population != 40 {
		t.Errorf("population %d, %v", population, err)
	}
	var name struct {
		Name string `yaml:"name"`
	}
	if err := d.Decode("strategy", &name); err == nil || !strings.HasSuffix(err.Error(), "unknown key (have name)") {
		t.Errorf("a strategy's keys that nobody knows: %v", err)
	}
}

func TestAnotherStrategyReplacesTheWhole(t *testing.T) {
	d, err := Parse([]byte("strategy: {name: genetic, population: 9}\n"), "a")
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.Set("strategy={name: spsa}"); err != nil {
		t.Fatal(err)
	}
	if d.Has("strategy.population") {
		t.Error("the population of another strategy is still there")
	}
}

// TestPresetsOfTheReportOnRisk compares the settings of two presets with the numbers of the report and
// of its program: an attack needs one unit more, and three in the program, which attacks only the
// weakest neighbour, looks five moves ahead, and from round 30 on does not stop while it can attack.
func TestPresetsOfTheReportOnRisk(t *testing.T) {
	for name, want := range map[string]engines.Settings{
		"risk-paper": {"size": "6", "depth": "3", "min_diff": "1", "weakest_only": "false"},
		"risk-java":  {"size": "6", "depth": "5", "min_diff": "3", "weakest_only": "true", "force_attack_after": "29"},
	} {
		d, err := known.Load(t.Context(), name, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.Config()
		if err != nil {
			t.Fatal(err)
		}
		if got := Settings(c.Engine.Settings); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		for key, want := range map[string]string{
			"population": "100", "groups": "10", "group_size": "10", "games_per_pair": "1", "fitness": "win_rate",
			"selection.kind": "top", "selection.count": "3", "crossover.kind": "average", "crossover.pairs": "12",
			"mutation.kind": "reset", "mutation.count": "3", "mutation.weights": "1", "replacement": "worst", "generations": "4",
		} {
			if got, _ := d.Text("strategy." + key); got != want {
				t.Errorf("%s: strategy.%s is %s, want %s", name, key, got, want)
			}
		}
	}
}

// The options of another strategy or engine count wherever its name stands among the overrides.
func TestOverridesOfAnotherStrategy(t *testing.T) {
	for _, overrides := range [][]string{
		{"strategy.name=spsa", "strategy.spread=0.2", "engine.name=hare", "engine.seats=3"},
		{"strategy.spread=0.2", "engine.seats=3", "strategy.name=spsa", "engine.name=hare"},
		{"engine.seats=3", "strategy.spread=0.2", "engine={name: hare}", "strategy={name: spsa}"},
	} {
		d, err := known.Load(t.Context(), "risk-paper", overrides)
		if err != nil {
			t.Fatal(err)
		}
		strategy, _ := d.Text("strategy.name")
		engine, _ := d.Text("engine.name")
		if strategy != "spsa" || engine != "hare" || !d.Has("strategy.spread") || !d.Has("engine.seats") || d.Has("strategy.procedure") || d.Has("engine.settings") {
			t.Errorf("%v: strategy %s, engine %s, the spread %v, the seats %v", overrides, strategy, engine, d.Has("strategy.spread"), d.Has("engine.seats"))
		}
	}
}

// An override of the preset has the effect of its key in the config, wherever it stands among the
// overrides.
func TestOverrideOfThePreset(t *testing.T) {
	path := write(t, "preset: risk-paper\nbudget: {games: 77}\n")
	d, err := known.Load(t.Context(), path, []string{"engine.seats=3", "preset=hare"})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"engine.name": "hare", "engine.seats": "3", "budget.games": "77"} {
		if got, _ := d.Text(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if _, err := known.Load(t.Context(), path, []string{"preset=rsik"}); err == nil || !strings.HasPrefix(err.Error(), `--set preset=rsik: preset: unknown preset "rsik"`) {
		t.Errorf("%v", err)
	}
}

func TestSetMistakes(t *testing.T) {
	for override, want := range map[string]string{
		"seed":                  "--set seed: path=value is needed",
		"=3":                    "--set =3: path=value is needed",
		"a..b=3":                "--set a..b=3: the path has an empty key",
		"seed=[":                "--set seed=[: seed: the value is not YAML",
		"budget.rounds=x":       `--set budget.rounds=x: budget.rounds: a whole number is needed, not "x"`,
		"engine.settings=depth": `--set engine.settings=depth: engine.settings: a mapping is needed, not "depth"`,
	} {
		d, err := known.Load(t.Context(), "risk-paper", []string{override})
		if err == nil {
			_, err = d.Config()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", override, err, want)
		}
	}
}

func TestSpace(t *testing.T) {
	own := engines.Space{{Name: "a", Max: 10, Default: 1}, {Name: "b", Max: 10, Default: 1}, {Name: "c", Min: 0, Max: 10, Default: 5}}
	two, four, kind := 2.0, 4.0, "fixed"
	e := Engine{Weights: Ranges{Named: map[string]Weight{"a": {Min: &two, Max: &four}, "c": {Kind: &kind, Start: &engines.Value{Number: four}}}}}
	space, start, err := e.Space(own)
	if err != nil {
		t.Fatal(err)
	}
	want := engines.Space{{Name: "a", Min: 2, Max: 4, Default: 2}, own[1], {Name: "c", Max: 10, Default: 4, Kind: engines.Fixed}}
	if diff := cmp.Diff(want, space); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(engines.Weights{2, 1, 4}, start); diff != "" {
		t.Error(diff)
	}
	eleven := 11.0
	for text, w := range map[string]map[string]Weight{
		"engine.weights.d: unknown weight (have a, b, c)":                    {"d": {}},
		"engine.weights.a: min 4 is above max 2":                             {"a": {Min: &four, Max: &two}},
		"engine.weights.b: range [0, 11] is wider than the engine's [0, 10]": {"b": {Max: &eleven}},
		"engine.weights.a.start: 11 is not within [0, 10]":                   {"a": {Start: &engines.Value{Number: eleven}}},
		`engine.weights.a.kind: unknown kind of weight "Fixed" (have`:        {"a": {Kind: ptr("Fixed")}},
	} {
		if _, _, err := (Engine{Weights: Ranges{Named: w}}).Space(own); err == nil || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// A weight of whole numbers stays one, whatever kind the config gives it.
func TestSpaceOfWholeNumbers(t *testing.T) {
	own := engines.Space{{Name: "n", Min: 1, Max: 100, Default: 50, Kind: engines.Integer}}
	half := &engines.Value{Number: 20.5}
	for kind, want := range map[string]engines.Kind{"integer": engines.Integer, "log": engines.Integer | engines.Log, "integer log": engines.Integer | engines.Log, "fixed": engines.Integer | engines.Fixed} {
		space, _, err := (Engine{Weights: Ranges{Named: map[string]Weight{"n": {Kind: &kind}}}}).Space(own)
		if err != nil || space[0].Kind != want {
			t.Errorf("%s: %v, %v, want kind %v", kind, space, err, want)
		}
		if _, _, err := (Engine{Weights: Ranges{Named: map[string]Weight{"n": {Kind: &kind, Start: half}}}}).Space(own); err == nil || err.Error() != "engine.weights.n.start: 20.5 is not a whole number" && err.Error() != "engine.weights.n: 20.5 is not a whole number" {
			t.Errorf("%s from 20.5: %v", kind, err)
		}
	}
	if _, _, err := (Engine{Weights: Ranges{Named: map[string]Weight{"n": {Kind: ptr("real")}}}}).Space(own); err == nil || err.Error() != "engine.weights.n.kind: the weight takes whole numbers; have integer, integer log, fixed" {
		t.Errorf("real: %v", err)
	}
}

func ptr[T any](v T) *T { return &v }

func TestAgents(t *testing.T) {
	d, err := Parse([]byte(`
engine: {name: risk}
agents:
  - default
  - {name: old, weights: {a: 1, b: 2}}
  - {name: list, weights: [1, 2], settings: {depth: 2, width: [0, 8]}}
  - {name: bred, weights: "run:r1"}
`), "t.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Config()
	if err != nil {
		t.Fatal(err)
	}
	want := []Agent{
		{Name: "default", Weights: AgentWeights{Source: "default"}},
		{Name: "old", Weights: AgentWeights{Named: map[string]engines.Value{"a": {Number: 1}, "b": {Number: 2}}}},
		{Name: "list", Weights: AgentWeights{List: []float64{1, 2}}, Settings: map[string]Scalar{"depth": "2", "width": "0,8"}},
		{Name: "bred", Weights: AgentWeights{Source: "run:r1"}},
	}
	if diff := cmp.Diff(want, c.Agents); diff != "" {
		t.Error(diff)
	}
}

func TestEveryPresetLoads(t *testing.T) {
	for _, name := range known.Names() {
		d, err := known.Load(t.Context(), name, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := d.Config(); err != nil {
			t.Error(err)
		}
		if title := known.Title(name); !strings.HasSuffix(title, ".") || strings.HasPrefix(title, "engine:") {
			t.Errorf("preset %s does not begin with a comment that is a sentence in one line: %q", name, title)
		}
		if game, _ := d.Text("engine.name"); game != name && !strings.HasPrefix(name, game+"-") { // help texts rest on it
			t.Errorf("preset %s is for %s, and its name does not begin so", name, game)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, name := range known.Names() {
		data, err := known.Get(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("a: &x [*x]\n"))
	f.Add([]byte("engine: {weights: {a: {min: 1e999}}}"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		d, err := Parse(data, "fuzz.yaml")
		if err != nil {
			return
		}
		c, err := d.Config()
		if err != nil {
			return
		}
		_, _, _ = c.Engine.Space(engines.Space{{Name: "a", Max: 1}})
	})
}

// A program shows the presets of its own games, and its own before others of the
// same name.
func TestPresetsOfSomeGames(t *testing.T) {
	own := fstest.MapFS{
		"duel.yaml": {Data: []byte("# A duel.\nengine: {name: duel}\n")},
		"hare.yaml": {Data: []byte("# Our hare.\nengine: {name: hare}\n")},
		"bad.yaml":  {Data: []byte("engine: [")},
	}
	p := Presets{Files: []fs.FS{own, Shipped()}, Of: func(engine string) bool { return engine == "duel" || engine == "hare" }}
	names := p.Names()
	if !slices.Contains(names, "duel") || !slices.Contains(names, "hare-grid") || slices.Contains(names, "risk") {
		t.Errorf("the presets are %v", names)
	}
	for _, name := range append(names, "risk", "none", "", "x/duel", "./duel") {
		if p.Has(name) != slices.Contains(names, name) {
			t.Errorf("Has(%q) is %t", name, p.Has(name))
		}
	}
	if p.Title("hare") != "Our hare." {
		t.Errorf("hare is %q", p.Title("hare"))
	}
	if _, err := p.Load(t.Context(), "risk", nil); err == nil || !strings.Contains(err.Error(), `unknown preset "risk"`) {
		t.Errorf("a preset of another game: %v", err)
	}
	if _, err := p.Load(t.Context(), "bad", nil); err == nil || !strings.Contains(err.Error(), "preset bad:1") {
		t.Errorf("a broken preset: %v", err)
	}
}

// The error for the name of a game that is no preset lists the presets of the game.
func TestUnknownPresetOfAGame(t *testing.T) {
	t.Parallel()
	p := Presets{Files: []fs.FS{fstest.MapFS{"hare.yaml": {}, "othello-fit.yaml": {}, "othello-hard.yaml": {}, "go-one.yaml": {}}}}
	for name, want := range map[string]string{"othello": "(have othello-fit, othello-hard)", "go": "(have go-one)", "othelo": "(have go-one, hare, othello-fit, othello-hard)"} {
		if _, err := p.Get(name); err == nil || err.Error() != fmt.Sprintf("unknown preset %q %s", name, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// An unknown preset is a question about the config file of that name, if there is one in the working
// folder or in a folder of that name.
func TestUnknownPresetIsAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.MkdirAll("wood", 0o700), os.MkdirAll("iron.yaml", 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"duel.yaml", "duel.yml", "fort.yml", "bare", filepath.Join("wood", "wood.yaml")} {
		if err := os.WriteFile(file, []byte("engine: {name: hare}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := Presets{Files: []fs.FS{fstest.MapFS{"hare.yaml": {Data: []byte("engine: {name: hare}\n")}}}}
	for name, want := range map[string]string{
		"duel": "(did you mean the file duel.yaml?)", "fort": "(did you mean the file fort.yml?)", "iron": "(have hare)", "bare": "(did you mean the file ./bare?)",
		"wood": "(did you mean the file " + filepath.Join("wood", "wood.yaml") + "?)",
	} {
		if _, err := p.Load(t.Context(), name, nil); err == nil || err.Error() != fmt.Sprintf("unknown preset %q %s", name, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A config is text that a person wrote: what has no end is not read to it.
func TestLoadRefusesWhatHasNoEnd(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero")
	}
	if _, err := known.Load(t.Context(), "/dev/zero", nil); err == nil || err.Error() != "/dev/zero: larger than 16 MB" {
		t.Error(err)
	}
}

// The number -1, which stands for auto in Go programs, is reported as it was written.
func TestFewerThanNoRandomPlies(t *testing.T) {
	t.Parallel()
	for _, plies := range []string{"-1", "-2"} {
		d, err := Parse([]byte("engine: {name: hare}\nopenings: {random_plies: "+plies+"}\n"), "a.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Config(); fmt.Sprint(err) != "a.yaml:2: openings.random_plies: "+plies+" is not within [0, 1000]" {
			t.Errorf("%s: %v", plies, err)
		}
	}
}
