package riskclassic

import (
	"math"

	"github.com/lanista/lanista/engines"
)

// winValue is the value of a won game. It exceeds every evaluation.
const winValue = 1e6

// valueOf returns the evaluation of a position for a seat, or winValue if all other seats are
// eliminated. While territories are being claimed at the beginning of a game, no seat counts as
// eliminated.
func (p *player) valueOf(s *state, seat int8) float64 {
	rivals := false
	for q := range s.seats {
		rivals = rivals || q != seat && (s.own[q] != 0 || s.phase == claim)
	}
	if !rivals {
		return winValue
	}
	f := featuresOf(p.world, s, seat)
	return f.value(&p.weights)
}

// battle returns the expected evaluation after an attack from territory x on y that is fought to
// the end. After a conquest, three units move to y, or all if fewer are left. The others either
// stay or follow, whichever has the higher evaluation. ok is false if x has only one unit, or if
// the probability of a conquest is below the setting min_odds.
func (p *player) battle(s *state, x, y int) (value float64, ok bool) {
	attackers, defenders := s.units[x]-1, s.units[y]
	f := forecastOf(attackers, defenders)
	if attackers < 1 || f.win < p.minOdds {
		return 0, false
	}
	won, lost := 0.0, 0.0
	if f.win > 0 {
		left := max(1, int32(math.Round(f.left)))
		p.after = *s
		p.after.add(x, left-attackers)
		p.after.conquer(x, y, min(left, attackDice))
		won = p.valueOf(&p.after, s.turn)
		if rest := p.after.units[x] - 1; rest > 0 {
			p.after.add(x, -rest)
			p.after.add(y, rest)
			won = max(won, p.valueOf(&p.after, s.turn))
		}
	}
	if f.win < 1 {
		p.after = *s
		p.after.add(x, -attackers)
		p.after.add(y, max(1, int32(math.Round(f.held)))-defenders)
		lost = p.valueOf(&p.after, s.turn)
	}
	return float64(f.win*won) + float64((1-f.win)*lost), true
}

// bestAttack returns the attack from one of the given territories with the highest expected
// evaluation, or stop if no attack improves the evaluation.
func (p *player) bestAttack(s *state, from area) (best engines.Move, value float64) {
	best, value = stop, p.valueOf(s, s.turn)
	for from &= s.own[s.turn]; from != 0; from &= from - 1 {
		x := from.first()
		if s.units[x] < 2 {
			continue
		}
		for near := s.enemies(p.world, x); near != 0; near &= near - 1 {
			if v, ok := p.battle(s, x, near.first()); ok && v > value {
				best, value = rollMove(x, near.first(), toTheEnd), v
			}
		}
	}
	return best, value
}
