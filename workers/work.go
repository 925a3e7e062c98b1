//go:build !nobroker

package workers

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Work plays for the runs of a server until ctx ends, or until Stop is closed. It
// waits for a server that is not there, and for one that goes away, for ever.
func Work(ctx context.Context, o WorkOptions) error {
	if o.Slots < 1 || o.Slots > maxSlots {
		return fmt.Errorf("%d slots, 1 to %d needed", o.Slots, maxSlots)
	}
	say := o.Say
	if say == nil {
		say = func(string) {}
	}
	line := &connection{url: o.URL, say: say, said: true}
	conn, err := dial(o.Access, "lanista worker", nats.CustomInboxPrefix(inboxPrefix), nats.RetryOnFailedConnect(true),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { line.lost(err) }),
		nats.ConnectHandler(func(*nats.Conn) { line.up() }),
		nats.ReconnectHandler(func(*nats.Conn) { line.up() }),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { line.lost(err) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { line.trouble(err) }),
	)
	if err != nil {
		return fmt.Errorf("%s: %w", o.URL, err)
	}
	defer conn.Close()
	if conn.IsConnected() {
		line.up()
	}
	w := newWorker(conn, o.Player, false, say)
	w.once, w.drain = o.Once, o.Drain
	err = w.run(ctx, o.Stop, o.Grace)
	_ = conn.FlushTimeout(time.Second)
	w.mu.Lock()
	defer w.mu.Unlock()
	say(fmt.Sprintf("ends after %d tasks, %d games", w.tasks, w.games))
	return err
}

// connection tells a person how the connection is, a line a minute at most while it
// is broken.
type connection struct {
	url string
	say func(string)

	mu     sync.Mutex
	said   bool      // that it is broken; or nothing yet
	last   time.Time // when that was said
	denied time.Time // when something else was said
}

// quietFor is how long nothing is said of a connection that is still broken.
const quietFor = time.Minute

// lost notes that there is no connection.
func (c *connection) lost(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil { // it was closed from here
		return
	}
	if time.Since(c.last) >= quietFor {
		c.said, c.last = true, time.Now()
		c.say(fmt.Sprintf("no connection with %s (%v); it is tried again and again", c.url, err))
	}
}

// up notes that there is a connection.
func (c *connection) up() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.said {
		c.said = false
		c.say("connected with " + c.url)
	}
}

// trouble notes an error of the server, such as a permission that is missing.
func (c *connection) trouble(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.denied) >= quietFor {
		c.denied = time.Now()
		c.say(fmt.Sprintf("%s: %v", c.url, err))
	}
}
