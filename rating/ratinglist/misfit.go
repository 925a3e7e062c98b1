package ratinglist

import "github.com/lanista/lanista/rating"

// Misfit describes a score between two agents that contradicts the ratings of all agents; see
// [rating.Misfit].
type Misfit struct {
	Agent     string  `json:"agent"`
	Against   string  `json:"against"`
	Score     float64 `json:"score" doc:"mean score of agent against the other, from 0 to 1"`
	Predicted float64 `json:"predicted" doc:"the score that the ratings predict"`
	P         float64 `json:"p" doc:"probability that chance alone causes so large a difference for any pair of agents"`
}

// mostMisfit is the largest group of agents in which a misfit, a score that contradicts the
// ratings, is sought.
const mostMisfit = 1000

// fillMisfit searches for two agents whose score against each other contradicts the ratings, and
// stores the most significant case in l.Misfit. l.Misfit remains nil if chance explains all scores.
// It also remains nil unless the model is bradley-terry without an advantage of the first seat.
//
// tables contains the groups of agents who met, directly or through others, as indices of names.
// fillMisfit leaves out groups of more than mostMisfit agents.
func (l *List) fillMisfit(o Options, m model, tables [][]int, names []string) {
	if o.Model != BradleyTerry || o.FirstSeat {
		return
	}
	for _, members := range tables {
		if len(members) > mostMisfit {
			continue
		}
		w := m.(*twoSeats).tally.Among(members).Clusters().FitMisfit(rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence})
		if w != nil && (l.Misfit == nil || w.P < l.Misfit.P) {
			l.Misfit = &Misfit{names[members[w.Player]], names[members[w.Against]], w.Score, w.Predicted, w.P}
		}
	}
}
