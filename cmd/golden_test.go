package cmd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

// goldenGames are few, so that a new game does not change the golden texts.
func goldenGames() []engines.Engine { return []engines.Engine{risk.New(), hare.New()} }

// typing is a command line and the input that follows it.
type typing struct {
	line  string // fields in single quotes may contain blanks
	input string
}

// transcripts lists the command lines of the golden text of each verb. Later ones use the runs of
// earlier ones.
var transcripts = []struct {
	verb  string
	lines []typing
}{
	{"help", []typing{{line: "help"}, {line: "evolv"}, {line: "help evolv"}}},
	{"version", []typing{{line: "version"}, {line: "version 2"}}},
	{"engines", []typing{{line: "engines"}, {line: "engines hare --set depth=2"}, {line: "engines hair"}}},
	{"presets", []typing{{line: "presets"}, {line: "presets risk-quick"}}},
	{"config", []typing{
		{line: "config"},
		{line: "config check tune.yaml"},
		{line: "config check wrong.yaml"},
		{line: "config check wrong.yaml --json"},
		{line: "config show pair.yaml --set seed=5"},
	}},
	{"evolve", []typing{
		{line: "evolve tune.yaml --dry-run"},
		{line: "evolve tune.yaml --name first"},
		{line: "evolve --resume first"},
		{line: "evolve wrong.yaml"},
		{line: "evolve"},
	}},
	{"fit", []typing{
		{line: "fit fit.yaml --dry-run"},
		{line: "fit fit.yaml --name fitted"},
		{line: "fit fit.yaml --from nowhere.csv"},
		{line: "fit"},
	}},
	{"export", []typing{{line: "export first"}, {line: "export first --format go"}, {line: "export second"}}},
	{"chart", []typing{{line: "chart first --output first.svg"}, {line: "chart first --output first.gif"}}},
	{"report", []typing{{line: "report first --output first.html"}, {line: "report second"}}},
	{"serve", []typing{{line: "serve --help"}, {line: "serve --db tune.yaml"}, {line: "serve --listen here"}, {line: "serve --listen :0 --token short"}}},
	{"worker", []typing{
		{line: "worker"},
		{line: "worker nats://127.0.0.1:1 --once --drain"},
		{line: "worker nats://127.0.0.1:1 --token-file none"},
		{line: "evolve tune.yaml --listen 0.0.0.0:4222"},
		{line: "evolve tune.yaml --listen here --nats nats://127.0.0.1:1"},
		{line: "evolve tune.yaml --workers 0"},
		{line: "evolve tune.yaml --creds file"},
	}},
	{"workers", []typing{{line: "workers"}, {line: "workers nats://127.0.0.1:1 --token-file none"}, {line: "workers nats://name:word@127.0.0.1:1"}}},
	{"tournament", []typing{
		{line: "tournament cup.yaml --dry-run"},
		{line: "tournament cup.yaml --name cup"},
		{line: "tournament pair.yaml --sprt 0,100"},
		{line: "tournament pair.yaml --set agents=[random,default] --sprt 0,100"},
	}},
	{"match", []typing{
		{line: "match default random --game hare --depth 1 --rounds 2 --db match.db"},
		{line: "match random default --game hare --depth 1 --sprt 0,400 --db match.db"},
		{line: "match random default --game hare --depth 1 --sprt 0,100 --dry-run"},
		{line: "match no-such-engine no-such-engine --tc 8+0.08"},
		{line: "match default random --game hare --tc 8+0.08"},
		{line: "match default"},
	}},
	{"grid", []typing{{line: "grid hare-grid --step 1 --exact --leave-one-out --set etudes=hare-20"}, {line: "grid hare-grid --dry-run"}}},
	{"runs", []typing{{line: "runs"}, {line: "runs first"}, {line: "runs cup"}, {line: "runs last"}, {line: "runs --db none.db"}}},
	{"store", []typing{
		{line: "store"},
		{line: "store check"},
		{line: "store copy first copy.db"},
		{line: "store copy --all copy.db"},
		{line: "store copy first copy.db"},
		{line: "store copy first"},
		{line: "store compact --db match.db --json"},
		{line: "store recover copy.db again.db"},
		{line: "store recover copy.db again.db"},
		{line: "store check --db none.db"},
		{line: "store check --db tune.yaml"},
		{line: "store chek"},
	}},
	{"replay", []typing{{line: "replay first --game 3"}, {line: "replay first --game 1000"}}},
	{"explain", []typing{
		{line: "explain first --games 400 --dry-run"},
		{line: "explain first --games 400"},
		{line: "explain first"},
		{line: "explain cup"},
		{line: "explain first --games 0"},
	}},
	{"compare", []typing{{line: "compare first second"}, {line: "compare first cup"}, {line: "compare first first"}}},
	{"check", []typing{{line: "check tune.yaml --games 1"}, {line: "check hare bot"}, {line: "check"}}},
	{"init", []typing{
		{line: "init wood --seats 3 --chance"},
		{line: "init wood"},
		{line: "init oak --language python"},
		{line: "init birch --kind bot"},
		{line: "init birch --kind bot --seats 2"},
		{line: "init risk --language javascript"},
		{line: "init Beech"},
		{line: "init beech --seats 9"},
		{line: "init beech --language cobol"},
		{line: "init"},
	}},
	{"etudes", []typing{
		{line: "etudes check hare-20.csv"},
		{line: "etudes check risk.csv"},
		{line: "etudes make hare --count 2 --seed 1 --label depth=1"},
	}},
	{"agents", []typing{{line: "agents hare"}, {line: "agents risky"}}},
	{"notation", []typing{{line: "notation risk"}}},
	{"play", []typing{
		{line: "play hare --seed 1 --seat 1 --set depth=1 --agent random", input: "moves\nhint\nfly\nundo\nhelp\nquit\n"},
		{line: "play risk --seed 1 --set size=1 --agent default", input: "moves\n"},
	}},
	{"eval", []typing{
		{line: "eval hare '45;26;2;f;29;19;0;f'"},
		{line: "eval risk 'A3 B1 / A2 B2 ; A attack 3' --set depth=1"},
		{line: "eval risk 'A3 B1'"},
	}},
	{"perft", []typing{{line: "perft hare --depth 3"}, {line: "perft risk --depth 0"}}},
	{"rate", []typing{{line: "rate games.csv"}, {line: "rate games.csv --model davidson --anchor a=1500"}, {line: "rate bad.csv"}}},
	{"bench", []typing{{line: "bench --strategy spsa --seeds 1-1 --budget 200"}, {line: "bench --strategy spsa --dry-run"}, {line: "bench --strategy luck"}}},
	{"experiment", []typing{
		{line: "experiment duel.yaml --dry-run"},
		{line: "experiment duel.yaml --figure duel.svg --latex duel.tex --csv duel.csv"},
		{line: "runs --tag duel"},
		{line: "experiment --resume last --figure duel.pdf"},
		{line: "experiment duel.yaml --set seeds=1-3"},
		{line: "experiment --resume nobody"},
		{line: "experiment duel.yaml --set strategies=[spas]"},
		{line: "experiment duel.yaml --figure duel.gif"},
		{line: "experiment"},
	}},
}

// typedFiles are the files in the folder of the transcripts.
var typedFiles = map[string]string{
	"tune.yaml": `engine: {name: risk, settings: {size: 4, depth: 1}}
strategy: {name: genetic, population: 8, generations: 3}
verification: {games: 200, opponents: [default, random]}
seed: 3
`,
	"fit.yaml": `engine: {name: risk, settings: {size: 4, depth: 1}}
strategy: {name: fit, positions: 16}
budget: {games: 300}
verification: {games: 200, opponents: [default]}
seed: 3
`,
	"duel.yaml": `config: {engine: {name: risk, settings: {size: 4, depth: 1}}}
strategies: [spsa, {name: genetic, population: 8}]
seeds: 1-2
budgets: [40, 200]
verification: {games: 40, opponents: [default]}
match: {games: 40}
`,
	"risk.csv": "A3 B1 / A2 B2 ; A attack 3;1\n",
	"wrong.yaml": `engine: {name: risk, seats: 9}
opponents: [nobody]
`,
	"cup.yaml": `engine: {name: risk, settings: {size: 4, depth: 1}}
agents: [default, random, {name: dense, weights: {territories: 1, units: 0, defence: 0, density: 9}}]
schedule: {kind: round_robin, cycles: 10}
seed: 3
`,
	"games.csv": "first,second,result,pair\n" +
		"a,b,1-0,1\nb,a,1/2-1/2,1\na,c,1-0,2\nc,a,0-1,2\n" +
		"b,c,1-0,3\nc,b,1-0,3\nc,a,1-0,4\na,c,1-0,4\n" +
		"a,b,0-1,5\nb,a,0-1,5\na,c,1/2-1/2,6\nc,a,0-1,6\n" +
		"b,c,0-1,7\nc,b,1-0,7\nb,c,1-0,8\nc,b,0-1,8\n" +
		"c,a,1-0,9\na,c,0-1,9\na,b,1-0,10\nb,a,1-0,10\n",
	"bad.csv": "first,second,result\na,b,2-0\n",
	"pair.yaml": `engine: {name: risk, settings: {size: 4, depth: 1}}
agents: [default, random]
schedule: {kind: round_robin, cycles: 500}
`,
}

// TestGolden compares the output of every verb with a text in testdata/golden;
// LANISTA_UPDATE=1 rewrites them.
func TestGolden(t *testing.T) {
	t.Parallel()
	golden, err := filepath.Abs(filepath.Join("testdata", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range typedFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program := startBatch(t, "golden-batch")
	shown := map[string]bool{}
	for _, s := range transcripts {
		shown[s.verb] = true
		var got bytes.Buffer
		for _, typed := range s.lines {
			transcribe(t, &got, program, dir, typed)
		}
		compare(t, filepath.Join(golden, s.verb+".txt"), timeless(got.String()))
	}
	for _, c := range verbs(&app{}) {
		if !shown[c.Name()] {
			t.Errorf("no golden text for %s", c.Name())
		}
	}
}

// transcribe runs a command line in a folder and appends the line and its output to a buffer.
func transcribe(t *testing.T, to *bytes.Buffer, program *batch, dir string, typed typing) {
	t.Helper()
	var args []string
	for i, part := range strings.Split(typed.line, "'") {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	r, err := program.run(dir, typed.input, args...)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(to, "$ lanista %s\n%s", typed.line, r.Stdout)
	if said := slowness.ReplaceAll(r.Stderr, nil); len(said) > 0 {
		fmt.Fprintf(to, "[standard error]\n%s", said)
	}
	if r.Code != 0 {
		fmt.Fprintf(to, "[exit code %d]\n", r.Code)
	}
	fmt.Fprintln(to)
}

// compare compares a text with a golden file, or rewrites the file.
func compare(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("LANISTA_UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (LANISTA_UPDATE=1 rewrites it):\n%s", filepath.Base(path), diff)
	}
}

// volatile matches the parts of an output that differ between runs.
var volatile = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b(risk|hare)-\d{8}-[0-9a-f]{4}\b`), "$1-YYYYMMDD-xxxx"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`), "TIME"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?`), "YYYY-MM-DD hh:mm"},
	{regexp.MustCompile(`\b\d+\.\d+ s\b`), "0.000 s"},
	{regexp.MustCompile(`: (less than a second|about \S+) at [0-9.]+(?: million)? (games|points) a second`), ": TIME at N $2 a second"},
	{regexp.MustCompile(`games, (less than a second|about [^;)]+|\d+ s)([;)])`), "games, TIME$2"},
	{regexp.MustCompile(`weights, (less than a second|about [^;]+);`), "weights, TIME;"},
	{regexp.MustCompile(`that of the weights\. \d+ s\.`), "that of the weights. 0 s."},
	{regexp.MustCompile(`started (.*) on \S+, version \S+`), "started $1 on HOST, version VERSION"},
}

// slowness matches what check prints while it waits on a busy machine.
var slowness = regexp.MustCompile(`(?m)^.* has not ended after 5s; if it never ends.*\n`)

// timeless replaces the volatile parts of an output by fixed texts.
func timeless(text string) string {
	for _, v := range volatile {
		text = v.pattern.ReplaceAllString(text, v.instead)
	}
	b := runs.BuildInfo()
	return strings.NewReplacer(
		fmt.Sprintf("lanista %s %s %s\n", b.Version, runtime.Version(), b.Platform), "lanista VERSION GO PLATFORM\n",
		b.Version, "VERSION",
	).Replace(text)
}
