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
	Name     string           // name of the agent
	Player   string           // player; "" for the player of the engine, or a name of engines.Baselines
	Settings engines.Settings // settings of the agent
	Seats    int              // number of seats that the weights are for; 0 means any
	Weights  []Named          // weights in the order of the engine
	// Choices contains the texts of weights whose values are choices ([engines.Choices]), by the
	// names of the weights. In Weights, the value of such a weight is the index of the text if the
	// document comes from New, and 0 if it was read from a file.
	Choices map[string]string
	Space   engines.Space // ranges of the weights, for source files; nil if unknown; other files do not contain it
	// Step and Rate are the steps of the search and the rates of the strategy spsa, by the names of the
	// weights for which the config sets them. Only files for other tuners contain them.
	Step, Rate map[string]float64
	// StepFall is the step at the last game of the search divided by the step at the first game, by
	// the schedule of weather-factory. 0 means that it is unknown. Step has the steps at the last game.
	StepFall float64
	Rating   *float64         // in Elo
	Interval *rating.Interval // interval of Rating; nil if there is none
	Against  string           // opponent that has the rating 0
	Games    int              // number of games behind the rating
	Verdict  *evidence.Verdict
	// Etudes is the number of etudes (labelled positions) that a grid search had, and Correct the
	// number of those that the weights evaluate correctly. Both are 0 for other runs.
	Etudes, Correct int
	// Error contains the standard error of every weight by its name. Importance contains the loss
	// in Elo if the weight is moved by a quarter of its range. Weights without a known value are
	// absent.
	Error, Importance map[string]float64

	Run string // id of the run
	// Candidate is the name of the candidate if the weights are those of a candidate of a run's
	// verification. Round is the number of the round if they are the best weights after a round.
	// Both are zero for the result of a run. Disputed describes the contradiction if two workers of
	// the run returned different results.
	Candidate string
	Round     int
	Disputed  string
	Status    string  // status of the run if it is not finished, so that the weights may still change
	Seed      *uint64 // seed of the run
	Version   string  // version of the program
	About     string  // free text

	source *strict.Document // what Read has parsed, with the lines for errors; nil for CSV and for documents of New
}

// Named is a weight's name and value.
type Named struct {
	Name  string
	Value float64
}

// New returns a document, which can be written to a file, with weights of the game named engine.
// space describes the weights. New returns an error if the weights are not within their ranges.
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

func (d *Document) choose(weight, text string) {
	if d.Choices == nil {
		d.Choices = make(map[string]string)
	}
	d.Choices[weight] = text
}

// isSwitch reports whether a weight of the document is a switch: its values are the choices of
// [engines.Switch], which files and source code contain as false and true. The document must have
// its Space.
func (d Document) isSwitch(weight string) bool {
	i := d.Space.Index(weight)
	return i >= 0 && d.Space[i].Kind.Has(engines.Choices) && slices.Equal(d.Space[i].Choices, engines.Switch)
}

// ValueOf returns the value of a weight of the document in the form of files: a number, or the text
// of a choice.
func (d Document) ValueOf(w Named) engines.Value {
	return engines.Value{Number: w.Value, Choice: d.Choices[w.Name]}
}

// Vector returns the weights in the order of space. A weight that the document lacks gets its
// default. It returns an error if the document has a weight that space lacks, or a value out of
// range. If the document was read from JSON or YAML, the error contains the file and line.
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
// returns an error if the document is for another engine, or if its weights do not fit the engine;
// see [Document.Vector].
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

// AgentOf returns the agent that the document describes, for the game of e. The agent plays with
// the settings in the document, which may differ from those of e. source is the name of the agent,
// which is also used in errors.
func (d Document) AgentOf(e engines.Engine, source string) (engines.Agent, error) {
	if e == nil {
		return engines.Agent{}, errors.New("the engine is nil")
	}
	if d.Engine != e.Spec().Name {
		return engines.Agent{}, fmt.Errorf("weights %s: they are for %s, not %s", source, d.Engine, e.Spec().Name)
	}
	with, err := e.With(d.Settings)
	if err != nil {
		if d.source != nil {
			err = d.source.Locate("settings", err)
		}
		return engines.Agent{}, withSource(source, err)
	}
	agent, err := d.Agent(with.Spec())
	if err != nil {
		return engines.Agent{}, withSource(source, err)
	}
	agent.Name = source
	return agent, nil
}

// withSource adds the name of the source, such as a file, to an error about weights, unless the
// error already contains a file and line. The new error does not wrap err, because a
// [keys.KeyError] in it would refer to a key of the weights file.
func withSource(source string, err error) error {
	if _, ok := errors.AsType[*strict.Error](err); ok {
		return err
	}
	return fmt.Errorf("weights %s: %v", source, err)
}

// settingsText returns settings as name=value, with a separator between them.
func settingsText(s engines.Settings, separator string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		parts = append(parts, name+"="+s[name])
	}
	return strings.Join(parts, separator)
}

// Fits reports whether the weights can be used in games with the given number of seats. A document
// without a number of seats fits all games.
func (d Document) Fits(seats int) bool { return d.Seats == 0 || d.Seats == seats }
