package weights

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

// The files of other tuners have the values with their ranges, and the steps and rates of the run.
func TestTuners(t *testing.T) {
	t.Parallel()
	d := Document{
		Engine: "chess", Weights: []Named{{"King Safety", 101}, {"Futility", 0.123456789}, {"Margin", 2}, {"Fixed", 1}, {"Curve", 1}},
		Space: engines.Space{
			{Name: "King Safety", Min: 0, Max: 400, Kind: engines.Integer},
			{Name: "Futility", Min: -1, Max: 1},
			{Name: "Margin", Min: -3, Max: 3}, // a twentieth of 6 is 0.30000000000000004 in floating point
			{Name: "Fixed", Min: 0, Max: 2, Kind: engines.Fixed},
			engines.NewChoices("Curve", "", []string{"linear", "quadratic"}, "linear"), // no number
		},
		Step: map[string]float64{"King Safety": 12}, Rate: map[string]float64{"King Safety": 0.004},
	}
	want := "King Safety, int, 101, 0, 400, 12, 0.004\nFutility, float, 0.123457, -1, 1, 0.1, 0.002\nMargin, float, 2, -3, 3, 0.3, 0.002\n"
	if got := string(written(t, d, "openbench")); got != want {
		t.Errorf("OpenBench:\n%s", got)
	}
	want = `{
    "King Safety": {
        "value": 101,
        "min_value": 0,
        "max_value": 400,
        "step": 12
    },
    "Futility": {
        "value": 0.123456789,
        "min_value": -1,
        "max_value": 1,
        "step": 0.1
    },
    "Margin": {
        "value": 2,
        "min_value": -3,
        "max_value": 3,
        "step": 0.3
    }
}
`
	if got := string(written(t, d, "weather-factory")); got != want {
		t.Errorf("weather-factory:\n%s", got)
	}
	d.Space = nil
	for _, format := range []string{"openbench", "weather-factory"} {
		if err := d.Write(t.Output(), format); err == nil {
			t.Errorf("%s is written without ranges", format)
		}
	}
	d = Document{Weights: []Named{{"a, b", 1}}, Space: engines.Space{{Name: "a, b", Max: 2}}}
	if err := d.Write(t.Output(), "openbench"); err == nil {
		t.Error("a name with a comma is written")
	}
}
