package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/results"
)

// Whoever reads a stored config starts nothing of what it names.
func TestStoredProgramsAreNotStarted(t *testing.T) {
	t.Parallel()
	mark := filepath.Join(t.TempDir(), "started")
	text := fmt.Sprintf(`
programs: {bot: {command: [touch, %s]}}
engine: {name: othello, seats: 2, player: bot}
agents: [{name: a, player: bot}, {name: b, player: bot}]
schedule: {kind: round_robin, cycles: 2, seat_orders: all, deals: shared}
seed: 1
`, mark)
	c := Catalog{Games: engines.Registry{othello.New()}}
	doc, err := configs.Parse([]byte(text), "run x")
	if err != nil {
		t.Fatal(err)
	}
	_, err = gameOf(t.Context(), c, input{doc: doc}, Options{})
	var asked *MistakeError
	if !errors.As(err, &asked) || !strings.Contains(err.Error(), "the program bot, which only a config that is given can start") {
		t.Errorf("got %v", err)
	}
	field := []engines.Agent{{Name: "a", Player: "bot"}, {Name: "b", Player: "bot"}}
	var run results.Summary
	run.ID, run.Config, run.Field = "x", text, field
	if _, err := NewScoreboard(c, run); err != nil {
		t.Errorf("it cannot be looked at: %v", err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the command was started")
	}
	var rec results.Record
	rec.Engine, rec.Space = "pig", engines.Space{{Name: "base", Max: 9}}
	if spec := c.SpecOf(rec); spec.Name != "pig" || len(spec.Weights) != 1 {
		t.Errorf("spec %+v", spec)
	}
	if spec := c.SpecOf(results.Record{}); spec.Weights != nil {
		t.Errorf("spec %+v", spec)
	}
}

// A search over few different weight vectors has a warning. A single weight with many values makes
// many vectors, and a tournament searches nothing.
func TestFewVectors(t *testing.T) {
	t.Parallel()
	eight := engines.Weight{Name: "n", Min: 1, Max: 8, Kind: engines.Integer}
	choice := engines.NewChoices("c", "", []string{"a", "b"}, "a")
	held := engines.Weight{Name: "h", Max: 9, Kind: engines.Integer | engines.Fixed}
	number := engines.Weight{Name: "r", Max: 1}
	for name, c := range map[string]struct {
		kind  results.Kind
		space engines.Space
		want  string
	}{
		"eight and two":      {results.Evolve, engines.Space{eight, choice, held}, "the free weights have only 16 different vectors: many pairings will be between equal ones"},
		"eight and eight":    {results.Evolve, engines.Space{eight, eight}, ""},
		"eight and a number": {results.Evolve, engines.Space{eight, number}, ""},
		"none is free":       {results.Evolve, engines.Space{held}, ""},
		"a tournament":       {results.Tournament, engines.Space{eight}, ""},
	} {
		if got := strings.Join(fewVectorsNote(&Resolved{Kind: c.kind, Space: c.space, Programs: &external.Programs{}}), ""); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The error of a run that lacks the commands of its programs names what a match needs, which has no
// config.
func TestProgramsErrors(t *testing.T) {
	t.Parallel()
	for programs, match := range map[string]bool{"new old": true, "new": true, "bot": false, "new bot": false} {
		err := &programsError{"x", strings.Fields(programs)}
		if got := strings.Contains(err.Error(), "programs.new.command and programs.old.command"); got != match {
			t.Errorf("%s: %v", programs, err)
		}
	}
}
