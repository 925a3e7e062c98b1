package pairwise

// Outcome is a pair that was played: two points in unit coordinates, and the mean
// score of A, in [0, 1], over a number of games.
type Outcome struct {
	A, B  []float64
	Score float64
	Games int
}

// Log is all pairs played, for methods that fit a model to all of them.
type Log []Outcome

// Add appends a round.
func (l *Log) Add(b *Box, p Proposal, scores []float64, games int) {
	for i, pair := range p.Pairs {
		*l = append(*l, Outcome{A: b.Unit(p.Points[pair.A]), B: b.Unit(p.Points[pair.B]), Score: scores[i], Games: games})
	}
}
