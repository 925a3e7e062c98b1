package riskclassic

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// featureCount is the number of features. Each is in [0, 1]:
//
//	territories  own territories / all territories
//	units        own units / all units; units that the seat to move must still place count as
//	             its own, even the neutral unit of the phase deploy
//	defence      mean of u(x)/(u(x)+u(y)) over all pairs of an own territory x and an enemy
//	             neighbour y, u the units on a territory; 1 if there is no such pair
//	density      1 - mean over own territories of enemy neighbours / neighbours
//	continents   bonuses of own continents / all bonuses
//	progress     sum over continents of bonus * (own share of the territories)^2 / all bonuses
//	cards        cards in hand, and the card due for a conquest, / 10; at most 1
//
// The first four are those of package risk. They are computed here again, because package risk
// updates them by what a move changes in its own position, and here units that are still to be
// placed count. All features of a seat without territories are 0.
const featureCount = 7

type features [featureCount]float64

// space lists the weights of the evaluation with their ranges and defaults, one for each feature.
func space() engines.Space {
	weight := func(name, doc string) engines.Weight {
		return engines.Weight{Name: name, Doc: doc, Min: 0, Max: 10, Default: 1}
	}
	return engines.Space{
		weight("territories", "share of all territories that the seat owns"),
		weight("units", "share of all units that the seat owns"),
		weight("defence", "mean of u/(u+v) over all borders, u units against v enemies; 1 without borders"),
		weight("density", "1 minus the mean share of enemies among the neighbours of the seat's territories"),
		weight("continents", "share of all continent bonuses that the seat receives"),
		weight("progress", "squared share of every continent, weighted by its bonus"),
		weight("cards", "cards in hand and the one due for a conquest, in tenths"),
	}
}

// featuresOf returns the features of a position for seat p. All of them are 0 if the seat has no
// territory.
func featuresOf(w *world, s *state, p int8) (f features) {
	own := s.own[p]
	if own == 0 {
		return f
	}
	count := float64(own.size())
	total := s.left
	for _, n := range s.army {
		total += n
	}
	held := s.army[p]
	if p == s.turn {
		held += s.left
	}
	f[0], f[1] = count/territories, float64(held)/float64(total)
	pairs, defence, open := 0, 0.0, 0.0
	for rest := own; rest != 0; rest &= rest - 1 {
		x := rest.first()
		enemies := w.near[x] &^ own
		n := enemies.size()
		if n == 0 {
			continue
		}
		pairs += n
		open += float64(n) / float64(w.near[x].size())
		u := float64(s.units[x])
		for ; enemies != 0; enemies &= enemies - 1 {
			defence += u / (u + float64(s.units[enemies.first()]))
		}
	}
	f[2], f[3] = 1, 1-open/count
	if pairs > 0 {
		f[2] = defence / float64(pairs)
	}
	for i := range w.continents {
		c := &w.continents[i]
		share := float64((own & c.all).size()) / float64(c.all.size())
		if share == 1 {
			f[4] += float64(c.bonus) / allBonuses
		}
		f[5] += float64(c.bonus) * share * share / allBonuses
	}
	n := s.hand[p].size()
	if p == s.turn && s.captured {
		n++
	}
	f[6] = min(1, float64(n)/10)
	return f
}

// value returns the sum of the features, each multiplied by its weight. The order of the terms is
// fixed, and type conversions prevent fused multiplication, so that the sum is the same on every
// machine.
func (f *features) value(weights *features) (sum float64) {
	for i, x := range f {
		sum += float64(x * weights[i])
	}
	return sum
}

// weightsOf checks a weight vector and converts it to an array. Weights of nil mean the defaults.
func weightsOf(v engines.Weights) (features, error) {
	v, err := space().Complete(v)
	if err != nil {
		return features{}, err
	}
	return features(v), nil
}

func gameOf(p engines.Position) (*game, error) {
	if g, ok := p.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("%T is not a position of classic Risk", p)
}
