package configs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/engines"
)

// configOf reads the text of a config.
func configOf(t *testing.T, text string) (Config, error) {
	t.Helper()
	d, err := Parse([]byte(text), "t.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return d.Config()
}

// The error for an unknown kind of a program's weight lists all kinds that the section accepts.
func TestUnknownKindsOfDeclaredWeights(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"bolean", "Real", "integer real"} {
		_, err := DeclaredWeight{Name: "a", Kind: kind}.Weight()
		if err == nil || !strings.Contains(err.Error(), "(have real, integer, log, fixed, choices, boolean)") {
			t.Errorf("%s: %v", kind, err)
		}
	}
	no := engines.Value{Choice: "false"}
	if _, err := (DeclaredWeight{Name: "a", Kind: "boolean", Default: &no}).Weight(); err != nil {
		t.Error(err)
	}
}

// A command is a list, or a text that is split at blanks and means nothing to a shell.
func TestCommands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Command{
		"./bot":                          {"./bot"},
		"python3  -u bot.py":             {"python3", "-u", "bot.py"},
		"[python3, bot.py, 'two words']": {"python3", "bot.py", "two words"},
		"[sh, -c, 'a | b']":              {"sh", "-c", "a | b"},
	} {
		c, err := configOf(t, "engine: {name: othello}\nprograms: {bot: {command: "+text+"}}\n")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, c.Programs["bot"].Command); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	_, err := configOf(t, "engine: {name: othello}\nprograms:\n  bot:\n    command: ./bot > log\n")
	if err == nil || !strings.HasPrefix(err.Error(), `t.yaml:4: programs.bot.command: ">" is special in a shell`) || !strings.HasSuffix(err.Error(), "[./bot, >, log]") {
		t.Errorf("a redirection: %v", err)
	}
}

// Options and weights of a program keep the order in which they were written: some programs
// depend on it.
func TestProgramsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	c, err := configOf(t, `engine: {name: chess}
programs:
  bot:
    command: bot
    options: {Threads: 1, Hash: 16, "A B": "yes"}
    weights: {z: {min: 0, max: 2, default: 1}, a: {min: 1, max: 9, default: 3, kind: integer}}
`)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Programs["bot"]
	if diff := cmp.Diff(Texts{{"Threads", "1"}, {"Hash", "16"}, {"A B", "yes"}}, p.Options); diff != "" {
		t.Errorf("options: %s", diff)
	}
	want := Declared{
		{Name: "z", Min: ptr(0.0), Max: ptr(2.0), Default: &engines.Value{Number: 1.0}},
		{Name: "a", Min: ptr(1.0), Max: ptr(9.0), Default: &engines.Value{Number: 3.0}, Kind: "integer"},
	}
	if diff := cmp.Diff(want, p.Weights); diff != "" {
		t.Errorf("weights: %s", diff)
	}
	for key, value := range map[string]string{"options": "[Hash, 16]", "weights": "[z]"} {
		_, err := configOf(t, "engine: {name: chess}\nprograms:\n  bot:\n    "+key+": "+value+"\n")
		if want := "t.yaml:4: programs.bot." + key + ": a mapping is needed, not a list"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A config that is written, as it is with every run, reads back as the same.
func TestWrittenConfigsReadBack(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"programs": `engine: {name: chess, player: bot}
programs:
  bot:
    command: [bot, "two words"]
    options: {Threads: 1, Hash: "016", Book: "off"}
    weights: {z: {min: 0, max: 2, default: 1}, a: {min: 1, max: 9, default: 3, kind: integer}}
    timeouts: {move: 90s}
    failures: {row: 0, share: 0.5}
`,
		"agents": `engine: {name: risk, settings: {depth: 2, width: [0, 8]}}
agents: [default, {name: list, weights: [1, 0.1]}, {name: named, weights: {a: 1e-9}}, {name: bred, weights: "run:r1", settings: {depth: 3}}]
schedule: {cycles: 3}
`,
		"ranges":    "engine: {name: risk, weights: {density: {min: 2, max: 4.5, start: 3}}}\nobjective: score\nbudget: {time: 90s}\n",
		"a source":  "engine: {name: risk, weights: champion}\n",
		"no weight": "engine: {name: risk}\nseed: 18446744073709551615\n",
	} {
		want, err := configOf(t, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		written, err := yaml.Marshal(want)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := configOf(t, string(written))
		if err != nil {
			t.Errorf("%s: %v in\n%s", name, err, written)
			continue
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(yaml.Node{}, "Line", "Column")); diff != "" {
			t.Errorf("%s reads back otherwise: %s\n%s", name, diff, written)
		}
	}
}

// Which verb plays a config follows from what it has.
func TestVerbOfAConfig(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"engine: {name: risk}":                                         "evolve",
		"engine: {name: risk}\nagents: [default, random]":              "tournament",
		"strategy: {name: spsa}\nagents: [default]":                    "evolve",
		"strategy: {name: grid}":                                       "grid",
		"strategy: {name: fit}\nagents: [default]\nbudget: {games: 8}": "fit",
	} {
		d, err := Parse([]byte(text), "t.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Verb(); got != want {
			t.Errorf("%q is played by %s, want %s", text, got, want)
		}
	}
}
