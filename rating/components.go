package rating

// Components returns a component number for every player. The players of a component have all
// scored against each other, directly or through a chain of players. Component 0 is at the top: the
// players of a component never scored against the players of a component with a smaller number. A
// Bradley-Terry rating by maximum likelihood exists if and only if there is one component (Ford
// 1957).
//
// The components are the strongly connected components of the graph with an edge from i to j if
// player i scored against player j (Tarjan, "Depth-first search and linear graph algorithms", SIAM
// J. Comput. 1 (1972) 146-160). A nil table has no players.
func Components(d *Duels) []int {
	if d == nil {
		return nil
	}
	t := tarjan{d: d, index: make([]int, d.n), low: make([]int, d.n), component: make([]int, d.n)}
	for i := range t.component {
		t.component[i] = -1
	}
	for i := range d.n {
		if t.index[i] == 0 {
			t.visit(i)
		}
	}
	for i, c := range t.component { // Tarjan's algorithm finds the lowest component first
		t.component[i] = t.found - 1 - c
	}
	return t.component
}

type tarjan struct {
	d         *Duels
	next      int
	found     int
	index     []int // order of discovery from 1; 0 is undiscovered
	low       []int
	component []int // -1 while undecided
	stack     []int
}

func (t *tarjan) visit(i int) {
	t.next++
	t.index[i], t.low[i] = t.next, t.next
	t.stack = append(t.stack, i)
	for _, r := range t.d.rows[i] {
		j := r.opponent
		if j == i || r.points() == 0 {
			continue
		}
		if t.index[j] == 0 {
			t.visit(j)
			t.low[i] = min(t.low[i], t.low[j])
		} else if t.component[j] < 0 {
			t.low[i] = min(t.low[i], t.index[j])
		}
	}
	if t.low[i] != t.index[i] {
		return
	}
	for {
		last := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.component[last] = t.found
		if last == i {
			break
		}
	}
	t.found++
}

// reach reports, for every player j, whether a chain of wins and ties leads from the given player
// to j. In the chain, each player won or tied a game against the next. If back is true, the chain
// leads from j to the given player instead.
func reach(d *Duels, from int, back bool) []bool {
	seen := make([]bool, d.n)
	seen[from] = true
	stack := []int{from}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, r := range d.rows[i] {
			j, scored := r.opponent, r.wins+r.ties
			if back {
				scored = r.losses + r.ties
			}
			if j != i && !seen[j] && scored > 0 {
				seen[j] = true
				stack = append(stack, j)
			}
		}
	}
	return seen
}
