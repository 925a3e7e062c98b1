package workers

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// taskSource receives tasks from the server, one at a time. It requests a task only while a call
// of next waits, so that a busy slot holds no task that another worker could play.
type taskSource struct {
	conn *nats.Conn
	js   jetstream.JetStream

	queue     jetstream.Consumer
	messages  jetstream.MessagesContext // nil if it must be opened
	connected uint64                    // number of reconnections when messages was opened
}

func newTaskSource(conn *nats.Conn, js jetstream.JetStream) *taskSource {
	return &taskSource{conn: conn, js: js}
}

// These constants limit how long a request for a task waits at the server, and how often the
// connection is checked meanwhile.
const (
	// requestFor is how long a request stays at the server before it is renewed.
	requestFor = 20 * time.Second
	// requestHeartbeat is how often the server confirms that a request is still there.
	requestHeartbeat = 5 * time.Second
	// reconnectCheck is how often a waiting source checks whether its connection was lost.
	reconnectCheck = time.Second
	// closeWait limits the time that [taskSource.close] waits for the server to cancel a request.
	closeWait = time.Second
)

// errReconnected is returned by [taskSource.next] if the connection was lost and has been
// established again. The request for a task ended with the old connection, so the caller must call
// next again.
var errReconnected = errors.New("the connection was lost")

// next waits for a task from the server. It returns nil without an error if none arrives within the
// time wait or ctx ends. It returns errReconnected if the connection was lost meanwhile.
func (s *taskSource) next(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	if err := s.open(ctx, wait); err != nil {
		return nil, err
	}
	for end := time.Now().Add(wait); ; {
		if s.conn.Stats().Reconnects != s.connected {
			s.close()
			return nil, errReconnected
		}
		left := time.Until(end)
		if left <= 0 {
			return nil, nil
		}
		one, cancel := context.WithTimeout(ctx, min(left, reconnectCheck))
		m, err := s.messages.Next(jetstream.NextContext(one))
		cancel()
		switch {
		case err == nil:
			return m, nil
		case ctx.Err() != nil:
			s.close()
			return nil, nil
		case !errors.Is(err, context.DeadlineExceeded):
			s.close()
			return nil, err
		}
	}
}

// open begins to receive messages with tasks, unless it has begun already. It returns an error if
// the queue of tasks does not exist on the server.
func (s *taskSource) open(ctx context.Context, wait time.Duration) error {
	if s.messages != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	s.connected = s.conn.Stats().Reconnects
	var err error
	if s.queue, err = s.js.Consumer(ctx, tasksStream, consumerName); err != nil {
		return err
	}
	// Fetch would create an inbox for every task, which costs two more messages each.
	s.messages, err = s.queue.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(requestFor), jetstream.PullHeartbeat(requestHeartbeat))
	return err
}

// empty reports whether the server has no task that it could deliver.
func (s *taskSource) empty(ctx context.Context) (bool, error) {
	if s.queue == nil {
		return false, nil
	}
	info, err := s.queue.Info(ctx)
	return err == nil && info.NumPending == 0, err
}

// close cancels the request for a task and waits until the server has done so. Tasks that arrive
// meanwhile are given back, and the server delivers them to another worker at once.
func (s *taskSource) close() {
	if s.messages == nil {
		return
	}
	// The method Stop returns before the server has cancelled the request. A task that the server
	// delivers in between would be delivered to another worker only after its time limit.
	s.messages.Drain()
	for {
		m, err := s.messages.Next(jetstream.NextMaxWait(closeWait))
		if err != nil {
			break
		}
		_ = m.Nak()
	}
	s.messages = nil
}
