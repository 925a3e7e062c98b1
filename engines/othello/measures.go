package othello

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

var _ training.Measurer = (*engine)(nil)

// Measures returns the properties by which a user can select positions for a fit. The only one is
// the number of empty squares.
func (e *engine) Measures() []training.Measure {
	return []training.Measure{{
		Name: "empties", Doc: "empty squares", Max: 60, Stage: true,
		Of: func(p engines.Position) (float64, error) {
			g, err := gameOf(p)
			if err != nil {
				return 0, err
			}
			return float64(g.empties()), nil
		},
	}}
}
