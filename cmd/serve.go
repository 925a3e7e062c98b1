package cmd

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/serve"
	"github.com/lanista/lanista/workers"
)

// serveGrace is how long open HTTP requests may continue after the server was interrupted.
const serveGrace = 4 * time.Second

// serveMemory is the memory limit of the web server in bytes. Near it, garbage is collected more
// often. The search for moves produces much garbage, and the server should be able to run beside
// other work for days. The environment variable GOMEMLIMIT overrides it.
const serveMemory = 100 << 20

type serveOptions struct {
	options         serve.Options
	listen          string
	tlsCert, tlsKey string
	open            bool
	key             string // file with the key of the TLS certificate
}

func newServe(a *app, run func(context.Context, serveOptions) error) *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		SuggestFor: []string{"web", "server", "ui"},
		Use:        "serve",
		Short:      "Show runs and play games in a browser",
		Long:       longHelp("serve"),
		Example: `  lanista serve
  lanista serve --listen :0 --open
  lanista serve --listen 0.0.0.0:7171 --tls-cert cert.pem --tls-key key.pem`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch { // 0 in serve.Options means the default
			case (o.tlsCert == "") != (o.tlsKey == ""):
				return usageErrorf("--tls-cert and --tls-key need each other")
			case o.options.Think == 0:
				return usageErrorf("--think: a time above 0s is needed")
			case o.options.RunTime == 0:
				return usageErrorf("--run-time: a time above 0s is needed")
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	storeFlag(f, &o.options.Store)
	f.StringVar(&o.listen, "listen", "127.0.0.1:7171", "`HOST:PORT` to listen on; no host means this machine only, port 0 a free port")
	f.StringArrayVar(&o.options.Hosts, "host", nil, "`NAME` by which clients reach the server, in addition to localhost (repeatable)")
	f.StringVar(&o.options.Token, "token", "", "token `TEXT` of at least 16 characters that clients must send (default: random if other machines can connect)")
	f.StringVar(&o.options.ReadToken, "read-token", "", "token `TEXT` of at least 16 characters of clients that may only look and play (default: random if other machines can connect)")
	f.StringVar(&o.tlsCert, "tls-cert", "", "`FILE` with a certificate (PEM), for HTTPS")
	f.StringVar(&o.tlsKey, "tls-key", "", "`FILE` with the key of the certificate (PEM)")
	f.StringVar(&o.key, "key", "", "`FILE` with 32 bytes that seal games, so that they can continue after a restart or on another server (default: random)")
	f.DurationVar(&o.options.Think, "think", 5*time.Second, "longest `TIME` of one search of an agent; a request for a longer one gets this")
	f.IntVar(&o.options.Searches, "searches", 0, "maximum number `N` of agents that think at once; 0 means the number of processors minus 1")
	f.StringVar(&o.options.Etudes, "etudes", "", "`FOLDER` for ratings of etudes, one file per set")
	f.IntVar(&o.options.Runs, "runs", 0, "allow pages to start runs, `N` at a time; 0 allows none")
	f.DurationVar(&o.options.RunTime, "run-time", 12*time.Hour, "longest `TIME` of a run that a page started; it is then interrupted and can be resumed")
	f.BoolVar(&o.open, "open", false, "open the page in a browser")
	a.jsonFlag(c)
	return c
}

func (a *app) serve(ctx context.Context, o serveOptions) error {
	if err := o.finish(a); err != nil {
		return err
	}
	server, err := serve.New(o.options)
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(serveMemory)
	}
	var certificates []tls.Certificate
	if o.options.TLS {
		c, err := workers.KeyPair(o.tlsCert, o.tlsKey)
		if err != nil {
			return usageErrorf("--tls-cert, --tls-key: %w", err)
		}
		certificates = append(certificates, c)
	}
	l, err := serve.Listen(o.listen, certificates...)
	if isAddressInUse(err) {
		return fmt.Errorf("--listen: another program uses %s; use --listen :0 for a free port", o.listen)
	}
	if err != nil {
		return fmt.Errorf("--listen %s: %w", o.listen, err)
	}
	if o.options.AnyAddress && !o.options.TLS {
		a.warn("other machines can reach this server and the connection is not encrypted; use --tls-cert and --tls-key, or a tunnel")
	}
	if err := a.announce(l.Addr(), o); err != nil {
		return errors.Join(err, l.Close())
	}
	return server.Serve(ctx, l, serveGrace)
}

// finish sets the options that the user did not type, and checks all options.
func (o *serveOptions) finish(a *app) (err error) {
	var local bool
	if o.listen, local, err = serve.ListenAddress(o.listen); err != nil {
		return usageErrorf("--listen %w", err)
	}
	if (!local || o.options.ReadToken != "") && o.options.Token == "" {
		o.options.Token = rand.Text()
	}
	if !local && o.options.ReadToken == "" {
		o.options.ReadToken = rand.Text()
	}
	if o.key != "" {
		if o.options.Key, err = serve.ReadKey(o.key); err != nil {
			return usageErrorf("--key: %w", err)
		}
	}
	if o.options.Executable, err = os.Executable(); err != nil && o.options.Runs > 0 {
		return fmt.Errorf("--runs: %w", err)
	}
	o.options.Program, o.options.Catalog, o.options.StoreFlag, o.options.Log = a.name, a.catalog, strings.TrimSpace(storeArgument(o.options.Store)), a.say
	o.options.TLS, o.options.AnyAddress = o.tlsCert != "", !local
	if err := o.options.Validate(); err != nil {
		return usageError(err)
	}
	if info, err := os.Stat(o.options.Etudes); o.options.Etudes != "" && (err != nil || !info.IsDir()) {
		return usageErrorf("--etudes: %s is not a folder", o.options.Etudes)
	}
	return nil
}

// announce prints the address at which the web server listens. With --open it also opens the
// address in a browser.
func (a *app) announce(at net.Addr, o serveOptions) error {
	addresses, err := o.options.URLs(at, o.options.Token)
	if err != nil {
		return err
	}
	document := serveDocument{
		URL: addresses[0], URLs: addresses, ReadURLs: []string{}, Listen: at.String(), Store: o.options.Store, Token: o.options.Token != "", PID: os.Getpid(),
	}
	if o.options.ReadToken != "" {
		if document.ReadURLs, err = o.options.URLs(at, o.options.ReadToken); err != nil {
			return err
		}
	}
	if o.open {
		if err := openBrowser(addresses[len(addresses)-1]); err != nil {
			a.warn("--open: %v", err)
		}
	}
	if a.json {
		return a.writeJSON(document)
	}
	a.out.Printf("Lanista on %s (%s; Ctrl-C stops it)\n", document.URL, filepath.Base(document.Store))
	for _, address := range document.URLs[1:] {
		a.out.Printf("or %s\n", address)
	}
	if len(document.ReadURLs) > 0 {
		a.out.Printf("To look and play only: %s\n", document.ReadURLs[0])
	}
	return a.out.Err()
}

// serveDocument is the JSON output of the command "serve", which is printed when the server begins
// to listen.
type serveDocument struct {
	URL      string   `json:"url" doc:"the first of urls"`
	URLs     []string `json:"urls" doc:"addresses to open, each with the token if one is needed; if the server listens on all addresses, those of this machine, localhost last"`
	ReadURLs []string `json:"read_urls" doc:"the same addresses with the token of clients that may only look and play"`
	Listen   string   `json:"listen" doc:"address and port"`
	Store    string   `json:"store"`
	Token    bool     `json:"token" doc:"a token is needed"`
	PID      int      `json:"pid" doc:"process id"`
}

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
	go func() { _ = command.Wait() }() // releases the process when it ends
	return nil
}
