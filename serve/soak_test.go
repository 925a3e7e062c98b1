package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanista/lanista/runs"
)

// TestSoak puts a server and the runs in its store under load for the time in LANISTA_SOAK, such as
// 1h, and checks that memory and goroutines do not grow. Clients read pages, documents and event
// streams and play games, while runs are played one after the other into the same store.
func TestSoak(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv("LANISTA_SOAK"))
	if err != nil {
		t.Skip("set LANISTA_SOAK to a time such as 10m")
	}
	path := copied(t)
	s := newServer(t, func(o *Options) { o.Store = path })
	server := httptest.NewServer(s)
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var requests, streams, played atomic.Int64
	var load sync.WaitGroup
	get := func(client *http.Client, method, at, body string) (int, error) {
		r, err := http.NewRequestWithContext(ctx, method, server.URL+at, strings.NewReader(body))
		if err != nil {
			return 0, err
		}
		r.Host = "localhost:7171"
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		response, err := client.Do(r)
		if err != nil {
			return 0, err
		}
		_, err = io.Copy(io.Discard, response.Body)
		return response.StatusCode, errors.Join(err, response.Body.Close())
	}
	for client := range 4 {
		load.Go(func() {
			c := &http.Client{}
			defer c.CloseIdleConnections()
			pages := []string{"/", "/runs", "/runs/bred", "/runs/cup", "/runs/lattice", "/runs/bred/games", "/compare?run=bred&run=cup", "/api/v1/runs", "/api/v1/runs/last", "/play/hare"}
			for n := client; ctx.Err() == nil; n++ {
				at := pages[n%len(pages)]
				status, err := get(c, http.MethodGet, at, "")
				if ctx.Err() == nil && (err != nil || status != http.StatusOK) {
					t.Errorf("%s: %d, %v", at, status, err)
					return
				}
				requests.Add(1)
			}
		})
	}
	load.Go(func() { // streams that end after a moment
		c := &http.Client{}
		defer c.CloseIdleConnections()
		for ctx.Err() == nil {
			moment, end := context.WithTimeout(ctx, 300*time.Millisecond)
			r, _ := http.NewRequestWithContext(moment, http.MethodGet, server.URL+"/api/v1/events", nil)
			r.Host = "localhost:7171"
			if response, err := c.Do(r); err == nil {
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				streams.Add(1)
			}
			end()
		}
	})
	load.Go(func() { // runs into the same store
		for seed := 1; ctx.Err() == nil; seed++ {
			text := fmt.Sprintf("{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: %d, budget: {games: 240}, strategy: {name: genetic}, verification: {games: 40, opponents: [default]}}", seed)
			_, err := catalog.Tune(ctx, runs.Options{Store: path, Workers: 2, Text: text}, nil)
			if ctx.Err() == nil && err != nil {
				t.Error(err)
				return
			}
			played.Add(1)
			time.Sleep(lasts / 400) // the store stays small, so that pages stay equally long
		}
	})
	const samples = 20
	var goroutines, memory []int
	for range samples {
		select {
		case <-ctx.Done():
		case <-time.After(lasts / (samples + 1)):
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		goroutines, memory = append(goroutines, runtime.NumGoroutine()), append(memory, int(m.HeapAlloc>>10))
	}
	cancel()
	load.Wait()
	t.Logf("%v: %d requests, %d streams, %d runs; goroutines %v; heap in KB %v", lasts, requests.Load(), streams.Load(), played.Load(), goroutines, memory)
	early, late := samples/4, samples-samples/4
	if a, b := median(goroutines[1:early+1]), median(goroutines[late:]); b > a+a/4+10 {
		t.Errorf("goroutines grew from %d to %d", a, b)
	}
	if a, b := median(memory[1:early+1]), median(memory[late:]); b > a+a/2+16<<10 {
		t.Errorf("memory grew from %d to %d KB", a, b)
	}
	if requests.Load() < 100 || streams.Load() < 5 || played.Load() < 3 {
		t.Error("hardly any load")
	}
}

func median(list []int) int {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
