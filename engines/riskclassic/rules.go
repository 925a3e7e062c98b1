package riskclassic

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// table contains the map and the rules of a game.
type table struct {
	world     *world
	setup     string // a value of the setting
	connected bool   // fortifying moves units through connected own territories
	roundCap  int
}

// game is a game of classic Risk.
type game struct {
	table table
	state state
	round int // from 1; all seats move once in a round
	over  bool
	gone  [maxSeats]int // number of seats left when a seat lost its last territory; 0 if it owns territories
	last  event
	pcg   rand.PCG
}

// startUnits returns the number of units of each seat at the beginning of a game with the given
// number of seats, 2 to 6. The numbers are those of the rule book.
func startUnits(seats int) int32 { return []int32{40, 35, 30, 25, 20}[seats-2] }

// newGame starts a game. Seat 0 moves first.
func newGame(t table, seats int, seed uint64) *game {
	g := &game{table: t, round: 1, pcg: engines.PCG(engines.Seed(seed, engines.Purpose("classic risk")))}
	s := &g.state
	s.seats = int8(seats)
	for x := range s.owner {
		s.owner[x] = nobody
	}
	for p := range int8(seats) {
		s.reserve[p] = startUnits(seats)
	}
	if seats == 2 {
		s.reserve[neutral] = startUnits(2)
	}
	if t.setup == "claimed" && seats > 2 {
		s.phase = claim
		return g
	}
	g.deal()
	if t.setup == "dealt" {
		g.scatter()
		g.begin()
		return g
	}
	g.beginDeploy()
	return g
}

// deal distributes the territories at random and as evenly as possible, with one unit on each. With
// two players, the neutral army receives an equal share.
func (g *game) deal() {
	s, r := &g.state, rand.New(&g.pcg)
	owners := int(s.seats)
	if s.seats == 2 {
		owners = 3
	}
	for i, x := range r.Perm(territories) {
		p := int8(i % owners)
		if p == s.seats {
			p = neutral
		}
		s.give(x, p)
		s.add(x, 1)
		s.reserve[p]--
	}
}

// scatter places all units in reserve on random territories of their owners.
func (g *game) scatter() {
	s, r := &g.state, rand.New(&g.pcg)
	for p := range s.reserve {
		for ; s.reserve[p] > 0; s.reserve[p]-- {
			at := s.own[p]
			for skip := r.IntN(at.size()); skip > 0; skip-- {
				at &= at - 1
			}
			s.add(at.first(), 1)
		}
	}
}

// beginDeploy begins the placement of units before the first turn, for the next seat with units in
// reserve. A seat places one unit, or with two players two own units and a neutral one. If no seat
// has a reserve, the first turn begins.
func (g *game) beginDeploy() {
	s := &g.state
	for range s.seats {
		switch n := s.reserve[s.turn]; {
		case n == 0:
			s.turn = (s.turn + 1) % s.seats
			continue
		case s.seats == 2:
			s.left = min(2, n) + min(1, s.reserve[neutral])
		default:
			s.left = 1
		}
		s.phase = deploy
		return
	}
	s.turn = 0
	g.begin()
}

// deploysNeutral reports whether the next unit to be placed in the phase deploy is a neutral one.
func (s *state) deploysNeutral() bool {
	return s.seats == 2 && s.left == 1 && s.reserve[neutral] > 0
}

// everything contains all territories.
const everything = area(1<<territories - 1)

// begin starts the turn of the seat to move: it computes the new units and chooses the first phase,
// trade or place.
func (g *game) begin() {
	s := &g.state
	s.captured, s.gifted, s.again = false, false, false
	s.left = s.income(g.table.world, s.turn)
	s.phase = place
	if s.hand[s.turn].hasSet() {
		s.phase = trade
	}
}

// Seats returns the number of seats, including eliminated ones.
func (g *game) Seats() int { return int(g.state.seats) }

// Turn returns the seat to move.
func (g *game) Turn() int { return int(g.state.turn) }

// Over reports whether the game has ended: one seat is left, or the last round is over.
func (g *game) Over() bool { return g.over }

// Clone returns a copy of the game. Later dice and cards are equal in the copy and the original.
func (g *game) Clone() engines.Game {
	copied := *g
	return &copied
}

// Apply makes a move, with the dice of an attack. It returns an error if the move is illegal.
func (g *game) Apply(m engines.Move) error {
	if err := g.legal(m); err != nil {
		return fmt.Errorf("move %s: %w", formatMove(m), err)
	}
	g.make(m)
	return nil
}

// make makes move m, which must be legal. If m ends a phase or a turn, the next one begins.
func (g *game) make(m engines.Move) {
	s := &g.state
	g.last = event{}
	switch s.phase {
	case claim:
		x, _ := placementOf(m)
		s.give(x, s.turn)
		s.add(x, 1)
		s.reserve[s.turn]--
		s.turn = (s.turn + 1) % s.seats
		if s.claimed() == everything {
			g.beginDeploy()
		}
	case deploy:
		x, units := placementOf(m)
		s.add(x, units)
		s.reserve[s.owner[x]] -= units
		if s.left -= units; s.left == 0 {
			s.turn = (s.turn + 1) % s.seats
			g.beginDeploy()
		}
	case trade:
		g.makeTrade(m)
	case place:
		x, units := placementOf(m)
		s.add(x, units)
		if s.left -= units; s.left == 0 {
			s.phase, s.again = attack, false
		}
	case attack:
		if m == stop {
			g.beginFortify()
			return
		}
		from, to, dice := betweenOf(m)
		g.fight(from, to, int(dice))
	case occupy:
		from, to, units := betweenOf(m)
		s.add(from, -units)
		s.add(to, units)
		g.endOccupation()
	case fortify:
		if m != stop {
			from, to, units := betweenOf(m)
			s.add(from, -units)
			s.add(to, units)
		}
		g.endTurn()
	}
}

// claimed returns the territories that have an owner.
func (s *state) claimed() (all area) {
	for _, own := range s.own {
		all |= own
	}
	return all
}

func (g *game) makeTrade(m engines.Move) {
	s := &g.state
	if m != stop {
		s.trade(tradeOf(m))
		g.last.units = setValue(s.traded - 1)
	}
	hand := s.hand[s.turn]
	if m == stop || !hand.hasSet() || s.again && hand.size() <= keepAtMost {
		s.phase = place
	}
}

// fight throws the dice of an attack: once, or until one side is beaten if dice is toTheEnd.
func (g *game) fight(from, to, dice int) {
	s := &g.state
	g.last.army, g.last.held = s.units[from]-1, s.units[to]
	for {
		a, d := dice, min(defendDice, int(s.units[to]))
		if dice == toTheEnd {
			a = min(attackDice, int(s.units[from])-1)
		}
		t := roll(&g.pcg, a, d)
		if dice != toTheEnd {
			g.last.throw = t
		}
		s.add(from, -t.lost)
		s.add(to, -t.removed)
		switch {
		case s.units[to] == 0:
			g.conquer(from, to, int32(a))
		case dice == toTheEnd && s.units[from] > 1:
			continue
		default:
			g.last.left, g.last.kept = s.units[from]-1, s.units[to]
		}
		return
	}
}

// conquer moves units into a territory without defenders, as many as the last throw had dice.
// Unless the territory "from" has only one unit left, the phase occupy follows, in which more units
// may move.
func (g *game) conquer(from, to int, dice int32) {
	s := &g.state
	g.last.left = s.units[from] - 1
	loser, eliminated := s.conquer(from, to, dice)
	if eliminated {
		alive := 0
		for p := range s.seats {
			if s.own[p] != 0 {
				alive++
			}
		}
		g.gone[loser] = alive
		g.over = alive == 1
	}
	s.from, s.to, s.dice = int8(from), int8(to), int8(dice)
	if s.phase = occupy; s.units[from] == 1 && !g.over {
		g.endOccupation()
	}
}

// endOccupation ends the phase occupy. A seat that has received many cards by eliminating another
// must trade next.
func (g *game) endOccupation() {
	s := &g.state
	s.phase, s.from, s.to, s.dice = attack, 0, 0, 0
	if s.hand[s.turn].size() >= mustReduce {
		s.phase, s.again = trade, true
	}
}

func (g *game) beginFortify() {
	s := &g.state
	s.phase = fortify
	for own := s.own[s.turn]; own != 0; own &= own - 1 {
		if x := own.first(); s.units[x] > 1 && g.targets(x) != 0 {
			return
		}
	}
	g.endTurn()
}

// targets returns the territories to which units may move from territory x in the phase fortify.
func (g *game) targets(x int) area {
	own := g.state.own[g.state.turn]
	if g.table.connected {
		return g.table.world.reach(x, own) &^ areaOf(x)
	}
	return g.table.world.near[x] & own
}

// endTurn passes the turn to the next seat. Before that, a seat that has conquered a territory
// draws a card.
func (g *game) endTurn() {
	s := &g.state
	if s.captured {
		g.draw()
		s.captured = false
	}
	next := s.next(s.turn)
	if next <= s.turn {
		if g.round == g.table.roundCap {
			g.over = true
			return
		}
		g.round++
	}
	s.turn = next
	g.begin()
}

// draw gives a random card to the seat to move. If no card is left, the discarded cards are used
// again.
func (g *game) draw() {
	s := &g.state
	held := s.discard
	for _, hand := range s.hand {
		held |= hand
	}
	pile := allCards &^ held
	if pile == 0 {
		pile, s.discard = s.discard, 0
	}
	if pile == 0 {
		return
	}
	card := pile.pick(rand.New(&g.pcg))
	s.hand[s.turn] |= 1 << card
	g.last.card, g.last.drawn = card, true
}

// Ending returns ByRules if one seat is left, and RoundCap if the game ended after the last round.
func (g *game) Ending() engines.Ending {
	for _, left := range g.gone[:g.state.seats] {
		if left == 1 {
			return engines.ByRules
		}
	}
	return engines.RoundCap
}

// Outcome returns the places: the seat with more territories is ahead, and with equally many the
// one with more units. Eliminated seats follow, the last eliminated first.
func (g *game) Outcome() engines.Outcome {
	return engines.Ranked(int(g.state.seats), g.ahead)
}

func (g *game) ahead(q, p int) bool {
	s := &g.state
	switch a, b := s.own[q].size(), s.own[p].size(); {
	case a != b:
		return a > b
	case b == 0:
		return g.gone[q] < g.gone[p]
	}
	return s.army[q] > s.army[p]
}

// String returns the position as text in the format that notation.go describes. It does not contain
// the round.
func (g *game) String() string { return formatPosition(g) }

// FormatMove returns the text of a move, such as "4+3" (3 units on 4) or "8-5x2" (an attack from 8
// on 5 with two dice); see formatMove.
func (g *game) FormatMove(m engines.Move) string { return formatMove(m) }

// ParseMove parses a move in the format of FormatMove. The move may be illegal in the position.
func (g *game) ParseMove(text string) (engines.Move, error) { return parseMove(text) }

func seatName(p int8) string {
	if p == neutral {
		return "N"
	}
	return string(rune('A' + p))
}
