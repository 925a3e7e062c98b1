//go:build !nobroker

package workers

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/tournament"
)

// executor plays the batches of one run.
type executor struct {
	hub   *Hub
	run   string
	box   *mailbox
	first bool // no batch of the run has been played by this process
}

var _ tournament.Executor = (*executor)(nil)

// Executor returns the executor of a run, by its id. Another process that goes on
// with the run uses what workers have played meanwhile. One batch is played at a
// time.
func (h *Hub) Executor(run string) tournament.Executor {
	run = tokenOf(run)
	return &executor{hub: h, run: run, box: h.mailbox(run), first: true}
}

// Execute plays the jobs.
func (x *executor) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		if jobs.Left() == 0 && !jobs.Open() || ctx.Err() != nil {
			return
		}
		outer := ctx
		ctx, cancel := context.WithCancel(ctx)
		b := newBatch(ctx, x, jobs)
		defer func() { x.tidyUp(b, outer.Err() != nil) }()
		defer b.wait.Wait()
		defer cancel()
		if err := b.begin(x); err != nil {
			if ctx.Err() == nil {
				yield(tournament.Result{}, err)
			}
			return
		}
		b.play(yield)
	}
}

// tidyUp has the games given up of a batch that is not over, and removes what is left of
// it from the server. Results of a batch that was interrupted stay on a server that
// outlives this process, which may go on with it.
func (x *executor) tidyUp(b *batch, interrupted bool) {
	x.first = false
	if b.ear == nil { // it has not begun
		return
	}
	kept := interrupted && x.hub.broker == nil
	if over := b.all && len(b.open) == 0 && len(b.checks) == 0; over {
		x.box.back(b.ear, b.name, b.bytes, false, kept)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_ = x.hub.conn.Publish(controlSubject, encode(control{V: version, Run: b.run, Batch: b.name, Session: b.session}))
	_ = purge(ctx, x.hub.tasks, taskSubject(b.run, b.name, ">"))
	if !kept {
		_ = purge(ctx, x.hub.results, resultSubject(b.run, b.name, ">"))
	}
	x.box.back(b.ear, b.name, 0, !kept, kept)
}

// entry is a task that is published and has no result yet.
type entry struct {
	tournament.Stretch
	header   string   // digest
	what     []byte   // the header itself, nil where it is stored
	pairings pairings // among the agents of the header
	packed   []byte   // their compact form
	digest   string   // of header and pairings
	attempt  int
	seqs     []uint64  // of its copies in the stream
	sending  bool      // it is being published
	at       time.Time // when it was published last
	unheld   time.Time // since when it has been delivered and no living worker has it; zero if one has
	copied   bool      // it was given out once more
	check    bool      // it is the second time that it is played
	failures int       // how often it was given up, or its result was refused
}

// newEntry is a task of pairings among the agents of a header.
func newEntry(s tournament.Stretch, header string, what []byte, p pairings) *entry {
	packed := p.compact()
	return &entry{Stretch: s, header: header, what: what, pairings: p, packed: packed, digest: digestOf(header, packed)}
}

// window is the part of the field that a header has, From to To-1. That of a schedule
// that does not grow has all of it.
type window struct {
	from, to int
	header   string // digest
	what     []byte // the header itself, nil where it is stored
}

// batch is one schedule being played. All of it belongs to the goroutine of
// Execute; others send to its channels.
type batch struct {
	*Hub
	ctx       context.Context
	run, name string
	subject   string // what the subjects of its results begin with
	session   string // of tasks that this call has published
	window           // of the tasks that are handed out now
	wave      wave
	whole     []byte // the header of all that is played, as far as it is known at the beginning
	jobs      *tournament.Jobs
	grows     bool // the schedule, and the field with it
	fresh     bool // nothing of it can be on the server yet

	open    map[int]*entry     // by the first pairing
	checks  map[int]*checking  // tasks that are played a second time
	known   map[int]*result    // of an earlier process, not yet handed out
	queued  map[int]*inherited // tasks that an earlier process has published, not yet handed out
	ear     *ear
	bytes   int            // of the results so far
	slots   int            // of all workers
	workers int            // that are there
	taking  bool           // a stretch has been asked for
	all     bool           // no job is left
	idle    time.Time      // since when slots have been idle; zero if none is
	audits  bool           // one is under way
	again   bool           // another one is wanted at once, of all
	looks   int            // audits so far
	wait    sync.WaitGroup // goroutines of the batch

	sizes     chan int
	stretches chan taken
	published chan publication
	audited   chan audit
}

// inherited is a task that an earlier process has published.
type inherited struct {
	task
	seq uint64
}

// taken is a stretch that has been handed out, or that none is left.
type taken struct {
	tournament.Stretch
	ok bool
}

func newBatch(ctx context.Context, x *executor, jobs *tournament.Jobs) *batch {
	return &batch{
		Hub: x.hub, ctx: ctx, run: x.run, session: newToken()[:16], jobs: jobs, grows: jobs.Open(), fresh: !x.first,
		open: make(map[int]*entry), checks: make(map[int]*checking), known: make(map[int]*result), queued: make(map[int]*inherited),
		sizes: make(chan int), stretches: make(chan taken),
		published: make(chan publication), audited: make(chan audit),
	}
}

// begin names the batch by what is played in it, and learns what an earlier process has
// left behind.
func (b *batch) begin(x *executor) error {
	field := b.jobs.Field()
	if b.grows { // it is not known yet
		field = nil
	}
	b.whole = b.headerOf(field).encode()
	b.name = batchToken(b.jobs.Batch(), digest(b.whole))
	b.subject = resultSubject(b.run, b.name, "")
	if err := b.insist(func() (err error) {
		b.ear, err = x.box.open(b.ctx, b.name)
		return err
	}); err != nil {
		return err
	}
	if !b.fresh {
		if err := b.insist(b.inherit); err != nil {
			return err
		}
	}
	b.wait.Go(b.take)
	return nil
}

// maxDeliveries is where the server tells of a message that it does not deliver any
// more: it stays in the stream, and nothing else tells of it.
const maxDeliveries = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + tasksStream + "." + consumerName

// take takes stretches when it is asked for them.
func (b *batch) take() {
	for {
		select {
		case <-b.ctx.Done():
			return
		case size := <-b.sizes:
			s, ok := b.jobs.Take(b.ctx, size)
			select {
			case b.stretches <- taken{s, ok}:
			case <-b.ctx.Done():
				return
			}
			if !ok {
				return
			}
		}
	}
}

// insist repeats what the server has not done, until it has or the run ends. What
// does not depend on the server ends it, too.
func (b *batch) insist(f func() error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := f()
		var lasting *lastingError
		switch {
		case err == nil || errors.As(err, &lasting):
			return err
		case b.ctx.Err() != nil:
			return b.ctx.Err()
		}
		b.warn("the server of the workers does not answer; waiting for it (%v)", err)
		b.restore()
		select {
		case <-b.ctx.Done():
			return b.ctx.Err()
		case <-time.After(wait):
		}
	}
}

// lastingError is an error that trying again does not help.
type lastingError struct{ error }

// Unwrap returns the cause.
func (e *lastingError) Unwrap() error { return e.error }

// restore makes the streams anew if the server has lost them.
func (b *batch) restore() {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	_ = makeStreams(ctx, b.js, b.storage) // it is tried again
}

// play publishes tasks and yields results until there is nothing left.
func (b *batch) play(yield func(tournament.Result, error) bool) {
	tick := time.NewTicker(auditEvery)
	defer tick.Stop()
	b.crew()
	for {
		b.more()
		if b.all && len(b.open) == 0 && len(b.checks) == 0 {
			return
		}
		select {
		case <-b.ctx.Done():
			b.drain(yield)
			return
		case m := <-b.ear.results:
			if !b.hear(m, yield) {
				return
			}
		case m := <-b.ear.exhausted:
			var advisory struct {
				Seq uint64 `json:"stream_seq"`
			}
			if json.Unmarshal(m.Data, &advisory) == nil && !b.givenUp(advisory.Seq, yield) {
				return
			}
		case t := <-b.stretches:
			b.taking = false
			if !b.handed(t, yield) {
				return
			}
		case p := <-b.published:
			b.sent(p)
		case a := <-b.audited:
			b.audits = false
			if !b.judge(a, yield) {
				return
			}
		case <-b.roster.changed:
			b.crew()
		case <-b.reconnect:
			b.look(true)
		case <-tick.C:
			b.crew()
			b.look(false)
			b.hurry()
		}
	}
}

// hear takes in a message of the subject of a result, which may be one of a batch before.
func (b *batch) hear(m *nats.Msg, yield func(tournament.Result, error) bool) bool {
	if !strings.HasPrefix(m.Subject, b.subject) {
		return true
	}
	b.bytes += len(m.Data)
	return b.receive(m.Subject, m.Data, yield)
}

// crew learns how many slots there are.
func (b *batch) crew() {
	workers, slots := b.roster.count()
	b.workers = workers
	if slots != b.slots || slots == 0 {
		b.slots = slots
		b.jobs.Slots(windowPerSlot * max(slots, fewSlots))
		b.widen(slots)
	}
}

// The window of what may be ahead of the delivery is so many stretches for every
// slot, because one that was lost with its worker comes back only after seconds.
const windowPerSlot = 4

// fewSlots is the number of slots that are thought to be there while there are none.
const fewSlots = 4

// more asks for another stretch if the workers can hold it.
func (b *batch) more() {
	if b.all || b.taking || len(b.open) >= 2*max(b.slots, fewSlots) {
		return
	}
	size := b.fitting(b.pace.size(b.jobs.Left(), b.workers, b.slots, &b.wave))
	b.taking = true
	select {
	case b.sizes <- size:
	case <-b.ctx.Done():
	}
}

// drain yields the results that are there, when the run ends early.
func (b *batch) drain(yield func(tournament.Result, error) bool) {
	for {
		select {
		case m := <-b.ear.results:
			if !b.hear(m, yield) {
				return
			}
		default:
			return
		}
	}
}
