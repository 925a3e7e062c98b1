package workers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// hubLink contains the operations on the server that a hub uses while it plays batches. natsHub
// implements it; tests have an implementation in memory. The parameter stream is tasksStream or
// resultsStream.
type hubLink interface {
	// publish sends a message that the server does not store.
	publish(subject string, data []byte) error
	// receive sends messages of matching subjects to a channel until stop is called. It drops
	// messages while the channel is full.
	receive(subject string, into chan *nats.Msg) (stop func(), err error)
	// publishTask stores a task. Two tasks with the same id are duplicates; the second is not stored.
	publishTask(ctx context.Context, subject, id string, data []byte) (seq uint64, duplicate bool, err error)
	// deleteTask removes a task by its sequence number.
	deleteTask(ctx context.Context, seq uint64) error
	// delivered returns the highest sequence number of a delivered task.
	delivered(ctx context.Context) (uint64, error)
	// storeHeader stores a message of the stream of headers.
	storeHeader(ctx context.Context, m *nats.Msg) error
	// purge removes all stored messages of matching subjects.
	purge(ctx context.Context, stream, subject string) error
	// subjects counts the stored messages by subject.
	subjects(ctx context.Context, stream, filter string) (map[string]uint64, error)
	// last returns the latest stored message of a subject, or nil if there is none.
	last(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error)
	// restore creates the streams that the server lacks.
	restore(ctx context.Context) error
	// allowPending sets how many tasks may be delivered and not acknowledged.
	allowPending(ctx context.Context, n int) error
}

// natsHub is the hubLink of a hub that is connected to a NATS server.
type natsHub struct{ *Hub }

func (h natsHub) publish(subject string, data []byte) error { return h.conn.Publish(subject, data) }

func (h natsHub) receive(subject string, into chan *nats.Msg) (stop func(), err error) {
	sub, err := h.conn.ChanSubscribe(subject, into)
	return func() { _ = sub.Unsubscribe() }, err
}

func (h natsHub) publishTask(ctx context.Context, subject, id string, data []byte) (seq uint64, duplicate bool, err error) {
	ack, err := h.js.Publish(ctx, subject, data, jetstream.WithMsgID(id))
	if err != nil {
		return 0, false, err
	}
	return ack.Sequence, ack.Duplicate, nil
}

func (h natsHub) deleteTask(ctx context.Context, seq uint64) error {
	return h.tasks.DeleteMsg(ctx, seq)
}

func (h natsHub) delivered(ctx context.Context) (uint64, error) {
	c, err := h.js.Consumer(ctx, tasksStream, consumerName)
	if err != nil {
		return 0, err
	}
	return c.CachedInfo().Delivered.Stream, nil
}

func (h natsHub) storeHeader(ctx context.Context, m *nats.Msg) error {
	_, err := h.js.PublishMsg(ctx, m)
	return err
}

func (h natsHub) stream(name string) jetstream.Stream {
	if name == tasksStream {
		return h.tasks
	}
	return h.results
}

func (h natsHub) purge(ctx context.Context, stream, subject string) error {
	return h.stream(stream).Purge(ctx, jetstream.WithPurgeSubject(subject))
}

func (h natsHub) subjects(ctx context.Context, stream, filter string) (map[string]uint64, error) {
	info, err := h.stream(stream).Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

func (h natsHub) last(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	m, err := h.stream(stream).GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, err
}

func (h natsHub) restore(ctx context.Context) error { return makeStreams(ctx, h.js, h.storage) }

func (h natsHub) allowPending(ctx context.Context, n int) error {
	_, err := h.js.UpdateConsumer(ctx, tasksStream, consumerConfig(n))
	return err
}

// workerLink contains the operations on the server that a worker uses. natsWorker implements it;
// tests have an implementation in memory.
type workerLink interface {
	connected() bool
	// publish sends a message that the server does not store.
	publish(subject string, data []byte) error
	// listen calls f with the messages of a subject until stop is called.
	listen(subject string, f func(data []byte)) (stop func(), err error)
	// publishResult stores a result. If the server already has one of the same subject, it returns
	// an error for which resultExists is true.
	publishResult(ctx context.Context, subject string, data []byte) error
	// header returns a stored message of the stream of headers.
	header(ctx context.Context, subject string) (*nats.Msg, error)
	// feed returns a source of tasks.
	feed() taskFeed
	// maxPayload returns the size of the largest message that the server accepts.
	maxPayload() int64
}

// taskFeed is a source of tasks for a worker, one at a time. taskSource implements it.
type taskFeed interface {
	next(ctx context.Context, wait time.Duration) (jetstream.Msg, error)
	empty(ctx context.Context) (bool, error)
	close()
}

// natsWorker is the workerLink of a worker that is connected to a NATS server.
type natsWorker struct {
	conn *nats.Conn
	js   jetstream.JetStream
}

func newNATSWorker(conn *nats.Conn) (natsWorker, error) {
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(patience))
	return natsWorker{conn, js}, err
}

func (w natsWorker) connected() bool { return w.conn.IsConnected() }

func (w natsWorker) publish(subject string, data []byte) error { return w.conn.Publish(subject, data) }

func (w natsWorker) listen(subject string, f func(data []byte)) (stop func(), err error) {
	sub, err := w.conn.Subscribe(subject, func(m *nats.Msg) { f(m.Data) })
	return func() { _ = sub.Unsubscribe() }, err
}

func (w natsWorker) publishResult(ctx context.Context, subject string, data []byte) error {
	_, err := w.js.Publish(ctx, subject, data, jetstream.WithExpectLastSequencePerSubject(0))
	return err
}

// header returns the message with the given subject from the stream of headers, which state the game
// and the agents of a task. It asks the server directly, because jetstream.Stream reads the
// configuration of the stream first, for which workers have no permission.
func (w natsWorker) header(ctx context.Context, subject string) (*nats.Msg, error) {
	m, err := w.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+headersStream+"."+subject, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot read the header of a task: %w", err)
	}
	if m.Header.Get("Status") != "" {
		return nil, fmt.Errorf("the header of a task is not on the server (%s)", m.Header.Get("Description"))
	}
	return m, nil
}

func (w natsWorker) feed() taskFeed { return newTaskSource(w.conn, w.js) }

func (w natsWorker) maxPayload() int64 { return w.conn.MaxPayload() }
