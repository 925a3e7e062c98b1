package cmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/ratinglist"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/workers"
)

// typed parses a command line with one verb and returns the error.
func typed(c *cobra.Command, line string) error {
	checkArguments(c)
	c.SetArgs(strings.Fields(line))
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(flagError)
	return c.Execute()
}

// took returns a function that stores the options that a verb is run with.
func took[O any](into *O) func(context.Context, O) error {
	return func(_ context.Context, o O) error { *into = o; return nil }
}

// kept returns the options of a run in the default store.
func kept(o runs.Options) runOptions {
	o.Store = runs.DefaultStore
	return runOptions{options: o}
}

func TestEvolveFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want evolveOptions
		err  string
	}{
		{line: "risk --workers 3", want: evolveOptions{run: kept(runs.Options{Source: "risk", Workers: 3})}},
		{
			line: "my.yaml --seed 7 --generations 2 --set strategy.name=spsa --db a.db --name first --workers 1 --dry-run",
			want: evolveOptions{run: runOptions{
				options: runs.Options{
					Source: "my.yaml", Workers: 1, Store: "a.db", Name: "first", Set: []string{"strategy.name=spsa", "seed=7", "budget.rounds=2"},
				},
				dryRun: true,
			}},
		},
		{
			line: "risk --local-workers 3",
			want: evolveOptions{run: runOptions{
				options: runs.Options{Source: "risk", Workers: runtime.GOMAXPROCS(0), Store: runs.DefaultStore}, remote: remoteOptions{local: 3, server: workers.HubOptions{Verify: 0.01}},
			}},
		},
		{
			line: "risk --listen 127.0.0.1:0 --workers 0 --verify-workers 0.5",
			want: evolveOptions{run: runOptions{
				options: runs.Options{Source: "risk", Workers: 1, Store: runs.DefaultStore},
				remote: remoteOptions{server: workers.HubOptions{
					Listen: "127.0.0.1:0", Verify: 0.5, Access: workers.Access{TokenFile: runs.DefaultStore + ".token"},
				}},
			}},
		},
		{line: "risk --listen 0.0.0.0:4222", err: "--tls-cert and --tls-key, or --insecure"},
		{line: "risk --nats foo", err: `--nats: "foo" is not an address such as nats://host:4222`},
		{line: "risk --nats a --listen 127.0.0.1:0", err: "--listen and --nats exclude each other"},
		{line: "risk --verify-workers 0.5", err: "--verify-workers needs"},
		{line: "--resume last --workers 1", want: evolveOptions{run: kept(runs.Options{Resume: "last", Workers: 1})}},
		{line: "", err: "a CONFIG is needed"},
		{line: "risk --generations 0", err: "a whole number of at least 1"},
		{
			line: "risk --budget 500 --strategy spsa --workers 1",
			want: evolveOptions{run: kept(runs.Options{Source: "risk", Workers: 1, Set: []string{"strategy.name=spsa", "budget.games=500"}})},
		},
		{line: "risk --budget 500 --set seed=4 --set budget.games=900", err: "--budget 500 and --set budget.games=900 both set budget.games; use one of them"},
		{line: "risk --strategy gp --set strategy={name:spsa}", err: "--strategy gp and --set strategy={name:spsa} both set strategy.name"},
		{line: "risk --seed 3 --set seed=4", err: "--seed 3 and --set seed=4 both set seed"},
		{line: "risk --strategy spas", err: `unknown word "spas" (did you mean spsa?)`},
		{line: "risk --workers 0", err: "a whole number of at least 1"},
		{line: "risk --seed -1", err: "a seed is a whole number"},
		{line: "--resume last --name x", err: "a resumed run keeps its name"},
		{line: "risk --seeds 1-3 --workers 1", want: evolveOptions{seeds: &runs.Seeds{First: 1, Last: 3}, run: kept(runs.Options{Source: "risk", Workers: 1})}},
		{line: "risk --seeds 1-3 --seed 2", err: "--seeds cannot be used with"},
		{line: "risk --name last", err: "the name is reserved for the newest run"},
		{line: "risk hare", err: "evolve takes [CONFIG]; given: 2"},
	} {
		var got evolveOptions
		err := typed(newEvolve(&app{}, took(&got)), c.line)
		check(t, "evolve "+c.line, err, c.err, got, c.want)
	}
}

func TestTournamentFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want tournamentOptions
		err  string
	}{
		{line: "a.yaml --workers 2", want: tournamentOptions{run: kept(runs.Options{Source: "a.yaml", Workers: 2})}},
		{
			line: "a.yaml --sprt 0,10 --seed 5 --workers 2",
			want: tournamentOptions{run: runOptions{
				options: runs.Options{Source: "a.yaml", Workers: 2, Store: runs.DefaultStore, Set: []string{"seed=5", "schedule.sprt=[0,10]"}},
			}},
		},
		{line: "a.yaml --resume last --workers 1", want: tournamentOptions{run: kept(runs.Options{Source: "a.yaml", Resume: "last", Workers: 1})}},
		{line: "a.yaml --cycles 9 --workers 2", want: tournamentOptions{run: kept(runs.Options{Source: "a.yaml", Workers: 2, Set: []string{"schedule.cycles=9"}})}},
		{line: "a.yaml --cycles 9 --set schedule.cycles=3", err: "--cycles 9 and --set schedule.cycles=3 both set schedule.cycles"},
		{line: "", err: "a CONFIG is needed, or --resume RUN"},
	} {
		var got tournamentOptions
		err := typed(newTournament(&app{}, took(&got)), c.line)
		check(t, "tournament "+c.line, err, c.err, got, c.want)
	}
}

func TestGridFlags(t *testing.T) {
	t.Parallel()
	from, step, top := 0.5, 0.01, 3
	for _, c := range []struct {
		line string
		want gridOptions
		err  string
	}{
		{line: "g --workers 1", want: gridOptions{options: runs.Options{Source: "g", Workers: 1, Store: runs.DefaultStore}, grid: runs.GridOptions{MaxPoints: 1e8}, typed: []string{"g"}}},
		{
			line: "g --workers 1 --from 0.5 --step 0.01 --top 3 --exact --etudes e.csv --max-points 7 --dry-run",
			want: gridOptions{
				dryRun: true, options: runs.Options{Source: "g", Workers: 1, Store: runs.DefaultStore},
				grid:  runs.GridOptions{Etudes: "e.csv", From: &from, Step: &step, Top: &top, Exact: new(true), MaxPoints: 7},
				typed: []string{"g", "--exact", "--from", "0.5", "--max-points", "7", "--step", "0.01", "--top", "3"},
			},
		},
		{
			line: "g --workers 1 --exact=false --leave-one-out=false",
			want: gridOptions{
				options: runs.Options{Source: "g", Workers: 1, Store: runs.DefaultStore},
				grid:    runs.GridOptions{Exact: new(false), LeaveOneOut: new(false), MaxPoints: 1e8},
				typed:   []string{"g", "--exact=false", "--leave-one-out=false"},
			},
		},
		{line: "g --from x", err: "a number is needed"},
		{line: "g --top 1.5", err: "a number is needed"},
		{line: "g --max-points 0", err: "--max-points: 0 is below the minimum 1"},
		{line: "", err: "grid takes CONFIG; given: 0"},
	} {
		var got gridOptions
		err := typed(newGrid(&app{}, took(&got)), c.line)
		check(t, "grid "+c.line, err, c.err, got, c.want)
	}
}

func TestFlagsOfTheOtherVerbs(t *testing.T) {
	t.Parallel()
	a := &app{catalog: runs.Catalog{Games: engines.Registry{risk.New()}}}
	var chart chartOptions
	check(t, "chart", typed(newChart(a, took(&chart)), "last --output c.SVG --kind weights"), "",
		chart, chartOptions{run: "last", db: runs.DefaultStore, output: "c.SVG", kind: "weights"})
	for _, name := range charts.Names() {
		if !strings.Contains(longHelp("chart"), "\n  "+name+" ") {
			t.Errorf("the help of chart does not list %s", name)
		}
	}
	check(t, "chart", typed(newChart(a, took(&chart)), "last --output c.gif"), "a file ending in .png, .svg or .pdf is needed", 0, 0)
	var export exportOptions
	check(t, "export", typed(newExport(a, took(&export)), "r --format go --db x.db"), "",
		export, exportOptions{run: "r", db: "x.db", format: "go", vectors: 1000})
	for output, format := range map[string]string{"": "json", "-": "json", "a.json": "json", "a.txt": "json", "a.yml": "yaml", "a.CSV": "csv", "a.py": "python", "a.js": "javascript", "a.c": "c"} {
		check(t, "export to "+output, typed(newExport(a, took(&export)), "r --output="+output), "",
			export, exportOptions{run: "r", db: runs.DefaultStore, format: format, output: output, vectors: 1000})
	}
	check(t, "export", typed(newExport(a, took(&export)), "r --format xml"), `unknown word "xml"`, 0, 0)
	var eval evalOptions
	check(t, "eval", typed(newEval(a, took(&eval)), "risk P --set depth=2 --exact --weights w.json"), "", eval, evalOptions{
		options: runs.AnalyzeOptions{Engine: "risk", Position: "P", Agent: "w.json", Exact: true, Store: runs.DefaultStore}, settings: []string{"depth=2"},
	})
	var perft perftOptions
	check(t, "perft", typed(newPerft(a, took(&perft)), "risk --depth 7"), "", perft, perftOptions{options: runs.PerftOptions{Engine: "risk", Depth: 7}})
	var play playOptions
	check(t, "play", typed(newPlay(a, took(&play)), "risk --seat 1 --seed 3"), "", play, playOptions{
		engine: "risk", store: runs.DefaultStore, people: []int{1}, seed: new(uint64(3)),
	})
	var bench benchOptions
	check(t, "bench", typed(newBench(a, took(&bench)), "--seeds 1-3 --budget 10,20 --workers 1"), "", bench, benchOptions{
		strategy: "all", seeds: &runs.Seeds{First: 1, Last: 3}, budgets: []int{10, 20}, workers: 1, games: 1000,
	})
	var shown enginesOptions
	check(t, "engines", typed(newEngines(a, took(&shown)), "risk --set depth=2"), "", shown, enginesOptions{"risk", []string{"depth=2"}})
	check(t, "engines", typed(newEngines(a, took(&shown)), "--set depth=2"), "--set needs the NAME", 0, 0)
}

func TestRateFlags(t *testing.T) {
	for _, c := range []struct {
		line string
		want rateOptions
		err  string
	}{
		{line: "x.csv", want: rateOptions{file: "x.csv", options: ratinglist.Options{Confidence: 0.95}}},
		{
			line: "- --model davidson --anchor a=1 --anchor x=y=-2.5 --first-seat --winner-only --prior 2 --confidence 0.9 --matrix --sprt 0,5,0.1,0.2",
			want: rateOptions{file: "-", options: ratinglist.Options{
				Model: "davidson", Anchors: []ratinglist.Anchor{{Agent: "a", Elo: 1}, {Agent: "x=y", Elo: -2.5}}, FirstSeat: true, WinnerOnly: true,
				Prior: 2, Confidence: 0.9, Matrix: true, Test: &rating.SPRT{Elo1: 5, Alpha: 0.1, Beta: 0.2},
			}},
		},
		{line: "", err: "rate takes FILE; given: 0"},
		{line: "x.csv --anchor a", err: "an anchor has the form NAME=ELO"},
		{line: "x.csv --anchor a=b", err: `"b" is not a number`},
		{line: "x.csv --anchor a=NaN", err: `"NaN" is not a number`},
		{line: "x.csv --sprt 1", err: "elo0,elo1 or elo0,elo1,alpha,beta are needed, not 1 numbers"},
		{line: "x.csv --sprt 0,x", err: `"x" is not a number`},
	} {
		var got rateOptions
		err := typed(newRate(&app{}, took(&got)), c.line)
		check(t, "rate "+c.line, err, c.err, got, c.want)
	}
}

// rate prints the score that the ratings describe worst, as tournament does.
func TestRateShowsAMisfit(t *testing.T) {
	t.Parallel()
	file := "first,second,result\n" + strings.Repeat("a,b,1-0\nb,c,1-0\nc,a,1-0\n", 45) + strings.Repeat("a,b,0-1\nb,c,0-1\nc,a,1-0\n", 15)
	p := Program{Name: "lanista", Games: []engines.Engine{risk.New()}}
	for args, want := range map[string]string{
		"rate -":                     "ratings do not describe b against a: 0.250, they predict 0.585",
		"rate - --json":              `"misfit":{"agent":"b","against":"a"`,
		"rate - --matrix":            "circle",
		"rate - --model davidson":    "",
		"rate - --first-seat --json": "",
	} {
		var out, errOut bytes.Buffer
		if code := p.Run(t.Context(), strings.Fields(args), strings.NewReader(file), &out, &errOut); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", args, code, errOut.String())
		}
		text := strings.Join(strings.Fields(out.String()), " ")
		if shown := strings.Contains(text, "do not describe") || strings.Contains(text, `"misfit"`); want == "" && shown || !strings.Contains(text, want) {
			t.Errorf("%s: no %q in %s", args, want, out.String())
		}
	}
}

// pgnGames returns a PGN of games between a and b, in pairs with swapped seats. A pair is a word of two
// results of a, each w, d or l.
func pgnGames(pairs ...string) string {
	text := ""
	for i, pair := range pairs {
		for game, result := range pair {
			players, score := "ab", map[rune]string{'w': "1-0", 'd': "1/2-1/2", 'l': "0-1"}[result]
			if game == 1 {
				players, score = "ba", map[rune]string{'w': "0-1", 'd': "1/2-1/2", 'l': "1-0"}[result]
			}
			text += fmt.Sprintf("[White %q]\n[Black %q]\n[Round \"%d\"]\n[Result %q]\n\n1. e4 e5 2. Nf3 N%d %[4]s\n\n", players[:1], players[1:], i+1, score, i)
		}
	}
	return text
}

// The positions of a program's only game need no --engine, and those of several games do if none of
// the games ships a set of its own.
func TestEtudesOfTheOnlyGame(t *testing.T) {
	t.Parallel()
	for want, games := range map[string][]engines.Engine{
		"no such file or directory": {risk.New()},
		"--engine NAME is needed":   {risk.New(), othello.New()},
	} {
		var out, errOut bytes.Buffer
		code := Program{Name: "lanista", Games: games}.Run(t.Context(), []string{"etudes", "check", "none.csv"}, strings.NewReader(""), &out, &errOut)
		if code == exitDone || !strings.Contains(errOut.String(), want) {
			t.Errorf("exit code %d: %s, want %q", code, errOut.String(), want)
		}
	}
}

// rate prints what a reader needs in order to judge the ratings of an unusual file.
func TestRateExplainsItsFile(t *testing.T) {
	t.Parallel()
	many := strings.Fields(strings.Repeat("wd wl dd ", 5))
	p := Program{Name: "lanista", Games: []engines.Engine{risk.New()}}
	for _, c := range []struct{ name, file, args, out, errOut string }{
		{
			"the last game is cut", pgnGames(many...) + "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 {+0.3", "rate -",
			"standard input: 30 games of 2 agents", "1 game left out, the first for: standard input:215: what opens here, a comment or a variation, never ends",
		},
		{"the same in JSON", pgnGames(many...) + "[White \"a\"]\n[Bl", "rate - --json", `"damaged":1`, "1 game left out"},
		{"a sequential test of normalised Elo", pgnGames(many...), "rate - --sprt 0,100", "bounds (-2.944, 2.944), normalised Elo [0, 100].", ""},
		{"of the Elo of cutechess", pgnGames(many...), "rate - --sprt 0,300 --model bayeselo", "BayesElo [0, 300].", ""},
		{"a game without a partner", pgnGames(append(many, "w")...), "rate - --sprt 0,100", "1 game is not in these counts and the normalised Elo, in groups of another size; the table and the LOS count all games. Sequential test: ", ""},
		{"a always sits first", "first,second,result\n" + strings.Repeat("a,b,1-0\na,b,0-1\na,b,1/2-1/2\n", 10), "rate - --first-seat", "The advantage of the first seat cannot be separated from strength", ""},
		{"two anchors", pgnGames(many...), "rate - --anchor a=2000 --anchor b=1950 --matrix", "1 a 2000.0 [2000.0, 2000.0] +50 30", ""},
	} {
		var out, errOut bytes.Buffer
		if code := p.Run(t.Context(), strings.Fields(c.args), strings.NewReader(c.file), &out, &errOut); code != exitDone && code != exitUndecided && code != exitRefuted {
			t.Fatalf("%s: exit code %d: %s", c.name, code, errOut.String())
		}
		if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, c.out) || !strings.Contains(errOut.String(), c.errOut) {
			t.Errorf("%s: %s\n%s", c.name, out.String(), errOut.String())
		}
	}
}

// check compares the options or the error of a command line with the expected ones.
func check(t *testing.T, line string, err error, wantErr string, got, want any) {
	t.Helper()
	switch {
	case wantErr != "":
		if err == nil || !strings.Contains(err.Error(), wantErr) {
			t.Errorf("%s: %v, want %q", line, err, wantErr)
		}
	case err != nil:
		t.Errorf("%s: %v", line, err)
	default:
		private := cmp.Exporter(func(reflect.Type) bool { return true })
		if diff := cmp.Diff(want, got, private, cmpopts.IgnoreTypes(typedCommand{})); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", line, diff)
		}
	}
}

// Help texts of a program with other games name that program and its games only.
func TestHelpOfAnotherProgram(t *testing.T) {
	t.Parallel()
	p := Program{Name: "arena", Games: []engines.Engine{risk.New()}}
	for _, args := range [][]string{{"help"}, {"help", "evolve"}, {"help", "eval"}, {"help", "etudes", "make"}, {"help", "play"}, {"presets"}} {
		var out, errOut bytes.Buffer
		if code := p.Run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != exitDone {
			t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
		}
		for _, word := range []string{"lanista evolve", "lanista eval", "othello", "hare"} {
			if regexp.MustCompile(`\b` + word + `\b`).MatchString(out.String()) { // other uses, such as "the share of tasks", do not match
				t.Errorf("%v speaks of %q:\n%s", args, word, out.String())
			}
		}
	}
}

func TestRunsFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want runsOptions
		err  string
	}{
		{line: "", want: runsOptions{db: runs.DefaultStore, newest: true}},
		{line: "--tag x", want: runsOptions{db: runs.DefaultStore, query: results.Query{Tag: "x"}, newest: true}},
		{line: "--limit 0", want: runsOptions{db: runs.DefaultStore}},
		{line: "last --db a.db", want: runsOptions{run: "last", db: "a.db"}},
		{line: "--kind grid --status running --limit 3", want: runsOptions{db: runs.DefaultStore, query: results.Query{Kind: results.Grid, Status: results.Running, Limit: 3}}},
		{line: "--kind duel", err: `unknown word "duel" (have evolve, tournament, grid, fit)`},
		{line: "--limit -1", err: "-1 is below the minimum 0"},
		{line: "last --tag x", err: "a RUN cannot be used with"},
		{line: "first second", err: "second is not a config file (.yaml)"},
		{line: "first a.yaml third", err: "runs takes [RUN [CONFIG]]; given: 3"},
	} {
		var got runsOptions
		err := typed(newRuns(&app{}, took(&got)), c.line)
		check(t, "runs "+c.line, err, c.err, got, c.want)
	}
}

func TestRunsKeepFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		verb func(*app, func(context.Context, manageOptions) error) *cobra.Command
		line string
		want manageOptions
		err  string
	}{
		{verb: newRunsDelete, line: "a b --yes", want: manageOptions{db: runs.DefaultStore, runs: []string{"a", "b"}, yes: true}},
		{verb: newRunsDelete, line: "", err: "delete takes RUN...; given: 0"},
		{verb: newRunsRename, line: "a night --db x.db", want: manageOptions{db: "x.db", runs: []string{"a"}, words: []string{"night"}}},
		{verb: newRunsRename, line: "a", err: "rename takes RUN NAME; given: 1"},
		{verb: newRunsTag, line: "a x y --remove", want: manageOptions{db: runs.DefaultStore, runs: []string{"a"}, words: []string{"x", "y"}, remove: true}},
		{verb: newRunsNote, line: "a text", want: manageOptions{db: runs.DefaultStore, runs: []string{"a"}, words: []string{"text"}}},
	} {
		var got manageOptions
		err := typed(c.verb(&app{}, took(&got)), c.line)
		check(t, c.line, err, c.err, got, c.want)
	}
}
