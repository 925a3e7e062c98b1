package hare

// minSeats and maxSeats bound the number of players.
const (
	minSeats = 2
	maxSeats = 6
)

const startLettuces = 3

// flag is what a player's next turn is already spoken for.
type flag uint8

const (
	free     flag = iota
	pending       // on a lettuce square: eats; on a hare square: misses the turn
	eating        // on a hare square: eats there (a card of the old deck)
	choosing      // on a hare square, now: takes ten, gives ten or neither (old deck)
)

// state is a position: plain values, copied freely. Carrots in hand never
// include a pay-out that is still due.
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
	drawing  bool   // the player to move stands on a hare and has yet to draw
	paid     uint16 // carrots paid for the move onto that hare
}

// newState is the start of a game.
func newState(seats int) state {
	s := state{seats: uint8(seats)}
	for i := range seats {
		s.carrots[i] = int32(startCarrots(seats))
		s.lettuces[i] = startLettuces
	}
	return s
}

// rank is the place of player i in the race: one more than the number of
// pieces on a higher square, those that have finished among them.
func (s *state) rank(i uint8) int {
	if s.place[i] != 0 {
		return int(s.place[i])
	}
	return 1 + s.occupied.after(int(s.square[i])).count() + int(s.finished)
}

// payout is what the number square under player i pays at the start of the
// player's turn.
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

// eats reports whether player i's next turn goes into eating a lettuce.
func (s *state) eats(b *board, i uint8) bool {
	return s.flag[i] == eating || s.flag[i] == pending && b.kinds[s.square[i]] == lettuceSquare
}

// over reports whether all players but one have finished.
func (s *state) over() bool { return s.finished+1 >= s.seats }

// move puts player i on another square, which may be 0.
func (s *state) move(i uint8, to int) {
	if from := int(s.square[i]); from > 0 {
		s.occupied &^= square(from)
	}
	s.square[i] = uint8(to)
	if to > 0 && to < finish {
		s.occupied |= square(to)
	}
}

// finish takes player i off the track.
func (s *state) finish(i uint8) {
	s.move(i, finish)
	s.finished++
	s.place[i] = s.finished
}

// pass gives the turn to the next player who has not finished.
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

// mayFinish reports whether player i, left with some carrots, may enter the
// finish: without lettuces, and with at most 10 carrots for the first place, 20
// for the second and so on.
func (s *state) mayFinish(i uint8, carrots int32) bool {
	return s.lettuces[i] == 0 && carrots <= 10*(int32(s.finished)+1)
}
