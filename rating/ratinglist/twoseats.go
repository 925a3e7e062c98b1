package ratinglist

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// twoSeats is bradley-terry, bayeselo, davidson or rao-kupper.
type twoSeats struct {
	options  Options
	tally    *models.Tally
	clusters []pending // by number; those of the file may come back at any time
}

// pending is a cluster that may not be complete: games by who sat first and by
// result.
type pending struct {
	first, second int
	games         models.Games
}

func newTwoSeats(o Options) *twoSeats {
	return &twoSeats{options: o, tally: models.NewTally(0)}
}

// add enters a game.
func (t *twoSeats) add(g gamefile.Game) error {
	if err := ofTwo(g, t.options.Model); err != nil {
		return err
	}
	result := 1 + cmp.Compare(g.Places[0], g.Places[1]) // won, drawn, lost by the first seat
	if g.Cluster == 0 {
		var one models.Games
		one.First[result]++
		t.tally.Add(g.Players[0], g.Players[1], one)
		return nil
	}
	for len(t.clusters) < g.Cluster {
		t.clusters = append(t.clusters, pending{first: -1})
	}
	c := &t.clusters[g.Cluster-1]
	if c.first < 0 {
		c.first, c.second = g.Players[0], g.Players[1]
	}
	if c.first == g.Players[0] {
		c.games.First[result]++
	} else {
		c.games.Second[result]++
	}
	return nil
}

// finish enters the clusters.
func (t *twoSeats) finish() {
	for _, c := range t.clusters {
		if c.first >= 0 {
			t.tally.Add(c.first, c.second, c.games)
		}
	}
	t.clusters = nil
}

// rate fits the model.
func (t *twoSeats) rate(members []int) (ratedTable, error) {
	o := models.Options{FirstSeat: t.options.FirstSeat, Prior: t.options.Prior, Confidence: t.options.Confidence}
	switch t.options.Model {
	case RaoKupper:
		o.Law = models.RaoKupper
	case Davidson:
		o.Law = models.Davidson
	case BayesElo:
		o.Law, o.Prior, o.Spread = models.RaoKupper, 0, models.BayesEloPrior
		if t.options.Prior != 0 {
			o.Spread = t.options.Prior
		}
	}
	s, err := t.tally.Among(members).Fit(o)
	if err != nil {
		return ratedTable{}, err
	}
	r := ratedTable{Estimate: s.Estimate, Table: Table{Prior: s.Prior + o.Spread}}
	if o.FirstSeat {
		arm := distuv.UnitNormal.Quantile((1+o.Confidence)/2) * s.FirstSeatError
		r.FirstSeat = &s.FirstSeat
		if !math.IsInf(arm, 0) {
			r.FirstSeatInterval = &[2]float64{s.FirstSeat - arm, s.FirstSeat + arm}
		}
	}
	if drawElo := s.DrawElo(); o.Law == models.RaoKupper && !math.IsInf(drawElo, 0) {
		r.DrawElo = &drawElo
	}
	if o.Law == models.Davidson && !math.IsInf(s.Draw, 0) {
		r.Nu = &s.Draw
	}
	return r, nil
}
