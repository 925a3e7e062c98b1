package tuning_test

import (
	"testing"

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
