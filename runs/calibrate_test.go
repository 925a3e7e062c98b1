package runs_test

import (
	"testing"

	"github.com/lanista/lanista/runs"
)

// A calibration begins at the seed that is asked for.
func TestCalibrateSeeds(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	t.Parallel()
	deviation := func(first uint64, seeds int) float64 {
		c, err := runs.Calibrate(t.Context(), shipping(), runs.Options{Source: "hare", Workers: 1, Set: []string{"strategy={name: gp}"}}, first, seeds, 60)
		if err != nil {
			t.Fatal(err)
		}
		if c.Seeds != seeds || c.Budget != 60 {
			t.Errorf("%+v", c)
		}
		return c.Deviation
	}
	if d := deviation(7, 1); d != 0 {
		t.Errorf("a single result lies %v from the mean", d)
	}
	if one, other := deviation(1, 2), deviation(7, 2); one == other {
		t.Errorf("seeds 1 and 2 and seeds 7 and 8 deviate by %v", one)
	}
}

// A calibration measures the scale of scores if the config has none: the search differs from one in
// which every difference is a clear result.
func TestCalibrateMeasuresTheScale(t *testing.T) {
	t.Parallel()
	errors := func(objective string) float64 {
		o := runs.Options{Source: "2048", Workers: 1, Set: []string{"objective=" + objective, "strategy={name: rsm}"}}
		c, err := runs.Calibrate(t.Context(), shipping(), o, 1, 2, 400)
		if err != nil {
			t.Fatal(err)
		}
		return c.Error
	}
	if places := errors("{by: score, scale: 1e-6}"); places == 0 || errors("score") == places {
		t.Errorf("errors of %v, as if places counted", places)
	}
}
