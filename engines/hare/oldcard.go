package hare

// drawOld carries out a card that only the older deck has and reports whether
// the player moves again. Where a card moves a piece it costs and pays nothing,
// never ends on a hedgehog, and draws no second card.
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

// moveUp puts p in front of the next piece ahead that is still on the track.
// The finish is entered only as a move would enter it.
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

// enterable is the squares on the track that a card may put p on.
func (s *state) enterable(b *board, p uint8) squares {
	open := ^(b.hedgehogs | s.occupied | square(finish))
	if s.lettuces[p] == 0 {
		open &^= b.lettuces
	}
	return open
}
