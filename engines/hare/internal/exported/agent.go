package exported

// Weights contains the weights of the features S (lettuces), C (carrots) and P (progress).
var Weights = []float64{1, 1, 1}

// Scaled contains the weights times Unit / 100, rounded.
var Scaled = []int{1000000000, 1000000000, 1000000000}

// Unit is the number of steps in 1 of the evaluation.
const Unit = 100000000000

// Depth is the search depth of the agent, in moves.
const Depth = 4

// Rule states what a player maximises in the search: 0 its own value, 1 its lead over the best
// other player, 2 its own value and, among equal ones, its lead.
const Rule = 0

// Cards is 1 if the value of a hare square is the mean over the cards, and 0 if the search treats
// it as an empty square.
const Cards = 1

// Penalty is deducted for a hare square if Cards is 0, in steps of the evaluation.
const Penalty = 0

// Width contains the number of moves to search at each ply, chosen by static value; 0 is all. The
// last element repeats.
var Width = []int{0, 0, 8, 8, 4}

// Widths is the number of elements of Width.
const Widths = 5

// Kinds contains the kind of every square: 0 without effect, 1 hare, 2 carrots, 3 lettuce, 4
// hedgehog.
var Kinds = []int{0, 1, 2}

// Pays contains, for every square, the ranks that it pays, as a sum of 2 to the power of each.
var Pays = []int{0, 0, 0}

// Start contains the carrots at the start, by the number of players.
var Start = []int{0, 0, 68, 68, 68, 98, 98}

// Corners is the number of corners of each curve of the value of carrots.
const Corners = 7

// CarrotsAt contains the carrots at the corners of the three curves: in the first half of the
// track, in the second, and if the carrots suffice to reach the finish.
var CarrotsAt = []int{0, 10, 30, 60, 100, 200, 300}

// Heights contains the values at the corners, in hundredths.
var Heights = []int{0, 2000, 4400, 6800, 8600, 10600, 11100}

// Half is the first square of the second half of the track.
const Half = 32

// Lettuces contains the value of lettuces in hand, in hundredths: for each number of lettuces from
// 0 to 3 the values for 0 to 5 lettuce squares ahead.
var Lettuces = []int{0, 0, 0, 0, 0, 0}

// Runner is the number of numbers of a player in a state: square, carrots, lettuces, 1 if the next
// turn is forced, place (0 on the track), hare squares entered in the search.
const Runner = 6

// State is the number of numbers of a state: the players, the player to move, and six runners.
const State = 2 + 6*Runner

// Most is an upper bound of the number of moves.
const Most = 68

// cost returns the carrots that some steps forward cost.
func cost(steps int) int {
	return steps * (steps + 1) / 2
}

// rank returns the rank of a player: 1 for the player nearest to the finish, or its place.
func rank(s []int, i int) int {
	own := 2 + Runner*i
	if s[own+4] > 0 {
		return s[own+4]
	}
	rank := 1
	for k := range s[0] {
		if s[2+Runner*k] > s[own] {
			rank++
		}
	}
	return rank
}

// finished returns the number of players in the finish.
func finished(s []int) int {
	n := 0
	for k := range s[0] {
		if s[2+Runner*k+4] > 0 {
			n++
		}
	}
	return n
}

// income returns the carrots that a player gets from a number square at the start of its turn.
func income(s []int, i int) int {
	ranks := Pays[s[2+Runner*i]]
	r := rank(s, i)
	for range r {
		ranks = ranks / 2
	}
	if ranks%2 == 1 {
		return 10 * r
	}
	return 0
}

// rounded returns a/b for b > 0, rounded to the nearest integer, halves away from zero.
func rounded(a int, b int) int {
	if a < 0 {
		return -((-2*a + b) / (2 * b))
	}
	return (2*a + b) / (2 * b)
}

// carrotValue returns the value of carrots by one of the three curves, in hundredths.
func carrotValue(curve int, carrots int) int {
	at := Corners*curve + 1
	for at < Corners*curve+Corners-1 && carrots > CarrotsAt[at] {
		at++
	}
	return Heights[at-1] + rounded((Heights[at]-Heights[at-1])*(carrots-CarrotsAt[at-1]), CarrotsAt[at]-CarrotsAt[at-1])
}

// features sets f to the features S, C and P of a player on the track, in hundredths.
func features(s []int, i int, f []int) {
	own := 2 + Runner*i
	at := s[own]
	carrots := s[own+1] + income(s, i)
	lettuces := s[own+2]
	if s[own+3] == 1 && Kinds[at] == 3 {
		lettuces -= 1
		carrots += 10 * rank(s, i)
	}
	curve := 0
	if at >= Half {
		curve = 1
	}
	if carrots >= cost(64-at) {
		curve = 2
	}
	ahead := 0
	for k := range 64 {
		if k > at && Kinds[k] == 3 {
			ahead++
		}
	}
	f[0] = Lettuces[6*lettuces+min(ahead, 5)]
	f[1] = carrotValue(curve, carrots)
	f[2] = 300 * at
}

// Evaluate returns the weighted sum of the features of a player. A player in the finish has 1000000
// for the first place and 1000 less for every further one, times the weight of P.
func Evaluate(position []int, seat int) float64 {
	f := make([]int, 3)
	s := make([]int, State)
	load(position, s)
	if s[2+Runner*seat+4] > 0 {
		f[2] = 100 * (1000000 - 1000*(s[2+Runner*seat+4]-1))
	} else if finished(s)+1 >= s[0] {
		f[2] = -100000000
	} else {
		features(s, seat, f)
	}
	return Weights[0]*(float64(f[0])/100) + Weights[1]*(float64(f[1])/100) + Weights[2]*(float64(f[2])/100)
}

// load converts a position to a state.
func load(position []int, s []int) {
	for i := range State {
		s[i] = 0
	}
	s[0] = position[0]
	s[1] = position[1]
	for i := range position[0] {
		for k := range 5 {
			s[2+Runner*i+k] = position[2+5*i+k]
		}
	}
}

// judge sets v to the value of a state for every player, in steps of the evaluation.
func judge(s []int, v []int) {
	f := make([]int, 3)
	over := finished(s)+1 >= s[0]
	for i := range s[0] {
		own := 2 + Runner*i
		if s[own+4] > 0 {
			v[i] = Unit * (1000000 - 1000*(s[own+4]-1))
		} else if over {
			v[i] = Unit * -1000000
		} else {
			features(s, i, f)
			v[i] = Scaled[0]*f[0] + Scaled[1]*f[1] + Scaled[2]*f[2]
		}
		v[i] -= Penalty * s[own+5]
	}
}

// free reports whether no piece is on a square of the track.
func free(s []int, at int) bool {
	for i := range s[0] {
		if s[2+Runner*i] == at && at < 64 {
			return false
		}
	}
	return true
}

// moves sets list to the legal moves and returns their number: steps forward, steps back to a
// hedgehog (negative), 1001 and 1002 to take and to give ten carrots, 0 for a forced turn.
func moves(s []int, list []int) int {
	n := 0
	own := 2 + Runner*s[1]
	at := s[own]
	if s[own+3] == 1 {
		list[0] = 0
		return 1
	}
	carrots := s[own+1] + income(s, s[1])
	for k := range 64 - at {
		to := at + k + 1
		if cost(k+1) <= carrots && Kinds[to] != 4 && free(s, to) && (Kinds[to] != 3 || s[own+2] > 0) {
			if to < 64 || s[own+2] == 0 && carrots-cost(k+1) <= 10*(finished(s)+1) {
				list[n] = k + 1
				n++
			}
		}
	}
	back := at - 1
	for back > 0 && Kinds[back] != 4 {
		back -= 1
	}
	if back > 0 && free(s, back) {
		list[n] = back - at
		n++
	}
	if Kinds[at] == 2 {
		list[n] = 1001
		n++
		if carrots >= 10 {
			list[n] = 1002
			n++
		}
	}
	if n == 0 {
		list[0] = 0
		n = 1
	}
	return n
}

// pass passes the turn to the next player on the track.
func pass(s []int) {
	s[1] = (s[1] + 1) % s[0]
	for s[2+Runner*s[1]+4] > 0 && finished(s) < s[0] {
		s[1] = (s[1] + 1) % s[0]
	}
}

// play makes a move in a state. If the move enters a hare square, it is still the player's turn,
// and play returns the carrots that the move cost. Otherwise it returns 0.
func play(s []int, move int) int {
	own := 2 + Runner*s[1]
	if s[own+3] == 1 {
		s[own+3] = 0
		if Kinds[s[own]] == 3 {
			s[own+2] -= 1
			s[own+1] += 10 * rank(s, s[1])
		}
	} else if move == 0 {
		s[own] = 0
		s[own+1] = Start[s[0]]
	} else {
		s[own+1] += income(s, s[1])
		if move == 1001 {
			s[own+1] += 10
		} else if move == 1002 {
			s[own+1] -= 10
		} else if move < 0 {
			s[own] += move
			s[own+1] -= 10 * move
		} else {
			s[own] += move
			s[own+1] -= cost(move)
			if s[own] == 64 {
				s[own+4] = finished(s) + 1
			} else if Kinds[s[own]] == 3 {
				s[own+3] = 1
			} else if Kinds[s[own]] == 1 {
				return cost(move)
			}
		}
	}
	pass(s)
	return 0
}

// draw carries out a hare card for the player to move: 0 no card, 1 give ten carrots to everyone
// behind, 2 miss a turn or move again, 3 have 65 carrots, 4 ten carrots for each lettuce, 5 lose
// half, 6 the last move was free, 7 no effect, 8 a carrot from everyone.
func draw(s []int, card int, paid int) {
	own := 2 + Runner*s[1]
	ahead := rank(s, s[1]) - 1
	behind := s[0] - 1 - ahead
	if card == 1 && s[own+1] >= 10*behind {
		s[own+1] -= 10 * behind
		for i := range s[0] {
			if s[2+Runner*i] < s[own] {
				s[2+Runner*i+1] += 10
			}
		}
	}
	if card == 2 && behind <= ahead {
		return
	}
	if card == 2 || card == 4 && s[own+2] == 0 {
		s[own+3] = 1
	}
	if card == 3 {
		s[own+1] = 65
	}
	if card == 4 {
		s[own+1] += 10 * s[own+2]
	}
	if card == 5 {
		s[own+1] -= s[own+1] / 2
	}
	if card == 6 {
		s[own+1] += paid
	}
	if card == 8 {
		for i := range s[0] {
			other := 2 + Runner*i
			if i != s[1] && s[other+4] == 0 && s[other+1] > 0 {
				s[other+1] -= 1
				s[own+1] += 1
			}
		}
	}
	pass(s)
}

// lead returns the value of a player less the highest value of another.
func lead(v []int, players int, i int) int {
	rival := -1
	for k := range players {
		if k != i && (rival < 0 || v[k] > v[rival]) {
			rival = k
		}
	}
	return v[i] - v[rival]
}

// better reports whether a player prefers the vector a to the vector b.
func better(a []int, b []int, players int, i int) bool {
	if Rule == 1 {
		return lead(a, players, i) > lead(b, players, i)
	}
	if Rule == 2 && a[i] == b[i] {
		return lead(a, players, i) > lead(b, players, i)
	}
	return a[i] > b[i]
}

// descend sets v to the value of a state that a player has moved to, after a search of the given
// depth. paid is positive if a card is to be drawn.
func descend(s []int, paid int, mover int, depth int, ply int, v []int) {
	if paid > 0 && Cards == 1 {
		next := make([]int, State)
		sum := make([]int, 6)
		for card := range 8 {
			for i := range State {
				next[i] = s[i]
			}
			draw(next, card+1, paid)
			descend(next, 0, mover, depth, ply, v)
			for i := range s[0] {
				sum[i] += v[i]
				if card < 7 { // there are two of each card but the last
					sum[i] += v[i]
				}
			}
		}
		for i := range s[0] {
			v[i] = sum[i] / 15
		}
		return
	}
	if paid > 0 {
		next := make([]int, State)
		for i := range State {
			next[i] = s[i]
		}
		next[2+Runner*mover+5] += 1
		draw(next, 0, paid)
		descend(next, 0, mover, depth, ply, v)
		return
	}
	if depth == 0 || s[2+Runner*mover+4] > 0 {
		judge(s, v)
		return
	}
	search(s, depth, ply, v)
}

// search sets v to the value of a state after the best moves of all players, and returns the best
// move. At each ply it looks at the moves with the best static values.
func search(s []int, depth int, ply int, v []int) int {
	mover := s[1]
	list := make([]int, Most)
	order := make([]int, Most)
	static := make([]int, 6*Most)
	next := make([]int, State)
	value := make([]int, 6)
	other := make([]int, 6)
	n := moves(s, list)
	for k := range n {
		for i := range State {
			next[i] = s[i]
		}
		paid := play(next, list[k])
		descend(next, paid, mover, 0, ply, value)
		for i := range s[0] {
			static[6*k+i] = value[i]
		}
		at := k
		for at > 0 {
			for i := range s[0] {
				other[i] = static[6*order[at-1]+i]
			}
			if !better(value, other, s[0], mover) {
				break
			}
			order[at] = order[at-1]
			at -= 1
		}
		order[at] = k
	}
	limit := Width[min(ply, Widths-1)]
	if limit == 0 || limit > n || depth == 1 {
		limit = n
	}
	chosen := 0
	for k := range limit {
		for i := range State {
			next[i] = s[i]
		}
		paid := play(next, list[order[k]])
		descend(next, paid, mover, depth-1, ply+1, value)
		if k == 0 || better(value, v, s[0], mover) {
			chosen = list[order[k]]
			for i := range s[0] {
				v[i] = value[i]
			}
		}
	}
	return chosen
}

// Choose returns the agent's move: steps forward, steps back (negative), 1001 to take ten carrots,
// 1002 to give ten, 0 for a forced turn.
func Choose(position []int, depth int) int {
	s := make([]int, State)
	v := make([]int, 6)
	load(position, s)
	return search(s, depth, 0, v)
}
