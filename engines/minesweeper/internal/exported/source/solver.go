package source

// Width is the number of columns of the field.
const Width = 16

// Height is the number of rows of the field.
const Height = 16

// Mines is the number of mines on the field.
const Mines = 51

// Cells is the number of cells. The number of a cell is Width * row + column, from 0 at the top
// left.
const Cells = Width * Height

// MostStates is the largest number of states that the solver can store. A state is a group of
// equivalent placements of mines in some of the cells; see KeyA. If a position needs more states,
// solve computes no exact probabilities.
const MostStates = 16384

// MostEdges is the largest number of edges between the solver's states; see EdgeTo. If a position
// needs more, solve computes no exact probabilities.
const MostEdges = 65536

// MostWays is the length of Ahead and Behind, the lists of counts of placements. If a position
// needs longer lists, solve computes no exact probabilities.
const MostWays = 262144

// Buckets is the length of Table, the hash table of the solver's states. It is twice MostStates.
const Buckets = 32768

// Near contains the neighbours of every cell. Those of cell c are the NearCount[c] elements from
// index 8*c on, in ascending order. The function neighbours fills the list.
var Near = make([]int, 8*Cells)

// NearCount contains the number of neighbours of every cell. The function neighbours fills the
// list.
var NearCount = make([]int, Cells)

// Bits contains the powers of 2.
var Bits = []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384}

// Powers contains the powers of 9, the values of the digits in KeyA and KeyB.
var Powers = []int{1, 9, 81, 729, 6561, 59049, 531441, 4782969, 43046721, 387420489, 3486784401, 31381059609, 282429536481, 2541865828329, 22876792454961, 205891132094649}

// ClassKey identifies, for every class of cells, the open numbers that its cells touch. A class
// consists of all undecided cells that touch the same open numbers. Its cells are interchangeable:
// only the number of mines in the class matters.
var ClassKey = make([]int, Cells)

// ClassSize contains the number of cells of every class. A class consists of all undecided cells
// that touch the same open numbers.
var ClassSize = make([]int, Cells)

// ClassCell contains one cell of every class. A class consists of all undecided cells that touch
// the same open numbers.
var ClassCell = make([]int, Cells)

// Ordered lists the classes of cells in the order in which the function sweep places mines in them.
// A class consists of all undecided cells that touch the same open numbers.
var Ordered = make([]int, Cells)

// Pending contains, for every open number, how many classes of cells beside it are not in Ordered
// yet. A class consists of all undecided cells that touch the same open numbers. Pending is a
// buffer of arrange.
var Pending = make([]int, Cells)

// Entered contains, for every open number, 1 if a class of cells beside it is already in Ordered,
// otherwise 0. A class consists of all undecided cells that touch the same open numbers. Entered is
// a buffer of arrange.
var Entered = make([]int, Cells)

// Room contains, for every open number, the number of its undecided neighbours in which the
// function sweep has not placed mines yet.
var Room = make([]int, Cells)

// Slot contains, for every open number, the position of its digit in the keys of the solver's
// states (see KeyA), from 0 to 31. It is -1 for a number without a digit.
var Slot = make([]int, Cells)

// KeyA contains the first half of the key of every state: its digits 0 to 15, in base 9.
//
// States are the nodes of a graph with which the solver counts placements of mines (dynamic
// programming). The function sweep places mines in one class of cells after another. Placements
// share a state if every open number then needs equally many further mines. Each digit of the key
// is this need of one open number. Only numbers with undecided neighbours both before and after
// this point of the sweep have a digit.
var KeyA = make([]int, MostStates)

// KeyB contains the second half of the key of every state, the digits 16 to 31; see KeyA.
var KeyB = make([]int, MostStates)

// Low contains, for every state, the smallest number of mines placed so far. A state is a group of
// equivalent placements of mines in some of the cells; see KeyA.
var Low = make([]int, MostStates)

// High contains, for every state, the largest number of mines placed so far. A state is a group of
// equivalent placements of mines in some of the cells; see KeyA.
var High = make([]int, MostStates)

// Least contains, for every state, the smallest number of mines that can be placed in the next
// class of cells. A state is a group of equivalent placements of mines in the classes before; see
// KeyA.
var Least = make([]int, MostStates)

// Most contains, for every state, the largest number of mines that can be placed in the next class
// of cells. It is below Least if no number is possible. A state is a group of equivalent placements
// of mines in the classes before; see KeyA.
var Most = make([]int, MostStates)

// FirstEdge contains, for every state of the solver (see KeyA), the index in EdgeTo of its first
// edge. A state has one edge for each number of mines in the next class of cells, from Least to
// Most.
var FirstEdge = make([]int, MostStates)

// EdgeTo contains, for every edge, the state of the solver (see KeyA) to which it leads. An edge
// stands for a certain number of mines in the next class of cells, placed after those of the state
// where it begins.
var EdgeTo = make([]int, MostEdges)

// Place contains, for every state of the solver (see KeyA), the index of its first element in Ahead
// and Behind. A state has one element in each list for every number of mines placed so far, from
// Low to High.
var Place = make([]int, MostStates)

// Ahead contains the number of placements of mines that lead to every state of the solver (see
// KeyA). The elements of a state begin at index Place, with one for each number of mines placed so
// far.
var Ahead = make([]float64, MostWays)

// Behind contains, for every state of the solver (see KeyA), the number of ways to place the
// remaining mines in the remaining cells. The elements of a state begin at index Place, with one
// for each number of mines placed so far.
var Behind = make([]float64, MostWays)

// Layer contains, at index i, the index of the first state of the solver (see KeyA) after i classes
// of cells have received their mines. All states with the same i have consecutive indices.
var Layer = make([]int, Cells+2)

// Table is a hash table, with open addressing, that finds a state of the solver by its key (see
// KeyA). An element is the index of a state. It is valid only if Home of this state is the index of
// the element, so the table need not be cleared.
var Table = make([]int, Buckets)

// Home contains, for every state of the solver (see KeyA), the index of its element in the hash
// table Table.
var Home = make([]int, MostStates)

// Row contains, at index k, the number of ways to place k mines in the sea, the cells that touch no
// open number.
var Row = make([]float64, Cells+1)

// neighbours fills Near and NearCount.
func neighbours() {
	if NearCount[0] > 0 {
		return
	}
	for c := range Cells {
		for d := range 9 {
			row := c/Width + d/3 - 1
			column := c%Width + d%3 - 1
			if d != 4 && row >= 0 && row < Height && column >= 0 && column < Width {
				Near[8*c+NearCount[c]] = Width*row + column
				NearCount[c]++
			}
		}
	}
}

// around returns the number of neighbours of cell c whose state is content; see solve for the
// states.
func around(state []int, c int, content int) int {
	n := 0
	for k := range NearCount[c] {
		if state[Near[8*c+k]] == content {
			n++
		}
	}
	return n
}

// missing returns the number of mines among the undecided neighbours of the open number u.
func missing(cells []int, state []int, u int) int {
	return cells[u] - around(state, u, 2) - around(state, u, 4)
}

// propagate decides the cells that must be mines, or must be safe, because of a single open number.
// It repeats this until no further cell is decided. It returns false if some number cannot be true.
func propagate(cells []int, state []int) bool {
	more := true
	for more {
		more = false
		for u := range Cells {
			if state[u] == 3 {
				need := missing(cells, state, u)
				free := around(state, u, 0)
				if need < 0 || need > free {
					return false
				}
				if free > 0 && (need == 0 || need == free) {
					more = true
					for k := range NearCount[u] {
						v := Near[8*u+k]
						if state[v] == 0 {
							state[v] = 1
							if need > 0 {
								state[v] = 2
							}
						}
					}
				}
			}
		}
	}
	return true
}

// divide divides the undecided cells into classes and returns the number of classes. The cells of a
// class touch the same open numbers. divide stores the class of every cell in classOf, or -1 for
// cells that are not undecided or touch no open number.
func divide(state []int, classOf []int) int {
	n := 0
	for v := range Cells {
		classOf[v] = -1
		if state[v] == 0 {
			first := -1
			key := 0
			for k := range NearCount[v] {
				u := Near[8*v+k]
				if state[u] == 3 {
					if first < 0 {
						first = u
						key = 32768 * u
					}
					key += Bits[5*(u/Width-first/Width)+u%Width-first%Width+2]
				}
			}
			if first >= 0 {
				i := 0
				for i < n && ClassKey[i] != key {
					i++
				}
				if i == n {
					ClassKey[n] = key
					ClassSize[n] = 0
					ClassCell[n] = v
					n++
				}
				ClassSize[i]++
				classOf[v] = i
			}
		}
	}
	return n
}

// cost rates a class of cells as the next one in Ordered; lower is better. The front consists of
// the open numbers with adjacent classes both inside and outside Ordered. The class with the lowest
// cost keeps the front small. A class that touches no number of the front has a higher cost than
// any other.
func cost(state []int, class int) int {
	c := ClassCell[class]
	touches := false
	value := 0
	for k := range NearCount[c] {
		u := Near[8*c+k]
		if state[u] == 3 {
			if Entered[u] == 1 {
				touches = true
			} else {
				value += 16
			}
			if Pending[u] == 1 {
				value -= 1
			}
		}
	}
	if touches {
		return value
	}
	return value + 1024
}

// arrange computes Ordered, the order in which the function sweep places mines in the classes of
// cells 0 to n-1. It repeatedly appends the class with the lowest cost, so that few open numbers
// are in use at once.
func arrange(state []int, n int) {
	taken := make([]int, Cells)
	for u := range Cells {
		Pending[u] = 0
		Entered[u] = 0
		Room[u] = 0
		Slot[u] = -1
	}
	for i := range n {
		c := ClassCell[i]
		for k := range NearCount[c] {
			Pending[Near[8*c+k]]++
			Room[Near[8*c+k]] += ClassSize[i]
		}
	}
	for at := range n {
		best := -1
		lowest := 0
		for i := range n {
			if taken[i] == 0 {
				value := cost(state, i)
				if best < 0 || value < lowest {
					best = i
					lowest = value
				}
			}
		}
		taken[best] = 1
		Ordered[at] = best
		c := ClassCell[best]
		for k := range NearCount[c] {
			Pending[Near[8*c+k]] -= 1
			Entered[Near[8*c+k]] = 1
		}
	}
}

// find returns the index of the state with the given key among the states from first to n-1; a and
// b are its parts in KeyA and KeyB. If there is none, find adds the state at index n and returns n.
func find(a int, b int, first int, n int) int {
	h := (7*(a%1000003) + b%999983) % Buckets
	i := Table[h]
	for i >= first && i < n && Home[i] == h {
		if KeyA[i] == a && KeyB[i] == b {
			return i
		}
		h = (h + 1) % Buckets
		i = Table[h]
	}
	Table[h] = n
	Home[n] = h
	KeyA[n] = a
	KeyB[n] = b
	Low[n] = Cells
	High[n] = -1
	return n
}

// sweep builds the graph by which placements of mines are counted: its nodes are groups of
// equivalent placements (states, see KeyA). It returns the number of states, or 0 if the position
// is too complex for the tables.
func sweep(cells []int, state []int, classes int) int {
	used := make([]int, 32)
	slots := make([]int, 8)
	rest := make([]int, 8)
	Low[0] = 0
	High[0] = 0
	KeyA[0] = 0
	KeyB[0] = 0
	Layer[0] = 0
	Layer[1] = 1
	n := 1
	edges := 0
	for i := range classes {
		size := ClassSize[Ordered[i]]
		c := ClassCell[Ordered[i]]
		under := 0
		enterA := 0
		enterB := 0
		unitA := 0
		unitB := 0
		for k := range NearCount[c] {
			u := Near[8*c+k]
			if state[u] == 3 {
				Room[u] -= size
				enters := 0
				if Slot[u] < 0 {
					enters = missing(cells, state, u)
					s := 0
					for s < 32 && used[s] == 1 {
						s++
					}
					if s == 32 {
						return 0
					}
					used[s] = 1
					Slot[u] = s
				}
				if Slot[u] < 16 {
					enterA += enters * Powers[Slot[u]]
					unitA += Powers[Slot[u]]
				} else {
					enterB += enters * Powers[Slot[u]-16]
					unitB += Powers[Slot[u]-16]
				}
				slots[under] = Slot[u]
				rest[under] = Room[u]
				under++
			}
		}
		for j := range Layer[i+1] - Layer[i] {
			from := Layer[i] + j
			a := KeyA[from] + enterA
			b := KeyB[from] + enterB
			least := 0
			most := size
			for k := range under {
				need := 0
				if slots[k] < 16 {
					need = a / Powers[slots[k]] % 9
				} else {
					need = b / Powers[slots[k]-16] % 9
				}
				least = max(least, need-rest[k])
				most = min(most, need)
			}
			FirstEdge[from] = edges
			Least[from] = least
			Most[from] = most
			for placed := range most + 1 {
				if placed >= least {
					if n == MostStates || edges == MostEdges {
						return 0
					}
					to := find(a-placed*unitA, b-placed*unitB, Layer[i+1], n)
					n = max(n, to+1)
					Low[to] = min(Low[to], Low[from]+placed)
					High[to] = max(High[to], High[from]+placed)
					EdgeTo[edges] = to
					edges++
				}
			}
		}
		Layer[i+2] = n
		for k := range NearCount[c] {
			u := Near[8*c+k]
			if state[u] == 3 && Room[u] == 0 {
				used[Slot[u]] = 0
			}
		}
	}
	return n
}

// countWays returns the number of placements of all mines that agree with the position, and fills
// Ahead and Behind. It returns 0 if there is no placement, or if these lists are too short. classes
// and n are the numbers of classes and states. sea is the number of cells that touch no open
// number, and hidden the number of mines to place.
func countWays(classes int, n int, sea int, hidden int) float64 {
	total := 0
	for i := range n {
		Place[i] = total
		total += High[i] - Low[i] + 1
	}
	if total > MostWays || Layer[classes+1] == Layer[classes] {
		return 0
	}
	for i := range total {
		Ahead[i] = 0
		Behind[i] = 0
	}
	Ahead[0] = 1
	ways := make([]float64, 9)
	for i := range classes {
		binomials(ClassSize[Ordered[i]], ways)
		for j := range Layer[i+1] - Layer[i] {
			from := Layer[i] + j
			for k := range max(0, Most[from]-Least[from]+1) {
				to := EdgeTo[FirstEdge[from]+k]
				shift := Place[to] + Low[from] + Least[from] + k - Low[to]
				for m := range High[from] - Low[from] + 1 {
					Ahead[shift+m] += float64(Ahead[Place[from]+m] * ways[Least[from]+k])
				}
			}
		}
	}
	Row[0] = 1
	for k := range sea {
		// The product Row[k] * float64(sea-k) would be infinite for 1,021 cells and more.
		Row[k+1] = Row[k] / float64(k+1) * float64(sea-k)
	}
	last := Layer[classes]
	sum := 0.0
	for m := range High[last] - Low[last] + 1 {
		left := hidden - Low[last] - m
		if left >= 0 && left <= sea {
			Behind[Place[last]+m] = Row[left]
			sum += float64(Ahead[Place[last]+m] * Row[left])
		}
	}
	for back := range classes {
		i := classes - 1 - back
		binomials(ClassSize[Ordered[i]], ways)
		for j := range Layer[i+1] - Layer[i] {
			from := Layer[i] + j
			for k := range max(0, Most[from]-Least[from]+1) {
				to := EdgeTo[FirstEdge[from]+k]
				shift := Place[to] + Low[from] + Least[from] + k - Low[to]
				for m := range High[from] - Low[from] + 1 {
					Behind[Place[from]+m] += float64(Behind[shift+m] * ways[Least[from]+k])
				}
			}
		}
	}
	return sum
}

// binomials stores the binomial coefficients C(n, 0) to C(n, n) in ways. n is at most 8.
func binomials(n int, ways []float64) {
	ways[0] = 1
	for k := range n {
		ways[k+1] = ways[k] * float64(n-k) / float64(k+1)
	}
}

// limited returns the probability of a mine in a cell. mine and none are the numbers of placements
// with and without a mine in it. The probability is 0 only if mine is 0, and 1 only if none is 0;
// rounding cannot cause it.
func limited(mine float64, none float64) float64 {
	if mine == 0 {
		return 0
	}
	if none == 0 {
		return 1
	}
	return min(max(mine/(mine+none), 1.1102230246251565e-16), 1-1.1102230246251565e-16)
}

// share computes the probability of a mine in the cells of class Ordered[i], which is the same for
// all of them. It stores the result in p at the index of the class.
func share(i int, p []float64) {
	size := ClassSize[Ordered[i]]
	ways := make([]float64, 9)
	binomials(size, ways)
	mine := 0.0
	none := 0.0
	for j := range Layer[i+1] - Layer[i] {
		from := Layer[i] + j
		for k := range max(0, Most[from]-Least[from]+1) {
			to := EdgeTo[FirstEdge[from]+k]
			placed := Least[from] + k
			shift := Place[to] + Low[from] + placed - Low[to]
			sum := 0.0
			for m := range High[from] - Low[from] + 1 {
				sum += float64(Ahead[Place[from]+m] * Behind[shift+m])
			}
			mine += float64(float64(placed) * (ways[placed] * sum))
			none += float64(float64(size-placed) * (ways[placed] * sum))
		}
	}
	p[Ordered[i]] = limited(mine, none)
}

// solve computes the probability of a mine for every cell, and the states of all cells: 0
// undecided, 1 certainly safe, 2 certainly a mine, 3 an open number, 4 a mine that was found. cells
// contains the number that a cell shows, 9 for a mine that was found, -1 for a closed cell. assume
// is 1 for a closed cell that is supposed to be safe, 2 for one that is supposed to be a mine, and
// otherwise 0. solve returns the number of placements of the mines that agree with this. It returns
// 0 if there is none or the position is too complex.
func solve(cells []int, assume []int, p []float64, state []int) float64 {
	neighbours()
	hidden := Mines
	for c := range Cells {
		state[c] = assume[c]
		if cells[c] >= 0 {
			state[c] = 3
		}
		if cells[c] == 9 {
			state[c] = 4
		}
	}
	if !propagate(cells, state) {
		return 0
	}
	classOf := make([]int, Cells)
	classes := divide(state, classOf)
	sea := 0
	for c := range Cells {
		if state[c] == 2 || state[c] == 4 {
			hidden -= 1
		}
		if state[c] == 0 && classOf[c] < 0 {
			sea++
		}
	}
	arrange(state, classes)
	n := sweep(cells, state, classes)
	if hidden < 0 || n == 0 {
		return 0
	}
	total := countWays(classes, n, sea, hidden)
	if total == 0 {
		return 0
	}
	shares := make([]float64, Cells+1)
	for i := range classes {
		share(i, shares)
	}
	if sea > 0 {
		last := Layer[classes]
		mine := 0.0
		none := 0.0
		for m := range High[last] - Low[last] + 1 {
			left := hidden - Low[last] - m
			both := Ahead[Place[last]+m] * Behind[Place[last]+m]
			mine += both * (float64(left) / float64(sea))
			none += both * (float64(sea-left) / float64(sea))
		}
		shares[Cells] = limited(mine, none)
	}
	for c := range Cells {
		p[c] = 0
		if state[c] == 0 {
			p[c] = shares[Cells]
			if classOf[c] >= 0 {
				p[c] = shares[classOf[c]]
			}
			if p[c] == 0 {
				state[c] = 1
			}
			if p[c] == 1 {
				state[c] = 2
			}
		} else if state[c] == 2 || state[c] == 4 {
			p[c] = 1
		}
	}
	return total
}
