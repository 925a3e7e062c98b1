package runs

import (
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

// Document returns the weights document of a run. A run that is not finished has
// the settings of its config. Weights of a program name the program as their player.
func Document(rec results.Record, spec engines.Spec) (weights.Document, error) {
	doc, err := rec.Document()
	return described(rec, spec, doc, err)
}

// CandidateDocument returns the weights document of a candidate of the verification.
func CandidateDocument(rec results.Record, spec engines.Spec, name string) (weights.Document, error) {
	doc, err := rec.CandidateDocument(name)
	return described(rec, spec, doc, mistake(err))
}

// RoundDocument returns the weights document of the best weights after a round.
func RoundDocument(rec results.Record, spec engines.Spec, number int) (weights.Document, error) {
	doc, err := rec.RoundDocument(number)
	return described(rec, spec, doc, mistake(err))
}

// described adds the player to a weights document of a run, and the settings if the run is
// not finished. Both come from its config.
func described(rec results.Record, spec engines.Spec, doc weights.Document, err error) (weights.Document, error) {
	if err != nil {
		return doc, err
	}
	d, err := configs.Parse([]byte(rec.Config), "run "+rec.ID)
	if err != nil {
		return doc, ifUnfinished(rec, err)
	}
	c, err := d.Config()
	if err != nil {
		return doc, ifUnfinished(rec, err)
	}
	doc.Player = c.Engine.Player
	if rec.Result == nil {
		doc.Settings = playerSettings(spec, c.Engine.Settings)
	}
	return doc, nil
}

// ifUnfinished returns an error in the config of an unfinished run. It returns nil for a
// finished run, whose result has the settings.
func ifUnfinished(rec results.Record, err error) error {
	if rec.Result != nil {
		return nil
	}
	return err
}
