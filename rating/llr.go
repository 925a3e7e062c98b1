package rating

import "math"

// Model says what a hypothesis of a sequential test is about.
type Model int

// The models.
const (
	// NormalizedModel hypotheses fix the normalized Elo: the length of a test does
	// not depend on the draw rate.
	NormalizedModel Model = iota
	// LogisticModel hypotheses fix the Elo, that is the mean score.
	LogisticModel
)

// emptyCount stands in for a count of zero, so that no likelihood is zero.
const emptyCount = 1e-3

// LLR returns the generalised log-likelihood ratio of H1 (strength elo1)
// against H0 (strength elo0): N·Σ p_i·ln(p1_i/p0_i), where p is the
// distribution of the counts, and p0 and p1 are those of the hypotheses that
// make the counts likeliest. It is exact, and finite for any counts; 0 for
// none. M. Van den Bergh, "Comparing the approximations for the generalized log
// likelihood ratio of a multinomial distribution" and "Comments on normalized
// Elo".
func LLR(c Counts, m Model, elo0, elo1 float64) float64 {
	if c.Clusters() == 0 || len(c) < 2 {
		return 0
	}
	s := regularised(c)
	p0, p1 := s.fit(m, elo0), s.fit(m, elo1)
	sum := 0.0
	for i, p := range s.p {
		sum += p * math.Log(p1[i]/p0[i])
	}
	return s.n * sum
}
