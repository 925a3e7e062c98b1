package elementary_test

import (
	"fmt"

	"github.com/lanista/lanista/elementary"
)

// The probability of winning by a linear evaluation, with the same bits on every processor. Products in
// a sum are converted.
func Example() {
	weights, features := []float64{0.3, -1.2, 0.7}, []float64{2, 0.5, 1}
	sum := 0.0
	for i, w := range weights {
		sum += float64(w * features[i])
	}
	fmt.Printf("%.4f\n", 1/(1+elementary.Exp(-sum)))
	// Output: 0.6682
}
