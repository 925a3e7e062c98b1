package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating"
)

// A fit by the model that made the results predicts them in every bin, within its interval in
// about 95 of 100; a model that exaggerates does not.
func TestCalibration(t *testing.T) {
	t.Parallel()
	d := made(8000, 5, []float64{1.2, -0.4}, 0)
	for i := range d.Len() {
		d.Stage = append(d.Stage, float32(i%25))
	}
	ridge := 0.0
	r := fitOf(t, Problem{Space: spaceOf(-10, 10, "a", "b"), Data: d, Seed: 3}, Options{Ridge: &ridge})
	if len(r.Calibration) != predictionBins || len(r.Stages) != stageBins {
		t.Fatalf("%d and %d bins", len(r.Calibration), len(r.Stages))
	}
	for name, bins := range map[string][]Bin{"predictions": r.Calibration, "stages": r.Stages} {
		positions, inside := 0, 0
		for k, b := range bins {
			positions += b.Positions
			if b.Interval.Low <= b.Predicted && b.Predicted <= b.Interval.High {
				inside++
			}
			if k > 0 && b.From != bins[k-1].To {
				t.Errorf("%s: bin %d begins at %v, the one before ends at %v", name, k, b.From, bins[k-1].To)
			}
			if width := b.Interval.High - b.Interval.Low; width < 0.02 || width > 0.15 {
				t.Errorf("%s: bin %d has the interval %v", name, k, b.Interval)
			}
		}
		if positions != r.HeldPositions || inside < len(bins)-2 {
			t.Errorf("%s: %d positions of %d, %d of %d predictions are inside", name, positions, r.HeldPositions, inside, len(bins))
		}
	}
	if b := r.Stages; b[0].From != 0 || b[0].To != 4 || b[5].From != 20 || b[5].To != 24 {
		t.Errorf("stages from %v to %v, the last from %v to %v", b[0].From, b[0].To, b[5].From, b[5].To)
	}
	p, _ := d.split(0.2, 3)
	outside := 0
	for _, b := range d.compare(p, []float64{3.6, -1.2}, logistic).calibration() {
		if b.Predicted < b.Interval.Low || b.Predicted > b.Interval.High {
			outside++
		}
	}
	if outside < 6 {
		t.Errorf("%d bins of a model that exaggerates are outside", outside)
	}
}

// The bins of a worked case: two games of two positions each.
func TestBin(t *testing.T) {
	t.Parallel()
	d := Data{Rows: NewTable(1), Target: []float32{1, 0.5, 0, 0}, Trajectory: []int32{0, 0, 1, 1}}
	c := comparison{data: &d, part: part{0, 1, 2, 3}, predicted: []float64{0.5, 0.5, 0.25, 0.25}, target: []float64{1, 0.5, 0, 0}}
	b := c.bin(c.part, 0, 1)
	// Deviations 0.5, 0, -0.25, -0.25 with the mean 0: sums by games 0.5 and -0.5.
	half := rating.Z() * math.Sqrt(0.5*2) / 4
	if b.Predicted != 0.375 || b.Observed != 0.375 || math.Abs(b.Interval.High-0.375-half) > 1e-12 || math.Abs(b.Interval.Low-0.375+half) > 1e-12 {
		t.Errorf("%+v, want an interval of %v on each side", b, half)
	}
	c.results = true
	if b := c.bin(c.part, 0, 1); b.Interval.Low != 0 {
		t.Errorf("results below 0: %v", b.Interval)
	}
	if b := c.bin(part{0, 1}, 0, 1); b.Interval.Known() {
		t.Errorf("the interval of one game: %v", b.Interval)
	}
	if !d.compare(nil, nil, logistic).results || d.compare(nil, nil, squares).results {
		t.Error("only the targets of a logistic regression are results")
	}
	if c.byStage() != nil {
		t.Error("stages of data without them")
	}
}

// Predictions that are the true probabilities lie within the intervals of their bins in 95 of 100
// cases, although all positions of a game have one result and a bin has few games. The probability of
// a game follows a random walk, whose end decides the result.
func TestCalibrationOfFewGames(t *testing.T) {
	t.Parallel()
	const positions = 40
	for _, games := range []int{5, 10, 20, 50} {
		outside, bins := 0, 0
		for run := range 100 {
			rng := rand.New(rand.NewPCG(31, uint64(run)))
			d := new(Data)
			c := comparison{data: d, results: true}
			for game := range games {
				walk := 0.0
				for k := range positions {
					c.part = append(c.part, int32(len(d.Trajectory)))
					d.Trajectory = append(d.Trajectory, int32(game))
					c.predicted = append(c.predicted, distuv.UnitNormal.CDF(walk/math.Sqrt(float64(positions-k))))
					walk += rng.NormFloat64()
				}
				result := 0.0
				if walk > 0 {
					result = 1
				}
				c.target = append(c.target, slices.Repeat([]float64{result}, positions)...)
			}
			d.Target = make([]float32, len(c.target))
			for _, b := range c.calibration() {
				bins++
				if b.Predicted < b.Interval.Low || b.Predicted > b.Interval.High {
					outside++
				}
			}
		}
		t.Logf("%d games: %d of %d outside", games, outside, bins)
		if float64(outside) > 0.06*float64(bins) {
			t.Errorf("%d games: %d of %d predictions are outside", games, outside, bins)
		}
	}
}

// The steps end at the losses of the result, and the losses before it follow each other.
func TestSteps(t *testing.T) {
	t.Parallel()
	ridge := 0.001
	r := fitOf(t, Problem{Space: spaceOf(-10, 10, "a", "b"), Data: made(2000, 3, []float64{1.2, -0.4}, 0), Seed: 3}, Options{Ridge: &ridge})
	last := r.Steps[len(r.Steps)-1]
	if math.Abs(last.Loss-r.Loss) > 1e-9 || math.Abs(last.HeldOut-r.HeldOut) > 1e-9 || last.Ridge != ridge {
		t.Errorf("the last step %+v, the result %v and %v", last, r.Loss, r.HeldOut)
	}
	if r.Steps[0].Loss < last.Loss {
		t.Errorf("the loss rises from %v to %v", r.Steps[0].Loss, last.Loss)
	}
	if r.StartScale <= 0 || r.StartScale != r.Scale {
		t.Errorf("the scale %v, of the start weights %v", r.Scale, r.StartScale)
	}
}
