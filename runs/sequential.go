package runs

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// sequential is a sequential test, which ends a tournament of two agents as soon as the result is
// clear. Its hypotheses are H0, "the first agent is at most elo0 stronger", and H1, "it is at least
// elo1 stronger".
type sequential struct {
	options rating.SPRT
	names   [2]string
	test    *rating.SequentialTest

	contents tournament.Contents
}

// newSequential makes a test from the numbers elo0 and elo1 and optionally alpha and beta. model is
// the name of the unit of elo0 and elo1; "" means normalized.
func newSequential(numbers []float64, model string, field []engines.Agent) (*sequential, error) {
	if len(numbers) != 2 && len(numbers) != 4 {
		return nil, keys.Errorf("sprt", "elo0, elo1 or elo0, elo1, alpha, beta are needed, not %d numbers", len(numbers))
	}
	if len(field) != 2 {
		return nil, keys.Errorf("sprt", "a sequential test needs two agents, not %d", len(field))
	}
	s := &sequential{
		options: rating.SPRT{Elo0: numbers[0], Elo1: numbers[1], Model: rating.NormalizedModel},
		names:   [2]string{field[0].Name, field[1].Name},
	}
	if model != "" {
		var err error
		if s.options.Model, err = rating.ParseModel(model); err != nil {
			return nil, keys.Errorf("sprt_model", "%w", err)
		}
	}
	if len(numbers) == 4 {
		if numbers[2] == 0 || numbers[3] == 0 { // 0 would stand for the default
			return nil, keys.Errorf("sprt", "alpha and beta must be above 0; leave both out for 0.05")
		}
		s.options.Alpha, s.options.Beta = numbers[2], numbers[3]
	}
	if err := s.options.Validate(); err != nil {
		return nil, keys.Under("sprt", err)
	}
	return s, nil
}

// cycles returns the largest number of deals (game starts) for the test. games is the number of
// games on each deal in all seat orders. The limit is ten times the longest expected length of the
// test, so it is hardly ever reached. If only one of two seat orders is played, it is five times
// this length. Without a test, cycles returns 1.
func (s *sequential) cycles(games int) int {
	if s == nil {
		return 1
	}
	const times, most = 10, 1e9
	return int(min(math.Ceil(times*s.options.WorstCaseGames()/float64(games)), most))
}

// add adds the result of a pairing to the test and reports whether the test has decided. A pairing
// with the same games as an earlier one is ignored.
func (s *sequential) add(r tournament.Result) (decided bool, err error) {
	seen := s.contents.Add(r)
	r = r.Met()
	r.Objective = tournament.Objective{} // the test is of who was better, not by how much
	if s.test == nil {
		if s.test, err = rating.NewSequentialTest(s.options, len(r.Games)); err != nil {
			return false, err
		}
	}
	if seen.Nth > 1 {
		return s.test.Decision() != rating.Undecided, nil
	}
	candidate := slices.Index(r.Pairing.Agents, 0)
	s.test.AddResults(singleResults(&r))
	halves := int(math.Round(2 * float64(len(r.Games)) * r.Points(candidate)))
	return s.test.Add(halves) != rating.Undecided, nil
}

// singleResults counts the wins, draws and losses in the games of a pairing of two agents, from the
// view of the first agent of the tournament.
func singleResults(r *tournament.Result) (wins, draws, losses int) {
	for g := range r.Games {
		outcome := r.Games[g].Outcome
		seat := 0
		if r.Pairing.Seat(g, 0) != 0 {
			seat = 1
		}
		switch own, other := outcome.Place(seat), outcome.Place(1-seat); {
		case own < other:
			wins++
		case own > other:
			losses++
		default:
			draws++
		}
	}
	return wins, draws, losses
}

// Test is the state of a sequential test.
type Test struct {
	Elo      [2]float64      // differences of H0 and H1, in the unit of Model
	Model    rating.Model    // unit of Elo: normalised Elo, logistic Elo or BayesElo
	Bounds   [2]float64      // values of LLR at which the test decides: Wald's bounds, see [rating.SPRT.Bounds]
	LLR      float64         // log-likelihood ratio of H1 and H0
	Decision rating.Decision // Undecided if the schedule ended before the test decided
	Counts   rating.Counts   // number of different pairings in which the tested agent scored 0, 1, 2, ... half points; nil if none was played
	Agents   [2]string       // names of the tested agent and its opponent
}

// Statement returns the decision and what it shows, such as "H1 accepted, a is stronger than b", or
// "undecided".
func (t Test) Statement() string {
	return t.Decision.Statement(t.Agents[0], t.Agents[1], t.Elo, t.Model.Unit())
}

// Outcome returns the decision and what it shows, as the beginning of a sentence: "Sequential test:
// H1 accepted, a is stronger than b". over is true if no more games follow.
func (t Test) Outcome(over bool) string {
	switch {
	case t.Decision != rating.Undecided:
		return "Sequential test: " + t.Statement()
	case over:
		return "Sequential test: " + t.Statement() + ", the schedule ended first"
	}
	return "Sequential test so far"
}

// State returns the log-likelihood ratio of the test, its bounds and its hypotheses as a text.
func (t Test) State() string {
	return fmt.Sprintf("LLR %.3f, bounds (%.3f, %.3f), %s [%v, %v]", t.LLR, t.Bounds[0], t.Bounds[1], t.Model.Unit(), t.Elo[0], t.Elo[1])
}

// ReportSentence returns a sentence on the test for a report of its tournament, or "" for a nil
// test. over is true if no more games follow.
func (t *Test) ReportSentence(over bool) string {
	if t == nil {
		return ""
	}
	text := t.Outcome(over) + ": " + t.State()
	if t.Counts != nil {
		text += fmt.Sprintf("; %d different pairings, by the points of %s: %v", t.Counts.Clusters(), t.Agents[0], t.Counts)
	}
	return text + "."
}

// state returns the state of the test, or nil without a test.
func (s *sequential) state() *Test {
	if s == nil {
		return nil
	}
	lower, upper := s.options.Bounds()
	t := &Test{Elo: [2]float64{s.options.Elo0, s.options.Elo1}, Model: s.options.Model, Bounds: [2]float64{lower, upper}, Decision: rating.Undecided, Agents: s.names}
	if s.test != nil {
		t.Decision, t.LLR, t.Counts = s.test.Decision(), s.test.LLR(), s.test.Counts()
	}
	return t
}
