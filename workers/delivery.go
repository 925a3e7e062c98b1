//go:build !nobroker

package workers

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// delivery is a task as the server has given it, which the worker says one last word
// about: done with, given back, or not to be played by anybody. What it says after that
// is not sent.
type delivery struct {
	*nats.Msg
	conn    *nats.Conn
	settled atomic.Bool
}

// What a worker says of a task, see ADR-15 of NATS.
const (
	saysDone   = "+ACK"
	saysGiven  = "-NAK"
	saysAlive  = "+WPI"
	saysNobody = "+TERM"
)

// settle says the last word.
func (d *delivery) settle(word string) {
	if d.settled.CompareAndSwap(false, true) {
		_ = d.conn.Publish(d.Reply, []byte(word)) // what is lost is delivered once more
	}
}

func (d *delivery) ack() { d.settle(saysDone) }

func (d *delivery) nak() { d.settle(saysGiven) }

// nakFor gives the task back, to be delivered no sooner than after a while.
func (d *delivery) nakFor(wait time.Duration) {
	d.settle(fmt.Sprintf(`%s {"delay": %d}`, saysGiven, wait.Nanoseconds()))
}

// term has the task delivered to nobody any more.
func (d *delivery) term(why string) { d.settle(saysNobody + " " + why) }

// ackSure acknowledges the task and waits until the server has heard it.
func (d *delivery) ackSure(ctx context.Context) error {
	if !d.settled.CompareAndSwap(false, true) {
		return nil
	}
	_, err := d.conn.RequestWithContext(ctx, d.Reply, []byte(saysDone))
	return err
}

// alive shows that the task is being played. The time until it is given to somebody else
// begins anew.
func (d *delivery) alive() {
	if !d.settled.Load() {
		_ = d.conn.Publish(d.Reply, []byte(saysAlive))
	}
}

// delivered is how often the task has been delivered.
func (d *delivery) delivered() uint64 {
	m, err := d.Metadata()
	if err != nil {
		return 0
	}
	return m.NumDelivered
}
