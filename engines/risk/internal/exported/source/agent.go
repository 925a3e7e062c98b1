package source

// Weights contains the weights of the four features, in this order: territories, units, defence,
// density.
var Weights = []float64{1, 1, 1, 1}

// Depth is the search depth of the agent, in plies. A ply is an attack or the end of a turn.
const Depth = 2

// MinDiff is the smallest number of units by which a territory must exceed an enemy neighbour to
// attack it.
const MinDiff = 1

// WeakestOnly is 1 if a territory attacks only its weakest enemy neighbour, and 0 if it may attack
// all.
const WeakestOnly = 0

// AttacksPerTurn is the largest number of attacks in one turn.
const AttacksPerTurn = 3

// Territories is the number of territories on the map.
const Territories = 4

// First contains, for every territory, the index in Near of its first neighbour. A last element
// contains the length of Near.
var First = []int{0, 2, 4, 6, 8}

// Near contains the neighbours of every territory: first those of territory 0, then those of
// territory 1, and so on.
var Near = []int{1, 2, 0, 3, 3, 0, 2, 1}

// Scale is a common multiple of the numbers of neighbours of territories. It represents 1 in sums
// of fractions such as enemies/neighbours, which are then integers.
const Scale = 2

// ShareScale is the integer that represents 1 in the results of the function share.
const ShareScale = 685341214720

// Moves is the largest number of moves in a position: an attack over every border in either
// direction, and the end of the turn. It is the capacity of lists of moves.
const Moves = 9

// Size is the number of integers in a position: the seat to move, the attacks left in the turn, the
// number of seats, and then the owners and the units of all territories.
const Size = 3 + 2*Territories

// count returns the number of territories that a seat owns.
func count(s []int, seat int) int {
	n := 0
	for x := range Territories {
		if s[3+x] == seat {
			n++
		}
	}
	return n
}

// share returns the fraction u/(u+v) in units of 1/ShareScale, for u and v units on two
// neighbouring territories. share(u, v) and share(v, u) add up to ShareScale.
func share(u int, v int) int {
	if u > v {
		return ShareScale - share(v, u)
	}
	return (ShareScale*u + (u+v)/2) / (u + v)
}

// features stores the four features of a seat in f: its share of all territories, its share of all
// units, defence and density. Defence is the mean of u/(u+v) over all borders with u own and v
// enemy units. Density is 1 minus the mean share of enemies among the neighbours of own
// territories.
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

// Evaluate returns the static evaluation of a position for a seat: the sum of the features, each
// multiplied by its weight.
func Evaluate(position []int, seat int) float64 {
	f := make([]float64, 4)
	features(position, seat, f)
	return float64(f[0]*Weights[0]) + float64(f[1]*Weights[1]) + float64(f[2]*Weights[2]) + float64(f[3]*Weights[3])
}

// leaf returns the value of a position at the end of the search, for a seat. It is the sum of the
// features, with weights divided by the largest one. The values of a win and a loss lie beyond all
// others. left is the number of plies that remain to the search. It makes an early win better than
// a late one, and a late loss better than an early one.
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

// threat returns the number of enemy units on the neighbours of territory x.
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

// Draft distributes the new units of the seat to move, one for every territory that it owns. It
// stores the number of new units of each territory in added. It stores the territories that get
// units in order, and returns their number. These are at most half of the seat's territories, but
// at least one: those with the highest ratio of enemy units on the neighbours to own units. They
// share the new units in proportion to this ratio. If the seat has no enemy neighbour, the first
// half of its territories share the units equally.
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

// handOver gives the turn to the next seat that owns a territory, and places its new units.
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

// play stores the position after a move in next. An attack always succeeds.
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

// wanted reports whether the agent considers an attack from territory x on its neighbour number k.
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

// moves stores the attacks that the agent considers in list, and then -1, which ends the turn. It
// returns the length of the list.
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

// search returns the value of a position for a seat, from an alpha-beta search to the given depth
// in plies. The seat maximizes the value, and all other seats minimize it. A value outside the
// window from alpha to beta may be only a bound.
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

// Choose returns the agent's move. If the second number of the position is 0, the seat to move
// places its units. The move is then the first placement: (1 + units) * Territories * Territories +
// territory. Otherwise it is an attack, source * Territories + target, or -1 to end the turn. An
// attack uses half of the units of both territories together, rounded up. Among equally good moves
// Choose returns the first.
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
