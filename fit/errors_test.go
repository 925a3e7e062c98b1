package fit

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// holdNone is a share of held-out games so small that no game is held out.
const holdNone = 1e-13

// waves returns 400 examples of 100 games. Example i has the features s(1.3 i², 0), s(0.7 i², 1) and
// whatever third returns, with s(x, c) = sin(x + c), multiplied by scale. The result is a win if
// 0.8 s(1.3 i², 0) - 0.5 s(0.7 i², 1) + 1.5 s(2.9 i², 2) is above 0; the score is this sum.
func waves(byScore bool, scale [2]float64, third func(i, a, b float64) float64) Data {
	columns := 2
	if third != nil {
		columns = 3
	}
	d := Data{Rows: NewTable(columns)}
	for n := range 400 {
		i := float64(n)
		a, b := math.Sin(1.3*i*i), math.Sin(0.7*i*i+1)
		row := []float64{scale[0] * a, scale[1] * b}
		if third != nil {
			row = append(row, third(i, a, b))
		}
		y := 0.8*a - 0.5*b + 1.5*math.Sin(2.9*i*i+2)
		if !byScore {
			y = (1 + math.Copysign(1, y)) / 2
		}
		d.Rows.(*Table).Add(row)
		d.Target, d.Trajectory = append(d.Target, float32(y)), append(d.Trajectory, int32(n/4))
	}
	return d
}

// coefficients returns the fitted coefficients and their errors, in logits or points.
func coefficients(t *testing.T, d Data, o Options) (b, errs []float64) {
	t.Helper()
	names := []string{"a", "b", "c"}[:d.Columns()]
	o.HeldOut = holdNone
	r := fitOf(t, Problem{Space: spaceOf(-1e30, 1e30, names...), Data: d, Seed: 1}, o)
	for j, w := range r.Weights {
		b, errs = append(b, w*r.Scale), append(errs, r.Error[j]*r.Scale)
	}
	return b, errs
}

// TestFitAgainstStatsmodels compares coefficients and errors with statsmodels 0.13.5 (Python):
//
//	GLM(y, X, family=Binomial()) or OLS(y, X), .fit(cov_type="cluster",
//	cov_kwds={"groups": game, "use_correction": False})
//
// X was divided by the roots of the columns' mean squares, and the results converted back, since
// statsmodels fails with features of very different sizes.
func TestFitAgainstStatsmodels(t *testing.T) {
	t.Parallel()
	near := func(i, a, _ float64) float64 { return a + 1e-3*math.Sin(i) }
	for _, c := range []struct {
		name          string
		score         bool
		scale         [2]float64
		third         func(i, a, b float64) float64
		ridge         float64
		coefficients  []float64 // nil if the ridge changes them
		standardError []float64
		within        float64 // largest relative difference of an error
	}{
		{
			"results", false,
			[2]float64{1, 1},
			nil, 0,
			[]float64{0.5961952931786538, -0.5348583977181998},
			[]float64{0.13536731400225827, 0.15568392216057353},
			1e-9,
		},
		{
			"scores", true,
			[2]float64{1, 1},
			nil, 0,
			[]float64{0.7033141598836825, -0.5344387044338638},
			[]float64{0.06904117802203255, 0.07730429749531167},
			1e-9,
		},
		{
			"results, small and large features", false,
			[2]float64{1e-8, 1e8},
			nil, 0,
			[]float64{59619529.40630119, -5.348583965812425e-09},
			[]float64{13536731.401262006, 1.5568392183668088e-09},
			1e-9,
		},
		{
			"scores, small and large features", true,
			[2]float64{1e-8, 1e8},
			nil, 0,
			[]float64{70331415.9734128, -5.344387040360639e-09},
			[]float64{6904117.790815062, 7.730429747377201e-10},
			1e-9,
		},
		{
			"results, dependent features", false,
			[2]float64{1, 1},
			near, 0,
			[]float64{357.833189448691, -0.5459565613050225, -357.2297704932564},
			[]float64{155.88421040256682, 0.15935718243753072, 155.86668487304414},
			1e-4,
		},
		{
			"scores, dependent features", true,
			[2]float64{1, 1},
			near, 0,
			[]float64{235.16896566729417, -0.5371725243062445, -234.46558259262747},
			[]float64{75.11156389712066, 0.07542607094441742, 75.11162484999105},
			1e-4,
		},
		// The ridge moves the weights, and must not make their errors smaller.
		{
			"scores, dependent features, weakest ridge", true,
			[2]float64{1, 1},
			near, weakestRidge,
			nil,
			[]float64{75.11156389712066, 0.07542607094441742, 75.11162484999105},
			0.05,
		},
	} {
		b, errs := coefficients(t, waves(c.score, c.scale, c.third), Options{Ridge: &c.ridge, Target: map[bool]string{true: ByScore, false: ByResult}[c.score]})
		for j, want := range c.standardError {
			if math.Abs(errs[j]/want-1) > c.within {
				t.Errorf("%s: error %d is %v; statsmodels has %v", c.name, j, errs[j], want)
			}
			if c.coefficients != nil && math.Abs(b[j]-c.coefficients[j]) > 1e-6*want {
				t.Errorf("%s: coefficient %d is %v; statsmodels has %v", c.name, j, b[j], c.coefficients[j])
			}
		}
	}
}

// TestUndeterminedWeightsHaveNoError fits features whose coefficients the examples do not determine.
func TestUndeterminedWeightsHaveNoError(t *testing.T) {
	t.Parallel()
	rare := func(games int) func(i, a, b float64) float64 {
		return func(i, _, _ float64) float64 {
			if int(i)/4 < games {
				return math.Cos(i)
			}
			return 0
		}
	}
	// decisive is the feature of nine games whose examples with it are all won.
	decisive := func(d Data) Data {
		for i := range d.Len() {
			if terms := d.Terms(i, nil); terms[len(terms)-1].Column == 2 {
				d.Target[i] = 1
			}
		}
		return d
	}
	one := [2]float64{1, 1}
	for _, c := range []struct {
		name  string
		data  Data
		known []bool
	}{
		{"a feature twice", waves(false, one, func(_, a, _ float64) float64 { return a }), []bool{false, true, false}},
		{"a small feature twice", waves(false, [2]float64{1e-3, 1}, func(_, a, _ float64) float64 { return 1e-3 * a }), []bool{false, true, false}},
		{"a sum of features", waves(false, one, func(_, a, b float64) float64 { return 2*a - b }), []bool{false, false, false}},
		{"a feature of one game", waves(false, one, rare(1)), []bool{true, true, false}},
		{"a feature of four games", waves(false, one, rare(4)), []bool{true, true, false}},
		{"a feature of five games", waves(false, one, rare(5)), []bool{true, true, true}},
		{"a decisive feature", decisive(waves(false, one, func(i, _, _ float64) float64 {
			if int(i)%40 == 0 {
				return 1
			}
			return 0
		})), []bool{true, true, false}},
		{"the result is a function of the features", waves(false, one, func(i, _, _ float64) float64 { return math.Sin(2.9*i*i + 2) }), []bool{false, false, false}},
	} {
		for _, o := range []Options{{}, {Ridge: new(0.0)}} {
			if _, errs := coefficients(t, c.data, o); len(errs) != len(c.known) {
				t.Errorf("%s: errors %v", c.name, errs)
			} else {
				for j, known := range c.known {
					if (errs[j] > 0) != known {
						t.Errorf("%s, ridge %v: errors %v", c.name, o.Ridge, errs)
						break
					}
				}
			}
		}
	}
}

// TestDrawsKeepTheErrors checks that a feature of drawn games has an error although these results
// vary less than won and lost ones.
func TestDrawsKeepTheErrors(t *testing.T) {
	t.Parallel()
	d := waves(false, [2]float64{1, 1}, nil)
	rng := engines.Rand(3)
	for i := range d.Target {
		if rng.Float64() < 0.98 {
			d.Target[i] = 0.5
		}
	}
	if _, errs := coefficients(t, d, Options{}); errs[0] == 0 || errs[1] == 0 {
		t.Errorf("errors %v", errs)
	}
}
