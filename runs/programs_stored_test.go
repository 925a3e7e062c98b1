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
