package crew_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/lanista/lanista/crew"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/workers"
)

var games = engines.Registry{risk.New()}

// TestMain lets the test program be the local workers.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "worker" {
		if err := work(os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// work plays for the server at an address until standard input ends.
func work(url string, args []string) error {
	o := workers.WorkOptions{Player: crew.Player(games, runs.Guests{})}
	f := flag.NewFlagSet("worker", flag.ContinueOnError)
	f.IntVar(&o.Slots, "slots", 0, "")
	f.StringVar(&o.TokenFile, "token-file", "", "")
	f.Bool("with-parent", false, "")
	f.Bool("no-progress", false, "")
	if err := f.Parse(args); err != nil {
		return err
	}
	stop := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(stop)
	}()
	o.URL, o.Stop = url, stop
	return workers.Work(context.Background(), o)
}

const cup = `engine: {name: risk, settings: {size: 3}}
seed: 3
agents:
  - {name: default, weights: default}
  - {name: first, weights: {territories: 1, units: 2, defence: 3, density: 4}}
  - {name: second, weights: {territories: 4, units: 3, defence: 2, density: 1}}
schedule: {cycles: 20}
`

// said is what a host was told.
type said struct {
	mu   sync.Mutex
	text []string
}

func (s *said) say(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, text)
}

func (s *said) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.text, "\n")
}

// played is the table of a tournament that these play.
func played(t *testing.T, c *crew.Crew) any {
	t.Helper()
	catalog := runs.Catalog{Games: games}
	rated, err := catalog.Tournament(t.Context(), runs.Options{
		Text: cup, Store: filepath.Join(t.TempDir(), "runs.db"), Workers: 1, Elsewhere: c.Players(),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rated.Table
}

func TestNobodyIsHired(t *testing.T) {
	t.Parallel()
	c, err := crew.Hire(t.Context(), crew.Options{}, crew.Host{})
	if c != nil || err != nil || c.Players() != nil {
		t.Errorf("%v, %v", c, err)
	}
	c.Close()
}

// Whoever plays, the table is the same.
func TestCrewsPlayAlike(t *testing.T) {
	t.Parallel()
	want := played(t, nil)
	for name, o := range map[string]crew.Options{
		"this process":  {Options: workers.Options{Listen: "127.0.0.1:0", Player: workers.Player{Slots: 2}}},
		"local workers": {Local: 2, Options: workers.Options{Verify: 0.5}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var host said
			if o.Listen != "" {
				o.TokenFile = filepath.Join(t.TempDir(), "token")
			}
			c, err := crew.Hire(t.Context(), o, crew.Host{Program: "lanista", Games: games, Say: host.say, News: host.say})
			if err != nil {
				t.Fatal(err)
			}
			got := played(t, c)
			c.Close()
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
			if line := "on other machines, with a copy of " + o.TokenFile + ": lanista worker "; strings.Contains(host.all(), line) != (o.Listen != "") {
				t.Errorf("it said %q", host.all())
			}
			if o.Local > 0 && host.all() != "" {
				t.Errorf("local workers are news: %q", host.all())
			}
		})
	}
}

// A game that this program has not is refused by name.
func TestPlayerHasItsOwnGamesAlone(t *testing.T) {
	t.Parallel()
	p := crew.Player(games, runs.Guests{})
	if _, _, err := p.Open(context.Background(), workers.Header{Game: engines.Ref{Name: "halma"}}); err == nil || !strings.Contains(err.Error(), "halma") {
		t.Errorf("%v", err)
	}
}
