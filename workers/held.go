//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
)

// held is a task that a worker has.
type held struct {
	task
	msg      *delivery
	cancel   context.CancelFunc
	unwanted atomic.Bool // nobody waits for its result any more
	owes     atomic.Bool // a sign of life is due
	alert    atomic.Bool // that, or the task is given up
	bounded  atomic.Bool // programs play it, and every wait for one ends by itself
}

// How long a worker that cannot play a task leaves it, and the queue, to others; and
// a task that another is to check.
const (
	refuseFor = 2 * time.Second
	skipFor   = 50 * time.Millisecond
)

// handle plays one task: play, publish the result, wait until it is safe, then
// acknowledge the task. The slot asks for the next one while the result is on its way.
func (w *worker) handle(ctx context.Context, msg *delivery, done func()) {
	defer done()
	t, err := readTask(msg.Data)
	switch {
	case errors.Is(err, errNewer), errors.Is(err, errOlder):
		w.refuse(msg, err.Error())
		return
	case err != nil:
		msg.term(cut(err.Error())) // nobody can ever play it
		return
	}
	build := w.Build
	build.Rules = w.Rules(t.Game)
	if build != t.Build {
		w.refuse(msg, fmt.Sprintf("this is another build (%v) than the run's (%v)", build, t.Build))
		return
	}
	if w.has(&t) && msg.delivered() < maxDeliver-1 {
		msg.nakFor(skipFor)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h := &held{task: t, msg: msg, cancel: cancel}
	if !w.enter(h) {
		msg.ack()
		return
	}
	defer w.remove(h)
	r, err := w.play(ctx, h)
	switch {
	case h.unwanted.Load():
		msg.ack()
	case ctx.Err() != nil:
		msg.nak()
	case err != nil && !w.own:
		w.refuse(msg, err.Error())
	default:
		if err != nil { // the run's own process cannot play it: nobody can
			r = w.resultOf(t)
			r.Refused = cut(err.Error())
		}
		w.answer(ctx, h, r, done)
	}
}

// has reports whether a task is to be checked by another worker, for this one has it,
// and notes what this one has.
func (w *worker) has(t *task) bool {
	name := t.Batch + t.digest()
	w.mu.Lock()
	defer w.mu.Unlock()
	if t.Check {
		return t.Another && w.did.has(name)
	}
	w.did.add(name)
	return false
}

// names are some that were added last.
type names struct {
	list [64]string
	n    int
}

func (n *names) add(name string) {
	n.list[n.n%len(n.list)] = name
	n.n++
}

func (n *names) has(name string) bool { return slices.Contains(n.list[:min(n.n, len(n.list))], name) }

// enter notes that a task is played. It returns false if nobody waits for it any more.
func (w *worker) enter(h *held) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended.has(h.Session) {
		return false
	}
	w.playing[h] = true
	w.ran[h.Run] = true
	return true
}

func (w *worker) remove(h *held) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.playing, h)
}

// refuse gives a task back that this worker cannot play, says so, and leaves the
// queue to others for a while.
func (w *worker) refuse(msg *delivery, why string) {
	msg.nakFor(refuseFor)
	w.mu.Lock()
	why = cut(why)
	news := w.refused != why
	w.refused = why
	w.rest = time.Now().Add(refuseFor)
	said := w.said[why]
	w.said[why] = true
	w.mu.Unlock()
	if !said {
		w.say("this worker does not play: " + why)
	}
	if news {
		w.show()
	}
}

// pulse is a context that gives a sign of life when the loop that plays asks it
// whether it has ended: a game that hangs asks nothing and gives none. Games ask before
// every move, so that most answers are one look at a flag.
type pulse struct {
	context.Context
	held *held
}

// watch lets the end of the context be noticed by a pulse.
func (h *held) watch(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() { h.alert.Store(true) })
}

// Err is that of the context.
func (p *pulse) Err() error {
	if !p.held.alert.Load() {
		return nil
	}
	return p.attend()
}

// attend gives the sign of life that is due.
func (p *pulse) attend() error {
	p.held.alert.Store(false)
	if err := p.Context.Err(); err != nil {
		p.held.alert.Store(true)
		return err
	}
	if p.held.owes.CompareAndSwap(true, false) {
		p.held.msg.alive()
	}
	return nil
}

// play plays the pairings of a task. An error means that this worker can play none
// of them.
func (w *worker) play(ctx context.Context, h *held) (result, error) {
	r := w.resultOf(h.task)
	header, err := w.header(ctx, &h.task)
	if err != nil {
		return r, err
	}
	table, err := w.tables.take(ctx, header)
	if err != nil {
		return r, err
	}
	defer w.tables.back(table)
	w.mu.Lock()
	w.refused = ""
	w.mu.Unlock()
	h.bounded.Store(len(header.Game.Programs) > 0)
	all := &share{ctx: ctx, held: h, header: header, records: make(records, len(h.Pairings))}
	defer h.watch(ctx)()
	w.share(all, table)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	for _, games := range all.records {
		r.Games += len(games)
	}
	r.Errors, r.Ms = all.errors, float64(all.busy)/float64(time.Millisecond)
	r.Results = all.records.compact()
	r.Digest = digest(r.Results)
	if room := w.conn.MaxPayload() - headroom; int64(len(r.Results)) > room {
		return w.resultOf(h.task), fmt.Errorf("the result has %d bytes, and the server takes %d", len(r.Results), room)
	}
	return r, nil
}

// headroom is what a result has besides the records.
const headroom = 64 << 10

// resultOf is a result of a task without its records.
func (w *worker) resultOf(t task) result {
	return result{
		V: version, Run: t.Run, Batch: t.Batch, From: t.From, To: t.To, Check: t.Check,
		Pairings: t.digest(), Build: t.Build, Worker: w.id,
	}
}

// answer publishes a result until it is safe, or until there is one already, and
// acknowledges the task.
func (w *worker) answer(ctx context.Context, h *held, r result, done func()) {
	m := nats.NewMsg(resultSubject(h.Run, h.Batch, place(h.From, h.Check)))
	m.Data = encode(r)
	if w.onItsWay.Add(1) <= int64(w.Slots) { // a server that takes no results gets no more of them
		done()
	}
	defer w.onItsWay.Add(-1)
	for ctx.Err() == nil && !h.unwanted.Load() {
		inner, cancel := context.WithTimeout(ctx, patience)
		_, err := w.js.PublishMsg(inner, m, jetstream.WithExpectLastSequencePerSubject(0))
		cancel()
		if err == nil || refused(err) {
			w.remove(h)
			done()
			inner, cancel := context.WithTimeout(ctx, patience)
			_ = h.msg.ackSure(inner) // otherwise it is played once more, and refused
			cancel()
			w.mu.Lock()
			w.tasks++
			w.games += r.Games
			w.mu.Unlock()
			return
		}
		w.pause(ctx, 300*time.Millisecond)
	}
	h.msg.nak()
}

// tableKey is what arenas depend on: all of a header but the weights of its agents.
func tableKey(h *Header) string {
	players := make(map[string]bool)
	for i := range h.Field {
		players[h.Field[i].Player] = true
	}
	return digest(encode(struct {
		Run      string
		Game     engines.EngineRef
		Openings engines.Openings
		Margin   time.Duration
		Moves    bool
		Players  map[string]bool
	}{h.Run, h.Game, h.Openings, h.Margin, h.Moves, players}))
}
