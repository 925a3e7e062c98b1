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
	dialing, giveUp := line.until(ctx, o.Stop)
	defer giveUp()
	conn, err := dial(o.Access, "lanista worker", nats.CustomInboxPrefix(inboxPrefix), nats.RetryOnFailedConnect(true), nats.SetCustomDialer(until(dialing)), nats.SkipHostLookup(),
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
	defer giveUp() // a connection that is being opened would hold up the end
	if conn.IsConnected() {
		line.up()
	}
	w := newWorker(conn, o.Player, false, say)
	w.once, w.drain = o.Once, o.Drain
	err = w.run(ctx, o.Stop, o.Grace)
	if line.met() {
		_ = conn.FlushTimeout(time.Second)
	}
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
	ever   bool      // it has been there
	left   bool      // nobody wants it any more
	said   bool      // that it is broken; or nothing yet
	last   time.Time // when that was said
	denied time.Time // when something else was said
}

// quietFor is how long nothing is said of a connection that is still broken.
const quietFor = time.Minute

// until returns a context for opening connections, which ends with ctx or stop where none
// has been there by then. What is connected is left to finish what it holds.
func (c *connection) until(ctx context.Context, stop <-chan struct{}) (dialing context.Context, giveUp func()) {
	dialing, cancel := context.WithCancel(context.Background())
	leave := func() {
		c.mu.Lock()
		c.left = true
		c.mu.Unlock()
		cancel()
	}
	go func() {
		select {
		case <-dialing.Done():
			return
		case <-ctx.Done():
		case <-stop:
		}
		if !c.met() {
			leave()
		}
	}()
	return dialing, leave
}

// met reports whether there has been a connection.
func (c *connection) met() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ever
}

// lost notes that there is no connection.
func (c *connection) lost(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil || c.left { // it was closed from here
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
	c.ever = true
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
