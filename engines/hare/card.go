package hare

// Card is a hare card.
type Card uint8

// The cards of the 15-card deck, then those that only the older deck of 12 has.
const (
	NoCard      Card = iota
	Share            // everyone behind gets ten carrots from the mover, or nobody does
	Turn             // the leading half misses a turn, the others move again
	SixtyFive        // exactly 65 carrots, whether more or fewer before
	TenEach          // ten carrots per lettuce in hand; without one, miss a turn
	Half             // lose half the carrots, an odd one is kept
	Refund           // the last move costs nothing
	Show             // show the carrots: nothing in an open game
	Shuffle          // one carrot from every other player; the deck is shuffled
	TakeOrGive       // take ten, give ten, or neither
	Miss             // miss a turn
	Again            // move again
	FallBack         // to the first square free behind the next piece behind
	MoveUp           // to the first square free in front of the next piece ahead
	Eat              // eat a lettuce next turn; without one, miss it
	NextCarrots      // forward to the next carrot square, if it is free
	LastCarrots      // back to the carrot square before, if it is free
)

var cardTexts = [...]string{
	NoCard:      "",
	Share:       "give ten carrots to everyone behind you",
	Turn:        "miss a turn if more are behind you than ahead, otherwise move again",
	SixtyFive:   "have exactly 65 carrots",
	TenEach:     "ten carrots for every lettuce in hand, or miss a turn",
	Half:        "lose half your carrots",
	Refund:      "your last move was free",
	Show:        "show your carrots",
	Shuffle:     "shuffle the cards and take a carrot from everyone",
	TakeOrGive:  "take ten carrots, or give ten back, or neither",
	Miss:        "miss a turn",
	Again:       "move again",
	FallBack:    "fall back one position",
	MoveUp:      "move up one position",
	Eat:         "eat a lettuce",
	NextCarrots: "forward to the next carrot square",
	LastCarrots: "back to the last carrot square",
}

// String says what the card tells the player to do.
func (c Card) String() string { return cardTexts[c] }

// draw carries out a card for the player to move, who stands on a hare with
// the card still to be drawn, and passes the turn unless the card gives it back.
func (s *State) draw(b *Board, c Card) {
	s.drawing = false
	p := s.turn
	again := false
	switch c {
	case Share:
		s.share(p)
	case Turn:
		ahead := s.rank(p) - 1
		if behind := int(s.seats) - 1 - ahead; behind > ahead {
			s.flag[p] = pending
		} else {
			again = true
		}
	case SixtyFive:
		s.carrots[p] = 65
	case TenEach:
		s.carrots[p] += 10 * int32(s.lettuces[p])
		if s.lettuces[p] == 0 {
			s.flag[p] = pending
		}
	case Half:
		s.carrots[p] -= s.carrots[p] / 2
	case Refund:
		s.carrots[p] += int32(s.paid)
	case Shuffle:
		s.collect(p)
	case NoCard, Show:
	default:
		again = s.drawOld(b, p, c)
	}
	s.paid = 0
	if !again {
		s.pass()
	}
}

// share pays ten carrots to every piece behind p if p can pay them all.
func (s *State) share(p uint8) {
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
func (s *State) collect(p uint8) {
	for i := range s.seats {
		if i != p && s.place[i] == 0 && s.carrots[i] > 0 {
			s.carrots[i]--
			s.carrots[p]++
		}
	}
}
