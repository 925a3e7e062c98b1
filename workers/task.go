package workers

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
)

// activeTask is the state of a task that a worker is playing, or whose result it is publishing.
//
// A task has a time limit. When it is over, the server gives the task to another worker. So the
// goroutine that plays the task extends the limit again and again, between two moves. If a game
// hangs, the limit is not extended, and another worker gets the task.
//
// Before every move this goroutine reads one flag, attention. If it is set, the goroutine must
// either stop, because the task is cancelled, or extend the limit.
type activeTask struct {
	task      task
	msg       jetstream.Msg
	cancel    context.CancelFunc
	unwanted  atomic.Bool // the run does not need the result
	attention atomic.Bool // the task is cancelled, or extend is set
	extend    atomic.Bool // the time limit must be extended
	programs  atomic.Bool // external programs play, so a move may take longer than the time limit
}

// requestExtension requests more time for the task, so that the server does not give it to another
// worker. The worker calls it at regular intervals. The goroutine that plays the task extends the
// limit before its next move, so that a game that hangs receives no more time. If external programs
// play, whose moves may take long, requestExtension itself extends the limit at once.
func (t *activeTask) requestExtension() {
	if t.programs.Load() {
		_ = t.msg.InProgress()
		return
	}
	t.extend.Store(true)
	t.attention.Store(true)
}

// heartbeat is the context in which the games of a task are played. Games call its method Err again
// and again. So Err also extends the task's time limit on the server, whenever the worker has
// requested it.
type heartbeat struct {
	context.Context
	task *activeTask
}

// Err returns the error of the context, and extends the task's time limit if an extension was
// requested.
func (h *heartbeat) Err() error {
	if !h.task.attention.Load() {
		return nil
	}
	return h.extendIfRequested()
}

// extendIfRequested extends the time limit of the task on the server if an extension was requested.
// If the context has ended, it returns the error of the context and extends nothing.
func (h *heartbeat) extendIfRequested() error {
	h.task.attention.Store(false)
	if err := h.Context.Err(); err != nil {
		h.task.attention.Store(true)
		return err
	}
	if h.task.extend.CompareAndSwap(true, false) {
		_ = h.task.msg.InProgress()
	}
	return nil
}

// recentNames stores the 64 names that were added last, such as the names of sessions that are
// over.
type recentNames struct {
	list [64]string
	n    int // number of names added so far
}

func (r *recentNames) add(name string) {
	r.list[r.n%len(r.list)] = name
	r.n++
}

func (r *recentNames) has(name string) bool {
	return slices.Contains(r.list[:min(r.n, len(r.list))], name)
}

// These constants are the times that the server waits before it delivers a task again that a worker
// has sent back without playing it. For the time refuseFor, the worker also requests no other task.
const (
	refuseFor = 2 * time.Second        // a task that the worker cannot play
	skipFor   = 200 * time.Millisecond // a task that another worker must play, on average
)

// skipPause returns how long the server waits before it delivers a returned task again. It is a
// random time from half to one and a half times skipFor. A worker returns a task if another worker
// must play it, for example to check its results. The randomness prevents a cycle: with equal
// pauses, two workers could receive and return the same two tasks forever, although each could play
// the task of the other. The pause depends on id, the worker's ID, and n, the number of tasks that
// it has returned.
func skipPause(id string, n int64) time.Duration {
	return skipFor/2 + time.Duration(engines.Seed(engines.Purpose(id), uint64(n))%uint64(skipFor))
}

// handle plays a task and publishes its result. It calls free as soon as the goroutine can
// request the next task, while the result is still being published.
func (w *worker) handle(ctx context.Context, msg jetstream.Msg, free func()) {
	defer free()
	t, err := readTask(msg.Data())
	switch {
	case errors.Is(err, errNewer), errors.Is(err, errOlder):
		w.endUnusable(err.Error())
		w.refuse(msg, err.Error())
		return
	case err != nil:
		_ = msg.TermWithReason(cleanText(err.Error())) // no worker can play it
		return
	}
	build := w.player.Build
	build.Rules = w.player.Rules(t.Game)
	if build != t.Build {
		why := fmt.Sprintf("this worker is build %v; the run is build %v", build, t.Build)
		w.endUnusable(why)
		w.refuse(msg, why)
		return
	}
	if slices.Contains(t.Except, w.id) || w.isExcluded() {
		_ = msg.NakWithDelay(skipPause(w.id, w.skipped.Add(1)))
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a := &activeTask{task: t, msg: msg, cancel: cancel}
	first, needed := w.addActive(a)
	if !needed {
		_ = msg.Ack()
		return
	}
	defer w.removeActive(a)
	if first {
		w.publishStatus() // the process of the run has received none if it started after this worker
	}
	r, err := w.play(ctx, a)
	switch {
	case a.unwanted.Load():
		_ = msg.Ack()
	case ctx.Err() != nil:
		_ = msg.Nak()
	case err != nil && !w.own:
		w.refuse(msg, err.Error())
	default:
		if err != nil { // if the process of the run cannot play it, no worker can
			r = w.resultOf(t)
			r.Refused = cleanText(err.Error())
		}
		w.publishResult(ctx, a, r, free)
	}
}

// addActive adds a task to the tasks that the worker is playing. first reports whether it is the
// first task of its run on this worker. needed is false if the task must not be played, because the
// hub's session that published it is over; the task is then not added.
func (w *worker) addActive(a *activeTask) (first, needed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended.has(a.task.Session) {
		return false, false
	}
	first = !w.runs[a.task.Run]
	w.playing[a] = true
	w.runs[a.task.Run] = true
	return first, true
}

func (w *worker) removeActive(a *activeTask) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.playing, a)
}

// endUnusable ends a worker with the option Once if the worker cannot play the tasks of its first
// run. Without this, the worker would not end, because such a run does not count as played. why is
// the reason, which Work returns as an error. endUnusable does nothing if the worker has played for
// a run before.
func (w *worker) endUnusable(why string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.once && len(w.runs) == 0 && w.unusable == nil {
		w.leaving, w.unusable = true, errors.New(why)
		w.logged[cleanText(why)] = true // Work returns it
	}
}

// refuse gives a task that this worker cannot play back to the server and reports the reason. It
// then pauses the worker, so that others receive the tasks.
func (w *worker) refuse(msg jetstream.Msg, why string) {
	_ = msg.NakWithDelay(refuseFor)
	w.mu.Lock()
	if w.excluded {
		w.mu.Unlock()
		return
	}
	why = cleanText(why)
	changed := w.refused != why
	w.refused = why
	w.pausedUntil = time.Now().Add(refuseFor)
	logged := w.logged[why]
	w.logged[why] = true
	w.mu.Unlock()
	if !logged {
		w.log("this worker does not play: " + why)
	}
	if changed {
		w.publishStatus()
	}
}

// resultMargin is the largest size in bytes of a result message without its game records.
const resultMargin = 64 << 10

// play plays the pairings of a task. An error means that this worker cannot play any of them, that
// ctx has ended, or that the result is too large for the server.
func (w *worker) play(ctx context.Context, a *activeTask) (result, error) {
	r := w.resultOf(a.task)
	header, err := w.headers.get(ctx, &a.task)
	if err != nil {
		return r, err
	}
	arena, err := w.slots.arenas.take(ctx, header)
	if err != nil {
		return r, err
	}
	defer w.slots.arenas.put(arena)
	w.mu.Lock()
	if !w.excluded {
		w.refused = ""
	}
	w.mu.Unlock()
	a.programs.Store(len(header.header.Game.Programs) > 0)
	s := &sharedTask{ctx: ctx, active: a, header: header, records: make(records, len(a.task.Pairings)), slots: make([]int32, len(a.task.Pairings))}
	defer context.AfterFunc(ctx, func() { a.attention.Store(true) })()
	w.slots.play(s, arena)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	for _, games := range s.records {
		r.Games += len(games)
	}
	r.Slots, r.Task = compactSlots(s.slots), int(w.finishedTasks.Add(1))
	r.Errors, r.Ms = s.errors, float64(s.busy)/float64(time.Millisecond)
	r.Results = s.records.compact()
	r.Digest = digest(r.Results)
	sent, most := base64.StdEncoding.EncodedLen(len(r.Results)), int(w.link.maxPayload()-resultMargin) // as package json encodes bytes
	r.Evidence = s.records.evidence(most - sent)
	if sent > most {
		return w.resultOf(a.task), fmt.Errorf("the result has %d bytes; the server accepts %d", sent, most)
	}
	return r, nil
}

// resultOf returns a result message for a task, without game records.
func (w *worker) resultOf(t task) result {
	return result{
		V: version, Run: t.Run, Batch: t.Batch, From: t.From, To: t.To, Check: t.Check,
		Pairings: t.digest(), Build: t.Build, Worker: w.id,
	}
}

// publishResult sends a result to the server, repeatedly if necessary, until the server has stored
// this result or another one of the same task. It then acknowledges the task. If ctx ends or the
// task is no longer wanted before that, it gives the task back to the server.
//
// publishResult calls free when the caller's goroutine may request its next task. It does so at
// once if the worker is sending at most as many results as it has slots. Otherwise it does so after
// the result is stored.
func (w *worker) publishResult(ctx context.Context, a *activeTask, r result, free func()) {
	subject, data := resultSubject(a.task.Run, a.task.Batch, taskKey(a.task.From, a.task.Check)), encode(r)
	if w.publishing.Add(1) <= int64(w.player.Slots) {
		free()
	}
	defer w.publishing.Add(-1)
	for ctx.Err() == nil && !a.unwanted.Load() {
		inner, cancel := context.WithTimeout(ctx, patience)
		err := w.link.publishResult(inner, subject, data)
		cancel()
		if err == nil || resultExists(err) {
			w.removeActive(a)
			free()
			inner, cancel := context.WithTimeout(ctx, patience)
			_ = a.msg.DoubleAck(inner) // if it fails, the task is played again and the server rejects the result
			cancel()
			w.mu.Lock()
			w.tasks++
			w.games += r.Games
			w.mu.Unlock()
			return
		}
		sleep(ctx, 300*time.Millisecond)
	}
	_ = a.msg.Nak()
}
