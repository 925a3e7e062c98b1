package serve

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"os"
	"slices"
	"sync"
)

// ReadKey reads the key that seals sessions from a file of 32 bytes.
func ReadKey(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	key, err := io.ReadAll(io.LimitReader(f, keySize+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(key) != keySize {
		return nil, fmt.Errorf("%s: the key must have %d bytes; create it with head -c %d /dev/urandom", file, keySize, keySize)
	}
	return key, nil
}

// ListenAddress completes an address to listen on: without a host it is 127.0.0.1. local
// reports whether only this machine can reach it.
func ListenAddress(address string) (complete string, local bool, err error) {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return "", false, fmt.Errorf("%q: an address and a port are needed, such as 127.0.0.1:7171", address)
	}
	if host == "" {
		return "127.0.0.1" + address, true, nil
	}
	ip := net.ParseIP(host)
	return address, host == "localhost" || ip != nil && ip.IsLoopback(), nil
}

// Listen listens on an address, with HTTPS if certificates are given.
func Listen(address string, certificates ...tls.Certificate) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	if len(certificates) > 0 {
		l = tls.NewListener(l, &tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS12})
	}
	return l, nil
}

// URLs returns the URLs for a browser, with the token if there is one. If the server listens on
// all addresses, they are those of Hosts and of this machine that others can reach, and
// localhost last.
func (o Options) URLs(at net.Addr, token string) ([]string, error) {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil, err
	}
	hosts := []string{host}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		hosts = append(append(slices.Clone(o.Hosts), reachable(ip.To4() != nil)...), "localhost")
	}
	var list []string
	for _, host := range hosts {
		address := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}
		if o.TLS {
			address.Scheme = "https"
		}
		if token != "" {
			address.RawQuery = url.Values{"token": {token}}.Encode()
		}
		list = append(list, address.String())
	}
	return list, nil
}

// reachable returns the addresses of this machine's interfaces that other machines can reach.
// only4 excludes IPv6.
func reachable(only4 bool) (list []string) {
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && (n.IP.To4() != nil || !only4) {
			list = append(list, n.IP.String())
		}
	}
	return list
}

// limited bounds the number of open connections. Further connections wait until they are
// accepted.
func limited(l net.Listener, most int) net.Listener {
	return &limitedListener{Listener: l, places: make(chan struct{}, most), closed: make(chan struct{})}
}

type limitedListener struct {
	net.Listener
	places chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept waits for a connection while fewer than the largest number are open.
func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

// Close stops accepting.
func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type limitedConn struct {
	net.Conn
	leave func()
}

// Close ends the connection, so that another one is accepted.
func (c *limitedConn) Close() error {
	err := c.Conn.Close()
	c.leave()
	return err
}

// quiet returns a log that discards the mistakes of clients, such as broken connections
// and handshakes.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
