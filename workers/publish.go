//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// headerPart is the most bytes of a header in one message.
const headerPart = 512 << 10

// headerOf is what tasks among some agents have in common.
func (b *batch) headerOf(field []engines.Agent) *Header {
	t := b.jobs.Terms()
	return &Header{
		V: version, Run: b.run, Game: t.Game, Openings: t.Arena.Openings, Margin: t.Arena.Margin, Moves: t.Arena.Moves,
		Field: field,
	}
}

// smallHeader is the most bytes of a header that travels with every task.
const smallHeader = 16 << 10

// smallField is the size up to which a field is sent whole.
const smallField = 1 << 12

// shift moves the window so that the agents of some pairings are in it, and stores its
// header unless that is small. A field grows at its end: the window begins with the first agent that is
// needed and goes as far as the field does.
func (b *batch) shift(pairings []tournament.Pairing) error {
	field := b.jobs.Field()
	low, high := len(field), 0
	for i := range pairings {
		for _, list := range [][]int{pairings[i].Agents, pairings[i].Opponents} {
			for _, agent := range list {
				low, high = min(low, agent), max(high, agent+1)
			}
		}
	}
	if b.header != "" && b.window.from <= low && high <= b.window.to {
		return nil
	}
	if !b.grows && len(field) <= smallField {
		low = 0
	}
	data := b.whole
	if b.grows || low > 0 {
		data = b.headerOf(field[low:]).encode()
	}
	if len(data) > maxHeader {
		return errors.New("workers: the agents of the batch are too large to be sent")
	}
	b.window = window{from: low, to: len(field), header: digest(data)}
	if len(data) <= smallHeader {
		b.what = data
		return nil
	}
	return b.insist(func() error { return b.storeHeader(data) })
}

// relative names agents by their places in a window.
func (w window) relative(pairings []tournament.Pairing) []tournament.Pairing {
	if w.from == 0 {
		return pairings
	}
	out := slices.Clone(pairings)
	for i := range out {
		out[i].Agents, out[i].Opponents = minus(out[i].Agents, w.from), minus(out[i].Opponents, w.from)
	}
	return out
}

// minus is a list of places in a field that begins so much earlier.
func minus(list []int, by int) []int {
	out := slices.Clone(list)
	for i := range out {
		out[i] -= by
	}
	return out
}

// storeHeader stores a header in parts: first how many, then each.
func (b *batch) storeHeader(data []byte) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	part := 0
	for chunk := range slices.Chunk(data, headerPart) {
		m := nats.NewMsg(headerSubject(b.run, b.header, part))
		m.Data = chunk
		m.Header.Set("Lanista-Parts", strconv.Itoa((len(data)+headerPart-1)/headerPart))
		if _, err := b.js.PublishMsg(ctx, m); err != nil {
			return fmt.Errorf("a header: %w", err)
		}
		part++
	}
	return nil
}

// publication is what came of publishing a task.
type publication struct {
	from    int
	check   bool
	attempt int
	seq     uint64
	err     error
}

// handed takes in a stretch of jobs: its result is there already, or it is published.
func (b *batch) handed(t taken, yield func(tournament.Result, error) bool) bool {
	if !t.ok {
		b.all = true
		return true
	}
	e, err := b.entry(t.Stretch)
	if err != nil {
		for i := t.From; i < t.To; i++ { // none of them is played; each is told
			if !yield(tournament.Result{}, &tournament.JobError{Index: i, Err: err}) {
				return false
			}
		}
		return true
	}
	b.open[e.From] = e
	b.sample(e)
	if r, ok := b.known[e.From]; ok {
		delete(b.known, e.From)
		if r.To == e.To && r.Pairings == e.digest {
			b.checkNow(e.From)
			return b.accept(r, yield)
		}
		b.forget(e.From)
	}
	if q, ok := b.queued[e.From]; ok {
		delete(b.queued, e.From)
		if q.To == e.To && q.digest() == e.digest {
			e.attempt, e.at, e.seqs = q.Attempt, time.Now(), []uint64{q.seq}
			b.checkNow(e.From)
			return true
		}
		b.withdraw(e.From)
	}
	b.publish(e)
	return true
}

// entry is a task of a stretch.
func (b *batch) entry(s tournament.Stretch) (*entry, error) {
	pairings, err := b.pairings(s)
	if err != nil {
		return nil, err
	}
	if err := b.shift(pairings); err != nil {
		return nil, err
	}
	return newEntry(s, b.header, b.what, b.relative(pairings)), nil
}

// fitting makes a stretch as long as the one that begins there and is known from an
// earlier process, or so short that it ends before the next of these.
func (b *batch) fitting(size int) int {
	if len(b.known) == 0 && len(b.queued) == 0 {
		return size
	}
	next := b.jobs.Next()
	if r, ok := b.known[next]; ok {
		return r.To - r.From
	}
	if t, ok := b.queued[next]; ok {
		return t.To - t.From
	}
	for from := range b.known {
		if from > next {
			size = min(size, from-next)
		}
	}
	for from := range b.queued {
		if from > next {
			size = min(size, from-next)
		}
	}
	return size
}

// pairings are those of a stretch.
func (b *batch) pairings(s tournament.Stretch) ([]tournament.Pairing, error) {
	out := make([]tournament.Pairing, 0, s.Len())
	for i := s.From; i < s.To; i++ {
		p, err := b.jobs.Pairing(i)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// task is the message of a task.
func (b *batch) task(e *entry) task {
	game := b.jobs.Terms().Game.Name
	return task{
		V: version, Run: b.run, Batch: b.name, Session: b.session, Attempt: e.attempt, From: e.From, To: e.To, Build: b.buildFor(game),
		Game: game, Header: e.header, What: e.what, Check: e.check, Packed: e.packed,
	}
}

// buildFor is this build with the rules of a game.
func (h *Hub) buildFor(game string) Build {
	build := h.options.Build
	if h.options.Rules != nil {
		build.Rules = h.options.Rules(game)
	}
	return build
}

// publish publishes a task, as one more attempt.
func (b *batch) publish(e *entry) {
	e.attempt++
	e.sending, e.at, e.unheld = true, time.Now(), time.Time{}
	b.send(b.task(e))
}

// send publishes a task and reports what came of it. An attempt that the server has
// seen already stores nothing, and the next one is taken.
func (b *batch) send(t task) {
	b.wait.Go(func() {
		p := publication{from: t.From, check: t.Check}
		subject := taskSubject(b.run, b.name, place(t.From, t.Check))
		for {
			ctx, cancel := context.WithTimeout(b.ctx, patience)
			ack, err := b.js.Publish(ctx, subject, encode(t), jetstream.WithMsgID(subject+"."+strconv.Itoa(t.Attempt)))
			cancel()
			p.attempt, p.err = t.Attempt, err
			if err == nil && ack.Duplicate {
				t.Attempt++
				continue
			}
			if err == nil {
				p.seq = ack.Sequence
			}
			break
		}
		select {
		case b.published <- p:
		case <-b.ctx.Done():
		}
	})
}

// sent enters what came of publishing a task. One that could not be published is
// published again by the next audit.
func (b *batch) sent(p publication) {
	e := b.open[p.from]
	if p.check {
		if c, ok := b.checks[p.from]; ok {
			e = &c.entry
		} else {
			e = nil
		}
	}
	if e == nil {
		if !p.check {
			b.checkNow(p.from) // its result is there already
		}
		return
	}
	e.sending, e.attempt = false, max(e.attempt, p.attempt)
	if p.err != nil {
		b.again = true
		if !errors.Is(p.err, context.Canceled) {
			b.warn("a task could not be published and is tried again: %v", p.err)
		}
		return
	}
	e.seqs = append(e.seqs, p.seq)
	if !p.check {
		b.checkNow(p.from)
	}
}

// republish publishes a task anew, in place of its copies.
func (b *batch) republish(e *entry) {
	b.remove(e.seqs)
	e.seqs = nil
	b.publish(e)
}

// remove removes copies of tasks from the server.
func (b *batch) remove(seqs []uint64) {
	if len(seqs) == 0 {
		return
	}
	list := slices.Clone(seqs)
	b.wait.Go(func() {
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		defer cancel()
		for _, seq := range list {
			_ = b.tasks.DeleteMsg(ctx, seq) // it may have been acknowledged
		}
	})
}

// forget removes the result of a task from the server, so that there can be another.
func (b *batch) forget(from int) {
	ctx, cancel := settled(b.ctx, patience)
	defer cancel()
	_ = purge(ctx, b.results, resultSubject(b.run, b.name, place(from, false)))
}

// withdraw removes a task from the server.
func (b *batch) withdraw(from int) {
	ctx, cancel := settled(b.ctx, patience)
	defer cancel()
	_ = purge(ctx, b.tasks, taskSubject(b.run, b.name, place(from, false)))
}

// purge removes what a stream has under a subject.
func purge(ctx context.Context, s jetstream.Stream, subject string) error {
	return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// widen lets the workers hold twice as many tasks as they have slots.
func (b *batch) widen(slots int) {
	want := minPending
	for want < 2*slots {
		want *= 2
	}
	b.widening.Lock() // several runs may be played at once
	defer b.widening.Unlock()
	if want == b.pending || want == minPending && b.pending == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := b.js.UpdateConsumer(ctx, tasksStream, consumerConfig(want)); err != nil {
		b.warn("the server lets the workers hold no more than %d tasks: %v", minPending, err)
		return
	}
	b.pending = want
}
