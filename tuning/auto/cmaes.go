package auto

import (
	"fmt"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/pairwise"
)

// evolutionPhase is the phase that plays CMA-ES. It begins at the maximum of the response surface
// (fitted model of strength) if the surface makes no more progress. CMA-ES uses only ranks of
// candidates, so it can leave a plateau, follow a curved ridge, or find the few of many weights
// that matter.
type evolutionPhase struct {
	strategy *cmaes.Strategy
	start    tuning.Estimate // the maximum of the surface
	games    *pairwise.Log
}

// enterEvolution starts the CMA-ES phase. CMA-ES plays only whole generations, so a part of the
// budget may remain unused.
func enterEvolution(m *method, round int) (phase, error) {
	start := m.switchFrom(m.surface.Best())
	p := m.rest(m.surface.Region(), start.Weights, round, "auto walk") // the name is part of every result
	p.Valued = false                                                   // a snapshot of auto has the scores of comparisons alone
	strategy, err := cmaes.New(p, cmaes.Options{Unpaired: m.options.Unpaired})
	if err != nil {
		return nil, err
	}
	m.planned = m.games() + strategy.PlannedGames()
	return &evolutionPhase{strategy: strategy, start: start, games: &m.others}, nil
}

func (p *evolutionPhase) ProposeAhead(n int) (pairwise.Proposal, error) {
	return p.strategy.ProposeAhead(n)
}

func (p *evolutionPhase) Learn(round pairwise.Proposal, scores []float64) error {
	return learnAndLog(p.strategy, p.games, round, scores)
}

func (p *evolutionPhase) Finish() error { return nil }

func (p *evolutionPhase) Games() int { return p.strategy.Progress().Games }

func (p *evolutionPhase) Best() tuning.Estimate {
	e := p.strategy.Best()
	e.Fitness = p.start.Fitness
	e.Name = fmt.Sprintf("the average of the last centres (CMA-ES) after %d games that fitted a surface (RSM)", p.start.Games)
	return e
}
