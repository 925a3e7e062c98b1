package source

import "math"

// Weights contains the weights of the agent, in the order in which the game lists them for this
// kind of agent.
var Weights = []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// Kind is the kind of the agent: 0 gemini, 1 linear, 2 ev, 3 p-wqb.
const Kind = 0

// Depth is the search depth of the agent, in plies. It is always 1: the agent evaluates its own
// next move and no answers to it.
const Depth = 1

// Bomb is 1 if a player with fewer mines may once open a square of 5 x 5 cells.
const Bomb = 0

// SureFirst is 1 if the agent opens a cell that is certainly a mine before all other cells.
const SureFirst = 1

// ZeroMode selects how the agent gemini scores a cell. There are two scores: guess, for a cell that
// may be a mine, and click, which assumes that it is not a mine. 0 selects guess, and 1 the higher
// of both. 2 selects the higher of guess and (1 - p) click, where p is the probability of a mine.
const ZeroMode = 0

// ExactBlank is 1 if the agent gemini computes the exact probability that no neighbour of a cell is
// a mine. It is 0 if the agent uses the product of the neighbours' probabilities instead.
const ExactBlank = 0

// Bands contains the lower limits of the ranges (bands) of mine probabilities in which the agent
// gemini scores cells differently, the highest first. If the agent has no third band, the last
// limit is 2, which no probability reaches.
var Bands = []float64{0.99, 0.799999, 0.499999, 2}

// Candidates is the largest number of cells that the agent ev examines for a move. The function
// shortlist selects them.
const Candidates = 6

// BombShare is the smallest share of all mines that the agent must expect in the square of its bomb
// before it uses the bomb. With fewer mines, it uses the bomb only if they give it more than half
// of all mines.
const BombShare = 0.1568627450980392

// Tie is the largest difference between two scores that count as equal.
const Tie = 0.000000000001

// product returns an approximation of the probability that no neighbour of cell c is a mine. It
// multiplies 1 - p[v] over the undecided neighbours v, as if they were independent of each other. p
// contains the probability of a mine in every cell. The result is 0 if a neighbour is known to be a
// mine.
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

// blank returns the probability that no neighbour of cell c is a mine. The result is approximate if
// ExactBlank is 0 or if placements, the number of placements of mines in the position, is 0.
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

// safeClick returns the value of opening cell c if the cell has no mine. p contains the probability
// of a mine in every cell, and b is the probability that no neighbour of c has a mine. state
// contains what is known about every cell, in the numbers that the comment of solve lists.
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

// gemini returns the points by which the agent gemini rates opening cell c. cells contains what
// every cell shows, p the probability of a mine in every cell, and state what is known about every
// cell; see solve. placements is the number of placements of mines in the position, or 0 if it is
// unknown.
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

// giveAway returns how many mines the opponent could locate if cell c is opened and turns out not
// to be a mine. An open number locates mines if, without c, it has exactly as many undecided
// neighbours as it lacks mines. A mine that several numbers locate counts several times. giveAway
// returns 0 for a cell that is known to be safe.
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

// linear returns the score of the agent linear for a cell: the weighted sum of its features.
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

// standing returns the value of a position for the player to move. It depends on how many cells are
// known to contain mines, and on the highest probability of a mine among uncertain cells. The cell
// excluded is not counted; -1 excludes none.
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

// ahead returns the score of the agent ev for a cell: the gain expected from opening it, with the
// values of all positions that may follow. placements must not be 0.
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

// promise returns the score by which the agent ev selects the cells for which it looks one move
// ahead. The score is p - 0.5 (1-p) b, where p is the probability that the cell is a mine. b is the
// result of the function product: about the probability that none of its neighbours is a mine.
func promise(c int, p []float64, state []int) float64 {
	return p[c] - float64(0.5*(1-p[c])*product(c, p, state))
}

// shortlist selects the closed cells for which the agent ev looks one move ahead: those with the
// highest scores of the function promise. It stores them in list, best first, and returns their
// number, at most Candidates.
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

// scoreOf returns the score of opening cell c, by the formula of the agent that Kind selects. The
// agent prefers cells with higher scores. The parameters are the same as those of the function
// gemini.
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

// middle returns a column or a row for the centre of a bomb: the one nearest to at for which the
// bomb's square lies within the field. side is the number of columns or rows. If the field is too
// short for the square, middle returns its middle.
func middle(at int, side int) int {
	if side <= 4 {
		return side / 2
	}
	return min(max(at, 2), side-3)
}

// inSquare returns the number of mines expected in the square of a bomb with centre c.
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

// bombing returns the cell on which the agent centres its bomb, or -1 if it does not use the bomb
// now. p contains the probability of a mine and state what is known, both by cell.
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

// spread stores an approximate probability of a mine in every cell in p, for a position that the
// function solve cannot count. state contains what solve has found out from single numbers: some
// cells are certain mines or certainly safe. All other closed cells have the same probability.
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

// decide returns the agent's move, and stores the score of this move in score[0].
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
// without comparing cells. If the agent uses its bomb, it is the number of mines expected in the
// bomb's square. Both seats see the same, so seat does not matter.
func Evaluate(position []int, seat int) float64 {
	score := make([]float64, 1)
	decide(position, score)
	return score[0]
}

// Choose returns the agent's move, the number of a cell to open. For a bomb it is the number of its
// central cell plus the number of all cells. Of equally good cells Choose returns the first. depth
// does not matter.
func Choose(position []int, depth int) int {
	score := make([]float64, 1)
	return decide(position, score)
}
