package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

// typeMatch parses the command line of a match. An underscore stands for a blank within an argument.
func typeMatch(o *matchOptions, line string) error {
	c := newMatch(&app{}, took(o))
	checkArguments(c)
	args := strings.Fields(line)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "_", " ")
	}
	c.SetArgs(args)
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(flagError)
	return c.Execute()
}

// A match plays the only game of the program, or else chess. A config is no game.
func TestGameOfMatch(t *testing.T) {
	t.Parallel()
	for want, games := range map[string]engines.Registry{
		"othello": {othello.New()},
		"chess":   {othello.New(), chess.New()},
	} {
		var o matchOptions
		c := newMatch(&app{catalog: runs.Catalog{Games: games}}, took(&o))
		c.SetArgs([]string{"default", "random"})
		if err := c.Execute(); err != nil || o.match.Game != want || c.Flag("game").DefValue != want {
			t.Errorf("%v: %s, %v, want %s", games.Names(), o.match.Game, err, want)
		}
	}
	o := matchOptions{old: "a.json", new: "b.json", match: runs.MatchOptions{Game: "kuhn.yaml"}}
	if err := o.complete(runs.Catalog{Games: engines.Registry{chess.New()}}); err == nil || !strings.HasPrefix(err.Error(), "--game: kuhn.yaml is a config; match takes the name of a game. Use 'tournament' with a config ") {
		t.Errorf("a config: %v", err)
	}
}

// --concurrency is another name of --workers: two different numbers are a mistake, and a typed number
// is stronger than one from the environment.
func TestConcurrency(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line, variable, value string
		want                  int
		err                   string
	}{
		{"a b --concurrency 3", "", "", 3, ""},
		{"a b --workers 4 --concurrency 4", "", "", 4, ""},
		{"a b --workers 4 --concurrency 3", "", "", 0, "--concurrency 3 and --workers 4 are two values of one number; give one"},
		{"a b --concurrency 3", "LANISTA_WORKERS", "5", 3, ""},
		{"a b --workers 4", "LANISTA_CONCURRENCY", "5", 4, ""},
		{"a b", "LANISTA_CONCURRENCY", "5", 5, ""},
	} {
		var o matchOptions
		c := newMatch(&app{}, took(&o))
		c.PreRunE = func(cmd *cobra.Command, _ []string) error {
			return flagsFromEnvironment(cmd.Flags(), func(name string) string {
				if name == test.variable {
					return test.value
				}
				return ""
			})
		}
		c.SilenceErrors, c.SilenceUsage = true, true
		c.SetArgs(strings.Fields(test.line))
		err := c.Execute()
		if text := fmt.Sprint(err); test.err != "" && text != test.err || test.err == "" && (err != nil || o.run.options.Workers != test.want) {
			t.Errorf("%s, %s=%s: %d, %v; want %d, %s", test.line, test.variable, test.value, o.run.options.Workers, err, test.want, test.err)
		}
	}
}

// The flags of a match make a config. Those of fastchess mean the same here.
func TestMatchFlags(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{chess.New(), othello.New()}}
	for line, want := range map[string]string{
		"./old ./new --tc 8+0.08 --sprt 0,3 --openings book.epd --option Hash=16 --new-option Threads=2": `
programs:
    new: {command: [./new], protocol: uci, options: {Hash: 16, Threads: 2}}
    old: {command: [./old], protocol: uci, options: {Hash: 16}}
engine: {name: chess, settings: {limit: clock 8s+80ms, openings: "@book.epd"}}
agents: [{name: new, player: new}, {name: old, player: old}]
schedule: {kind: round_robin, sprt: [0, 3]}
seed: 0`,
		"a b --st 0.1 --rounds 50 --resign movecount=3,score=600 --draw movenumber=34,movecount=8,score=20 --maxmoves 100 --timemargin 20 --restart on --seed 7": `
programs:
    new: {command: [b], protocol: uci, restart: game, margin: 20ms}
    old: {command: [a], protocol: uci, restart: game, margin: 20ms}
engine: {name: chess, settings: {limit: movetime 100ms, resign_moves: 3, resign_score: 600, resign_sides: loser, draw_from: 68, draw_moves: 8, draw_score: 20, max_plies: 200}}
agents: [{name: b, player: new}, {name: a, player: old}]
schedule: {kind: round_robin, cycles: 50}
seed: 7`,
		"/usr/bin/e /opt/e --new-limit depth_9 --old-limit nodes_5 --new-name tuned --games 9 --variant fischerandom --resign movecount=2,score=400,twosided=true": `
programs:
    new: {command: [/opt/e], protocol: uci}
    old: {command: [/usr/bin/e], protocol: uci}
engine: {name: chess, settings: {chess960: "true", resign_moves: 2, resign_score: 400, resign_sides: both}}
agents: [{name: tuned, player: new, settings: {limit: depth 9}}, {name: e, player: old, settings: {limit: nodes 5}}]
schedule: {kind: round_robin, cycles: 5}
seed: 0`,
		"e e --nodes 100 --openings file='my_b.pgn',order=sequential,plies=16,start=3 --sprt elo0=-2,elo1=0,alpha=0.1,model=logistic": `
programs:
    new: {command: [e], protocol: uci}
    old: {command: [e], protocol: uci}
engine: {name: chess, settings: {limit: nodes 100, openings: "@my b.pgn", openings_order: given, openings_plies: 16, openings_start: 3}}
agents: [{name: new e, player: new}, {name: old e, player: old}]
schedule: {kind: round_robin, sprt: [-2, 0, 0.1, 0.05], sprt_model: logistic}
seed: 0`,
		"e e --nodes 100 --sprt elo0=-3,alpha=0.1": `
programs:
    new: {command: [e], protocol: uci}
    old: {command: [e], protocol: uci}
engine: {name: chess, settings: {limit: nodes 100}}
agents: [{name: new e, player: new}, {name: old e, player: old}]
schedule: {kind: round_robin, sprt: [-3, 0, 0.1, 0.05]}
seed: 0`,
		"e 'my_engine'_--book_b\\_c --depth 1": `
programs:
    new: {command: [my engine, --book, b c], protocol: uci}
    old: {command: [e], protocol: uci}
engine: {name: chess, settings: {limit: depth 1}}
agents: [{name: my engine, player: new}, {name: e, player: old}]
schedule: {kind: round_robin, cycles: 100}
seed: 0`,
		"e e_--config_net.json --depth 1": `
programs:
    new: {command: [e, --config, net.json], protocol: uci}
    old: {command: [e], protocol: uci}
engine: {name: chess, settings: {limit: depth 1}}
agents: [{name: new e, player: new}, {name: old e, player: old}]
schedule: {kind: round_robin, cycles: 100}
seed: 0`,
		"old.json my.yaml --depth 1": `
engine: {name: chess, settings: {depth: 1}}
agents: [{name: my.yaml, weights: my.yaml}, {name: old.json, weights: old.json}]
schedule: {kind: round_robin, cycles: 100}
seed: 0`,
		"default run:last --game othello --depth 2": `
engine: {name: othello, settings: {depth: 2}}
agents: [{name: run:last, weights: run:last}, {name: default, weights: default}]
schedule: {kind: round_robin, cycles: 100}
seed: 0`,
		"random bot.sh --game othello": `
programs: {new: {command: [bot.sh]}}
engine: {name: othello}
agents: [{name: bot.sh, player: new}, {name: random, weights: random}]
schedule: {kind: round_robin, cycles: 100}
seed: 0`,
	} {
		var o matchOptions
		if err := typeMatch(&o, line); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if err := o.complete(catalog); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		made, err := configs.New(o.run.options.Config)
		if err != nil {
			t.Fatal(err)
		}
		got, err := made.Config()
		if err != nil {
			t.Fatal(err)
		}
		doc, err := configs.Parse([]byte(want), "want")
		if err != nil {
			t.Fatal(err)
		}
		expected, err := doc.Config()
		if err != nil {
			t.Fatal(err)
		}
		var schedules [2]runs.ScheduleOptions
		for i, c := range []*configs.Config{&got, &expected} {
			if err := c.Schedule.Decode(&schedules[i]); err != nil {
				t.Fatal(err)
			}
			c.Schedule = yaml.Node{} // it has the lines of its text
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
		if diff := cmp.Diff(schedules[1], schedules[0]); diff != "" {
			t.Errorf("%s: schedule: %s", line, diff)
		}
	}
}

// A text of several words that ends like a file with weights is such a file if it exists.
func TestWeightsOfAFileWithBlanks(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{othello.New()}}
	file := filepath.Join(t.TempDir(), "my weights.json")
	if side, err := runs.MatchSideOf(catalog, "othello", file); err != nil || side.Agent != "" || len(side.Command) != 2 {
		t.Errorf("no file: %+v, %v", side, err)
	}
	write(t, filepath.Dir(file), filepath.Base(file), "{}")
	if side, err := runs.MatchSideOf(catalog, "othello", file); err != nil || side.Agent != file {
		t.Errorf("a file: %+v, %v", side, err)
	}
}

func TestMatchMistakes(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{chess.New(), othello.New()}}
	for line, want := range map[string]string{
		"a":                                               "match takes OLD NEW",
		"a b --tc 40/":                                    `time control "40/"`,
		"a b --tc 1 --depth 5":                            "a second limit after clock 1s",
		"a b --sprt 3,0":                                  "elo1: 0 is not above elo0",
		"a b --sprt elo0=0,elo2=3":                        `unknown key "elo2"`,
		"a b --sprt elo0=0,elo1=3,alpha=0":                "alpha: 0 is not above 0",
		"a b --sprt elo0=0,elo1=3,beta=0.0":               "beta: 0 is not above 0",
		"a b --sprt 0,3,0,0.1":                            "alpha and beta must be above 0",
		"a b --sprt elo0=0,elo1=3,model=x":                `model: unknown model "x"`,
		"a b --resign movecount=0":                        "movecount=0: a whole number of at least 1 is needed",
		"a b --maxmoves 9000000000000000000":              "at most 2147483647 are possible",
		"a b --draw movenumber=9000000000000000000":       "movenumber=9000000000000000000: at most 2147483647 are possible",
		"a b --timemargin 9000000000000000000":            "at most 86400000 are possible",
		"a b --resign 3":                                  `"3" is not key=value`,
		"a b --resign movecount=3":                        `score is missing; write all keys in one pair of quotes, such as "movecount=3 score=600"`,
		"a b --resign ,":                                  "score is missing",
		"a b --draw ,":                                    `no key; write a rule such as "movenumber=40 movecount=8 score=10"`,
		"a b --sprt elo0=0,elo1=3,elo1=5":                 "elo1 occurs twice",
		"a b --openings file=x,order=best":                `order: "best" is not random or sequential`,
		"a b --openings file=x,ordre=random":              `unknown key "ordre"`,
		"a b --openings x_file=y":                         `"x" is not key=value`,
		"a b'_--x --depth 1":                              "the quote ' is not closed",
		"a b --variant atomic":                            `"atomic" is not standard or fischerandom`,
		"a b --rounds 3 --games 4":                        "a round is two games of one opening",
		"a b --depth 1 --restart maybe":                   `unknown word "maybe" (have never, game, on, off)`,
		"a b --depth 1 --option Hash=16 --option hash=32": "a second value of this option after Hash=16; give one",
		"a b --depth 1 --option Hash":                     "NAME=VALUE is needed",
		"a b --tb /tables":                                "games are not adjudicated by endgame tables",
		"a b -tbpieces 5":                                 "games are not adjudicated by endgame tables",
		"a b -engine cmd=a":                               "name the two engines: match OLD NEW",
		"a b --tournament gauntlet":                       "unknown flag: --tournament: a match has two sides; a gauntlet",
		"a b --repeat":                                    "every opening is played with both colours in any case",
		"a b c --depth 1":                                 "match takes OLD NEW; given: 3; a match has two sides; a gauntlet",
		"a b -pgnout file=a":                              "did you mean --games-file?",
		"a b -resign movecount=3 score=600":               "unknown shorthand flag",
		"a b --resign movecount=3 score=600":              `write all keys in one pair of quotes, such as "movecount=3 score=600"`,
		"a b --draw movecount=3 score=600":                `--resign "movecount=3 score=600"; not part of a flag: score=600`,
		"a b --openings file=x format=epd":                "not part of a flag: format=epd",
		"a b --sprt elo0=0 elo1=3":                        "elo1 is missing; write all keys in one pair of quotes",
		"a b --openings x,order=random":                   "order= needs file=FILE",
		"a b --openings file=x,policy=encounter":          `policy: "encounter" is not round`,
		"a b --tc inf":                                    `time control "inf": leave it out; --depth or --nodes`,
		"a b --games-file file=x.pgn":                     "the name of a file alone: --games-file x.pgn",
		"a b --seeds 2":                                   "a match has two sides",
		"a b --site X":                                    `the tag Site of the games is "?"`,
		"a b --ping-ms 100":                               "use --set programs.new.timeouts.reply=60s",
		"a b --compliance":                                "use 'lanista check --protocol uci -- ENGINE'",
		"a b --debug":                                     "--trace FOLDER writes all input and output",
		"a b":                                             "b needs a limit: --tc, --st, --depth or --nodes",
		"a b --game gess":                                 `--game: unknown engine "gess" (did you mean chess?)`,
		"default b --depth 1 --old-option Hash=1":         "default is no program",
		"default random --option Hash=1":                  "neither default nor random is a program",
		"default random --restart game":                   "--restart: neither default nor random is a program",
		"default random --protocol uci":                   "--protocol: neither default nor random is a program",
		"default random --timemargin 5":                   "--timemargin: neither default nor random is a program",
		"default random --tc 5 --game chess":              "a limit of time requires a program",
	} {
		var o matchOptions
		err := typeMatch(&o, line)
		if err == nil {
			err = o.complete(catalog)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// The error of an undecided test names what ended the games: more rounds help only if openings are
// left.
func TestUndecidedTest(t *testing.T) {
	t.Parallel()
	const openings = "all 12 openings were played; more games would repeat them"
	for _, c := range []struct {
		of    func(runs.TournamentResult) error
		ended string
		want  string
	}{
		{matchError, "", "undecided after all games; increase --rounds"},
		{sequentialError, "", "undecided after all pairs of the schedule; increase --cycles"},
		{matchError, openings, "undecided: " + openings + "; use more openings"},
		{sequentialError, openings, "undecided: " + openings + "; use more openings"},
	} {
		err := c.of(runs.TournamentResult{Test: &runs.Test{Decision: rating.Undecided}, Ended: c.ended})
		if err == nil || !strings.Contains(err.Error(), c.want) || exitCode(err) != exitUndecided {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A match ends with the exit code of its sequential test and is stored as a tournament. The same command
// with --resume continues it and refuses a match that is finished. The long form has all exit codes.
func TestMatch(t *testing.T) {
	t.Parallel()
	dir := agentsFolder(t)
	bot := interpreter(t, "python3") + " -S othello_agent.py" // starts sooner without site packages
	match := func(args ...string) *exec.Cmd {
		return lanista(t, dir, append([]string{"match"}, append(args, "--game", "othello", "--set", "engine.settings.random_plies=30")...)...)
	}
	text := string(output(t, match("random", bot, "--sprt", "0,300", "--new-name", "bot", "--json", "--name", "won")))
	for _, want := range []string{`"decision":"H1 accepted"`, `"agents":["bot","random"]`, `"model":"normalized"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if exhaustive { // the golden texts have a refuted claim, TestUndecidedTest the error of an undecided one
		said := failing(t, match(bot, "random", "--sprt", "elo0=0 elo1=300 model=logistic"), 3)
		if !strings.Contains(said, "H0: random is not stronger by 300 Elo") {
			t.Error(said)
		}
		said = failing(t, match(bot, bot, "--sprt", "0,1", "--rounds", "2"), 4)
		if !strings.Contains(said, "undecided after all games; increase --rounds") {
			t.Error(said)
		}
	}
	shown := string(output(t, lanista(t, dir, "runs", "won")))
	if !strings.Contains(shown, "bot") || !strings.Contains(shown, "tournament") {
		t.Errorf("stored: %s", shown)
	}
	said := failing(t, match("random", bot, "--sprt", "0,300", "--new-name", "bot", "--resume", "won"), 2)
	if !strings.Contains(said, "is finished") {
		t.Errorf("a finished match is resumed: %s", said)
	}
	write(t, dir, "tuned.json", `{"engine": "othello", "player": "mybot", "weights": {"corner": 3}}`)
	said = failing(t, match(bot, "tuned.json", "--rounds", "2"), 2)
	if !strings.Contains(said, "weights tuned.json: they are for the program mybot, not for the game's own player") || !strings.Contains(said, "--new-option NAME=VALUE") {
		t.Error(said)
	}
	if exhaustive { // weights of a run are refused as those of a file are
		output(t, lanista(t, dir, "evolve", "othello.yaml", "--name", "tuned", "--set", "budget.games=8", "--set", "verification.games=0", "--workers", "1"))
		if said = failing(t, match(bot, "run:tuned", "--rounds", "2"), 2); !strings.Contains(said, "they are for the program bot, not for the game's own player") {
			t.Error(said)
		}
	}
	said = failing(t, match("random", "no-such-bot", "--rounds", "2"), 2)
	if !strings.Contains(said, `programs.new.command: "no-such-bot" is not in PATH`) {
		t.Error(said)
	}
}

// A match is resumed with its sides and the options of programs alone: the rest comes from the store. It
// ends like a match that was never stopped. Options of programs, and programs, do not come from the store.
func TestMatchIsResumedFromTheStore(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("TestMatch refuses a finished match, and interrupted tournaments are resumed in package runs: with LANISTA_EXHAUSTIVE=1")
	}
	dir := agentsFolder(t)
	bot := interpreter(t, "python3") + " -S othello_agent.py"
	match := func(args ...string) *exec.Cmd {
		return lanista(t, dir, append([]string{"match"}, args...)...)
	}
	whole := []string{"hard", bot, "--game", "othello", "--set", "engine.settings.random_plies=10", "--new-name", "bot", "--new-limit", "depth 1", "--seed", "7", "--timemargin", "2000", "--json"}
	standings := func(text []byte) string {
		var d struct {
			Games      int
			Tournament json.RawMessage
		}
		if err := json.Unmarshal(text, &d); err != nil || d.Games != 10 {
			t.Fatalf("%v: %s", err, text)
		}
		return string(d.Tournament)
	}
	want := standings(output(t, match(append(whole, "--rounds", "5")...)))
	output(t, match(append(whole, "--rounds", "3", "--name", "cut")...))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"hard", bot, "--rounds", "2"}, "(in a match: rounds) and cannot continue with 2"},
		{[]string{"hard", "easy", "--rounds", "5"}, "is an agent of the game, but the program bot played"},
		{[]string{bot, bot, "--rounds", "5"}, "is the command of a program, but the agent hard played the match"},
		{[]string{"easy", bot, "--rounds", "5"}, "the run was made with another config"},
		{[]string{"hard", bot, "--rounds", "5", "--game", "othello"}, "the run was made with another config"}, // a flag that describes the match makes all necessary
	} {
		if said := failing(t, match(append(c.args, "--resume", "cut")...), 2); !strings.Contains(said, c.want) {
			t.Errorf("%q: %s", c.args, said)
		}
	}
	if got := standings(output(t, match("hard", bot, "--rounds", "5", "--resume", "cut", "--json"))); got != want {
		t.Errorf("resumed: %s\nat once: %s", got, want)
	}
}

// More games at once than cores are a warning, if moves have a limit of time.
func TestMatchWithTooFewCores(t *testing.T) {
	t.Parallel()
	dir := agentsFolder(t)
	const bot = "./first.sh" // a shell starts sooner than Python
	for _, c := range []struct {
		limit, workers string
		warned         bool
	}{
		{"movetime 9s", "2", true},
		{"movetime 9s", "1", false},
		{"depth 1", "2", false},
	} {
		cmd := lanista(t, dir, "match", "random", bot, "--game", "othello", "--new-limit", c.limit, "--workers", c.workers, "--rounds", "1")
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
		out, err := cmd.CombinedOutput()
		const warning = "2 games are played at once, more than the cores (1)"
		if err != nil || strings.Contains(string(out), warning) != c.warned {
			t.Errorf("%s with %s workers: %v\n%s", c.limit, c.workers, err, out)
		}
	}
}

// A real engine plays Chess960 on a clock with pondering, without a forfeit.
func TestMatchOfRealEngines(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("long; set LANISTA_EXHAUSTIVE=1")
	}
	var installed []string
	for _, path := range []string{"/usr/games/toga2", "/usr/games/stockfish"} {
		if _, err := os.Stat(path); err == nil {
			installed = append(installed, path)
		}
	}
	if len(installed) == 0 {
		t.Skip("neither toga2 nor stockfish is installed; apt-get install toga2 stockfish")
	}
	dir := t.TempDir()
	for _, engine := range installed {
		for name, flags := range map[string][]string{
			"chess960": {"--variant", "fischerandom", "--depth", "2", "--games", "40", "--maxmoves", "60"},
			// Two periods end within each game.
			"periods": {"--tc", "20/1+0.01", "--games", "2", "--timemargin", "1000", "--restart", "game", "--maxmoves", "45"},
			"ponder":  {"--tc", "1+0.02", "--option", "Ponder=true", "--games", "2", "--timemargin", "1000", "--workers", "1", "--restart", "game", "--maxmoves", "30"},
		} {
			t.Run(filepath.Base(engine)+" "+name, func(t *testing.T) {
				if name == "chess960" && engine == "/usr/games/toga2" {
					t.Skip("Toga II cannot play Chess960")
				}
				file := name + ".pgn"
				output(t, lanista(t, dir, append([]string{"match", engine, engine, "--games-file", file}, flags...)...))
				text, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil {
					t.Fatal(err)
				}
				games := strings.Count(string(text), "[Event ")
				if games == 0 || strings.Contains(string(text), "forfeits") {
					t.Errorf("%d games, or a forfeit:\n%s", games, text)
				}
				if name == "chess960" && strings.Count(string(text), `[Variant "Chess960"]`) != games {
					t.Errorf("not every game has its variant:\n%s", text)
				}
				if slices.Contains(flags, "--tc") && strings.Count(string(text), "[TimeControl ") != games {
					t.Errorf("not every game has its time control:\n%s", text)
				}
			})
		}
	}
}
