package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// grace is the time that a server under test waits for running requests when it stops. It is long,
// because a request on a busy machine may take seconds.
const grace = 2 * time.Minute

// listening starts a server on a free port. stop ends it and returns the result of Serve.
func listening(t *testing.T, s *Server) (address string, stop func() error) {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l, grace) }()
	t.Cleanup(cancel)
	return "http://" + l.Addr().String(), func() error {
		cancel()
		return <-done
	}
}

// follow opens a stream of events and returns a function that reads the next event.
func follow(t *testing.T, address string) func() (name string, d Event) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	return func() (name string, d Event) {
		for lines.Scan() {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = event
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &d); err != nil {
					t.Error(err)
				}
				return name, d
			}
		}
		return "", d
	}
}

func TestEventsTellOfARunThatAnotherWrites(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	s := newServer(t, func(o *Options) { o.Store = path })
	address, stop := listening(t, s)
	next := follow(t, address+"/api/v1/events")
	if name, d := next(); name != "hello" || len(d.Runs) != 0 {
		t.Errorf("%s %+v", name, d)
	}
	o := runs.Options{Text: bredText, Store: path, Workers: 1}
	tuned, err := catalog.Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for last := (documents.Progress{}); last.Status != "finished"; {
		name, d := next()
		if name != "runs" || len(d.Runs) != 1 || d.Runs[0].ID != tuned.Record.ID {
			t.Fatalf("%s %+v", name, d)
		}
		if last = d.Runs[0]; last.Status == "running" && last.PlannedGames != 240 {
			t.Errorf("%+v", last)
		}
	}
	one := follow(t, address+"/api/v1/events?run=last")
	_, d := one()
	if len(d.Runs) != 1 || d.Runs[0].Rounds != tuned.Record.Rounds {
		t.Errorf("%+v", d)
	}
	// The page of the run has the same labels, so that it finds out what changed before it followed the run.
	if w := ask(t, s, http.MethodGet, "/runs/last", ""); d.Labels == "" || !strings.Contains(w.Body.String(), `data-labels="`+d.Labels+`"`) {
		t.Errorf("the page of the run lacks the labels %q", d.Labels)
	}
	if w := ask(t, s, http.MethodGet, "/api/v1/events?run=nobody", ""); w.Code != http.StatusNotFound {
		t.Errorf("a run that is not there: %d", w.Code)
	}
	began := time.Now()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if name, _ := next(); name != "bye" {
		t.Errorf("the last event is %s", name)
	}
	if took := time.Since(began); took >= grace {
		t.Errorf("stopping took %v, as if the server waited for its streams", took)
	}
}

// A HEAD request for a stream is answered and ended: the next request of its connection is answered.
func TestTheHeadOfAStreamEnds(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	address, _ := listening(t, s)
	client := &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		r, err := http.NewRequestWithContext(t.Context(), method, address+"/api/v1/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%s: %d %v, %v", method, answer.StatusCode, answer.Header, err)
		}
	}
}

// The events and the document of a running search contain its checkpoints.
func TestEventsHaveCheckpoints(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	s := newServer(t, func(o *Options) { o.Store = path })
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk", Config: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	address, stop := listening(t, s)
	next := follow(t, address+"/api/v1/events?run="+run.ID())
	if name, d := next(); name != "hello" || len(d.Runs) != 1 || len(d.Runs[0].Checkpoints) > 0 {
		t.Errorf("%s %+v", name, d)
	}
	want := results.Checkpoint{Round: 3, Games: 90, Rating: 11, Interval: rating.Interval{Low: -4, High: 26}, Against: "default", Played: 80}
	if err := run.SaveCheckpoints(t.Context(), []results.Checkpoint{want}); err != nil {
		t.Fatal(err)
	}
	name, d := next()
	if name != "progress" || len(d.Runs) != 1 || len(d.Runs[0].Checkpoints) != 1 || d.Runs[0].Checkpoints[0].Rating != 11 || d.Runs[0].Checkpoints[0].Round != 3 {
		t.Errorf("%s %+v", name, d)
	}
	if got := get[documents.Run](t, s, "/api/v1/runs/last").Checkpoints; len(got) != 1 || got[0].Interval.High != 26 || got[0].Against != "default" {
		t.Errorf("%+v", got)
	}
	if err := errors.Join(run.Close(), stop()); err != nil {
		t.Error(err)
	}
}

// The planned games of a run follow its config, also if no request came between the end of the run
// and its continuation with a larger budget.
func TestPlannedGamesFollowTheConfig(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	s := newServer(t, func(o *Options) { o.Store = path })
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	config := func(games int) string { return fmt.Sprintf("engine: {name: risk}\nbudget: {games: %d}\n", games) }
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk", Config: config(100)})
	if err != nil {
		t.Fatal(err)
	}
	planned := func(want int) {
		t.Helper()
		if got := get[documents.Run](t, s, "/api/v1/runs/last").PlannedGames; got != want {
			t.Errorf("%d planned games, not %d", got, want)
		}
		if list, err := s.live.list(t.Context(), nil); err != nil || len(list) != 1 || list[0].PlannedGames != want {
			t.Errorf("%+v %v, not %d games", list, err, want)
		}
	}
	planned(100)
	id := run.ID()
	if err := errors.Join(run.Close(), store.Reopen(t.Context(), id, config(300), "{games: 100}", "{games: 300}")); err != nil {
		t.Fatal(err)
	}
	if run, _, err = store.Resume(t.Context(), id, config(300)); err != nil {
		t.Fatal(err)
	}
	planned(300)
	if err := run.Close(); err != nil {
		t.Error(err)
	}
}
