package runs

import (
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

// Document returns the contents of a weights file with the result of a run. If the run is
// unfinished, the settings come from its config. If the weights belong to an external program, the
// document names the program as the player.
func Document(rec results.Record, spec engines.Spec) (weights.Document, error) {
	doc, err := rec.Document()
	return described(rec, spec, doc, err)
}

// CandidateDocument returns the contents of a weights file with the weights of a candidate, which
// is one of the vectors that the run's verification compared. name is the name of the candidate.
func CandidateDocument(rec results.Record, spec engines.Spec, name string) (weights.Document, error) {
	doc, err := rec.CandidateDocument(name)
	return described(rec, spec, doc, mistake(err))
}

// RoundDocument returns the contents of a weights file with the best weights after the given round.
func RoundDocument(rec results.Record, spec engines.Spec, number int) (weights.Document, error) {
	doc, err := rec.RoundDocument(number)
	return described(rec, spec, doc, mistake(err))
}

// described adds the player and the steps and rates of the search to doc, the contents of a weights
// file. They come from the run's config. If the run is not finished, described also adds the
// settings. If err, the error of making doc, is not nil, it returns doc and err unchanged.
func described(rec results.Record, spec engines.Spec, doc weights.Document, err error) (weights.Document, error) {
	if err != nil {
		return doc, err
	}
	c, err := StoredConfig(rec.Summary)
	if err != nil {
		return doc, ifUnfinished(rec, err)
	}
	doc.Player = c.Engine.Player
	if doc.Step, doc.Rate, err = searchSteps(c); err != nil {
		return doc, ifUnfinished(rec, err)
	}
	doc.StepFall = configStepFall(c)
	if rec.Result == nil {
		doc.Settings = playerSettings(spec, c.Engine)
	}
	return doc, nil
}

// ifUnfinished returns err, an error in the config of the run, if the run is not finished, and nil
// otherwise. The result of a finished run contains the settings, so the config is not needed.
func ifUnfinished(rec results.Record, err error) error {
	if rec.Result != nil {
		return nil
	}
	return err
}

// StartWeights returns the weights from which a stored search or fit began. It returns nil if the config
// of the run cannot be read.
func StartWeights(rec results.Record) engines.Weights {
	config, err := StoredConfig(rec.Summary)
	if err != nil {
		return nil
	}
	_, start, err := config.Engine.Space(rec.Space)
	switch {
	case err != nil:
		return nil
	case start == nil:
		return rec.Space.Default()
	}
	return start
}

// searchSteps returns the steps and the rates that the config of a run sets for single weights, by
// the weights' names. Steps in the section of the strategy spsa take precedence over steps under
// engine.weights. The maps are nil if the config sets none.
func searchSteps(c configs.Config) (step, rate map[string]float64, err error) {
	var o struct {
		Step map[string]float64 `yaml:"step"`
		Rate map[string]float64 `yaml:"rate"`
	}
	var named struct {
		Name string `yaml:"name"`
	}
	if c.Strategy.Kind != 0 && c.Strategy.Decode(&named) == nil && named.Name == "spsa" {
		if err := c.Strategy.Decode(&o); err != nil {
			return nil, nil, keys.Under("strategy", err)
		}
	}
	for name, w := range c.Engine.Weights.Named {
		if _, ok := o.Step[name]; w.Step != nil && !ok {
			if o.Step == nil {
				o.Step = make(map[string]float64)
			}
			o.Step[name] = *w.Step
		}
	}
	return o.Step, o.Rate, nil
}
