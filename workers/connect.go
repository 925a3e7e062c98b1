package workers

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/engines/files"
)

// dial connects to a NATS server. If the connection is lost later, it is established again
// automatically.
func dial(a Access, name string, more ...nats.Option) (*nats.Conn, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(200*time.Millisecond, 500*time.Millisecond),
		nats.ReconnectBufSize(64 << 10), nats.IgnoreAuthErrorAbort(),
	}
	if a.TokenFile != "" {
		token, err := readToken(a.TokenFile)
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Token(token))
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.CA != "" {
		pool := x509.NewCertPool()
		data, err := files.Read(a.CA)
		if err != nil {
			return nil, err
		}
		pool.AppendCertsFromPEM(data)
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	return nats.Connect(a.URL, append(options, more...)...)
}

// closeIfRefused is a connection option that closes the connection if a server refuses the
// credentials twice in succession. Without this option, the client goes on trying.
func closeIfRefused(o *nats.Options) error {
	o.IgnoreAuthErrorAbort = false
	return nil
}

// dialUntil connects like [dial]. The end of ctx cancels the attempt, even if the server accepts
// the connection and then sends nothing. It does not close an established connection.
func dialUntil(ctx context.Context, a Access, name string, more ...nats.Option) (*nats.Conn, error) {
	dialing, giveUp := context.WithCancel(context.Background())
	stay := context.AfterFunc(ctx, giveUp)
	defer stay()
	conn, err := dial(a, name, append(more, nats.SetCustomDialer(dialerFor(dialing)), nats.SkipHostLookup())...)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return conn, err
}

// dialer is a function that opens network connections. It implements [nats.CustomDialer].
type dialer func(network, address string) (net.Conn, error)

func (d dialer) Dial(network, address string) (net.Conn, error) { return d(network, address) }

// dialerFor returns a dialer whose connections depend on ctx. The end of ctx closes them and
// cancels an attempt to connect.
func dialerFor(ctx context.Context) dialer {
	return func(network, address string) (net.Conn, error) {
		d := net.Dialer{Timeout: nats.DefaultTimeout}
		conn, err := d.DialContext(ctx, network, address)
		if err == nil {
			context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
}

// connectionLog writes log lines about a worker's connection. While the connection is broken or
// breaks again and again, it writes at most one line a minute. Its methods may be called from
// several goroutines.
type connectionLog struct {
	url string
	log func(string)

	mu         sync.Mutex
	ever       bool      // there has been a connection
	closing    bool      // the worker has given up connecting
	broken     bool      // the next connection is logged
	since      time.Time // start of the present connection
	lastLost   time.Time // when lost was logged last
	lastServer time.Time // when an error of the server was logged last
}

const (
	// quietFor is the shortest time between two log lines about a broken connection.
	quietFor = time.Minute
	// steadyFor is the duration of a connection after which its end is logged in any case.
	steadyFor = 5 * time.Second
)

// dialContext returns the context in which a worker opens connections. Until a connection has been
// established, the context ends with ctx or stop. Afterwards only the function giveUp ends it, so
// that the worker can finish its tasks.
func (c *connectionLog) dialContext(ctx context.Context, stop <-chan struct{}) (dialing context.Context, giveUp func()) {
	dialing, cancel := context.WithCancel(context.Background())
	giveUp = func() {
		c.mu.Lock()
		c.closing = true
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
		if !c.everConnected() {
			giveUp()
		}
	}()
	return dialing, giveUp
}

func (c *connectionLog) everConnected() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ever
}

// lost logs that the connection is broken. It logs nothing if the connection lasted less than
// [steadyFor] and the last such line is less than a minute old. It also logs nothing if err is nil,
// because the worker then closed the connection itself.
func (c *connectionLog) lost(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil || c.closing {
		return
	}
	if steady := !c.since.IsZero() && time.Since(c.since) >= steadyFor; steady || time.Since(c.lastLost) >= quietFor {
		c.broken, c.lastLost = true, time.Now()
		c.log(fmt.Sprintf("no connection to %s (%v); retrying", c.url, err))
	}
	c.since = time.Time{}
}

// connected logs that the connection is established, unless the previous log line already reported
// it.
func (c *connectionLog) connected() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ever = true
	if c.since.IsZero() {
		c.since = time.Now()
	}
	if c.broken {
		c.broken = false
		c.log("connected to " + c.url)
	}
}

// serverError logs an error that the server has sent, such as a missing permission. It logs at most
// one error a minute.
func (c *connectionLog) serverError(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.lastServer) >= quietFor {
		c.lastServer = time.Now()
		c.log(fmt.Sprintf("%s: %v", c.url, err))
	}
}
