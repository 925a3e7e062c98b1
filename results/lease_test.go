package results

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
)

func TestOneOwnerPerRun(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	other, err := Open(s.Path())
	must(t, err)
	defer func() { must(t, other.Close()) }()
	if _, _, err := other.Resume(t.Context(), run.ID(), ""); !errors.Is(err, ErrInUse) {
		t.Fatalf("a run in use was resumed: %v", err)
	}
	must(t, run.Close())
	again, _, err := other.Resume(t.Context(), run.ID(), "")
	must(t, err)
	must(t, again.Close())
}

// A holder that was thought dead and wakes up finds that it has lost the run,
// and cannot write it any more.
func TestWakingOwnerHasLost(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	first := testRun(t, s, testInfo())
	round, members := testRound(1, 3, 3)
	must(t, first.SaveRound(t.Context(), round, members))
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE progress SET beat = ?", time.Now().Add(-2*leaseStale).UnixMilli())
	must(t, err)
	second, point, err := s.Resume(t.Context(), first.ID(), "")
	must(t, err)
	if point.Round != 1 {
		t.Errorf("resumed after round %d", point.Round)
	}
	round, members = testRound(2, 3, 3)
	if err := first.SaveRound(t.Context(), round, members); !errors.Is(err, ErrLost) {
		t.Errorf("the first owner saved a round: %v", err)
	}
	if err := first.Finish(t.Context(), Result{}); !errors.Is(err, ErrLost) {
		t.Errorf("the first owner finished: %v", err)
	}
	if err := first.Close(); !errors.Is(err, ErrLost) {
		t.Errorf("the first owner closed: %v", err)
	}
	must(t, second.SaveRound(t.Context(), round, members))
	if err := first.SaveRound(t.Context(), round, members); !errors.Is(err, ErrLost) {
		t.Errorf("the first owner saved a round that the second had saved: %v", err)
	}
	must(t, second.Finish(t.Context(), Result{Weights: members[0].Weights}))
}

func TestLeaseAlive(t *testing.T) {
	t.Parallel()
	now := time.Now()
	mine := lease{process: process(), token: "t", host: "here", pid: os.Getpid(), beat: now}
	for name, c := range map[string]struct {
		change func(*lease)
		want   bool
	}{
		"this process":                  {func(*lease) {}, true},
		"nobody":                        {func(l *lease) { l.token = "" }, false},
		"another host":                  {func(l *lease) { l.host = "there" }, true},
		"another host, silent":          {func(l *lease) { l.host, l.beat = "there", now.Add(-31*time.Second) }, false},
		"another host, silent for 30 s": {func(l *lease) { l.host, l.beat = "there", now.Add(-leaseStale) }, true},
		"this process, silent":          {func(l *lease) { l.beat = now.Add(-31 * time.Second) }, false},
		"an earlier one of this number": {func(l *lease) { l.process = "before the restart" }, false},
		"the parent":                    {func(l *lease) { l.process, l.pid = "parent", os.Getppid() }, true},
		"no process":                    {func(l *lease) { l.process, l.pid = "gone", 1<<22+1 }, false},
	} {
		l := mine
		c.change(&l)
		if got := l.alive("here", now); got != c.want {
			t.Errorf("%s: alive %v, want %v", name, got, c.want)
		}
	}
}

func TestSignsOfLife(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE progress SET beat = 0")
	must(t, err)
	round, members := testRound(1, 3, 3)
	must(t, run.SaveRound(t.Context(), round, members))
	l, err := findLease(t.Context(), s.read, run.key)
	must(t, err)
	if l.token == "" || time.Since(l.beat) > time.Minute {
		t.Errorf("a saved round is no sign of life: %v", l.beat)
	}
	must(t, run.Close())
	if l, err := findLease(t.Context(), s.read, run.key); l.token != "" || err != nil {
		t.Errorf("the lease outlives the run: %+v %v", l, err)
	}
}

// If the clock is set back during a run, the run does not end before its start.
func TestRunEndsAfterItsStart(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	started := timeText(time.Now().Add(time.Hour))
	space, err := json.Marshal(fromSpace(run.info.Space))
	must(t, err)
	_, err = s.write.conn.ExecContext(t.Context(), "UPDATE run SET started = ?, sum = ?", started, int64(infoSum(run.id, run.info, string(space), started)))
	must(t, err)
	must(t, run.Finish(t.Context(), Result{}))
	list, err := s.Runs(t.Context())
	must(t, err)
	if len(list) != 1 || timeText(list[0].Ended) != started {
		t.Errorf("%+v", list)
	}
}

// Close returns when the goroutine that renews the lease has ended, so that the store can be closed
// after it. Here the goroutine takes longer than Close does.
func TestCloseWaitsForRenewals(t *testing.T) {
	t.Parallel()
	run := testRun(t, testStore(t), testInfo())
	var ended atomic.Bool
	run.beats.Go(func() {
		<-run.stop
		time.Sleep(20 * time.Millisecond)
		ended.Store(true)
	})
	must(t, run.Close())
	if !ended.Load() {
		t.Error("a renewal outlives the run")
	}
}

// The lease of a run is renewed every few seconds until the run is closed. The clock of the test is
// that of package synctest.
func TestLeaseIsRenewed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(path)
		must(t, err)
		defer func() { must(t, s.Close()) }()
		run, err := s.Begin(t.Context(), testInfo())
		must(t, err)
		renewed := func() bool {
			t.Helper()
			must(t, execute(t.Context(), s.write.conn, "UPDATE progress SET beat = 0"))
			time.Sleep(beatEvery + time.Second)
			synctest.Wait()
			n, err := column[int](t.Context(), s.write.conn, "SELECT count(*) FROM progress WHERE beat > 0")
			must(t, err)
			return n[0] == 1
		}
		for range 2 {
			if !renewed() {
				t.Error("the lease of a new run is not renewed")
			}
		}
		must(t, run.Close())
		if renewed() {
			t.Error("the lease of a closed run is renewed")
		}
		run, _, err = s.Resume(t.Context(), run.ID(), "")
		must(t, err)
		if !renewed() {
			t.Error("the lease of a resumed run is not renewed")
		}
		must(t, run.Finish(t.Context(), Result{}))
		if renewed() {
			t.Error("the lease of a finished run is renewed")
		}
	})
}

// After Finish or Close the error states that, and not that another process has the run.
func TestWritingAfterTheEnd(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for name, end := range map[string]func(r *Run) error{
		"Close":  func(r *Run) error { return r.Close() },
		"Finish": func(r *Run) error { return r.Finish(t.Context(), Result{Weights: engines.Weights{1, 2, 3}}) },
	} {
		run := testRun(t, s, testInfo())
		must(t, end(run))
		round, members := testRound(1, 3, 3)
		for what, err := range map[string]error{
			"SaveRound": run.SaveRound(t.Context(), round, members), "SavePairings": run.SavePairings(t.Context(), round.Results),
			"Finish": run.Finish(t.Context(), Result{}),
		} {
			if err == nil || errors.Is(err, ErrLost) || !strings.Contains(err.Error(), "cannot be written after Finish or Close") {
				t.Errorf("%s after %s: %v", what, name, err)
			}
		}
	}
}
