package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
)

// drawnGames returns the games of the program whose configs are drawn: those that ship, and one of one
// seat with weights of every kind.
func drawnGames() []engines.Engine {
	weights := engines.Space{
		{Name: "a", Min: -5, Max: 5},
		{Name: "n", Max: 10, Default: 3, Kind: engines.Integer},
		{Name: "t", Min: 0.01, Max: 100, Default: 1, Kind: engines.Log},
		engines.NewChoices("style", "", []string{"solid", "wild", "odd"}, "solid"), engines.NewChoices("book", "", engines.Switch, "true"),
	}
	return append(games(), solo.Func(engines.Spec{Name: "mix", Weights: weights}, func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		w := a.Weights
		return 2*w[3] + w[4] - w[0]*w[0] - (w[1]-6)*(w[1]-6)/4 - w[2]/50 + engines.Rand(seed).NormFloat64(), nil
	}))
}

// drawn draws configs. Most of them are valid.
type drawn struct{ *rand.Rand }

func (d drawn) one(list ...string) string { return list[d.IntN(len(list))] }

func (d drawn) often(percent int) bool { return d.IntN(100) < percent }

// config returns the verb and the text of a config of small games.
func (d drawn) config() (verb, text string) {
	verb = d.one("evolve", "evolve", "evolve", "evolve", "tournament", "tournament", "fit")
	seats := 2 + d.IntN(5)
	weights := []string{"x1", "x2"}
	var engine string
	switch d.IntN(6) {
	case 0:
		engine = fmt.Sprintf("{name: duel, seats: %d, settings: {seats: %[1]d, weights: %d}}", seats, 2+d.IntN(5))
	case 1:
		seats, engine = 2, fmt.Sprintf("{name: duel, settings: {first_seat: %d, weights: %d, scale_free: %t}}", d.IntN(200), 2+d.IntN(30), d.often(50))
	case 2:
		engine, weights = fmt.Sprintf("{name: risk, seats: %d, settings: {size: 3, depth: 1, round_cap: %d}}", seats, 1+d.IntN(9)), []string{"units", "defence"}
	case 3:
		engine, weights = fmt.Sprintf("{name: hare, seats: %d, settings: {depth: 1, guard: %d}}", seats, 1+d.IntN(20)), []string{"Ks", "Kp"}
	case 4:
		seats, weights = 2, nil
		engine = fmt.Sprintf("{name: minesweeper, settings: {width: 3, height: 3, mines: 2, agent: %s}}", d.one("linear", "max-p"))
	default:
		seats, engine, weights = 1, "{name: mix}", []string{"a", "t", "book"}
	}
	text = fmt.Sprintf("engine: %s\nseed: %d\n", engine, d.Uint64())
	if d.often(20) && seats > 1 {
		text += fmt.Sprintf("openings: {random_plies: %d, set_aside: %d}\n", d.IntN(30), d.IntN(10))
	}
	agents := []string{"default"}
	for i := range seats + 1 {
		if weights != nil {
			agents = append(agents, fmt.Sprintf("{name: agent %d, weights: {%s: %.3f}}", i, weights[0], 1+3*d.Float64()))
		}
	}
	if verb == "tournament" {
		return verb, text + fmt.Sprintf("agents: [%s]\nschedule: {kind: %s, cycles: %d, seat_orders: %s, deals: %s}\n", strings.Join(agents, ", "),
			d.one("round_robin", "gauntlet"), 1+d.IntN(3), d.one("all", "drawn", "turned"), d.one("shared", "independent"))
	}
	text += fmt.Sprintf("verification: {games: %d, opponents: [%s]}\n", d.IntN(80), d.one("", "default", strings.Join(agents, ", ")))
	if verb == "fit" {
		return verb, text + fmt.Sprintf("strategy: {name: fit, target: %s}\nbudget: {games: %d}\n", d.one("result", "score"), 5+d.IntN(50))
	}
	strategy := d.one("auto", "rsm", "gp", "cmaes", "de", "spsa", "genetic", "genetic")
	switch {
	case strategy == "genetic":
		strategy += ", grouping: " + d.one("groups", "round_robin", "siblings", "gauntlet")
	case strategy == "spsa" && weights != nil && d.often(50):
		strategy += ", step: {" + weights[len(weights)-1] + ": 0.5}"
	}
	text += fmt.Sprintf("strategy: {name: %s}\nbudget: {games: %d%s}\n", strategy, 5+d.IntN(250), d.one("", "", ", ahead: 1", ", rounds: 6"))
	if d.often(25) && seats > 1 {
		text += fmt.Sprintf("opponents: [%s]\n", d.one("default", strings.Join(agents, ", ")))
	}
	if d.often(10) {
		text += "objective: score\n"
	}
	return verb, text
}

// Configs are drawn at random. A config that config check refuses is refused by its verb, and each
// mistake has its line and its key. A config that it accepts is played, with the same result for any
// number of workers and again from its stored config. Every view of the run and every suggested command
// succeed.
func TestDrawnConfigs(t *testing.T) {
	t.Parallel()
	schema, b := documentSchema(t), startBatch(t, "drawn-batch")
	count := 6
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		count = 3000
	}
	played := 0
	for seed := range uint64(count) {
		d := drawn{rand.New(rand.NewPCG(seed, 0))}
		verb, text := d.config()
		c := drawnConfig{t, b, t.TempDir(), fmt.Sprintf("config %d:\n%s", seed, text), verb}
		if err := os.WriteFile(filepath.Join(c.dir, "c.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var checked configCheckDocument
		r := c.run("config", "check", "c.yaml", "--json")
		if err := json.Unmarshal(r.Stdout, &checked); err != nil {
			t.Fatalf("%s%v", c.text, err)
		}
		if r.Code != exitDone {
			for _, m := range checked.Mistakes {
				if m.Where == "" || m.Key == "" {
					t.Errorf("%sa mistake without a place: %+v", c.text, m)
				}
			}
			c.ends(exitUsage, verb, "c.yaml", "--dry-run")
			continue
		}
		if r := c.run(verb, "c.yaml", "--dry-run"); r.Code == exitUsage && bytes.Contains(r.Stderr, []byte("the same on every deal")) {
			continue // found by playing
		}
		c.ends(exitDone, verb, "c.yaml", "--dry-run", "--json")
		one := c.ends(exitDone, verb, "c.yaml", "--json", "--workers", "1")
		if len(one) == 0 {
			continue
		}
		played++
		isValid(t, schema, "evolve, tournament, match, grid, fit, runs RUN", c.text, one)
		c.same(one, verb, "c.yaml", "--json", "--workers", "3")
		c.same(one, verb, "run:last", "--json")
		var run struct {
			Games  int
			Rounds int
			Next   []struct{ Arguments []string }
		}
		if err := json.Unmarshal(c.ends(exitDone, "runs", "last", "--json"), &run); err != nil {
			t.Fatal(err)
		}
		if run.Games == 0 || verb == "evolve" && run.Rounds == 0 {
			t.Errorf("%s%d games, %d rounds", c.text, run.Games, run.Rounds)
		}
		c.ends(exitDone, "runs", "last")
		if report := c.ends(exitDone, "report", "last"); bytes.Contains(report, []byte("NaN")) {
			t.Errorf("%sNaN in the report", c.text)
		}
		for _, n := range run.Next {
			if slices.Contains([]string{"evolve", "tournament", "fit", "explain"}, n.Arguments[0]) {
				c.ends(exitDone, append(n.Arguments, "--dry-run")...)
			}
		}
	}
	if played < count/3 {
		t.Errorf("%d of %d configs were played", played, count)
	}
}

// drawnConfig runs command lines on a drawn config.
type drawnConfig struct {
	t    *testing.T
	b    *batch
	dir  string
	text string // number and text of the config, for messages
	verb string
}

func (c drawnConfig) run(args ...string) batchReply {
	c.t.Helper()
	r, err := c.b.run(c.dir, "", append(args, "--db", "runs.db")...)
	if err != nil {
		c.t.Fatalf("%s%v: %v", c.text, args, err)
	}
	return r
}

// ends runs a command line that must end with an exit code, and returns its output, or nil if it ends with
// another one.
func (c drawnConfig) ends(code int, args ...string) []byte {
	c.t.Helper()
	r := c.run(args...)
	if r.Code != code {
		c.t.Errorf("%s%v: exit code %d, want %d: %s", c.text, args, r.Code, code, r.Stderr)
		return nil
	}
	return r.Stdout
}

// same runs a command line that must print the same document as the first run of the config.
func (c drawnConfig) same(want []byte, args ...string) {
	c.t.Helper()
	if got := c.ends(exitDone, args...); len(got) > 0 && document(c.t, got) != document(c.t, want) {
		c.t.Errorf("%s%v: another result: %s\nwant %s", c.text, args, document(c.t, got), document(c.t, want))
	}
}
