package jobs_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lanista/lanista/serve/jobs"
)

// told records the calls of Options.Changed.
type told struct {
	mu   sync.Mutex
	jobs []jobs.Job
}

func (t *told) add(j jobs.Job) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.jobs = append(t.jobs, j)
}

// states returns the different states of a job in their order.
func (t *told) states(id string) (list []jobs.State) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, j := range t.jobs {
		if j.ID == id {
			list = append(list, j.State)
		}
	}
	return slices.Compact(list)
}

func newQueue(t *testing.T, atOnce int) (*jobs.Queue, *told) {
	t.Helper()
	return newLimitedQueue(t, atOnce, time.Hour)
}

func newLimitedQueue(t *testing.T, atOnce int, limit time.Duration) (*jobs.Queue, *told) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	heard := &told{}
	q, err := jobs.New(jobs.Options{
		Executable: exe, Called: called, Store: filepath.Join(t.TempDir(), "my.db"), Runs: atOnce, Workers: 2, Limit: limit, Changed: heard.add,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := q.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return q, heard
}

func add(t *testing.T, q *jobs.Queue, lines ...string) string {
	t.Helper()
	j, err := q.Add(jobs.Work{Verb: "evolve", Config: strings.Join(lines, "\n")})
	if err != nil {
		t.Fatal(err)
	}
	return j.ID
}

// find returns the current state of a job.
func find(t *testing.T, q *jobs.Queue, id string) jobs.Job {
	t.Helper()
	for _, j := range q.List() {
		if j.ID == id {
			return j
		}
	}
	t.Fatalf("%s is not in the list", id)
	return jobs.Job{}
}

// await waits until a condition holds for a job.
func await(t *testing.T, q *jobs.Queue, id string, is func(jobs.Job) bool) jobs.Job {
	t.Helper()
	for t.Context().Err() == nil {
		if j := find(t, q, id); is(j) {
			return j
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%+v", find(t, q, id))
	return jobs.Job{}
}

func over(j jobs.Job) bool { return j.Over() }

// says returns a condition that holds once a process has written a line.
func says(q *jobs.Queue, line string) func(jobs.Job) bool {
	return func(j jobs.Job) bool { return slices.Contains(q.Output(j.ID), line) }
}

func TestHowJobsEnd(t *testing.T) {
	t.Parallel()
	q, heard := newQueue(t, 4)
	for _, c := range []struct {
		lines string
		state jobs.State
		err   string
	}{
		{"begin risk-1", jobs.Finished, ""},
		{"begin risk-1\nexit 3", jobs.Finished, ""},
		{"begin risk-1\nexit 4", jobs.Finished, ""},
		{"begin risk-1\nsay going\nsay it broke\nexit 1", jobs.Failed, "it broke"},
		{"begin risk-1\nexit 2", jobs.Failed, "the process failed without output"},
	} {
		j := await(t, q, add(t, q, c.lines), over)
		if j.State != c.state || j.Error != c.err || j.Run != "risk-1" || j.Code == nil || j.Started.IsZero() || j.Ended.Before(j.Started) {
			t.Errorf("%q: %+v", c.lines, j)
		}
		if states := heard.states(j.ID); states[len(states)-1] != c.state || !slices.Contains(states, jobs.Running) {
			t.Errorf("%q: told of %v", c.lines, states)
		}
	}
}

// timeLimits are time limits of a job, of which a busy machine needs a later one: a process must have
// begun before it is interrupted.
var timeLimits = []time.Duration{2 * time.Second, 10 * time.Second, time.Minute, 4 * time.Minute}

// A job that reaches the time limit is interrupted, says so, and the waiting ones have their turn
// in order.
func TestAJobHasATimeLimit(t *testing.T) {
	t.Parallel()
	for _, limit := range timeLimits {
		q, _ := newLimitedQueue(t, 1, limit)
		long, second, third := add(t, q, "begin risk-1", "wait"), add(t, q, "say second"), add(t, q, "say third")
		list := q.List()
		ended := await(t, q, long, over)
		if ended.State != jobs.Stopped || !strings.Contains(ended.Error, limit.String()+", the time limit") {
			t.Errorf("%+v", ended)
		}
		next := []jobs.Job{await(t, q, second, over), await(t, q, third, over)}
		if ended.Run == "" || list[0].ID != long || list[0].Over() || slices.ContainsFunc(next, func(j jobs.Job) bool { return j.State == jobs.Stopped }) {
			continue // the limit was over before the processes began, or before List
		}
		for i, want := range []string{long, second, third} {
			if j := list[i]; j.ID != want || j.Position != i {
				t.Errorf("%+v is at %d, not at %d", j, j.Position, i)
			}
		}
		if ended.Run != "risk-1" {
			t.Errorf("%+v", ended)
		}
		for _, j := range next {
			if j.State != jobs.Finished || j.Position != 0 {
				t.Errorf("%+v", j)
			}
		}
		if next[0].Ended.After(next[1].Started) {
			t.Errorf("%+v has its turn before %+v", next[1], next[0])
		}
		return
	}
	t.Error("the jobs end too late")
}

// A change that List finds is told to listeners, like a change that the queue finds by itself.
func TestListTellsOfChanges(t *testing.T) {
	t.Parallel()
	q, heard := newQueue(t, 1)
	id := add(t, q, "begin risk-1", "wait")
	for find(t, q, id).Run == "" && t.Context().Err() == nil {
		time.Sleep(time.Millisecond) // List finds the run before the queue does, which looks every second
	}
	heard.mu.Lock()
	defer heard.mu.Unlock()
	if last := heard.jobs[len(heard.jobs)-1]; last.Run != "risk-1" {
		t.Errorf("told last of %+v", last)
	}
}

// The message of the time limit offers to resume only a run that can be resumed.
func TestAfterTheTimeLimit(t *testing.T) {
	t.Parallel()
	q, _ := newLimitedQueue(t, 1, time.Second)
	for verb, next := range map[string]string{"grid": "a grid search cannot be resumed", jobs.Explain: "start it again to play the other games"} {
		j, err := q.Add(jobs.Work{Verb: verb, Config: "wait"})
		if err != nil {
			t.Fatal(err)
		}
		if j = await(t, q, j.ID, over); !strings.HasSuffix(j.Error, "the time limit of a job; "+next) {
			t.Errorf("%s: %+v", verb, j)
		}
	}
}

func TestStopIsOneInterrupt(t *testing.T) {
	t.Parallel()
	q, _ := newQueue(t, 1)
	first, second := add(t, q, "begin risk-1", "wait"), add(t, q, "say second")
	await(t, q, first, says(q, "waiting"))
	if j := find(t, q, second); j.State != jobs.Waiting {
		t.Errorf("two at a time: %+v", j)
	}
	for range 2 { // the second is no second interrupt
		if j, err := q.Stop(first); err != nil && !errors.Is(err, jobs.ErrOver) || j.ID != first {
			t.Errorf("%+v, %v", j, err)
		}
	}
	if j := await(t, q, first, over); j.State != jobs.Stopped || j.Run != "risk-1" || j.Error != "" {
		t.Errorf("%+v", j)
	}
	// On Windows, a process is killed if the server has no console.
	if got := q.Output(first); !slices.Equal(got, []string{"waiting", "interrupted"}) && (runtime.GOOS != "windows" || !slices.Equal(got, []string{"waiting"})) {
		t.Errorf("%q", got)
	}
	if j := await(t, q, second, over); j.State != jobs.Finished {
		t.Errorf("the next did not have its turn: %+v", j)
	}
	if _, err := q.Stop(second); !errors.Is(err, jobs.ErrOver) {
		t.Errorf("stopped what is over: %v", err)
	}
	if _, err := q.Stop("none"); !errors.Is(err, jobs.ErrUnknown) {
		t.Errorf("stopped nothing: %v", err)
	}
}

func TestStopWhatWaits(t *testing.T) {
	t.Parallel()
	q, _ := newQueue(t, 1)
	first := add(t, q, "wait")
	second := add(t, q, "say never")
	if j, err := q.Stop(second); err != nil || j.State != jobs.Stopped {
		t.Errorf("%+v, %v", j, err)
	}
	list := q.List()
	if len(list) != 2 || list[0].ID != first || list[1].ID != second || !list[1].Started.IsZero() {
		t.Errorf("%+v", list)
	}
}

func TestLimitsOfTheQueue(t *testing.T) {
	t.Parallel()
	q, _ := newQueue(t, 1)
	if _, err := q.Add(jobs.Work{Verb: "evolve", Resume: "risk-1", Config: "wait"}); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Add(jobs.Work{Verb: "evolve", Resume: "risk-1"}); !errors.Is(err, jobs.ErrQueued) {
		t.Errorf("the same run twice: %v", err)
	}
	for range 100 {
		add(t, q, "wait")
	}
	if _, err := q.Add(jobs.Work{Verb: "evolve"}); !errors.Is(err, jobs.ErrQueueFull) {
		t.Errorf("the hundred and first waits: %v", err)
	}
}

func TestTheCommandLineOfAJob(t *testing.T) {
	t.Parallel()
	q, _ := newQueue(t, 1)
	j, err := q.Add(jobs.Work{Verb: "tournament", Config: "arguments", Name: "--db=x", Set: []string{"seed=2"}})
	if err != nil {
		t.Fatal(err)
	}
	await(t, q, j.ID, over)
	want := []string{"tournament", "config.yaml", "--db=my.db", "--workers=2", "--run-file=run", "--name=--db=x", "--set=seed=2"}
	if got := q.Output(j.ID); !slices.Equal(got, want) {
		t.Errorf("%q, want %q (and no path of this machine)", got, want)
	}
	for _, c := range []struct {
		work jobs.Work
		line string
	}{
		{jobs.Work{Verb: "fit", Resume: "fit-1"}, "no config"},
		{jobs.Work{Verb: "evolve", Preset: "risk"}, "no config"},
	} {
		j, err := q.Add(c.work)
		if err != nil {
			t.Fatal(err)
		}
		await(t, q, j.ID, over)
		if got := q.Output(j.ID); !slices.Equal(got, []string{c.line}) {
			t.Errorf("%+v: %q", c.work, got)
		}
	}
}

func TestOutputIsTheLastHundredLines(t *testing.T) {
	t.Parallel()
	q, _ := newQueue(t, 1)
	id := add(t, q, "count", "say \x1b[31mred\x07 \xff end")
	await(t, q, id, over)
	got := q.Output(id)
	if len(got) != 100 || got[0] != "line 401" || got[99] != "[31mred \uFFFD end" {
		t.Errorf("%d lines from %q to %q", len(got), got[0], got[len(got)-1])
	}
	for _, id := range []string{"none", "../" + id, ""} {
		if got := q.Output(id); got != nil {
			t.Errorf("%q: %q", id, got)
		}
	}
}

func TestAProgramThatIsNotThere(t *testing.T) {
	t.Parallel()
	q, err := jobs.New(jobs.Options{Executable: filepath.Join(t.TempDir(), "none"), Called: "none", Store: "x.db", Runs: 1, Workers: 1, Limit: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = q.Close(t.Context()) }()
	j := find(t, q, add(t, q, "wait"))
	if j.State != jobs.Failed || !strings.Contains(j.Error, "could not be started") {
		t.Errorf("%+v", j)
	}
}

// Close interrupts the processes, waits, and kills those that do not end.
func TestClose(t *testing.T) {
	t.Parallel()
	q, _ := newQueue(t, 2)
	orderly, deaf, waiting := add(t, q, "wait"), add(t, q, "deaf"), add(t, q, "say never")
	await(t, q, orderly, says(q, "waiting"))
	await(t, q, deaf, says(q, "waiting"))
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := q.Close(ctx); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{orderly, deaf, waiting} {
		if j := find(t, q, id); j.State != jobs.Stopped {
			t.Errorf("%+v", j)
		}
	}
	if j := find(t, q, deaf); j.Code != nil {
		t.Errorf("it was killed: %+v", j)
	}
	if _, err := q.Add(jobs.Work{Verb: "evolve"}); !errors.Is(err, jobs.ErrClosed) {
		t.Errorf("work after the end: %v", err)
	}
}
