//go:build unix

package cmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// sightings are the times at which rounds were written and clients received them.
type sightings struct {
	mu      sync.Mutex
	written map[int]time.Time
	after   []time.Duration
}

func (s *sightings) write(round int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.written[round] = time.Now()
}

func (s *sightings) see(from, to int) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := from; n <= to; n++ {
		if at, ok := s.written[n]; ok {
			s.after = append(s.after, now.Sub(at))
		}
	}
}

// listen follows the runs until the server ends.
func (s *sightings) listen(answer *http.Response) {
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	known := 0
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var d struct {
			Runs []struct{ Generations int }
		}
		if json.Unmarshal([]byte(data), &d) == nil && len(d.Runs) == 1 && d.Runs[0].Generations > known {
			s.see(known+1, d.Runs[0].Generations)
			known = d.Runs[0].Generations
		}
	}
}

// writtenRound returns a small round.
func writtenRound(n int) tuning.Round {
	r := tuning.Round{Number: n, Games: 1, Total: n, Elapsed: 100 * time.Millisecond}
	r.Batch = tuning.Batch{Round: n, Field: []engines.Agent{{Name: "a"}, {Name: "b"}}}
	p := tournament.Pairing{Agents: []int{0, 1}, Seed: 1, Games: 1}
	r.Results = []tournament.Result{{Pairing: p, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}}
	return r
}

// Two hundred clients receive a round within half a second of its writing in 99 cases of 100, at
// three rounds a second. The processor time of the server, as measured by the system, is small.
func TestTwoHundredClientsHearOfRounds(t *testing.T) {
	if !exhaustive {
		t.Skip("takes half a minute: LANISTA_EXHAUSTIVE=1")
	}
	const clients, lasting = 200, 30 * time.Second
	dir := t.TempDir()
	store, err := results.Open(filepath.Join(dir, "lanista.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk", Strategy: "spsa", Config: "engine: {name: risk}\nseed: 1\n", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Close() }()
	server := serving(t, dir)
	seen := &sightings{written: make(map[int]time.Time)}
	var listening sync.WaitGroup
	for range clients {
		answer, err := http.Get(server.address + "/api/v1/events")
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%v %v", answer, err)
		}
		listening.Go(func() { seen.listen(answer) })
	}
	lot := engines.Rand(1)
	for n, began := 1, time.Now(); time.Since(began) < lasting; n++ {
		time.Sleep(time.Duration(20+lot.IntN(600)) * time.Millisecond)
		seen.write(n)
		if err := run.SaveRound(t.Context(), writtenRound(n), nil); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Second)
	if err := server.process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := server.process.Wait(); err != nil {
		t.Fatal(err)
	}
	listening.Wait()
	used := server.process.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	slices.Sort(seen.after)
	heard := len(seen.after)
	if heard < clients*len(seen.written)*99/100 {
		t.Errorf("%d sightings of %d rounds by %d clients", heard, len(seen.written), clients)
	}
	t.Log(fmt.Sprintf("%d rounds: p50 %v, p95 %v, p99 %v after their writing began; ", len(seen.written), seen.after[heard/2], seen.after[heard*95/100], seen.after[heard*99/100]) +
		fmt.Sprintf("%.1f%% of a core, %d MB at the most", 100*cpu.Seconds()/lasting.Seconds(), used.Maxrss>>10))
	if p99 := seen.after[heard*99/100]; p99 > 500*time.Millisecond {
		t.Errorf("one in a hundred hears of a round after %v", p99)
	}
	if part := cpu.Seconds() / lasting.Seconds(); part > 0.02 {
		t.Errorf("the server takes %.1f%% of a core", 100*part)
	}
	if used.Maxrss>>10 > 60 {
		t.Errorf("the server takes %d MB", used.Maxrss>>10)
	}
}
