package ratinglist

import (
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/internal/distinct"
	"github.com/lanista/lanista/rating/models"
)

// Misfit describes a score between two agents that contradicts the ratings of all agents; see
// [rating.Misfit].
type Misfit struct {
	Agent     string  `json:"agent"`
	Against   string  `json:"against"`
	Score     float64 `json:"score" doc:"mean score of agent against the other, from 0 to 1"`
	Predicted float64 `json:"predicted" doc:"the score that the ratings predict"`
	P         float64 `json:"p" doc:"probability that chance alone causes so large a difference for any pair of agents"`
}

// observation contains the results of one pairing: the games of two players from the same start.
// nth is 1 for a pairing with new moves, 2 for the first copy with the same moves, and so on. A
// copy is no new evidence.
type observation struct {
	first, second int
	results       models.Games
	nth           int
}

// observations collects the results of games between two players, to find scores that contradict
// the ratings. Equal results are stored once with their number, so the memory does not grow with
// the number of games.
type observations struct {
	different distinct.List[observation]
	count     []int // how often each of them occurred
}

// newObservations returns an empty collection of game results, in which scores that contradict the
// ratings can be found. It returns nil if the options select another model than bradley-terry or an
// advantage of the first seat, because [rating.Clusters.Misfit] computes the expected scores
// without them.
func newObservations(o Options) *observations {
	if o.Model != BradleyTerry || o.FirstSeat {
		return nil
	}
	return &observations{}
}

// add counts an observation. It does nothing on a nil receiver.
func (o *observations) add(x observation) {
	if o == nil {
		return
	}
	at := o.different.Index(x, x.results.Hash(x.first, x.second)+uint64(x.nth)*0x9e3779b9)
	if at == len(o.count) {
		o.count = append(o.count, 0)
	}
	o.count[at]++
}

// misfit returns the score that contradicts the ratings of the given players most, or nil if
// chance explains all differences between scores and ratings. The players in the returned value
// are indices in members.
func (o *observations) misfit(members []int, fit rating.FitOptions) *rating.Misfit {
	if o == nil {
		return nil
	}
	clusters := rating.NewClusters(len(members))
	at := make(map[int]int)
	for i, player := range members {
		at[player] = i
	}
	for n, x := range o.different.Values {
		i, ok := at[x.first]
		if !ok {
			continue
		}
		j := at[x.second] // the opponent of a member is a member
		players, places := []int{i, j}, x.places()
		for range o.count[n] {
			_ = clusters.AddCopy(players, places, x.nth) // two different players
		}
	}
	return clusters.FitMisfit(fit)
}

func (x *observation) places() []int {
	var list []int
	for _, result := range []gamefile.Result{gamefile.Won, gamefile.Drawn, gamefile.Lost} {
		p := places[result]
		for range x.results.First[result] {
			list = append(list, p[0], p[1])
		}
		for range x.results.Second[result] {
			list = append(list, p[1], p[0])
		}
	}
	return list
}

// mostMisfit is the largest number of agents among whom a misfit is sought: a score that contradicts
// the ratings. The search takes memory and time that grow with the square and the cube of their
// number.
const mostMisfit = 1000

func (l *List) fillMisfit(o Options, m model, tables [][]int, names []string) {
	two, ok := m.(*twoSeats)
	if !ok {
		return
	}
	for _, members := range tables {
		if len(members) > mostMisfit {
			continue
		}
		w := two.seen.misfit(members, rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence})
		if w != nil && (l.Misfit == nil || w.P < l.Misfit.P) {
			l.Misfit = &Misfit{names[members[w.Player]], names[members[w.Against]], w.Score, w.Predicted, w.P}
		}
	}
}
