package cmd

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

func TestLiveLine(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}, {Name: "e"}}
	l := liveLine{7, space, engines.Weights{1, -9, 0.25, 3, 2}, checkpointLine(tuning.Checkpoint{Round: 4, Elo: 12, Interval: rating.Interval{Low: -3, High: 27}, Against: "default"})}
	if got, want := l.String(), "round 7: +12 Elo [-3, +27] against default by round 4; a 1 b -9 d 3 e 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := heaviestWeights(space, engines.Weights{math.NaN(), 1, 1, 1, 1}); strings.Contains(got, "a ") {
		t.Errorf("a weight that is not a number leads: %q", got)
	}
	list := []tuning.Leader{{Agent: "x", Score: 0.75}, {Agent: "y", Score: 0.5}, {Agent: "z"}, {Agent: "w"}}
	if got, want := leadersLine(list), "x 0.750, y 0.500, z 0.000, and 1 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	test := &tuning.TestState{LLR: -0.4183, Bounds: [2]float64{-2.9444, 2.9444}}
	if got, want := ratioText(test), "; LLR -0.42 (-2.94, 2.94)"; got != want || ratioText(nil) != "" {
		t.Errorf("%q, want %q", got, want)
	}
}

// The note of a checkpoint separates thousands as the trend does, and has no trend before two
// checkpoints can be compared.
func TestCheckpointNote(t *testing.T) {
	t.Parallel()
	c := tuning.Checkpoint{Round: 4, Games: 8840, Elo: 12, Interval: rating.Interval{Low: -3, High: 27}, Against: "default"}
	const line = "checkpoint after 8,840 games: +12 Elo [-3, +27] against default by round 4"
	for trend, want := range map[string]string{
		"": line,
		"improving: games 4,000 to 8,840 brought +9 ± 5 Elo against default": line + "; improving: games 4,000 to 8,840 brought +9 ± 5 Elo against default",
	} {
		c.Trend = trend
		if got := checkpointNote(c, checkpointLine(c)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A forecast contains the measured regret of a strategy, or reports that none was measured.
func TestForecastSaysWhatWasMeasured(t *testing.T) {
	t.Parallel()
	floor := 8.6
	f := runs.Forecast{Engine: "othello", Strategy: "auto", Weights: 38, Games: 2000, PerSecond: 100, Floor: &floor, Expected: &bench.Expectation{Smooth: 23.4, Rugged: 137}}
	forecast := func() string {
		return writtenText(t, func(w *term.Screen) error { return printTuneForecast(w, "lanista", f) })
	}
	if got := forecast(); !strings.Contains(got, "On other problems, the duels of") || !strings.Contains(got, "and 137 where it is rugged") {
		t.Error(got)
	}
	f.Strategy, f.Expected = "mine", nil
	if got := forecast(); !strings.Contains(got, "How near to the best mine ends with so many weights and games was not measured, neither in this game") {
		t.Error(got)
	}
	f.Seconds, f.PerSecond = 350, 0.417
	if got := forecast(); !strings.Contains(got, "about 5m50s at one game in 2.4 seconds.") {
		t.Error(got)
	}
	f.Seconds, f.PerSecond = 0, 0
	if got := forecast(); !strings.Contains(got, "how long they take is unknown, since no game ended in the measurement.") {
		t.Error(got)
	}
}

// A forecast that takes long, because games are played to measure how long they take, is reported.
func TestSlowForecast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out, errOut bytes.Buffer
		a := Program{}.app(strings.NewReader(""), &out, &errOut)
		plan := func(context.Context, runs.Catalog, runs.Options) (int, error) {
			time.Sleep(15 * time.Second)
			return 7, nil
		}
		if err := forecast(t.Context(), a, runs.Options{}, plan, func(w *term.Screen, n int) error { w.Print(n); return nil }); err != nil {
			t.Fatal(err)
		}
		if got, want := errOut.String()+out.String(), "measuring for 10s; Ctrl-C stops it\n7"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestGridForecastHasNoExponents(t *testing.T) {
	t.Parallel()
	for rate, want := range map[float64]string{512.3: " at 512 points a second.", 38_123: " at 38123 points a second.", 23_812_345: " at 23.8 million points a second."} {
		f := runs.GridForecast{Engine: "hare", Points: 4096, Etudes: 20, PerSecond: rate}
		if got := writtenText(t, func(w *term.Screen) error { return printGridForecast(w, f) }); !strings.Contains(got, want) {
			t.Errorf("%v: %s", rate, got)
		}
	}
}
