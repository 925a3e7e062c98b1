//go:build !nobroker

package workers

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ask pulls a task, which must come.
func ask(t *testing.T, p *puller) *delivery {
	t.Helper()
	d, err := p.next(t.Context(), time.Minute)
	if err != nil || d == nil {
		t.Fatalf("%v, %v", d, err)
	}
	return d
}

// A task that comes when nobody waits any more is given back, and a puller that was given
// up pulls again.
func TestPullerGivesBack(t *testing.T) {
	t.Parallel()
	h := hub(t, Options{})
	p := newPuller(h.conn, h.js)
	defer p.end()
	if d, err := p.next(t.Context(), 100*time.Millisecond); d != nil || err != nil {
		t.Fatalf("an empty queue gives %v, %v", d, err)
	}
	if err := p.listen(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := h.js.Publish(t.Context(), taskSubject("run", "batch", "0"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	if d, err := p.next(ctx, time.Second); d != nil { // it may come before the end of the context is seen
		d.nak()
	} else if err != nil {
		t.Fatal(err)
	}
	d := ask(t, p)
	if string(d.Data) != "x" {
		t.Fatalf("%q", d.Data)
	}
	d.nak()
	d.ack() // too late
	again := ask(t, p)
	if n := again.delivered(); n < 2 || n > 3 {
		t.Errorf("it was delivered %d times", n)
	}
	if err := again.ackSure(t.Context()); err != nil {
		t.Fatal(err)
	}
	again.nak()
	if d, err := p.next(t.Context(), 100*time.Millisecond); d != nil || err != nil {
		t.Errorf("a task that is done comes again: %v, %v", d, err)
	}
}

// Without anybody to ask, a puller says so at once, and finds who comes.
func TestPullerWithoutAQueue(t *testing.T) {
	t.Parallel()
	h := hub(t, Options{})
	p := newPuller(h.conn, h.js)
	defer p.end()
	if err := h.js.DeleteConsumer(t.Context(), tasksStream, consumerName); err != nil {
		t.Fatal(err)
	}
	if _, err := p.next(t.Context(), time.Second); err == nil {
		t.Error("there is nobody to ask, and nobody says so")
	}
	if err := makeStreams(t.Context(), h.js, jetstream.MemoryStorage); err != nil {
		t.Fatal(err)
	}
	if _, err := h.js.Publish(t.Context(), taskSubject("run", "batch", "0"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	ask(t, p).ack()
	asked := make(chan error)
	go func() {
		_, err := p.next(t.Context(), time.Minute)
		asked <- err
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
	if err := <-asked; err == nil {
		t.Error("who is asked goes away, and nobody says so")
	}
}
