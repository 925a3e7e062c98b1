package hare

// drawOld carries out a card that only the older deck has and reports whether
// the player moves again. Where a card moves a piece it costs and pays nothing,
// never ends on a hedgehog, and draws no second card.
func (s *State) drawOld(b *Board, p uint8, c Card) (again bool) {
	at := int(s.square[p])
	switch c {
	case TakeOrGive:
		s.flag[p] = choosing
		return true
	case Again:
		return true
	case Miss:
		s.flag[p] = pending
	case Eat:
		if s.flag[p] = pending; s.lettuces[p] > 0 {
			s.flag[p] = eating
		}
	case NextCarrots:
		if ahead := b.carrots.after(at); ahead != 0 && !s.occupied.has(ahead.lowest()) {
			s.move(p, ahead.lowest())
		}
	case LastCarrots:
		if to := b.carrots.before(at).highest(); to > 0 && !s.occupied.has(to) {
			s.move(p, to)
		}
	case FallBack:
		if next := s.occupied.before(at).highest(); next > 0 {
			if to := s.enterable(b, p).before(next).highest(); to > 0 {
				s.land(b, p, to)
			}
		}
	case MoveUp:
		s.moveUp(b, p, at)
	}
	return false
}

// moveUp puts p in front of the next piece ahead that is still on the track.
// The finish is entered only as a move would enter it.
func (s *State) moveUp(b *Board, p uint8, at int) {
	ahead := s.occupied.after(at)
	if ahead == 0 {
		return
	}
	next := ahead.lowest()
	to := Finish
	if open := s.enterable(b, p).after(next); open != 0 {
		to = open.lowest()
	}
	if to < Finish || s.mayFinish(p, s.carrots[p]) {
		s.land(b, p, to)
	}
}

// enterable is the squares on the track that a card may put p on.
func (s *State) enterable(b *Board, p uint8) squares {
	open := ^(b.hedgehogs | s.occupied | square(Finish))
	if s.lettuces[p] == 0 {
		open &^= b.lettuces
	}
	return open
}
