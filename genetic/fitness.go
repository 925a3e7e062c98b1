package genetic

import (
	"errors"
	"math"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// Fitness is a fitness function: it rates the members of a population by the results of their
// games.
type Fitness interface {
	// Of returns the fitness of every member of the population, in [0, 1].
	Of(e Evidence) []float64
}

// GroupFitness is a Fitness that can also rank the members of a group by the games within the
// group. If a Fitness cannot, the members of a group are ranked by their fitness in the whole
// population.
type GroupFitness interface {
	Fitness
	// OfGroup returns the fitness of every member of the population, in [0, 1], if only the games
	// in e count. These are the games of one group.
	OfGroup(e Evidence) []float64
}

// Evidence contains the members of a population and the results of their games.
type Evidence struct {
	Space   engines.Space
	Members []Genome // by slot, the index in the population
	// Past contains the genomes in Results that are not members of the population: former members,
	// and guests (see [Grouper].Invites), which have negative IDs.
	Past    []Genome
	Results []HeadToHead // two genomes have an entry for every generation in which they met
}

// HeadToHead contains the results of all games between two genomes, in one generation or in one of
// its groups. A game of more than two seats counts for every two of its genomes.
type HeadToHead struct {
	A      int     `json:"a"` // Genome.ID of the first genome
	B      int     `json:"b"` // Genome.ID of the second genome
	Games  int     `json:"games"`
	Points float64 `json:"points"` // points of A; B has Games - Points
}

// WinRate is the fitness function that returns the share of the points that a genome won, from 0 to
// 1. A win is 1 point and a draw 1/2, unless the points depend on scores. A game of more than two
// seats counts as one game against each opponent. WinRate is the fitness function of the article
// that [Paper] describes.
type WinRate struct {
	// Unplayed is the fitness of a genome without games, in [0, 1].
	Unplayed float64
}

var _ GroupFitness = WinRate{}

// Of returns each member's share of points in all its games.
func (f WinRate) Of(e Evidence) []float64 {
	slot := make(map[int]int, len(e.Members))
	for i, g := range e.Members {
		slot[g.ID] = i
	}
	games, points := make([]int, len(e.Members)), make([]float64, len(e.Members))
	for _, h := range e.Results {
		if i, ok := slot[h.A]; ok {
			games[i] += h.Games
			points[i] += h.Points
		}
		if i, ok := slot[h.B]; ok {
			games[i] += h.Games
			points[i] += float64(h.Games) - h.Points
		}
	}
	fitness := make([]float64, len(e.Members))
	for i := range fitness {
		fitness[i] = f.Unplayed
		if games[i] > 0 {
			fitness[i] = points[i] / float64(games[i])
		}
	}
	return fitness
}

// OfGroup returns each member's share of points in the games of one group.
func (f WinRate) OfGroup(e Evidence) []float64 { return f.Of(e) }

// Validate returns an error for an Unplayed outside [0, 1].
func (f WinRate) Validate() error { return keys.Within(0, 1).Check("unplayed", f.Unplayed) }

// BradleyTerry is the fitness function that returns the strength in the Bradley-Terry model. In
// this model the odds of a win are the ratio of the strengths (Zermelo 1929; Hunter, "MM
// algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). It takes the
// strength of the opponents into account. A normal prior around the common mean limits the effect
// of a few lucky games. Use it if the weights explain little of the strength; otherwise [Genomic]
// is better.
type BradleyTerry struct {
	// Prior is the standard deviation of strength in the population before any game, in Elo;
	// positive.
	Prior float64
}

// Of returns the expected score of each member, in [0, 1], against a member of average strength.
func (f BradleyTerry) Of(e Evidence) []float64 {
	p, n := newPosterior(e, elementary.Pow(rating.EloPerLogit/f.Prior, 2))
	return expected(p.peak(n)[:len(e.Members)])
}

// Validate returns an error unless Prior is positive and finite.
func (f BradleyTerry) Validate() error { return checkPrior(f.Prior) }

func checkPrior(prior float64) error {
	if math.IsInf(prior, 1) {
		return keys.Errorf("prior", "%v is not a finite number", prior)
	}
	return keys.Above(0).Check("prior", prior)
}

// expected returns the expected score of each genome against an opponent of mean strength. strength
// contains the logarithms of the genomes' strengths.
func expected(strength []float64) []float64 {
	mean := 0.0
	for _, s := range strength {
		mean += s / float64(len(strength))
	}
	scores := make([]float64, len(strength))
	for i, s := range strength {
		scores[i] = rating.Logistic(s - mean)
	}
	return scores
}

// Genomic is the fitness function of genomic selection, a method of animal breeding (Meuwissen,
// Hayes and Goddard, "Prediction of total genetic value using genome-wide dense marker maps",
// Genetics 157, 2001). It models the strength of a genome as the sum of a linear and a quadratic
// effect of every weight, plus a remainder of its own. The effects are the same in all genomes. So
// every game improves their estimates, and a genome needs few games of its own.
type Genomic struct {
	// Prior is the standard deviation of strength in the population before any game, in Elo;
	// positive.
	Prior float64
	// Heritability is the share of the variance in strength that the weights are expected to
	// explain, within (0, 1).
	Heritability float64
}

// Of returns the expected score of each member, in [0, 1], against a member of average strength.
func (f Genomic) Of(e Evidence) []float64 {
	// The effects of the weights share the heritable part of the variance. A trait has a variance
	// near 1, so each of n effects gets 1/n of this part.
	variance := elementary.Pow(f.Prior/rating.EloPerLogit, 2)
	p, n := newPosterior(e, 1/(variance*(1-f.Heritability)))
	p.traits = traits(e)
	if len(p.traits) > 0 {
		p.effects = len(p.traits[0])
		p.ridge = float64(p.effects) / (variance * f.Heritability)
	}
	return expected(p.peak(n)[:len(e.Members)])
}

// Validate returns an error unless Prior is positive and finite and Heritability lies within (0, 1).
func (f Genomic) Validate() error {
	share := keys.Range{Min: 0, Max: 1, AboveMin: true, BelowMax: true}
	return errors.Join(checkPrior(f.Prior), share.Check("heritability", f.Heritability))
}

// traits returns, for every genome, the variables that explain its strength in the model of
// [Genomic]. A numeric weight has two variables: its value and its square. A weight of kind Choices
// has one variable for each choice, which is larger for genomes with this choice. All values are
// divided by the same standard deviation, so that a weight that hardly varies has little influence.
// traits returns nil if all members are equal.
func traits(e Evidence) [][]float64 {
	genes := genesOf(e.Space)
	mean := make([]float64, len(genes))
	for k, g := range genes {
		for _, m := range e.Members {
			mean[k] += g.value(e.Space, m.Weights) / float64(len(e.Members))
		}
	}
	spread := 0.0
	for k, g := range genes {
		for _, m := range e.Members {
			d := g.value(e.Space, m.Weights) - mean[k]
			spread += d * d / float64(len(e.Members)*len(genes))
		}
	}
	if spread == 0 {
		return nil // all members are equal
	}
	out := make([][]float64, 0, len(e.Members)+len(e.Past))
	for _, list := range [][]Genome{e.Members, e.Past} {
		for _, g := range list {
			out = append(out, standardise(e.Space, genes, g.Weights, mean, math.Sqrt(spread)))
		}
	}
	return out
}

// gene identifies a variable in the model of [Genomic]: a numeric weight, or one choice of a weight
// of kind Choices. The variable of a choice is 1 for genomes with this choice and 0 for all others.
type gene struct{ weight, choice int } // choice is -1 for a number

func genesOf(space engines.Space) []gene {
	var out []gene
	for _, i := range space.Free() {
		if !space[i].Kind.Has(engines.Choices) {
			out = append(out, gene{i, -1})
			continue
		}
		for c := range space[i].Choices {
			out = append(out, gene{i, c})
		}
	}
	return out
}

// value returns the variable g of the weight vector v, in [0, 1]. It is the position of a number in
// its range, or 1 or 0 for a choice.
func (g gene) value(space engines.Space, v engines.Weights) float64 {
	switch {
	case g.choice < 0:
		return space[g.weight].Unit(v[g.weight])
	case int(v[g.weight]) == g.choice:
		return 1
	}
	return 0
}

// standardise returns the traits of the weight vector v: the variables that explain its strength in
// the model of [Genomic]. Each gene has two. The first is z, the value of the gene minus its mean,
// divided by spread. The second is (z² - 1)/2 for a number and 0 for a choice. All traits are 0 if
// v has another number of weights than the space.
func standardise(space engines.Space, genes []gene, v engines.Weights, mean []float64, spread float64) []float64 {
	row := make([]float64, 2*len(genes))
	if len(v) != len(space) {
		return row
	}
	for k, g := range genes {
		z := (g.value(space, v) - mean[k]) / spread
		row[2*k] = z
		if g.choice < 0 {
			row[2*k+1] = (float64(z*z) - 1) / 2
		}
	}
	return row
}
