//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/tournament"
)

// How often a batch is looked after, and how long a task that has been delivered may
// be in no living worker's hands before it counts as lost.
const (
	auditEvery = 500 * time.Millisecond
	lostAfter  = 3 * aliveEvery
)

// fullEvery is how many looks are between two that ask the server for all that it has.
const fullEvery = 20

// audit is what the server has.
type audit struct {
	err       error
	delivered uint64 // tasks up to this place of the stream have been given to workers
	held      map[string]bool
	// full says that the rest was asked for: which tasks are there, and results.
	full    bool
	at      time.Time // when it was asked
	tasks   map[string]uint64
	results []*jetstream.RawStreamMsg
}

// look asks the server what it has, unless that is being asked already.
func (b *batch) look(now bool) {
	b.again = b.again || now
	if b.audits || len(b.open) == 0 && len(b.checks) == 0 {
		return
	}
	b.looks++
	full := b.again || b.looks%fullEvery == 0
	b.audits, b.again = true, false
	var open []string
	if full {
		for from := range b.open {
			open = append(open, resultSubject(b.run, b.name, place(from, false)))
		}
		for from := range b.checks {
			open = append(open, resultSubject(b.run, b.name, place(from, true)))
		}
	}
	b.wait.Go(func() {
		a := b.examine(open, full)
		select {
		case b.audited <- a:
		case <-b.ctx.Done():
		}
	})
}

// examine asks the server.
func (b *batch) examine(open []string, full bool) audit {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	a := audit{full: full, at: time.Now(), held: b.roster.held()}
	consumer, err := b.js.Consumer(ctx, tasksStream, consumerName)
	if err == nil {
		a.delivered = consumer.CachedInfo().Delivered.Stream
	}
	if err == nil && full {
		a.tasks, err = subjects(ctx, b.tasks, taskSubject(b.run, b.name, ">"))
		var there map[string]uint64
		if err == nil {
			there, err = subjects(ctx, b.results, resultSubject(b.run, b.name, ">"))
		}
		for _, subject := range open {
			if _, ok := there[subject]; ok && err == nil {
				var m *jetstream.RawStreamMsg
				if m, err = fetchMessage(ctx, b.results, subject); m != nil {
					a.results = append(a.results, m)
				}
			}
		}
	}
	if a.err = err; err != nil && ctx.Err() == nil {
		a.err = errors.Join(err, makeStreams(ctx, b.js, b.storage))
	}
	return a
}

// subjects counts the messages of a stream by subject.
func subjects(ctx context.Context, s jetstream.Stream, filter string) (map[string]uint64, error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// fetchMessage reads the last message of a subject; nil if there is none.
func fetchMessage(ctx context.Context, s jetstream.Stream, subject string) (*jetstream.RawStreamMsg, error) {
	m, err := s.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, err
}

// judge acts on what the server has: it takes in results that were missed, and
// publishes anew what is missing or lost with a worker.
func (b *batch) judge(a audit, yield func(tournament.Result, error) bool) bool {
	if a.err != nil {
		if b.ctx.Err() == nil {
			b.again = true
		}
		return true
	}
	for _, m := range a.results {
		if !b.receive(m.Subject, m.Data, yield) {
			return false
		}
	}
	for _, e := range b.open {
		if b.missing(e, a) {
			b.republish(e)
		}
	}
	for _, c := range b.checks {
		if c.second == nil && b.missing(&c.entry, a) {
			b.recheck(c)
		}
	}
	return true
}

// missing reports whether a task has to be published anew: the server has lost it, or
// it was given to a worker that is not there any more.
func (b *batch) missing(e *entry, a audit) bool {
	subject := taskSubject(b.run, b.name, place(e.From, e.check))
	_, there := a.tasks[subject]
	now := time.Now()
	switch {
	case e.sending:
		return false
	case len(e.seqs) == 0 || a.full && !there && e.at.Before(a.at):
		return true
	case a.held[subject] || !e.delivered(a.delivered):
		e.unheld = time.Time{}
	case e.unheld.IsZero():
		e.unheld = now
	}
	return !e.unheld.IsZero() && now.Sub(e.unheld) > lostAfter
}

// delivered reports whether all copies of a task have been given to workers.
func (e *entry) delivered(upTo uint64) bool {
	for _, seq := range e.seqs {
		if seq > upTo {
			return false
		}
	}
	return true
}

// hurry gives the oldest tasks out once more while slots have nothing to do for
// longer than a task should take: the first result counts.
func (b *batch) hurry() {
	spare := b.slots - len(b.open) - len(b.checks)
	if spare <= 0 || len(b.open) == 0 || !b.all && !b.taking {
		b.idle = time.Time{}
		return
	}
	if b.idle.IsZero() {
		b.idle = time.Now()
	}
	var slow []*entry
	for _, e := range b.open {
		late := max(2*b.pace.expect(e.Len()), leastHurry)
		if !e.copied && !e.sending && time.Since(b.idle) > late {
			slow = append(slow, e)
		}
	}
	slices.SortFunc(slow, func(x, y *entry) int { return x.at.Compare(y.at) })
	for _, e := range slow[:min(spare, len(slow))] {
		at := e.at
		e.copied = true
		b.publish(e)
		e.at = at
	}
}

// leastHurry is how long slots are idle at least before a task is given out again.
const leastHurry = 500 * time.Millisecond

// inherit learns what a process that played the batch before has left on the server:
// results that are there, and tasks that are being played.
func (b *batch) inherit() error {
	ctx, cancel := context.WithTimeout(b.ctx, 10*patience)
	defer cancel()
	results, err := subjects(ctx, b.results, resultSubject(b.run, b.name, ">"))
	if err != nil {
		return err
	}
	for subject := range results {
		m, err := fetchMessage(ctx, b.results, subject)
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		if r, err := readResult(m.Data); err == nil && !r.Check && r.Build == b.buildFor(b.jobs.Terms().Game.Name) && subject == resultSubject(b.run, b.name, place(r.From, false)) {
			b.known[r.From] = &r
		} else {
			_ = purge(ctx, b.results, subject)
		}
	}
	tasks, err := subjects(ctx, b.tasks, taskSubject(b.run, b.name, ">"))
	if err != nil {
		return err
	}
	for subject := range tasks {
		m, err := fetchMessage(ctx, b.tasks, subject)
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		t, err := readTask(m.Data)
		if _, done := b.known[t.From]; err == nil && !t.Check && !done {
			b.queued[t.From] = &inherited{t, m.Sequence}
		} else {
			_ = purge(ctx, b.tasks, subject)
		}
	}
	return nil
}
