package riskclassic

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Moves appends the legal moves to dst.
func (g *game) Moves(dst []engines.Move) []engines.Move {
	s := &g.state
	if g.over {
		return dst
	}
	switch s.phase {
	case claim, deploy:
		for at := g.places(); at != 0; at &= at - 1 {
			dst = append(dst, placeMove(at.first(), 1))
		}
	case trade:
		dst = g.trades(dst)
		if !g.mustTrade() {
			dst = append(dst, stop)
		}
	case place:
		for at := g.places(); at != 0; at &= at - 1 {
			for k := int32(1); k <= s.left; k++ {
				dst = append(dst, placeMove(at.first(), k))
			}
		}
	case attack:
		for own := s.own[s.turn]; own != 0; own &= own - 1 {
			x := own.first()
			if s.units[x] < 2 {
				continue
			}
			for near := s.enemies(g.table.world, x); near != 0; near &= near - 1 {
				for dice := 1; dice <= min(attackDice, int(s.units[x])-1); dice++ {
					dst = append(dst, rollMove(x, near.first(), dice))
				}
				dst = append(dst, rollMove(x, near.first(), toTheEnd))
			}
		}
		dst = append(dst, stop)
	case occupy:
		dst = append(dst, stop)
		dst = shifts(dst, int(s.from), int(s.to), s.units[s.from]-1)
	case fortify:
		for own := s.own[s.turn]; own != 0; own &= own - 1 {
			x := own.first()
			if s.units[x] < 2 {
				continue
			}
			for to := g.targets(x); to != 0; to &= to - 1 {
				dst = shifts(dst, x, to.first(), s.units[x]-1)
			}
		}
		dst = append(dst, stop)
	}
	return dst
}

func shifts(dst []engines.Move, from, to int, most int32) []engines.Move {
	for k := int32(1); k <= min(most, maxShift); k++ {
		dst = append(dst, shiftMove(from, to, k))
	}
	return dst
}

// places returns the territories on which the seat to move may place units in the current phase.
func (g *game) places() area {
	s := &g.state
	switch {
	case s.phase == claim:
		return everything &^ s.claimed()
	case s.phase == deploy && s.deploysNeutral():
		return s.own[neutral]
	}
	return s.own[s.turn]
}

// mustTrade reports whether the seat to move holds so many cards that it must trade a set.
func (g *game) mustTrade() bool {
	return g.state.hand[g.state.turn].size() >= mustTrade
}

// trades appends the legal trades of cards of the seat to move. If cards of a set show territories
// of the seat, there is one trade for each of these territories, which then receives two units. A
// seat receives such units only once in a turn.
func (g *game) trades(dst []engines.Move) []engines.Move {
	s := &g.state
	s.hand[s.turn].sets(func(a, b, c int) bool {
		gifts := 0
		for i, card := range [3]int{a, b, c} {
			if g.givesUnits(card) {
				dst = append(dst, tradeMove(a, b, c, i+1))
				gifts++
			}
		}
		if gifts == 0 {
			dst = append(dst, tradeMove(a, b, c, 0))
		}
		return true
	})
	return dst
}

// givesUnits reports whether the territory on a card receives two units if the seat to move trades
// the card.
func (g *game) givesUnits(card int) bool {
	s := &g.state
	return !s.gifted && card < territories && s.own[s.turn].has(card)
}

// kinds contains the kind of the legal moves in each phase of a turn, such as kindRoll in the phase
// attack. The move stop has no kind.
var kinds = [...]int{claim: kindPlace, deploy: kindPlace, trade: kindTrade, place: kindPlace, attack: kindRoll, occupy: kindShift, fortify: kindShift}

// legal returns nil if a move is legal, and otherwise an error with the reason.
func (g *game) legal(m engines.Move) error {
	s := &g.state
	if g.over {
		return fmt.Errorf("the game is over")
	}
	switch {
	case m < 0:
		return fmt.Errorf("it is not a move")
	case m == stop && (s.phase == claim || s.phase == deploy || s.phase == place):
		return fmt.Errorf("%d units must be placed first", max(1, s.left))
	case m == stop && s.phase == trade && g.mustTrade():
		return fmt.Errorf("with %d cards a set must be traded", s.hand[s.turn].size())
	case m == stop:
		return nil
	case kindOf(m) != kinds[s.phase]:
		return fmt.Errorf("the phase is %s", phaseNames[s.phase])
	}
	switch s.phase {
	case trade:
		return g.legalTrade(m)
	case attack:
		return g.legalRoll(m)
	case occupy, fortify:
		return g.legalShift(m)
	}
	x, units := placementOf(m)
	most := s.left
	if s.phase != place {
		most = 1
	}
	switch {
	case x >= territories || !g.places().has(x):
		return fmt.Errorf("no unit may be placed on %d", x)
	case units < 1 || units > most:
		return fmt.Errorf("%d units; 1 to %d can be placed", units, most)
	}
	return nil
}

func (g *game) legalTrade(m engines.Move) error {
	s := &g.state
	set, gift := tradeOf(m)
	hand := s.hand[s.turn]
	given, due := false, false
	for i, card := range set {
		if card >= cards || hand>>card&1 == 0 || i > 0 && set[i-1] >= card {
			return fmt.Errorf("card %d is not in the hand of %s, or is not in order", card, seatName(s.turn))
		}
		due = due || g.givesUnits(card)
		given = given || gift == i+1 && g.givesUnits(card)
	}
	switch {
	case !isSet(set[0], set[1], set[2]):
		return fmt.Errorf("the cards are not three equal ones, three different ones, or two with a wild card")
	case due != given || !given && gift != 0:
		return fmt.Errorf("mark by a star the card of one own territory, which receives two units; only once a turn")
	}
	return nil
}

func (g *game) legalRoll(m engines.Move) error {
	s := &g.state
	from, to, dice := betweenOf(m)
	switch {
	case from >= territories || !s.own[s.turn].has(from):
		return fmt.Errorf("%d is not a territory of %s", from, seatName(s.turn))
	case to >= territories || !g.table.world.near[from].has(to):
		return fmt.Errorf("%d is not a neighbour of %d", to, from)
	case s.own[s.turn].has(to):
		return fmt.Errorf("%d belongs to %s already", to, seatName(s.turn))
	case s.units[from] < 2:
		return fmt.Errorf("%d has one unit; an attack needs at least two", from)
	case dice > min(attackDice, s.units[from]-1):
		return fmt.Errorf("%d dice; territory %d has at most %d", dice, from, min(attackDice, s.units[from]-1))
	}
	return nil
}

func (g *game) legalShift(m engines.Move) error {
	s := &g.state
	from, to, units := betweenOf(m)
	switch {
	case s.phase == occupy && (from != int(s.from) || to != int(s.to)):
		return fmt.Errorf("units may follow from %d to %d only", s.from, s.to)
	case from >= territories || !s.own[s.turn].has(from):
		return fmt.Errorf("%d is not a territory of %s", from, seatName(s.turn))
	case to >= territories || s.phase == fortify && !g.targets(from).has(to):
		return fmt.Errorf("units cannot move from %d to %d", from, to)
	case units < 1 || units > s.units[from]-1:
		return fmt.Errorf("%d units; %d can move", units, s.units[from]-1)
	}
	return nil
}
