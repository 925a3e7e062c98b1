package othello

import (
	"math/bits"
	"sync"
)

// transpositions is the transposition table of a search, except in the endgame. Only entries of the
// current search are valid, and the size depends only on the depth of the search. So the moves of a
// player do not depend on earlier games.
type transpositions struct {
	memory *tableMemory // nil without a table
	shift  uint
}

// tableMemory is the memory of a transposition table. Searches borrow it from a pool, so that
// players need no memory for tables between their searches.
type tableMemory struct {
	slots  []transposition
	search uint16 // numbers the searches that have used it
}

var tableMemories = sync.Pool{New: func() any { return new(tableMemory) }}

// transposition is an entry of a transposition table: the value of a position, or a bound of the
// value.
type transposition struct {
	own, opp uint64
	value    int64
	search   uint16
	depth    uint8
	bound    uint8
	move     uint8
}

// These are the kinds of values in a transposition table: exact values and bounds.
const (
	atMost = 1 + iota
	exactly
	atLeast
)

// tableDepth is the smallest search depth for which a transposition table is used. At smaller
// depths a table takes more time than it saves.
const tableDepth = 4

// begin starts a search to the given depth with an empty table, or without a table if the depth is
// below tableDepth.
func (t *transpositions) begin(depth int) {
	if depth < tableDepth {
		return
	}
	size := min(8+2*(depth-tableDepth), 18)
	t.shift = uint(64 - size)
	t.memory = tableMemories.Get().(*tableMemory)
	if len(t.memory.slots) < 1<<size {
		t.memory.slots = make([]transposition, 1<<size)
		t.memory.search = 0
	}
	if t.memory.search++; t.memory.search == 0 {
		clear(t.memory.slots)
		t.memory.search = 1
	}
}

func (t *transpositions) end() {
	if t.memory != nil {
		tableMemories.Put(t.memory)
		t.memory = nil
	}
}

// slot returns the entry of the table in which a position would be stored, or nil if the search has
// no table.
func (t *transpositions) slot(own, opp uint64) *transposition {
	if t.memory == nil {
		return nil
	}
	h := own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp*0xd1b54a32d192ed03, 29)
	h = (h ^ h>>32) * 0xbf58476d1ce4e5b9
	return &t.memory.slots[h>>(t.shift&63)]
}

func (e *transposition) holds(own, opp uint64, search uint16) bool {
	return e.own == own && e.opp == opp && e.search == search
}

// cutoff returns the stored value of the position. The second result reports whether this value
// replaces a search with the given depth and window.
func (e *transposition) cutoff(depth int, alpha, beta int64) (int64, bool) {
	if int(e.depth) != depth {
		return 0, false
	}
	ok := e.bound == exactly || e.bound == atLeast && e.value >= beta || e.bound == atMost && e.value <= alpha
	return e.value, ok
}

func (e *transposition) keep(own, opp uint64, search uint16, depth int, alpha, beta, value int64, move uint8) {
	bound := uint8(exactly)
	if value <= alpha {
		bound = atMost
	} else if value >= beta {
		bound = atLeast
	}
	*e = transposition{own, opp, value, search, uint8(depth), bound, move}
}
