package workers

import (
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
	"github.com/lanista/lanista/tempdir"
)

// pingEvery is how often server and clients ping each other. The loss of a host is detected
// within a minute.
const pingEvery = 20 * time.Second

// maxPayload is the size in bytes of the largest message that the hub's own server accepts. Other
// servers usually accept 1 MiB.
const maxPayload = 8 << 20

// broker is the hub's own NATS server, which runs in this process.
type broker struct {
	server *server.Server
	master string         // token of the hub itself
	temp   tempdir.Folder // temporary folder of the server, zero for none
}

// tokenAuth authenticates connections by two tokens. The hub's token gives all permissions, and
// the workers' token gives [workerPermissions].
type tokenAuth struct{ master, worker string }

// Check reports whether the client has sent one of the two tokens, and sets the client's
// permissions.
func (d tokenAuth) Check(c server.ClientAuthentication) bool {
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

// workerPermissions returns the permissions of workers at the server. Workers may publish results
// and status messages, request and acknowledge tasks, read headers, and receive control and
// status messages. They cannot delete a stream, publish a task, or read results.
func workerPermissions() *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			"lanista.*.result.>",
			statusSubject + "*",
			"$JS.API.CONSUMER.INFO." + tasksStream + "." + consumerName,
			"$JS.API.CONSUMER.MSG.NEXT." + tasksStream + "." + consumerName,
			"$JS.ACK." + tasksStream + "." + consumerName + ".>",
			"$JS.API.DIRECT.GET." + headersStream + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxPrefix + ".>", controlSubject, statusSubject + "*"}},
	}
}

// startBroker starts the hub's own NATS server. worker is the token for workers; "" means that no
// other process can connect.
func startBroker(o HubOptions, worker string) (*broker, error) {
	b := &broker{master: newToken()}
	folder := o.Store
	if folder == "" { // JetStream needs a folder even for streams in memory
		var err error
		if b.temp, err = tempdir.New("lanista-broker-"); err != nil {
			return nil, err
		}
		folder = b.temp.Path
	}
	so := &server.Options{
		ServerName: "lanista", DontListen: o.Listen == "", NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: 2 << 30, JetStreamMaxStore: 16 << 30,
		MaxPayload: maxPayload, PingInterval: pingEvery, MaxPingsOut: 2,
		CustomClientAuthentication: tokenAuth{b.master, worker},
		DisableJetStreamBanner:     true,
	}
	if o.Listen != "" {
		if err := setListener(o, so); err != nil {
			return nil, errors.Join(err, b.close())
		}
	}
	var err error
	if b.server, err = server.NewServer(so); err == nil {
		b.server.Start()
		if !b.server.ReadyForConnections(10 * time.Second) {
			err = fmt.Errorf("the server for workers cannot listen on %s", o.Listen)
		}
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// setListener sets the address and the TLS certificate of the hub's own server. It returns an
// error if the address is invalid or in use, or if the certificate cannot be read.
func setListener(o HubOptions, so *server.Options) error {
	host, text, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", o.Listen, err)
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return fmt.Errorf("--listen %s: port %q is not a number from 0 to 65535", o.Listen, text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	so.Host, so.Port = host, port
	if host == "" {
		so.Host = "0.0.0.0"
	}
	// The server does not return the error of its listener, so the address is tried first.
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
	pair, err := KeyPair(o.Cert, o.Key)
	if err != nil {
		return err
	}
	so.TLS, so.TLSTimeout = true, 10
	so.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	return nil
}

func (b *broker) close() error {
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
	if b.temp.Path != "" {
		return b.temp.Remove()
	}
	return nil
}

// Validate returns an error that lists all invalid options. It also reads the certificate and
// credential files that the options name.
func (o HubOptions) Validate() error {
	var mistakes []error
	note := func(key, format string, args ...any) { mistakes = append(mistakes, keys.Errorf(key, format, args...)) }
	if o.Listen != "" && o.Access.URL != "" {
		note("--nats", "--listen and --nats exclude each other: the first starts a server, the second uses an existing one")
	}
	if (o.Cert == "") != (o.Key == "") {
		note("--tls-cert", "--tls-cert and --tls-key are needed together")
	} else if o.Cert != "" {
		if _, err := KeyPair(o.Cert, o.Key); err != nil {
			note("--tls-cert, --tls-key", "%w", err)
		}
	}
	if _, _, err := net.SplitHostPort(o.Listen); o.Listen != "" && err != nil {
		note("--listen", "%q is not an address with a port, such as 0.0.0.0:4222", o.Listen)
	} else if o.Listen != "" && o.Cert == "" && !o.Insecure && !Loopback(o.Listen) {
		note("--listen", "%s can be reached from other machines; use --tls-cert and --tls-key, or --insecure on a network that you trust", o.Listen)
	}
	mistakes = append(mistakes, keys.Within(0, 1).Check("--verify-workers", o.Verify), keys.Within(0, maxSlots).Check("--workers", float64(o.Player.Slots)))
	if o.Access.URL != "" {
		for _, m := range keys.All(o.Access.Validate()) {
			if m.Path == "URL" {
				m.Path = "--nats"
			}
			mistakes = append(mistakes, m)
		}
	} else if _, err := readToken(o.Access.TokenFile); o.Access.TokenFile != "" && err != nil && !errors.Is(err, fs.ErrNotExist) { // a missing file is created later
		note("--token-file", "%w", err)
	}
	return errors.Join(mistakes...)
}

// Loopback reports whether an address HOST:PORT can be reached from this machine alone.
func Loopback(address string) bool {
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

// address returns the URL at which other machines reach the server, or "" if it accepts only this
// process. If the server listens at all addresses, the URL contains the name of this machine.
func (b *broker) address(o HubOptions) string {
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
