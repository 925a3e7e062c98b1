package cmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/runs"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	lost := errors.New("lost")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, exitDone},
		{usageError(nil), exitDone},
		{lost, exitFailed},
		{usageError(lost), exitUsage},
		{fmt.Errorf("file: %w", usageErrorf("--x: %w", lost)), exitUsage},
		{errorWithExitCode(exitRefuted, "refuted"), exitRefuted},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.want)
		}
	}
	if err := usageErrorf("--x: %w", lost); !errors.Is(err, lost) || err.Error() != "--x: lost" {
		t.Errorf("%v", err)
	}
}

// textKind is a string type, like the kinds of runs.
type textKind string

func TestValues(t *testing.T) {
	t.Parallel()
	var (
		count, slots    = 4, 1
		some, many, few = 4, 4, 4
		seed            *uint64
		share           *float64
		top             *int
		kind            textKind
	)
	for _, c := range []struct {
		v                 pflag.Value
		before, kind      string
		good, bad, refuse string
	}{
		{countValue(&count), "4", "N", "7", "0", "at least 1"},
		{slotsValue(&some, 1), "4", "N", "4096", "4097", "at most 4096"},
		{slotsValue(&many, 1), "4", "N", "1", "99999999999999999999", "at most 4096"},
		{slotsValue(&few, 1), "4", "N", "2", "-99999999999999999999", "at least 1"},
		{slotsValue(&slots, 0), "1", "N", "0", "-1", "a whole number"},
		{seedValue(&seed), "", "N", "18446744073709551615", "-1", "a seed is a whole number from 0"},
		{optionalValue(&share), "0", "float", "-0.25", "x", "a number is needed"},
		{optionalValue(&top), "0", "int", "3", "3.5", "a number is needed"},
		{choiceValue(&kind, "grid", "fit"), "", "WORD", "fit", "duel", `unknown word "duel" (have grid, fit)`},
	} {
		if c.v.String() != c.before || c.v.Type() != c.kind {
			t.Errorf("%q of type %s, want %q of type %s", c.v, c.v.Type(), c.before, c.kind)
		}
		if err := c.v.Set(c.good); err != nil || c.v.String() != c.good {
			t.Errorf("%s: %q, %v", c.good, c.v, err)
		}
		if err := c.v.Set(c.bad); err == nil || !strings.Contains(err.Error(), c.refuse) || c.v.String() != c.good {
			t.Errorf("%s: %q, %v, want %q", c.bad, c.v, err, c.refuse)
		}
	}
	if count != 7 || slots != 0 || *seed != 1<<64-1 || *share != -0.25 || *top != 3 || kind != "fit" {
		t.Errorf("%d, %d, %d, %v, %d, %q", count, slots, *seed, *share, *top, kind)
	}
}

// commandTree returns a program with a verb, a verb with subcommands, and help.
func commandTree(ran *string) *cobra.Command {
	verb := func(use string, args cobra.PositionalArgs) *cobra.Command {
		return &cobra.Command{Use: use, Args: args, RunE: func(c *cobra.Command, _ []string) error { *ran = c.Name(); return nil }}
	}
	root := &cobra.Command{Use: "arena", SilenceUsage: true, SilenceErrors: true}
	list := &cobra.Command{Use: "list"}
	list.AddCommand(verb("tag RUN", cobra.ExactArgs(1)))
	play := verb("play", cobra.NoArgs)
	play.Flags().Int("depth", 1, "")
	play.Flags().Bool("loud", false, "")
	play.Flags().Duration("for", 0, "")
	root.AddCommand(play, list)
	root.SetHelpCommand(newHelp(root))
	root.SetFlagErrorFunc(flagError)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	checkArguments(root)
	return root
}

func TestMistakesInWhatIsTyped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"play":             "",
		"list tag last":    "",
		"help play":        "",
		"play now":         "play takes no arguments; given: 1\nSee 'arena play --help'",
		"list tag":         "list tag takes RUN; given: 0",
		"plya":             `unknown command "plya" for "arena" (did you mean play?)`,
		"list tga":         `unknown command "tga" for "arena list" (did you mean tag?)`,
		"help plya":        `unknown command "plya"`,
		"play --deph 3":    "unknown flag: --deph (did you mean --depth?)",
		"play --depth two": `invalid argument "two" for "--depth" flag: a number is needed`,
		"play --loud=much": `invalid argument "much" for "--loud" flag: true or false is needed`,
		"play --for 5":     `invalid argument "5" for "--for" flag: a time such as 500ms, 5s or 10m is needed`,
		"play --for long":  `flag: a time such as`,
		"play --for 5y":    `flag: a time such as`,
	} {
		var ran string
		root := commandTree(&ran)
		root.SetArgs(strings.Fields(line))
		err := root.Execute()
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || exitCode(err) != exitUsage):
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// Every command answers every name of a flag that it may know by another name, and every such name
// with a mistake, with no suggestion or one of its own flags.
func TestFlagsOfOtherTools(t *testing.T) {
	t.Parallel()
	root := newRoot(&app{name: "arena", catalog: runs.Catalog{Games: games()}})
	var try func(*cobra.Command)
	try = func(c *cobra.Command) {
		for name := range synonyms {
			for _, typed := range []string{name, name + "s"} {
				text := nearestFlag(c, typed)
				_, meant, suggested := strings.Cut(text, "did you mean --")
				if meant, _, _ = strings.Cut(strings.TrimSuffix(meant, "?)"), " "); suggested && c.Flags().Lookup(meant) == nil {
					t.Errorf("%s --%s:%s", c.CommandPath(), typed, text)
				}
			}
		}
		for _, sub := range c.Commands() {
			try(sub)
		}
	}
	try(root)
}

// A flag that is a key of the config is answered with that key, which exists.
func TestFlagsThatAreKeysOfAConfig(t *testing.T) {
	t.Parallel()
	a := &app{name: "arena", catalog: runs.Catalog{Games: games()}}
	values := map[string]string{"depth": "1", "seats": "3", "players": "3", "opponents": "[default]", "opponent": "[random]"}
	for typed, key := range configKeys {
		c, _, err := newRoot(a).Find([]string{"evolve"})
		if err != nil {
			t.Fatal(err)
		}
		if got := nearestFlag(c, typed); got != " (did you mean --set "+key+"=VALUE?)" {
			t.Errorf("evolve --%s:%s", typed, got)
		}
		if _, err := a.catalog.Resolve(t.Context(), runs.Options{Text: "engine: {name: hare}", Set: []string{key + "=" + values[typed]}}); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	c, _, err := newRoot(a).Find([]string{"eval"})
	if err != nil {
		t.Fatal(err)
	}
	if got := nearestFlag(c, "seats"); strings.Contains(got, "engine.seats") {
		t.Errorf("eval has no config:%s", got)
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	env := map[string]string{"LANISTA_MAX_POINTS": "7", "LANISTA_SEED": "x", "LANISTA_HELP": "true"}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	points, help := flags.Int("max-points", 1, ""), flags.Bool("help", false, "")
	if err := flagsFromEnvironment(flags, func(name string) string { return env[name] }); err != nil || *points != 7 || *help {
		t.Errorf("%d, %v, %v", *points, *help, err)
	}
	var seed *uint64
	flags.Var(seedValue(&seed), "seed", "")
	if err := flagsFromEnvironment(flags, func(name string) string { return env[name] }); exitCode(err) != exitUsage || !strings.HasPrefix(err.Error(), "LANISTA_SEED: ") {
		t.Errorf("%v", err)
	}
	_ = flags.Set("seed", "3")
	if err := flagsFromEnvironment(flags, func(name string) string { return env[name] }); err != nil || *seed != 3 {
		t.Errorf("what is typed does not count: %v", err)
	}
	env["LANISTA_VERSION"] = "1.2" // names the version in images of containers
	flags.Bool("version", false, "")
	if err := flagsFromEnvironment(flags, func(name string) string { return env[name] }); err != nil {
		t.Errorf("the flag --version: %v", err)
	}
	flags.Bool("force", false, "")
	env["LANISTA_FORCE"] = "2"
	want := `LANISTA_FORCE: invalid argument "2" for "--force" flag: true or false is needed`
	if err := flagsFromEnvironment(flags, func(name string) string { return env[name] }); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A position that begins with a hyphen is not parsed as a flag.
func TestShield(t *testing.T) {
	t.Parallel()
	c := &cobra.Command{}
	c.Flags().StringP("name", "n", "", "")
	c.Flags().Bool("depth", false, "")
	for given, want := range map[string]string{
		"eval|-3 4 x|--depth|-x=a b|- -":         "eval| -3 4 x|--depth|-x=a b| - -",
		"--depth|-3 4|--|./program|-x y":         "--depth| -3 4|--|./program|-x y",
		"--name|-a b|-n|-c d|--name=-e f|-3 4 x": "--name|-a b|-n|-c d|--name=-e f| -3 4 x",
	} {
		got := escapePositions(strings.Split(given, "|"), func(arg string) bool { return takesValue(c, arg) })
		if strings.Join(got, "|") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// setFrom sets a shortcut flag --from for the key strategy.from. It returns the shortcuts, the override
// of the config that the flag stands for, and a config with this override.
func setFrom(t *testing.T, text string) (short *shortcuts, override string, doc *strict.Document) {
	t.Helper()
	short = new(shortcuts)
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	short.addText(flags, "from", "strategy.from", textValue("FILE"), "")
	if err := flags.Set("from", text); err != nil {
		t.Fatal(err)
	}
	overrides, err := short.over(nil)
	if err != nil {
		t.Fatal(err)
	}
	if doc, err = strict.Parse([]byte("seed: 1"), ""); err != nil {
		t.Fatal(err)
	}
	if doc, err = doc.Override("--set", overrides[0]); err != nil {
		t.Fatal(err)
	}
	return short, overrides[0], doc
}

// A shortcut flag for a text sets this text, whatever it would be in YAML.
func TestShortcutOfAText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"games.csv", "run:try #2", "a: b.csv", "null", "12", "[x]", `q"\<.csv`} {
		short, override, doc := setFrom(t, text)
		var got string
		if err := doc.Decode("strategy.from", &got); err != nil || got != text {
			t.Errorf("%q is read as %q, error %v", text, got, err)
		}
		err := short.inError(errors.New("--set " + override + ": no such file"))
		if want := "--from " + text + ": no such file"; err.Error() != want {
			t.Errorf("the error is %q, want %q", err, want)
		}
	}
}

// The error of a value that the config refuses names the flag, even if the value is so long that
// errors of the config shorten it.
func TestShortcutInTheErrorOfALongText(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 70, 300} {
		text := strings.Repeat("x", n)
		short, _, doc := setFrom(t, text)
		err := short.inError(doc.Decode("strategy.from", new(int)))
		if want := "--from " + text + ": strategy.from: "; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %q, want %q", err, want)
		}
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{"runs --json": true, "--nope x --json": true, "runs": false, "check -- bot --json": false, "runs --jsonx": false} {
		if got := isTyped(strings.Fields(line), "--json"); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

func TestReword(t *testing.T) {
	t.Parallel()
	c := &cobra.Command{
		Use: "play", Long: "Type 'lanista help'.", Example: "  lanista play risk\n  lanista play hare.yaml --level best\n  lanista play go",
	}
	rewordHelp(c, "arena", []string{"hare"})
	if c.Long != "Type 'arena help'." || c.Example != "  arena play risk\n  arena play go" {
		t.Errorf("%q, %q", c.Long, c.Example)
	}
}

// The help of a program with some of the games leaves out the names of presets that its catalog does
// not have, and of their games. Presets of the program may have the names of shipped ones.
func TestMissingNames(t *testing.T) {
	t.Parallel()
	only := func(names ...string) engines.Registry {
		return slices.DeleteFunc(games(), func(e engines.Engine) bool { return !slices.Contains(names, e.Spec().Name) })
	}
	for _, c := range []struct {
		games     engines.Registry
		presets   fstest.MapFS
		have, not []string
	}{
		{nil, nil, nil, []string{"risk", "risk-quick", "hare", "2048", "othello-fit"}},
		{only("risk-classic"), nil, []string{"risk-classic", "risk-classic-opponents"}, []string{"risk", "risk-quick", "hare"}},
		{only("risk"), nil, []string{"risk", "risk-quick"}, []string{"hare"}},
		{
			only("othello"),
			fstest.MapFS{
				"hare-own.yaml": {Data: []byte("engine: {name: othello}\n")},
				"risk.yaml":     {Data: []byte("engine: {name: othello}\n")},
				"chess.yaml":    {Data: []byte("engine: {name: nowhere}\n")},
			},
			[]string{"othello", "othello-fit", "hare-own", "risk"},
			[]string{"hare", "risk-quick", "chess", "go"},
		},
		{games(), nil, []string{"risk", "hare", "2048", "othello-fit"}, nil},
	} {
		catalog := runs.Catalog{Games: c.games, Presets: c.presets}
		missing := catalog.MissingNames()
		for _, name := range c.have {
			if slices.Contains(missing, name) {
				t.Errorf("%v: %s is missing", c.games.Names(), name)
			}
		}
		for _, name := range c.not {
			if !slices.Contains(missing, name) {
				t.Errorf("%v: %s is not missing", c.games.Names(), name)
			}
		}
		for _, name := range catalog.Configs().Names() {
			if slices.Contains(missing, name) {
				t.Errorf("%v: preset %s is missing", c.games.Names(), name)
			}
		}
	}
}

// The name of a shipped preset is that of its game, or begins with it and a hyphen.
func TestNamesOfPresetsBeginWithTheirGames(t *testing.T) {
	t.Parallel()
	for _, e := range games() {
		game := e.Spec().Name
		for _, name := range (runs.Catalog{Games: engines.Registry{e}}).Configs().Names() {
			if !strings.HasPrefix(name+"-", game+"-") {
				t.Errorf("preset %s is of %s", name, game)
			}
		}
	}
}

// Messages of a program with another name contain that name.
func TestProgramName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"./nim": "nim", "/opt/games/nim": "nim", "nim.exe": "nim", "": ""} {
		if got := programName(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestInputName(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{"-": "standard input", "games.csv": "games.csv"} {
		if got := inputName(file); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}

// A variable of the environment is the default of a flag. It is ignored if the typed flags exclude it.
func TestEnvironmentYieldsToTypedFlags(t *testing.T) {
	t.Parallel()
	variables := map[string]string{"LANISTA_SEED": "7", "LANISTA_NAME": "mine", "LANISTA_BUDGET": "50", "LANISTA_TOKEN_FILE": "token"}
	var o evolveOptions
	var saved playOptions
	for line, want := range map[string]string{
		"evolve risk":                       "[seed=7 budget.games=50] mine",
		"evolve risk --seed 3":              "[seed=3 budget.games=50] mine",
		"evolve risk --seeds 1-3":           "[budget.games=50] mine",
		"evolve --resume last":              "[] ",
		"evolve --resume last --budget 90":  "[budget.games=90] ",
		"evolve risk --resume last":         "[seed=7 budget.games=50] ",
		"evolve risk --local-workers 1":     "[seed=7 budget.games=50] mine",
		"evolve --resume last --name other": "--name cannot be used with --resume",
		"evolve risk --token-file other":    "--token-file needs --listen",
		"evolve risk --seeds 1-3 --seed 3":  "--seeds cannot be used with --seed",
		"play --resume my.game":             "my.game",
		"play --resume my.game --seed 3":    "--seed cannot be used with --resume",
	} {
		o, saved = evolveOptions{}, playOptions{}
		root := &cobra.Command{PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return flagsFromEnvironment(c.Flags(), func(name string) string { return variables[name] })
		}}
		root.AddCommand(newEvolve(&app{}, took(&o)), newPlay(&app{}, took(&saved)))
		root.SilenceErrors, root.SilenceUsage = true, true
		root.SetArgs(strings.Fields(line))
		got := fmt.Sprint(root.Execute())
		if got == "<nil>" && saved.resume != "" {
			got = saved.resume
		} else if got == "<nil>" {
			got = fmt.Sprint(o.run.options.Set, " ", o.run.options.Name)
		}
		if got != want && (want[0] != '-' || !strings.HasPrefix(got, want)) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// A variable of a flag that the typed flags and arguments exclude is ignored, and so is one of a
// flag that has a meaning only together with another flag.
func TestVariablesOfExcludedFlags(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, variables, value string }{
		{"evolve risk --seeds 1-2", "RESUME", "last"},
		{"evolve risk --seed 4", "SET", "seed=3"},
		{"evolve risk --strategy spsa", "SET", "strategy={name: gp}"},
		{"bench --config hare", "VARIANT", "draws=0.3"},
		{"bench --config hare", "DRY_RUN", "true"},
		{"bench --variant draws=0.3", "CONFIG", "hare"},
		{"bench --dry-run", "CONFIG", "hare"},
		{"bench", "OPPONENT", "champion"},
		{"bench", "GAMES", "40"},
		{"bench", "NATS", "nats://a:4222"},
		{"bench", "LOCAL_WORKERS", "2"},
		{"bench", "LISTEN", "127.0.0.1:4255"},
		{"match a b --depth 3", "ST", "0.1"},
		{"match a b --st 0.1", "NODES", "100"},
		{"runs last", "LIMIT", "5"},
		{"runs last", "ENGINE", "hare"},
		{"runs last --failures", "LENGTHS", "true"},
		{"runs last --lengths", "REPLAY", "1"},
		{"runs last", "TRACE", "folder"},
		{"runs", "FAILURES", "true"},
		{"worker nats://a:4222 --once", "DRAIN", "true"},
		// The variable that they need is ignored, too.
		{"bench --variant draws=0.3", "CONFIG NATS", "nats://a:4222"},
		{"bench --dry-run", "CONFIG GAMES", "40"},
		{"runs", "REPLAY TRACE", "1"},
	} {
		parse := func(env func(string) string) string {
			var evolve evolveOptions
			var bench benchOptions
			var match matchOptions
			var shown runsOptions
			var worker workerOptions
			root := &cobra.Command{PersistentPreRunE: func(c *cobra.Command, _ []string) error { return flagsFromEnvironment(c.Flags(), env) }}
			a := &app{catalog: runs.Catalog{Games: shipped.Games()}}
			root.AddCommand(newEvolve(a, took(&evolve)), newBench(a, took(&bench)), newMatch(a, took(&match)), newRuns(a, took(&shown)), newWorker(a, took(&worker)))
			root.SilenceErrors, root.SilenceUsage = true, true
			root.SetArgs(strings.Fields(test.line))
			err := root.Execute()
			if err == nil && strings.HasPrefix(test.line, "bench") {
				err = bench.check()
			}
			return fmt.Sprint(err, evolve.run.options.Set, evolve.run.dryRun, evolve.run.options.Resume, shown)
		}
		want := parse(func(string) string { return "" })
		got := parse(func(name string) string {
			if slices.Contains(strings.Fields(test.variables), strings.TrimPrefix(name, "LANISTA_")) {
				return test.value
			}
			return ""
		})
		if got != want || !strings.HasPrefix(got, "<nil>") {
			t.Errorf("LANISTA_%s=%s, %s: %s, want %s", test.variables, test.value, test.line, got, want)
		}
	}
}

// LANISTA_SEEDS is ignored by evolve if a typed flag plays one run, or none. experiment takes both.
func TestSeedsOfTheEnvironment(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"evolve risk":                                "1-3",
		"evolve risk --resume last":                  "",
		"evolve --resume last":                       "",
		"evolve risk --dry-run":                      "1-3",
		"evolve risk --seeds 4-5":                    "4-5",
		"experiment duel.yaml":                       "1-3",
		"experiment duel.yaml --resume last":         "1-3",
		"experiment --resume last":                   "",
		"evolve risk --resume last --seeds 4-5":      "--seeds cannot be used with --seed or --resume",
		"evolve risk --dry-run --seeds 4-5 --seed 1": "--seeds cannot be used with --seed or --resume",
	} {
		var o evolveOptions
		var e experimentOptions
		root := &cobra.Command{PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return flagsFromEnvironment(c.Flags(), func(name string) string {
				set := ""
				if c.Name() == "experiment" {
					set = "match.games=200"
				}
				return map[string]string{"LANISTA_SEEDS": "1-3", "LANISTA_SET": set}[name]
			})
		}}
		root.AddCommand(newEvolve(&app{}, took(&o)), newExperiment(&app{}, took(&e)))
		root.SilenceErrors, root.SilenceUsage = true, true
		root.SetArgs(strings.Fields(line))
		got := ""
		if err := root.Execute(); err != nil {
			got = err.Error()
		} else if o.seeds != nil {
			got = o.seeds.String()
		} else if i := slices.IndexFunc(e.options.Set, func(s string) bool { return strings.HasPrefix(s, "seeds=") }); i >= 0 {
			got = strings.TrimPrefix(e.options.Set[i], "seeds=")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
