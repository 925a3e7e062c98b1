package serve

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"slices"
	"sync"
)

// ListenAddress completes a network address such as :8080 for listening. If the address has no
// host, the host becomes 127.0.0.1. local is true if only this machine can connect to the address.
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

// Listen opens a TCP listener on an address. If certificates are given, its connections use TLS.
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

// URLs returns the URLs by which a browser can open the server. They contain the token if it is not
// "".
//
// If the server listens on all addresses of the machine, there are several URLs: for the names in
// Hosts, for the addresses that other machines can reach, and last for localhost.
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

// reachable returns the addresses of this machine's network interfaces that other machines can
// reach. If only4 is true, it omits IPv6 addresses.
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

// limited returns a listener with at most the given number of open connections. Accept waits
// while this number is reached.
func limited(l net.Listener, most int) net.Listener {
	return &limitedListener{Listener: l, places: make(chan struct{}, most), closed: make(chan struct{})}
}

type limitedListener struct {
	net.Listener
	places chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept waits until the number of open connections is below the limit, and then accepts a
// connection.
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

// Close closes the listener. Open connections remain open.
func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type limitedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection. The listener can then accept another connection.
func (c *limitedConn) Close() error {
	err := c.Conn.Close()
	c.leave()
	return err
}
