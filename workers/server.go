//go:build !nobroker

package workers

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/lanista/lanista/keys"
)

// pingEvery is how often both sides look whether the other is there: a host that
// vanished is noticed within a minute.
const pingEvery = 20 * time.Second

// maxPayload is the largest message of a server of our own; that of others is
// often 1 MiB.
const maxPayload = 8 << 20

// broker is a server within this process.
type broker struct {
	server *server.Server
	master string // the token of the run's side
	temp   string // its folder, to be removed
}

// doorkeeper knows two tokens: that of the run, which may do everything, and that
// of workers.
type doorkeeper struct{ master, worker string }

// Check lets a connection in, with the permissions of its token.
func (d doorkeeper) Check(c server.ClientAuthentication) bool {
	token := []byte(c.GetOpts().Token)
	switch {
	case subtle.ConstantTimeCompare(token, []byte(d.master)) == 1:
		c.RegisterUser(&server.User{Username: "run"})
		return true
	case d.worker != "" && subtle.ConstantTimeCompare(token, []byte(d.worker)) == 1:
		c.RegisterUser(&server.User{Username: "worker", Permissions: workerPermissions()})
		return true
	}
	return false
}

// workerPermissions are all that a worker needs, and to hear who else plays. It
// cannot delete a stream, publish a task, or read results.
func workerPermissions() *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			"lanista.*.result.>",
			aliveSubject + "*",
			"$JS.API.CONSUMER.INFO." + tasksStream + "." + consumerName,
			"$JS.API.CONSUMER.MSG.NEXT." + tasksStream + "." + consumerName,
			"$JS.ACK." + tasksStream + "." + consumerName + ".>",
			"$JS.API.DIRECT.GET." + headersStream + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxPrefix + ".>", controlSubject, aliveSubject + "*"}},
	}
}

// startBroker starts the server of a hub.
func startBroker(o Options, worker string) (*broker, error) {
	b := &broker{master: newToken()}
	folder := o.Store
	if folder == "" { // even streams in memory want one
		var err error
		if folder, err = os.MkdirTemp("", "lanista-broker-"); err != nil {
			return nil, err
		}
		b.temp = folder
	}
	so := &server.Options{
		ServerName: "lanista", DontListen: o.Listen == "", NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: 2 << 30, JetStreamMaxStore: 16 << 30,
		MaxPayload: maxPayload, PingInterval: pingEvery, MaxPingsOut: 2,
		CustomClientAuthentication: doorkeeper{b.master, worker},
		DisableJetStreamBanner:     true,
	}
	if o.Listen != "" {
		if err := listen(o, so); err != nil {
			return nil, errors.Join(err, b.close())
		}
	}
	var err error
	if b.server, err = server.NewServer(so); err == nil {
		b.server.Start() // which returns; who waits for it elsewhere looks every 25 ms
		if !b.server.ReadyForConnections(10 * time.Second) {
			err = fmt.Errorf("the server for workers cannot listen on %s", o.Listen)
		}
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// listen lets a server listen. What others can reach needs TLS, or somebody who
// says that it does not.
func listen(o Options, so *server.Options) error {
	host, text, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", o.Listen, err)
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return fmt.Errorf("--listen %s: %q is not a port", o.Listen, text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	so.Host, so.Port = host, port
	if host == "" {
		so.Host = "0.0.0.0"
	}
	// Whether it can be had is asked first: the server itself only logs it.
	probe, err := net.Listen("tcp", net.JoinHostPort(so.Host, strconv.Itoa(max(port, 0))))
	if err != nil {
		return err
	}
	if err := probe.Close(); err != nil {
		return err
	}
	if o.Cert == "" && o.Key == "" {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
	if err != nil {
		return err
	}
	so.TLS, so.TLSTimeout = true, 10
	so.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	return nil
}

// close ends the server.
func (b *broker) close() error {
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
	if b.temp != "" {
		return os.RemoveAll(b.temp)
	}
	return nil
}

// Validate returns all mistakes in how a hub is reached.
func (o Options) Validate() error {
	var mistakes []error
	note := func(key, format string, args ...any) { mistakes = append(mistakes, keys.Errorf(key, format, args...)) }
	if o.Listen != "" && o.URL != "" {
		note("--nats", "a run brings a server (--listen) or uses one that is there (--nats)")
	}
	if (o.Cert == "") != (o.Key == "") {
		note("--tls-cert", "it and --tls-key belong together")
	}
	if _, _, err := net.SplitHostPort(o.Listen); o.Listen != "" && err != nil {
		note("--listen", "%q: an address and a port are needed, such as 0.0.0.0:4222", o.Listen)
	} else if o.Listen != "" && o.Cert == "" && !o.Insecure && !loopback(o.Listen) {
		note("--listen", "%s can be reached from other machines: give --tls-cert and --tls-key, or --insecure on a network that you trust", o.Listen)
	}
	mistakes = append(mistakes, keys.Within(0, 1).Check("--verify-workers", o.Verify), keys.AtLeast(0).Check("--workers", float64(o.Slots)))
	if o.URL != "" {
		mistakes = append(mistakes, o.Access.Validate())
	} else if _, err := readToken(o.TokenFile); o.TokenFile != "" && err != nil && !errors.Is(err, fs.ErrNotExist) { // one that is missing is made
		note("--token-file", "%w", err)
	}
	return errors.Join(mistakes...)
}

// loopback reports whether an address is reached from this machine alone.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// address is where workers find the server, "" if it does not listen.
func (b *broker) address(o Options) string {
	if o.Listen == "" {
		return ""
	}
	scheme, host := "nats", ""
	if o.Cert != "" {
		scheme = "tls"
	}
	port := strconv.Itoa(b.server.Addr().(*net.TCPAddr).Port)
	host, _, _ = net.SplitHostPort(o.Listen)
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// settled is a context for what is tidied up after the one that was asked with.
func settled(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), d)
}
