package riskclassic

const (
	maxSeats = 6
	neutral  = maxSeats // owner of the armies between two players, which never move
	nobody   = -1       // owner of a territory that is not claimed yet
)

// phase is a part of a turn, or of the preparation before the first turn.
type phase uint8

const (
	claim  phase = iota // each player in turn puts a unit on a free territory
	deploy              // each player in turn adds a unit; in a game of two players, two units and a neutral one
	trade               // cards for units
	place               // new units
	attack
	occupy // units follow into a conquered territory
	fortify
)

var phaseNames = [...]string{"claim", "deploy", "trade", "place", "attack", "occupy", "fortify"}

// state is a position of classic Risk: the owners and units of the territories, the cards, and the
// phase of the turn. An assignment makes an independent copy.
type state struct {
	turn, seats int8
	phase       phase
	again       bool  // the trade or the placement follows an elimination; the attacks go on after it
	captured    bool  // the seat to move has conquered a territory in this turn and will draw a card
	gifted      bool  // the seat to move has received the two units of a card's territory in this turn
	from, to    int8  // of the conquest in the phase occupy
	dice        int8  // the attacker's dice in that conquest's last throw
	left        int32 // units that the seat to move still has to place
	traded      int32 // sets, by all seats

	owner [territories]int8
	units [territories]int32

	own     [maxSeats + 1]area  // by seat, then neutral
	army    [maxSeats + 1]int32 // units on the map
	reserve [maxSeats + 1]int32 // units that wait for the beginning of the game
	hand    [maxSeats]deck
	discard deck
}

// add adds units to territory x. units may be negative.
func (s *state) add(x int, units int32) {
	s.units[x] += units
	if p := s.owner[x]; p != nobody {
		s.army[p] += units
	}
}

// give gives territory x, with its units, to seat p.
func (s *state) give(x int, p int8) {
	if q := s.owner[x]; q != nobody {
		s.own[q] &^= areaOf(x)
		s.army[q] -= s.units[x]
	}
	s.owner[x] = p
	s.own[p] |= areaOf(x)
	s.army[p] += s.units[x]
}

// next returns the next seat after p, in turn order, that owns territories.
func (s *state) next(p int8) int8 {
	for range s.seats {
		if p = (p + 1) % s.seats; s.own[p] != 0 {
			return p
		}
	}
	return p
}

// income returns the number of new units of seat p at the beginning of its turn: those for its
// territories and continents, without those for cards.
func (s *state) income(w *world, p int8) int32 {
	units := max(3, int32(s.own[p].size()/3))
	for i := range w.continents {
		if c := &w.continents[i]; s.own[p]&c.all == c.all {
			units += c.bonus
		}
	}
	return units
}

// enemies returns the neighbours of territory x that another seat or the neutral army owns.
func (s *state) enemies(w *world, x int) area { return w.near[x] &^ s.own[s.owner[x]] }

// threat returns the number of enemy units on the neighbours of territory x.
func (s *state) threat(w *world, x int) (units int32) {
	for near := s.enemies(w, x); near != 0; near &= near - 1 {
		units += s.units[near.first()]
	}
	return units
}

// trade exchanges three cards of the seat to move for units to place. If gift is 1, 2 or 3, the
// territory on the first, second or third card also receives two units.
func (s *state) trade(set [3]int, gift int) {
	for _, card := range set {
		s.hand[s.turn] &^= 1 << card
		s.discard |= 1 << card
	}
	s.left += setValue(s.traded)
	s.traded++
	if gift > 0 {
		s.add(set[gift-1], 2)
		s.gifted = true
	}
}

// conquer gives territory "to" to the seat to move, with units from territory "from". loser is its
// previous owner, and eliminated reports whether this owner is a seat that has no territory left.
// If so, the seat to move also takes the cards of loser.
func (s *state) conquer(from, to int, units int32) (loser int8, eliminated bool) {
	loser = s.owner[to]
	s.add(to, -s.units[to])
	s.give(to, s.turn)
	s.add(from, -units)
	s.add(to, units)
	s.captured = true
	if loser == neutral || s.own[loser] != 0 {
		return loser, false
	}
	s.hand[s.turn] |= s.hand[loser]
	s.hand[loser] = 0
	return loser, true
}
