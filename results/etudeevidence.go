package results

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// EtudeEvidence describes how the best points of a grid search evaluate the etudes (labelled
// positions). Etudes are numbered from 1, in the order of their file.
type EtudeEvidence struct {
	Etudes   int           `json:"etudes"`
	Hits     int           `json:"hits"`               // of every best point
	Points   []EtudePoint  `json:"points"`             // best points, the largest margin first; the first is the result
	Clusters []EtudeGroup  `json:"groups,omitempty"` // all best points by what they miss, the largest group first; nil if there are too many
	Missed   []MissedEtude `json:"missed,omitempty"`   // every etude that one of Points or Clusters misses
}

// EtudePoint is a point of a grid with the numbers of the etudes that it misses.
type EtudePoint struct {
	Weights engines.Weights `json:"weights"`
	Missed  []int           `json:"missed"`
	Margin  rating.Float    `json:"margin"`
}

// EtudeGroup is a number of points of a grid that miss the same etudes. Weights is one of them.
type EtudeGroup struct {
	Points  int             `json:"points"`
	Missed  []int           `json:"missed"`
	Weights engines.Weights `json:"weights"`
}

// MissedEtude is an etude that some of the best points of a grid miss.
type MissedEtude struct {
	Number   int    `json:"number"` // from 1
	Line     int    `json:"line"`   // of the file
	Position string `json:"position"`
	Winner   int    `json:"winner"` // the label, a seat from 1
}
