package gamefile

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
// start is the position of the tag FEN, or the first plies of a game without this tag; see
// [Game].Start. Pairs pairs two games by the first of these rules that applies:
//
//  1. The tag Round and the start are equal.
//  2. Round and the start position are equal, and no other waiting game has the same two.
//  3. The start is the same position of a tag FEN.
//  4. One game follows the other in the file. The start is equal, or it is unknown in one of them.
//
// Rule 2 pairs games whose common opening is shorter than the plies that identify a start. Rule 1
// needs both Round and the start: some programs give all games the same Round, and many openings
// begin with the same plies. If all games of two players have one Round, rule 1 applies only in
// three cases: one game follows the other, the start is the position of a tag FEN, or no third
// game without a partner has the same start.
//
// If several games could be the partner, Pairs takes the first one in the file, except that rule 1
// prefers the game directly before. A pair by rule 1 is reported at once if the start is the
// position of a tag FEN or if one game follows the other. Other games wait until the end of the
// file, because a later game may be a better partner. At most [mostWaiting] games wait; if there
// are more, some are paired before the end.
type Pairs struct {
	found   func([]Single)
	most    int    // games that may wait, at most
	read    uint32 // games added
	waiting []waiting
	gone    int // entries of waiting that have found a partner since the last compact
	queues  queues
	passed  [2]Single // buffer for the argument of found
}

// mostWaiting is the largest number of games for which [Pairs] still seeks the partner with swapped
// seats.
const mostWaiting = 1 << 17

// waiting is a game whose partner with swapped seats has not been found yet.
type waiting struct {
	players                         [2]int32
	content, round, position, start uint64 // as in Game
	at                              uint32 // index in the file
	next                            int32  // the game behind it in its queue, an index in Pairs.waiting plus one
	result                          Result
	gone                            bool // it has found its partner
}

func (w *waiting) single() Single { return Single{w.players, w.result, w.content} }

// NewPairs returns a Pairs that calls found with both games of every pair, and with every game
// that has no partner. found must not keep the slice.
func NewPairs(found func([]Single)) *Pairs {
	return &Pairs{found: found, most: mostWaiting}
}

// Add adds the next game of the file, which must have two seats. If an earlier game is certainly
// its partner, Add reports the pair to the callback. Otherwise the game waits for a partner.
func (p *Pairs) Add(g *Game) {
	one := g.Single()
	w := waiting{players: one.Players, result: one.Result, content: one.Content, round: g.Round, position: g.Position, start: g.Start, at: p.read}
	p.read++
	var own *queue
	switch k, seats := w.exact(); {
	case k == 0:
	case w.position != 0:
		q := p.queues.of(k)
		if partner := p.take(&q[1-seats]); partner != nil {
			p.pair(partner, &w)
			p.tidy()
			return
		}
		own = &q[seats]
	default:
		if n := len(p.waiting); n > 0 && p.waiting[n-1].precedes(&w) && p.waiting[n-1].round == w.round && p.waiting[n-1].start == w.start {
			p.pair(&p.waiting[n-1], &w)
			p.tidy()
			return
		}
	}
	if len(p.waiting) == cap(p.waiting) {
		p.grow()
	}
	p.waiting = append(p.waiting, w)
	if own != nil {
		p.put(own, len(p.waiting)-1)
	}
	if len(p.waiting)-p.gone >= p.most {
		p.settle(p.most / 2)
	}
}

// grow enlarges the list of waiting games: to 1024 games at first, and to the maximum later.
func (p *Pairs) grow() {
	room := 1024
	if n := len(p.waiting); n >= room {
		room = max(2*n, p.most)
	}
	p.waiting = append(make([]waiting, 0, room), p.waiting...)
}

// Close pairs the waiting games as far as possible, and passes each of the others to the callback
// alone. Call it after the last game.
func (p *Pairs) Close() { p.settle(0) }

// pair passes two games to the callback as a pair, and marks them as paired.
func (p *Pairs) pair(a, b *waiting) {
	p.passed = [2]Single{a.single(), b.single()}
	p.found(p.passed[:])
	a.gone, b.gone = true, true
	p.gone++
}

// tidy removes paired games from the list of waiting games when they are more than half of it.
func (p *Pairs) tidy() {
	if len(p.waiting) > 2*(len(p.waiting)-p.gone)+1024 {
		p.compact()
	}
}

// compact removes the games that have been paired from the list of waiting games. It then builds
// the queues of waiting games again.
func (p *Pairs) compact() {
	kept := p.waiting[:0]
	for _, w := range p.waiting {
		if !w.gone {
			kept = append(kept, w)
		}
	}
	p.waiting, p.gone = kept, 0
	p.enqueue((*waiting).exactPosition)
}

// enqueue distributes the waiting games to new queues. The function key returns the key of a game
// and its side, 0 or 1. Two games can be partners if their keys are equal and their sides differ.
// Each key has one queue for each side. Games with the key 0 are omitted.
func (p *Pairs) enqueue(key func(*waiting) (key uint64, side int)) {
	p.queues.clear()
	for i := range p.waiting {
		if w := &p.waiting[i]; !w.gone {
			if k, side := key(w); k != 0 {
				p.put(&p.queues.of(k)[side], i)
			}
		}
	}
}

// settle pairs the waiting games by all rules of [Pairs]. Then it passes games without a partner to
// the callback, each alone and in the order of the file, until at most left games wait.
func (p *Pairs) settle(left int) {
	rounds := p.severalRounds()
	p.meet(func(w *waiting) (uint64, int) {
		if !rounds[w.meeting()] {
			return 0, 0
		}
		return w.exact()
	})
	p.pairUnique((*waiting).exact)
	p.pairUnique((*waiting).sameRound)
	p.meet((*waiting).samePosition)
	for i := 1; i < len(p.waiting); i++ {
		if a, b := &p.waiting[i-1], &p.waiting[i]; !b.gone && a.precedes(b) {
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
			p.passed[0] = w.single()
			p.found(p.passed[:1])
			w.gone = true
			rest--
		}
	}
	p.compact()
}

// severalRounds returns the pairs of players whose waiting games have different values of the tag
// Round. The keys of the map identify the pairs of players; see [waiting.meeting].
func (p *Pairs) severalRounds() map[uint64]bool {
	first, several := make(map[uint64]uint64), make(map[uint64]bool)
	for i := range p.waiting {
		w := &p.waiting[i]
		if w.gone || w.round == 0 {
			continue
		}
		switch round := first[w.meeting()]; {
		case round == 0:
			first[w.meeting()] = w.round
		case round != w.round:
			several[w.meeting()] = true
		}
	}
	return several
}

// pairUnique pairs the two waiting games that have the same key and different sides, if no other
// waiting game has this key. It does so for every key except 0. See [Pairs.enqueue] for keys and
// sides.
func (p *Pairs) pairUnique(key func(*waiting) (key uint64, side int)) {
	p.enqueue(key)
	for i := range p.waiting {
		w := &p.waiting[i]
		if w.gone {
			continue
		}
		if k, side := key(w); k != 0 {
			if q := p.queues.of(k); q[0].single() && q[1].single() {
				p.pair(w, &p.waiting[q[1-side].first-1])
			}
		}
	}
}

// meet goes through the waiting games in the order of the file. It pairs each game with the first
// earlier game that has the same key, the other side and no partner. It omits games with the key 0.
// See [Pairs.enqueue] for keys and sides.
func (p *Pairs) meet(key func(*waiting) (key uint64, side int)) {
	p.queues.clear()
	for i := range p.waiting {
		w := &p.waiting[i]
		if w.gone {
			continue
		}
		k, side := key(w)
		if k == 0 {
			continue
		}
		q := p.queues.of(k)
		if partner := p.take(&q[1-side]); partner != nil {
			p.pair(partner, w)
		} else {
			p.put(&q[side], i)
		}
	}
}

// put adds the game p.waiting[i] to the end of a queue of games that wait for a partner.
func (p *Pairs) put(q *queue, i int) {
	p.waiting[i].next = 0
	if q.first == 0 {
		q.first = int32(i) + 1
	} else {
		p.waiting[q.last-1].next = int32(i) + 1
	}
	q.last = int32(i) + 1
}

// take removes the first game from a queue and returns it, or nil if the queue is empty.
func (p *Pairs) take(q *queue) *waiting {
	if q.first == 0 {
		return nil
	}
	w := &p.waiting[q.first-1]
	q.first = w.next
	return w
}

// exact returns a key that only likely partners share: games with the same players, tag Round,
// start position and first moves. It is the most reliable key. side differs between partners; see
// [waiting.key]. Both results are 0 if the game has no tag Round.
func (w *waiting) exact() (key uint64, side int) {
	if w.round == 0 {
		return 0, 0
	}
	return w.key(w.round, w.start)
}

// exactPosition returns the results of [waiting.exact] if the game has a tag FEN, which contains
// its start position. Otherwise it returns 0 and 0. With this key, partners are found while the
// file is being read.
func (w *waiting) exactPosition() (key uint64, side int) {
	if w.position == 0 {
		return 0, 0
	}
	return w.exact()
}

// sameRound returns a key that games with the same players, tag Round and start position (tag FEN)
// share, even if their first moves differ. side differs between partners; see [waiting.key]. Both
// results are 0 if the game has no tag Round.
func (w *waiting) sameRound() (key uint64, side int) {
	if w.round == 0 {
		return 0, 0
	}
	return w.key(w.round, w.position)
}

// samePosition returns a key that games with the same players and the same start position (tag FEN)
// share. side differs between partners; see [waiting.key]. Both results are 0 if the game has no
// tag FEN.
func (w *waiting) samePosition() (key uint64, side int) {
	if w.position == 0 {
		return 0, 0
	}
	return w.key(0, w.position)
}

// meeting returns a number that identifies the two players of the game, whichever of them has the
// first seat.
func (w *waiting) meeting() uint64 {
	return uint64(min(w.players[0], w.players[1]))<<32 | uint64(max(w.players[0], w.players[1]))
}

// key returns a hash of the two players, in any order, the round and the start. A game and its
// partner, in which the players have swapped seats, have equal keys. key is never 0, which stands
// for a game without a partner. side is 0 if the player with the lower number has the first seat,
// and 1 otherwise.
func (w *waiting) key(round, start uint64) (key uint64, side int) {
	low, high := w.players[0], w.players[1]
	if low > high {
		low, high, side = high, low, 1
	}
	players := mixed(uint64(low)<<32 | uint64(high))
	return max(mixed(mixed(players^round)^start), 1), side
}

// precedes reports whether the game next can be the partner of w. It must follow w directly in the
// file, with swapped seats, the same start position and the same first moves. Unknown first moves
// count as the same. precedes returns false if w already has a partner.
func (w *waiting) precedes(next *waiting) bool {
	return !w.gone && next.at == w.at+1 && w.position == next.position && (w.start == next.start || w.start == 0 || next.start == 0) &&
		w.players == [2]int32{next.players[1], next.players[0]}
}

// queues is a hash table with open addressing. It contains two queues of waiting games for every
// key, one for each side.
type queues struct {
	slots []slot // their number is a power of two
	used  int
}

// slot is an entry of the hash table [queues]. It contains a key, and two queues of the waiting
// games with this key, one for each side. A free entry has the key 0.
type slot struct {
	key   uint64
	sides [2]queue
}

// queue is a linked list of waiting games in the order of the file. Its fields are indices in
// Pairs.waiting plus one, or 0 if the queue is empty.
type queue struct{ first, last int32 }

// single reports whether the queue contains exactly one game.
func (q queue) single() bool { return q.first != 0 && q.first == q.last }

// clear removes all games.
func (q *queues) clear() {
	clear(q.slots)
	q.used = 0
}

// of returns the two queues of a key, one for each side, and creates them if there are none. The
// key must not be 0. The result is valid until the next call.
func (q *queues) of(key uint64) *[2]queue {
	if 4*q.used >= 3*len(q.slots) {
		q.grow()
	}
	last := uint64(len(q.slots) - 1)
	for i := key & last; ; i = (i + 1) & last {
		s := &q.slots[i]
		if s.key == 0 {
			s.key = key
			q.used++
		}
		if s.key == key {
			return &s.sides
		}
	}
}

// grow doubles the size of the hash table and inserts its keys again.
func (q *queues) grow() {
	old := q.slots
	q.slots, q.used = make([]slot, max(2*len(old), 256)), 0
	for i := range old {
		if s := &old[i]; s.key != 0 {
			*q.of(s.key) = s.sides
		}
	}
}
