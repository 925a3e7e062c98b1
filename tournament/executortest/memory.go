package executortest

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

// Memory is an executor that sends jobs and results as JSON through a simulated network,
// which delivers messages in any order, sometimes twice and sometimes never. A job without
// a result in time is sent again.
type Memory struct {
	Arena   engines.Arena
	Workers int // goroutines that play; 0 means 3
	// Loss and Repeat are the probabilities that a message, in either direction, is lost or
	// arrives twice, in [0, 1).
	Loss, Repeat float64
	// Redelivery is the time after which a job without a result is sent again. 0 means 2
	// ms.
	Redelivery time.Duration
	// Forget, if not nil, reports jobs that are always lost, as by a faulty executor.
	Forget func(index int) bool
	Seed   uint64 // seed of the simulated network
}

var _ tournament.Executor = Memory{}

// task is a job as a message to a worker. Attempt distinguishes retries.
type task struct {
	Attempt int            `json:"attempt"`
	Job     tournament.Job `json:"job"`
}

// result is the answer of a worker.
type result struct {
	Attempt int              `json:"attempt"`
	Index   int              `json:"index"`
	Games   []engines.Record `json:"games,omitempty"`
	Error   string           `json:"error,omitempty"`
}

// Execute plays the jobs; see [tournament.Executor].
func (m Memory) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		if m.Workers == 0 {
			m.Workers = 3
		}
		slots := m.Workers
		if m.Forget != nil {
			slots = 1000 // forgotten jobs must not block Take
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

// received converts and checks an answer.
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

// encode returns v as JSON.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// work plays the jobs that the network delivers.
func (m Memory) work(ctx context.Context, b *broker) {
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
