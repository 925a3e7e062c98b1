package pages

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

func TestTextsOfAxesFollowTheirLength(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v, length float64
		want      string
	}{
		{0.00654, 1, "0.01"},
		{0.503, 1, "0.5"},
		{-0.289, 70, "0"},
		{-35.4, 70, "-35"},
		{260.68, 10, "260.7"},
		{0.1827, 0.025, "0.183"},
		{1234567, 1e6, "1.23e+06"},
		{2.5e-7, 1e-6, "2.5e-07"},
		{0, 1, "0"},
		{10, 10, "10"},
	} {
		if got := axisText(c.v, c.length); got != c.want {
			t.Errorf("%g on an axis of %g: %q, not %q", c.v, c.length, got, c.want)
		}
	}
}

// The labels of an axis have the same number of decimals, except for 0.
func TestLabelsOfAnAxisHaveTheSameDecimals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ texts, want []string }{
		{[]string{"0.456", "0.49", "0.524"}, []string{"0.456", "0.490", "0.524"}},
		{[]string{"0", "1.5", "3"}, []string{"0", "1.5", "3.0"}},
		{[]string{"-10", "0", "10"}, []string{"-10", "0", "10"}},
		{[]string{"0", "2.5e-07", "5e-07"}, []string{"0", "2.5e-07", "5e-07"}},
	} {
		got := slices.Clone(c.texts)
		if padDecimals(got); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, not %q", c.texts, got, c.want)
		}
	}
	chart := Chart{Lines: []Line{{Points: [][2]float64{{0, 0.456}, {10, 0.524}}}}}
	var texts []string
	for _, m := range chart.Marks() {
		texts = append(texts, m.Text)
	}
	if want := []string{"0", "0.456", "5", "0.490", "10", "0.524"}; !slices.Equal(texts, want) {
		t.Errorf("labels %q, not %q", texts, want)
	}
}

// Every curve of a result is drawn with its band, a line at 0 and a dot at the result, also if the
// band contains 0 everywhere.
func TestEveryCurveHasItsBand(t *testing.T) {
	t.Parallel()
	best := results.Result{Weights: engines.Weights{1, 2}, Curves: []tuning.Curve{
		{Weight: 0, X: []float64{0, 1, 2}, Elo: []float64{-50, 0, -50}, Low: []float64{-90, 0, -90}, High: []float64{-10, 0, -10}},
		{Weight: 1, X: []float64{0, 2, 4}, Elo: []float64{-5, 0, 5}, Low: []float64{-20, 0, -10}, High: []float64{10, 0, 20}},
	}}
	tuned := Tuned{Best: &best}
	tuned.Space = engines.Space{{Name: "steep"}, {Name: "flat"}}
	charts := tuned.Curves()
	if len(charts) != 2 || tuned.Flat() != "flat" {
		t.Fatalf("%d charts, without effect: %q", len(charts), tuned.Flat())
	}
	for i, c := range charts {
		dot, zero := c.Marked(), c.ZeroLine()
		if corners := strings.Count(c.BandPath(), ","); corners != 6 || dot == nil || zero == nil || dot.Y != *zero {
			t.Errorf("chart %d: %d corners of the band, dot %+v", i, corners, dot)
		}
	}
	if c := (Chart{Lines: charts[0].Lines}); c.BandPath() != "" || c.Marked() != nil || c.ZeroLine() != nil {
		t.Errorf("a chart without a band has one")
	}
}

// The lines of a chart with as many seats as a game has have colours of their own.
func TestSeatsHaveDifferentColours(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for seat := range 6 {
		seen[Chart{}.Color(seat)] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d colours", len(seen))
	}
}

// A chart without points has the axes of a chart of the point 0, 0.
func TestAChartWithoutPoints(t *testing.T) {
	t.Parallel()
	for _, v := range []Values{{Names: []string{"a", "b"}, Total: 8}, {Names: []string{"a", "b"}, Known: [][]*float64{{nil, nil}, {}}}} {
		text, err := Render("values", "values", Page{Data: v})
		if err != nil || strings.Contains(string(text), "NaN") || strings.Contains(string(text), "Inf") || !strings.Contains(string(text), `<text x="56" y="252">0</text>`) {
			t.Errorf("%v %s", err, text)
		}
	}
}
