package workers

import (
	"slices"
	"time"

	"github.com/lanista/lanista/tournament"
)

// These constants control the audit, which searches for tasks that were lost on their way to or
// from workers.
const (
	auditEvery = 500 * time.Millisecond
	// lostAfter is the time after which a delivered task counts as lost if no connected worker's
	// status message contains it. A worker counts as connected until it has sent no status message
	// for the time [goneAfter].
	lostAfter = 3 * statusEvery
	// fullEvery is the number of audits among which one is a full audit, which also reads the
	// streams of the server.
	fullEvery = 20
	// leastIdle is the shortest time for which slots, the goroutines that play games, must have
	// been idle before a slow task is published a second time.
	leastIdle = 500 * time.Millisecond
)

// requestAudit starts an audit, a search for lost tasks, in a separate goroutine: it compares the
// open tasks with those on the server. It does nothing if no task is open or an audit is in
// progress. Every [fullEvery]-th audit is a full one, which also reads the streams of the server.
// If now is true, the next audit to start is a full one.
func (b *batch) requestAudit(now bool) {
	b.auditSoon = b.auditSoon || now
	if b.auditing || len(b.open) == 0 && len(b.checks) == 0 {
		return
	}
	b.audits++
	full := b.auditSoon || b.audits%fullEvery == 0
	b.auditing, b.auditSoon = true, false
	var open []string
	if full {
		for from := range b.open {
			open = append(open, b.queue.resultSubject(from, false))
		}
		for from := range b.checks {
			open = append(open, b.queue.resultSubject(from, true))
		}
	}
	b.queue.wait.Go(func() {
		s := b.queue.inspect(open, full)
		select {
		case b.audited <- s:
		case <-b.ctx.Done():
		}
	})
}

// applyAudit applies the result of an audit of the server: it yields results whose messages were
// missed, and publishes lost tasks again. It returns false if yield does, and then publishes nothing. If
// the audit failed, it arranges another one soon.
func (b *batch) applyAudit(s serverState, yield func(tournament.Result, error) bool) bool {
	if s.err != nil {
		if b.ctx.Err() == nil {
			b.auditSoon = true
		}
		return true
	}
	for _, m := range s.results {
		if !b.receive(m.Subject, m.Data, yield) {
			return false
		}
	}
	for _, e := range b.open {
		if b.lost(e, s) {
			b.republish(e)
		}
	}
	for _, c := range b.checks {
		if b.lost(&c.entry, s) {
			b.publishCheck(c)
		}
	}
	return true
}

// lost reports whether a task must be published again. This is necessary if the server does not
// have the task. It is also necessary if the task was delivered, but no connected worker has
// reported it for the time [lostAfter].
func (b *batch) lost(e *entry, s serverState) bool {
	subject := b.queue.taskSubject(e.stretch.From, e.check)
	_, stored := s.tasks[subject]
	now := time.Now()
	switch {
	case e.sending:
		return false
	case len(e.seqs) == 0 || s.full && !stored && e.at.Before(s.at):
		return true
	case s.reported[subject] || !e.delivered(s.delivered):
		e.lostSince = time.Time{}
	case e.lostSince.IsZero():
		e.lostSince = now
	}
	return !e.lostSince.IsZero() && now.Sub(e.lostSince) > lostAfter
}

// delivered reports whether all copies of a task have been delivered. highest is the highest
// sequence number of any delivered message.
func (e *entry) delivered(highest uint64) bool {
	for _, seq := range e.seqs {
		if seq > highest {
			return false
		}
	}
	return true
}

// duplicateSlow publishes a second copy of the oldest tasks if goroutines of workers (slots) have
// been idle for twice the expected time of a task. There is one copy per idle slot. The result that
// arrives first counts.
func (b *batch) duplicateSlow() {
	spare := b.slots - len(b.open) - len(b.checks)
	if spare <= 0 || len(b.open) == 0 || !b.all && !b.taking {
		b.idleSince = time.Time{}
		return
	}
	if b.idleSince.IsZero() {
		b.idleSince = time.Now()
	}
	var slow []*entry
	for _, e := range b.open {
		late := max(2*b.hub.pace.estimate(e.stretch.Len()), leastIdle)
		if !e.copied && !e.sending && time.Since(b.idleSince) > late {
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
