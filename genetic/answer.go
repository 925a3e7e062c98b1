package genetic

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Best is the answer so far; before the first generation, the start weights.
func (b *Breeder) Best() tuning.Estimate {
	switch {
	case b.state.Generation == 0:
		return b.start()
	case b.options.Answer == Fittest:
		return b.fittest()
	}
	return b.averaged()
}

// Finalists lists the answer, and whatever else might be better: the fittest
// genome of the last generation, the average, the start weights, the hall of
// fame. Equal weights stand there once.
func (b *Breeder) Finalists() []tuning.Estimate {
	list := []tuning.Estimate{b.Best()}
	if b.state.Generation > 0 {
		list = append(list, b.fittest(), b.averaged())
	}
	list = append(list, b.start())
	for _, f := range slices.Backward(b.state.Hall) {
		list = append(list, tuning.Estimate{
			Weights: clone(f.Genome.Weights), Fitness: f.Fitness, Games: f.Games,
			Name: "the best of an earlier generation",
		})
	}
	var out []tuning.Estimate
	for _, e := range list {
		if !slices.ContainsFunc(out, func(o tuning.Estimate) bool { return slices.Equal(o.Weights, e.Weights) }) {
			out = append(out, e)
		}
	}
	return out
}

func (b *Breeder) start() tuning.Estimate {
	return tuning.Estimate{Weights: clone(b.problem.Start), Fitness: 0.5, Name: "the start weights"}
}

func (b *Breeder) fittest() tuning.Estimate {
	best := b.state.ranked()[0]
	return tuning.Estimate{
		Weights: clone(b.state.Members[best].Weights),
		Fitness: b.state.Fitness[best],
		Games:   b.state.Records[best].Games,
		Name:    "the fittest genome",
	}
}

// averaged is the mean of the last part of the trail. The genome with the best
// record is mostly the luckiest one; what selection has in common over many
// genomes and several generations is not luck.
func (b *Breeder) averaged() tuning.Estimate {
	s := b.state
	n := max(int(math.Ceil(b.options.AnswerShare*float64(len(s.Trail)))), 1)
	vectors := make([]engines.Weights, 0, n)
	for _, v := range s.Trail[len(s.Trail)-n:] {
		vectors = append(vectors, v)
	}
	e := tuning.Estimate{
		Weights: b.problem.Space.Snap(centre(b.problem.Space, vectors, nil)),
		Name:    "the average of the parents",
	}
	slots, shares := contributors(s)
	for i, slot := range slots {
		e.Fitness += shares[i] * s.Fitness[slot]
		e.Games += s.Records[slot].Games
	}
	return e
}

// centreOf returns the mean of the parents of a generation, of which an averaged answer is
// made. It is kept in the trail.
func (b *Breeder) centreOf(s *state) []float64 {
	slots, shares := contributors(s)
	vectors := make([]engines.Weights, len(slots))
	for i, slot := range slots {
		vectors[i] = s.Members[slot].Weights
	}
	return centre(b.problem.Space, vectors, shares)
}

// contributors returns the parents, each once, and the shares with which they were chosen,
// which add up to 1.
func contributors(s *state) (slots []int, shares []float64) {
	share := make([]float64, len(s.Members))
	total := 0.0
	for _, slot := range s.parents {
		share[slot]++
		total++
	}
	for slot, v := range share {
		if v > 0 {
			slots = append(slots, slot)
			shares = append(shares, v/total)
		}
	}
	return slots, shares
}
