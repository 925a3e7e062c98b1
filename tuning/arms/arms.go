package arms

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy   = (*Strategy)(nil)
	_ tuning.Populated  = (*Strategy)(nil)
	_ tuning.Candidates = (*Strategy)(nil)
	_ tuning.Fixed      = (*Strategy)(nil)
	_ tuning.Planner    = (*Strategy)(nil)
	_ tuning.Reporter   = (*Strategy)(nil)
	_ tuning.Valued     = (*Strategy)(nil)
)

// Strategy is a tuning strategy for problems in which some weights have a list of choices and
// others have numeric values. It first selects the choices by games between their combinations (the
// race). It then tunes the numbers with another strategy, and finally tests the choices again; see
// the documentation of the package. Create it with [New].
type Strategy struct {
	problem tuning.Problem
	chosen  []int       // the weights with choices, as indices into the space
	choices [][]float64 // the values of the chosen weights in every arm, in the order of chosen
	plan    plan
	build   func(tuning.Problem) (tuning.Strategy, error) // makes the inner strategy; see New

	race    pairwise.Driver[*race]
	inner   tuning.Strategy         // nil during the race and without free numbers
	test    *pairwise.Driver[*test] // nil before the final test
	round   int                     // number of finished rounds
	games   int                     // number of games in these rounds
	began   int                     // number of rounds before those of the inner strategy
	planned int                     // number of games of the inner strategy
	largest int                     // number of games of the inner strategy's largest round; 0 if unknown
}

// New returns a Strategy for a problem with at least one free weight of kind [engines.Choices]. The
// function build returns the strategy that tunes the numeric weights, for a problem in which the
// weights with choices are fixed. If there are free numeric weights, New calls build once to check
// the options. The Strategy calls it again with the choices that have won the race. New returns an
// error for an invalid problem, for too many combinations of choices, and for a budget that is too
// small.
func New(p tuning.Problem, build func(tuning.Problem) (tuning.Strategy, error)) (*Strategy, error) {
	if err := p.Space.Valid(); err != nil {
		return nil, err
	}
	p = p.Clone()
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	if err := errors.Join(p.Space.Check(p.Start), p.Constraints.Check(p.Start)); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := &Strategy{problem: p, chosen: p.Space.Chosen(), build: build}
	if len(s.chosen) == 0 {
		return nil, errors.New("no weight has choices to be tuned")
	}
	if count(p.Space, s.chosen) > maxArms {
		return nil, tooMany(p.Space, s.chosen)
	}
	s.choices = combinations(p.Space, s.chosen)
	var arms []engines.Weights
	for _, c := range s.choices {
		arms = append(arms, s.with(p.Start, c))
	}
	var err error
	s.race, err = pairwise.NewComparison(pairwise.SnapshotFormat{Strategy: "race of choices", Version: 1}, s.part("race"), func(setup pairwise.Setup) (*race, error) {
		if s.plan, err = newPlan(p, len(arms), setup.PairGames(), s.numbers()); err != nil {
			return nil, err
		}
		return newRace(setup, arms, s.plan.race), nil
	})
	if err != nil || !s.numbers() {
		return s, err
	}
	trial, err := build(s.numeric(s.startChoices()))
	if err != nil {
		return nil, err
	}
	s.planned = s.plan.search
	if planner, ok := trial.(tuning.Planner); ok {
		s.planned = cmp.Or(planner.PlannedGames(), s.planned)
		s.largest = planner.LargestRound()
	}
	return s, nil
}

// numbers reports whether the problem has numeric weights to tune, besides the weights whose values
// are choices.
func (s *Strategy) numbers() bool { return len(s.problem.Space.Free()) > len(s.chosen) }

// part returns a copy of the problem for one phase of the run. The copy has a seed of its own,
// derived from the name of the phase. It does not allow rounds to be requested before earlier
// rounds are finished.
func (s *Strategy) part(phase string) tuning.Problem {
	p := s.problem
	p.Seed = engines.Seed(p.Seed, engines.Purpose("arms "+phase))
	p.Ahead = 0
	return p
}

// with returns a copy of the weight vector w that has the given choices. choices contains a value
// for every weight of kind Choices.
func (s *Strategy) with(w engines.Weights, choices []float64) engines.Weights {
	out := slices.Clone(w)
	for k, i := range s.chosen {
		out[i] = choices[k]
	}
	return out
}

// startChoices returns the combination of choices in the start weights. If s.choices does not
// contain this combination, startChoices returns the first one in s.choices.
func (s *Strategy) startChoices() []float64 {
	for _, c := range s.choices {
		if slices.Equal(s.with(s.problem.Start, c), s.problem.Start) {
			return c
		}
	}
	return s.choices[0]
}

// numeric returns the problem for the strategy that tunes the numeric weights. The weights with
// choices are fixed in it: choices contains their values, in the order of s.chosen.
func (s *Strategy) numeric(choices []float64) tuning.Problem {
	p := s.part("numbers")
	p.Space = slices.Clone(p.Space)
	for k, i := range s.chosen {
		p.Space[i].Kind |= engines.Fixed
		p.Space[i].Default = choices[k]
	}
	p.Start = s.with(p.Start, choices)
	p.Games = s.plan.search
	if p.Rounds > 0 {
		p.Rounds -= len(s.plan.race) + 1
	}
	return p
}

// Ask returns the games of the next round. A run has three phases. First, games select the choices,
// which are the values that are not numbers. Then another strategy tunes the numeric weights.
// Finally the choices are tested again.
func (s *Strategy) Ask() (tuning.Batch, error) {
	var b tuning.Batch
	var err error
	switch {
	case s.test != nil:
		b, err = s.test.Ask()
	case s.inner != nil:
		b, err = s.inner.Ask()
		if errors.Is(err, tuning.Done) {
			if err = s.beginTest(); err == nil {
				return s.Ask()
			}
		}
	default:
		b, err = s.race.Ask()
	}
	b.Round = s.round + 1
	return b, err
}

// Tell passes the results of the round b to the phase of the run that requested the round: the race
// between combinations of choices, the search for the numbers, or the final test. Tell returns an
// error if b is not the next round.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	return s.tell(b, results, func(own tuning.Batch) error { return s.inner.Tell(own, results) })
}

// TellValues passes the results of round b on like Tell. values contains the mean scores of single
// agents. The strategy that tunes the numeric weights receives them if it learns from such scores;
// see [tuning.Valued].
func (s *Strategy) TellValues(b tuning.Batch, results []tournament.Result, values [][2]float64) error {
	return s.tell(b, results, func(own tuning.Batch) error {
		if inner, ok := s.inner.(tuning.Valued); ok {
			return inner.TellValues(own, results, values)
		}
		return s.inner.Tell(own, results)
	})
}

// tell passes the results of round b to the phase of the run that requested it: the race between
// combinations of choices, the search for the numbers, or the final test. In the search it calls
// inner, which must pass the results on. The argument of inner is a copy of b whose round number is
// counted from the start of the search.
func (s *Strategy) tell(b tuning.Batch, results []tournament.Result, inner func(own tuning.Batch) error) error {
	if b.Round != s.round+1 {
		return fmt.Errorf("arms: results of round %d; expected round %d", b.Round, s.round+1)
	}
	own := b
	var err error
	switch {
	case s.test != nil:
		own.Round = 1
		err = s.test.Tell(own, results)
	case s.inner != nil:
		own.Round = b.Round - s.began
		err = inner(own)
	default:
		err = s.race.Tell(own, results)
	}
	if err != nil {
		return err
	}
	s.round++
	s.games += b.Games()
	if s.inner == nil && s.raced() && s.numbers() {
		return s.beginSearch()
	}
	return nil
}

// raced reports whether the first phase of the run, the race between the combinations of choices,
// is over.
func (s *Strategy) raced() bool { return s.race.Progress().Round == len(s.plan.race) }

// winner returns the index, in s.choices, of the combination of choices that has won the race, in
// which the combinations play each other.
func (s *Strategy) winner() int { return pairwise.MethodOf(&s.race).ranking()[0] }

// beginSearch starts the second phase, which tunes the numbers. The weights with choices are fixed
// to the combination that has won the race.
func (s *Strategy) beginSearch() error {
	inner, err := s.build(s.numeric(s.choices[s.winner()]))
	if err != nil {
		return err
	}
	s.inner, s.began = inner, s.race.Progress().Round
	return nil
}

// beginTest starts the final test. The combinations of choices that were best in the race play each
// other again, now all with the tuned numbers.
func (s *Strategy) beginTest() error {
	tuned := s.inner.Best().Weights
	var arms []engines.Weights
	for _, arm := range pairwise.MethodOf(&s.race).ranking()[:1+s.plan.rivals] {
		arms = append(arms, s.with(tuned, s.choices[arm]))
	}
	d, err := pairwise.NewComparison(pairwise.SnapshotFormat{Strategy: "test of choices", Version: 1}, s.part("test"), func(setup pairwise.Setup) (*test, error) {
		return &test{setup: setup, arms: arms, deals: s.plan.test}, nil
	})
	s.test = &d
	return err
}

// Best returns the best weights so far. Before the first round these are the start weights. In the
// race, in which combinations of choices play each other, they are the start weights with the best
// combination so far. In the search for the numeric weights, they are the best weights of that
// search. If the final test selects another combination of choices, they are that combination with
// the tuned numbers.
func (s *Strategy) Best() tuning.Estimate {
	var e tuning.Estimate
	switch {
	case s.test != nil && pairwise.MethodOf(s.test).best > 0:
		e = s.test.Best()
	case s.inner != nil:
		e = s.rename(s.inner.Best())
	case s.round == 0:
		e = tuning.Estimate{Weights: slices.Clone(s.problem.Start), Fitness: 0.5, Name: "the start weights"}
	default:
		e = s.race.Best()
	}
	e.Games = s.games
	return e
}

// rename corrects the name of e, an estimate by the strategy that tunes the numeric weights. That
// strategy names e the start weights if the numeric weights have their start values. If the choices
// in e differ from those of the start weights, rename replaces the name.
func (s *Strategy) rename(e tuning.Estimate) tuning.Estimate {
	numbers := s.with(e.Weights, s.startChoices())
	if !slices.Equal(e.Weights, s.problem.Start) && slices.Equal(numbers, s.with(s.problem.Start, s.startChoices())) {
		e.Name = "the start numbers with the best choices of the race"
	}
	return e
}

// Candidates returns the weight vectors among which a verification may choose the result, each
// once. They are the best weights so far and the candidates of the strategy that tunes the numbers.
// The best numbers with the choices that were second in the race are a candidate too.
func (s *Strategy) Candidates() []tuning.Estimate {
	list := []tuning.Estimate{s.Best()}
	ranking := pairwise.MethodOf(&s.race).ranking()
	if s.inner != nil {
		if several, ok := s.inner.(tuning.Candidates); ok {
			for _, e := range several.Candidates() {
				list = append(list, s.rename(e))
			}
		} else {
			list = append(list, s.rename(s.inner.Best()))
		}
	}
	list = append(list, tuning.Estimate{
		Weights: s.with(s.Best().Weights, s.choices[ranking[1]]), Fitness: 0.5, Name: "the result with the second best choices of the race",
	})
	return tuning.Different(list)
}

// Population returns the population of the strategy that tunes the numeric weights, or nil if that
// strategy has none or has not begun.
func (s *Strategy) Population() []tuning.Member {
	if p, ok := s.inner.(tuning.Populated); ok {
		return p.Population()
	}
	return nil
}

// ResultIsFixed reports whether a verification must keep the result of the run and not choose
// another candidate. It does if the strategy that tunes the numeric weights requires it; see
// [tuning.Fixed].
func (s *Strategy) ResultIsFixed() bool {
	f, ok := s.inner.(tuning.Fixed)
	return ok && f.ResultIsFixed()
}

// Report returns the report of the strategy that tunes the numeric weights, such as standard
// errors. It is empty if that strategy has not begun or makes no reports.
func (s *Strategy) Report() tuning.Report {
	if r, ok := s.inner.(tuning.Reporter); ok {
		return r.Report()
	}
	return tuning.Report{}
}

// PlannedGames returns an upper bound for the number of games of the whole run.
func (s *Strategy) PlannedGames() int {
	return s.race.PlannedGames() + s.planned + s.plan.test*s.plan.rivals*s.perPair()
}

// LargestRound returns the number of games of the largest round in any phase of the run. It leaves
// out the search for the numeric weights if the strategy of that search cannot compute the number
// in advance.
func (s *Strategy) LargestRound() int {
	return max(s.race.LargestRound(), s.largest, s.plan.test*s.plan.rivals*s.perPair())
}

func (s *Strategy) perPair() int { return s.race.Setup().PairGames() }

// snapshot is the JSON document that [Strategy.Snapshot] returns, from which Restore continues the
// run.
type snapshot struct {
	Strategy string          `json:"strategy"`
	Version  int             `json:"version"`
	Round    int             `json:"round"`
	Games    int             `json:"games"`
	Race     json.RawMessage `json:"race"`
	Inner    json.RawMessage `json:"inner,omitempty"`
	Test     json.RawMessage `json:"test,omitempty"`
}

// Snapshot returns the state after the last Tell as JSON with a version number.
func (s *Strategy) Snapshot() ([]byte, error) {
	out := snapshot{Strategy: "arms", Version: 1, Round: s.round, Games: s.games}
	var err error
	if out.Race, err = s.race.Snapshot(); err != nil {
		return nil, err
	}
	if s.inner != nil {
		if out.Inner, err = s.inner.Snapshot(); err != nil {
			return nil, err
		}
	}
	if s.test != nil && s.test.Progress().Round > 0 {
		if out.Test, err = s.test.Snapshot(); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}

// Restore replaces the state of a new strategy by a snapshot. It returns an error for a snapshot of
// another strategy, problem or version; the strategy then cannot be used.
func (s *Strategy) Restore(data []byte) error {
	var in snapshot
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	if in.Strategy != "arms" || in.Version != 1 {
		return fmt.Errorf("snapshot of %q, version %d; arms, version 1 is accepted", in.Strategy, in.Version)
	}
	if err := s.race.Restore(in.Race); err != nil {
		return err
	}
	s.inner, s.test, s.round, s.games = nil, nil, in.Round, in.Games
	if s.raced() && s.numbers() {
		if err := s.beginSearch(); err != nil {
			return err
		}
		if err := s.inner.Restore(in.Inner); err != nil {
			return err
		}
	}
	if in.Test != nil {
		if s.inner == nil {
			return errors.New("snapshot: a test before the end of the race")
		}
		if err := s.beginTest(); err != nil {
			return err
		}
		return s.test.Restore(in.Test)
	}
	return nil
}
