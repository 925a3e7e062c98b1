package source

import "math"

// Weights contains the weights of the agent, in the order in which the game lists them for this
// Kind.
var Weights = []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// Kind is the kind of the agent: 0 gemini, 1 linear, 2 ev, 3 p-wqb.
const Kind = 0

// Depth is the search depth of the agent, in plies. It is always 1, because the agent evaluates its
// own next move only.
const Depth = 1

// Bomb is 1 if the rules allow bombs: the player with fewer mines may once open a square of 5 x 5
// cells. Otherwise it is 0.
const Bomb = 0

// SureFirst is 1 if the agent always opens a cell that is certainly a mine, if there is one.
const SureFirst = 1

// ZeroMode selects the score of the agent gemini for a cell that may be a mine. guess is the score
// as a possible mine, and click the score under the assumption that it is not a mine. ZeroMode 0
// selects guess, and 1 the higher of both. 2 selects the higher of guess and (1 - p) click, where p
// is the probability of a mine.
const ZeroMode = 0

// ExactBlank selects how the agent gemini computes the probability that no neighbour of a cell is a
// mine: 1 exactly, 0 by the function product.
const ExactBlank = 0

// Bands contains the lower limits of the ranges of mine probabilities for which the agent gemini
// has different formulas, the highest first. If there is no third range, the last limit is 2, which
// no probability reaches.
var Bands = []float64{0.99, 0.799999, 0.499999, 2}

// Candidates is the largest number of cells that the agent ev evaluates for a move.
const Candidates = 6

// BombShare is the smallest expected share of all mines in a bomb's square for which the agent uses
// its bomb. The agent also uses it if these mines would win the game.
const BombShare = 0.1568627450980392

// Tie is the largest difference between two scores that count as equal. For scores above 1, it is
// relative to the score.
const Tie = 0.000000000001

// product returns an approximate probability that no neighbour of cell c is a mine. It is the
// product of 1 - p[v] over the undecided neighbours v, as if they were independent. It is 0 if a
// neighbour is known to be a mine.
func product(c int, p []float64, state []int) float64 {
	if around(state, c, 2)+around(state, c, 4) > 0 {
		return 0
	}
	b := 1.0
	for k := range NearCount[c] {
		v := Near[8*c+k]
		if state[v] == 0 {
			b *= 1 - p[v]
		}
	}
	return b
}

// blank returns the probability that no neighbour of cell c is a mine. It is exact if ExactBlank is
// 1 and placements, the number of placements of mines in the position, is not 0. Otherwise it is
// the result of product.
func blank(cells []int, c int, p []float64, state []int, placements float64) float64 {
	if ExactBlank == 0 || placements == 0 || around(state, c, 2)+around(state, c, 4) > 0 || around(state, c, 0) == 0 {
		return product(c, p, state)
	}
	assume := make([]int, Cells)
	after := make([]float64, Cells)
	states := make([]int, Cells)
	for k := range NearCount[c] {
		v := Near[8*c+k]
		if state[v] == 0 {
			assume[v] = 1
		}
	}
	return min(1, solve(cells, assume, after, states)/placements) // rounding may make it larger
}

// safeClick returns the score of opening cell c under the assumption that it is not a mine. p
// contains the probability of a mine in every cell, and b is the probability that no neighbour of c
// is a mine. state contains the state of every cell; see solve.
func safeClick(c int, p []float64, state []int, b float64) float64 {
	mines := around(state, c, 2) + around(state, c, 4)
	score := Weights[13] * float64(8-NearCount[c])
	score += Weights[9] * float64(around(state, c, 3))
	score += Weights[10] * float64(around(state, c, 1))
	score += (Weights[9] + Weights[12]) * float64(mines)
	for k := range NearCount[c] {
		v := Near[8*c+k]
		if state[v] == 0 && (p[v] <= Weights[14] || p[v] > Weights[15]) {
			score += Weights[11]
		}
	}
	return score * math.Pow(1-b, Weights[17])
}

// gemini returns the score of the agent gemini for opening cell c. cells, p and state contain, for
// every cell, what it shows, its probability of a mine, and its state; see solve. placements is the
// number of placements of mines in the position, or 0 if it is unknown.
func gemini(cells []int, c int, p []float64, state []int, placements float64) float64 {
	b := blank(cells, c, p, state, placements)
	if state[c] == 1 {
		return safeClick(c, p, state, b)
	}
	x := p[c]
	guess := 0.0
	if x >= Bands[0] {
		guess = Weights[3] + float64(Weights[4]*x)
	} else if x >= Bands[1] {
		guess = Weights[5] + float64(Weights[6]*x)
	} else if x >= Bands[2] {
		guess = Weights[7] * x * math.Pow(1-b, Weights[16])
	} else if x >= Bands[3] {
		guess = Weights[19] + float64(Weights[20]*x)
	} else {
		guess = Weights[8] * x * math.Pow(1-b, Weights[16])
	}
	if ZeroMode == 1 {
		return max(guess, safeClick(c, p, state, b))
	}
	if ZeroMode == 2 {
		return max(guess, (1-x)*safeClick(c, p, state, b))
	}
	return guess
}

// giveAway returns how many mines become certain for the opponent if cell c is opened and is not a
// mine. The open numbers beside c are examined one by one. A number makes mines certain if it has
// exactly as many other undecided neighbours as it lacks mines. A mine that several numbers make
// certain counts several times. giveAway returns 0 for a cell that is known to be safe.
func giveAway(cells []int, c int, state []int) int {
	given := 0
	for k := range NearCount[c] {
		u := Near[8*c+k]
		if state[c] != 1 && state[u] == 3 {
			need := missing(cells, state, u)
			if need > 0 && need == around(state, u, 0)-1 {
				given += need
			}
		}
	}
	return given
}

// linear returns the score of the agent linear for opening cell c: the sum of its features, each
// multiplied by its weight.
func linear(cells []int, c int, p []float64, state []int) float64 {
	x := p[c]
	q := 1 - x
	free := 1.0
	full := 1.0
	mass := 0.0
	spread := 0.0
	for k := range NearCount[c] {
		v := Near[8*c+k]
		if state[v] == 0 {
			free *= 1 - p[v]
			full *= p[v]
			mass += p[v]
			spread += float64(p[v] * (1 - p[v]))
		}
	}
	undecided := float64(around(state, c, 0))
	score := Weights[0] * x
	score += float64(Weights[2] * q * (mass + float64(around(state, c, 2))))
	score += float64(Weights[3] * q * float64(giveAway(cells, c, state)))
	score += float64(Weights[4] * q * undecided * full)
	score += float64(Weights[5] * q * spread)
	score += float64(Weights[6] * x * spread)
	score += float64(Weights[9] * q * undecided / 8)
	if around(state, c, 2)+around(state, c, 4) > 0 {
		score += float64(Weights[7] * q)
	} else {
		score += float64(Weights[1] * q * free)
	}
	if state[c] == 1 {
		score += Weights[8]
	}
	if around(state, c, 3) == 0 {
		score += Weights[10]
	}
	return score
}

// standing returns the value of a position for the player to move. It is a weighted sum of the number
// of cells that are known to be mines and of the highest probability of a mine in an undecided cell.
// The cell excluded is not counted as a mine; -1 excludes none.
func standing(p []float64, state []int, excluded int) float64 {
	sure := 0
	best := 0.0
	for c := range Cells {
		if state[c] == 2 && c != excluded {
			sure++
		}
		if state[c] == 0 {
			best = max(best, p[c])
		}
	}
	return float64(Weights[2]*float64(sure)) + float64(Weights[3]*best)
}

// ahead returns the score of the agent ev for opening cell c. It evaluates the positions after
// every possible result: a mine or each number. placements is the number of placements of mines in
// the position and must not be 0.
func ahead(cells []int, c int, p []float64, state []int, placements float64) float64 {
	assume := make([]int, Cells)
	next := make([]int, Cells)
	after := make([]float64, Cells)
	states := make([]int, Cells)
	score := 0.0
	if p[c] > 0 {
		assume[c] = 2
		if solve(cells, assume, after, states) > 0 {
			score = p[c] * (1 + float64(Weights[0]*standing(after, states, c)))
			for k := range NearCount[c] {
				v := Near[8*c+k]
				if state[v] == 0 {
					both := p[c] * after[v]
					score += float64(Weights[5] * (both - (p[v] - both)))
				}
			}
		}
		assume[c] = 0
	}
	if p[c] == 1 {
		return score
	}
	for i := range Cells {
		next[i] = cells[i]
	}
	least := around(state, c, 2) + around(state, c, 4)
	outcomes := 0
	last := 0
	for k := range around(state, c, 0) + 1 {
		next[c] = least + k
		q := solve(next, assume, after, states) / placements
		if q > 0 {
			outcomes++
			last = least + k
			score -= float64(Weights[1] * q * standing(after, states, -1))
			if last == 0 {
				score -= float64(Weights[4] * q)
			}
		}
	}
	if p[c] == 0 && outcomes == 1 && (last > 0 || around(state, c, 1) == 0) {
		score += Weights[6]
	}
	return score
}

// promise returns the score by which the agent ev selects the cells that it evaluates. The score is
// p - 0.5 (1-p) b, where p is the probability that cell c is a mine. b is the result of product, the
// approximate probability that none of its neighbours is a mine.
func promise(c int, p []float64, state []int) float64 {
	return p[c] - float64(0.5*(1-p[c])*product(c, p, state))
}

// shortlist selects the cells that the agent ev evaluates: the closed cells with the highest
// results of promise. It stores them in list, best first, and returns their number, at most
// Candidates.
func shortlist(p []float64, state []int, list []int) int {
	scores := make([]float64, Candidates+1)
	n := 0
	for c := range Cells {
		if state[c] < 3 {
			score := promise(c, p, state)
			if n < Candidates || score > scores[n-1]+Tie {
				at := n
				for at > 0 && scores[at-1]+Tie < score {
					scores[at] = scores[at-1]
					list[at] = list[at-1]
					at -= 1
				}
				scores[at] = score
				list[at] = c
				n = min(n+1, Candidates)
			}
		}
	}
	return n
}

// scoreOf returns the score of opening cell c by the formula of the agent Kind. Higher scores are
// better. The parameters are those of gemini.
func scoreOf(cells []int, c int, p []float64, state []int, placements float64) float64 {
	if Kind == 0 {
		return gemini(cells, c, p, state, placements)
	}
	if Kind == 1 {
		return linear(cells, c, p, state)
	}
	if Kind == 2 && placements > 0 {
		return ahead(cells, c, p, state, placements)
	}
	if Kind == 2 { // positions cannot be compared
		return promise(c, p, state)
	}
	return p[c] - float64(Weights[0]*(1-p[c])*product(c, p, state))
}

// middle returns a column or a row for the centre of a bomb: the one nearest to the argument at for
// which the bomb's square lies within the field. side is the number of columns or rows. If the field
// is too short for the square, middle returns its middle.
func middle(at int, side int) int {
	if side <= 4 {
		return side / 2
	}
	return min(max(at, 2), side-3)
}

// inSquare returns the expected number of mines in the closed cells of the 5 x 5 square with centre
// c.
func inSquare(c int, p []float64, state []int) float64 {
	sum := 0.0
	for k := range 25 {
		row := c/Width + k/5 - 2
		column := c%Width + k%5 - 2
		if row >= 0 && row < Height && column >= 0 && column < Width && state[Width*row+column] < 3 {
			sum += p[Width*row+column]
		}
	}
	return sum
}

// bombing returns the centre of the bomb that the agent uses, or -1 if it uses none. p and state
// contain the probability of a mine and the state of every cell; see solve.
func bombing(position []int, p []float64, state []int) int {
	side := position[0]
	own := position[1+side]
	if Bomb == 0 || position[3+side] == 0 || own >= position[2-side] {
		return -1
	}
	best := 0.0
	chosen := -1
	for c := range Cells {
		if c%Width == middle(c%Width, Width) && c/Width == middle(c/Width, Height) {
			mines := inSquare(c, p, state)
			if mines > best+Tie {
				best = mines
				chosen = c
			}
		}
	}
	if 2*(float64(own)+best) <= Mines && best < BombShare*Mines {
		return -1
	}
	return chosen
}

// spread stores approximate probabilities of mines in p, for positions that are too complex for
// solve. Cells that state marks as mines or safe have the probability 1 or 0. All undecided cells
// have the same probability.
func spread(p []float64, state []int) {
	left := Mines
	undecided := 0
	for c := range Cells {
		if state[c] == 2 || state[c] == 4 {
			left -= 1
		}
		if state[c] == 0 {
			undecided++
		}
	}
	for c := range Cells {
		p[c] = 0
		if state[c] == 2 || state[c] == 4 {
			p[c] = 1
		}
		if state[c] == 0 {
			p[c] = max(0, min(1, float64(left)/float64(undecided)))
		}
	}
}

// decide returns the agent's move (see Choose) and stores the score of this move in score[0].
func decide(position []int, score []float64) int {
	cells := make([]int, Cells)
	assume := make([]int, Cells)
	state := make([]int, Cells)
	p := make([]float64, Cells)
	for c := range Cells {
		cells[c] = position[5+c]
	}
	placements := solve(cells, assume, p, state)
	if placements == 0 {
		spread(p, state)
	}
	score[0] = 1
	if SureFirst == 1 {
		for c := range Cells {
			if state[c] == 2 {
				return c
			}
		}
	}
	bomb := bombing(position, p, state)
	if bomb >= 0 {
		score[0] = inSquare(bomb, p, state)
		return Cells + bomb
	}
	list := make([]int, Cells+1)
	n := 0
	if Kind == 2 {
		n = shortlist(p, state, list)
	} else {
		for c := range Cells {
			if state[c] < 3 {
				list[n] = c
				n++
			}
		}
	}
	scores := make([]float64, Cells)
	for i := range n {
		scores[i] = scoreOf(cells, list[i], p, state, placements)
		if i == 0 || scores[i] > score[0] {
			score[0] = scores[i]
		}
	}
	chosen := Cells
	for i := range n {
		if scores[i] >= score[0]-Tie*max(1, math.Abs(score[0])) {
			chosen = min(chosen, list[i])
		}
	}
	return chosen
}

// Evaluate returns the score of the agent's move. The score is 1 if the agent opens a known mine
// without comparing cells. The score of a bomb is the expected number of mines in its square. The
// seat does not matter, because both seats see the same.
func Evaluate(position []int, seat int) float64 {
	score := make([]float64, 1)
	decide(position, score)
	return score[0]
}

// Choose returns the agent's move: the number of a cell to open, or Cells plus the centre of a
// bomb. Among equally good cells it returns the first. The argument depth has no effect.
func Choose(position []int, depth int) int {
	score := make([]float64, 1)
	return decide(position, score)
}
