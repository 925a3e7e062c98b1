package tuning_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// eager is a strategy that can return rounds ahead, except that it must have learned from round 3
// before it returns round 4. It records how many rounds it had learned from at each request.
type eager struct {
	counter
	ahead int
	asked []tuning.Batch
	knew  []int
}

func (e *eager) Ahead() int { return e.ahead }

func (e *eager) Ask() (tuning.Batch, error) { return e.AskAhead(0) }

func (e *eager) AskAhead(n int) (tuning.Batch, error) {
	for len(e.asked) <= n {
		round := e.Rounds + 1 + len(e.asked)
		if round == 4 && len(e.asked) > 0 || len(e.asked) > e.ahead {
			return tuning.Batch{}, tuning.NotYet
		}
		c := counter{Rounds: round - 1, last: e.last}
		b, err := c.Ask()
		if err != nil {
			return b, err
		}
		e.asked, e.knew = append(e.asked, b), append(e.knew, e.Rounds)
	}
	return e.asked[n], nil
}

func (e *eager) Tell(b tuning.Batch, results []tournament.Result) error {
	if err := e.counter.Tell(b, results); err != nil {
		return err
	}
	e.asked = e.asked[1:]
	return nil
}

// Run requests rounds as early as the strategy and the budget allow, and passes their results to the
// strategy in order. The number of workers changes nothing.
func TestRunAhead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		budget tuning.Budget
		last   int
		knew   []int // number of rounds learned from at each request
	}{
		"the strategy ends": {last: 7, knew: []int{0, 0, 0, 3, 3, 3, 4}},
		"rounds":            {budget: tuning.Budget{Rounds: 5}, knew: []int{0, 0, 0, 3, 3}},
		"games":             {budget: tuning.Budget{Games: 14}, knew: []int{0, 0, 0, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := &counter{last: len(c.knew)}
			for _, err := range tuning.Run(t.Context(), one, tournament.Local{Arena: duels{}, Workers: 1}, tuning.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, workers := range []int{1, 5} {
				e := &eager{counter: counter{last: c.last}, ahead: 2}
				x := tournament.Local{Arena: duels{}, Workers: workers}
				var rounds, results, games, finished []int
				o := tuning.Options{Budget: c.budget, Events: tuning.Events{
					ResultFinished: func(_ tuning.Phase, r tournament.Result) { results = append(results, r.Index) },
					Progress:       func(p tuning.Progress) { games = append(games, int(p.Done)) },
					RoundFinished:  func(r tuning.Round) { finished = append(finished, r.Number) },
				}}
				for r, err := range tuning.Run(t.Context(), e, x, o) {
					if err != nil {
						t.Fatal(err)
					}
					if rounds = append(rounds, r.Number); r.Number != len(rounds) || r.Total != 3*len(rounds) || r.Games != 3 || r.Batch.Round != r.Number {
						t.Fatalf("round %d with %d of %d games, the %d. that came", r.Number, r.Games, r.Total, len(rounds))
					}
				}
				if !slices.Equal(finished, rounds) {
					t.Errorf("%d workers: rounds %v are reported, %v finished", workers, finished, rounds)
				}
				known := e.knew[:len(rounds)] // requests beyond the budget are ignored
				if !slices.Equal(known, c.knew) {
					t.Errorf("%d workers: rounds were requested after %v, want %v", workers, known, c.knew)
				}
				if e.Wins != one.Wins {
					t.Errorf("%d workers: %d wins, round by round %d", workers, e.Wins, one.Wins)
				}
				if want := slices.Repeat([]int{0, 1, 2}, len(rounds)); !slices.Equal(results, want) {
					t.Errorf("%d workers: results %v of their rounds", workers, results)
				}
				for i, n := range games {
					if n != i+1 {
						t.Fatalf("%d workers: progress %v", workers, games)
					}
				}
			}
		})
	}
}

var errTold = errors.New("told")

// A run with rounds ahead ends at an error of the strategy, and if the caller leaves the loop.
func TestRunAheadEnds(t *testing.T) {
	t.Parallel()
	x := tournament.Local{Arena: duels{}, Workers: 3}
	e := &eager{counter: counter{tell: errTold}, ahead: 2}
	n := 0
	for _, err := range tuning.Run(t.Context(), e, x, tuning.Options{}) {
		if n++; !errors.Is(err, errTold) {
			t.Errorf("the run ended with %v", err)
		}
	}
	if n != 1 {
		t.Errorf("%d rounds of a strategy that fails", n)
	}
	e = &eager{ahead: 2}
	for r := range tuning.Run(t.Context(), e, x, tuning.Options{}) {
		if r.Number == 2 {
			break
		}
	}
	if e.Rounds != 2 {
		t.Errorf("%d rounds after leaving at the second", e.Rounds)
	}
}
