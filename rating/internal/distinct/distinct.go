package distinct

// List contains different values in the order of their first appearance. It finds a value by a
// hash table with open addressing, which is faster than a map for structs whose hash is cheap. The
// zero value is an empty list.
type List[T comparable] struct {
	Values []T
	slots  []slot // their number is a power of two
}

// slot is an entry of the hash table by which a [List] finds a value. A free entry has the index 0
// in the field at.
type slot struct {
	hash uint32
	at   int32 // index in List.Values plus one
}

// Index returns the index of the value v in l.Values. If the list does not contain v, Index appends
// it first. The caller supplies a hash of v, which must be the same for equal values. Only its
// lower 32 bits are used.
func (l *List[T]) Index(v T, hash uint64) int {
	if 2*len(l.Values) >= len(l.slots) {
		l.grow()
	}
	last := uint32(len(l.slots) - 1)
	i := uint32(hash) & last
	for ; l.slots[i].at != 0; i = (i + 1) & last {
		if s := l.slots[i]; s.hash == uint32(hash) && l.Values[s.at-1] == v {
			return int(s.at) - 1
		}
	}
	l.Values = append(l.Values, v)
	l.slots[i] = slot{uint32(hash), int32(len(l.Values))}
	return len(l.Values) - 1
}

// grow doubles the size of the hash table and enters the values again.
func (l *List[T]) grow() {
	old := l.slots
	l.slots = make([]slot, max(2*len(old), 64))
	last := uint32(len(l.slots) - 1)
	for _, s := range old {
		if s.at != 0 {
			i := s.hash & last
			for l.slots[i].at != 0 {
				i = (i + 1) & last
			}
			l.slots[i] = s
		}
	}
}
