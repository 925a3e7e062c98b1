package grid

import (
	"context"
	"math"
	"testing"
	"time"
)

// The sampled lines represent the grid: the distribution of their hits agrees with that of all
// points.
func TestForecastSamplesTheWholeGrid(t *testing.T) {
	t.Parallel()
	p := random(7, 3, 20, 2, 5000)
	o := Options{Weights: map[string]Range{"a": {Step: 0.01}, "b": {Step: 0.01}, "c": {Step: 0.01}}}
	all, err := Search(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	axes, err := o.Axes(p.Space)
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLattice(p, axes)
	if err != nil {
		t.Fatal(err)
	}
	var scans []*scan
	for range 8 {
		scans = append(scans, newScan(l, 1))
	}
	points := float64(sample(t.Context(), scans, 0)) * float64(axes[0].Count)
	for hits, n := range all.Histogram {
		got := 0.0
		for _, s := range scans {
			got += float64(s.histogram[hits]) / points
		}
		if want := float64(n) / float64(all.Points); math.Abs(got-want) > 0.01 {
			t.Errorf("%d hits: %.3f of the points tried, %.3f of all", hits, got, want)
		}
	}
}

func TestForecast(t *testing.T) {
	t.Parallel()
	p := random(3, 3, 6, 2, 50)
	got, err := Forecast(t.Context(), p, Options{LeaveOneOut: true, Map: true, Workers: 2}, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Search(t.Context(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Visits != 7*all.Points || got.Took <= 0 {
		t.Errorf("%+v for %d points", got, all.Points)
	}
	if _, err := Forecast(t.Context(), p, Options{Top: -1}, time.Millisecond); err == nil {
		t.Error("a forecast of options that no search takes")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Forecast(ctx, p, Options{}, time.Hour); err == nil {
		t.Error("a forecast with its context done")
	}
}
