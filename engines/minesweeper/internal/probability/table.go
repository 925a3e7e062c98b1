package probability

// stateTable is a hash table, with open addressing, from keys to the states after the latest class
// of cells. Stamps in its slots make it possible to empty the table without clearing the slots.
type stateTable struct {
	slots []tableSlot
	stamp uint32
	used  int
}

type tableSlot struct {
	stamp uint32
	state int32
}

func (t *stateTable) reset() {
	t.stamp++
	t.used = 0
	if t.stamp == 0 {
		clear(t.slots)
		t.stamp = 1
	}
}

func (k key) hash() uint64 {
	h := k.a*0x9e3779b97f4a7c15 ^ k.b*0xc2b2ae3d27d4eb4f
	return h ^ h>>29
}

func (t *stateTable) find(states []state, k key) int32 {
	mask := uint64(len(t.slots) - 1)
	for h := k.hash(); ; h++ {
		slot := &t.slots[h&mask]
		if slot.stamp != t.stamp {
			return -1
		}
		if states[slot.state].key == k {
			return slot.state
		}
	}
}

// insert adds states[index] to the table. The table must not contain a state with the same key.
func (t *stateTable) insert(states []state, index int32) {
	if 2*(t.used+1) > len(t.slots) {
		t.enlarge(states)
	}
	t.place(states, index)
	t.used++
}

func (t *stateTable) place(states []state, at int32) {
	mask := uint64(len(t.slots) - 1)
	for h := states[at].key.hash(); ; h++ {
		slot := &t.slots[h&mask]
		if slot.stamp != t.stamp {
			*slot = tableSlot{t.stamp, at}
			return
		}
	}
}

func (t *stateTable) enlarge(states []state) {
	old := t.slots
	t.slots = make([]tableSlot, max(64, 2*len(old)))
	for _, slot := range old {
		if slot.stamp == t.stamp && t.stamp != 0 {
			t.place(states, slot.state)
		}
	}
}
