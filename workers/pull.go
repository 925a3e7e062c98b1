//go:build !nobroker

package workers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// puller asks the server for tasks, one at a time. It hears the answers in an inbox that
// stays, so that a task costs one question and one answer: jetstream's Fetch makes an
// inbox for every task, which costs two more messages, and the server a third of its work.
type puller struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	inbox *nats.Subscription // nil while there is none
	heard chan *nats.Msg     // in the inbox
	lost  chan nats.Status   // connections made anew: what was asked before may be lost
}

func newPuller(conn *nats.Conn, js jetstream.JetStream) *puller {
	return &puller{conn: conn, js: js, lost: conn.StatusChanged(nats.CONNECTED)}
}

// The subject that asks for tasks, and how often the server shows that a question that
// waits is not forgotten.
const (
	pullSubject = "$JS.API.CONSUMER.MSG.NEXT." + tasksStream + "." + consumerName
	heartbeat   = 5 * time.Second
)

// errAnew says that the connection was lost and is there again: the question is to be asked
// anew.
var errAnew = errors.New("the connection was lost")

// question asks for so many tasks, and waits for them at the server for so long.
type question struct {
	Batch     int           `json:"batch"`
	Expires   time.Duration `json:"expires"`
	Heartbeat time.Duration `json:"idle_heartbeat,omitempty"`
}

// next waits for a task; without an error there may be none.
func (p *puller) next(ctx context.Context, wait time.Duration) (*delivery, error) {
	d, err := p.ask(ctx, wait)
	if err != nil || ctx.Err() != nil {
		p.close() // what comes now is no answer to the next question
	}
	return d, err
}

// ask asks for a task and waits for the answer.
func (p *puller) ask(ctx context.Context, wait time.Duration) (*delivery, error) {
	if err := p.listen(ctx, wait); err != nil {
		return nil, err
	}
	q, silence := question{Batch: 1, Expires: wait}, wait+patience
	if wait >= 2*heartbeat {
		q.Heartbeat, silence = heartbeat, 2*heartbeat
	}
	text, err := json.Marshal(q)
	if err == nil {
		err = p.conn.PublishRequest(pullSubject, p.inbox.Subject, text)
	}
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(silence)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-p.lost:
			return nil, errAnew
		case <-timer.C:
			return nil, nats.ErrTimeout
		case m := <-p.heard:
			switch status := m.Header.Get("Status"); status {
			case "":
				return &delivery{Msg: m, conn: p.conn}, nil
			case "100": // the question still waits
				timer.Reset(silence)
			case "404", "408": // no task has come
				return nil, nil
			default:
				return nil, fmt.Errorf("the server gives no task (%s %s)", status, m.Header.Get("Description"))
			}
		}
	}
}

// listen opens the inbox, unless it is open, once the server has somebody to ask.
func (p *puller) listen(ctx context.Context, wait time.Duration) error {
	if p.inbox != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if _, err := p.js.Consumer(ctx, tasksStream, consumerName); err != nil {
		return err
	}
	for len(p.lost) > 0 {
		<-p.lost // nothing has been asked
	}
	var err error
	p.heard = make(chan *nats.Msg, 8)
	p.inbox, err = p.conn.ChanSubscribe(p.conn.NewInbox(), p.heard)
	return err
}

// close closes the inbox, and gives a task back that came too late.
func (p *puller) close() {
	if p.inbox == nil {
		return
	}
	_ = p.inbox.Unsubscribe()
	p.inbox = nil
	for {
		select {
		case m := <-p.heard:
			if m.Header.Get("Status") == "" {
				(&delivery{Msg: m, conn: p.conn}).nak()
			}
		default:
			return
		}
	}
}

// end ends the puller.
func (p *puller) end() {
	p.close()
	p.conn.RemoveStatusListener(p.lost)
}
