package hare

// card is the kind of a hare card. It determines what happens to the player who draws the card.
type card uint8

// These are the kinds of hare cards: first those in the deck of 15 cards, then those that only the
// older deck of 12 has.
const (
	noCard          card = iota
	cardShare            // every player behind receives ten carrots from the mover, if the mover can pay all
	cardTurn             // a player with more players behind than ahead misses a turn, another moves again
	cardSixtyFive        // the player now has exactly 65 carrots
	cardTenEach          // ten carrots per lettuce in hand; without one, miss a turn
	cardHalf             // lose half the carrots, an odd one is kept
	cardRefund           // the carrots paid for the last move are returned
	cardShow             // show the carrots; no effect, because all carrots are known
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

// String returns the instruction that is printed on the card.
func (c card) String() string { return cardTexts[c] }

// draw carries out card c for the player to move, who has just entered a hare square. The turn then
// passes to the next player, unless the card grants another move.
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

// share pays ten of player p's carrots to every piece behind p. It does nothing if p does not
// have enough carrots for all.
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

// collect takes one carrot from every other player on the track who has any, and gives them to
// player p.
func (s *state) collect(p uint8) {
	for i := range s.seats {
		if i != p && s.place[i] == 0 && s.carrots[i] > 0 {
			s.carrots[i]--
			s.carrots[p]++
		}
	}
}

// drawOld carries out a card of the older deck for player p, and reports whether p moves again. A
// move by a card costs and pays nothing and draws no second card.
func (s *state) drawOld(b *board, p uint8, c card) (again bool) {
	at := int(s.square[p])
	switch c {
	case cardTakeOrGive:
		s.flag[p] = choosing
		return true
	case cardAgain:
		return true
	case cardMiss:
		s.flag[p] = pending
	case cardEat:
		if s.flag[p] = pending; s.lettuces[p] > 0 {
			s.flag[p] = eating
		}
	case cardNextCarrots:
		if ahead := b.carrots.after(at); ahead != 0 && !s.occupied.has(ahead.lowest()) {
			s.move(p, ahead.lowest())
		}
	case cardLastCarrots:
		if to := b.carrots.before(at).highest(); to > 0 && !s.occupied.has(to) {
			s.move(p, to)
		}
	case cardFallBack:
		if next := s.occupied.before(at).highest(); next > 0 {
			if to := s.enterable(b, p).before(next).highest(); to > 0 {
				s.land(b, p, to)
			}
		}
	case cardMoveUp:
		s.moveUp(b, p, at)
	}
	return false
}

// moveUp carries out a card that moves player p past the next piece ahead, to the first square
// beyond it that p may enter. If there is no such square, p moves into the finish if its carrots
// and lettuces allow that. Without a piece ahead, moveUp does nothing.
func (s *state) moveUp(b *board, p uint8, at int) {
	ahead := s.occupied.after(at)
	if ahead == 0 {
		return
	}
	next := ahead.lowest()
	to := finish
	if open := s.enterable(b, p).after(next); open != 0 {
		to = open.lowest()
	}
	if to < finish || s.mayFinish(p, s.carrots[p]) {
		s.land(b, p, to)
	}
}

// enterable returns the squares to which a card may move player p: the free squares except hedgehog
// squares and the finish. Lettuce squares are included only if the player has a lettuce.
func (s *state) enterable(b *board, p uint8) squares {
	open := ^(b.hedgehogs | s.occupied | square(finish))
	if s.lettuces[p] == 0 {
		open &^= b.lettuces
	}
	return open
}
