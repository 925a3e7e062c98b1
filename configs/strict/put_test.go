package strict

import (
	"strings"
	"testing"
)

func TestPutLeavesTheRestOfATextAsItIs(t *testing.T) {
	t.Parallel()
	const text = `# Hare
engine:
  name: hare # the game
  settings: {depth: 4}

budget: {games: 20000}
verification:
  games: 400
  opponents: [default, "level: hard"]
seed: 1
`
	for _, c := range []struct{ path, value, old, fresh string }{
		{"seed", "77", "seed: 1", "seed: 77"},
		{"budget.games", "5", "games: 20000", "games: 5"},
		{"budget.time", "2m", "games: 20000", "games: 20000, time: 2m"},
		{"verification.opponents", "[champion]", `[default, "level: hard"]`, "[champion]"},
		{"verification.players", "3", "games: 400", "games: 400\n  players: 3"},
		{"engine.weights", "{Ks: {max: 3}}", "hare # the game", "hare # the game\n  weights: {Ks: {max: 3}}"},
		{"strategy.name", "spsa", "seed: 1\n", "seed: 1\nstrategy: {name: spsa}\n"},
		{"etudes", "hare-20", "seed: 1\n", "seed: 1\netudes: hare-20\n"},
	} {
		got, err := Put([]byte(text), c.path, c.value)
		if want := strings.Replace(text, c.old, c.fresh, 1); err != nil || string(got) != want {
			t.Errorf("%s: error %v in\n%s", c.path, err, got)
		}
		if flow := Flow(got, c.path); flow != c.value {
			t.Errorf("%s is read as %s", c.path, flow)
		}
	}
	if got, err := Put([]byte(text), "verification", "{games: 8}"); err != nil || Flow(got, "verification.games") != "8" {
		t.Errorf("a section as a whole: error %v in\n%s", err, got)
	}
	if flow := Flow([]byte(text), "verification"); flow != `{games: 400, opponents: [default, "level: hard"]}` {
		t.Errorf("the section in one line is %s", flow)
	}
	for _, c := range [][3]string{{text, "seed", ""}, {text, "seed", "1\nname: x"}, {text, "seed", "[1"}, {"[1]", "seed", "1"}, {"a: [", "a", "1"}, {text, "seed.more", "1"}} {
		if got, err := Put([]byte(c[0]), c[1], c[2]); err == nil {
			t.Errorf("%s = %q gives\n%s", c[1], c[2], got)
		}
	}
}

// The end of a value in flow style cannot be found if a comment in it contains a quote. The text is
// then written anew, because other keys would be lost.
func TestPutKeepsOtherKeys(t *testing.T) {
	t.Parallel()
	const text = "a: [1, # it's\n  2]\nb: it's ]\nc: 3\n"
	got, err := Put([]byte(text), "a", "5")
	if err != nil || Flow(got, "a") != "5" || Flow(got, "b") != "it's ]" || Flow(got, "c") != "3" {
		t.Errorf("error %v in\n%s", err, got)
	}
}

func TestRemoveLeavesTheRestOfATextAsItIs(t *testing.T) {
	t.Parallel()
	const text = `# Hare
engine:
  name: hare # the game
  settings: {depth: 4, nodes: 0, rule: "rel"}

budget: {games: 20000}
verification:
  games: 400 # all
  opponents:
    - default
    - "level: hard"
seed: 1`
	for path, want := range map[string][2]string{
		"seed":                   {"seed: 1", ""},
		"budget.games":           {"budget: {games: 20000}\n", ""},
		"verification.games":     {"  games: 400 # all\n", ""},
		"verification.opponents": {"  opponents:\n    - default\n    - \"level: hard\"\n", ""},
		"verification":           {"verification:\n  games: 400 # all\n  opponents:\n    - default\n    - \"level: hard\"\n", ""},
		"engine.settings.depth":  {"depth: 4, ", ""},
		"engine.settings.nodes":  {"nodes: 0, ", ""},
		"engine.settings.rule":   {`, rule: "rel"`, ""},
		"engine.name":            {"  name: hare # the game\n", ""},
		"engine.weights":         {"", ""},
		"strategy.name":          {"", ""},
	} {
		got, err := Remove([]byte(text), path)
		if want := strings.Replace(text, want[0], want[1], 1); err != nil || string(got) != want {
			t.Errorf("without %s: error %v in\n%s\nwant\n%s", path, err, got, want)
		}
	}
	for text, want := range map[string]string{
		"{seed: 1}":            "{}",
		"a: {b: {c: 1}, d: 2}": "a: {d: 2}",
		"a: {b: {c: 1}}":       "",
		"a: |\n  block\nb: 1":  "b: 1\n",
	} {
		path := map[bool]string{true: "seed", false: "a.b.c"}[strings.Contains(text, "seed")]
		if strings.Contains(text, "block") {
			path = "a"
		}
		if got, err := Remove([]byte(text), path); err != nil || string(got) != want {
			t.Errorf("%s without %s: %q, error %v, want %q", text, path, got, err, want)
		}
	}
	for _, text := range []string{"a: [", "[1]"} {
		if got, err := Remove([]byte(text), "a"); err == nil {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// Whatever a text is, what was put in is there.
func FuzzPut(f *testing.F) {
	for _, text := range []string{"", "a: 1", "{a: {b: 2}}", "a:\n  b: 'it''s'\n", "a: |\n  block\nb: &x 1\nc: *x", "{\"a\": 1}", "é: 1\na: \"\\\"]\""} {
		f.Add(text, "a.b", "[1, 2]")
		f.Add(text, "a", "x")
	}
	f.Fuzz(func(t *testing.T, text, path, value string) {
		got, err := Put([]byte(text), path, value)
		if err != nil || strings.Contains(text, "&") || strings.Contains(text, "!") {
			return
		}
		if Flow(got, path) == "" {
			t.Errorf("%q: %q = %q is lost in %q", text, path, value, got)
		}
	})
}

// Whatever a text is, what was removed is not there, and a second removal changes nothing.
func FuzzRemove(f *testing.F) {
	for _, text := range []string{"", "a: 1", "{a: {b: 2}, c: 1}", "a:\n  b: 'it''s'\n  c: 1 # x\n", "a: |\n  block\nb: &x 1\nc: *x", "{\"a\": 1}", "a:\n  - 1\n  - 2\nb: 1", "a: {b: 1,\n c: 2}"} {
		f.Add(text, "a.b")
		f.Add(text, "a")
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		got, err := Remove([]byte(text), path)
		if err != nil {
			return
		}
		if Flow(got, path) != "" {
			t.Errorf("%q without %q is %q", text, path, got)
		}
		if again, err := Remove(got, path); err != nil || string(again) != string(got) {
			t.Errorf("%q without %q is %q, and then %q, %v", text, path, got, again, err)
		}
	})
}
