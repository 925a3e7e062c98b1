package ratinglist

import (
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// skills is the rating model trueskill or weng-lin, which updates skills after each game.
type skills struct {
	copies
	options Options
	update  func(skills []models.Skill, places []int) []models.Skill
	start   models.Skill
	scale   float64 // Elo per unit
	agents  []models.Skill
	game    []models.Skill
}

func newSkills(o Options) *skills {
	if o.Model == TrueSkill {
		var t models.TrueSkill
		return &skills{copies: newCopies(o), options: o, update: t.Update, start: t.Newcomer(), scale: t.Scale()}
	}
	var w models.WengLin
	return &skills{copies: newCopies(o), options: o, update: w.Update, start: w.Newcomer(), scale: w.Scale()}
}

// add adds a game unless it is a copy of an earlier one.
func (s *skills) add(g gamefile.Game) error {
	if s.next(g.Content, 1) > 1 {
		return nil
	}
	s.game = s.game[:0]
	for _, a := range g.Players {
		for len(s.agents) <= a {
			s.agents = append(s.agents, s.start)
		}
		s.game = append(s.game, s.agents[a])
	}
	for i, skill := range s.update(s.game, g.Places) {
		s.agents[g.Players[i]] = skill
	}
	return nil
}

func (s *skills) finish() {}

func (s *skills) rate(members []int) (ratedTable, error) {
	list := make([]rating.Skill, len(members))
	for i, a := range members {
		list[i] = rating.Skill{Mean: s.agents[a].Mean, Deviation: s.agents[a].Deviation}
	}
	return independent(list, s.scale, s.options.Confidence), nil
}

// independent converts skills to ratings in Elo with mean 0. It treats the errors of different
// agents as independent. scale is the number of Elo points per unit of skill.
func independent(list []rating.Skill, scale, confidence float64) ratedTable {
	n := len(list)
	f := rating.Fitted{Log: make([]float64, n), Core: make([]int, n), Freedom: math.Inf(1)}
	mean := 0.0
	variance := make([]float64, n)
	for i, s := range list {
		f.Log[i], f.Core[i] = s.Mean*scale/rating.EloPerLogit, i
		variance[i] = math.Pow(s.Deviation*scale/rating.EloPerLogit, 2)
		mean += f.Log[i] / float64(n)
	}
	for i := range n {
		f.Log[i] -= mean
	}
	f.Covariance = rating.NewIndependentCovariance(variance)
	return ratedTable{Estimate: f.Estimate(confidence), skills: list}
}
