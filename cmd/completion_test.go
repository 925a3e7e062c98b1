package cmd

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
)

// completions are command lines whose last word, which may be empty, is completed; words that must
// be offered and words that must not, separated by commas. "-" as want means that nothing may be
// offered, and FILE that files may be.
var completions = []struct{ line, want, absent string }{
	// verbs and topics
	{"ev|", "eval,evolve", "export"},
	{"help |", "evolve,exit-codes,strategies", ""},
	{"help runs |", "delete,rename", "evolve"},
	{"config |", "check,show,schema", "risk"},
	{"notation |", "risk,othello", ""},
	// runs
	{"runs |", "last,bred,cup,two words", ""},
	{"runs bred |", "yaml,yml", "bred"},
	{"export |", "last,bred", ""},
	{"chart |", "last,bred,cup", ""},
	{"report |", "last,bred,cup", ""},
	{"compare |", "last,bred,cup", ""},
	{"compare bred |", "last,cup", "bred"},
	{"compare bred cup |", "-", ""},
	{"explain |", "last,bred", ""},
	{"explain bred |", "yaml,yml", "bred"},
	{"replay |", "last,bred", ""},
	{"replay bred |", "yaml,yml", "bred"},
	{"replay bred --game |", "-", ""},
	{"runs delete |", "last,bred,cup", ""},
	{"runs delete bred |", "last,cup", "bred"},
	{"store |", "check,recover,copy,compact", "last"},
	{"store copy |", "last,bred,cup,FILE", ""},
	{"store copy bred |", "last,cup,FILE", "bred"},
	{"store recover |", "FILE", "last"},
	{"store check |", "-", ""},
	{"runs rename |", "last,bred", ""},
	{"runs rename bred |", "-", ""},
	{"runs note bred |", "-", ""},
	{"runs tag bred |", "risk,paper", "bred"},
	{"runs --tag |", "risk,paper", "bred"},
	{"runs --engine |", "risk,hare", "bred"},
	{"runs --kind |", "evolve,tournament,grid,fit", "weights"},
	{"runs --status |", "finished,running,interrupted", ""},
	{"runs --strategy |", "auto,genetic,spsa", "risk-paper"},
	{"runs --search |", "-", ""},
	{"runs --trace |", "DIR", ""},
	{"evolve --resume |", "last,bred", "cup"},
	{"evolve risk --resume |", "last,bred", "cup"},
	{"tournament --resume |", "last,cup", "bred"},
	{"fit --resume |", "-", ""},
	{"export bred --candidate |", "candidate,start,the start weights", ""},
	{"export nobody --candidate |", "-", ""},
	{"export --candidate |", "-", ""},
	{"play risk --agent |", "run:last,run:bred,level:hard,FILE", "run:cup"},
	{"play hare --agent |", "run:last,level:hard", "run:bred,run:cup"},
	{"play risk --agent run:|", "run:last,run:bred", ""},
	{"eval risk --weights |", "champion,run:bred,FILE", ""},
	{"bench --opponent |", "run:last,default,FILE", ""},
	// games, presets and files
	{"play |", "risk,hare,othello,FILE", ""},
	{"play risk |", "-", ""},
	{"play --resume |", "FILE", "last"},
	{"engines |", "risk,hare,FILE", ""},
	{"agents |", "risk", "FILE"},
	{"perft |", "othello", ""},
	{"perft othello |", "start", "othello"},
	{"eval |", "risk,FILE", ""},
	{"eval risk |", "start", "risk"},
	{"check |", "hare,FILE", ""},
	{"check --protocol |", "ludus,uci", ""},
	{"match a b --protocol |", "xboard", ""},
	{"match a b --restart |", "never,off", ""},
	{"runs --status |", "interrupted", ""},
	{"check --game |", "othello", ""},
	{"etudes make |", "hare", ""},
	{"etudes check |", "hare-20,FILE", ""},
	{"etudes check --engine |", "hare,risk", ""},
	{"etudes rate |", "hare-20,FILE", ""},
	{"grid hare-grid --etudes |", "hare-20,FILE", ""},
	{"evolve |", "risk,hare,FILE", "hare-grid,risk-baselines"},
	{"fit |", "risk-fit,FILE", "risk"},
	{"grid |", "hare-grid,FILE", "risk"},
	{"tournament |", "risk-baselines,FILE", "hare-grid"},
	{"presets |", "risk,hare-grid", ""},
	{"config check |", "risk,hare-grid,FILE", ""},
	{"config show |", "risk,hare-grid,FILE", ""},
	{"bench --config |", "risk,hare,FILE", "hare-grid"},
	{"experiment |", "yaml,yml", ""},
	{"rate |", "FILE", ""},
	{"worker |", "-", ""},
	{"version |", "-", ""},
	// words
	{"evolve risk --strategy |", "auto,genetic,spsa", ""},
	{"bench --strategy |", "auto,risk-paper,all", ""},
	{"experiment duel.yaml --strategy |", "auto,spsa", ""},
	{"experiment duel.yaml --strategy auto,|", "auto+spsa", "auto+auto"},
	{"experiment --resume |", "-", ""},
	{"bench --variant |", "draws=,first_seat=", ""},
	{"chart bred --kind |", "weights", "evolve"},
	{"init --kind |", "game,bot", ""},
	{"init --language |", "go,python,javascript", ""},
	{"init |", "-", ""},
	{"export bred --format |", "json,yaml", ""},
	{"rate x.csv --model |", "davidson,bayeselo", ""},
	{"rate x.csv --scale |", "ordo,logistic", ""},
	{"play hare --level |", "easy,hard", "random"},
	{"rate x.csv --anchor |", "-", ""},
	// keys and settings
	{"evolve risk --set |", "budget.games=,strategy.name=,engine.settings.map=", "FILE"},
	{"evolve hare --set |", "engine.settings.depth=", "engine.settings.map="},
	{"evolve risk --set strategy.name=|", "strategy.name=spsa,strategy.name=genetic", "budget.games="},
	{"evolve risk --set engine.name=|", "engine.name=othello", "engine.name=spsa"},
	{"evolve risk --set engine.settings.map=|", "engine.settings.map=grid", "map=grid"},
	{"evolve risk --set engine.settings.weakest_only=|", "engine.settings.weakest_only=true", ""},
	{"evolve risk --set strategy.mutation.kind=|", "strategy.mutation.kind=gaussian", ""},
	{"evolve risk --set budget.games=|", "-", ""},
	{"tournament risk-baselines --set schedule.kind=|", "schedule.kind=gauntlet", ""},
	{"config show risk --set strategy.name=|", "strategy.name=spsa", ""},
	{"check hare --set |", "engine.settings.depth=", ""},
	{"experiment duel.yaml --set |", "match.games=,verification.games=,seeds=", "strategy.name="},
	{"experiment duel.yaml --set config=|", "config=risk", "match.games="},
	{"play risk --set |", "map=,size=", "engine.name="},
	{"play risk --set map=|", "map=grid", "map=,size="},
	{"eval hare --set |", "depth=", "map="},
	{"engines risk --set weakest_only=|", "weakest_only=true,weakest_only=false", ""},
	{"etudes make hare --label |", "depth=", "map="},
	{"etudes check --set |", "depth=", "map="},
	// values that are free, and files
	{"evolve risk --budget |", "-", ""},
	{"evolve risk --name |", "-", ""},
	{"evolve risk --games-file |", "FILE", ""},
	{"evolve risk --trace |", "DIR", ""},
	{"evolve risk --db |", "FILE", ""},
	{"chart bred --output |", "FILE", ""},
}

// completed returns the words that the program offers for the last word of a line, with FILE or
// DIR if the shell then completes files or folders. A verb with a store, which is found below root,
// gets --db.
func completed(t *testing.T, root *cobra.Command, line, db string) []string {
	t.Helper()
	words := strings.Split(strings.TrimSuffix(line, "|"), " ")
	cmd, _, err := root.Find(words)
	if err == nil && cmd.Flags().Lookup("db") != nil && !slices.Contains(words, "--db") {
		words = slices.Insert(words, len(strings.Fields(verbOf(cmd))), "--db", db)
	}
	var out, errOut bytes.Buffer
	if code := (Program{Games: games()}).Run(t.Context(), append([]string{"__complete"}, words...), strings.NewReader(""), &out, &errOut); code != exitDone {
		t.Fatalf("%s: exit code %d: %s", line, code, errOut.String())
	}
	var offered []string
	for row := range strings.Lines(out.String()) {
		word, _, _ := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		offered = append(offered, word)
	}
	last := len(offered) - 1
	switch offered[last] {
	case ":0": // cobra.ShellCompDirectiveDefault
		offered[last] = "FILE"
	case ":16": // cobra.ShellCompDirectiveFilterDirs
		offered[last] = "DIR"
	default:
		offered = offered[:last]
	}
	return offered
}

// The descriptions of flags have no marks of placeholders.
func TestDescriptionsOfCompletions(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	Program{Games: games()}.Run(t.Context(), []string{"__complete", "export", "last", "--c"}, nil, &out, nil)
	if got, _, _ := strings.Cut(out.String(), "\n"); got != "--candidate\twrite the candidate NAME instead of the result" {
		t.Errorf("%q", got)
	}
}

// The program's hidden command __complete, which shells call, offers what a flag or an argument
// accepts, and nothing else.
func TestCompletions(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "runs.db")
	typed := func(args ...string) {
		var out, errOut bytes.Buffer
		if code := (Program{Games: games()}).Run(t.Context(), append(args, "--db", db), strings.NewReader(""), &out, &errOut); code != exitDone {
			t.Fatalf("%q: %s", args, errOut.String())
		}
	}
	typed("evolve", "risk", "--set", "engine.settings.size=2", "--budget", "96", "--set", "verification.games=40", "--no-progress", "--name", "bred")
	typed("tournament", "risk-baselines", "--set", "engine.settings.size=2", "--cycles", "1", "--no-progress", "--name", "cup")
	typed("tournament", "risk-baselines", "--set", "engine.settings.size=2", "--cycles", "1", "--no-progress", "--name", "two words")
	typed("runs", "tag", "cup", "paper")
	root := newRoot(&app{catalog: runs.Catalog{Games: games()}})
	for _, c := range completions {
		offered := completed(t, root, c.line, db)
		for i, word := range offered { // of a list: a comma separates the words of the table
			offered[i] = strings.ReplaceAll(word, ",", "+")
		}
		if c.want == "-" {
			if len(offered) > 0 {
				t.Errorf("%s: %q, want nothing", c.line, offered)
			}
			continue
		}
		for want := range strings.SplitSeq(c.want, ",") {
			if !slices.Contains(offered, want) {
				t.Errorf("%s: no %s in %q", c.line, want, offered)
			}
		}
		for absent := range strings.SplitSeq(c.absent, ",") {
			if absent != "" && slices.Contains(offered, absent) {
				t.Errorf("%s: %s in %q", c.line, absent, offered)
			}
		}
	}
}
