package gamefile

import "slices"

// Single is a game of two seats in a compact form. [Pairs] keeps games in this form while it
// searches for pairs.
type Single struct {
	Players [2]int32 // by seat
	Result  Result
	Content uint64 // as in Game
}

// Result is the result of a game of two seats for the player in the first seat: win, draw or
// loss.
type Result int8

// These are the results of a game for the player in the first seat.
const (
	Won Result = iota
	Drawn
	Lost
)

// Single converts a game of two seats to its compact form.
func (g *Game) Single() Single {
	s := Single{Players: [2]int32{int32(g.Players[0]), int32(g.Players[1])}, Result: Drawn, Content: g.Content}
	switch {
	case g.Places[0] < g.Places[1]:
		s.Result = Won
	case g.Places[0] > g.Places[1]:
		s.Result = Lost
	}
	return s
}

// Pairs finds pairs of games that two players played from the same start with swapped seats. The
// two games may be any distance apart in the file. Two games of the same players with swapped
// seats are a pair, in this order of preference:
//
//  1. if the tag Round is equal, and the start is equal or unknown,
//  2. if no other game without a partner has the same Round and start position,
//  3. if the start is known and equal,
//  4. if one game follows the other, and the start of one is unknown.
//
// The second rule pairs games with openings that are shorter than the plies of a start. Round
// alone is not sufficient, because some programs number all games by it.
//
// If there are several candidates, Pairs takes the first in the file. It reports a pair with
// equal Round and start at once. Other games wait until the end of the file, because a later game
// may be a better partner. At most [mostWaiting] games wait; if there are more, some are paired
// before the end.
type Pairs struct {
	found   func([]Single)
	most    int // games that may wait, at most
	read    int // games added
	waiting []waiting
	gone    int // entries of waiting that have found a partner since the last compact
	queues  *queues
	passed  [2]Single // for calls of found
}

// mostWaiting is the largest number of games that [Pairs] keeps while their partners with swapped
// seats have not been found.
const mostWaiting = 1 << 17

// waiting is a game whose partner with swapped seats has not been found yet.
type waiting struct {
	Single
	at                     int // index in the file
	round, position, start uint64
	gone                   bool // it has found its partner
}

// NewPairs returns a Pairs that calls found with both games of every pair, and with every game
// that has no partner. found must not keep the slice.
func NewPairs(found func([]Single)) *Pairs {
	return &Pairs{found: found, most: mostWaiting, queues: newQueues()}
}

// Add enters the next game of the file, which must have two seats.
func (p *Pairs) Add(g *Game) {
	w := waiting{Single: g.Single(), at: p.read, round: g.Round, position: g.Position, start: g.Start}
	p.read++
	if w.round != 0 {
		if i, ok := p.queues.take(w.exact().swapped()); ok {
			p.pair(&p.waiting[i], &w)
			if len(p.waiting) > 2*(len(p.waiting)-p.gone)+1024 {
				p.compact()
			}
			return
		}
		p.queues.put(w.exact(), len(p.waiting))
	}
	if n := len(p.waiting); n == cap(p.waiting) {
		p.waiting = slices.Grow(p.waiting, max(n, 1024)) // append would allocate more often
	}
	p.waiting = append(p.waiting, w)
	if len(p.waiting)-p.gone >= p.most {
		p.settle(p.most / 2)
	}
}

// Close pairs the games that still wait for a partner, and passes games without a partner on
// alone. It must be called after the last game.
func (p *Pairs) Close() { p.settle(0) }

// pair passes two games to the callback as a pair, and marks them as paired.
func (p *Pairs) pair(a, b *waiting) {
	p.passed = [2]Single{a.Single, b.Single}
	p.found(p.passed[:])
	a.gone, b.gone = true, true
	p.gone++
}

func (p *Pairs) compact() {
	kept := p.waiting[:0]
	p.queues.clear()
	for _, w := range p.waiting {
		if w.gone {
			continue
		}
		if w.round != 0 {
			p.queues.put(w.exact(), len(kept))
		}
		kept = append(kept, w)
	}
	p.waiting, p.gone = kept, 0
}

// settle pairs waiting games with each other. It then passes games without a partner to the
// callback, in the order of the file, until at most left games wait.
func (p *Pairs) settle(left int) {
	known, unknown, starts := newQueues(), newQueues(), newQueues()
	for i := range p.waiting {
		switch w := &p.waiting[i]; {
		case w.gone || w.round == 0:
		case w.start == 0:
			p.meet(i, w.sameRound(), known, unknown)
		default:
			p.meet(i, w.sameRound(), unknown, known)
		}
	}
	p.settleRounds()
	for i := range p.waiting {
		if w := &p.waiting[i]; !w.gone && w.start != 0 {
			p.meet(i, w.sameStart(), starts, starts)
		}
	}
	for i := 1; i < len(p.waiting); i++ {
		if a, b := &p.waiting[i-1], &p.waiting[i]; !a.gone && !b.gone && a.precedes(b) {
			p.pair(a, b)
		}
	}
	rest := 0
	for i := range p.waiting {
		if !p.waiting[i].gone {
			rest++
		}
	}
	for i := range p.waiting {
		if w := &p.waiting[i]; !w.gone && rest > left {
			p.passed[0] = w.Single
			p.found(p.passed[:1])
			w.gone = true
			rest--
		}
	}
	p.compact()
}

// settleRounds pairs two waiting games with swapped seats if no other waiting game has the same
// players, Round and start position.
func (p *Pairs) settleRounds() {
	rounds := newQueues()
	for i := range p.waiting {
		if w := &p.waiting[i]; !w.gone && w.round != 0 {
			rounds.put(w.sameRound(), i)
		}
	}
	for i := range p.waiting {
		w := &p.waiting[i]
		if w.gone || w.round == 0 {
			continue
		}
		if partner, ok := rounds.only(w.sameRound().swapped()); ok {
			if _, ok := rounds.only(w.sameRound()); ok {
				p.pair(w, &p.waiting[partner])
			}
		}
	}
}

// meet looks for a partner of the i-th waiting game, whose key is k. The partner is the first game
// in the queue of partners for the same key with swapped players. If there is one, the two games
// become a pair. Otherwise the game joins its queue in own, where a later partner finds it.
func (p *Pairs) meet(i int, k key, partners, own *queues) {
	if j, ok := partners.take(k.swapped()); ok {
		p.pair(&p.waiting[j], &p.waiting[i])
		return
	}
	own.put(k, i)
}

// key contains the properties that two games must share to be paired. All waiting games with
// equal keys form a queue.
type key struct {
	round, start uint64   // 0 if they do not matter
	players      [2]int32 // by seat
}

// exact returns the key under which the game finds its partner most reliably: the tag Round, the
// start with the first moves, and the players. Two games that match in all three are paired as soon
// as both have been read.
func (w *waiting) exact() key { return key{w.round, w.start, w.Players} }

// sameRound returns a key under which the game can find its partner: the tag Round, the start
// position and the players, without the first moves.
func (w *waiting) sameRound() key { return key{w.round, w.position, w.Players} }

func (w *waiting) sameStart() key { return key{start: w.start, players: w.Players} }

// precedes reports whether next is the game after w in the file, has the seats swapped, and may
// have the same start.
func (w *waiting) precedes(next *waiting) bool {
	return next.at == w.at+1 && (w.start == 0 || next.start == 0) && w.Players == [2]int32{next.Players[1], next.Players[0]}
}

func (k key) swapped() key {
	k.players[0], k.players[1] = k.players[1], k.players[0]
	return k
}

// queues contains the indices of waiting games by key. Each queue is in the order of the file. Its
// map has no pointers, so that the garbage collector need not read it.
type queues struct {
	ends map[key]ends
	next []int32 // by index of a waiting game: the game behind it in its queue
}

// ends contains the indices of the first and the last game of a queue.
type ends struct{ first, last int32 }

func newQueues() *queues { return &queues{ends: make(map[key]ends)} }

// clear removes all games.
func (q *queues) clear() {
	clear(q.ends)
	q.next = q.next[:0]
}

func (q *queues) put(k key, i int) {
	for len(q.next) <= i {
		q.next = append(q.next, 0)
	}
	e, ok := q.ends[k]
	if ok {
		q.next[e.last] = int32(i)
	} else {
		e.first = int32(i)
	}
	e.last = int32(i)
	q.ends[k] = e
}

// take removes the first index from the queue of a key and returns it. ok is false if the queue
// is empty.
func (q *queues) take(k key) (i int, ok bool) {
	e, ok := q.ends[k]
	switch {
	case !ok:
		return 0, false
	case e.first == e.last:
		delete(q.ends, k)
	default:
		q.ends[k] = ends{q.next[e.first], e.last}
	}
	return int(e.first), true
}

// only returns the index of the game in the queue of a key if the queue has exactly one game.
// Otherwise ok is false.
func (q *queues) only(k key) (i int, ok bool) {
	e, ok := q.ends[k]
	return int(e.first), ok && e.first == e.last
}
