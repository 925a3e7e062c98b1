package tuning_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
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
		c := counter{Rounds: round - 1, last: e.last, ask: e.ask}
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

func everyRound(tuning.Batch) bool { return true }

func numbers(batches []tuning.Batch) []int {
	var out []int
	for _, b := range batches {
		out = append(out, b.Round)
	}
	return out
}

// The queue holds the next round and as many rounds ahead as the strategy can return.
func TestInPlay(t *testing.T) {
	if a, b := tuning.AheadOf(&counter{}), tuning.AheadOf(&eager{ahead: 2}); a != 0 || b != 2 {
		t.Errorf("%d and %d rounds ahead", a, b)
	}
	single := tuning.NewInPlay(&counter{})
	if got, err := single.Fill(everyRound); err != nil || !slices.Equal(numbers(got), []int{1}) {
		t.Errorf("a strategy without rounds ahead: rounds %v, %v", numbers(got), err)
	}
	e := &eager{ahead: 2}
	q := tuning.NewInPlay(e)
	for _, step := range []struct {
		fits func(tuning.Batch) bool
		want []int
	}{
		{func(b tuning.Batch) bool { return b.Round < 2 }, []int{1}},
		{func(tuning.Batch) bool { return false }, nil},
		{everyRound, []int{2, 3}},
		{everyRound, nil},
	} {
		if got, err := q.Fill(step.fits); err != nil || !slices.Equal(numbers(got), step.want) {
			t.Errorf("rounds %v, %v; want %v", numbers(got), err, step.want)
		}
	}
	results := []tournament.Result{{Index: 0}, {Index: 1}, {Index: 2}}
	if err := q.Tell(results); err != nil || !slices.Equal(numbers(q.Batches), []int{2, 3}) || e.Rounds != 1 {
		t.Errorf("rounds %v are left, %d learned, %v", numbers(q.Batches), e.Rounds, err)
	}
	e.tell = errTold
	if err := q.Tell(results); !errors.Is(err, errTold) || !slices.Equal(numbers(q.Batches), []int{3}) {
		t.Errorf("rounds %v are left, %v", numbers(q.Batches), err)
	}
}

// An error of the strategy other than Done and NotYet is returned, and the rounds before it stay in
// the queue.
func TestInPlayReturnsErrors(t *testing.T) {
	for _, c := range []struct {
		err, want error
		rounds    int // number of returned rounds
	}{{tuning.Done, nil, 1}, {tuning.NotYet, nil, 1}, {errTold, errTold, 0}} {
		e := &eager{ahead: 2, counter: counter{ask: func(round int) error {
			if round == 2 {
				return c.err
			}
			return nil
		}}}
		q := tuning.NewInPlay(e)
		got, err := q.Fill(everyRound)
		if !errors.Is(err, c.want) || len(got) != c.rounds || len(q.Batches) != 1 {
			t.Errorf("%v: %d rounds, %d in the queue, %v", c.err, len(got), len(q.Batches), err)
		}
	}
}

// partial returns the results of the first four jobs except one, and then an error.
type partial struct{ missing int }

func (p partial) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for range 4 {
			jobs.Take(ctx, 1)
		}
		for i := range 4 {
			r, err := jobs.Result(i, []engines.Record{{Outcome: engines.Winner(2, 0)}})
			if i != p.missing && !yield(r, err) {
				return
			}
		}
		yield(tournament.Result{}, errTold)
	}
}

// If play ends early, a round with a missing result is not finished by results of the next round.
func TestRunAheadIgnoresResultsAfterAGap(t *testing.T) {
	for missing, want := range []struct{ rounds, results int }{{0, 0}, {0, 1}, {0, 2}, {1, 3}} {
		results := 0
		o := tuning.Options{Events: tuning.Events{ResultFinished: func(tuning.Phase, tournament.Result) { results++ }}}
		rounds, err := collect(t, t.Context(), &eager{ahead: 2}, partial{missing}, o)
		if !errors.Is(err, errTold) || len(rounds) != want.rounds || results != want.results {
			t.Errorf("without result %d: %d rounds, %d results, %v", missing, len(rounds), results, err)
		}
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
