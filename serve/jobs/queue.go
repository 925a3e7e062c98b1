package jobs

import (
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

	"github.com/lanista/lanista/tempdir"
)

const (
	mostWaiting = 100         // largest number of waiting jobs
	mostOver    = 100         // largest number of ended jobs in the list
	lookEvery   = time.Second // interval between two reads of a job's output
)

// Options configures a queue.
type Options struct {
	// Executable is the path of the program, and Called is its name in the command line (argument
	// 0).
	Executable, Called string
	// Store is the path of the store file.
	Store string
	// Runs is the largest number of jobs that run concurrently, at least 1.
	Runs int
	// Workers is the number of games that each process plays concurrently, at least 1.
	Workers int
	// Limit is the longest time of a job and must be positive. The queue interrupts a job that
	// reaches it. The run of that job can be resumed.
	Limit time.Duration
	// Changed is called after the state or the output of a job has changed. It may be nil. It
	// must not block and must not call methods of the queue.
	Changed func(Job)
}

// Queue executes jobs in separate processes, in the order in which they were added. Several
// goroutines may use it.
type Queue struct {
	options Options
	folder  tempdir.Folder // has a folder for every job that has been started

	mu      sync.Mutex
	closed  bool
	jobs    []*job // in the order in which they were added
	working sync.WaitGroup
}

type job struct {
	info    Job
	dir     string
	process *os.Process // nil before the start
	written int64       // size of the output at the last look
	late    bool        // interrupted because of the time limit
	killed  bool        // killed, after or instead of an interrupt
}

// New returns an empty queue of jobs. The caller must call Close.
func New(o Options) (*Queue, error) {
	if o.Runs < 1 || o.Workers < 1 {
		return nil, fmt.Errorf("jobs: %d runs at a time with %d workers each; both must be at least 1", o.Runs, o.Workers)
	}
	if o.Limit <= 0 {
		return nil, fmt.Errorf("jobs: %v for a job; more than 0s is needed", o.Limit)
	}
	store, err := filepath.Abs(o.Store)
	if err != nil {
		return nil, err
	}
	o.Store = store
	folder, err := tempdir.New("lanista-jobs-")
	if err != nil {
		return nil, err
	}
	return &Queue{options: o, folder: folder}, nil
}

// Runs returns the largest number of jobs that run concurrently.
func (q *Queue) Runs() int { return q.options.Runs }

// Add appends a job to the queue. The job starts at once if fewer than [Queue.Runs] jobs are
// running. Add returns one of these errors:
//
//   - ErrClosed if the queue is closed,
//   - ErrQueueFull if too many jobs are waiting,
//   - ErrQueued if an unfinished job of the queue already uses the run w.Resume.
func (q *Queue) Add(w Work) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := 0
	for _, j := range q.jobs {
		if j.info.State == Waiting {
			waiting++
		}
		if w.Resume != "" && !j.info.Over() && (j.info.Resume == w.Resume || j.info.Run == w.Resume) {
			return Job{}, ErrQueued
		}
	}
	switch {
	case q.closed:
		return Job{}, ErrClosed
	case waiting >= mostWaiting:
		return Job{}, ErrQueueFull
	}
	j := &job{info: Job{ID: newID(), Work: w, State: Waiting, Run: w.Resume, Created: time.Now()}}
	j.dir = filepath.Join(q.folder.Path, j.info.ID)
	q.jobs = append(q.jobs, j)
	q.forget()
	q.next()
	q.notify(j)
	return j.info, nil
}

// newID returns a random job ID. Random IDs differ between servers and after a restart.
func newID() string { return strings.ToLower(rand.Text()[:10]) }

// forget removes the oldest ended jobs, so that at most mostOver of them remain. The caller must
// hold the lock.
func (q *Queue) forget() {
	over := 0
	for _, j := range q.jobs {
		if j.info.Over() {
			over++
		}
	}
	q.jobs = slices.DeleteFunc(q.jobs, func(j *job) bool {
		if over <= mostOver || !j.info.Over() {
			return false
		}
		over--
		_ = os.RemoveAll(j.dir) // Close removes the folder of the queue
		return true
	})
}

// next starts waiting jobs until Options.Runs jobs are running. The caller must hold the lock.
func (q *Queue) next() {
	busy := 0
	for _, j := range q.jobs {
		if j.info.State == Running || j.info.State == Stopping {
			busy++
		}
	}
	for _, j := range q.jobs {
		if j.info.State != Waiting || busy >= q.options.Runs || q.closed {
			continue
		}
		j.info.Started = time.Now()
		ended, err := q.start(j)
		if err != nil {
			j.info.State, j.info.Error, j.info.Ended = Failed, "the process could not be started: "+err.Error(), time.Now()
			q.notify(j)
			continue
		}
		j.info.State = Running
		busy++
		q.working.Go(func() { q.attend(j, ended) })
		q.notify(j)
	}
}

// attend reads the output of a running job until its process has ended, and interrupts a job that
// reaches the time limit. It then starts the next job.
func (q *Queue) attend(j *job, ended <-chan error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	limit := time.NewTimer(q.options.Limit)
	defer limit.Stop()
	for {
		select {
		case <-limit.C:
			q.mu.Lock()
			j.late = j.info.State == Running
			q.stop(j)
			q.notify(j)
			q.mu.Unlock()
		case <-tick.C:
			q.mu.Lock()
			if q.look(j) {
				q.notify(j)
			}
			q.mu.Unlock()
		case err := <-ended:
			q.mu.Lock()
			defer q.mu.Unlock()
			q.look(j)
			q.finish(j, err)
			q.next()
			q.notify(j)
			return
		}
	}
}

// Stop interrupts a running job or cancels a waiting one. It returns ErrUnknown if there is no
// such job, or ErrOver if the job has ended.
func (q *Queue) Stop(id string) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.jobs, func(j *job) bool { return j.info.ID == id })
	if i < 0 {
		return Job{}, fmt.Errorf("%w %q", ErrUnknown, id)
	}
	j := q.jobs[i]
	if j.info.Over() {
		return j.info, ErrOver
	}
	q.stop(j)
	q.notify(j)
	return j.info, nil
}

// stop cancels a waiting job or interrupts the process of a running one. It interrupts a process
// only once, because a second interrupt would end it before it has stored its results. The caller
// must hold the lock.
func (q *Queue) stop(j *job) {
	switch j.info.State {
	case Waiting:
		j.info.State, j.info.Ended = Stopped, time.Now()
	case Running:
		j.info.State = Stopping
		var err error
		if j.killed, err = interrupt(j.process); err != nil && !errors.Is(err, os.ErrProcessDone) {
			j.info.Error = "the process could not be interrupted: " + err.Error()
		}
	}
}

// List returns all jobs: first the running ones, then the waiting ones in their order, then the
// ended ones, the latest first.
func (q *Queue) List() []Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	var busy, waiting, over []Job
	for _, j := range q.jobs {
		switch {
		case j.info.State == Waiting:
			one := j.info
			one.Position = len(waiting) + 1
			waiting = append(waiting, one)
		case j.info.Over():
			over = append(over, j.info)
		default:
			if q.look(j) {
				q.notify(j) // attend will not see this change again
			}
			busy = append(busy, j.info)
		}
	}
	slices.SortStableFunc(over, func(a, b Job) int { return b.Ended.Compare(a.Ended) })
	return slices.Concat(busy, waiting, over)
}

// notify calls Options.Changed with a job. The caller must hold the lock.
func (q *Queue) notify(j *job) {
	if q.options.Changed != nil {
		q.options.Changed(j.info)
	}
}

// Close closes the queue. It cancels the waiting jobs, interrupts the running ones and waits until
// they have ended. When ctx is done, it kills the remaining processes. It finally removes the folder of
// the queue.
func (q *Queue) Close(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	for _, j := range q.jobs {
		if !j.info.Over() {
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
	return q.folder.Remove()
}

// kill kills the processes that were interrupted and have not ended.
func (q *Queue) kill() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		if j.info.State == Stopping {
			j.killed = true
			_ = j.process.Kill() // an error means that the process has ended
		}
	}
}
