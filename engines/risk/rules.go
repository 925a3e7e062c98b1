package risk

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// game is a game of Risk. A turn has two phases. In the draft phase the seat places its new units.
// In the attack phase it attacks until it stops or has made all attacks that the rules allow.
type game struct {
	table table
	state state
	draft int32 // units still to place; 0 in the attack phase
	round int   // from 1; all seats move once in a round
	moves int   // made so far
	over  bool
	gone  [maxSeats]int // number of seats left when a seat lost its last territory; 0 if it owns territories
	last  fought        // the battle of the last move; the zero value if there was none
	pcg   rand.PCG
}

// newGame starts a game. The territories are distributed at random and as evenly as possible, with
// one unit on each. If the numbers differ, the first seats have one more. Seat 0 moves first.
func newGame(t table, seats int, seed uint64) *game {
	fillPairShares()
	g := new(game)
	g.deal(t, seats, seed)
	return g
}

// deal starts a new game in g. The seed determines the distribution of the territories and the
// dice.
func (g *game) deal(t table, seats int, seed uint64) {
	*g = game{table: t, round: 1, pcg: engines.PCG(engines.Seed(seed, engines.Purpose("risk")))}
	s := &g.state
	s.seats, s.stop = int8(seats), true
	var order [maxTerritories]uint8
	deck := order[:t.board.n]
	for x := range deck {
		deck[x] = uint8(x)
	}
	r := rand.New(&g.pcg)
	for i := len(deck) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	for i, x := range deck {
		s.owner[x] = int8(i % seats)
		s.cells[x].units = 1
	}
	s.settle(t.board)
	g.begin()
}

func (g *game) begin() {
	g.draft = newUnits(g.state.count[g.state.turn])
	g.state.left = g.table.attacks
}

// newUnits returns the number of new units of a seat with n territories: one for each.
func newUnits(n int16) int32 { return int32(n) }

// Seats returns the number of seats, including eliminated ones.
func (g *game) Seats() int { return int(g.state.seats) }

// Turn returns the seat to move.
func (g *game) Turn() int { return int(g.state.turn) }

// Over reports whether the game has ended: one seat owns all territories, or the last round is
// over.
func (g *game) Over() bool { return g.over }

// Moves appends the legal moves to dst. In the draft phase these are the placements of any number
// of new units on any own territory. In the attack phase these are all attacks, with every size of
// the army from 2 on, and then stop, which ends the turn.
func (g *game) Moves(dst []engines.Move) []engines.Move {
	s, b := &g.state, g.table.board
	switch {
	case g.over:
		return dst
	case g.draft > 0:
		for x := range b.n {
			for k := int32(1); k <= g.draft && s.owner[x] == s.turn; k++ {
				dst = append(dst, placeMove(x, k))
			}
		}
		return dst
	}
	for x := range b.n {
		if s.owner[x] != s.turn {
			continue
		}
		for _, y := range b.near[x] {
			for a := int32(2); a <= s.cells[x].units && s.owner[y] != s.turn; a++ {
				dst = append(dst, attackMove(x, int(y), a))
			}
		}
	}
	return append(dst, stop)
}

// Clone returns a copy of the game. The dice of later attacks are equal in the copy and the
// original.
func (g *game) Clone() engines.Game {
	copied := *g
	return &copied
}

// Apply makes a placement of units, an attack with its battle, or stop. It returns an error if the
// move is illegal.
func (g *game) Apply(m engines.Move) error {
	if err := g.legal(m); err != nil {
		return fmt.Errorf("move %s: %w", formatMove(m), err)
	}
	g.make(m)
	return nil
}

func (g *game) make(m engines.Move) {
	g.moves++
	g.last = fought{}
	switch {
	case m < 0:
		x, units := placementOf(m)
		g.state.change(g.table.board, x, units)
		g.draft -= units
	case m == stop:
		g.handOver()
	default:
		from, to, army := attackOf(m)
		defenders := g.state.cells[to].units
		left, kept := fight(&g.pcg, army, defenders)
		g.last = fought{army, defenders, left, kept}
		g.conclude(from, to, army, left, kept)
	}
}

func (g *game) legal(m engines.Move) error {
	s := &g.state
	switch {
	case g.over:
		return fmt.Errorf("the game is over")
	case m < 0 && g.draft == 0:
		return fmt.Errorf("all units are placed")
	case m >= 0 && g.draft > 0:
		return fmt.Errorf("%d units must be placed first", g.draft)
	case m == stop:
		return nil
	case m < 0:
		x, units := placementOf(m)
		switch {
		case x >= g.table.board.n || s.owner[x] != s.turn:
			return fmt.Errorf("%d is not a territory of %s", x, seatName(s.turn))
		case units < 1 || units > g.draft:
			return fmt.Errorf("%d units; 1 to %d can be placed", units, g.draft)
		}
		return nil
	}
	from, to, army := attackOf(m)
	switch {
	case from >= g.table.board.n || s.owner[from] != s.turn:
		return fmt.Errorf("%d is not a territory of %s", from, seatName(s.turn))
	case to >= g.table.board.n || !g.table.board.borders(from, to):
		return fmt.Errorf("%d is not a neighbour of %d", to, from)
	case s.owner[to] == s.turn:
		return fmt.Errorf("%d belongs to %s already", to, seatName(s.turn))
	case s.cells[from].units < 2:
		return fmt.Errorf("%d has one unit; an attack needs at least two", from)
	case army < 2 || army > s.cells[from].units:
		return fmt.Errorf("an army of %d units; territory %d can send 2 to %d", army, from, s.cells[from].units)
	}
	return nil
}

// conclude applies the result of a battle. left is the number of units that remain of the army, and
// held the number of remaining defenders. A winning army moves to the target. If the source is then
// empty, one unit returns to it; an army of one unit moves, and the source gets an additional unit.
// The last unit of a losing army returns to the source.
func (g *game) conclude(from, to int, army, left, held int32) {
	s := &g.state
	if held > 0 {
		s.change(g.table.board, from, 1-army)
		s.change(g.table.board, to, held-s.cells[to].units)
	} else {
		home := s.cells[from].units - army
		if home == 0 {
			home, left = 1, max(1, left-1)
		}
		loser := s.owner[to]
		s.change(g.table.board, from, home-s.cells[from].units)
		s.capture(g.table.board, to, s.turn, left)
		g.eliminate(loser)
	}
	if s.left--; !g.over && s.left == 0 {
		g.handOver()
	}
}

func (g *game) eliminate(p int8) {
	s := &g.state
	if s.count[p] > 0 {
		return
	}
	alive := 0
	for q := range s.seats {
		if s.count[q] > 0 {
			alive++
		}
	}
	g.gone[p] = alive
	g.over = alive == 1
}

// handOver passes the turn to the next seat. After the last seat's turn a new round begins or,
// after the last round, the game ends.
func (g *game) handOver() {
	s := &g.state
	next := s.next(s.turn)
	if next <= s.turn {
		if g.round == g.table.roundCap {
			g.over = true
		} else {
			g.round++
		}
	}
	s.turn = next
	g.begin()
}

// forced reports whether agents must attack in this round, as long as they consider an attack
// (setting force_attack_after).
func (g *game) forced() bool { return g.table.forceAfter > 0 && g.round > g.table.forceAfter }

// Ending returns ByRules if a seat owns all territories, and RoundCap if the game ended after the
// last round.
func (g *game) Ending() engines.Ending {
	if g.state.conquered(g.table.board.n) {
		return engines.ByRules
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
	switch {
	case s.count[q] != s.count[p]:
		return s.count[q] > s.count[p]
	case s.count[p] == 0:
		return g.gone[q] < g.gone[p]
	}
	return s.units[q] > s.units[p]
}

// String returns the position in the format of formatPosition, such as "A3 B1 / B4 A1 ; A attack
// 3". It does not contain the round.
func (g *game) String() string { return formatPosition(g) }

// FormatMove returns the text of a move: "stop", an attack such as "8-5x4" or a placement such as
// "4+3" (see formatMove).
func (g *game) FormatMove(m engines.Move) string { return formatMove(m) }

// ParseMove parses a move in the format of FormatMove. The move may be illegal in the position.
func (g *game) ParseMove(text string) (engines.Move, error) { return parseMove(text, g.table.board.n) }

func seatName(p int8) string { return string(rune('A' + p)) }
