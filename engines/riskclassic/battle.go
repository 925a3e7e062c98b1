package riskclassic

import (
	"math"
	"math/rand/v2"
	"sync"

	"github.com/lanista/lanista/elementary"
)

const (
	attackDice = 3
	defendDice = 2
)

// throw is one throw of the dice in a battle: the dice of both sides, highest first, and the units
// that each side loses.
type throw struct {
	attack  [attackDice]int8 // 0 for dice that were not thrown
	defend  [defendDice]int8
	lost    int32 // attackers
	removed int32 // defenders
}

// settle sorts the dice of both sides and computes the losses. The highest dice are compared, then
// the second highest. The lower die costs its side a unit; equal dice cost the attacker one.
func (t *throw) settle() {
	sortDice(t.attack[:])
	sortDice(t.defend[:])
	t.lost, t.removed = 0, 0
	for i, d := range t.defend {
		switch a := t.attack[i]; {
		case a == 0 || d == 0:
		case a > d:
			t.removed++
		default:
			t.lost++
		}
	}
}

// sortDice sorts dice in descending order.
func sortDice(dice []int8) {
	for i := range dice {
		for j := i; j > 0 && dice[j] > dice[j-1]; j-- {
			dice[j], dice[j-1] = dice[j-1], dice[j]
		}
	}
}

// roll throws the dice of both sides.
func roll(pcg *rand.PCG, attack, defend int) (t throw) {
	for i := range attack {
		t.attack[i] = die(pcg)
	}
	for i := range defend {
		t.defend[i] = die(pcg)
	}
	t.settle()
	return t
}

// die returns a random number from 1 to 6. All six are exactly equally likely, because it discards
// random bytes that would favour some of them.
func die(pcg *rand.PCG) int8 {
	for {
		if u := pcg.Uint64() >> 56; u < 252 {
			return int8(1 + u%6)
		}
	}
}

// losses returns the probabilities of the results of a throw. The indices are the number of the
// attacker's dice, the number of the defender's dice, and the number of units that the defender
// loses.
var losses = sync.OnceValue(func() (p [attackDice + 1][defendDice + 1][defendDice + 1]float64) {
	for a := 1; a <= attackDice; a++ {
		for d := 1; d <= defendDice; d++ {
			all := 1
			for range a + d {
				all *= 6
			}
			for n := range all {
				var t throw
				for i := range a + d {
					face := int8(1 + n%6)
					n /= 6
					if i < a {
						t.attack[i] = face
					} else {
						t.defend[i-a] = face
					}
				}
				t.settle()
				p[a][d][t.removed] += 1 / float64(all)
			}
		}
	}
	return p
})

// forecast is the expected result of a battle that is fought to the end with as many dice as
// possible.
type forecast struct {
	win  float64 // probability of a conquest
	left float64 // mean of the attackers left after a conquest
	held float64 // mean of the defenders left after a failure
}

// tableSize is the largest number of units on each side of a battle for which the expected result
// is computed exactly. For larger battles it is approximate.
const tableSize = 60

// forecasts returns a table of the exact expected results of battles. The indices are the number of
// attackers, without the unit that must stay behind, and the number of defenders.
var forecasts = sync.OnceValue(func() *[tableSize + 1][tableSize + 1]forecast {
	var t [tableSize + 1][tableSize + 1]forecast
	p := losses()
	// The means are multiplied by their probabilities until all forecasts are known.
	for a := range t {
		for d := range t[a] {
			switch f := &t[a][d]; {
			case d == 0:
				*f = forecast{win: 1, left: float64(a)}
			case a == 0:
				*f = forecast{held: float64(d)}
			default:
				x, y := min(a, attackDice), min(d, defendDice)
				for removed := range min(x, y) + 1 {
					next := t[a-(min(x, y)-removed)][d-removed]
					f.win += float64(p[x][y][removed] * next.win)
					f.left += float64(p[x][y][removed] * next.left)
					f.held += float64(p[x][y][removed] * next.held)
				}
			}
		}
	}
	for a := range t {
		for d := range t[a] {
			f := &t[a][d]
			if f.win > 0 {
				f.left /= f.win
			}
			if f.win < 1 {
				f.held /= 1 - f.win
			}
		}
	}
	return &t
})

// forecastOf returns the expected result of a battle. It is approximate if a side has more than
// tableSize units; see largeBattle.
func forecastOf(attackers, defenders int32) forecast {
	if max(attackers, defenders) <= tableSize {
		return forecasts()[attackers][defenders]
	}
	return largeBattle(float64(attackers), float64(defenders))
}

// largeBattle approximates the forecast of a battle of many units by a normal distribution. Nearly
// all throws are three dice against two and cost two units. After half as many throws as there are
// units, one side would have lost more units than it has; this side loses the battle. At that time,
// the number of removed defenders minus the number of defenders is approximately normally
// distributed. It is positive if the attacker wins. The constants correct for the last throws,
// which have fewer dice.
//
// Up to 1000 units the errors are at most 0.007 for win and 0.25 for left and held. The error of
// left is larger if the attacker wins with a probability below 0.001, and that of held if the
// defender does.
func largeBattle(attackers, defenders float64) forecast {
	const lastAttackers, lastDefenders, moreLeft, moreHeld = 1, 0.5, 0.8, 0.3
	p := losses()[attackDice][defendDice]
	removed := p[1] + float64(2*p[2]) // mean of the defenders that a throw removes
	variance := p[1] + float64(4*p[2]) - float64(removed*removed)
	throws := (attackers + defenders - lastAttackers - lastDefenders) / 2
	surplus := float64(throws*removed) - (defenders - lastDefenders) // mean, in defenders
	spread := math.Sqrt(throws * variance)
	win, left := positive(surplus, spread)
	_, held := positive(-surplus, spread)
	return forecast{
		win:  win,
		left: min(attackers, moreLeft+left*2/removed),
		held: min(defenders, moreHeld+held*2/(2-removed)),
	}
}

// positive returns the probability that a normally distributed number is positive, and its mean on
// the condition that it is positive. spread is the standard deviation. Both results are 0 if the
// mean is more than 8 standard deviations below 0, where the probability is below 1e-15.
func positive(mean, spread float64) (probability, conditional float64) {
	z := mean / spread
	if z < -8 {
		return 0, 0
	}
	density := elementary.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	probability = normalBelow(z, density)
	return probability, mean + float64(spread*density/probability)
}

// normalBelow returns the standard normal distribution function at z. density is the density at z.
// The relative error is less than 1e-12 for z above -8. Near 0 the function sums the series of G.
// Marsaglia, "Evaluating the normal distribution", Journal of Statistical Software 11, 2004.
// Elsewhere it uses Laplace's continued fraction.
func normalBelow(z, density float64) float64 {
	if math.Abs(z) < 3 {
		sum, term := z, z
		for n := 3.0; n < 100; n += 2 {
			term = float64(term * (z * z / n))
			sum += term
		}
		return 0.5 + float64(sum*density)
	}
	fraction := math.Abs(z)
	for n := 100.0; n > 0; n-- {
		fraction = math.Abs(z) + n/fraction
	}
	if z > 0 {
		return 1 - density/fraction
	}
	return density / fraction
}
