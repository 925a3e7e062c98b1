package ratinglist

import (
	"math"

	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// twoSeats contains the rating models for games of two players: bradley-terry, bayeselo, davidson
// and rao-kupper.
type twoSeats struct {
	copies
	options  Options
	deals    bool // the file contains deals
	tally    *models.Tally
	pairs    *gamefile.Pairs
	clusters []cluster // clusters of named deals, by number; later games of the file may still be added
	paired   int       // games in clusters of two or more
}

// cluster counts the wins, draws and losses of two players in the games from one start, by the
// player in the first seat. Games are added while the file of results is read.
type cluster struct {
	deal          deal
	first, second int
	results       models.Games
}

func newTwoSeats(o Options, deals bool) *twoSeats {
	t := &twoSeats{options: o, deals: deals && !o.Trinomial, tally: models.NewTally(0), copies: newCopies(o)}
	t.pairs = gamefile.NewPairs(func(games []gamefile.Single) {
		var c cluster
		for _, g := range games {
			c.add(g)
		}
		t.enter(&c)
	})
	return t
}

// add adds a game to its cluster: the games of the same players from the same start.
func (t *twoSeats) add(g gamefile.Game) error {
	if err := ofTwo(g, t.options.Model); err != nil {
		return err
	}
	switch {
	case g.Cluster == 0 || t.options.Trinomial:
		var c cluster
		c.add(g.Single())
		t.enter(&c)
	case g.Cluster == gamefile.Unnamed:
		t.pairs.Add(&g)
	default:
		for len(t.clusters) < g.Cluster {
			t.clusters = append(t.clusters, cluster{})
		}
		t.clusters[g.Cluster-1].add(g.Single())
	}
	return nil
}

func (c *cluster) add(g gamefile.Single) {
	if c.deal.games == 0 {
		c.first, c.second = int(g.Players[0]), int(g.Players[1])
	}
	c.deal.add(g.Content)
	if c.first == int(g.Players[0]) {
		c.results.First[g.Result]++
	} else {
		c.results.Second[g.Result]++
	}
}

func (t *twoSeats) enter(c *cluster) {
	if c.deal.games > 1 {
		t.paired += c.deal.games
	}
	nth := t.next(c.deal.content(), c.deal.games)
	t.tally.AddCopy(c.first, c.second, c.results, nth)
}

// finish passes incomplete clusters of games to the model at the end of the file.
func (t *twoSeats) finish() {
	t.pairs.Close()
	for i := range t.clusters {
		if c := &t.clusters[i]; c.deal.games > 0 {
			t.enter(c)
		}
	}
	t.clusters = nil
}

func (t *twoSeats) rate(members []int) (ratedTable, error) { return t.rateFixed(members, nil) }

// rateFixed fits the model to the games between the given agents. fixed contains the ratings in Elo
// of those agents that have a fixed rating, by index in members. A single fixed rating has no
// effect.
func (t *twoSeats) rateFixed(members []int, fixed map[int]float64) (ratedTable, error) {
	o := models.Options{FirstSeat: t.options.FirstSeat, Prior: t.options.Prior, Confidence: t.options.Confidence, Anchors: fixed}
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
		r.FirstSeat = &s.FirstSeat
		if interval := s.FirstSeatInterval(o.Confidence); interval.Known() {
			r.FirstSeatInterval = &interval
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
