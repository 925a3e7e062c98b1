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

// Memory is an executor whose jobs and results travel as JSON over a transport
// that delivers them in any order, now and then twice, and now and then not at
// all. A job that has no result in time is sent again.
type Memory struct {
	Arena   engines.Arena
	Workers int // goroutines that play. The default is 3.
	// Loss and Repeat are the shares of messages that are lost and that arrive
	// twice, each way, in [0, 1).
	Loss, Repeat float64
	// Redelivery is when a job without a result is sent again. The default is
	// 2 ms.
	Redelivery time.Duration
	// Forget, when set, names jobs that are lost whenever they are sent, as by an
	// executor with a mistake in it.
	Forget func(index int) bool
	Seed   uint64 // of the chance in it
}

var _ tournament.Executor = Memory{}

// task is a job on its way to a worker. Attempt tells one that was handed out
// again from the one before.
type task struct {
	Attempt int            `json:"attempt"`
	Job     tournament.Job `json:"job"`
}

// result is what comes back.
type result struct {
	Attempt int              `json:"attempt"`
	Index   int              `json:"index"`
	Games   []engines.Record `json:"games,omitempty"`
	Error   string           `json:"error,omitempty"`
}

// Execute plays the jobs.
func (m Memory) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		if m.Workers == 0 {
			m.Workers = 3
		}
		slots := m.Workers
		if m.Forget != nil {
			slots = 1000 // what is forgotten must not fill the window
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

// received makes a result of what has come; like all that comes from elsewhere
// it is checked.
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

// encode writes what the types of this package always can.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// work plays jobs as a worker on another machine would: it knows nothing but
// what is in them.
func (m Memory) work(ctx context.Context, b *broker) {
	for data := range b.deliver {
		var t task
		err := json.Unmarshal(data, &t)
		r := result{Attempt: t.Attempt, Index: t.Job.Index}
		if err == nil {
			r.Games, err = t.Job.Play(ctx, m.Arena)
		}
		if ctx.Err() != nil {
			return // the game was cut short
		}
		if err != nil {
			r.Games, r.Error = nil, err.Error()
		}
		b.answer(encode(r))
	}
}
