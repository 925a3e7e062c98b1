package chess

import (
	"sync"

	"github.com/lanista/lanista/engines/chess/internal/board"
)

// tableDepth is the smallest search depth, in plies, for which a transposition table is used. In
// shallower searches, few positions occur twice.
const tableDepth = 4

const tableSize = 1 << 15

// hashTable is a transposition table: it maps positions to the results of their searches. Only
// entries of the current search are valid. A stored value may differ from that of a new search. The
// reason is that draws by repetition and by the hundred plies depend on earlier moves.
type hashTable struct {
	search  uint32 // the number of the search
	entries [tableSize]entry
}

type entry struct {
	key    uint64
	value  float64
	move   board.Move
	search uint32
	depth  int8
	bound  bound
}

// bound states whether a stored value is exact, a lower bound or an upper bound.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// tables pools the memory of hash tables, because they are large and few players search at the same
// time.
var tables = sync.Pool{New: func() any { return new(hashTable) }}

// borrowTable returns a hash table from the pool. It has no valid entries.
func borrowTable() *hashTable {
	t, _ := tables.Get().(*hashTable)
	if t.search++; t.search == 0 {
		*t = hashTable{search: 1}
	}
	return t
}

func returnTable(t *hashTable) { tables.Put(t) }

// probe returns the value and the best move that the table stores for a position, or zeros if it
// stores none. ok is true if the value replaces a search to the given depth with the window from
// alpha to beta. For that, the value must come from a search of this depth. It must also be exact,
// a lower bound of at least beta, or an upper bound of at most alpha. at is the distance from the
// root, in plies.
func (t *hashTable) probe(key uint64, at, depth int, alpha, beta float64) (value float64, move board.Move, ok bool) {
	e := &t.entries[key%tableSize]
	if e.key != key || e.search != t.search {
		return 0, 0, false
	}
	value = e.value
	switch { // stored mate values count from the position, returned ones from the root
	case value >= mateLeast:
		value -= float64(at)
	case value <= -mateLeast:
		value += float64(at)
	}
	ok = int(e.depth) == depth && (e.bound == exact || e.bound == atLeast && value >= beta || e.bound == atMost && value <= alpha)
	return value, e.move, ok
}

// store stores the value and the best move that a search found for a position. key is the hash of
// the position, and at its distance from the root in plies. depth is the depth of the search below
// the position. A value outside the window from alpha to beta is stored as a bound.
func (t *hashTable) store(key uint64, at, depth int, value, alpha, beta float64, move board.Move) {
	e := &t.entries[key%tableSize]
	*e = entry{key: key, value: value, move: move, search: t.search, depth: int8(depth)}
	switch {
	case value >= beta:
		e.bound = atLeast
	case value <= alpha:
		e.bound = atMost
	}
	switch {
	case value >= mateLeast:
		e.value += float64(at)
	case value <= -mateLeast:
		e.value -= float64(at)
	}
}
