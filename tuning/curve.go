package tuning

import "github.com/lanista/lanista/rating"

// Curve contains the strength of an agent as a function of one weight, as a strategy's model
// predicts it. All other weights have their values in the result of the search. Elo is the strength
// relative to that result. If the model is right, the true value lies between Low and High with the
// probability [rating.Confidence].
type Curve struct {
	Weight int       `json:"weight"` // index into the space
	X      []float64 `json:"x"`      // values of the weight, ascending
	Elo    []float64 `json:"elo"`
	Low    []float64 `json:"low"`
	High   []float64 `json:"high"`
}

// CurvePoints is the number of points of a [Curve], at equal distances from one end of the weight's
// range to the other. Distances are equal on the weight's scale, which may be logarithmic. A curve
// has fewer points if the model makes no prediction for some of them.
const CurvePoints = 21

// Add appends a point to the curve: the weight x, its predicted strength in Elo, and the interval
// of the prediction.
func (c *Curve) Add(x, elo float64, i rating.Interval) {
	c.X, c.Elo, c.Low, c.High = append(c.X, x), append(c.Elo, elo), append(c.Low, i.Low), append(c.High, i.High)
}

// Effect reports whether the model shows that the weight has an effect: somewhere on the curve the
// interval excludes 0.
func (c Curve) Effect() bool {
	for i := range min(len(c.Low), len(c.High)) {
		if c.Low[i] > 0 || c.High[i] < 0 {
			return true
		}
	}
	return false
}
