package workers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/lanista/lanista/engines"
)

// account creates an account of an operator. streams is the largest size of its streams in
// bytes, 0 for no streams and -1 for no limit.
func account(t *testing.T, operator nkeys.KeyPair, streams int64) (keys nkeys.KeyPair, name, claims string) {
	t.Helper()
	keys = must(nkeys.CreateAccount())
	name = must(keys.PublicKey())
	c := jwt.NewAccountClaims(name)
	if streams != 0 {
		c.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: streams, Streams: -1, Consumer: -1}
	}
	return keys, name, must(c.Encode(operator))
}

// credentials writes a credentials file for a user of an account. nil permissions allow
// everything.
func credentials(t *testing.T, account nkeys.KeyPair, permissions *server.Permissions) string {
	t.Helper()
	user := must(nkeys.CreateUser())
	c := jwt.NewUserClaims(must(user.PublicKey()))
	if permissions != nil {
		c.Permissions.Pub.Allow.Add(permissions.Publish.Allow...)
		c.Permissions.Sub.Allow.Add(permissions.Subscribe.Allow...)
	}
	text := must(jwt.FormatUserConfig(must(c.Encode(account)), must(user.Seed())))
	path := filepath.Join(t.TempDir(), "user.creds")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// must returns v. It panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// ports returns n free ports.
func ports(t *testing.T, n int) []int {
	t.Helper()
	var out []int
	for range n {
		l := must(net.Listen("tcp", "127.0.0.1:0"))
		defer func() { _ = l.Close() }()
		out = append(out, l.Addr().(*net.TCPAddr).Port)
	}
	return out
}

// cluster starts a cluster of three servers for users of one operator. It returns the servers,
// their URL, and files of credentials for a run and for workers.
func cluster(t *testing.T) (servers []*server.Server, url, run, worker string) {
	t.Helper()
	operator := must(nkeys.CreateOperator())
	claims := jwt.NewOperatorClaims(must(operator.PublicKey()))
	_ = must(claims.Encode(operator))
	resolver := &server.MemAccResolver{}
	keys, name, text := account(t, operator, -1)
	_, system, systemText := account(t, operator, 0)
	if err := errors.Join(resolver.Store(name, text), resolver.Store(system, systemText)); err != nil {
		t.Fatal(err)
	}
	free := ports(t, 6)
	var routes, urls []string
	for i := range 3 {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", free[i]))
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", free[3+i]))
	}
	for i := range 3 {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: free[i], NoLog: true, NoSigs: true,
			JetStream: true, StoreDir: t.TempDir(), JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 8 << 30,
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: free[3+i]}, Routes: server.RoutesFromStr(strings.Join(routes, ",")),
			TrustedOperators: []*jwt.OperatorClaims{claims}, AccountResolver: resolver, SystemAccount: system,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		servers = append(servers, s)
	}
	return servers, strings.Join(urls, ","), credentials(t, keys, nil), credentials(t, keys, workerPermissions())
}

// runPermissions returns the permissions that a run needs on an existing server.
func runPermissions() *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{"lanista.>", "$JS.API.>", "$JS.ACK.TASKS.workers.>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"lanista.>", "_INBOX.>", "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.TASKS.workers"}},
	}
}

// A run plays on one server with the account size and the permissions that
// docs/many-machines.md asks for.
func TestOneServerWithCredentials(t *testing.T) {
	t.Parallel()
	operator := must(nkeys.CreateOperator())
	claims := jwt.NewOperatorClaims(must(operator.PublicKey()))
	_ = must(claims.Encode(operator))
	resolver := &server.MemAccResolver{}
	keys, name, text := account(t, operator, 2<<30)
	_, system, systemText := account(t, operator, 0)
	if err := errors.Join(resolver.Store(name, text), resolver.Store(system, systemText)); err != nil {
		t.Fatal(err)
	}
	s := must(server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(), JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 8 << 30,
		TrustedOperators: []*jwt.OperatorClaims{claims}, AccountResolver: resolver, SystemAccount: system,
	}))
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	warn := func(text string) { t.Error(text) }
	h, err := Open(t.Context(), HubOptions{Access: Access{URL: s.ClientURL(), Credentials: credentials(t, keys, runPermissions())}, Warn: warn})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- Work(context.Background(), WorkOptions{
			Access: Access{URL: s.ClientURL(), Credentials: credentials(t, keys, workerPermissions())},
			Player: Player{Slots: 1, Open: opens(arena(parity))}, Stop: stop, Grace: time.Second,
		})
	}()
	if err := played(t, h.Executor("run"), deals(20)); err != nil {
		t.Error(err)
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A run plays on a cluster of three servers with credentials, stores three replicas of its
// streams, and continues when the server that leads the stream of tasks stops.
func TestCluster(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("three servers elect a leader; with LANISTA_EXHAUSTIVE=1")
	}
	servers, url, run, worker := cluster(t)
	var h *Hub
	var err error
	for range 120 { // until the cluster has elected a leader, for two minutes
		if h, err = Open(t.Context(), HubOptions{Access: Access{URL: url, Credentials: run}, Warn: func(text string) { t.Log(text) }}); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	info, err := h.tasks.Info(t.Context())
	if err != nil || info.Config.Replicas != 3 {
		t.Fatalf("the tasks are kept as %+v, %v", info, err)
	}
	stop, ended := make(chan struct{}), make(chan error, 1)
	var once atomic.Bool
	slow := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if time.Sleep(time.Millisecond); seed == 1000 && once.CompareAndSwap(false, true) {
			for _, s := range servers {
				if s.Name() == info.Cluster.Leader {
					go s.Shutdown()
				}
			}
		}
		return parity(ctx, seats, seed)
	})
	go func() {
		ended <- Work(context.Background(), WorkOptions{
			Access: Access{URL: url, Credentials: worker}, Player: Player{Slots: 1, Open: opens(slow)}, Stop: stop, Grace: time.Second,
			Log: func(text string) { t.Log(text) },
		})
	}()
	if err := played(t, h.Executor("run"), deals(4000)); err != nil {
		t.Error(err)
	}
	if !once.Load() {
		t.Error("no server was ended")
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	conn, err := dial(Access{URL: url, Credentials: worker}, "test", nats.CustomInboxPrefix(inboxPrefix))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js := must(jetstream.New(conn, jetstream.WithDefaultTimeout(500*time.Millisecond)))
	if err := js.DeleteStream(t.Context(), tasksStream); err == nil {
		t.Error("a worker deletes a stream")
	}
	if _, err := js.Publish(t.Context(), "lanista.run.task.batch.0", nil); err == nil {
		t.Error("a worker publishes a task")
	}
}
