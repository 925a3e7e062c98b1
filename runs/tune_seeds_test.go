package runs_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
)

func TestParseSeeds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]runs.Seeds{
		"1-5": {First: 1, Last: 5}, "7-7": {First: 7, Last: 7}, "0-0": {}, "18446744073709551615-18446744073709551615": {First: math.MaxUint64, Last: math.MaxUint64},
	} {
		if got, err := runs.ParseSeeds(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-", "5-1", "1-", "-3", "1-5-7", "a", "1-1001", "1,2", "7"} {
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
	all, err := runs.TuneSeeds(t.Context(), both(), runs.Options{Text: onTrack, Store: db, Name: "s"}, runs.Seeds{First: 3, Last: 5}, func(runs.TuneResult) { told++ })
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
			t.Errorf("seed %d: %s", got.Record.Seed, diff)
		}
		if rec, err := runs.Record(t.Context(), db, fmt.Sprintf("s-%d", got.Record.Seed)); err != nil || rec.ID != got.Record.ID {
			t.Errorf("its name: %v", err)
		}
		mean += float64(got.Record.Verdict().Rating) / 3
		w := got.Verification.Result.Weights
		share += w[0] / (w[0] + w[1]) / 3
	}
	if _, err := runs.TuneSeeds(t.Context(), both(), runs.Options{Text: onTrack, Store: db, GamesFile: "games.jsonl"}, runs.Seeds{First: 3, Last: 5}, nil); err == nil || !strings.Contains(err.Error(), "games of one run") {
		t.Errorf("one file for the games of three seeds: %v", err)
	}
	reversed := runs.Seeds{First: 5, Last: 3}
	if _, err := runs.TuneSeeds(t.Context(), both(), runs.Options{Text: onTrack, Store: db}, reversed, nil); !errors.As(err, new(*runs.MistakeError)) || reversed.Count() != 0 {
		t.Errorf("seeds from 5 to 3: %d seeds, %v", reversed.Count(), err)
	}
	if math.Abs(float64(all.Verdict.Rating)-mean) > 1e-9 || all.Verdict.Games != 3*all.Runs[0].Record.Verdict().Games {
		t.Errorf("together %+v, the mean is %v", all.Verdict, mean)
	}
	if !all.Shares || math.Abs(all.Mean[0]-share) > 1e-12 || math.Abs(all.Mean[0]+all.Mean[1]-1) > 1e-12 {
		t.Errorf("shares %v, the first %v", all.Mean, share)
	}
	low, high := all.Verdict.Interval.Low, all.Verdict.Interval.High
	if math.Abs((low+high)/2-mean) > 1e-9 || !(high > mean) {
		t.Errorf("interval [%v, %v]", low, high)
	}
}
