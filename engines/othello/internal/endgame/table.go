package endgame

import "math/bits"

// entry stores bounds of a position's score and the best move found.
type entry struct {
	own, opp     uint64
	lower, upper int8
	move         uint8
	empties      uint8
	age          uint32
}

const noMove = 64

// bucket is a place in the hash table for two positions with the same hash. The first entry keeps
// the position with more empty squares, and the second the one stored last.
type bucket struct {
	entries [2]entry
	_       [16]byte // one cache line a bucket
}

// table is a transposition table of the solver. It compares whole positions, not only hashes.
// Entries from earlier solutions are ignored, so that the work for a position does not depend on
// them.
type table struct {
	buckets []bucket
	shift   uint
	age     uint32
}

func (t *table) begin(log int) {
	if len(t.buckets) < 1<<log {
		t.buckets = make([]bucket, 1<<log)
	}
	t.shift = uint(64 - log)
	if t.age++; t.age == 0 {
		clear(t.buckets)
		t.age = 1
	}
}

func (t *table) bucket(own, opp uint64) *bucket {
	h := own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp*0xd1b54a32d192ed03, 29)
	h = (h ^ h>>32) * 0xbf58476d1ce4e5b9
	return &t.buckets[h>>(t.shift&63)]
}

func (t *table) find(own, opp uint64) *entry {
	b := &t.bucket(own, opp).entries
	for i := range b {
		if e := &b[i]; e.own == own && e.opp == opp && e.age == t.age {
			return e
		}
	}
	return nil
}

// store stores the result of a search with the window from alpha to beta. A score between the two
// is exact. A score of at most alpha is an upper bound, and a score of at least beta a lower bound.
func (t *table) store(own, opp uint64, empties, alpha, beta, score int, move uint8) {
	lower, upper := int8(-64), int8(64)
	if score > alpha {
		lower = int8(score)
	}
	if score < beta {
		upper = int8(score)
	}
	b := &t.bucket(own, opp).entries
	for i := range b {
		if e := &b[i]; e.own == own && e.opp == opp && e.age == t.age {
			e.lower, e.upper = max(e.lower, lower), min(e.upper, upper)
			if score > alpha || e.move == noMove {
				e.move = move
			}
			return
		}
	}
	fresh := entry{own, opp, lower, upper, move, uint8(empties), t.age}
	if first := &b[0]; first.age != t.age || int(first.empties) <= empties {
		b[1] = *first
		*first = fresh
		return
	}
	b[1] = fresh
}
