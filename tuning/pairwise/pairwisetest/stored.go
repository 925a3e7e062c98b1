package pairwisetest

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/lanista/lanista/engines"
)

// Seeds returns many if the environment variable LANISTA_EXHAUSTIVE is set, and few otherwise. It
// makes a test of a strategy long or short, for example by its number of random problems.
func Seeds(few, many int) int {
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		return many
	}
	return few
}

// Exhaustive skips a test unless the environment variable LANISTA_EXHAUSTIVE is set. It is for
// statistics over searches, each of which takes a tenth of a second or more.
func Exhaustive(t *testing.T) {
	t.Helper()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("statistics over many searches: with LANISTA_EXHAUSTIVE=1")
	}
}

// Long skips a slow test under -short. The tests with the race detector run with -short. A test
// that calls Long uses a single goroutine, so the race detector has nothing to find in it.
func Long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
}

// storedRun is an entry in a file of stored snapshots. It contains a snapshot from the middle of a
// run, and the games and the best weights with which that run ended. A restored run must end with
// the same values.
type storedRun struct {
	Problem  string          `json:"problem"` // a key of the contract's problems
	Rounds   int             `json:"rounds"`  // rounds played before the snapshot
	Games    int             `json:"games"`   // games of the whole run
	Result   engines.Weights `json:"result"`  // the best weights at the end
	Snapshot json.RawMessage `json:"snapshot"`
}

// Stored checks that the snapshots in a file still restore and lead to the results stored with
// them. With LANISTA_UPDATE=1 it plays the runs again and writes the file.
func Stored(t *testing.T, build New, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []storedRun
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", file)
	}
	if os.Getenv("LANISTA_UPDATE") != "" {
		writeStored(t, build, file, list)
		return
	}
	for _, c := range list {
		p := problems()[c.Problem]
		s := fresh(t, build, p)
		if err := s.Restore(c.Snapshot); err != nil {
			t.Errorf("%s: %v", c.Problem, err)
			continue
		}
		rounds := c.Rounds
		for b, ok := step(t, s, p); ok; b, ok = step(t, s, p) {
			if rounds++; b.Round != rounds {
				t.Fatalf("%s: round %d is called %d", c.Problem, rounds, b.Round)
			}
		}
		if best := s.Best(); !reflect.DeepEqual(best.Weights, c.Result) || best.Games != c.Games {
			t.Errorf("%s: restored it ends at %v after %d games, it did at %v after %d",
				c.Problem, best.Weights, best.Games, c.Result, c.Games)
		}
	}
}

// writeStored plays the runs of a file of snapshots without interruption and writes the file
// again.
func writeStored(t *testing.T, build New, file string, list []storedRun) {
	t.Helper()
	for i := range list {
		c := &list[i]
		p := problems()[c.Problem]
		s := fresh(t, build, p)
		rounds := 0
		for _, ok := step(t, s, p); ok; _, ok = step(t, s, p) {
			if rounds++; rounds == c.Rounds {
				snapshot, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				c.Snapshot = snapshot
			}
		}
		c.Result, c.Games = s.Best().Weights, s.Best().Games
	}
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
