package workers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// listening opens a hub that accepts workers on this machine and plays no games itself.
func listening(t *testing.T, o HubOptions) *Hub {
	t.Helper()
	o.Listen = "127.0.0.1:0"
	if o.Access.TokenFile == "" {
		o.Access.TokenFile = filepath.Join(t.TempDir(), "token")
	}
	return hub(t, o)
}

// reach returns the access of workers to a hub.
func (h *Hub) reach() Access {
	return Access{URL: h.Address(), TokenFile: h.options.Access.TokenFile, CA: h.options.Access.CA}
}

// work starts a worker of a hub. stop ends it.
func work(t *testing.T, h *Hub, p Player) (stop func()) {
	t.Helper()
	stopping := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := Work(context.Background(), WorkOptions{
			Access: h.reach(), Player: p, Stop: stopping, Grace: time.Second, Log: func(text string) { t.Log(text) },
		}); err != nil {
			t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() {
		close(stopping)
		ended.Wait()
	})
	t.Cleanup(stop)
	return stop
}

// arena is a function that plays a game.
type arena func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error)

func (a arena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	return a(ctx, seats, seed)
}

// opens returns an Opener that always returns the same arena.
func opens(a engines.Arena) Opener {
	return func(context.Context, Header) (engines.Arena, func() error, error) { return a, nil, nil }
}

// parity is a game that the second seat wins for odd seeds.
func parity(_ context.Context, _ []engines.Agent, seed uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Winner(2, int(seed%2)), Plies: int(seed)}, nil
}

var two = []engines.Agent{{Name: "ann"}, {Name: "bob"}}

// deals returns a schedule of n pairings whose seeds are their indices.
func deals(n int) tournament.Pairings {
	s := make(tournament.Pairings, n)
	for i := range s {
		s[i] = tournament.Pairing{Agents: []int{0, 1}, Games: 2, Seed: uint64(i)}
	}
	return s
}

// played plays a schedule and fails the test unless all results are correct.
func played(t *testing.T, x tournament.Executor, s tournament.Pairings) error {
	t.Helper()
	next := 0
	for r, err := range tournament.Run(t.Context(), x, two, s, tournament.Options{Batch: "round 1"}) {
		if err != nil {
			return err
		}
		if r.Index != next || r.Games[0].Plies != next || r.Games[1].Outcome.Place(next%2) != 1 {
			t.Fatalf("result %d is %+v", next, r)
		}
		next++
	}
	if next != len(s) {
		t.Fatalf("%d results of %d", next, len(s))
	}
	return nil
}

// Workers over TCP join and leave, and every result arrives once.
func TestWorkersOverTCP(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("a list of workers takes its time: with LANISTA_EXHAUSTIVE=1")
	}
	var mu sync.Mutex
	var came []string
	h := listening(t, HubOptions{Joined: func(w Worker) {
		mu.Lock()
		defer mu.Unlock()
		came = append(came, w.ID)
	}})
	slow := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		time.Sleep(100 * time.Microsecond)
		return parity(ctx, seats, seed)
	})
	first := work(t, h, Player{Slots: 2, Open: opens(slow)})
	var change sync.WaitGroup
	change.Go(func() {
		for n, _ := h.Count(); n == 0; n, _ = h.Count() {
			time.Sleep(10 * time.Millisecond)
		}
		work(t, h, Player{Slots: 1, Open: opens(slow)})
		first()
	})
	if err := played(t, h.Executor("run"), deals(2000)); err != nil {
		t.Fatal(err)
	}
	change.Wait()
	for try := 0; ; try++ { // a status message may be late on a busy machine
		list, err := List(t.Context(), h.reach(), 1100*time.Millisecond)
		if err != nil || len(list) > 1 || len(list) == 1 && list[0].Slots != 1 || try == 20 {
			t.Errorf("the list is %+v, %v", list, err)
		}
		if err != nil || len(list) > 0 || try == 20 {
			break
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(came) != 2 {
		t.Errorf("%v joined", came)
	}
}

// The token of workers does not permit more than workerPermissions.
func TestWorkerPermissions(t *testing.T) {
	t.Parallel()
	h := listening(t, HubOptions{})
	if _, err := nats.Connect(h.Address(), nats.Token(newToken())); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("another token: %v", err)
	}
	if _, err := nats.Connect(h.Address()); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("no token: %v", err)
	}
	denied := make(chan string, 100)
	conn, err := dial(h.reach(), "test", nats.CustomInboxPrefix(inboxPrefix), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		denied <- err.Error()
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Consumer(t.Context(), tasksStream, consumerName); err != nil {
		t.Errorf("a worker cannot see its consumer: %v", err)
	}
	for _, subject := range []string{
		"lanista.run.task.batch.0", controlSubject, "lanista.run.header.x.0",
		"$JS.API.STREAM.DELETE." + tasksStream, "$JS.API.STREAM.PURGE." + resultsStream, "$JS.API.STREAM.CREATE.X",
		"$JS.API.CONSUMER.DELETE." + tasksStream + "." + consumerName, "$JS.API.STREAM.MSG.GET." + resultsStream,
	} {
		if err := conn.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if got := <-denied; !strings.Contains(got, subject) {
			t.Errorf("publishing to %s: %s", subject, got)
		}
	}
	for _, subject := range []string{"lanista.*.result.>", "lanista.*.task.>", "$SYS.>", "_INBOX.other", ">"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		if got := <-denied; !strings.Contains(got, subject) {
			t.Errorf("subscribing to %s: %s", subject, got)
		}
	}
}

// A worker of another build returns its tasks, and the run warns about it.
func TestAnotherBuild(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var warned []string
	h := listening(t, HubOptions{
		Player: Player{Build: Build{Version: "v2"}},
		Warn: func(text string) {
			mu.Lock()
			defer mu.Unlock()
			warned = append(warned, text)
		},
	})
	refused := make(chan struct{})
	go func() {
		<-refused
		work(t, h, Player{Slots: 1, Open: opens(arena(parity)), Build: Build{Version: "v2"}})
	}()
	wrong := arena(func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
		t.Error("a worker of another build plays")
		return engines.Record{}, errors.New("wrong")
	})
	work(t, h, Player{Slots: 1, Open: opens(wrong), Build: Build{Version: "v1"}})
	go func() {
		for range 12_000 { // two minutes
			if time.Sleep(10 * time.Millisecond); h.roster.refusing() {
				break
			}
		}
		close(refused)
	}()
	if err := played(t, h.Executor("run"), deals(50)); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.ContainsFunc(warned, func(s string) bool { return strings.Contains(s, "this worker is build v1; the run is build v2") }) {
		t.Errorf("the warnings are %q", warned)
	}
}

// A token file must be readable only by its owner.
func TestToken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	made, err := EnsureToken(path)
	if err != nil || len(made) != 2*tokenBytes {
		t.Fatal(made, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if again, err := EnsureToken(path); again != made || err != nil {
		t.Errorf("%q, then %q, %v", made, again, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readToken(path); runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "other users can read it")) {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readToken(path); err == nil {
		t.Error("a short token passes")
	}
}
