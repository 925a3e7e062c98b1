package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	mostWaiting = 100
	mostOver    = 100 // jobs that are remembered after their end
	lookEvery   = time.Second
)

// Options configure a queue.
type Options struct {
	// Executable is the file of the program, and Called the name that it is started
	// under.
	Executable, Called string
	// Store is the file that the runs are kept in.
	Store string
	// Runs is how many processes run at the same time, at least 1.
	Runs int
	// Workers is how many games each of them plays at once, at least 1.
	Workers int
	// Changed, when not nil, is told that a job has changed, or has written
	// something. It must not wait, and must not call the queue.
	Changed func(Job)
}

// Queue executes jobs in order.
type Queue struct {
	options Options
	dir     string   // private; a folder for each job
	lock    *os.File // says that the folder is in use; nil where the system has no such lock

	mu      sync.Mutex
	closed  bool
	jobs    []*job // in the order in which they came
	working sync.WaitGroup
}

// job is a Job and its process.
type job struct {
	Job
	dir     string
	process *os.Process // nil before it starts
	written int64       // bytes of output that have been told of
}

// New returns a queue. The caller must call Close.
func New(o Options) (*Queue, error) {
	if o.Runs < 1 || o.Workers < 1 {
		return nil, fmt.Errorf("%d runs of %d workers at a time: at least 1 is needed", o.Runs, o.Workers)
	}
	store, err := filepath.Abs(o.Store)
	if err != nil {
		return nil, err
	}
	o.Store = store
	dir, lock, err := newFolder()
	if err != nil {
		return nil, err
	}
	return &Queue{options: o, dir: dir, lock: lock}, nil
}

// Runs returns how many jobs run at the same time.
func (q *Queue) Runs() int { return q.options.Runs }

// Add appends work to the queue.
func (q *Queue) Add(w Work) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := 0
	for _, j := range q.jobs {
		if j.State == Waiting {
			waiting++
		}
		if w.Resume != "" && !j.Over() && (j.Resume == w.Resume || j.Run == w.Resume) {
			return Job{}, ErrQueued
		}
	}
	switch {
	case q.closed:
		return Job{}, ErrClosed
	case waiting >= mostWaiting:
		return Job{}, ErrFull
	}
	j := &job{Job: Job{ID: newID(), Work: w, State: Waiting, Run: w.Resume, Created: time.Now()}}
	j.dir = filepath.Join(q.dir, j.ID)
	q.jobs = append(q.jobs, j)
	q.forget()
	q.next()
	q.tell(j)
	return j.Job, nil
}

// newID returns a random id for a job, so that the ids of another server do not fit.
func newID() string { return strings.ToLower(rand.Text()[:10]) }

// forget removes the oldest jobs that are over. The caller holds the lock.
func (q *Queue) forget() {
	over := 0
	for _, j := range q.jobs {
		if j.Over() {
			over++
		}
	}
	q.jobs = slices.DeleteFunc(q.jobs, func(j *job) bool {
		if over <= mostOver || !j.Over() {
			return false
		}
		over--
		_ = os.RemoveAll(j.dir) // what stays goes with the whole folder
		return true
	})
}

// next starts as many jobs as may run. The caller holds the lock.
func (q *Queue) next() {
	busy := 0
	for _, j := range q.jobs {
		if j.State == Running || j.State == Stopping {
			busy++
		}
	}
	for _, j := range q.jobs {
		if j.State != Waiting || busy >= q.options.Runs || q.closed {
			continue
		}
		j.Started = time.Now()
		ended, err := q.start(j)
		if err != nil {
			j.State, j.Error, j.Ended = Failed, "the process could not be started: "+err.Error(), time.Now()
			q.tell(j)
			continue
		}
		j.State = Running
		busy++
		q.working.Go(func() { q.attend(j, ended) })
		q.tell(j)
	}
}

// attend waits for the end of a job, and reads its output meanwhile.
func (q *Queue) attend(j *job, ended <-chan error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			q.mu.Lock()
			if q.look(j) {
				q.tell(j)
			}
			q.mu.Unlock()
		case err := <-ended:
			q.mu.Lock()
			defer q.mu.Unlock()
			q.look(j)
			q.finish(j, err)
			q.next()
			q.tell(j)
			return
		}
	}
}

// Stop interrupts a job, or removes a waiting one from the order.
func (q *Queue) Stop(id string) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.jobs, func(j *job) bool { return j.ID == id })
	if i < 0 {
		return Job{}, ErrUnknown
	}
	j := q.jobs[i]
	if j.Over() {
		return j.Job, ErrOver
	}
	q.stop(j)
	q.tell(j)
	return j.Job, nil
}

// stop interrupts a job that is not over, at most once, because a second interrupt would
// end the process at once. The caller holds the lock.
func (q *Queue) stop(j *job) {
	switch j.State {
	case Waiting:
		j.State, j.Ended = Stopped, time.Now()
	case Running:
		j.State = Stopping
		if err := interrupt(j.process); err != nil && !errors.Is(err, os.ErrProcessDone) {
			j.Error = "the process could not be interrupted: " + err.Error()
		}
	}
}

// List returns the jobs: those that run, those that wait, in their order, and those that
// are over, the last first.
func (q *Queue) List() []Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	var busy, waiting, over []Job
	for _, j := range q.jobs {
		switch {
		case j.State == Waiting:
			waiting = append(waiting, j.Job)
		case j.Over():
			over = append(over, j.Job)
		default:
			q.look(j)
			busy = append(busy, j.Job)
		}
	}
	slices.SortStableFunc(over, func(a, b Job) int { return cmp.Compare(b.Ended.UnixNano(), a.Ended.UnixNano()) })
	return slices.Concat(busy, waiting, over)
}

// tell calls Changed for a job. The caller holds the lock.
func (q *Queue) tell(j *job) {
	if q.options.Changed != nil {
		q.options.Changed(j.Job)
	}
}

// Close accepts no more work, interrupts the running jobs and waits for them until ctx
// ends; then it kills them. What they finished is in the store.
func (q *Queue) Close(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	for _, j := range q.jobs {
		if !j.Over() {
			q.stop(j)
		}
	}
	q.mu.Unlock()
	done := make(chan struct{})
	go func() {
		q.working.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		q.kill()
		<-done
	}
	err := os.RemoveAll(q.dir)
	if q.lock != nil {
		_ = q.lock.Close() // closed before where the queue was
	}
	return err
}

func (q *Queue) kill() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		if j.State == Stopping {
			_ = j.process.Kill() // it may have ended just now
		}
	}
}
