package exported

// Weights contains the weights of the features territories, units, defence, density.
var Weights = []float64{1, 1, 1, 1}

// Depth is the search depth of the agent, in plies.
const Depth = 2

// MinDiff is the smallest difference between the units of source and target of an attack.
const MinDiff = 1

// WeakestOnly is 1 if only the weakest enemy beside each own territory is attacked, otherwise 0.
const WeakestOnly = 0

// AttacksPerTurn is the largest number of attacks in one turn.
const AttacksPerTurn = 3

// Territories is the number of territories.
const Territories = 4

// First contains, for every territory, where its neighbours begin in Near. It has one element
// more.
var First = []int{0, 2, 4, 6, 8}

// Near contains the neighbours of all territories.
var Near = []int{1, 2, 0, 3, 3, 0, 2, 1}

// Scale is a common multiple of the numbers of neighbours.
const Scale = 2

// ShareScale is the integer that represents the fraction 1 in sums of shares.
const ShareScale = 685341214720

// Moves is the largest number of moves: one for every border in either direction, and the end of
// the turn.
const Moves = 9

// Size is the number of numbers of a position.
const Size = 3 + 2*Territories

// count returns the number of territories of a seat.
func count(s []int, seat int) int {
	n := 0
	for x := range Territories {
		if s[3+x] == seat {
			n++
		}
	}
	return n
}

// share returns u/(u+v) in units of 1/ShareScale.
func share(u int, v int) int {
	if u > v {
		return ShareScale - share(v, u)
	}
	return (ShareScale*u + (u+v)/2) / (u + v)
}

// features sets f to the features of a seat: the share of territories, the share of units, the
// mean of u/(u+v) over all borders, and 1 minus the mean share of enemies among the neighbours.
func features(s []int, seat int, f []float64) {
	own := 0
	units := 0
	total := 0
	pairs := 0
	defence := 0
	open := 0
	for x := range Territories {
		u := s[3+Territories+x]
		total += u
		if s[3+x] == seat {
			own++
			units += u
			enemies := 0
			for k := range First[x+1] - First[x] {
				y := Near[First[x]+k]
				if s[3+y] != seat {
					enemies++
					defence += share(u, s[3+Territories+y])
				}
			}
			pairs += enemies
			if enemies > 0 {
				open += enemies * (Scale / (First[x+1] - First[x]))
			}
		}
	}
	if own == 0 {
		for i := range 4 {
			f[i] = 0
		}
		return
	}
	most := float64(own) * float64(Scale)
	f[0] = float64(own) / float64(Territories)
	f[1] = float64(units) / float64(total)
	f[2] = 1.0
	if pairs > 0 {
		f[2] = float64(defence) / float64(pairs*ShareScale)
	}
	f[3] = (most - float64(open)) / most
}

// Evaluate returns the weighted sum of the features of a seat.
func Evaluate(position []int, seat int) float64 {
	f := make([]float64, 4)
	features(position, seat, f)
	return float64(f[0]*Weights[0]) + float64(f[1]*Weights[1]) + float64(f[2]*Weights[2]) + float64(f[3]*Weights[3])
}

// leaf returns the value of a position for a seat in the search: the weights are divided by the
// largest. A win is worth more than any other position, a loss less. left is the number of plies
// that the search has left: a win should come early, a loss late.
func leaf(s []int, seat int, left int) float64 {
	own := count(s, seat)
	if own == Territories {
		return 1000.0 + float64(left)
	}
	if own == 0 {
		return -1000.0 - float64(left)
	}
	largest := max(Weights[0], Weights[1], Weights[2], Weights[3])
	if largest == 0 {
		largest = 1
	}
	f := make([]float64, 4)
	features(s, seat, f)
	return float64(f[0]*(Weights[0]/largest)) + float64(f[1]*(Weights[1]/largest)) + float64(f[2]*(Weights[2]/largest)) + float64(f[3]*(Weights[3]/largest))
}

// threat returns the number of enemy units beside a territory.
func threat(s []int, x int) int {
	sum := 0
	for k := range First[x+1] - First[x] {
		y := Near[First[x]+k]
		if s[3+y] != s[3+x] {
			sum += s[3+Territories+y]
		}
	}
	return sum
}

// Draft sets added to the units that the seat to move places on each of its territories: one for
// every territory that it owns. order lists the territories that get units, in the order of
// their border security ratio (enemy units beside a territory, divided by its own units). The
// half with the highest ratios shares the units in proportion to them. Draft returns the number
// of territories in order.
func Draft(s []int, added []int, order []int) int {
	seat := s[0]
	own := 0
	ranked := 0
	for x := range Territories {
		added[x] = 0
		if s[3+x] == seat {
			own++
			if threat(s, x) > 0 {
				at := ranked
				for at > 0 && threat(s, order[at-1])*s[3+Territories+x] < threat(s, x)*s[3+Territories+order[at-1]] {
					order[at] = order[at-1]
					at -= 1
				}
				order[at] = x
				ranked++
			}
		}
	}
	kept := max(1, own/2)
	equal := ranked == 0
	if equal {
		for x := range Territories {
			if s[3+x] == seat && ranked < kept {
				order[ranked] = x
				ranked++
			}
		}
	}
	kept = min(kept, ranked)
	sum := 0.0
	for i := range kept {
		sum += float64(threat(s, order[i])) / float64(s[3+Territories+order[i]])
	}
	left := own
	for left > 0 {
		before := left
		for i := range kept {
			x := order[i]
			units := (2*before + kept) / (2 * kept)
			if !equal {
				ratio := float64(threat(s, x)) / float64(s[3+Territories+x])
				units = int(float64(ratio*(float64(before)/sum)) + 0.500000001)
			}
			units = min(max(units, 1), left)
			added[x] += units
			left -= units
		}
	}
	return kept
}

// handOver ends a turn: the next seat with a territory places its units.
func handOver(s []int) {
	s[0] = (s[0] + 1) % s[2]
	for count(s, s[0]) == 0 {
		s[0] = (s[0] + 1) % s[2]
	}
	s[1] = AttacksPerTurn
	added := make([]int, Territories)
	order := make([]int, Territories)
	Draft(s, added, order)
	for x := range Territories {
		s[3+Territories+x] += added[x]
	}
}

// play sets next to the position after a move, in which an attack succeeds.
func play(s []int, move int, next []int) {
	for i := range Size {
		next[i] = s[i]
	}
	if move >= 0 {
		x := move / Territories
		y := move % Territories
		u := s[3+Territories+x]
		v := s[3+Territories+y]
		army := (u + v + 1) / 2
		next[3+y] = s[0]
		next[3+Territories+x] = u - army
		next[3+Territories+y] = army - v
		if army == u {
			next[3+Territories+x] = 1
			next[3+Territories+y] = 1
		}
		next[1] -= 1
		if next[1] > 0 || count(next, s[0]) == Territories {
			return
		}
	}
	handOver(next)
}

// wanted reports whether the agent considers the attack from territory x on its k-th neighbour.
func wanted(s []int, x int, k int) bool {
	y := Near[First[x]+k]
	if s[3+x] != s[0] || s[3+y] == s[0] || s[3+Territories+x]-s[3+Territories+y] < MinDiff {
		return false
	}
	if WeakestOnly == 1 {
		for other := range First[x+1] - First[x] {
			z := Near[First[x]+other]
			if s[3+z] != s[0] {
				if s[3+Territories+z] < s[3+Territories+y] || s[3+Territories+z] == s[3+Territories+y] && other < k {
					return false
				}
			}
		}
	}
	return true
}

// moves sets list to the attacks that the agent considers, and -1, the end of the turn. It returns
// their number.
func moves(s []int, list []int) int {
	n := 0
	for x := range Territories {
		for k := range First[x+1] - First[x] {
			if wanted(s, x, k) {
				list[n] = x*Territories + Near[First[x]+k]
				n++
			}
		}
	}
	list[n] = -1
	return n + 1
}

// search returns the value of a position for a seat, which maximises it while all others minimise
// it. Values outside of alpha and beta may be bounds.
func search(s []int, seat int, depth int, alpha float64, beta float64) float64 {
	own := count(s, seat)
	if depth == 0 || own == 0 || own == Territories {
		return leaf(s, seat, depth)
	}
	list := make([]int, Moves)
	next := make([]int, Size)
	best := 1e9
	if s[0] == seat {
		best = -1e9
	}
	for i := range moves(s, list) {
		if alpha >= beta {
			return best
		}
		play(s, list[i], next)
		value := search(next, seat, depth-1, alpha, beta)
		if s[0] == seat {
			best = max(best, value)
			alpha = max(alpha, best)
		} else {
			best = min(best, value)
			beta = min(beta, best)
		}
	}
	return best
}

// Choose returns the agent's move. While the seat places units (the second number of the position
// is 0) it is the first placement: (1 + units) * Territories * Territories + territory. Otherwise
// it is an attack, source * Territories + target, with half of the units of both, rounded up; or
// -1, the end of the turn. It is the first of several equally good moves.
func Choose(position []int, depth int) int {
	list := make([]int, Moves)
	next := make([]int, Size)
	if position[1] == 0 {
		added := make([]int, Territories)
		order := make([]int, Territories)
		Draft(position, added, order)
		return (1+added[order[0]])*Territories*Territories + order[0]
	}
	best := -1e9
	chosen := -1
	for i := range moves(position, list) {
		play(position, list[i], next)
		value := search(next, position[0], depth-1, best, 1e9)
		if value > best {
			best = value
			chosen = list[i]
		}
	}
	return chosen
}
