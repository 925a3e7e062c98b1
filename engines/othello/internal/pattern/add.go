package pattern

// laneFrom is where the values of the part in every lane begin.
var laneFrom [lanes]int32

func makeLanes(l *layout) (t [lanes]int32) {
	for lane, p := range boardParts {
		t[lane] = int32(l.from[p.family])
	}
	for lane := parts; lane < lanes; lane++ {
		t[lane] = int32(l.size - 1) // never looked up
	}
	return t
}

// add sums the weights of the numbers of all parts.
func (v values) add(n *numbers) int {
	sum := 0
	for word := range words - 1 {
		w := n[word]
		from := (*[4]int32)(laneFrom[4*word:])
		sum += int(v[from[0]+int32(w&0xffff)]) + int(v[from[1]+int32(w>>16&0xffff)]) +
			int(v[from[2]+int32(w>>32&0xffff)]) + int(v[from[3]+int32(w>>48)])
	}
	w := n[words-1]
	return sum + int(v[laneFrom[parts-2]+int32(w&0xffff)]) + int(v[laneFrom[parts-1]+int32(w>>16&0xffff)])
}
