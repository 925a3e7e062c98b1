package results

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/tools/racetest"
)

const childStore = "LANISTA_TEST_CHILD_STORE"

// TestMain turns this program into one that saves rounds until it is killed,
// and says after each how far it is.
func TestMain(m *testing.M) {
	path := os.Getenv(childStore)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := saveForever(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func saveForever(path string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	ctx := context.Background()
	run, err := s.Begin(ctx, testInfo())
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		round, members := testRound(n, 30, 100)
		if err := run.SaveRound(ctx, round, members); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// A writer that is killed at an instant of no choosing leaves every round that
// it had saved, whole, and a run that can be resumed at once.
func TestKill(t *testing.T) {
	t.Parallel()
	times := 5
	if racetest.Enabled {
		times = 3
	}
	path := filepath.Join(t.TempDir(), "runs.db")
	rng := time.Now().UnixNano() // the instant is meant to be another each time
	for i := range times {
		said := killAfter(t, path, 5+i, time.Duration(rng>>i&0xfff)*time.Microsecond)
		s, err := Open(path)
		must(t, err)
		rec, err := s.Get(t.Context(), "last")
		must(t, err)
		saved := len(rec.Generations)
		if saved < said || saved > said+1 {
			t.Errorf("%d rounds in the store, %d were reported saved", saved, said)
		}
		if rec.Status != Interrupted {
			t.Errorf("the status of a killed run is %s", rec.Status)
		}
		run, p, err := s.Resume(t.Context(), rec.ID, testConfig)
		must(t, err)
		if p.Round != saved || string(p.Snapshot) != fmt.Sprintf(`{"version":1,"round":%d}`, saved) {
			t.Errorf("resumes after round %d of %d with %s", p.Round, saved, p.Snapshot)
		}
		round, members := testRound(saved+1, 30, 100)
		must(t, run.SaveRound(t.Context(), round, members))
		must(t, run.Close())
		checkWhole(t, s, rec.ID, saved+1)
		must(t, s.Close())
	}
}

// killAfter starts a writer and kills it some time after it has said that it
// saved so many rounds; it returns the last round of which it said so.
func killAfter(t *testing.T, path string, rounds int, wait time.Duration) (said int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childStore+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	killed := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if said, err = strconv.Atoi(strings.TrimSpace(lines.Text())); err != nil {
			t.Fatal(err)
		}
		if said == rounds && !killed {
			killed = true
			time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); err == nil || !killed {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	return said
}

// checkWhole checks that every generation has all its rows, and SQLite's own
// opinion of the file.
func checkWhole(t *testing.T, s *Store, id string, generations int) {
	t.Helper()
	for n := 1; n <= generations; n++ {
		members, err := s.Population(t.Context(), id, n)
		must(t, err)
		pairings := 0
		for _, err := range s.Pairings(t.Context(), id, n) {
			must(t, err)
			pairings++
		}
		if len(members) != 30 || pairings != 100 {
			t.Errorf("generation %d: %d genomes, %d pairings", n, len(members), pairings)
		}
	}
	var verdict string
	must(t, s.read.QueryRow("PRAGMA integrity_check").Scan(&verdict))
	if verdict != "ok" {
		t.Error(verdict)
	}
}
