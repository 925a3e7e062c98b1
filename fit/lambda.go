package fit

import (
	"github.com/lanista/lanista/engines/training"
)

// returns are the targets of TD(lambda) under weights b: of the last example of a
// line what came of it, of every other the mean of what the next one is worth by b
// and of the next one's target, the latter weighing lambda, and what was gained
// between the two.
func (d *Data) returns(b []float64, loss loss, lambda float64) []float32 {
	targets := make([]float32, len(d.Target))
	var terms []training.Term
	for i := d.Len() - 1; i >= 0; i-- {
		targets[i] = d.Target[i]
		if i == d.Len()-1 || d.Line[i] != d.Line[i+1] {
			continue
		}
		z := 0.0
		terms = d.Terms(i+1, terms[:0])
		for _, t := range terms {
			z += b[t.Column] * float64(t.Value)
		}
		gained := float64(d.Target[i]) - float64(d.Target[i+1])
		targets[i] = float32(gained + (1-lambda)*loss.mean(z) + lambda*float64(targets[i+1]))
	}
	return targets
}
