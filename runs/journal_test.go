package runs

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
)

// A journal that cannot write stops the play and says once why.
func TestJournalStopsThePlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Tournament, Engine: "risk"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := newJournal(run.SavePairings, cancel)
	j.add(duel(0, true))
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for i, begun := 1, time.Now(); ctx.Err() == nil && time.Since(begun) < 2*time.Minute; i++ {
		j.add(duel(i, true))
		time.Sleep(flushEvery / 5)
	}
	if ctx.Err() == nil {
		t.Error("the play goes on")
	}
	j.add(duel(1000, true))
	if err := j.close(); err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
		t.Errorf("%v", err)
	}
}
