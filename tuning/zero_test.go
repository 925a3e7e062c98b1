package tuning_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
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

// Impossible numbers of rounds ahead, an empty queue and a nil function are no reason to panic.
func TestRoundsThatDoNotExist(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: engines.Space{{Name: "x", Max: 1}}, Games: 400}
	build := func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) }
	s, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Seats = 1
	apart, err := tuning.NewIndependentPairings(p, build)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]tuning.Strategy{"spsa": s, "apart": apart} {
		if b, err := s.(tuning.Ahead).AskAhead(-1); err == nil || !strings.Contains(err.Error(), "-1 rounds ahead") {
			t.Errorf("%s: round %d, %v", name, b.Round, err)
		}
		q := tuning.NewInPlay(s)
		if err := q.Tell(nil); err == nil || err.Error() != "no round is in play" {
			t.Errorf("%s: an empty queue: %v", name, err)
		}
		if list, err := q.Fill(nil); err != nil || len(list) == 0 {
			t.Errorf("%s: %d rounds, %v", name, len(list), err)
		}
	}
	if list, err := tuning.NewInPlay(nil).Fill(nil); err == nil || len(list) > 0 {
		t.Error("rounds of no strategy")
	}
	for _, seats := range []int{-1, engines.MaxSeats + 1} {
		p.Seats, p.Opponents = seats, make([]engines.Agent, 1)
		if _, err := tuning.NewIndependentPairings(p, build); err == nil || !strings.HasPrefix(err.Error(), "seats: ") {
			t.Errorf("%d seats: %v", seats, err)
		}
	}
	if (tuning.Curve{X: []float64{1}}).Effect() {
		t.Error("a curve without intervals has an effect")
	}
	for _, seats := range []int{-1, math.MinInt, math.MaxInt} {
		if plan := tuning.PlanVerification(2, make([]engines.Agent, 2), tuning.VerifyOptions{Games: 100, Seats: seats}); plan.Games() <= 0 {
			t.Errorf("%d seats: %+v", seats, plan)
		}
	}
}
