package pattern

import "math/bits"

// Arrange sorts rows, which are indices of positions, by the number of discs. The sort is stable.
func Arrange(positions [][2]uint64, rows []int32) {
	var from [66]int
	for _, row := range rows {
		from[discsOf(positions[row])+1]++
	}
	for discs := range 65 {
		from[discs+1] += from[discs]
	}
	sorted := make([]int32, len(rows))
	for _, row := range rows {
		at := &from[discsOf(positions[row])]
		sorted[*at] = row
		*at++
	}
	copy(rows, sorted)
}

func discsOf(p [2]uint64) int { return bits.OnesCount64(p[0] | p[1]) }

// Sweep evaluates the positions with the indices in rows. weights has Columns() elements. It calls
// slope with the index and the value of each position. If gradient is not nil, Sweep adds the
// derivative of the value with respect to each weight, times the result of slope. It is fastest if
// positions with equally many discs follow each other.
func Sweep(positions [][2]uint64, rows []int32, weights, gradient []float64, slope func(row int32, worth float64) float64) {
	s := &sweep{weights: weights, gradient: gradient, values: make([]float64, patternLayout.size)}
	if gradient != nil {
		s.slopes = make([]float64, patternLayout.size)
	}
	for len(rows) > 0 {
		discs, n := discsOf(positions[rows[0]]), 1
		for n < len(rows) && discsOf(positions[rows[n]]) == discs {
			n++
		}
		s.stage(discs)
		for _, row := range rows[:n] {
			s.position(positions[row], slope, row)
		}
		s.fold()
		rows = rows[n:]
	}
}

// sweep is the state of [Sweep] for positions with equally many discs.
type sweep struct {
	weights, gradient []float64
	values, slopes    []float64 // by number
	broad, broadSlope [broad]float64

	knot      int
	low, high float64
	numbers   numbers
	places    [lanes]int32 // by part: the index in values of its number
}

// stage prepares s for positions with the given number of discs. It computes the weights of all
// patterns for this number, and clears the derivatives with respect to them, s.slopes.
func (s *sweep) stage(discs int) {
	s.knot, s.high = between(discs)
	s.low = 1 - s.high
	for i, slot := range patternLayout.slot {
		s.values[i] = s.at(int(slot))
	}
	for i := range s.broad {
		s.broad[i] = s.at(patternLayout.slots + i)
	}
	clear(s.slopes)
	s.broadSlope = [broad]float64{}
}

// at returns the weight of a slot, which is a group of patterns with the same weight. The weight is
// interpolated for the number of discs of the current stage.
func (s *sweep) at(slot int) float64 {
	w := s.weights[stages*slot : stages*(slot+1)]
	v := float64(s.low*w[s.knot]) + w[stages-1]
	if s.high > 0 {
		v += float64(s.high * w[s.knot+1])
	}
	return v
}

// position evaluates the position p: the discs of the side to move and of the opponent. It calls
// slope with row, the index of the position, and the value. It adds the result to s.slopes for
// every pattern that occurs in the position.
func (s *sweep) position(p [2]uint64, slope func(row int32, worth float64) float64, row int32) {
	numbersOf(p[0], p[1], &s.numbers)
	pair := movePair(p[0], p[1])
	moves, features := patternLayout.from[len(families)]+pair, broadOf(p[0], p[1], pair)
	worth := s.values[moves] + s.values[patternLayout.size-1]
	at := &s.places
	for word, n := range &s.numbers {
		from := (*[4]int32)(laneFrom[4*word:])
		to := (*[4]int32)(at[4*word:])
		to[0], to[1] = from[0]+int32(n&0xffff), from[1]+int32(n>>16&0xffff)
		to[2], to[3] = from[2]+int32(n>>32&0xffff), from[3]+int32(n>>48)
	}
	values := s.values
	for _, place := range at[:parts] {
		worth += values[place]
	}
	for i, v := range features {
		worth += float64(s.broad[i] * float64(v))
	}
	d := slope(row, worth)
	slopes := s.slopes
	if slopes == nil {
		return
	}
	slopes[moves] += d
	slopes[patternLayout.size-1] += d
	for _, place := range at[:parts] {
		slopes[place] += d
	}
	for i, v := range features {
		s.broadSlope[i] += float64(d * float64(v))
	}
}

// fold adds the derivatives in s.slopes to the gradient. It converts derivatives with respect to
// the patterns' weights at one number of discs to derivatives with respect to the fitted weights.
func (s *sweep) fold() {
	if s.slopes == nil {
		return
	}
	for i, slot := range patternLayout.slot {
		if d := s.slopes[i]; d != 0 {
			s.add(int(slot), d)
		}
	}
	for i, d := range s.broadSlope {
		s.add(patternLayout.slots+i, d)
	}
}

// add adds the derivative d with respect to the weight of a slot, a group of patterns, to the
// gradient. The weight is interpolated between those for two numbers of discs, plus one for all
// numbers of discs. So d is distributed over these three.
func (s *sweep) add(slot int, d float64) {
	g := s.gradient[stages*slot : stages*(slot+1)]
	g[s.knot] += float64(s.low * d)
	if s.high > 0 {
		g[s.knot+1] += float64(s.high * d)
	}
	g[stages-1] += d
}
