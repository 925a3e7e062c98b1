package ratinglist

import (
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// tau is the constant of Glicko-2 that limits the change of volatilities. Glickman recommends 0.3
// to 1.2.
const tau = 0.5

// glicko2 computes ratings by the model glicko2, which updates all ratings at the end of each
// rating period.
type glicko2 struct {
	copies
	options Options
	agents  []models.Glicko
	period  string
	begun   bool
	// played contains the games of the current rating period. played[i] has an element for each
	// opponent of agent i, in the order of their first games. at contains the index of this
	// element by the numbers of agent and opponent.
	played [][]against
	at     map[[2]int]int
}

type against struct {
	opponent      int
	games, points float64
}

func newGlicko2(o Options) *glicko2 {
	return &glicko2{copies: newCopies(o), options: o, at: make(map[[2]int]int)}
}

// add adds a game unless it is a copy of an earlier one. If the game belongs to a new rating
// period, add first ends the previous period.
func (p *glicko2) add(g gamefile.Game) error {
	if p.next(g.Content, 1) > 1 {
		return nil
	}
	if err := ofTwo(g, Glicko2); err != nil {
		return err
	}
	if p.begun && g.Period != p.period {
		p.finish()
	}
	p.period, p.begun = g.Period, true
	for _, a := range g.Players {
		for len(p.agents) <= a {
			p.agents = append(p.agents, models.NewGlicko())
			p.played = append(p.played, nil)
		}
	}
	score := versus(g.Places[0], g.Places[1])
	p.enter(g.Players[0], g.Players[1], score)
	p.enter(g.Players[1], g.Players[0], 1-score)
	return nil
}

func (p *glicko2) enter(a, b int, score float64) {
	n, ok := p.at[[2]int{a, b}]
	if !ok {
		n = len(p.played[a])
		p.at[[2]int{a, b}] = n
		p.played[a] = append(p.played[a], against{opponent: b})
	}
	p.played[a][n].games++
	p.played[a][n].points += score
}

func (p *glicko2) finish() {
	after := make([]models.Glicko, len(p.agents))
	for a, list := range p.played {
		games := make([]models.GlickoGames, len(list))
		for i, m := range list {
			games[i] = models.GlickoGames{Opponent: p.agents[m.opponent], Games: m.games, Points: m.points}
		}
		after[a] = p.agents[a].Update(games, tau)
		p.played[a] = list[:0]
	}
	p.agents = after
	clear(p.at)
}

func (p *glicko2) rate(members []int) (ratedTable, error) {
	list := make([]rating.Skill, len(members))
	for i, a := range members {
		g := p.agents[a]
		list[i] = rating.Skill{Mean: g.Rating, Deviation: g.Deviation, Volatility: g.Volatility}
	}
	return independent(list, 1, p.options.Confidence), nil
}
