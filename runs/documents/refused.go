package documents

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// Candidate is a vector that a verification could have chosen.
type Candidate struct {
	Name    string  `json:"name"`
	Weights *Object `json:"weights"`
}

// newCandidates returns the documents of candidates; nil for none.
func newCandidates(space engines.Space, list []results.Candidate) []Candidate {
	var out []Candidate
	for _, c := range list {
		out = append(out, Candidate{c.Name, Weights(space, c.Weights)})
	}
	return out
}

// Refused is a candidate that the start replaced, with its rating against the start.
type Refused struct {
	Candidate
	Rating       rating.Float      `json:"rating"`
	Interval     rating.Interval   `json:"interval"`
	Against      string            `json:"against"`
	Games        int               `json:"games"`
	Verification []rating.Standing `json:"verification,omitempty"` // its matches; absent if it lost the playoff
}

// newRefused returns the document of a refused candidate; nil for nil.
func newRefused(space engines.Space, r *results.Refused) *Refused {
	if r == nil {
		return nil
	}
	return &Refused{Candidate{r.Name, Weights(space, r.Weights)}, r.Elo, r.Interval, r.Against, r.Games, r.Standings}
}
