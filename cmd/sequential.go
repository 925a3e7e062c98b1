package cmd

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/configs/keys"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// sequential is the test that ends a tournament of two agents: it decides
// between "the first is at most elo0 stronger" (H0) and "at least elo1" (H1).
type sequential struct {
	options rating.SPRT
	names   [2]string
	test    *rating.SequentialTest
}

// newSequential reads elo0, elo1 and, when given, alpha and beta.
func newSequential(numbers []float64, field []engines.Agent) (*sequential, error) {
	if len(numbers) != 2 && len(numbers) != 4 {
		return nil, fmt.Errorf("sprt: elo0, elo1 or elo0, elo1, alpha, beta are needed, not %d numbers", len(numbers))
	}
	if len(field) != 2 {
		return nil, fmt.Errorf("sprt: a sequential test needs two agents, not %d", len(field))
	}
	s := &sequential{
		options: rating.SPRT{Elo0: numbers[0], Elo1: numbers[1], Model: rating.NormalizedModel},
		names:   [2]string{field[0].Name, field[1].Name},
	}
	if len(numbers) == 4 {
		s.options.Alpha, s.options.Beta = numbers[2], numbers[3]
	}
	if err := s.options.Validate(); err != nil {
		return nil, keys.Under("sprt", err)
	}
	return s, nil
}

// add enters a cluster and reports whether the test has come to a decision.
func (s *sequential) add(r tournament.Result) (decided bool, err error) {
	if s.test == nil {
		if s.test, err = rating.NewSequentialTest(s.options, len(r.Games)); err != nil {
			return false, err
		}
	}
	candidate := slices.Index(r.Pairing.Agents, 0)
	halves := int(math.Round(2 * float64(len(r.Games)) * r.Points(candidate)))
	return s.test.Add(halves) != rating.Undecided, nil
}

func (s *sequential) decision() rating.Decision {
	if s.test == nil {
		return rating.Undecided
	}
	return s.test.Decision()
}

// String says what the test has come to.
func (s *sequential) String() string {
	lower, upper := s.options.Bounds()
	llr := 0.0
	if s.test != nil {
		llr = s.test.LLR()
	}
	state := fmt.Sprintf("LLR %.3f within (%.3f, %.3f), normalised Elo [%v, %v]", llr, lower, upper, s.options.Elo0, s.options.Elo1)
	switch s.decision() {
	case rating.AcceptH1:
		return fmt.Sprintf("Sequential test: accepted, %s is the stronger: %s", s.names[0], state)
	case rating.AcceptH0:
		return fmt.Sprintf("Sequential test: rejected, %s is not shown to be stronger than %s: %s", s.names[0], s.names[1], state)
	}
	return "Sequential test: undecided, the schedule ended first: " + state
}

func (s *sequential) document() any {
	lower, upper := s.options.Bounds()
	doc := struct {
		Elo      [2]float64 `json:"elo"`
		Bounds   [2]float64 `json:"bounds"`
		LLR      float64    `json:"llr"`
		Decision string     `json:"decision"`
		Clusters []int      `json:"clusters"`
	}{[2]float64{s.options.Elo0, s.options.Elo1}, [2]float64{lower, upper}, 0, s.decision().String(), nil}
	if s.test != nil {
		doc.LLR, doc.Clusters = s.test.LLR(), s.test.Counts()
	}
	return doc
}

// verdict is the exit of a tournament: the claim put to a sequential test
// fails unless the test accepts it.
func (e *event) verdict() error {
	if e.sprt == nil || e.sprt.decision() == rating.AcceptH1 {
		return nil
	}
	return &exitError{exitRefuted, fmt.Errorf("the sequential test ended with %s", e.sprt.decision())}
}
