package pairwisetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Strategy is a tuning strategy whose rounds can also be played without an executor. A test
// requests the points to compare (Propose) and passes their scores (Learn). All strategies based on
// package pairwise have these methods.
type Strategy interface {
	tuning.Strategy
	tuning.Planner
	Propose() (pairwise.Proposal, error)
	Learn(scores []float64) error
}

// New is a function that creates a strategy for a problem, with fixed options.
type New func(tuning.Problem) (Strategy, error)

// With turns the constructor of a strategy, build, into a function of the problem alone: it always
// passes the options o.
func With[O any, S Strategy](build func(tuning.Problem, O) (S, error), o O) New {
	return func(p tuning.Problem) (Strategy, error) { return build(p, o) }
}

// Contract tests whether a strategy meets the requirements of [tuning.Strategy] and
// [pairwise.Driver], on several small problems. If LANISTA_EXHAUSTIVE is not set, Contract uses
// only the problems that quick names, or nearly all problems if quick is empty.
func Contract(t *testing.T, build New, quick ...string) {
	t.Parallel()
	for name, p := range problems() {
		if Seeds(1, 2) == 1 && (name == "scale free" || len(quick) > 0 && !slices.Contains(quick, name)) {
			continue // "order" and "four" are scale free, too
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var whole []played // the run that all others must repeat
			t.Run("rounds", func(t *testing.T) { whole = rounds(t, build, p) })
			if whole == nil {
				return // rounds has failed
			}
			t.Run("restored", func(t *testing.T) { restored(t, build, p, whole) })
			if !sampled[name] && Seeds(1, 2) == 1 {
				return
			}
			t.Run("workers", func(t *testing.T) { workers(t, build, p, whole) })
			if p.Seats == 0 {
				t.Run("scores", func(t *testing.T) { scores(t, build, p, whole) })
			}
		})
	}
	t.Run("refusals", func(t *testing.T) { refusals(t, build) })
	t.Run("limitless", func(t *testing.T) { limitless(t, build) })
}

// sampled contains the names of the test problems for which the quick form of [Contract] includes
// two more tests: a run with four workers, and a run that receives scores. The long form makes both
// tests for all problems.
var sampled = map[string]bool{"mixed": true, "three": true, "ahead": true}

// problems returns small tuning problems by name, which together cover every kind of weight and
// several numbers of seats.
func problems() map[string]tuning.Problem {
	return map[string]tuning.Problem{
		"mixed":      {Space: Mixed(), Games: 500, Seed: 1},
		"scale free": {Space: Directions(), ScaleFree: true, Games: 400, Seed: 2},
		"three":      {Space: Mixed(), Seats: 3, Games: 480, Seed: 3},
		"four":       {Space: Directions(), ScaleFree: true, Seats: 4, Games: 480, Seed: 3},
		"few rounds": {Space: Mixed(), Games: 300, Rounds: 3, Seed: 4},
		"few games":  {Space: Mixed(), Games: 20, Seed: 5},
		"start":      {Space: Mixed(), Games: 200, Seed: 6, Start: engines.Weights{3, 1, 1, 2, 0.01}},
		"ahead":      {Space: Mixed()[:2], Games: 500, Seed: 7, Ahead: 3},
		"limits":     {Space: Mixed(), Constraints: limits(Mixed()), Games: 400, Seed: 8},
		"order":      {Space: Directions(), Constraints: order(Directions()), ScaleFree: true, Games: 400, Seed: 9},
	}
}

// limits returns constraints for the free weights of the space Mixed. They exclude the optimum of
// the test arena.
func limits(space engines.Space) *constraints.Set {
	free := space.Free()
	most, ratio := 0.0, 3.0
	rule := constraints.Rule{Max: &most}
	for _, i := range free {
		rule.Sum = append(rule.Sum, space[i].Name)
		most += space[i].Default
	}
	return mustSet(space, rule, constraints.Rule{Ratio: []string{space[free[0]].Name, space[free[1]].Name}, Max: &ratio})
}

// order returns the constraint that the second weight of a space is at least as large as the first.
func order(space engines.Space) *constraints.Set {
	return mustSet(space, constraints.Rule{Order: []string{space[0].Name, space[1].Name}})
}

func mustSet(space engines.Space, rules ...constraints.Rule) *constraints.Set {
	s, err := constraints.New(space, rules)
	if err != nil {
		panic(err)
	}
	return s
}

func fresh(t *testing.T, build New, p tuning.Problem) Strategy {
	t.Helper()
	s, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// step plays one round of a strategy and passes the results to it. It returns the round, or false
// if the strategy has no more games.
func step(t *testing.T, s tuning.Strategy, p tuning.Problem) (tuning.Batch, bool) {
	t.Helper()
	b, err := s.Ask()
	if errors.Is(err, tuning.Done) {
		return b, false
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Tell(b, arena{p.Space}.results(t, b)); err != nil {
		t.Fatal(err)
	}
	return b, true
}

// played contains a round of an uninterrupted run and the state after it.
type played struct {
	batch    tuning.Batch
	snapshot []byte
	best     tuning.Estimate
}

// rounds plays a whole run and returns its rounds. It checks the number and size of the rounds,
// the budget, all points, and the best weights after each round.
func rounds(t *testing.T, build New, p tuning.Problem) (whole []played) {
	s := fresh(t, build, p)
	planned, largest := s.PlannedGames(), s.LargestRound()
	games, count, deals := 0, 0, map[uint64]int{0: 0}
	for b, ok := step(t, s, p); ok; b, ok = step(t, s, p) {
		count++
		if b.Round != count {
			t.Fatalf("round %d is called %d", count, b.Round)
		}
		for _, a := range b.Field {
			if err := errors.Join(p.Space.Check(a.Weights), p.Constraints.Check(a.Weights)); err != nil {
				t.Fatalf("round %d: %v", count, err)
			}
			if a.Weights[len(a.Weights)-2] != p.Space.Default()[len(a.Weights)-2] && p.Space[len(p.Space)-2].Kind.Has(engines.Fixed) {
				t.Fatalf("round %d moved a fixed weight: %v", count, a.Weights)
			}
		}
		for i, pairing := range b.Pairings {
			if round, ok := deals[pairing.Seed]; ok && round != count {
				t.Fatalf("pair %d of round %d is on deal %d, which round %d had", i+1, count, pairing.Seed, round)
			}
			deals[pairing.Seed] = count
		}
		if b.Games() > largest {
			t.Errorf("round %d has %d games, the largest was to have %d", count, b.Games(), largest)
		}
		if b.Games() < 8 {
			t.Errorf("round %d has %d games: cores would stand idle", count, b.Games())
		}
		games += b.Games()
		if err := errors.Join(p.Space.Check(s.Best().Weights), p.Constraints.Check(s.Best().Weights)); err != nil {
			t.Fatalf("result after round %d: %v", count, err)
		}
		if got := s.Best().Games; got != games {
			t.Fatalf("after %d games the result rests on %d", games, got)
		}
		whole = append(whole, played{b, snapshot(t, s), s.Best()})
	}
	if last := s.PlannedGames(); games != planned || games != last {
		t.Errorf("%d games played, %d planned at first and %d at last", games, planned, last)
	}
	if games > p.Games {
		t.Errorf("%d games played of %d", games, p.Games)
	}
	if p.Games >= 200 && games < p.Games*8/10 {
		t.Errorf("done after %d games of %d", games, p.Games)
	}
	if p.Rounds > 0 && count > p.Rounds {
		t.Errorf("%d rounds played of %d", count, p.Rounds)
	}
	return whole
}

// restoredEvery returns the number of rounds after which a test replaces the strategy by one
// restored from its snapshot. It is more than 1 to save time, because restoring takes as long as
// learning from all earlier rounds.
func restoredEvery(p tuning.Problem) int {
	switch {
	case p.Ahead > 0: // several rounds are in play
		return Seeds(24, 8)
	case p.Seats > 0, p.Start != nil:
		return Seeds(6, 3)
	default:
		return Seeds(5, 2)
	}
}

// restored checks that snapshots lose nothing. It repeats a run, but every few rounds replaces the
// strategy by a new one, restored from a snapshot. whole contains the rounds of the run without
// interruption: all batches, snapshots and best weights must be bit for bit equal to them.
func restored(t *testing.T, build New, p tuning.Problem, whole []played) {
	broken := fresh(t, build, p)
	for i, want := range whole {
		got, ok := step(t, broken, p)
		if !ok || !reflect.DeepEqual(got, want.batch) {
			t.Fatalf("round %d differs after a restore: %v %v", want.batch.Round, got.Round, ok)
		}
		after := snapshot(t, broken)
		if !bytes.Equal(after, want.snapshot) {
			t.Fatalf("round %d: snapshots differ", i+1)
		}
		if !reflect.DeepEqual(broken.Best(), want.best) {
			t.Fatalf("round %d: results differ: %v and %v", i+1, want.best, broken.Best())
		}
		if i%restoredEvery(p) != 0 {
			continue
		}
		broken = fresh(t, build, p)
		if err := broken.Restore(after); err != nil {
			t.Fatal(err)
		}
		if again := snapshot(t, broken); !bytes.Equal(again, after) {
			t.Fatalf("round %d: restoring changed the snapshot:\n%s\n%s", i+1, after, again)
		}
	}
	if b, ok := step(t, broken, p); ok {
		t.Fatalf("it plays round %d of %d", b.Round, len(whole))
	}
}

// workers checks that a run with four workers has the same result as playing round after round.
// The order of learning must depend neither on rounds requested ahead nor on the number of
// workers.
func workers(t *testing.T, build New, p tuning.Problem, whole []played) {
	s := fresh(t, build, p)
	for _, err := range tuning.Run(t.Context(), s, tournament.Local{Arena: arena{p.Space}, Workers: 4}, tuning.Options{Budget: tuning.Budget{Games: p.Games}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(snapshot(t, s), whole[len(whole)-1].snapshot) {
		t.Error("round by round and with four workers it ends differently")
	}
}

// scores checks that it makes no difference how a strategy receives the outcome of its rounds. It
// repeats the run whole, but passes the scores of the pairs to Learn instead of the results to
// Tell. The best weights after every round must be equal.
func scores(t *testing.T, build New, p tuning.Problem, whole []played) {
	told := fresh(t, build, p)
	for _, want := range whole {
		proposal, err := told.Propose()
		if err != nil {
			t.Fatal(err)
		}
		b := want.batch
		for i, w := range proposal.Points {
			if !reflect.DeepEqual(w, b.Field[i].Weights) {
				t.Fatalf("round %d: point %d is %v, in the batch %v", b.Round, i+1, w, b.Field[i].Weights)
			}
		}
		if err := told.Learn(arena{p.Space}.scores(t, b, proposal)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(told.Best(), want.best) {
			t.Fatalf("round %d: told scores it is at %v, told results at %v", b.Round, told.Best(), want.best)
		}
	}
	if _, err := told.Propose(); !errors.Is(err, tuning.Done) || told.Learn(nil) == nil {
		t.Errorf("at the end: %v", err)
	}
}

// refusals checks that a strategy returns an error for an invalid snapshot, for results of another
// round, and for an invalid problem. A rejected snapshot or result must not change the strategy.
func refusals(t *testing.T, build New) {
	p := tuning.Problem{Space: Mixed(), Games: 200, Seed: 1}
	s := fresh(t, build, p)
	before := snapshot(t, s)
	var envelope map[string]any
	if err := json.Unmarshal(before, &envelope); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]any{"strategy": "another", "version": 1000, "state": map[string]any{"nonsense": 1}} {
		changed := maps.Clone(envelope)
		changed[key] = value
		raw, err := json.Marshal(changed)
		if err != nil {
			t.Fatal(err)
		}
		if s.Restore(raw) == nil {
			t.Errorf("a snapshot with %s = %v was taken", key, value)
		}
	}
	if s.Restore([]byte("{")) == nil {
		t.Error("half a snapshot was taken")
	}
	b, err := s.Ask()
	if err != nil {
		t.Fatal(err)
	}
	if s.Tell(b, nil) == nil {
		t.Error("a round without results was taken")
	}
	if s.Learn(make([]float64, len(b.Pairings)+1)) == nil {
		t.Error("a score too many was taken")
	}
	b.Round++
	if s.Tell(b, make([]tournament.Result, len(b.Pairings))) == nil {
		t.Error("the results of another round were taken")
	}
	if after := snapshot(t, s); !bytes.Equal(before, after) {
		t.Error("what was refused left a trace")
	}
	for what, bad := range map[string]tuning.Problem{
		"no free weight":       {Space: engines.Space{{Name: "x", Min: 1, Max: 1, Default: 1}}, Games: 100},
		"a start out of range": {Space: Mixed(), Start: engines.Weights{9, 1, 1, 2, 1}, Games: 100},
		"an empty range":       {Space: engines.Space{{Name: "x", Min: 2, Max: 1}}, Games: 100},
		"too many seats":       {Space: Mixed(), Seats: engines.MaxSeats + 1, Games: 100},
	} {
		if _, err := build(bad); err == nil {
			t.Errorf("%s was taken", what)
		}
	}
}

// limitless checks that a strategy divides its budget into rounds even if the problem sets no
// limits.
func limitless(t *testing.T, build New) {
	s := fresh(t, build, tuning.Problem{Space: Mixed(), Seed: 1})
	if b, err := s.Ask(); err != nil || b.Games() < 8 {
		t.Errorf("the first round has %d games, %v", b.Games(), err)
	}
}

func snapshot(t *testing.T, s tuning.Strategy) []byte {
	t.Helper()
	b, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Regret runs a strategy to its end in the test arena. It returns the strength of the optimum
// minus the strength of the strategy's best weights, in Elo.
func Regret(t *testing.T, build New, p tuning.Problem) float64 {
	t.Helper()
	s := fresh(t, build, p)
	for _, ok := step(t, s, p); ok; _, ok = step(t, s, p) {
	}
	return -arena{p.Space}.strength(s.Best().Weights)
}

// Play plays the given number of rounds of a strategy in the test arena for the weights of
// problem p.
func Play(t *testing.T, s tuning.Strategy, p tuning.Problem, rounds int) {
	t.Helper()
	for range rounds {
		if _, ok := step(t, s, p); !ok {
			t.Fatal("the strategy is done")
		}
	}
}
