package ratinglist

import (
	"fmt"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// ranked is the rating model plackett-luce, for the order of finish of any number of players.
type ranked struct {
	copies
	options  Options
	orders   *models.Orders
	pairs    *gamefile.Pairs
	clusters []seated
	repeated map[uint64]*seated // clusters with known moves, by the hash of these moves
	order    []*seated          // elements of repeated, in order of arrival
}

// seated is a cluster: the games that the same players played from one start, with the places of
// the players. Games are added to it while the file is read.
type seated struct {
	deal            deal
	players, places []int
}

func newRanked(o Options) *ranked {
	r := &ranked{options: o, orders: models.NewOrders(0, o.WinnerOnly), copies: newCopies(o), repeated: make(map[uint64]*seated)}
	r.pairs = gamefile.NewPairs(func(games []gamefile.Single) {
		c := &seated{}
		for _, g := range games {
			c.add([]int{int(g.Players[0]), int(g.Players[1])}, places[g.Result], g.Content)
		}
		r.enter(c)
	})
	return r
}

// places contains the places of the two players of a game, by the result for the first of them.
var places = [...][]int{gamefile.Won: {1, 2}, gamefile.Drawn: {1, 1}, gamefile.Lost: {2, 1}}

// add adds a game to its cluster: the games of the same players from the same start. It returns an
// error if the model cannot rate the game.
func (r *ranked) add(g gamefile.Game) error {
	if err := checkSize(g, PlackettLuce); err != nil {
		return err
	}
	if m := models.Tied(g.Places); m > models.MaxTied {
		return fmt.Errorf("%d players share a place: plackett-luce takes %d at most (trueskill and weng-lin any number)", m, models.MaxTied)
	}
	switch {
	case g.Cluster == 0 || r.options.Trinomial:
		c := &seated{}
		c.add(g.Players, g.Places, g.Content)
		r.enter(c)
	case g.Cluster == gamefile.Unnamed:
		r.pairs.Add(&g)
	default:
		for len(r.clusters) < g.Cluster {
			r.clusters = append(r.clusters, seated{})
		}
		r.clusters[g.Cluster-1].add(g.Players, g.Places, g.Content)
	}
	return nil
}

func (c *seated) add(players, places []int, content uint64) {
	if c.deal.games == 0 {
		c.players = append(c.players, players...)
	}
	c.deal.add(content)
	for _, p := range c.players {
		for i, q := range players {
			if p == q {
				c.places = append(c.places, places[i])
			}
		}
	}
}

// enter passes a complete cluster of games to the model. A cluster with known moves waits until the
// end of the file instead, because copies with the same moves may follow. enter merges such copies
// into the first cluster.
func (r *ranked) enter(c *seated) {
	content := c.deal.content()
	if n := r.next(content, c.deal.games); content == 0 || r.options.Chance {
		_ = r.orders.Add(c.players, c.places) // ranked.add has checked the ties
	} else if n == 1 {
		r.repeated[content] = c
		r.order = append(r.order, c)
	} else {
		first := r.repeated[content]
		for at := 0; at < len(c.places); at += len(c.players) {
			first.add(c.players, c.places[at:at+len(c.players)], 1)
		}
	}
}

// finish passes the remaining clusters of games to the model at the end of the file: those that are
// incomplete, and those that waited for copies with the same moves.
func (r *ranked) finish() {
	r.pairs.Close()
	for i := range r.clusters {
		if c := &r.clusters[i]; c.deal.games > 0 {
			r.enter(c)
		}
	}
	for _, c := range r.order {
		_ = r.orders.Add(c.players, c.places)
	}
	r.clusters, r.repeated, r.order = nil, nil, nil
}

func (r *ranked) rate(members []int) (ratedTable, error) {
	e, err := r.orders.Among(members).Fit(rating.FitOptions{Prior: r.options.Prior, Confidence: r.options.Confidence})
	if err != nil {
		return ratedTable{}, err
	}
	return ratedTable{Estimate: e, Table: Table{Prior: e.Prior}}, nil
}
