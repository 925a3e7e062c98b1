package hare

import "cmp"

const (
	minSeats = 2
	maxSeats = 6
)

const startLettuces = 3

// flag states whether the rules or a card determine a player's next turn, and how.
type flag uint8

const (
	free     flag = iota
	pending       // on a lettuce square: the player eats next; on a hare square: it misses the turn
	eating        // on a hare square: the player eats there next (a card of the old deck)
	choosing      // on a hare square: the player to move takes ten, gives ten or neither (old deck)
)

// state is a position of the game without the deck of cards. It contains no pointers, so an
// assignment makes an independent copy. A number square adds its carrots at the start of the
// player's next turn, not before.
type state struct {
	carrots  [maxSeats]int32
	square   [maxSeats]uint8
	lettuces [maxSeats]uint8
	flag     [maxSeats]flag
	place    [maxSeats]uint8 // of players who have finished, from 1; 0 on the track

	occupied squares // squares 1 to 63 with a piece on them
	seats    uint8
	turn     uint8
	finished uint8  // players who have finished
	drawing  bool   // the player to move stands on a hare square and has not drawn yet
	paid     uint16 // carrots paid for the move onto that hare square
}

func newState(b *board, seats int) state {
	s := state{seats: uint8(seats)}
	for i := range seats {
		s.carrots[i], s.lettuces[i] = b.start[seats], startLettuces
	}
	return s
}

// rank returns the rank of player i in the race. For a player on the track, this is one more than
// the number of players who are nearer to the finish or have finished.
func (s *state) rank(i uint8) int {
	if s.place[i] != 0 {
		return int(s.place[i])
	}
	return 1 + s.occupied.after(int(s.square[i])).count() + int(s.finished)
}

// payout returns the number of carrots that player i gets from a number square at the start of the
// next turn. It is 0 if the player is on another square or has a rank that the square does not pay.
func (s *state) payout(b *board, i uint8) int32 {
	ranks := b.pays[s.square[i]]
	if ranks == 0 {
		return 0
	}
	if r := s.rank(i); ranks>>r&1 != 0 {
		return int32(10 * r)
	}
	return 0
}

// eats reports whether player i must eat a lettuce in the next turn. That is so on a lettuce square
// and, by a card of the old deck, on a hare square.
func (s *state) eats(b *board, i uint8) bool {
	return s.flag[i] == eating || s.flag[i] == pending && b.kinds[s.square[i]] == lettuceSquare
}

// over reports whether all players but one have finished.
func (s *state) over() bool { return s.finished+1 >= s.seats }

func (s *state) move(i uint8, to int) {
	if from := int(s.square[i]); from > 0 {
		s.occupied &^= square(from)
	}
	s.square[i] = uint8(to)
	if to > 0 && to < finish {
		s.occupied |= square(to)
	}
}

// finish gives player i, who has entered the finish, the next place and removes the piece from
// the track.
func (s *state) finish(i uint8) {
	s.move(i, finish)
	s.finished++
	s.place[i] = s.finished
}

func (s *state) pass() {
	for range s.seats {
		s.turn++
		if s.turn == s.seats {
			s.turn = 0
		}
		if s.place[s.turn] == 0 {
			return
		}
	}
}

// mayFinish reports whether player i may enter the finish with the given number of carrots left
// after the move. The player must have no lettuces. At most 10 carrots are allowed for the first
// place, 20 for the second, and so on.
func (s *state) mayFinish(i uint8, carrots int32) bool {
	return s.lettuces[i] == 0 && carrots <= 10*(int32(s.finished)+1)
}

func (s *state) precedes(i, j int) bool {
	if s.place[i] != 0 || s.place[j] != 0 {
		return s.place[i] != 0 && (s.place[j] == 0 || s.place[i] < s.place[j])
	}
	return cmp.Or(
		cmp.Compare(s.square[j], s.square[i]),
		cmp.Compare(s.lettuces[i], s.lettuces[j]),
		cmp.Compare(s.carrots[i], s.carrots[j]),
	) < 0
}
