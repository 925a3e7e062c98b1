package ratinglist

import (
	"fmt"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// ranked is plackett-luce.
type ranked struct {
	options  Options
	orders   *models.Orders
	clusters []seated
}

// seated is a cluster of games of the same players that may not be complete.
type seated struct{ players, places []int }

func newRanked(o Options) *ranked {
	return &ranked{options: o, orders: models.NewOrders(0, o.WinnerOnly)}
}

// add enters a game.
func (r *ranked) add(g gamefile.Game) error {
	if m := models.Tied(g.Places); m > models.MaxTied {
		return fmt.Errorf("%d players share a place: plackett-luce takes %d at most (trueskill and weng-lin any number)", m, models.MaxTied)
	}
	if g.Cluster == 0 {
		return r.orders.Add(g.Players, g.Places)
	}
	for len(r.clusters) < g.Cluster {
		r.clusters = append(r.clusters, seated{})
	}
	c := &r.clusters[g.Cluster-1]
	if c.players == nil {
		c.players = append(c.players, g.Players...)
	}
	for _, p := range c.players {
		for i, q := range g.Players {
			if p == q {
				c.places = append(c.places, g.Places[i])
			}
		}
	}
	return nil
}

// finish enters the clusters.
func (r *ranked) finish() {
	for _, c := range r.clusters {
		if c.players != nil {
			_ = r.orders.Add(c.players, c.places) // its ties were counted by add
		}
	}
	r.clusters = nil
}

// rate fits the model.
func (r *ranked) rate(members []int) (ratedTable, error) {
	s, err := r.orders.Among(members).Fit(rating.FitOptions{Prior: r.options.Prior, Confidence: r.options.Confidence})
	if err != nil {
		return ratedTable{}, err
	}
	return ratedTable{Estimate: s.Estimate, Table: Table{Prior: s.Prior}}, nil
}
