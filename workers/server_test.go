package workers

import (
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Options.Validate rejects options that contradict each other, and servers that other machines could
// reach without TLS.
func TestOptionsRefused(t *testing.T) {
	t.Parallel()
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	const url = "nats://localhost:4222"
	for _, c := range []struct {
		options HubOptions
		want    string // "" if the options are valid
	}{
		{HubOptions{}, ""},
		{HubOptions{Verify: 1, Player: Player{Slots: 8}}, ""},
		{HubOptions{Verify: 1.1}, "--verify-workers"},
		{HubOptions{Verify: -0.1}, "--verify-workers"},
		{HubOptions{Player: Player{Slots: -1}}, "--workers"},
		{HubOptions{Player: Player{Slots: maxSlots + 1}}, "--workers: 4097 is not within [0, 4096]"},
		{HubOptions{Access: Access{URL: url}}, ""},
		{HubOptions{Access: Access{URL: "http://localhost"}}, `--nats: "http://localhost" is not an address`},
		{HubOptions{Access: Access{URL: url}, Listen: "127.0.0.1:0"}, "--nats: --listen and --nats exclude each other"},
		{HubOptions{Listen: "127.0.0.1:0"}, ""},
		{HubOptions{Listen: "[::1]:0"}, ""},
		{HubOptions{Listen: "localhost:4222"}, ""},
		{HubOptions{Listen: "127.0.0.1"}, `--listen: "127.0.0.1" is not an address with a port`},
		{HubOptions{Listen: ":4222"}, "--listen: :4222 can be reached from other machines"},
		{HubOptions{Listen: "0.0.0.0:4222"}, "can be reached from other machines"},
		{HubOptions{Listen: "example.org:4222"}, "can be reached from other machines"},
		{HubOptions{Listen: ":4222", Insecure: true}, ""},
		{HubOptions{Listen: ":4222", Cert: "cert.pem", Key: "key.pem"}, "--tls-cert, --tls-key: open cert.pem"},
		{HubOptions{Listen: ":4222", Cert: "cert.pem"}, "--tls-cert: --tls-cert and --tls-key are needed together"},
		{HubOptions{Listen: "127.0.0.1:0", Key: "key.pem"}, "--tls-cert and --tls-key are needed together"},
		{HubOptions{Access: Access{TokenFile: token}}, "--token-file: "},
		{HubOptions{Access: Access{TokenFile: token + ".absent"}}, ""},
	} {
		err := c.options.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.options, err, c.want)
		}
	}
}

// The hub's own server listens on a free port for port 0, on all addresses for an empty host, and with
// TLS if there is a certificate. An address in use is refused.
func TestListenerOfTheServer(t *testing.T) {
	t.Parallel()
	used, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = used.Close() }()
	cert, key := ownCertificate(t)
	for _, c := range []struct {
		options HubOptions
		host    string
		port    int
		want    string // "" if the address can be used
	}{
		{HubOptions{Listen: "127.0.0.1:0"}, "127.0.0.1", server.RANDOM_PORT, ""},
		{HubOptions{Listen: ":0"}, "0.0.0.0", server.RANDOM_PORT, ""},
		{HubOptions{Listen: "127.0.0.1:0", Cert: cert, Key: key}, "127.0.0.1", server.RANDOM_PORT, ""},
		{HubOptions{Listen: "127.0.0.1:0", Cert: key, Key: cert}, "", 0, "tls: "},
		{HubOptions{Listen: used.Addr().String()}, "", 0, "bind: "},
		{HubOptions{Listen: "127.0.0.1"}, "", 0, "--listen 127.0.0.1: "},
		{HubOptions{Listen: "127.0.0.1:-1"}, "", 0, `port "-1" is not a number from 0 to 65535`},
		{HubOptions{Listen: "127.0.0.1:65536"}, "", 0, `port "65536" is not a number from 0 to 65535`},
		{HubOptions{Listen: "127.0.0.1:nats"}, "", 0, `port "nats" is not a number from 0 to 65535`},
	} {
		var so server.Options
		err := setListener(c.options, &so)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.options.Listen, err, c.want)
			}
			continue
		}
		if secure := c.options.Cert != ""; err != nil || so.Host != c.host || so.Port != c.port || so.TLS != secure || secure && (so.TLSConfig == nil || so.TLSConfig.MinVersion != tls.VersionTLS13) {
			t.Errorf("%s: %s port %d, TLS %v, %v", c.options.Listen, so.Host, so.Port, so.TLS, err)
		}
	}
}

// The address of the hub's own server names a host that other machines may know.
func TestAddressOfTheServer(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	b, err := startBroker(HubOptions{Listen: "127.0.0.1:0"}, newToken())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.close() }()
	port := strconv.Itoa(b.server.Addr().(*net.TCPAddr).Port)
	for want, o := range map[string]HubOptions{
		"":                             {},
		"nats://127.0.0.1:" + port:     {Listen: "127.0.0.1:0"},
		"nats://localhost:" + port:     {Listen: "localhost:0"},
		"tls://" + host + ":" + port:   {Listen: "0.0.0.0:0", Cert: "cert.pem"},
		"nats://" + host + ":" + port:  {Listen: ":4222"},
		"nats://example.org:" + port:   {Listen: "example.org:4222"},
		"nats://192.0.2.1:" + port:     {Listen: "192.0.2.1:4222"},
		"nats://[2001:db8::1]:" + port: {Listen: "[2001:db8::1]:4222"},
	} {
		if got := b.address(o); got != want {
			t.Errorf("the address for %q is %s, want %s", o.Listen, got, want)
		}
	}
	if _, err := os.Stat(b.temp.Path); err != nil {
		t.Error(err)
	}
	if err := b.close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(b.temp.Path); !os.IsNotExist(err) {
		t.Errorf("the temporary folder %s stays: %v", b.temp.Path, err)
	}
}

// A hub counts the workers that send status messages of its version, warns of others once, and repeats
// the message to a worker that does not know that it is excluded.
func TestStatusMessages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var warned []string
		h, link := memoryHub(HubOptions{Warn: func(text string) { warned = append(warned, text) }})
		var mu sync.Mutex
		var controls []control
		defer link.subscribe(controlSubject, func(m *nats.Msg) {
			var c control
			if err := decode(m.Data, &c); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			controls = append(controls, c)
		})()
		receive := func(subject string, s status) {
			for range 2 {
				h.receiveStatus(&nats.Msg{Subject: statusSubject + subject, Data: encode(s)})
			}
			time.Sleep(time.Second)
			synctest.Wait()
		}
		receive("a", status{V: version, Worker: Worker{ID: "a", Slots: 2}})
		receive("b", status{V: version, Worker: Worker{ID: "c", Slots: 2}})
		receive("d", status{V: version, Worker: Worker{ID: "d", Slots: -1}})
		if workers, slots := h.Count(); workers != 1 || slots != 2 || len(warned) != 0 {
			t.Errorf("%d workers with %d slots, warned %q", workers, slots, warned)
		}
		receive("e", status{V: version + 1, Worker: Worker{ID: "e", Slots: 1}})
		receive("f", status{V: version - 1, Worker: Worker{ID: "f", Slots: 1}})
		receive("g", status{V: version, Worker: Worker{ID: "g", Host: "host", Slots: 1, Refused: "another build"}})
		if want := []string{
			"a worker has a newer version of the program and does not play", "a worker has an older version of the program and does not play",
			"worker g does not play: another build",
		}; !slices.Equal(warned, want) || len(controls) != 0 {
			t.Errorf("warned %q, sent %+v", warned, controls)
		}
		h.ban("a", "wrong\a results")
		receive("a", status{V: version, Worker: Worker{ID: "a", Slots: 2}})
		receive("a", status{V: version, Worker: Worker{ID: "a", Slots: 2}, Excluded: true})
		if want := (control{V: version, Excluded: "a", Reason: "wrong? results"}); len(controls) != 3 || controls[0] != want || controls[2] != want {
			t.Errorf("sent %+v", controls)
		}
	})
}

// The results of finished batches are removed after a number of batches or of bytes, and when the run
// is idle. Those of an interrupted batch stay, and the others are removed one by one.
func TestResultsOfFinishedBatches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, link := memoryHub(HubOptions{})
		s := h.subscriptionsOf("run")
		play := func(batch string, bytes int, removed, keep bool) *subscription {
			t.Helper()
			sub, err := s.acquire(t.Context(), batch)
			if err != nil {
				t.Fatal(err)
			}
			subject := resultSubject("run", batch, "0")
			link.keepResult(subject)
			s.release(sub, batch, bytes, removed, keep)
			return sub
		}
		expect := func(what string, subjects ...string) {
			t.Helper()
			var got []string
			for _, subject := range link.kept() {
				got = append(got, strings.TrimSuffix(strings.TrimPrefix(subject, "lanista.run.result."), ".0"))
			}
			if slices.Sort(got); !slices.Equal(got, subjects) {
				t.Errorf("%s: results of %q, want %q", what, got, subjects)
			}
		}
		first := play("a", 10, false, false)
		if again := play("b", 10, false, false); again != first || link.subscriptions() != 2 {
			t.Errorf("the subscription is not used again; %d subscriptions", link.subscriptions())
		}
		expect("two batches", "a", "b")
		play("c", mostFinishedBytes-21, false, false)
		expect("almost too many bytes", "a", "b", "c")
		play("d", 1, false, false)
		expect("too many bytes")
		play("a", mostFinishedBytes-1, false, false)
		expect("one more", "a")
		time.Sleep(idleAfter - time.Millisecond)
		play("b", 0, true, false) // its results have been removed, which this test has not done
		time.Sleep(idleAfter - time.Millisecond)
		expect("not idle for long", "a", "b")
		if time.Sleep(time.Second); link.subscriptions() != 0 {
			t.Errorf("%d subscriptions of an idle run", link.subscriptions())
		}
		expect("idle")
		play("a", 1, false, false)
		play("k", 1, false, true)
		time.Sleep(2 * idleAfter)
		expect("the interrupted batch stays", "k")
		sub, err := s.acquire(t.Context(), "x")
		other, err2 := s.acquire(t.Context(), "y")
		if err != nil || err2 != nil || sub == other {
			t.Fatal("two batches have one subscription")
		}
		sub.results <- &nats.Msg{}
		s.release(sub, "x", 0, false, false)
		if third, err := s.acquire(t.Context(), "z"); err != nil || third != sub || len(third.results) != 0 {
			t.Errorf("messages of an earlier batch: %d, %v", len(sub.results), err)
		}
		time.Sleep(2 * idleAfter)
		if link.subscriptions() != 4 {
			t.Errorf("%d subscriptions of two batches that are played", link.subscriptions())
		}
		s.close()
	})
}
