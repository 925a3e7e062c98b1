package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batchQueue reads and writes the server's messages about one batch: tasks, results and headers.
// Its methods use no other state of the batch.
type batchQueue struct {
	hub        *Hub
	ctx        context.Context
	run, batch string         // tokens
	wait       sync.WaitGroup // goroutines of the batch
}

func (q *batchQueue) taskSubject(from int, check bool) string {
	return taskSubject(q.run, q.batch, taskKey(from, check))
}

func (q *batchQueue) resultSubject(from int, check bool) string {
	return resultSubject(q.run, q.batch, taskKey(from, check))
}

// publication states whether a task was published.
type publication struct {
	from    int
	check   bool
	attempt int    // the number under which the task was stored
	seq     uint64 // sequence number in the stream
	err     error
}

// publish publishes a task in a goroutine and sends the outcome to done. If the server already
// has this attempt of the task, publish uses the next attempt's number.
func (q *batchQueue) publish(t task, done chan<- publication) {
	q.wait.Go(func() {
		p := publication{from: t.From, check: t.Check}
		subject := q.taskSubject(t.From, t.Check)
		for {
			ctx, cancel := context.WithTimeout(q.ctx, patience)
			seq, duplicate, err := q.hub.link.publishTask(ctx, subject, subject+"."+strconv.Itoa(t.Attempt), encode(t))
			cancel()
			p.attempt, p.seq, p.err = t.Attempt, seq, err
			if err == nil && duplicate {
				t.Attempt++
				continue
			}
			break
		}
		select {
		case done <- p:
		case <-q.ctx.Done():
		}
	})
}

// removeCopies removes copies of a task from the server, the messages with the given sequence
// numbers. It does so in a goroutine.
func (q *batchQueue) removeCopies(seqs []uint64) {
	if len(seqs) == 0 {
		return
	}
	list := slices.Clone(seqs)
	q.wait.Go(func() {
		ctx, cancel := context.WithTimeout(q.ctx, patience)
		defer cancel()
		for _, seq := range list {
			_ = q.hub.link.deleteTask(ctx, seq) // an acknowledged task is gone already
		}
	})
}

// removeResult removes the stored result of a task, so that the server accepts another result. from
// is the first pairing of the task.
func (q *batchQueue) removeResult(from int) { q.purge(resultsStream, q.resultSubject(from, false)) }

// removeCheckResult removes the stored result of a check of a task: a further execution whose
// result is compared with an earlier one. from is the first pairing of the task.
func (q *batchQueue) removeCheckResult(from int) { q.purge(resultsStream, q.resultSubject(from, true)) }

// purge removes all messages of a subject, even if the batch has been cancelled. It ignores
// errors, because the next audit finds messages that remain.
func (q *batchQueue) purge(stream, subject string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(q.ctx), patience)
	defer cancel()
	_ = q.hub.link.purge(ctx, stream, subject)
}

// storeHeader stores a header on the server in parts. Each part states the number of parts.
func (q *batchQueue) storeHeader(digest string, data []byte) error {
	ctx, cancel := context.WithTimeout(q.ctx, patience)
	defer cancel()
	part := 0
	for chunk := range slices.Chunk(data, headerPart) {
		m := nats.NewMsg(headerSubject(q.run, digest, part))
		m.Data = chunk
		m.Header.Set(partsKey, strconv.Itoa((len(data)+headerPart-1)/headerPart))
		if err := q.hub.link.storeHeader(ctx, m); err != nil {
			return fmt.Errorf("cannot store the header of the tasks: %w", err)
		}
		part++
	}
	return nil
}

// serverState contains what an audit has read from the server about the tasks and results of a
// batch.
type serverState struct {
	err       error
	at        time.Time       // when the audit began
	delivered uint64          // the highest sequence number of a task that was delivered to a worker
	reported  map[string]bool // subjects of the tasks that connected workers report

	// full states that the audit has also read the streams, whose contents the fields below
	// describe.
	full    bool
	tasks   map[string]uint64         // number of tasks by subject
	results []*jetstream.RawStreamMsg // results of open tasks
}

// inspect reads which tasks and results of the batch the server has. A full inspection also lists
// the tasks, and fetches the results that are stored under the subjects in open.
func (q *batchQueue) inspect(open []string, full bool) serverState {
	ctx, cancel := context.WithTimeout(q.ctx, patience)
	defer cancel()
	h := q.hub
	s := serverState{full: full, at: time.Now(), reported: h.roster.reported()}
	var err error
	if s.delivered, err = h.link.delivered(ctx); err == nil && full {
		s.tasks, err = h.link.subjects(ctx, tasksStream, taskSubject(q.run, q.batch, ">"))
		var stored map[string]uint64
		if err == nil {
			stored, err = h.link.subjects(ctx, resultsStream, resultSubject(q.run, q.batch, ">"))
		}
		for _, subject := range open {
			if _, ok := stored[subject]; ok && err == nil {
				var m *jetstream.RawStreamMsg
				if m, err = h.link.last(ctx, resultsStream, subject); m != nil {
					s.results = append(s.results, m)
				}
			}
		}
	}
	if s.err = err; err != nil && ctx.Err() == nil {
		s.err = errors.Join(err, h.link.restore(ctx))
	}
	return s
}

// leftovers contains the tasks and results of a batch that an earlier process left on the server.
// Their keys are the indices of their first pairings. The zero value contains none.
type leftovers struct {
	results map[int]*result
	tasks   map[int]*leftTask
}

// leftTask is a task that an earlier process left on the server.
type leftTask struct {
	task task
	seq  uint64 // sequence number in the stream
}

// leftovers reads the results and tasks of the batch from the server. It removes messages that
// cannot be used, such as results of another build or of an excluded worker. Each message takes one
// request, which has its own time limit.
func (q *batchQueue) leftovers(build Build) (leftovers, error) {
	l := leftovers{results: make(map[int]*result), tasks: make(map[int]*leftTask)}
	useResult := func(subject string, m *jetstream.RawStreamMsg) bool {
		r, err := readResult(m.Data)
		if err != nil || r.Check || r.Build != build || q.hub.roster.banned(r.Worker) || subject != q.resultSubject(r.From, false) {
			return false
		}
		l.results[r.From] = &r
		return true
	}
	if err := q.eachMessage(resultsStream, resultSubject(q.run, q.batch, ">"), useResult); err != nil {
		return l, err
	}
	useTask := func(_ string, m *jetstream.RawStreamMsg) bool {
		t, err := readTask(m.Data)
		if _, done := l.results[t.From]; err != nil || t.Check || done {
			return false
		}
		l.tasks[t.From] = &leftTask{t, m.Sequence}
		return true
	}
	return l, q.eachMessage(tasksStream, taskSubject(q.run, q.batch, ">"), useTask)
}

// eachMessage calls use with the last message of every subject that matches filter. It removes
// all messages of a subject if use returns false.
func (q *batchQueue) eachMessage(stream, filter string, use func(subject string, m *jetstream.RawStreamMsg) bool) error {
	ctx, cancel := context.WithTimeout(q.ctx, 10*patience) // the list may be long
	list, err := q.hub.link.subjects(ctx, stream, filter)
	cancel()
	if err != nil {
		return err
	}
	for subject := range list {
		ctx, cancel := context.WithTimeout(q.ctx, patience)
		m, err := q.hub.link.last(ctx, stream, subject)
		cancel()
		if err != nil {
			return err
		}
		if m != nil && !use(subject, m) {
			q.purge(stream, subject)
		}
	}
	return nil
}

// takeResult returns the result whose first pairing is from, and removes it from the leftovers. It
// returns false if there is none.
func (l leftovers) takeResult(from int) (*result, bool) {
	r, ok := l.results[from]
	delete(l.results, from)
	return r, ok
}

func (l leftovers) takeTask(from int) (*leftTask, bool) {
	t, ok := l.tasks[from]
	delete(l.tasks, from)
	return t, ok
}

// fit returns how many pairings the task that begins at pairing next should contain. If an earlier
// process left a task or a result that begins at next, fit returns the number of its pairings.
// Otherwise it returns size, or less if another leftover begins before that: the task then ends
// where the leftover begins.
func (l leftovers) fit(size, next int) int {
	if r, ok := l.results[next]; ok {
		return r.To - r.From
	}
	if t, ok := l.tasks[next]; ok {
		return t.task.To - t.task.From
	}
	for from := range l.results {
		if from > next {
			size = min(size, from-next)
		}
	}
	for from := range l.tasks {
		if from > next {
			size = min(size, from-next)
		}
	}
	return size
}
