package executortest_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// memory is an executor that sends jobs and results as JSON over a simulated network. The network
// delivers messages in any order, sometimes twice and sometimes not at all. A job without a
// result is sent again.
type memory struct {
	Arena   engines.Arena
	Workers int // goroutines that play; the default is 3
	// Loss is the share of messages that are lost, and Repeat the share of messages that arrive
	// twice, in each direction. Both are in [0, 1).
	Loss, Repeat float64
	// Redelivery is the time after which a job without a result is sent again. 0 means 2 ms.
	Redelivery time.Duration
	// Forget reports whether the job with the given index never arrives, however often it is
	// sent. It simulates a faulty executor. nil means that every job can arrive.
	Forget func(index int) bool
	Seed   uint64 // seed of the random network
}

var _ tournament.Executor = memory{}

// task is the message that sends a job to a worker. A job without a result is sent again, so
// Attempt numbers the executions of the same job.
type task struct {
	Attempt int            `json:"attempt"`
	Job     tournament.Job `json:"job"`
}

type result struct {
	Attempt int              `json:"attempt"`
	Index   int              `json:"index"`
	Games   []engines.Record `json:"games,omitempty"`
	Error   string           `json:"error,omitempty"`
}

// Execute plays the jobs on simulated workers and yields their results, as [tournament.Executor]
// requires.
func (m memory) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		if m.Workers == 0 {
			m.Workers = 3
		}
		slots := m.Workers
		if m.Forget != nil {
			slots = 1000 // forgotten jobs must not fill the window
		}
		jobs.Slots(slots)
		b := newBroker(m)
		var all sync.WaitGroup
		defer all.Wait()
		defer b.stop()
		defer cancel()
		defer context.AfterFunc(ctx, b.stop)()
		all.Go(func() { b.publish(ctx, jobs) })
		all.Go(b.tick)
		for range m.Workers {
			all.Go(func() { m.work(ctx, b) })
		}
		for r := range b.collect {
			if !yield(received(jobs, r)) {
				return
			}
		}
	}
}

func received(jobs *tournament.Jobs, r result) (tournament.Result, error) {
	if r.Error != "" {
		return tournament.Result{}, &tournament.JobError{Index: r.Index, Err: errors.New(r.Error)}
	}
	out, err := jobs.Result(r.Index, r.Games)
	if err != nil {
		return out, &tournament.JobError{Index: r.Index, Err: err}
	}
	return out, nil
}

// encode returns v as JSON. It panics if v cannot be encoded, which does not happen with the
// messages of this package.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// work plays jobs as a worker on another machine does: all that it uses of a job is in the
// message.
func (m memory) work(ctx context.Context, b *broker) {
	for data := range b.deliver {
		var t task
		err := json.Unmarshal(data, &t)
		r := result{Attempt: t.Attempt, Index: t.Job.Index}
		if err == nil {
			r.Games, err = t.Job.Play(ctx, m.Arena)
		}
		if ctx.Err() != nil {
			return // the game was cancelled
		}
		if err != nil {
			r.Games, r.Error = nil, err.Error()
		}
		b.answer(encode(r))
	}
}
