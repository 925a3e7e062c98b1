package rating

// LeastPairings is the number of different pairings below which no interval is shown, because
// so few games say too little about all possible games.
const LeastPairings = 10

// Variety contains how many games of a set were different. Games with equal moves are the same
// game, whichever agents played them. The zero value means that this is unknown, as for games
// with chance; then each game counts.
type Variety struct {
	Distinct         int `json:"distinct,omitempty"`          // different games
	DistinctPairings int `json:"distinct_pairings,omitempty"` // different pairings, each an observation
	Openings         int `json:"openings,omitempty"`          // different openings; 0 if they were not counted
}

// Known reports whether the different games were counted.
func (v Variety) Known() bool { return v.DistinctPairings > 0 }

// TooFew reports whether there are fewer than [LeastPairings] different pairings.
func (v Variety) TooFew() bool { return v.Known() && v.DistinctPairings < LeastPairings }

// Covers returns the interval i, with both ends open if there are too few different pairings.
func (v Variety) Covers(i Interval) Interval {
	if v.TooFew() {
		return Open()
	}
	return i
}
