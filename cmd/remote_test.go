package cmd

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/workers"
)

var cupGames = engines.Registry{risk.New()}

const cupConfig = `engine: {name: risk, settings: {size: 3}}
seed: 3
agents:
  - {name: default, weights: default}
  - {name: first, weights: {territories: 1, units: 2, defence: 3, density: 4}}
  - {name: second, weights: {territories: 4, units: 3, defence: 2, density: 1}}
schedule: {cycles: 20}
`

// recordedText records what is written to standard error.
type recordedText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *recordedText) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(text)
}

func (s *recordedText) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// startCup starts a task server for the games of playCup.
func startCup(t *testing.T, o remoteOptions, errOut io.Writer) *taskServer {
	t.Helper()
	a := Program{Games: cupGames}.app(strings.NewReader(""), io.Discard, errOut)
	c, err := a.startRemote(t.Context(), o, &term.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// playCup plays a tournament on the workers of a task server and returns its table.
func playCup(t *testing.T, c *taskServer) any {
	t.Helper()
	catalog := runs.Catalog{Games: cupGames}
	rated, err := catalog.Tournament(t.Context(), runs.Options{
		Text: cupConfig, Store: filepath.Join(t.TempDir(), "runs.db"), Workers: 1, NewExecutor: c.newExecutor(),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rated.Table
}

func TestNoWorkersRequested(t *testing.T) {
	t.Parallel()
	c := startCup(t, remoteOptions{}, io.Discard)
	if c != nil || c.newExecutor() != nil {
		t.Errorf("%v", c)
	}
	c.close()
}

// Results are the same with local workers, with a server and without either.
func TestWorkersPlayAlike(t *testing.T) {
	t.Parallel()
	want := playCup(t, nil)
	for name, o := range map[string]remoteOptions{
		"this process":  {server: workers.HubOptions{Listen: "127.0.0.1:0", Player: workers.Player{Slots: 2}}},
		"local workers": {local: 2, server: workers.HubOptions{Verify: 0.5}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var host recordedText
			if o.server.Listen != "" {
				o.server.Access.TokenFile = filepath.Join(t.TempDir(), "token")
			}
			c := startCup(t, o, &host)
			got := playCup(t, c)
			c.close()
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
			if line := "lanista: to play on this machine too: lanista worker nats://127.0.0.1:"; strings.Contains(host.all(), line) != (o.server.Listen != "") {
				t.Errorf("it said %q", host.all())
			}
			if o.local > 0 && host.all() != "" {
				t.Errorf("local workers are news: %q", host.all())
			}
		})
	}
}

// A worker of another machine may join while the local workers start.
func TestJoinedWhileLocalWorkersStart(t *testing.T) {
	t.Parallel()
	var host recordedText
	o := remoteOptions{local: 1, server: workers.HubOptions{Listen: "127.0.0.1:0", Player: workers.Player{Slots: 1}}}
	o.server.Access.TokenFile = filepath.Join(t.TempDir(), "token")
	c := startCup(t, o, &host)
	defer c.close()
	joined := make(chan struct{})
	go func() {
		defer close(joined)
		for range 20 {
			c.reportEvent(workers.Worker{ID: "stranger", Slots: 1}, "joined")
			time.Sleep(time.Millisecond)
		}
	}()
	if err := c.start(""); err != nil {
		t.Error(err)
	}
	<-joined
	if text := host.all(); !strings.Contains(text, "to play on this machine too") || !strings.Contains(text, "worker stranger joined") {
		t.Errorf("it said %q", text)
	}
}

// A worker refuses a game that its program does not have, by name.
func TestPlayerHasItsOwnGamesAlone(t *testing.T) {
	t.Parallel()
	p := newWorkerPlayer(cupGames, runs.AllowedPrograms{})
	if _, _, err := p.Open(context.Background(), workers.Header{Game: engines.EngineRef{Name: "halma"}}); err == nil || !strings.Contains(err.Error(), "halma") {
		t.Errorf("%v", err)
	}
}

// Games of a program of another module may play differently on another kind of processor, those of
// Lanista do not. So a worker of another kind of processor has the same build only for these.
func TestBuildsOfWorkersNameTheProcessor(t *testing.T) {
	t.Parallel()
	for lanista, want := range map[string]string{"": "", "1.0.0": elementary.Processor()} {
		if got := workerBuild(runs.Build{Version: "1.2.3", Lanista: lanista}); got.Processor != want || got.Version != "1.2.3" {
			t.Errorf("Lanista %q: %+v", lanista, got)
		}
	}
}
