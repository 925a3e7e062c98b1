package gp

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// coordinatesOf are those of a scale-free problem.
func coordinatesOf(t interface{ Fatal(...any) }, s engines.Space) coordinates {
	box, err := pairwise.NewBox(tuning.Problem{Space: s, ScaleFree: true})
	if err != nil {
		t.Fatal(err)
	}
	return newCoordinates(box, true)
}

// Where only directions count, vectors of one direction lie at one place, and those of
// two directions at two.
func TestOnlyDirectionsLieApart(t *testing.T) {
	t.Parallel()
	for name, space := range map[string]engines.Space{"positive": square(3, 0.5, 2), "with zero": square(3, -2, 2)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := coordinatesOf(t, space)
			if c.effective() != 2 {
				t.Errorf("%d directions, want 2", c.effective())
			}
			rapid.Check(t, func(t *rapid.T) {
				x, y := make(engines.Weights, 3), make(engines.Weights, 3)
				scale := rapid.Float64Range(0.8, 1.25).Draw(t, "scale")
				for i := range x {
					x[i] = rapid.Float64Range(0.7, 1.4).Draw(t, "weight")
					y[i] = x[i] * scale
				}
				u, v := make([]float64, 3), make([]float64, 3)
				c.place(u, c.box.Unit(x))
				c.place(v, c.box.Unit(y))
				for i := range u {
					if math.Abs(u[i]-v[i]) > 1e-9 {
						t.Fatalf("%v lies at %v, %v at %v", x, u, y, v)
					}
				}
				y[0] *= 1.1
				c.place(v, c.box.Unit(y))
				if math.Abs(u[0]-v[0])+math.Abs(u[1]-v[1]) < 1e-3 {
					t.Fatalf("%v and %v lie together at %v", x, y, u)
				}
			})
		})
	}
}

// A fixed weight that is not 0 gives the others a scale.
func TestAFixedWeightGivesAScale(t *testing.T) {
	t.Parallel()
	space := square(3, 0.5, 2)
	space[2].Kind = engines.Fixed
	if c := coordinatesOf(t, space); c.logs || c.effective() != 2 {
		t.Errorf("logs %v, %d directions; two weights are free", c.logs, c.effective())
	}
	space[2].Min, space[2].Default = 0, 0
	if c := coordinatesOf(t, space); !c.logs || c.effective() != 1 {
		t.Errorf("logs %v, %d directions; one is left", c.logs, c.effective())
	}
}
