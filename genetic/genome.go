package genetic

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
)

// Genome is a weight vector in a population. Two genomes may have equal weights; their IDs
// differ.
type Genome struct {
	ID      int             `json:"id"`   // unique in the run
	Born    int             `json:"born"` // the generation of its first games, from 1
	Weights engines.Weights `json:"weights"`
	Parents []int           `json:"parents,omitempty"` // IDs; two for a cross, one for a mutant, otherwise none
}

// record counts the games of a genome by their results, so that Wins + Draws + Losses = Games.
type record struct {
	Games  int `json:"games"`
	Wins   int `json:"wins"` // with more than two seats, games with the first place alone
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Points is the sum of the game scores by places, each in [0, 1]. With two seats it is Wins +
	// Draws/2.
	Points float64 `json:"points"`
}

// count adds one game with the outcome o, as seen from the given seat. The game is a draw if the
// seat shares the first place, and a loss if another seat is ahead.
func (r *record) count(o engines.Outcome, seat int) {
	r.Games++
	r.Points += o.Points(seat)
	if o.Place(seat) != 1 {
		r.Losses++
		return
	}
	for other := range o.Seats() {
		if other != seat && o.Place(other) == 1 {
			r.Draws++
			return
		}
	}
	r.Wins++
}

// ranking returns the given indices of members, sorted from best to worst. Members are ordered by
// fitness, then more games, then earlier birth, then lower index. Selection uses the first
// entries, replacement the last.
func ranking(slots []int, members []Genome, records []record, fitness []float64) []int {
	ranked := slices.Clone(slots)
	slices.SortFunc(ranked, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(fitness[b], fitness[a]),
			cmp.Compare(records[b].Games, records[a].Games),
			cmp.Compare(members[a].Born, members[b].Born),
			cmp.Compare(a, b),
		)
	})
	return ranked
}

func everyone(n int) []int {
	slots := make([]int, n)
	for i := range slots {
		slots[i] = i
	}
	return slots
}

// A gene is one weight of a genome. Operators use its own scale, the logarithm for a log
// weight, and pass the result to repair.

// draw returns a random value from the weight's range. It is uniform on the scale of the weight,
// which may be linear or logarithmic. For a fixed weight it is the default.
func draw(r *rand.Rand, w engines.Weight) float64 {
	switch {
	case !w.Free():
		return w.Default
	case w.Kind.Has(engines.Choices):
		candidates := w.Candidates()
		return candidates[r.IntN(len(candidates))]
	case w.Kind.Has(engines.Integer) && !w.Kind.Has(engines.Log):
		lo, hi := math.Ceil(w.Min), math.Floor(w.Max)
		return min(lo+math.Floor(r.Float64()*(hi-lo+1)), hi)
	}
	return w.Snap(w.FromUnit(r.Float64()))
}

// between returns the value that lies at the fraction t of the way from a to b, measured on the
// scale of the weight. If t is outside [0, 1], the value lies beyond a or b.
func between(w engines.Weight, a, b, t float64) float64 {
	switch {
	case a == b:
		return a
	case w.Kind.Has(engines.Log):
		return elementary.Exp(float64((1-t)*elementary.Log(a)) + float64(t*elementary.Log(b)))
	}
	return float64((1-t)*a) + float64(t*b)
}

// inherit returns the weight of either parent with equal probability. Crossover operators that
// compute a value between the parents call it for a weight of kind Choices, because nothing lies
// between two choices.
func inherit(r *rand.Rand, a, b float64) float64 {
	if r.Uint64()&1 == 0 {
		return a
	}
	return b
}

// switchTo returns a random choice of the weight other than v. All of them have equal probability.
func switchTo(r *rand.Rand, w engines.Weight, v float64) float64 {
	others := slices.DeleteFunc(w.Candidates(), func(c float64) bool { return c == v })
	return others[r.IntN(len(others))]
}

// shift returns the value v moved by a share of the weight's range, measured on the scale of the
// weight. For a fixed weight it returns the default.
func shift(w engines.Weight, v, share float64) float64 {
	switch {
	case !w.Free():
		return w.Default
	case w.Kind.Has(engines.Log):
		return w.FromUnit(w.Unit(v) + share)
	}
	return v + float64(share*(w.Max-w.Min))
}

// repair returns an allowed value of the weight near v. A value beyond the range becomes the limit
// of the range, so that a population can reach the limits. For a weight of whole numbers, a value
// between two of them is rounded at random with its mean preserved. Rounding to the nearest would
// undo small steps.
func repair(r *rand.Rand, w engines.Weight, v float64) float64 {
	if w.Kind.Has(engines.Integer) && v > w.Min && v < w.Max && v != math.Trunc(v) {
		floor := math.Floor(v)
		if r.Float64() < v-floor {
			floor++
		}
		v = floor
	}
	return w.Snap(v)
}

// centre returns the weighted mean of weight vectors. Each element is averaged on the scale of its
// weight and not yet rounded to an allowed value. For a weight of kind Choices it is the most
// frequent choice. weight contains the share of every vector in the mean; nil means equal shares.
func centre(space engines.Space, vectors []engines.Weights, weight []float64) []float64 {
	mean := make([]float64, len(space))
	for i, w := range space {
		if w.Kind.Has(engines.Choices) {
			mean[i] = mostFrequent(w, i, vectors, weight)
			continue
		}
		sum, total := 0.0, 0.0
		for k, v := range vectors {
			x, share := v[i], 1.0
			if w.Kind.Has(engines.Log) {
				x = elementary.Log(x)
			}
			if weight != nil {
				share = weight[k]
			}
			sum += float64(share * x)
			total += share
		}
		mean[i] = sum / total
		if w.Kind.Has(engines.Log) {
			mean[i] = elementary.Exp(mean[i])
		}
	}
	return mean
}

// mostFrequent returns the most frequent choice of weight i among the vectors. Each vector counts
// with its share in the list weight. Of equally frequent choices, mostFrequent returns the one that
// the latest vector has.
func mostFrequent(w engines.Weight, i int, vectors []engines.Weights, weight []float64) float64 {
	votes := make([]float64, len(w.Choices))
	best := w.Default
	for k, v := range vectors {
		share := 1.0
		if weight != nil {
			share = weight[k]
		}
		votes[int(v[i])] += share
	}
	for _, v := range vectors {
		if votes[int(v[i])] >= votes[int(best)] {
			best = v[i]
		}
	}
	return best
}
