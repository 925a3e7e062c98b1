package riskclassic

import (
	"context"
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
)

// player is the built-in player for one agent. It makes the move with the highest evaluation
// afterwards. For an attack, this is the expected evaluation over the results of the battle.
type player struct {
	world    *world
	weights  features // divided by scale
	scale    float64  // the largest weight
	minOdds  float64
	security bool

	next, after state // positions that the player examines
	moves       []engines.Move
}

// Choose returns the player's move in the current phase of the turn. It returns an error if the
// game is over or ctx has ended.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	g, err := gameOf(pos)
	if err != nil {
		return 0, err
	}
	if g.over {
		return 0, errors.New("the game is over")
	}
	m, _ := p.best(g)
	return m, ctx.Err()
}

// best returns the best move of the seat to move in the current phase, and its value.
func (p *player) best(g *game) (engines.Move, float64) {
	s := &g.state
	switch s.phase {
	case claim, deploy:
		return p.bestPlace(g)
	case trade:
		return p.bestTrade(g)
	case place:
		if p.security {
			return p.secure(s)
		}
		return p.focus(s)
	case attack:
		return p.bestAttack(s, everything)
	case occupy:
		return p.bestShare(s)
	}
	return p.bestFortify(g)
}

// bestPlace returns the best placement of one unit before the first turn, and its value. A neutral
// unit is placed where the opponent's evaluation becomes lowest.
func (p *player) bestPlace(g *game) (best engines.Move, value float64) {
	s := &g.state
	value = math.Inf(-1)
	for at := g.places(); at != 0; at &= at - 1 {
		x := at.first()
		p.next = *s
		if s.phase == claim {
			p.next.give(x, s.turn)
		}
		p.next.add(x, 1)
		v := p.valueOf(&p.next, s.turn)
		if s.phase == deploy && s.deploysNeutral() {
			v = -p.valueOf(&p.next, 1-s.turn)
		}
		if v > value {
			best, value = placeMove(x, 1), v
		}
	}
	return best, value
}

// bestTrade returns the trade of cards with the highest evaluation. It returns stop if no trade is
// better and the seat may keep its cards.
func (p *player) bestTrade(g *game) (best engines.Move, value float64) {
	s := &g.state
	value = math.Inf(-1)
	if !g.mustTrade() {
		best, value = stop, p.valueOf(s, s.turn)
	}
	p.moves = g.trades(p.moves[:0])
	for _, m := range p.moves {
		p.next = *s
		p.next.trade(tradeOf(m))
		if v := p.valueOf(&p.next, s.turn); v > value {
			best, value = m, v
		}
	}
	return best, value
}

// focus returns the placement of all new units on the most promising territory, and its value. The
// value of a territory is the expected evaluation after the best attack from there, or without an
// attack.
func (p *player) focus(s *state) (best engines.Move, value float64) {
	value = math.Inf(-1)
	for own := s.own[s.turn]; own != 0; own &= own - 1 {
		x := own.first()
		if s.enemies(p.world, x) == 0 {
			continue
		}
		p.next = *s
		p.next.add(x, s.left)
		p.next.left = 0
		if _, v := p.bestAttack(&p.next, areaOf(x)); v > value {
			best, value = placeMove(x, s.left), v
		}
	}
	return best, value
}

// secure returns a placement of new units by border security, and the evaluation of the position
// before it. The border security ratio of a territory is the number of enemy units beside it,
// divided by its own units. The half of the seat's territories with the highest ratios share the
// new units in proportion to their ratios. secure returns the first share only; the next call
// divides the remaining units again.
func (p *player) secure(s *state) (engines.Move, float64) {
	var ratios [territories]float64
	sum, kept, top := 0.0, 0, 0
	for own := s.own[s.turn]; own != 0; own &= own - 1 {
		x := own.first()
		ratios[x] = float64(s.threat(p.world, x)) / float64(s.units[x])
	}
	half := max(1, s.own[s.turn].size()/2)
	for rest := s.own[s.turn]; rest != 0 && kept < half; kept++ {
		most := -1
		for own := rest; own != 0; own &= own - 1 {
			if x := own.first(); most < 0 || ratios[x] > ratios[most] {
				most = x
			}
		}
		if kept == 0 {
			top = most
		}
		sum += ratios[most]
		rest &^= areaOf(most)
	}
	units := s.left
	if sum > 0 {
		units = min(s.left, max(1, int32(float64(s.left)*ratios[top]/sum+0.5)))
	}
	return placeMove(top, units), p.valueOf(s, s.turn)
}

// bestShare returns the movement of further units into a conquered territory, and its value. It
// compares no units, half of them and all.
func (p *player) bestShare(s *state) (best engines.Move, value float64) {
	from, to := int(s.from), int(s.to)
	best = stop
	_, value = p.bestAttack(s, areaOf(from)|areaOf(to))
	for _, k := range [2]int32{(s.units[from] - 1) / 2, s.units[from] - 1} {
		if k = min(k, maxShift); k < 1 {
			continue
		}
		p.next = *s
		p.next.add(from, -k)
		p.next.add(to, k)
		if _, v := p.bestAttack(&p.next, areaOf(from)|areaOf(to)); v > value {
			best, value = shiftMove(from, to, k), v
		}
	}
	return best, value
}

// bestFortify returns the movement of units at the end of a turn with the highest evaluation
// afterwards. It moves all units but one. If no movement improves the evaluation, the largest army
// without an enemy neighbour moves towards the border.
func (p *player) bestFortify(g *game) (best engines.Move, value float64) {
	s := &g.state
	best, value = stop, p.valueOf(s, s.turn)
	idle, most := -1, int32(1)
	for own := s.own[s.turn]; own != 0; own &= own - 1 {
		x := own.first()
		k := min(s.units[x]-1, maxShift)
		if k < 1 {
			continue
		}
		if s.enemies(p.world, x) == 0 && s.units[x] > most {
			idle, most = x, s.units[x]
		}
		for to := g.targets(x); to != 0; to &= to - 1 {
			p.next = *s
			p.next.add(x, -k)
			p.next.add(to.first(), k)
			if v := p.valueOf(&p.next, s.turn); v > value {
				best, value = shiftMove(x, to.first(), k), v
			}
		}
	}
	if best == stop && idle >= 0 {
		if to := p.towardsBorder(s, idle); g.targets(idle).has(to) {
			best = shiftMove(idle, to, min(s.units[idle]-1, maxShift))
		}
	}
	return best, value
}

// towardsBorder returns the first step on the shortest way from territory x to a territory with an
// enemy neighbour, over own territories. The seat to move must own x and all its neighbours.
func (p *player) towardsBorder(s *state, x int) int {
	own := s.own[s.turn]
	var found area
	for y := own; y != 0; y &= y - 1 {
		if s.enemies(p.world, y.first()) != 0 {
			found |= areaOf(y.first())
		}
	}
	for range territories {
		if near := p.world.near[x] & found; near != 0 {
			return near.first()
		}
		edge := found
		for ; edge != 0; edge &= edge - 1 {
			found |= p.world.near[edge.first()] & own
		}
	}
	return x
}
