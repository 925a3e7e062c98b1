package weights

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// Document is the contents of a weights file: weights with their origin and evidence. Engine and
// Weights are required. Fields with zero values are omitted from files.
type Document struct {
	Engine   string
	Name     string           // of the agent
	Player   string           // "" for the engine's own, or a name of engines.Baselines
	Settings engines.Settings // of the agent
	Seats    int              // number of seats that the weights are for; 0 means any
	Weights  []Named          // in the order of the engine
	// Choices contains the texts of weights of kind [engines.Choices], by the names of the weights.
	// The value of such a weight is the index of the text in a document of New, and 0 in a file
	// that was read.
	Choices map[string]string
	Space   engines.Space // ranges of the weights, for source files; nil if unknown; other files do not contain it
	// Step and Rate are those of the strategy spsa for single weights, by the names of the weights,
	// for files of other tuners. Other files do not contain them.
	Step, Rate map[string]float64
	Rating     *float64         // Elo
	Interval   *rating.Interval // of Rating; nil if there is none
	Against    string           // opponent whose rating is 0
	Games      int              // number of games of the rating
	Verdict    *evidence.Verdict
	// Etudes is the number of etudes (labelled positions) that a grid search had, and Correct the
	// number of those that the weights evaluate correctly. Both are 0 for other runs.
	Etudes, Correct int
	// Error contains the standard error of every weight by its name. Importance contains the loss
	// in Elo if the weight is moved by a quarter of its range. Weights without a known value are
	// absent.
	Error, Importance map[string]float64

	Run string // id of the run
	// Candidate is set if the weights are a candidate of a run's verification, and Round if they
	// are the best weights after a round. Both are zero for the result of a run. Disputed is an
	// error text if two workers of the run returned different results.
	Candidate string
	Round     int
	Disputed  string
	Status    string  // status of the run unless it is finished: the weights may still change
	Seed      *uint64 // of that run
	Version   string  // version of the program
	About     string  // free text

	source *strict.Document // what [Read] read, with the lines of errors; nil for CSV and for documents of New
}

// Named is a weight's name and value.
type Named struct {
	Name  string
	Value float64
}

// New returns a document that contains the weights of an engine.
func New(engine string, space engines.Space, weights engines.Weights) (Document, error) {
	if err := space.Check(weights); err != nil {
		return Document{}, err
	}
	d := Document{Engine: engine, Space: space}
	for i, w := range space {
		d.Weights = append(d.Weights, Named{w.Name, weights[i]})
		if text := w.Value(weights[i]).Choice; text != "" {
			d.choose(w.Name, text)
		}
	}
	return d, nil
}

// choose sets the text of a weight of kind Choices.
func (d *Document) choose(weight, text string) {
	if d.Choices == nil {
		d.Choices = make(map[string]string)
	}
	d.Choices[weight] = text
}

// ValueOf returns the value of one of the document's weights as it is written in files: a number, or
// the text of a choice.
func (d Document) ValueOf(w Named) engines.Value {
	return engines.Value{Number: w.Value, Choice: d.Choices[w.Name]}
}

// Vector returns the weights in the order in which a space lists them. A weight that the document
// lacks gets its default. A weight that the space lacks, or a value out of range, is an error, with
// file and line if the document was read from JSON or YAML.
func (d Document) Vector(space engines.Space) (engines.Weights, error) {
	named := make(map[string]engines.Value, len(d.Weights))
	for _, w := range d.Weights {
		named[w.Name] = d.ValueOf(w)
	}
	weights, err := space.FromNamed(named)
	if err != nil && d.source != nil {
		err = d.source.Locate("weights", err)
	}
	return weights, err
}

// Agent returns the agent that the document describes, for an engine with the given spec. It
// returns an error if the document is for another engine.
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

// AgentOf returns the agent that the document describes. The agent plays with the settings of the
// document, which may differ from the settings of e. source becomes the name of the agent and
// appears in errors.
func (d Document) AgentOf(e engines.Engine, source string) (engines.Agent, error) {
	if d.Engine != e.Spec().Name {
		return engines.Agent{}, fmt.Errorf("weights %s: they are for %s, not %s", source, d.Engine, e.Spec().Name)
	}
	with, err := e.With(d.Settings)
	if err != nil {
		return engines.Agent{}, fmt.Errorf("weights %s: %w", source, err)
	}
	agent, err := d.Agent(with.Spec())
	var located *strict.Error
	switch {
	case errors.As(err, &located): // names the file already
		return engines.Agent{}, err
	case err != nil:
		return engines.Agent{}, fmt.Errorf("weights %s: %w", source, err)
	}
	agent.Name = source
	return agent, nil
}

func settingsText(s engines.Settings) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		parts = append(parts, name+"="+s[name])
	}
	return strings.Join(parts, ",")
}

// Fits reports whether the weights can be used in games with this number of seats. A document
// that names no number of seats fits all games.
func (d Document) Fits(seats int) bool { return d.Seats == 0 || d.Seats == seats }

// Origin returns a few lines on the origin of the weights for the head of a source file: settings,
// rating, verdict, run, seed and version.
func (d Document) Origin() []string { return provenance(d) }
