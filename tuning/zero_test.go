package tuning_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Nil and empty arguments give errors or empty results, not panics.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	do := func(name string, f func()) {
		t.Helper()
		defer func() {
			if cause := recover(); cause != nil {
				t.Errorf("%s: panic: %v", name, cause)
			}
		}()
		f()
	}
	do("Batch", func() { tuning.Batch{}.Games() })
	do("SameDirection", func() { tuning.SameDirection(nil, nil); tuning.SameDirection(nil, make([]float64, 2)) })
	do("VerificationDeals", func() { tuning.VerificationDeals(0, 0) })
	do("Tee", func() { tuning.Tee(tuning.Events{}, tuning.Events{}) })
	do("Verify", func() {
		if _, err := tuning.Verify(t.Context(), tournament.Local{}, nil, nil, tuning.VerifyOptions{}); err == nil {
			t.Error("nothing is verified")
		}
	})
	do("Run", func() {
		for _, err := range tuning.Run(t.Context(), nil, tournament.Local{}, tuning.Options{}) {
			if err == nil {
				t.Error("a round without a strategy")
			}
		}
	})
	do("NewIndependentPairings", func() {
		if _, err := tuning.NewIndependentPairings(tuning.Problem{}, nil); err == nil {
			t.Error("a strategy of nothing")
		}
	})
}

// Candidates that are no weight vectors of one space are errors.
func TestCandidatesOfOneSpace(t *testing.T) {
	t.Parallel()
	good := tuning.Estimate{Weights: engines.Weights{3}}
	verify := func(o tuning.VerifyOptions, candidates ...tuning.Estimate) func() (tuning.Verification, error) {
		return func() (tuning.Verification, error) {
			return tuning.Verify(t.Context(), tournament.Local{Arena: nearer{}}, candidates, nil, o)
		}
	}
	for want, do := range map[string]func() (tuning.Verification, error){
		"candidates[1]: 2 weights, and candidates[0] has 1": verify(tuning.VerifyOptions{Games: 8}, good, tuning.Estimate{Weights: engines.Weights{1, 2}}),
		"candidates[0]: weight 0, counted from 0, is NaN":   verify(tuning.VerifyOptions{Games: 8}, tuning.Estimate{Weights: engines.Weights{math.NaN()}}),
		"start: 0 weights, and candidates[0] has 1":         verify(tuning.VerifyOptions{Games: 8, Start: engines.Weights{}}, good),
		"candidates[2]: 2 weights, and candidates[1] has 1": verify(tuning.VerifyOptions{Games: 8}, tuning.Estimate{}, good, tuning.Estimate{Weights: engines.Weights{1, 2}}),
	} {
		if v, err := do(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v after %d games, want %q", err, v.Games, want)
		}
	}
	// The defaults of a game may meet weights, and settings may change the number of weights.
	for name, o := range map[string]tuning.VerifyOptions{
		"start with the weights": {Games: 8, Start: engines.Weights{4}},
		"start with settings":    {Games: 8, Start: engines.Weights{4, 5}, StartSettings: engines.Settings{"model": "large"}},
		"others with settings":   {Games: 8, Start: engines.Weights{4, 5}, Settings: engines.Settings{"model": "small"}},
	} {
		if _, err := tuning.Verify(t.Context(), tournament.Local{Arena: seated{}}, []tuning.Estimate{{}, good}, nil, o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// seated is an arena in which seat 0 wins.
type seated struct{}

func (seated) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Winner(len(seats), 0)}, nil
}
