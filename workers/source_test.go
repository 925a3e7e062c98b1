package workers

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// nextTask returns the next task of a source. It fails the test if none arrives.
func nextTask(t *testing.T, s *taskSource) jetstream.Msg {
	t.Helper()
	m, err := s.next(t.Context(), time.Minute)
	if err != nil || m == nil {
		t.Fatalf("%v, %v", m, err)
	}
	return m
}

// nothing requests a task from an empty queue.
func nothing(t *testing.T, s *taskSource) {
	t.Helper()
	for wait := 50 * time.Millisecond; ; wait *= 4 { // a busy machine needs longer to open the queue
		m, err := s.next(t.Context(), wait)
		if errors.Is(err, context.DeadlineExceeded) && wait < time.Minute {
			continue
		}
		if m != nil || err != nil {
			t.Fatalf("next returns %v, %v from an empty queue", m, err)
		}
		return
	}
}

// A task that arrives after the request was cancelled returns to the server, and the source
// can be used again.
func TestSourceReturnsLateTask(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{})
	s := newTaskSource(h.conn, h.js)
	defer s.close()
	nothing(t, s)
	if empty, err := s.empty(t.Context()); !empty || err != nil {
		t.Errorf("empty returns %v, %v", empty, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := h.js.Publish(t.Context(), taskSubject("run", "batch", "0"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	if m, err := s.next(ctx, time.Second); m != nil { // the task may arrive before next sees the cancelled context
		_ = m.Nak()
	} else if err != nil {
		t.Fatal(err)
	}
	m := nextTask(t, s)
	if string(m.Data()) != "x" {
		t.Fatalf("%q", m.Data())
	}
	_ = m.Nak()
	_ = m.Ack() // without effect, because the task has been returned
	again := nextTask(t, s)
	if n := must(again.Metadata()).NumDelivered; n < 2 || n > 3 {
		t.Errorf("the task was delivered %d times", n)
	}
	if err := again.DoubleAck(t.Context()); err != nil {
		t.Fatal(err)
	}
	_ = again.Nak()
	if m, err := s.next(t.Context(), 100*time.Millisecond); m != nil || err != nil {
		t.Errorf("an acknowledged task is delivered again: %v, %v", m, err)
	}
}

// A cancelled source does not hold back tasks: another source receives them at once.
func TestClosedSourceRequestsNothing(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{})
	first, second := newTaskSource(h.conn, h.js), newTaskSource(h.conn, h.js)
	defer second.close()
	nothing(t, first)
	first.close()
	if _, err := h.js.Publish(t.Context(), taskSubject("run", "batch", "0"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	m := nextTask(t, second)
	if n := must(m.Metadata()).NumDelivered; n != 1 {
		t.Errorf("the task was delivered %d times, so one delivery was to the closed source", n)
	}
	if err := m.DoubleAck(t.Context()); err != nil {
		t.Error(err)
	}
}

// A source returns an error if the server has no queue, also if the queue is deleted during a
// request, and works again once there is a queue.
func TestSourceWithoutAQueue(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{})
	s := newTaskSource(h.conn, h.js)
	defer s.close()
	if err := h.js.DeleteConsumer(t.Context(), tasksStream, consumerName); err != nil {
		t.Fatal(err)
	}
	if _, err := s.next(t.Context(), time.Second); err == nil {
		t.Error("no error without a queue")
	}
	if err := makeStreams(t.Context(), h.js, jetstream.MemoryStorage); err != nil {
		t.Fatal(err)
	}
	if _, err := h.js.Publish(t.Context(), taskSubject("run", "batch", "0"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	_ = nextTask(t, s).Ack()
	requested := make(chan error)
	go func() {
		_, err := s.next(t.Context(), time.Minute)
		requested <- err
	}()
	for {
		info, err := h.js.Consumer(t.Context(), tasksStream, consumerName)
		if err == nil && info.CachedInfo().NumWaiting > 0 {
			break
		}
	}
	if err := h.js.DeleteConsumer(t.Context(), tasksStream, consumerName); err != nil {
		t.Fatal(err)
	}
	if err := <-requested; err == nil {
		t.Error("no error after the queue was deleted")
	}
}
