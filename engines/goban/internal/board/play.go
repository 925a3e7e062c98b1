package board

// Play places a stone of a colour on an empty intersection. It removes the opponent's chains
// without liberties, and then the chain of the stone itself if that has none.
func (b *Board) Play(p Point, c Colour) { b.play(b.at(p), c) }

// Set places a stone without capturing anything. [Board.Alive] reports whether all chains have
// liberties.
func (b *Board) Set(p Point, c Colour) { b.place(b.at(p), c) }

// Alive reports whether every chain has a liberty, as after every move of a game.
func (b *Board) Alive() bool {
	for p := range Point(b.Points()) {
		s := b.at(p)
		if b.colour[s] != Empty && b.chains[b.head[s]].liberties == 0 {
			return false
		}
	}
	return true
}

// play implements [Board.Play] for a square, the index of an intersection in the board's arrays. It
// also sets b.ko, the square that the rule of simple ko forbids to the opponent.
func (b *Board) play(s square, c Colour) {
	b.place(s, c)
	captured, last := 0, square(0)
	for _, n := range b.around(s) {
		if b.colour[n] == c.Other() && b.chains[b.head[n]].liberties == 0 {
			captured += int(b.chains[b.head[n]].stones)
			last = n
			b.remove(n)
		}
	}
	own := &b.chains[b.head[s]]
	b.ko = 0
	switch {
	case captured == 1 && own.stones == 1 && own.liberties == 1:
		b.ko = last
	case captured == 0 && own.liberties == 0:
		b.remove(s)
	}
}

// place puts a stone on an empty square and joins it with the chains beside it.
func (b *Board) place(s square, c Colour) {
	b.removeEmpty(s)
	b.colour[s], b.head[s], b.next[s] = c, s, s
	b.stones[c]++
	key := keys[c][s]
	b.hash ^= key
	around := b.around(s)
	stone := chain{hash: key, stones: 1}
	for _, n := range around {
		switch b.colour[n] {
		case Empty:
			stone.addLiberty(n)
		case Black, White:
			b.chains[b.head[n]].removeLiberty(s)
		}
	}
	b.chains[s] = stone
	for _, n := range around {
		if b.colour[n] == c && b.head[n] != b.head[s] {
			b.join(b.head[n], b.head[s])
		}
	}
}

// join merges two chains into one. Each chain is given by the stone that represents it, its head.
func (b *Board) join(one, two square) {
	if b.chains[one].stones < b.chains[two].stones {
		one, two = two, one
	}
	big, small := &b.chains[one], &b.chains[two]
	big.hash ^= small.hash
	big.sum += small.sum
	big.squareSum += small.squareSum
	big.liberties += small.liberties
	big.stones += small.stones
	for s := two; ; {
		b.head[s] = one
		if s = b.next[s]; s == two {
			break
		}
	}
	b.next[one], b.next[two] = b.next[two], b.next[one]
}

// remove removes the chain of a stone from the board.
func (b *Board) remove(of square) {
	c := b.colour[of]
	b.hash ^= b.chains[b.head[of]].hash
	s := of
	for {
		b.colour[s] = Empty
		b.stones[c]--
		b.addEmpty(s)
		if s = b.next[s]; s == of {
			break
		}
	}
	for {
		for _, n := range b.around(s) {
			if b.colour[n] == Black || b.colour[n] == White {
				b.chains[b.head[n]].addLiberty(s)
			}
		}
		if s = b.next[s]; s == of {
			return
		}
	}
}

// HashAfter returns the hash of the board after a stone of colour c is played on the empty
// intersection p. If the result equals [Board.Hash], the move is the suicide of a single stone and
// changes nothing.
func (b *Board) HashAfter(p Point, c Colour) uint64 {
	s := b.at(p)
	hash := b.hash ^ keys[c][s]
	around := b.around(s)
	captures, breathes := false, false
	for i, n := range around {
		switch b.colour[n] {
		case Empty:
			breathes = true
		case Black, White:
			h := b.head[n]
			if lives := int(b.chains[h].liberties) > b.adjacent(&around, h); lives {
				breathes = breathes || b.colour[n] == c
				continue
			}
			if b.colour[n] != c && !b.touchedBefore(&around, i, h) {
				captures = true
				hash ^= b.chains[h].hash
			}
		}
	}
	if captures || breathes {
		return hash
	}
	hash ^= keys[c][s]
	for i, n := range around {
		if b.colour[n] == c && !b.touchedBefore(&around, i, b.head[n]) {
			hash ^= b.chains[b.head[n]].hash
		}
	}
	return hash
}

// IsSuicide reports whether a stone of a colour on an empty intersection would capture nothing and
// have no liberty.
func (b *Board) IsSuicide(p Point, c Colour) bool { return b.isSuicide(b.at(p), c) }

// isSuicide implements [Board.IsSuicide] for a square, the index of an intersection in the board's
// arrays.
func (b *Board) isSuicide(s square, c Colour) bool {
	around := b.around(s)
	for _, n := range around {
		switch b.colour[n] {
		case Empty:
			return false
		case c:
			if int(b.chains[b.head[n]].liberties) > b.adjacent(&around, b.head[n]) {
				return false
			}
		case c.Other():
			if b.chains[b.head[n]].inAtari() {
				return false
			}
		}
	}
	return true
}

// adjacent returns how many of the four squares in around belong to the chain with the given head.
func (b *Board) adjacent(around *[4]square, head square) (n int) {
	for _, s := range around {
		if c := b.colour[s]; (c == Black || c == White) && b.head[s] == head {
			n++
		}
	}
	return n
}

// touchedBefore reports whether one of the first i squares in around belongs to the chain with the
// given head. A loop over around uses it to treat each chain only once.
func (b *Board) touchedBefore(around *[4]square, i int, head square) bool {
	for _, s := range around[:i] {
		if c := b.colour[s]; (c == Black || c == White) && b.head[s] == head {
			return true
		}
	}
	return false
}
