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
