package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Document is a set of weights as it is handed around, with what is known about
// it. Only Engine and Weights are needed; what is zero is left out of a file.
type Document struct {
	Engine   string
	Name     string           // of the agent
	Player   string           // "" for the engine's own, or a name of engines.Baselines
	Settings engines.Settings // of the agent
	Weights  []NamedWeight    // in the order of the engine
	Rating   *float64         // Elo
	Interval *[2]float64      // 95 % of Rating
	Against  string           // what a rating of 0 stands for
	Games    int              // behind the rating
	Run      string           // where it comes from
	Seed     *uint64          // of that run
	Version  string           // of the program that made it
	About    string           // free text
}

// NamedWeight is one weight of a document.
type NamedWeight struct {
	Name  string
	Value float64
}

// NewDocument gives the weights of an engine as a document.
func NewDocument(engine string, space engines.Space, weights engines.Weights) (Document, error) {
	if err := space.Check(weights); err != nil {
		return Document{}, fmt.Errorf("results: %w", err)
	}
	d := Document{Engine: engine}
	for i, w := range space {
		d.Weights = append(d.Weights, NamedWeight{w.Name, weights[i]})
	}
	return d, nil
}

// Document is the run's best weights, with the evidence that it has for them.
func (r Record) Document() (Document, error) {
	best, ok := r.Best()
	if !ok {
		return Document{}, fmt.Errorf("results: run %s has no weights yet", r.ID)
	}
	d, err := NewDocument(r.Engine, r.Space, best.Weights)
	if err != nil {
		return d, fmt.Errorf("run %s: %w", r.ID, err)
	}
	d.Name, d.Settings, d.Run, d.Seed, d.Version = r.Name, best.Settings, r.ID, &r.Seed, r.Version
	if best.Rating != nil {
		elo, interval := best.Rating.Elo, [2]float64{best.Rating.Low, best.Rating.High}
		d.Games, d.Against = best.Rating.Games, best.Rating.Against
		if finite(elo) {
			d.Rating = &elo
		}
		if finite(interval[0]) && finite(interval[1]) {
			d.Interval = &interval
		}
	}
	return d, nil
}

// Vector returns the weights in the order of a space. Weights that the document
// does not name take their defaults; names that the space lacks and values that
// it does not allow are refused.
func (d Document) Vector(space engines.Space) (engines.Weights, error) {
	named := make(map[string]float64, len(d.Weights))
	for _, w := range d.Weights {
		named[w.Name] = w.Value
	}
	return space.FromNamed(named)
}

// Agent returns the agent that a document describes, for an engine with this
// spec. It refuses a document of another engine.
func (d Document) Agent(spec engines.Spec) (engines.Agent, error) {
	if d.Engine != spec.Name {
		return engines.Agent{}, fmt.Errorf("these are weights for %s, not for %s", d.Engine, spec.Name)
	}
	weights, err := d.Vector(spec.Weights)
	if err != nil {
		return engines.Agent{}, err
	}
	return engines.Agent{Name: d.Name, Player: d.Player, Weights: weights, Settings: d.Settings}, nil
}

// SettingsKey is a text that is the same for the same settings:
// "depth=3,size=6".
func SettingsKey(s engines.Settings) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		parts = append(parts, name+"="+s[name])
	}
	return strings.Join(parts, ",")
}
