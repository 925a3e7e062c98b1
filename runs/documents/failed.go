package documents

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// Failure is a game that a program lost by failing.
type Failure struct {
	Number  int                 `json:"number"` // among those of the run, from 1
	Kind    engines.ForfeitKind `json:"kind"`
	Pairing int                 `json:"pairing"` // in its round, from 1
	results.Failure
}

func newFailure(number int, f results.Failure) Failure {
	return Failure{number, f.Forfeit.Kind, f.Pairing + 1, f}
}

// Failures lists what programs have lost by failing.
func Failures(list []results.Failure) []Failure {
	out := make([]Failure, 0, len(list))
	for i, f := range list {
		out = append(out, newFailure(i+1, f))
	}
	return out
}

// ReplayedFailure is the document of a failure that was played again.
func ReplayedFailure(r runs.ReplayFailureResult) any {
	return struct {
		Run     string         `json:"run"`
		Failure Failure        `json:"failure"`
		Played  engines.Record `json:"played"`
		Same    bool           `json:"same"` // the same seat failed in the same way
		Traces  []string       `json:"traces"`
		Changed []string       `json:"changed,omitempty"` // programs that are others than those of the run
	}{
		r.Run, newFailure(r.Number, r.Failure), r.Played, r.Same(), append([]string{}, r.Traces...), r.Changed,
	}
}
