package probability

// arrange orders the classes of a component for the sweep: next is always the
// class that touches an open number if there is one, opens the fewest numbers,
// and closes the most. A narrow front keeps the states few.
func (w *counter) arrange(k *component) {
	n := len(k.classes)
	w.order = w.order[:0]
	w.placed = grow(w.placed, n)
	clear(w.placed)
	w.pending = grow(w.pending, len(k.numbers)) // classes of a number not yet swept
	clear(w.pending)
	w.isOpen = grow(w.isOpen, len(k.numbers))
	clear(w.isOpen)
	for i := range k.classes {
		g := &k.classes[i]
		for _, u := range g.numbers[:g.under] {
			w.pending[u]++
		}
	}
	for range n {
		best, bestCost := -1, 0
		for i := range k.classes {
			if w.placed[i] {
				continue
			}
			if cost := w.cost(&k.classes[i]); best < 0 || cost < bestCost {
				best, bestCost = i, cost
			}
		}
		w.placed[best] = true
		w.order = append(w.order, int32(best))
		g := &k.classes[best]
		for _, u := range g.numbers[:g.under] {
			w.isOpen[u] = true
			w.pending[u]--
		}
	}
}

// cost compares candidates for the next class, lowest first.
func (w *counter) cost(g *class) int {
	opens, closes, touches := 0, 0, false
	for _, u := range g.numbers[:g.under] {
		if w.isOpen[u] {
			touches = true
		} else {
			opens++
		}
		if w.pending[u] == 1 {
			closes++
		}
	}
	cost := 16*opens - closes
	if !touches {
		cost += 1 << 10
	}
	return cost
}

// grow returns n places whose contents are rubbish, in the memory of s if it will do.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2+8)
	}
	return s[:n]
}
