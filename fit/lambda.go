package fit

import (
	"github.com/lanista/lanista/engines/training"
)

// returns returns the targets of TD(lambda) under weights b. The target of the last example of
// a line is its outcome. Every other target is a mean of the prediction for the next example
// and the next target, which has the weight lambda, plus the points gained between the two.
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
