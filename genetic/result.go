package genetic

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Best returns the best weights so far. Before the first generation these are the start weights.
func (b *Breeder) Best() tuning.Estimate {
	switch {
	case b.state.Generation == 0:
		return b.start()
	case b.terms.config.Result == Fittest:
		return b.fittest()
	}
	return b.averaged()
}

// Candidates returns the candidates for the result of the search, without duplicates. They are the
// return value of Best, the fittest genome of the last generation, the average, the start weights,
// and the hall of fame.
func (b *Breeder) Candidates() []tuning.Estimate {
	list := []tuning.Estimate{b.Best()}
	if b.state.Generation > 0 {
		list = append(list, b.fittest(), b.averaged())
	}
	list = append(list, b.start())
	for _, f := range slices.Backward(b.state.Hall) {
		list = append(list, tuning.Estimate{
			Weights: slices.Clone(f.Genome.Weights), Fitness: f.Fitness, Games: f.Games,
			Name: "the best of an earlier generation",
		})
	}
	return tuning.Different(list)
}

func (b *Breeder) start() tuning.Estimate {
	return tuning.Estimate{Weights: slices.Clone(b.terms.problem.Start), Fitness: 0.5, Name: "the start weights"}
}

func (b *Breeder) fittest() tuning.Estimate {
	best := b.state.ranked()[0]
	return tuning.Estimate{
		Weights: slices.Clone(b.state.Members[best].Weights),
		Fitness: b.state.Fitness[best],
		Games:   b.state.Records[best].Games,
		Name:    "the fittest genome",
	}
}

// averaged returns the mean weights of the parents of the last generations; Config.ResultShare sets
// how many generations. The genome with the best results has usually been lucky, and in the mean of
// many genomes luck averages out.
func (b *Breeder) averaged() tuning.Estimate {
	s := b.state
	trail := s.Trail
	if b.adaptation != nil { // a restart has added the start weights, and the last founders their mean
		trail = trail[min(max(b.adaptation.begun(s.comparisons())-1, 0), len(trail)-1):]
	}
	n := max(int(math.Ceil(b.terms.config.ResultShare*float64(len(trail)))), 1)
	vectors := make([]engines.Weights, 0, n)
	for _, v := range trail[len(trail)-n:] {
		vectors = append(vectors, v)
	}
	e := tuning.Estimate{
		Weights: b.terms.feasible(b.terms.problem.Space.Snap(centre(b.terms.problem.Space, vectors, nil))),
		Name:    "the average of the parents",
	}
	slots, shares := contributors(s)
	for i, slot := range slots {
		e.Fitness += float64(shares[i] * s.Fitness[slot])
		e.Games += s.Records[slot].Games
	}
	return e
}
