package runs

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

const openBenchLines = `# of a tune
LMRBase, float, 0.75, 0.1, 2.0, 0.05, 0.002

King Safety, int, 100, 0, 400, 12, 0.0025
`

// OpenBench's lines become weights with steps and rates.
func TestImportOpenBench(t *testing.T) {
	t.Parallel()
	text, err := ImportTuning([]byte(openBenchLines), ImportOptions{Source: "tune.txt", Command: "./bin/engine --quiet", Limit: "nodes 5000", Games: 6000})
	if err != nil {
		t.Fatal(err)
	}
	want := `# Parameters of OpenBench from tune.txt. Check the command, the limit and the openings:
#
#   lanista check FILE
#   lanista evolve FILE
programs:
  engine:
    command: [./bin/engine, --quiet]
    protocol: uci
engine:
  name: chess
  player: engine
  settings: {limit: nodes 5000}
  weights:
    LMRBase: {start: 0.75, min: 0.1, max: 2, kind: real, step: 0.05}
    King Safety: {start: 100, min: 0, max: 400, step: 12}
strategy:
  name: spsa
  schedule: fishtest
  rate: {LMRBase: 0.002, King Safety: 0.0025}
budget: {games: 6000}
verification: {games: 600, opponents: [start]}
seed: 1
`
	if text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	without, err := ImportTuning([]byte("King Safety, 100, 0, 400, 12, 0.0025\n"), ImportOptions{Source: "fishtest.txt"})
	if err != nil || !strings.Contains(without, "King Safety: {start: 100, min: 0, max: 400, step: 12}") || !strings.HasPrefix(without, "# Parameters of fishtest from fishtest.txt.") {
		t.Errorf("fishtest's line: %v\n%s", err, without)
	}
}

// A file may begin with the mark that editors of Windows write.
func TestImportWithByteOrderMark(t *testing.T) {
	t.Parallel()
	const mark = "\ufeff"
	for _, file := range []string{
		"King Safety, int, 100, 0, 400, 12, 0.0025\r\n",
		`{"King Safety": {"value": 100, "min_value": 0, "max_value": 400, "step": 12}}`,
	} {
		plain, err := ImportTuning([]byte(file), ImportOptions{Source: "tune", Schedule: []byte(`{"a": 2}`), Match: []byte(`{"hash": 4}`)})
		if err != nil {
			t.Fatal(err)
		}
		marked, err := ImportTuning([]byte(mark+file), ImportOptions{Source: "tune", Schedule: []byte(mark + `{"a": 2}`), Match: []byte(mark + `{"hash": 4}`)})
		if err != nil || marked != plain {
			t.Errorf("%q: %v\n%s\nwant\n%s", file, err, marked, plain)
		}
	}
}

// weather-factory's steps hold for its first game. Those of the config are at the end of the tune: the
// step falls with the power gamma of the games, and the rate follows from a and A.
func TestImportWeatherFactory(t *testing.T) {
	t.Parallel()
	text, err := ImportTuning([]byte(`{"B": {"value": 50, "min_value": 0, "max_value": 100, "step": 10}, "A": {"value": -5, "min_value": -20, "max_value": 20, "step": 4}}`), ImportOptions{
		Source: "config.json", Folder: "wf/", Games: 10_000,
		Schedule: []byte(`{"a": 1.0, "c": 1.0, "A": 1000, "alpha": 0.6, "gamma": 0.1}`),
		Match:    []byte(`{"engine": "mine", "book": "book.epd", "games": 16, "tc": 5, "hash": 8, "threads": 6}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := "#   lanista evolve FILE --workers 6\n"; !strings.Contains(text, want) { // threads are games at once
		t.Errorf("%s\nwant the line\n%s", text, want)
	}
	doc, err := configs.Parse([]byte(text), "imported")
	if err != nil {
		t.Fatal(err)
	}
	c, err := doc.Config()
	if err != nil {
		t.Fatal(err)
	}
	step, rate, err := searchSteps(c)
	// 10 / 10000^0.1 = 3.98107; 1 / 11000^0.6 * 10000^0.2 = 0.02372
	if err != nil || step["B"] != 3.98107 || step["A"] != 1.59243 || rate["A"] != 0.02372 || rate["B"] != rate["A"] {
		t.Errorf("steps %v, rates %v, %v", step, rate, err)
	}
	var schedule struct {
		Alpha     float64 `yaml:"alpha"`
		Gamma     float64 `yaml:"gamma"`
		Stability float64 `yaml:"stability"`
	}
	if err := c.Strategy.Decode(&schedule); err != nil || schedule.Alpha != 0.6 || schedule.Gamma != 0.1 || schedule.Stability != 0.1 {
		t.Errorf("schedule %+v, %v", schedule, err)
	}
	p := c.Programs["engine"]
	if p.Command[0] != "./wf/tuner/mine" || p.Options[0].Text != "8" || c.Engine.Settings["limit"] != "clock 5s+50ms" || c.Engine.Settings["openings"] != "@wf/tuner/book.epd" {
		t.Errorf("%+v, settings %v", p, c.Engine.Settings)
	}
	// weather-factory plays with -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10.
	for name, want := range map[string]string{
		"resign_moves": "3", "resign_score": "400", "resign_sides": "loser", "draw_from": "80", "draw_moves": "8", "draw_score": "10", "openings_plies": "",
	} {
		if got := string(c.Engine.Settings[name]); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if w := c.Engine.Weights.Named["A"]; w.Start.Number != -5 || *w.Min != -20 || *w.Max != 20 || c.Budget.Games != 10_000 {
		t.Errorf("weight %+v, budget %+v", w, c.Budget)
	}
}

// The export of a tune has the steps of the imported file of weather-factory. The config has steps of
// the last game, such as 20 * 40^-0.102 = 13.7284.
func TestWeatherFactoryRoundTrip(t *testing.T) {
	t.Parallel()
	const file = `{
    "King Safety": {
        "value": 300,
        "min_value": 0,
        "max_value": 400,
        "step": 20
    },
    "Futility": {
        "value": 0.5,
        "min_value": 0,
        "max_value": 1,
        "step": 0.1234
    }
}
`
	space := engines.Space{{Name: "King Safety", Max: 400, Kind: engines.Integer}, {Name: "Futility", Max: 1}}
	for _, c := range []struct {
		games    int
		schedule string
		step     float64
	}{
		{40, "", 13.7284},
		{20_000, `{"gamma": 0.102}`, 7.28325},
		{20_000, `{"gamma": 0.2}`, 2.75946},
	} {
		o := ImportOptions{Source: "config.json", Games: c.games}
		if c.schedule != "" {
			o.Schedule = []byte(c.schedule)
		}
		text, err := ImportTuning([]byte(file), o)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := weights.New("chess", space, engines.Weights{300, 0.5})
		doc, err = described(results.Record{Summary: results.Summary{Info: results.Info{Config: text}, Result: &results.Result{}}}, engines.Spec{}, doc, err)
		if err != nil || doc.Step["King Safety"] != c.step {
			t.Errorf("%d games: steps %v, want %v; %v", c.games, doc.Step, c.step, err)
		}
		var b strings.Builder
		if err := doc.Write(&b, "weather-factory"); err != nil || b.String() != file {
			t.Errorf("%d games: %v\n%s\nwant\n%s", c.games, err, b.String(), file)
		}
	}
}

func TestImportMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                   "f: no parameter",
		"a, int, 1, 0, 2\n":                  "f: line 1: 5 instead of 7 fields: name",
		"a, int, 1, 0, 2, 0.1\n":             "f: line 1: 6 instead of 7 fields: name, int or float, value",
		"a, 1, 0, 2, 0.1\n":                  "f: line 1: 5 instead of 7 fields: name",
		"a, bool, 1, 0, 2, 1, 0.1\n":         `f: line 1: type "bool" is not int or float`,
		"\na, int, x, 0, 2, 1, 0.1\n":        `f: line 2: a: "x" is not a number`,
		"a, int, 3, 0, 2, 1, 0.1\n":          "f: line 1: a: 3 is not within [0, 2]",
		"a, int, 1, 0, 2, 0, 0.1\n":          "f: line 1: a: the step 0 must be above 0",
		"a, 1, 0, 2, 1, 1\na, 1, 0, 2, 1, 1": "f: line 2: a: named twice",
		`{"a": {"value": 1}}`:                "f: a: value, min_value, max_value and step are needed",
		`{"a": {"value": 1`:                  "f: a: the file is cut off",
		"{\"a\": {\"value\": 1, \"min_value\": 0,\n\"max_value\": 9, \"step\": 1, \"value\": 2}}":                                      "f: line 2: a.value: duplicate key (first on line 1)",
		`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}, "a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}}`: "f: line 1: a: duplicate key",
		"[\n  {\"command\": \"./stockfish\", \"options\": []}\n]":                                                                      "f: it is a JSON list, such as cutechess' engines.json, and has no parameters of a tune: lanista check --protocol uci -- ENGINE",
		"a, int, 1, 0, 2, 0.1, 0.002\rb, int, 1, 0, 2, 0.1\r":                                                                          "f: line 2: 6 instead of 7 fields",
		`{"engines": [{"command": "a"}], "parameter_ranges": {"CPuct": "Real(0.0, 10.0)"}}`:                                            "f: it is a config of chess-tuning-tools, which has no start values: write its parameter_ranges as engine.weights",
		`{"a": 5}`:              "f: a: an object is needed, not number",
		`{"a": {"value": "x"}}`: "f: a: value: a number is needed, not string",
		`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1},`:    "f: the file is cut off",
		`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}`:     "f: the file is cut off",
		`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}} {}`: "f: there is text after the closing brace",
	} {
		_, err := ImportTuning([]byte(text), ImportOptions{Source: "f"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for match, want := range map[string]string{`{"hash": 1.5}`: "cutechess.json: hash: a whole number is needed, not number 1.5", `{"book": 7}`: "cutechess.json: book: a text is needed, not number", `{"tc": 1, "tc": 2}`: "cutechess.json: line 1: tc: duplicate key", `[]`: "cutechess.json: an object is needed, not array"} {
		if _, err := ImportTuning([]byte(`{}`), ImportOptions{Source: "f", Match: []byte(match)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", match, err, want)
		}
	}
	for schedule, want := range map[string]string{
		`{"A": -30000}`: "f: spsa.json: A: -30000 is below the minimum 0", `{"a": 0}`: "f: spsa.json: a: 0 is not above 0", `{"c": -1, "gamma": 0}`: "f: spsa.json: c: -1 is not above 0\nspsa.json: gamma: 0 is not within (0, 1]", `{"alpha": 1.5}`: "f: spsa.json: alpha: 1.5 is not within (0, 1]",
	} {
		if _, err := ImportTuning([]byte(`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}}`), ImportOptions{Source: "f", Schedule: []byte(schedule)}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", schedule, err, want)
		}
	}
	// A schedule without A begins like one of A = 1, and long and short times have no exponent.
	for match, want := range map[string]string{`{"tc": 2500000}`: "clock 2500000s+25000000ms", `{"tc": 0.00001}`: "clock 0.00001s+0ms"} {
		text, err := ImportTuning([]byte(`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}}`), ImportOptions{Source: "f", Games: 400, Schedule: []byte(`{"A": 0}`), Match: []byte(match)})
		if err != nil || !strings.Contains(text, "limit: "+want+",") || !strings.Contains(text, "stability: 0.0025\n") {
			t.Errorf("%s: %v in\n%s", match, err, text)
		}
	}
	if _, err := ImportTuning([]byte("a, int, 1, 0, 2, 1, 0.1"), ImportOptions{Source: "f", Command: "'./my engine"}); err == nil || err.Error() != "--command: the quote ' is not closed" {
		t.Errorf("a quote that is not closed: %v", err)
	}
	var warnings []string
	text, err := ImportTuning([]byte("a, int, 1, 0, 2, 9, 0.1\nb, int, 1, 0, 2, 1, 0.1"), ImportOptions{Source: "f", Command: "'./my engine' --fast", Warning: func(text string) { warnings = append(warnings, text) }})
	if want := []string{"f: a: the step 9 is more than half of the range from 0 to 2; it is set to 1"}; err != nil || !slices.Equal(warnings, want) {
		t.Errorf("warnings %q, want %q (%v)", warnings, want, err)
	}
	warnings = nil
	whole, err := ImportTuning([]byte("a, int, 5.37, 0, 10, 1, 0.1\nb, float, 5.37, 0, 10, 1, 0.1\nc, int, 9.8, 0, 9.9, 1, 0.1\nd, 5.5, 0, 10, 1, 0.1"), ImportOptions{Source: "f", Warning: func(text string) { warnings = append(warnings, text) }})
	if err != nil || len(warnings) != 2 || warnings[0] != "f: a: the value 5.37 of an int is not a whole number; it is set to 5" {
		t.Errorf("warnings %q, %v", warnings, err)
	}
	for _, want := range []string{"a: {start: 5, ", "b: {start: 5.37, ", "c: {start: 9, ", "d: {start: 5.5, "} {
		if !strings.Contains(whole, want) {
			t.Errorf("no %s in\n%s", want, whole)
		}
	}
	if want := "command: [./my engine, --fast]"; !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
	warnings = nil
	text, err = ImportTuning([]byte(`{"a": {"value": 1, "min_value": 0, "max_value": 9, "step": 1}}`), ImportOptions{
		Source: "f", Games: 400, Schedule: []byte(`{"A": 5000}`), Match: []byte(`{"book": "book.pgn"}`), Warning: func(text string) { warnings = append(warnings, text) },
	})
	if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "spsa.json: A is 5000, more than the 400 games of the tune") {
		t.Errorf("warnings %q, %v", warnings, err)
	}
	if want := "openings_plies: 16"; !strings.Contains(text, want) { // of a book in PGN
		t.Errorf("no %s in\n%s", want, text)
	}
	auto, err := configs.Parse([]byte("engine: {name: chess, weights: {a: {step: 4}, b: {start: 1}}}\nstrategy: {name: auto}\n"), "auto.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := auto.Config()
	if err != nil {
		t.Fatal(err)
	}
	if step, rate, err := searchSteps(c); len(step) != 1 || step["a"] != 4 || rate != nil || err != nil {
		t.Errorf("auto: steps %v, rates %v, %v", step, rate, err)
	}
	if step, rate, err := searchSteps(configs.Config{}); step != nil || rate != nil || err != nil {
		t.Error("a config without a strategy has steps")
	}
}
