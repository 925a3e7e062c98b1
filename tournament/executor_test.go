package tournament

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestExecutorErrors(t *testing.T) {
	cause := errors.New("no power")
	for want, err := range map[string]error{
		"pairing 5: no power":                              &JobError{4, cause},
		"workers: results of worker w1, w2 cannot be used": &DisputeError{What: "pairing 3", Workers: [2]string{"w1", ""}, Wrong: []string{"w1", "w2"}},
		"workers: pairing 3 gave other results on worker w1, w2 than on worker w9 and another one": &DisputeError{What: "pairing 3", Workers: [2]string{"w1", "w9"}, Wrong: []string{"w1", "w2"}},
		"workers: pairing 3 gave other results on worker w1 than on worker w9: two builds, bad memory, or a game that is not deterministic": &DisputeError{
			What: "pairing 3", Workers: [2]string{"w1", "w9"},
		},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	if err := error(&JobError{4, cause}); !errors.Is(err, cause) {
		t.Error("the cause of a failed job is lost")
	}
}

// confirming is an executor whose results other workers confirm.
type confirming struct {
	Executor
	err error
}

func (c confirming) Confirm(context.Context) error { return c.err }

func TestConfirm(t *testing.T) {
	dispute := &DisputeError{What: "pairing 3"}
	for _, c := range []struct {
		x    Executor
		want error
	}{{confirming{err: dispute}, dispute}, {confirming{}, nil}, {Local{}, nil}, {nil, nil}} {
		if err := Confirm(t.Context(), c.x); err != c.want {
			t.Errorf("%T: %v, want %v", c.x, err, c.want)
		}
	}
}

// shuffling is an executor that takes ranges of jobs of random lengths and returns results in a random
// order. Some results come twice, some jobs fail once, and some are lost in the first call of Execute.
type shuffling struct {
	t            *testing.T
	rng          *rand.Rand
	slots        int
	failed, lost map[int]bool
}

func (s *shuffling) Execute(ctx context.Context, jobs *Jobs) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		jobs.Slots(s.slots)
		var mine []int // jobs without a result
		for {
			for range s.rng.IntN(2 * s.slots) {
				short, cancel := context.WithCancel(ctx)
				if _, full := jobs.peek(); full {
					cancel() // Take would wait
				}
				stretch, ok := jobs.Take(short, 1+s.rng.IntN(5))
				cancel()
				if !ok {
					break
				}
				for i := stretch.From; i < stretch.To; i++ {
					mine = append(mine, i)
				}
			}
			if len(mine) == 0 {
				if all, full := jobs.peek(); all || full {
					return // the rest is lost
				}
			}
			s.rng.Shuffle(len(mine), func(i, k int) { mine[i], mine[k] = mine[k], mine[i] })
			for range (len(mine) + 1) / 2 {
				i := mine[0]
				mine = mine[1:]
				switch chance := s.rng.IntN(10); {
				case chance == 0 && !s.failed[i]:
					s.failed[i] = true
					if !yield(Result{}, &JobError{i, errors.New("once")}) {
						return
					}
					continue
				case chance == 1 && !s.failed[i]:
					s.failed[i], s.lost[i] = true, true
					continue
				}
				for range 1 + s.rng.IntN(2) {
					if !yield(drawn(s.t, jobs, i), nil) {
						return
					}
				}
			}
		}
	}
}

// peek reports whether no job is left, and whether Take would wait for results.
func (j *Jobs) peek() (all, full bool) {
	_, all = j.progress()
	j.mu.Lock()
	defer j.mu.Unlock()
	return all, j.ahead >= windowPerSlot*max(j.slots, 1) && j.jobs >= windowJobs && len(j.again) == 0
}

// Every result is yielded once and in the order of the schedule, in whatever order an executor returns
// results, fails, repeats or loses them.
func TestRunRestoresTheOrder(t *testing.T) {
	for seed := range uint64(20) {
		s := roundRobin(t, 10, 20)
		x := &shuffling{t, rand.New(rand.NewPCG(seed, 1)), 1 + int(seed*7), map[int]bool{}, map[int]bool{}}
		skip := func(i int) bool { return seed%2 == 1 && i%7 == 3 }
		finished := map[int]int{}
		got, err := collect(t.Context(), x, 10, s, Options{
			Terms: Terms{Objective: Objective{Scale: 3}}, Skip: skip, Finished: func(r Result) { finished[r.Index]++ },
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var want []int
		for i := range s.Len() {
			if !skip(i) {
				want = append(want, i)
			}
		}
		var order []int
		for _, r := range got {
			order = append(order, r.Index)
			if !slices.Equal(r.Pairing.Agents, s.At(r.Index).Agents) || r.Objective.Scale != 3 || finished[r.Index] != 1 || len(r.Games) != 2 {
				t.Fatalf("seed %d: %+v, finished %d times", seed, r, finished[r.Index])
			}
		}
		if !slices.Equal(order, want) || len(finished) != len(want) {
			t.Errorf("seed %d: %d results of %d: %v", seed, len(order), len(want), order)
		}
	}
}

// incomplete is the index of a job whose result has too few games.
type incomplete int

// These are indices of jobs with other wrong results.
type (
	otherAgents int // the result has the agents of another pairing
	otherSeed   int // the result has the seed of another pairing
	impossible  int // the first game has three seats
)

// If a run ends early, the results that wait for a missing one are yielded in order, and then the
// error. Later errors of the executor are ignored. If several jobs have no valid result, the error is
// about the one with the lowest index.
func TestRunYieldsWhatIsFinished(t *testing.T) {
	down, later := errors.New("down"), errors.New("later")
	s := roundRobin(t, 4, 5)
	for name, c := range map[string]struct {
		steps []any // index of a result, or an error
		want  []int
		err   string
	}{
		"a gap":              {[]any{4, 2, 0, 5, down}, []int{0, 2, 4, 5}, "tournament: down"},
		"no gap":             {[]any{0, 1, down}, []int{0, 1}, "tournament: down"},
		"after the error":    {[]any{0, down, 1, 3}, []int{0, 1, 3}, "tournament: down"},
		"two errors":         {[]any{0, down, later}, []int{0}, "tournament: down"},
		"two jobs":           {[]any{incomplete(5), incomplete(3), incomplete(5), incomplete(3)}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: the executor returned 1 games instead of 2"},
		"two jobs, reversed": {[]any{incomplete(3), incomplete(5), incomplete(3), incomplete(5)}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: the executor returned 1 games instead of 2"},
		"a job, thrice":      {[]any{&JobError{3, down}, &JobError{3, down}, incomplete(3)}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: down"},
		"a round":            {[]any{&JobError{3, down}, &JobError{3, down}}, nil, "round 7: pairing 4 (agent 2, agent 0) failed twice: down"},
		"another pairing":    {[]any{otherAgents(3), otherAgents(3)}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: the executor returned the result of another pairing"},
		"another seed":       {[]any{otherSeed(3), otherSeed(3)}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: the executor returned the result of another pairing"},
		"impossible games":   {[]any{impossible(3), impossible(3)}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: game 1: an outcome of 3 seats for 2 agents"},
		"a job and no job":   {[]any{&JobError{3, down}, &JobError{3, down}, later}, nil, "tournament: pairing 4 (agent 2, agent 0) failed twice: down"},
	} {
		x := executorFunc(func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
			if jobs.slots != 1 {
				t.Errorf("%d slots by default", jobs.slots)
			}
			jobs.Slots(10)
			for range 3 {
				jobs.Take(ctx, 2)
			}
			for _, step := range c.steps {
				r, err := Result{}, error(nil)
				switch step := step.(type) {
				case int:
					r = drawn(t, jobs, step)
				case otherAgents:
					r = drawn(t, jobs, int(step))
					r.Pairing.Agents = []int{0, 1}
				case otherSeed:
					r = drawn(t, jobs, int(step))
					r.Pairing.Seed++
				case impossible:
					r = drawn(t, jobs, int(step))
					r.Games[0].Outcome = engines.Draw(3)
				case incomplete:
					r = drawn(t, jobs, int(step))
					r.Games = r.Games[:1]
				case error:
					err = step
				}
				if !yield(r, err) {
					return
				}
				if (err == down || err == later) && ctx.Err() == nil {
					t.Errorf("%s: the executor may continue after %v", name, err)
				}
				if len(jobs.again) > 0 {
					jobs.Take(context.WithoutCancel(ctx), 1) // plays the job again
				}
			}
		})
		var o Options
		if name == "a round" {
			o.Batch = "round 7"
		}
		got, err := collect(t.Context(), x, 4, s, o)
		var order []int
		for _, r := range got {
			order = append(order, r.Index)
		}
		if !slices.Equal(order, c.want) || err == nil || err.Error() != c.err {
			t.Errorf("%s: results %v, error %v; want %v, %s", name, order, err, c.want, c.err)
		}
	}
}

// Leaving the loop among the results that are yielded at the end yields nothing more.
func TestRunLeftAtTheEnd(t *testing.T) {
	x := executorFunc(func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
		jobs.Take(ctx, 4)
		for _, i := range []int{1, 2, 3} {
			yield(drawn(t, jobs, i), nil)
		}
		yield(Result{}, errors.New("down"))
	})
	var seen []string
	for r, err := range Run(t.Context(), x, fieldOf(4), roundRobin(t, 4, 1), Options{}) {
		seen = append(seen, fmt.Sprint(r.Index, err))
		if len(seen) == 2 {
			break
		}
	}
	if !slices.Equal(seen, []string{"1 <nil>", "2 <nil>"}) {
		t.Errorf("%q", seen)
	}
}

// Leaving the loop, and too many forfeits, also end a run among results that have waited for an
// earlier one.
func TestRunEndsAmongWaitingResults(t *testing.T) {
	x := executorFunc(func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
		jobs.Take(ctx, 6)
		for _, i := range []int{3, 2, 1, 0, 5, 4} {
			r := drawn(t, jobs, i)
			for g := range r.Games {
				r.Games[g] = engines.ForfeitRecord(2, engines.Forfeit{Seat: turnedSeat(0, g, 2)}) // of the first agent
			}
			if !yield(r, nil) {
				return
			}
		}
	})
	s := slices.Repeat(Pairings{{Agents: []int{0, 1}, Games: 2}}, 6)
	for stop := 1; stop <= 4; stop++ {
		seen := 0
		for _, err := range Run(t.Context(), x, fieldOf(2), s, Options{Terms: Terms{ForfeitLimit: -1}}) {
			if seen++; err != nil || seen == stop {
				break
			}
		}
		if seen != stop {
			t.Errorf("%d results, left at the %d.", seen, stop)
		}
	}
	for limit, want := range map[int]int{1: 1, 2: 1, 3: 2, 8: 4, 9: 5, 12: 6, 13: 6} {
		got, err := collect(t.Context(), x, 2, s, Options{Terms: Terms{ForfeitLimit: limit}})
		var failed *ForfeitsError
		if errors.As(err, &failed) != (limit < 13) || len(got) != want {
			t.Errorf("a limit of %d: %d results, %v; want %d", limit, len(got), err, want)
		}
	}
}
