package runs_test

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// logged wraps an engine, as a program does that logs its games.
type logged struct{ engines.Engine }

func (l logged) With(s engines.Settings) (engines.Engine, error) {
	e, err := l.Engine.With(s)
	return logged{e}, err
}

func (l logged) Unwrap() engines.Engine { return l.Engine }

// An agent of a wrapped game is exported as one of the game itself, and its test vectors are equal.
func TestAgentsOfAWrappedGameAreExported(t *testing.T) {
	t.Parallel()
	var rec results.Record
	rec.Config = "engine: {name: risk, seats: 2, settings: {size: 3}}\n"
	doc := weights.Document{Engine: "risk", Settings: engines.Settings{"depth": "1"}, Weights: []weights.Named{
		{Name: "territories", Value: 1}, {Name: "units", Value: 2}, {Name: "defence", Value: 3}, {Name: "density", Value: 4},
	}}
	var texts [2]string
	for i, e := range []engines.Engine{risk.New(), logged{risk.New()}} {
		a, err := runs.Portable(runs.Catalog{Games: []engines.Engine{e}}, rec, doc)
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := a.Vectors(t.Context(), 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range vectors {
			texts[i] += fmt.Sprintln(v)
		}
	}
	if texts[0] != texts[1] || texts[0] == "" {
		t.Errorf("%s\nwant %s", texts[1], texts[0])
	}
}
