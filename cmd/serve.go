package cmd

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/serve"
)

// serveGrace is how long requests under way may take once the server is told to
// stop.
const serveGrace = 4 * time.Second

type serveOptions struct {
	db      string
	listen  string
	hosts   []string
	token   string
	tlsCert string
	tlsKey  string
	open    bool

	key      string
	think    time.Duration
	searches int
	etudes   string
	runs     int
}

func newServe(a *app, run func(context.Context, serveOptions) error) *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:   "serve",
		Short: "Show the runs in a browser, live, and play there",
		Long: `Serve shows the runs of a store in a browser, while they are being written, and
has boards on which people and agents play, stored games are shown again and etudes
are rated. It reads the store and changes nothing in it. With --runs N its pages
start, stop and resume runs, each in a process of its own; stopping the server
stops them in order, and they can be resumed.

Only this machine can reach it, unless --listen names another address. Then
everybody who asks needs the token, which stands in the address that is
printed; use --tls-cert and --tls-key so that nobody on the way reads it.`,
		Example: `  lanista serve
  lanista serve --listen :0 --open
  lanista serve --listen 0.0.0.0:7171 --tls-cert cert.pem --tls-key key.pem`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (o.tlsCert == "") != (o.tlsKey == "") {
				return cli.Usagef("--tls-cert and --tls-key belong together")
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	storeFlag(f, &o.db)
	f.StringVar(&o.listen, "listen", "127.0.0.1:7171", "the address to listen on, this machine alone without a host; port 0 picks a free one")
	f.StringArrayVar(&o.hosts, "host", nil, "a name by which the server is reached, besides localhost (repeatable)")
	f.StringVar(&o.token, "token", "", "what a client must know, at least 16 characters; drawn where others than this machine can ask")
	f.StringVar(&o.tlsCert, "tls-cert", "", "a certificate in PEM, to speak HTTPS")
	f.StringVar(&o.tlsKey, "tls-key", "", "its key in PEM")
	f.StringVar(&o.key, "key", "", "a file of 32 bytes that seals games, so that they outlive this server and go on at others; drawn when absent")
	f.DurationVar(&o.think, "think", 5*time.Second, "the longest time that an agent thinks for one request")
	f.IntVar(&o.searches, "searches", 0, "agents that think at once; 0 is the number of processors less one")
	f.StringVar(&o.etudes, "etudes", "", "a folder in which ratings of etudes are kept, a file for each set")
	f.IntVar(&o.runs, "runs", 0, "runs that may be started from the page, so many at a time; 0 is looking and playing only")
	f.BoolVar(&o.open, "open", false, "open the page in a browser")
	a.jsonFlag(c)
	return c
}

func (a *app) serve(ctx context.Context, o serveOptions) error {
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return cli.Usagef("--listen %q: an address and a port are needed, such as 127.0.0.1:7171", o.listen)
	}
	if host == "" {
		o.listen = "127.0.0.1" + o.listen
	}
	local := host == "" || isLoopback(host)
	if !local && o.token == "" {
		o.token = rand.Text()
	}
	key, err := o.sealingKey()
	if err != nil {
		return err
	}
	executable, err := os.Executable()
	if err != nil && o.runs > 0 {
		return fmt.Errorf("--runs: %w", err)
	}
	options := serve.Options{
		Program: a.name, Catalog: a.catalog, Store: o.db, StoreFlag: strings.TrimSpace(fromStore(o.db)),
		Hosts: o.hosts, Token: o.token, TLS: o.tlsCert != "", AnyAddress: !local,
		Key: key, Think: o.think, Searches: o.searches, Etudes: o.etudes, Runs: o.runs, Executable: executable,
		Log: a.say,
	}
	if err := options.Validate(); err != nil {
		return cli.Usage(err)
	}
	if info, err := os.Stat(o.etudes); o.etudes != "" && (err != nil || !info.IsDir()) {
		return cli.Usagef("--etudes %s: there is no such folder", o.etudes)
	}
	server, err := serve.New(options)
	if errors.Is(err, results.ErrNotStore) || errors.Is(err, results.ErrNewer) {
		err = cli.Usage(err)
	}
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	l, err := o.listener()
	if err != nil {
		return err
	}
	if !local && o.tlsCert == "" {
		a.warn("others can reach this server and nothing is encrypted: give --tls-cert and --tls-key, or a tunnel")
	}
	if err := a.announce(l.Addr(), o); err != nil {
		return errors.Join(err, l.Close())
	}
	return server.Serve(ctx, l, serveGrace)
}

// sealingKey reads the key that seals games; nil where none is given.
func (o serveOptions) sealingKey() ([]byte, error) {
	if o.key == "" {
		return nil, nil
	}
	f, err := os.Open(o.key)
	if err != nil {
		return nil, cli.Usagef("--key: %w", err)
	}
	key, err := io.ReadAll(io.LimitReader(f, serve.KeySize+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, cli.Usagef("--key %s: %w", o.key, err)
	}
	if len(key) != serve.KeySize {
		return nil, cli.Usagef("--key %s: want exactly %d bytes, such as head -c %d /dev/urandom writes", o.key, serve.KeySize, serve.KeySize)
	}
	return key, nil
}

// listener listens, and speaks HTTPS where there is a certificate.
func (o serveOptions) listener() (net.Listener, error) {
	var certificates []tls.Certificate
	if o.tlsCert != "" {
		c, err := tls.LoadX509KeyPair(o.tlsCert, o.tlsKey)
		if err != nil {
			return nil, cli.Usagef("--tls-cert, --tls-key: %w", err)
		}
		certificates = append(certificates, c)
	}
	l, err := net.Listen("tcp", o.listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is taken by another program; --listen :0 picks a free port", o.listen)
	}
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", o.listen, err)
	}
	if certificates != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS12})
	}
	return l, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// announce says where the server is.
func (a *app) announce(at net.Addr, o serveOptions) error {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
		if len(o.hosts) > 0 {
			host = o.hosts[0]
		}
	}
	address := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}
	if o.tlsCert != "" {
		address.Scheme = "https"
	}
	if o.token != "" {
		address.RawQuery = url.Values{"token": {o.token}}.Encode()
	}
	if o.open {
		if err := openBrowser(address.String()); err != nil {
			a.warn("--open: %v", err)
		}
	}
	if a.json {
		return a.writeJSON(struct {
			URL    string `json:"url"`
			Listen string `json:"listen"`
			Store  string `json:"store"`
			Token  bool   `json:"token"`
			PID    int    `json:"pid"`
		}{address.String(), at.String(), o.db, o.token != "", os.Getpid()})
	}
	_, err = fmt.Fprintf(a.out, "Lanista on %s (%s; Ctrl-C stops it)\n", address.String(), filepath.Base(o.db))
	return err
}

// openBrowser opens an address as the system does.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // it ends when it likes
	return nil
}
