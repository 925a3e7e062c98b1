package executortest_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// broker is the simulated network of the executor [memory]. It loses and repeats messages on
// purpose. It stores every job until the result of the job has arrived.
type broker struct {
	redelivery   time.Duration
	loss, repeat float64
	forget       func(int) bool

	mu      sync.Mutex
	changed *sync.Cond
	rng     *rand.Rand
	tasks   map[int]*sending // published jobs without a result
	tried   map[int]int      // number of attempts, by job
	results [][]byte
	closed  bool // no further job is published
	stopped bool
}

type sending struct {
	data []byte
	due  time.Time // when it is sent next
}

func newBroker(m memory) *broker {
	b := &broker{
		redelivery: m.Redelivery, loss: m.Loss, repeat: m.Repeat, forget: m.Forget,
		rng: engines.Rand(m.Seed), tasks: make(map[int]*sending), tried: make(map[int]int),
	}
	if b.redelivery == 0 {
		b.redelivery = 2 * time.Millisecond
	}
	b.changed = sync.NewCond(&b.mu)
	return b
}

func (b *broker) publish(ctx context.Context, jobs *tournament.Jobs) {
	for {
		s, ok := jobs.Take(ctx, b.size())
		if !ok {
			break
		}
		for i := s.From; i < s.To; i++ {
			job, err := jobs.Job(i)
			if err != nil {
				job.Index = i // a job that cannot be taken fails
			}
			b.put(job)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.changed.Broadcast()
}

func (b *broker) size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return 1 + b.rng.IntN(5)
}

func (b *broker) put(job tournament.Job) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.forget == nil || !b.forget(job.Index) {
		b.tried[job.Index]++
		b.tasks[job.Index] = &sending{data: encode(task{b.tried[job.Index], job})}
		b.changed.Broadcast()
	}
}

func (b *broker) deliver(yield func([]byte) bool) {
	for {
		data, ok := b.next()
		if !ok || !yield(data) {
			return
		}
	}
}

// next waits until a job is due for delivery, and returns it encoded. It returns false if no job
// is left.
func (b *broker) next() ([]byte, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.stopped && !b.finished() {
		now := time.Now()
		for _, t := range b.tasks { // the order of a map is arbitrary
			if t.due.After(now) {
				continue
			}
			t.due = now.Add(b.redelivery)
			if !b.chance(b.loss) {
				return t.data, true
			}
		}
		b.changed.Wait()
	}
	return nil, false
}

func (b *broker) answer(data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.chance(b.loss) {
		return
	}
	b.results = append(b.results, data)
	if b.chance(b.repeat) {
		b.results = append(b.results, data)
	}
	b.changed.Broadcast()
}

// collect yields the results of jobs in random order.
func (b *broker) collect(yield func(result) bool) {
	for {
		r, ok := b.receive()
		if !ok || !yield(r) {
			return
		}
	}
}

// receive waits for the result of a job. It skips the error of an attempt if that attempt is known
// to have failed. ok is false if no job is left.
func (b *broker) receive() (r result, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		for len(b.results) == 0 {
			if b.stopped || b.finished() {
				return r, false
			}
			b.changed.Wait()
		}
		k, last := b.rng.IntN(len(b.results)), len(b.results)-1
		data := b.results[k]
		b.results[k], b.results = b.results[last], b.results[:last]
		r = result{}
		if err := json.Unmarshal(data, &r); err != nil {
			panic(err) // encode wrote the data
		}
		if _, sent := b.tasks[r.Index]; r.Error != "" && (!sent || r.Attempt != b.tried[r.Index]) {
			continue
		}
		delete(b.tasks, r.Index)
		b.changed.Broadcast()
		return r, true
	}
}

func (b *broker) finished() bool { return b.closed && len(b.tasks) == 0 }

func (b *broker) chance(p float64) bool { return b.rng.Float64() < p }

// tick wakes the goroutines that wait until a job is due for delivery.
func (b *broker) tick() {
	every := time.NewTicker(b.redelivery / 2)
	defer every.Stop()
	for range every.C {
		b.mu.Lock()
		b.changed.Broadcast()
		done := b.stopped || b.finished()
		b.mu.Unlock()
		if done {
			return
		}
	}
}

func (b *broker) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	b.changed.Broadcast()
}
