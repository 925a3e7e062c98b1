package serve

import (
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
)

func TestListenAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct {
		complete string
		local    bool
	}{
		":7171": {"127.0.0.1:7171", true}, "localhost:0": {"localhost:0", true}, "127.0.0.2:1": {"127.0.0.2:1", true}, "[::1]:1": {"[::1]:1", true},
		"0.0.0.0:7171": {"0.0.0.0:7171", false}, "example.org:80": {"example.org:80", false},
	} {
		if got, local, err := ListenAddress(address); err != nil || got != want.complete || local != want.local {
			t.Errorf("%s: %q, %v, %v, want %+v", address, got, local, err, want)
		}
	}
	for _, address := range []string{"here", ":99999", "127.0.0.1:-1", "unix:/tmp/socket", "[::1"} {
		if _, _, err := ListenAddress(address); err == nil || !strings.Contains(err.Error(), "an address and a port are needed") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAddressesForABrowser(t *testing.T) {
	t.Parallel()
	all := &net.TCPAddr{IP: net.IPv4zero, Port: 7171}
	for want, c := range map[string]struct {
		o  Options
		at net.Addr
	}{
		"https://arena:7171/?token=a+long%2Fword": {Options{Hosts: []string{"arena", "b"}, TLS: true, Token: "a long/word"}, all},
		"http://[::1]:80/":                        {Options{Hosts: []string{"arena"}}, &net.TCPAddr{IP: net.IPv6loopback, Port: 80}},
	} {
		if got, err := c.o.URLs(c.at, c.o.Token); err != nil || got[0] != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	// On all addresses the last URL is for this machine, and the others are for colleagues.
	got, err := (Options{}).URLs(all, "")
	if err != nil || got[len(got)-1] != "http://localhost:7171/" {
		t.Fatalf("%q, %v", got, err)
	}
	for _, address := range got[:len(got)-1] {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if ip := net.ParseIP(u.Hostname()); ip == nil || ip.IsLoopback() || ip.IsUnspecified() || ip.To4() == nil {
			t.Errorf("%s cannot be opened from elsewhere", address)
		}
	}
}

func TestAPortThatIsTaken(t *testing.T) {
	t.Parallel()
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var failed *net.OpError
	if _, err := Listen(l.Addr().String()); !errors.As(err, &failed) || failed.Op != "listen" {
		t.Errorf("%v", err)
	}
}
