package results

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// EtudeEvidence describes which etudes (labelled positions) the best points of a grid search
// evaluate correctly. A point hits an etude if its weights rate the labelled winner highest, and
// misses it otherwise. Etudes are numbered from 1 in the order of their file.
type EtudeEvidence struct {
	Etudes int           `json:"etudes"`
	Hits   int           `json:"hits"`             // hits of every best point
	Points []EtudePoint  `json:"points"`           // best points in the order of their Margin, the largest first; the first point is the result
	Groups []EtudeGroup  `json:"groups,omitempty"` // all best points, grouped by the etudes that they miss, the largest group first; nil if there are too many
	Missed []MissedEtude `json:"missed,omitempty"` // etudes that one of Points or Groups misses, the first 200 of them
}

// EtudePoint is one of the best points of a grid, with the numbers of the etudes (labelled
// positions) that it misses.
type EtudePoint struct {
	Weights engines.Weights `json:"weights"`
	Missed  []int           `json:"missed"`
	// Margin is the distance from the point to the nearest weights that hit one etude fewer, with
	// every weight measured in units of its range.
	Margin rating.Float `json:"margin"`
}

// EtudeGroup describes those best points of a grid search that miss the same etudes (labelled
// positions). Missed contains the numbers of these etudes, from 1. Points is the number of points,
// and Weights are the weights of one of them.
type EtudeGroup struct {
	Points  int             `json:"points"`
	Missed  []int           `json:"missed"`
	Weights engines.Weights `json:"weights"`
}

// MissedEtude is an etude (labelled position) that some of the best points of a grid search miss.
type MissedEtude struct {
	Number   int    `json:"number" doc:"from 1, in the order of the file"`
	Line     int    `json:"line" doc:"of the file"`
	Position string `json:"position"`
	Winner   int    `json:"winner" doc:"the label, a seat from 1"`
}
