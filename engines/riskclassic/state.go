package riskclassic

const (
	maxSeats = 6
	neutral  = maxSeats // owner of the armies between two players, which never move
	nobody   = -1       // owner of a territory that is not claimed yet
)

// phase is a part of a turn, or of the beginning of the game.
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

// state is a position of classic Risk: the owner and the units of every territory, the cards, and
// the phase of the turn. It contains no pointers, so an assignment copies it.
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

// add adds units to a territory, or removes them if the number is negative.
func (s *state) add(x int, units int32) {
	s.units[x] += units
	if p := s.owner[x]; p != nobody {
		s.army[p] += units
	}
}

// give changes the owner of a territory, together with its units.
func (s *state) give(x int, p int8) {
	if q := s.owner[x]; q != nobody {
		s.own[q] &^= areaOf(x)
		s.army[q] -= s.units[x]
	}
	s.owner[x] = p
	s.own[p] |= areaOf(x)
	s.army[p] += s.units[x]
}

// next returns the next seat in the turn order that owns territories.
func (s *state) next(p int8) int8 {
	for range s.seats {
		if p = (p + 1) % s.seats; s.own[p] != 0 {
			return p
		}
	}
	return p
}

// income returns the number of units that seat p receives at the beginning of its turn, for its
// territories and continents. Units for traded cards come on top.
func (s *state) income(w *world, p int8) int32 {
	units := max(3, int32(s.own[p].size()/3))
	for i := range w.continents {
		if c := &w.continents[i]; s.own[p]&c.all == c.all {
			units += c.bonus
		}
	}
	return units
}

// enemies returns the territories beside x that another player or the neutral army owns.
func (s *state) enemies(w *world, x int) area { return w.near[x] &^ s.own[s.owner[x]] }

// threat returns the number of enemy units beside territory x.
func (s *state) threat(w *world, x int) (units int32) {
	for near := s.enemies(w, x); near != 0; near &= near - 1 {
		units += s.units[near.first()]
	}
	return units
}

// trade takes three cards from the seat to move and gives it units to place. If gift is 1, 2 or 3,
// the territory on the first, second or third card receives two further units.
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

// conquer gives territory "to" to the seat to move, with units from territory "from". eliminated
// reports whether it was the last territory of its owner, loser. The seat to move then also takes
// the loser's cards.
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
