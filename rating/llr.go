package rating

import "math"

// Model is the quantity that the hypotheses of a sequential test are about.
type Model int

// The models of a sequential test.
const (
	// NormalizedModel is for hypotheses about the normalized Elo. The length of such a test
	// does not depend on the draw rate.
	NormalizedModel Model = iota
	// LogisticModel is for hypotheses about the Elo, and so about the mean score.
	LogisticModel
)

// emptyCount replaces a count of zero, so that no likelihood is zero.
const emptyCount = 1e-3

// LLR returns the generalised log-likelihood ratio of H1 (strength elo1) against H0 (strength
// elo0): N·Σ p_i·ln(p1_i/p0_i). p is the distribution of the counts; p0 and p1 are the
// likeliest distributions under the hypotheses. LLR is computed without approximation and
// finite for any counts; 0 for none. M. Van den Bergh, "Comparing the approximations for the
// generalized log likelihood ratio of a multinomial distribution" and "Comments on normalized
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
