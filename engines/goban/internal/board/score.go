package board

// Area returns the number of points of both colours by area scoring. A stone counts for its colour,
// and an empty region counts for a colour if it touches only stones of this colour. All stones
// count as alive.
func (b *Board) Area() (black, white int) {
	var seen [maxSquares]bool
	var stack [maxPoints]square
	black, white = b.stones[Black], b.stones[White]
	for _, from := range b.empties[:b.free] {
		if seen[from] {
			continue
		}
		seen[from] = true
		stack[0] = from
		var touches [outside + 1]bool
		size := 0
		for top := 1; top > 0; {
			top--
			s := stack[top]
			size++
			for _, n := range b.around(s) {
				if touches[b.colour[n]] = true; b.colour[n] == Empty && !seen[n] {
					seen[n] = true
					stack[top] = n
					top++
				}
			}
		}
		switch {
		case touches[Black] && !touches[White]:
			black += size
		case touches[White] && !touches[Black]:
			white += size
		}
	}
	return black, white
}
