package source

// Weights contains the weights of the features, in this order: S (value of the lettuces), C (value
// of the carrots) and P (progress).
var Weights = []float64{1, 1, 1}

// Scaled contains the weights for the integer arithmetic of the search: weight times Unit/100,
// rounded. Multiplied by features in hundredths, they give evaluations in which Unit represents 1.
var Scaled = []int{1000000000, 1000000000, 1000000000}

// Unit is the integer that represents an evaluation of 1 in the search. The search uses integers so
// that its results are equal on all machines.
const Unit = 100000000000

// Depth is the search depth of the agent, in moves.
const Depth = 4

// Rule selects what each player maximizes in the search. 0 is its own value, and 1 its lead over
// the best other player. 2 is its own value and, among equal ones, its lead.
const Rule = 0

// Cards selects how the search treats hare squares. With 1, the value of a move to a hare square is
// the mean over all cards. With 0, such a square has no effect except Penalty.
const Cards = 1

// Penalty is subtracted from a player's value for every hare square that the player enters during
// the search, if Cards is 0. Unit represents a value of 1.
const Penalty = 0

// Sorted selects the order in which the search examines moves. With 1, moves to positions with a
// better static evaluation come first. With 0, the order is that of the function moves. Among moves
// with equal values, the search chooses the one examined first.
const Sorted = 1

// Width limits the moves that a sorted search examines at each ply, to those with the best static
// evaluations. Width[i] is the number of moves at ply i, and 0 means all. The last element applies
// to all later plies. The last ply of a search examines all moves.
var Width = []int{0, 0, 8, 8, 4}

// Widths is the length of Width.
const Widths = 5

// Kinds contains the kind of every square: 0 no effect, 1 hare, 2 carrots, 3 lettuce, 4 hedgehog.
var Kinds = []int{0, 1, 2}

// Pays contains, for every square, the ranks that get carrots there, as a sum of 2^rank.
var Pays = []int{0, 0, 0}

// Start contains the number of carrots of a player at the start of the game. The index is the
// number of players.
var Start = []int{0, 0, 68, 68, 68, 98, 98}

// Corners is the number of points of each of the three piecewise linear curves that give the value
// of carrots.
const Corners = 7

// CarrotsAt contains the numbers of carrots at the points of three curves, one curve after another.
// A curve gives the value of a player's carrots; Heights contains the values at the points. The
// first curve applies in the first half of the track, and the second in the second half. The third
// applies if the carrots suffice to reach the finish.
var CarrotsAt = []int{0, 10, 30, 60, 100, 200, 300}

// Heights contains the values at the points of the three curves, in hundredths: Heights[i] is the
// value of CarrotsAt[i] carrots. Between two points the value is interpolated linearly.
var Heights = []int{0, 2000, 4400, 6800, 8600, 10600, 11100}

// Half is the first square of the second half of the track.
const Half = 32

// Lettuces contains the values of a player's lettuces, in hundredths. The index is 6*lettuces +
// squares, with 0 to 3 lettuces and 0 to 5 lettuce squares ahead of the player.
var Lettuces = []int{0, 0, 0, 0, 0, 0}

// Runner is the number of integers that describe a player in a state: square, carrots, lettuces, 1
// if the next turn is forced, place (0 on the track), and hare squares entered during the search.
const Runner = 6

// State is the number of integers of a state: the number of players, the player to move, and Runner
// integers for each of six players.
const State = 2 + 6*Runner

// Most is an upper bound of the number of legal moves in a position. It is the capacity of lists of
// moves.
const Most = 68

// cost returns the number of carrots that a move of the given number of steps forward costs.
func cost(steps int) int {
	return steps * (steps + 1) / 2
}

// rank returns the rank of player i in the race. For a player on the track, this is one more than
// the number of players ahead. For a player who has finished, it is the place.
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

// finished returns the number of players that have reached the finish.
func finished(s []int) int {
	n := 0
	for k := range s[0] {
		if s[2+Runner*k+4] > 0 {
			n++
		}
	}
	return n
}

// income returns the number of carrots that player i gets from a number square at the start of its
// turn. It is ten times the player's rank if the square pays this rank, and otherwise 0.
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

// rounded returns a/b rounded to the nearest integer, with halves away from zero. b must be
// positive.
func rounded(a int, b int) int {
	if a < 0 {
		return -((-2*a + b) / (2 * b))
	}
	return (2*a + b) / (2 * b)
}

// carrotValue returns the value of a number of carrots by one of the three curves (0 to 2), in
// hundredths. More than 99,999 carrots have the value of 99,999.
func carrotValue(curve int, carrots int) int {
	carrots = min(carrots, 99999)
	at := Corners*curve + 1
	for at < Corners*curve+Corners-1 && carrots > CarrotsAt[at] {
		at++
	}
	return Heights[at-1] + rounded((Heights[at]-Heights[at-1])*(carrots-CarrotsAt[at-1]), CarrotsAt[at]-CarrotsAt[at-1])
}

// features stores the features S, C and P of player i in f, in hundredths. The player must be on
// the track.
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

// Evaluate returns the static evaluation of a position for a seat: the sum of the features, each
// multiplied by its weight. It does not search. For a player who has finished, the feature P is
// 1000000 for the first place and 1000 less for each further place. The other features are then 0.
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

// load converts a position in the form that the agent receives to a state and stores it in s. A
// state has six integers per player instead of five, the last of which is 0, and room for six
// players.
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

// judge stores the static evaluation of the state s for every player in v. Unit represents an
// evaluation of 1.
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

// free reports whether a piece can enter the square at: it is the finish or no player is on it.
func free(s []int, at int) bool {
	for i := range s[0] {
		if s[2+Runner*i] == at && at < 64 {
			return false
		}
	}
	return true
}

// moves stores the legal moves of the player to move in list and returns their number. A positive
// move is a number of squares forward, and a negative one a number of squares back to a hedgehog.
// 1001 takes ten carrots, 1002 gives ten carrots, and 0 is the move of a player who has no other.
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

// pass gives the turn to the next player who has not finished.
func pass(s []int) {
	s[1] = (s[1] + 1) % s[0]
	for s[2+Runner*s[1]+4] > 0 && finished(s) < s[0] {
		s[1] = (s[1] + 1) % s[0]
	}
}

// play makes a move in the state s and ends the turn. If the move enters a hare square, the turn
// does not end, and play returns the carrots that the move cost; the caller must then draw a card.
// Otherwise play returns 0.
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

// draw applies a hare card to the player to move and ends the turn, unless the player moves again.
// paid is the number of carrots that the last move cost. The cards are: 0 no card; 1 give ten
// carrots to every player behind, or none to anyone if the carrots do not suffice for all; 2 miss a
// turn if more players are behind than ahead, otherwise move again; 3 have 65 carrots; 4 get ten
// carrots for each lettuce, or miss a turn without lettuces; 5 lose half of the carrots; 6 get the
// carrots of the last move back; 7 no effect; 8 get a carrot from every other player on the track
// who has any.
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

// lead returns the lead of player i: its value minus the highest value of the other players.
func lead(v []int, players int, i int) int {
	rival := -1
	for k := range players {
		if k != i && (rival < 0 || v[k] > v[rival]) {
			rival = k
		}
	}
	return v[i] - v[rival]
}

// better reports whether player i prefers the values a to the values b. Each list contains the
// value of a position for every player. Rule selects whether the player compares its own values or
// its leads over the other players.
func better(a []int, b []int, players int, i int) bool {
	if Rule == 1 {
		return lead(a, players, i) > lead(b, players, i)
	}
	if Rule == 2 && a[i] == b[i] {
		return lead(a, players, i) > lead(b, players, i)
	}
	return a[i] > b[i]
}

// descend stores the value of the state s for every player in v. The value comes from a search of
// the given depth, in plies. mover has just made the move that led to s, and ply is the number of
// moves since the root. If paid is positive, mover has entered a hare square for this many carrots
// and must still draw a card.
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

// search returns the best move in the state s by max^n: every player makes the move that is best
// for itself. It stores the values after this move in v, one for each player. depth is the number
// of plies to search, and ply the number of moves since the root. If Sorted is 1, Width limits the
// number of examined moves.
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
		if Sorted == 0 {
			order[k] = k
			continue
		}
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
	if Sorted == 0 || limit == 0 || limit > n || depth == 1 {
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

// Choose returns the move that the agent plays in a position; depth is in plies. A positive move is
// a number of squares forward, and a negative one a number of squares back. 1001 takes ten carrots,
// 1002 gives ten carrots, and 0 is the move of a player who has no other.
func Choose(position []int, depth int) int {
	s := make([]int, State)
	v := make([]int, 6)
	load(position, s)
	return search(s, depth, 0, v)
}
