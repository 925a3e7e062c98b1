package runs_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

func TestParseSeeds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]runs.Seeds{
		"1-5": {First: 1, Last: 5}, "7": {First: 7, Last: 7}, "0-0": {}, "18446744073709551615": {First: math.MaxUint64, Last: math.MaxUint64},
	} {
		if got, err := runs.ParseSeeds(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-", "5-1", "1-", "-3", "1-5-7", "a", "1-1001", "1,2"} {
		if got, err := runs.ParseSeeds(text); err == nil {
			t.Errorf("%q was taken: %v", text, got)
		}
	}
}

// Several seeds are the runs that they would be one by one; their verdict is the
// mean.
func TestTuneSeeds(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	told := 0
	all, err := both().TuneSeeds(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "s"}, runs.Seeds{First: 3, Last: 5}, func(runs.Tuned) { told++ })
	if err != nil || told != 3 {
		t.Fatalf("told of %d: %v", told, err)
	}
	mean, share := 0.0, 0.0
	for i, got := range all.Runs {
		text := strings.Replace(onTrack, "seed: 3", fmt.Sprintf("seed: %d", 3+i), 1)
		alone, err := both().Tune(t.Context(), runs.Options{Text: text, Store: db}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameTuned(got, alone); diff != "" {
			t.Errorf("seed %d: %s", got.Seed, diff)
		}
		if rec, err := runs.Record(t.Context(), db, fmt.Sprintf("s-%d", got.Seed)); err != nil || rec.ID != got.Run {
			t.Errorf("its name: %v", err)
		}
		mean += float64(got.Judged.Rating) / 3
		w := got.Verdict.Answer.Weights
		share += w[0] / (w[0] + w[1]) / 3
	}
	if math.Abs(float64(all.Judged.Rating)-mean) > 1e-9 || all.Judged.Games != 3*all.Runs[0].Judged.Games {
		t.Errorf("together %+v, the mean is %v", all.Judged, mean)
	}
	if !all.Shares || math.Abs(all.Mean[0]-share) > 1e-12 || math.Abs(all.Mean[0]+all.Mean[1]-1) > 1e-12 {
		t.Errorf("shares %v, the first %v", all.Mean, share)
	}
	low, high := all.Judged.Interval.Low, all.Judged.Interval.High
	if math.Abs((low+high)/2-mean) > 1e-9 || !(high > mean) {
		t.Errorf("interval [%v, %v]", low, high)
	}
}

// Who stops in the middle of several seeds is told which of them have no run yet.
func TestSeedsLeft(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seeds     runs.Seeds
		stopAfter int // seeds; less than 0: in the first round of the first
		left      string
	}{
		"before the first":    {runs.Seeds{First: 3, Last: 5}, 0, "--seeds 3-5"},
		"in the first":        {runs.Seeds{First: 3, Last: 5}, -1, "--seeds 4-5"},
		"before the last":     {runs.Seeds{First: 3, Last: 4}, 1, "--seeds 4"},
		"in the only one":     {runs.Seeds{First: 3, Last: 3}, -1, ""},
		"in the last but one": {runs.Seeds{First: 3, Last: 4}, -1, "--seeds 4"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		o, done := runs.Options{Text: onTrack, Store: inStore(t), Workers: 1}, 0
		if c.stopAfter == 0 {
			stop()
		} else if c.stopAfter < 0 {
			o.Events.RoundSaved = func(tuning.Round) { stop() }
		}
		_, err := both().TuneSeeds(ctx, o, c.seeds, func(runs.Tuned) {
			if done++; done == c.stopAfter {
				stop()
			}
		})
		stop()
		got := runs.SeedsLeft(err)
		if !errors.Is(err, context.Canceled) || !strings.HasSuffix(got, c.left) || c.left == "" && got != "" {
			t.Errorf("%s: %v: %q, want %q", name, err, got, c.left)
		}
	}
}
