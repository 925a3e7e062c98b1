package hare

// card is a hare card.
type card uint8

// The cards of the 15-card deck, then those that only the older deck of 12 has.
const (
	noCard          card = iota
	cardShare            // everyone behind gets ten carrots from the mover, or nobody does
	cardTurn             // the leading half misses a turn, the others move again
	cardSixtyFive        // exactly 65 carrots, whether more or fewer before
	cardTenEach          // ten carrots per lettuce in hand; without one, miss a turn
	cardHalf             // lose half the carrots, an odd one is kept
	cardRefund           // the last move costs nothing
	cardShow             // show the carrots: nothing in an open game
	cardShuffle          // one carrot from every other player; the deck is shuffled
	cardTakeOrGive       // take ten, give ten, or neither
	cardMiss             // miss a turn
	cardAgain            // move again
	cardFallBack         // to the first square free behind the next piece behind
	cardMoveUp           // to the first square free in front of the next piece ahead
	cardEat              // eat a lettuce next turn; without one, miss it
	cardNextCarrots      // forward to the next carrot square, if it is free
	cardLastCarrots      // back to the carrot square before, if it is free
)

var cardTexts = [...]string{
	noCard:          "",
	cardShare:       "give ten carrots to everyone behind you",
	cardTurn:        "miss a turn if more are behind you than ahead, otherwise move again",
	cardSixtyFive:   "have exactly 65 carrots",
	cardTenEach:     "ten carrots for every lettuce in hand, or miss a turn",
	cardHalf:        "lose half your carrots",
	cardRefund:      "your last move was free",
	cardShow:        "show your carrots",
	cardShuffle:     "shuffle the cards and take a carrot from everyone",
	cardTakeOrGive:  "take ten carrots, or give ten back, or neither",
	cardMiss:        "miss a turn",
	cardAgain:       "move again",
	cardFallBack:    "fall back one position",
	cardMoveUp:      "move up one position",
	cardEat:         "eat a lettuce",
	cardNextCarrots: "forward to the next carrot square",
	cardLastCarrots: "back to the last carrot square",
}

// String says what the card tells the player to do.
func (c card) String() string { return cardTexts[c] }

// draw carries out a card for the player to move, who stands on a hare with
// the card still to be drawn, and passes the turn unless the card gives it back.
func (s *state) draw(b *board, c card) {
	s.drawing = false
	p := s.turn
	again := false
	switch c {
	case cardShare:
		s.share(p)
	case cardTurn:
		ahead := s.rank(p) - 1
		if behind := int(s.seats) - 1 - ahead; behind > ahead {
			s.flag[p] = pending
		} else {
			again = true
		}
	case cardSixtyFive:
		s.carrots[p] = 65
	case cardTenEach:
		s.carrots[p] += 10 * int32(s.lettuces[p])
		if s.lettuces[p] == 0 {
			s.flag[p] = pending
		}
	case cardHalf:
		s.carrots[p] -= s.carrots[p] / 2
	case cardRefund:
		s.carrots[p] += int32(s.paid)
	case cardShuffle:
		s.collect(p)
	case noCard, cardShow:
	default:
		again = s.drawOld(b, p, c)
	}
	s.paid = 0
	if !again {
		s.pass()
	}
}

// share pays ten carrots to every piece behind p if p can pay them all.
func (s *state) share(p uint8) {
	behind := int(s.seats) - s.rank(p)
	if s.carrots[p] < int32(10*behind) {
		return
	}
	s.carrots[p] -= int32(10 * behind)
	for i := range s.seats {
		if s.square[i] < s.square[p] {
			s.carrots[i] += 10
		}
	}
}

// collect takes one carrot from every player on the track who has one.
func (s *state) collect(p uint8) {
	for i := range s.seats {
		if i != p && s.place[i] == 0 && s.carrots[i] > 0 {
			s.carrots[i]--
			s.carrots[p]++
		}
	}
}
