package rating

// LeastPairings is the number of different pairings below which there is no interval:
// so few games say too little of all the games that could have been played.
const LeastPairings = 10

// Variety counts how many of some games were different. Games with the same moves are one
// game, whichever agents played them. The zero value stands for games of which that is
// not known, such as games with chance: each of them counts.
type Variety struct {
	Distinct         int `json:"distinct,omitempty"`          // different games
	DistinctPairings int `json:"distinct_pairings,omitempty"` // different pairings: the observations
	Openings         int `json:"openings,omitempty"`          // different openings; 0 where they were not counted
}

// Known reports whether the different games were counted.
func (v Variety) Known() bool { return v.DistinctPairings > 0 }

// TooFew reports whether there are too few different pairings for an interval.
func (v Variety) TooFew() bool { return v.Known() && v.DistinctPairings < LeastPairings }

// Covers returns an interval of the evidence, open at both ends if there are too few
// different pairings.
func (v Variety) Covers(i Interval) Interval {
	if v.TooFew() {
		return Open()
	}
	return i
}
