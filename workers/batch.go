package workers

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// entry is a published task, a range of pairings for a worker to play, whose result has not arrived
// yet.
type entry struct {
	stretch    tournament.Stretch
	header     string    // digest of the header
	headerData []byte    // the header itself, nil if it is stored on the server
	pairings   pairings  // their agents are indices in the header
	packed     []byte    // compact form of pairings
	digest     string    // digest of header and pairings
	attempt    int       // number of the last publication
	seqs       []uint64  // sequence numbers of its copies in the stream
	sending    bool      // a publication is under way
	at         time.Time // time of the latest publication, second copies excluded
	lostSince  time.Time // since when it is delivered but reported by no connected worker; zero if one reports it
	copied     bool      // duplicateSlow has published a second copy
	except     []string  // IDs of workers that could not play its pairings
	check      bool      // it is a further execution of a task, for comparison
	failures   int       // how often it failed or its result was rejected
}

func newEntry(s tournament.Stretch, header string, headerData []byte, p pairings) *entry {
	packed := p.compact()
	return &entry{stretch: s, header: header, headerData: headerData, pairings: p, packed: packed, digest: digestOf(header, packed)}
}

// batch is the state of one schedule of pairings while workers play it. Only the goroutine of
// Execute uses its fields; other goroutines send to its channels.
type batch struct {
	hub     *Hub
	ctx     context.Context
	queue   *batchQueue
	session string // identifies this call of Execute in its tasks
	header  headerWindow
	tail    tailBatch
	jobs    *tournament.Jobs
	fresh   bool // the server cannot have tasks or results of an earlier process

	open     map[int]*entry // tasks without a result, by their first pairing
	checked  bool           // results are compared with those of other workers
	trust    *runTrust
	checks   map[int]*check        // tasks that other workers play, too, by their first pairing
	held     map[string][]*outcome // results that wait for the end of a check, by worker
	earlier  leftovers
	incoming *subscription
	bytes    int // size of the results received so far

	workers, slots int       // numbers of the connected workers and of their slots
	taking         bool      // takeStretches has been asked for a stretch
	all            bool      // no job is left
	idleSince      time.Time // since when slots are idle; zero if none is

	auditing  bool // an audit is under way
	auditSoon bool // a full audit is to follow immediately
	audits    int  // number of audits started so far

	sizes     chan int         // to takeStretches: the largest size of the next task
	stretches chan nextStretch // from takeStretches: the pairings of the next task
	published chan publication // from the goroutines that publish tasks
	audited   chan serverState // from the goroutine of an audit
}

// nextStretch contains the two values that Jobs.Take returned: a range of consecutive pairings to
// play, and false if no pairing is left.
type nextStretch struct {
	stretch tournament.Stretch
	ok      bool // false if no job is left
}

func newBatch(ctx context.Context, x *executor, jobs *tournament.Jobs) *batch {
	b := &batch{
		hub: x.hub, ctx: ctx, session: newToken()[:16], jobs: jobs, fresh: !x.first,
		open: make(map[int]*entry), checks: make(map[int]*check), held: make(map[string][]*outcome), trust: x.hub.trustOf(x.run),
		sizes: make(chan int), stretches: make(chan nextStretch),
		published: make(chan publication), audited: make(chan serverState),
	}
	b.queue = &batchQueue{hub: x.hub, ctx: ctx, run: x.run}
	b.header = newHeaderWindow(x.run, jobs)
	b.queue.batch = batchToken(jobs.Batch(), digest(b.header.whole))
	b.checked = b.checkable()
	b.all = jobs.Left() == 0 && !jobs.Open()
	return b
}

// checkable reports whether results of different workers are to be compared and must be equal. This
// is not the case if HubOptions.Verify is 0, for games with time limits, and for games of programs
// that do not declare themselves deterministic.
func (b *batch) checkable() bool {
	if b.hub.options.Verify <= 0 || len(b.jobs.Terms().Programs) > 0 && !b.hub.checksOf(b.queue.run).Repeatable {
		return false
	}
	return !slices.ContainsFunc(b.jobs.Field(), func(a engines.Agent) bool { return a.Limit.Timed() })
}

// begin subscribes to results, and reads the results and tasks that an earlier process left on the
// server.
func (b *batch) begin(x *executor) error {
	if err := b.hub.retry(b.ctx, func() (err error) {
		b.incoming, err = x.subscriptions.acquire(b.ctx, b.queue.batch)
		return err
	}); err != nil {
		return err
	}
	if !b.fresh {
		if err := b.hub.retry(b.ctx, func() (err error) {
			b.earlier, err = b.queue.leftovers(b.build())
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// takeStretches takes the pairings for tasks from the schedule. It receives the size of a task from
// b.sizes, takes at most this many consecutive pairings, and sends them to b.stretches. It runs in
// a separate goroutine, because Jobs.Take may block.
func (b *batch) takeStretches() {
	for {
		select {
		case <-b.ctx.Done():
			return
		case size := <-b.sizes:
			s, ok := b.jobs.Take(b.ctx, size)
			select {
			case b.stretches <- nextStretch{s, ok}:
			case <-b.ctx.Done():
				return
			}
			if !ok {
				return
			}
		}
	}
}

// finished reports whether every pairing of the schedule has its result and every check has ended.
func (b *batch) finished() bool {
	return b.all && len(b.open) == 0 && len(b.checks) == 0 && len(b.held) == 0
}

// play publishes tasks and yields results until all pairings of the schedule have been played.
func (b *batch) play(yield func(tournament.Result, error) bool) {
	tick := time.NewTicker(auditEvery)
	defer tick.Stop()
	b.updateSlots()
	for {
		b.requestStretch()
		if b.finished() {
			return
		}
		select {
		case <-b.ctx.Done():
			b.drain(yield)
			return
		case m := <-b.incoming.results:
			if !b.receiveMessage(m, yield) {
				return
			}
		case m := <-b.incoming.exhausted:
			var advisory struct {
				Seq uint64 `json:"stream_seq"`
			}
			if json.Unmarshal(m.Data, &advisory) == nil && !b.handleExhausted(advisory.Seq, yield) {
				return
			}
		case s := <-b.stretches:
			b.taking = false
			if !b.handOut(s, yield) {
				return
			}
		case p := <-b.published:
			b.recordPublication(p)
		case s := <-b.audited:
			b.auditing = false
			if !b.applyAudit(s, yield) {
				return
			}
		case <-b.hub.roster.changed:
			b.updateSlots()
		case <-b.hub.reconnect:
			b.requestAudit(true)
		case <-tick.C:
			b.updateSlots()
			b.requestAudit(false)
			b.duplicateSlow()
			if !b.watchChecks(yield) {
				return
			}
		}
	}
}

// receiveMessage processes a message with a result. Subscriptions are reused from batch to batch,
// so it ignores a message that belongs to an earlier batch. It returns false if the batch must
// stop; see [batch.receive].
func (b *batch) receiveMessage(m *nats.Msg, yield func(tournament.Result, error) bool) bool {
	if !strings.HasPrefix(m.Subject, resultSubject(b.queue.run, b.queue.batch, "")) {
		return true
	}
	b.bytes += len(m.Data)
	return b.receive(m.Subject, m.Data, yield)
}

// drain yields the results that have arrived when the run is cancelled, so that they are not
// lost.
func (b *batch) drain(yield func(tournament.Result, error) bool) {
	for {
		select {
		case m := <-b.incoming.results:
			if !b.receiveMessage(m, yield) {
				return
			}
		default:
			return
		}
	}
}

// windowPerSlot is the number of pairing ranges that a batch may take for each slot while the
// result of an earlier pairing is missing. A slot is a goroutine of a worker that plays games; see
// [tournament.Jobs.Slots]. The limit is generous, because the task of a lost worker is played again
// only after seconds.
const windowPerSlot = 4

// fewSlots is the number of concurrent games that is assumed while no worker is connected.
const fewSlots = 4

// updateSlots counts the connected workers and their slots, the games that they can play at once.
// It adapts the limits that depend on these numbers.
func (b *batch) updateSlots() {
	workers, slots := b.hub.roster.count()
	b.workers = workers
	if slots != b.slots || slots == 0 {
		b.slots = slots
		b.jobs.Slots(windowPerSlot * max(slots, fewSlots))
		b.hub.setPending(b.ctx, slots)
	}
}

// requestStretch requests the pairings for another task from takeStretches. It does nothing if a
// request is still being processed, if no pairing is left, or if enough tasks are open. Two open
// tasks for every slot, a goroutine that plays games, are enough.
func (b *batch) requestStretch() {
	if b.all || b.taking || len(b.open) >= 2*max(b.slots, fewSlots) {
		return
	}
	size := b.hub.pace.size(b.jobs.Left(), b.workers, b.slots, &b.tail)
	b.taking = true
	select {
	case b.sizes <- b.earlier.fit(size, b.jobs.Next()):
	case <-b.ctx.Done():
	}
}

// handOut publishes a task that consists of consecutive pairings. If an earlier process left the
// task or its result on the server, handOut uses that instead. It returns false if the batch must
// stop; see [batch.receive].
func (b *batch) handOut(s nextStretch, yield func(tournament.Result, error) bool) bool {
	if !s.ok {
		b.all = true
		return true
	}
	e, err := b.entry(s.stretch)
	if err != nil {
		for i := s.stretch.From; i < s.stretch.To; i++ {
			if !yield(tournament.Result{}, &tournament.JobError{Index: i, Err: err}) {
				return false
			}
		}
		return true
	}
	b.open[e.stretch.From] = e
	if r, ok := b.earlier.takeResult(e.stretch.From); ok {
		if r.To == e.stretch.To && r.Pairings == e.digest {
			return b.accept(r, yield)
		}
		b.queue.removeResult(e.stretch.From)
	}
	if t, ok := b.earlier.takeTask(e.stretch.From); ok {
		if t.task.To == e.stretch.To && t.task.digest() == e.digest {
			e.attempt, e.at, e.seqs = t.task.Attempt, time.Now(), []uint64{t.seq}
			return true
		}
		b.queue.purge(tasksStream, b.queue.taskSubject(e.stretch.From, false))
	}
	b.publish(e)
	return true
}

// entry returns a new task for a range of consecutive pairings, without publishing it. If the task's
// header (the game, its settings and the agents) is large, entry stores the header on the server.
func (b *batch) entry(s tournament.Stretch) (*entry, error) {
	list := make([]tournament.Pairing, 0, s.Len())
	for i := s.From; i < s.To; i++ {
		p, err := b.jobs.Pairing(i)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	if data, err := b.header.cover(list); err != nil {
		return nil, err
	} else if data != nil {
		if err := b.hub.retry(b.ctx, func() error { return b.queue.storeHeader(b.header.digest, data) }); err != nil {
			return nil, err
		}
	}
	return newEntry(s, b.header.digest, b.header.inline, b.header.relative(list)), nil
}

// build returns the build (program version) that workers must have for this batch: the build of
// this program, with the digest of the game's rules.
func (b *batch) build() Build { return b.hub.buildFor(b.jobs.Terms().Game.Name) }

func (b *batch) task(e *entry) task {
	return task{
		V: version, Run: b.queue.run, Batch: b.queue.batch, Session: b.session, Attempt: e.attempt, From: e.stretch.From, To: e.stretch.To,
		Build: b.build(), Game: b.jobs.Terms().Game.Name, Header: e.header, HeaderData: e.headerData, Check: e.check, Except: e.except, Packed: e.packed,
	}
}

// publish sends a task that has no result yet to the server, under the number of its next attempt.
func (b *batch) publish(e *entry) {
	e.attempt++
	e.sending, e.at, e.lostSince = true, time.Now(), time.Time{}
	b.queue.publish(b.task(e), b.published)
}

// republish removes all copies of a task from the server and publishes it again.
func (b *batch) republish(e *entry) {
	b.queue.removeCopies(e.seqs)
	e.seqs = nil
	b.publish(e)
}

// recordPublication records whether the publication of a task succeeded. If it failed, the next
// audit publishes the task again.
func (b *batch) recordPublication(p publication) {
	e := b.open[p.from]
	if p.check {
		e = nil
		if c, ok := b.checks[p.from]; ok {
			e = &c.entry
		}
	}
	if e == nil {
		return // the result has arrived before the confirmation
	}
	e.sending, e.attempt = false, max(e.attempt, p.attempt)
	if p.err != nil {
		b.auditSoon = true
		if !errors.Is(p.err, context.Canceled) {
			b.hub.warn("a task could not be published; retrying (%v)", p.err)
		}
		return
	}
	e.seqs = append(e.seqs, p.seq)
}
