package workers_test

import (
	"flag"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lanista/lanista/cmd"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/risk"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // the tests mostly wait; the command line may set another number
	testscript.Main(m, map[string]func(){
		"lanista": func() { cmd.Main(newSlow(), chess.New()) },
		"broker":  func() { broker(os.Args[1], os.Args[2], os.Args[3]) },
	})
}

// slowBy is the environment variable with the time that every game waits before it begins.
// markedBy is the variable with a file that a waiting game creates.
const (
	slowBy   = "SLOW_GAMES"
	markedBy = "SLOW_MARK"
)

// slow is a game that waits before it begins. Only the configured game waits.
type slow struct {
	engines.Engine
	by  time.Duration
	set bool
}

func newSlow() slow {
	by, err := time.ParseDuration(os.Getenv(slowBy))
	if err != nil {
		by = 0
	}
	return slow{Engine: risk.New(), by: by}
}

// With returns the game with other settings.
func (s slow) With(settings engines.Settings) (engines.Engine, error) {
	e, err := s.Engine.With(settings)
	return slow{e, s.by, true}, err
}

// NewGame waits and begins a game.
func (s slow) NewGame(seats int, seed uint64) (engines.Game, error) {
	if s.set {
		if mark := os.Getenv(markedBy); mark != "" {
			if err := os.WriteFile(mark, nil, 0o600); err != nil {
				return nil, err
			}
		}
		time.Sleep(s.by)
	}
	return s.Engine.NewGame(seats, seed)
}

// broker runs a server outside the process of a run. It listens on a port, stores its streams
// in a folder, and accepts the token in a file.
func broker(port, folder, tokenFile string) {
	token, err := os.ReadFile(tokenFile)
	if err != nil {
		panic(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		panic(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: n, JetStream: true, StoreDir: folder, NoLog: true, Authorization: strings.TrimSpace(string(token)),
		JetStreamMaxStore: 16 << 30, JetStreamMaxMemory: 1 << 30,
	})
	if err != nil {
		panic(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		panic(fmt.Sprintf("no server on port %s", port))
	}
	s.WaitForShutdown()
}

// freePort returns a free port.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}
