package workers

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// samples is the folder of the sample configurations.
const samples = "../examples/cluster"

// sampleUsers returns the permissions that credentials.sh gives to each user.
func sampleUsers(t *testing.T) map[string]*server.Permissions {
	t.Helper()
	text := string(must(os.ReadFile(filepath.Join(samples, "credentials.sh"))))
	users := make(map[string]*server.Permissions)
	for _, m := range regexp.MustCompile(`add user --account games --name (\w+) \\\n\s*--allow-pub '([^']*)' \\\n\s*--allow-sub '([^']*)'`).FindAllStringSubmatch(text, -1) {
		users[m[1]] = &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: strings.Split(m[2], ",")},
			Subscribe: &server.SubjectPermission{Allow: strings.Split(m[3], ",")},
		}
	}
	return users
}

// The samples give users the permissions that runs and workers need, and no others.
func TestSamplePermissions(t *testing.T) {
	t.Parallel()
	users := sampleUsers(t)
	if names := slices.Sorted(maps.Keys(users)); !slices.Equal(names, []string{"run", "worker"}) {
		t.Fatalf("users %q", names)
	}
	for name, want := range map[string]*server.Permissions{"run": runPermissions(), "worker": workerPermissions()} {
		if got := users[name]; !slices.Equal(got.Publish.Allow, want.Publish.Allow) || !slices.Equal(got.Subscribe.Allow, want.Subscribe.Allow) {
			t.Errorf("%s may publish %q and subscribe %q, and needs %q and %q", name, got.Publish.Allow, got.Subscribe.Allow, want.Publish.Allow, want.Subscribe.Allow)
		}
	}
}

// startSamples starts servers with the sample configurations of these names, on free ports of this
// machine, and returns their URL, the file of their certificate, and files of credentials.
func startSamples(t *testing.T, names ...string) (url, ca, run, worker string) {
	t.Helper()
	operator := must(nkeys.CreateOperator())
	claims := jwt.NewOperatorClaims(must(operator.PublicKey()))
	operatorText := must(claims.Encode(operator))
	keys, account1, text := account(t, operator, 6<<30)
	_, system, systemText := account(t, operator, 0)
	cert, key := ownCertificate(t)
	free := ports(t, 2*len(names))
	var urls []string
	for i, name := range names {
		dir := t.TempDir()
		resolver := fmt.Sprintf("operator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: {\n  %s: %s\n  %s: %s\n}\n", operatorText, system, account1, text, system, systemText)
		if err := os.WriteFile(filepath.Join(dir, "resolver.conf"), []byte(resolver), 0o600); err != nil {
			t.Fatal(err)
		}
		sample := string(must(os.ReadFile(filepath.Join(samples, name+".conf"))))
		replace := []string{
			"0.0.0.0:4222", fmt.Sprintf("127.0.0.1:%d", free[i]), "0.0.0.0:6222", fmt.Sprintf("127.0.0.1:%d", free[len(names)+i]),
			"/etc/nats/cert.pem", filepath.ToSlash(cert), "/etc/nats/key.pem", filepath.ToSlash(key), "/etc/nats/ca.pem", filepath.ToSlash(cert),
			"/var/lib/nats", filepath.ToSlash(filepath.Join(dir, "store")),
		}
		for k, other := range names {
			replace = append(replace, "nats-route://"+other+":6222", fmt.Sprintf("nats-route://127.0.0.1:%d", free[len(names)+k]))
		}
		path := filepath.Join(dir, name+".conf")
		if err := os.WriteFile(path, []byte(strings.NewReplacer(replace...).Replace(sample)), 0o600); err != nil {
			t.Fatal(err)
		}
		o, err := server.ProcessConfigFile(path)
		if err != nil {
			t.Fatalf("%s.conf: %v", name, err)
		}
		o.NoLog, o.NoSigs = true, true
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatalf("%s.conf: %v", name, err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		urls = append(urls, fmt.Sprintf("tls://127.0.0.1:%d", free[i]))
	}
	users := sampleUsers(t)
	return strings.Join(urls, ","), cert, credentials(t, keys, users["run"]), credentials(t, keys, users["worker"])
}

// A run plays with a worker on servers with the sample configurations: one server, and a cluster of
// three that stores three replicas.
func TestSampleServers(t *testing.T) {
	t.Parallel()
	for name, servers := range map[string][]string{"one": {"one"}, "three": {"a", "b", "c"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if len(servers) > 1 && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
				t.Skip("three servers elect a leader; with LANISTA_EXHAUSTIVE=1")
			}
			url, ca, run, worker := startSamples(t, servers...)
			var h *Hub
			var err error
			for range 240 { // until the servers are ready, for two minutes
				if h, err = Open(t.Context(), HubOptions{Access: Access{URL: url, Credentials: run, CA: ca}}); err == nil {
					break
				}
				time.Sleep(500 * time.Millisecond)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = h.Close() }()
			info := must(h.tasks.Info(t.Context()))
			if info.Config.Replicas != len(servers) {
				t.Errorf("%d replicas", info.Config.Replicas)
			}
			stop, ended := make(chan struct{}), make(chan error, 1)
			go func() {
				ended <- Work(context.Background(), WorkOptions{
					Access: Access{URL: url, Credentials: worker, CA: ca}, Player: Player{Slots: 1, Open: opens(arena(parity))}, Stop: stop, Grace: time.Second,
				})
			}()
			if err := played(t, h.Executor("run"), deals(40)); err != nil {
				t.Error(err)
			}
			close(stop)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// The sample service starts a worker with flags that exist.
func TestSampleService(t *testing.T) {
	t.Parallel()
	text := string(must(os.ReadFile(filepath.Join(samples, "lanista-worker.service"))))
	m := regexp.MustCompile(`(?m)^ExecStart=\S+/lanista worker (\S+) (.*)$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatal("it starts no worker")
	}
	help := string(must(os.ReadFile("../cmd/worker.go"))) + string(must(os.ReadFile("../cmd/remote.go")))
	for _, flag := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(m[2], -1) {
		if !strings.Contains(help, `"`+flag[1]+`"`) {
			t.Errorf("--%s is no flag of lanista worker", flag[1])
		}
	}
	for _, one := range strings.Split(m[1], ",") {
		if !strings.HasPrefix(one, "tls://") {
			t.Errorf("%s does not use TLS", one)
		}
	}
}
