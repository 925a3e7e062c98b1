package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Jobs hands the jobs of one schedule out to an [Executor]. Its methods may be called from
// several goroutines. [Run] creates it; the zero value cannot be used.
type Jobs struct {
	batch    string
	terms    Terms
	field    []engines.Agent
	schedule Schedule
	stream   *Stream // set for a schedule that grows; it also has the field
	skip     func(int) bool

	mu     sync.Mutex
	next   int       // first index that was not handed out
	again  []int     // failed jobs that will be handed out again
	opened []Stretch // handed out since the last call of news
	ahead  int       // number of stretches handed out and not delivered
	jobs   int       // number of their jobs
	slots  int       // number of stretches that the executor plays at once
	taken  int       // number of stretches handed out, retries included
	change chan struct{}
}

// Stretch is a range of consecutive jobs, From to To-1, that is handed out as a whole. None
// of them is skipped.
type Stretch struct{ From, To int }

// Len returns the number of jobs.
func (s Stretch) Len() int { return s.To - s.From }

// windowPerSlot is the number of stretches (ranges of jobs) per slot of an executor that may be
// handed out and not delivered. It lets the other slots continue while one long game delays the
// delivery, and it limits the memory.
const windowPerSlot = 4

// windowJobs is the number of jobs that may always be handed out and not delivered. If a stretch
// is a single job, games are long, and this number lets other games continue while one game
// hangs.
const windowJobs = 256

// Slots sets the number of stretches (ranges of jobs) that the executor plays at once. It limits
// how far the executor may be ahead of the delivery of results. An executor calls it before its
// first Take and whenever the number changes. The initial value is 1.
func (j *Jobs) Slots(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.slots = max(n, 1)
	j.wakeAll()
}

// Take hands out the next jobs: between one and most jobs, or a single job that failed
// before. It waits while too many jobs are undelivered, and while a schedule that may grow
// ([Stream]) has no job. It returns false if ctx is done or no job is left. A job that
// fails later is handed out in another call of Execute.
func (j *Jobs) Take(ctx context.Context, most int) (Stretch, bool) {
	for ctx.Err() == nil {
		s, ok, wait := j.take(max(most, 1))
		if wait == nil {
			return s, ok
		}
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
	return Stretch{}, false
}

// take hands out at most the given number of jobs. If none is available now, it returns a channel
// that is closed when the caller should try again. If no job is left, the channel is nil.
func (j *Jobs) take(most int) (s Stretch, ok bool, wait <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.again) > 0 {
		i := j.again[0]
		j.again = j.again[1:]
		j.taken++
		return Stretch{i, i + 1}, true, nil
	}
	if j.next < j.schedule.Len() && j.ahead >= windowPerSlot*max(j.slots, 1) && j.jobs >= windowJobs {
		return Stretch{}, false, j.wake()
	}
	open := j.Open() // read before Len, so that pairings added in between are found
	for j.next < j.schedule.Len() && j.skips(j.next) {
		j.next++
	}
	if s = j.from(j.next, most); s.Len() == 0 {
		if open {
			wait = j.wake()
		}
		return s, false, wait
	}
	j.next = s.To
	j.taken++
	j.ahead++
	j.jobs += s.Len()
	j.opened = append(j.opened, s)
	return s, true, nil
}

// from returns the range of at most most jobs that begins at index at and ends before the next
// job to skip.
func (j *Jobs) from(at, most int) Stretch {
	end := min(at+most, j.schedule.Len())
	if j.skip == nil {
		return Stretch{at, end}
	}
	to := at
	for to < end && !j.skip(to) {
		to++
	}
	return Stretch{at, to}
}

func (j *Jobs) skips(i int) bool { return j.skip != nil && j.skip(i) }

// Left returns the number of jobs that were not handed out, including jobs to be skipped. An
// executor can take shorter stretches near the end, so that no slot is idle for long.
func (j *Jobs) Left() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.schedule.Len() - j.next + len(j.again)
}

// Open reports whether jobs may still be added; see [Stream].
func (j *Jobs) Open() bool { return j.stream != nil && j.stream.open() }

// Next returns the index of the first job that was not handed out and is not to be skipped, or
// the number of jobs if there is none. It ignores jobs that failed.
func (j *Jobs) Next() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.next < j.schedule.Len() && j.skips(j.next) {
		j.next++
	}
	return j.next
}

// Players returns the names of the agents of job i, separated by commas.
func (j *Jobs) Players(i int) string {
	var names []string
	if p, err := j.Pairing(i); err == nil {
		for _, a := range p.Agents {
			names = append(names, j.Field()[a].Name)
		}
	}
	return strings.Join(names, ", ")
}

// Batch returns the name of the schedule, such as "round 17"; see [Options].
func (j *Jobs) Batch() string { return j.batch }

// Terms returns the properties that all games of the schedule share.
func (j *Jobs) Terms() Terms { return j.terms }

// Field returns the list of agents to which the indices in the pairings refer. For a schedule
// that grows the list contains the agents so far. Callers must not change it.
func (j *Jobs) Field() []engines.Agent {
	if j.stream != nil {
		return j.stream.Field()
	}
	return j.field
}

// Pairing returns the pairing of job i. It returns an error if the pairing cannot be played.
func (j *Jobs) Pairing(i int) (Pairing, error) {
	p := j.schedule.At(i)
	return p, p.check(len(j.Field()))
}

// wake returns a channel that is closed when Take should try again.
func (j *Jobs) wake() <-chan struct{} {
	if j.change == nil {
		j.change = make(chan struct{})
	}
	return j.change
}

// streamGrown wakes all calls of Take after a stream has grown.
func (j *Jobs) streamGrown() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wakeAll()
}

// wakeAll wakes all calls of Take. The caller must hold mu.
func (j *Jobs) wakeAll() {
	if j.change != nil {
		close(j.change)
		j.change = nil
	}
}

// retry makes job i available once more.
func (j *Jobs) retry(i int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.again = append(j.again, i)
	j.wakeAll()
}

// awaitsRetry reports whether job i failed and was not yet handed out again.
func (j *Jobs) awaitsRetry(i int) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, k := range j.again {
		if k == i {
			return true
		}
	}
	return false
}

// handedOut appends to into the ranges of jobs that were handed out since the last call.
// delivered is a range with delivered results, so that Take can hand out more, or an empty range.
func (j *Jobs) handedOut(delivered Stretch, into []Stretch) []Stretch {
	j.mu.Lock()
	defer j.mu.Unlock()
	into = append(into, j.opened...)
	j.opened = j.opened[:0]
	if n := delivered.Len(); n > 0 {
		j.ahead--
		j.jobs -= n
		j.wakeAll()
	}
	return into
}

// progress returns the number of ranges of jobs handed out to the executor so far, and whether
// all jobs were handed out.
func (j *Jobs) progress() (taken int, all bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.taken, !j.Open() && j.next >= j.schedule.Len() && len(j.again) == 0
}

// name returns the number and the agents of pairing i for an error message.
func (j *Jobs) name(i int) string {
	if names := j.Players(i); names != "" {
		return fmt.Sprintf("pairing %d (%s)", i+1, names)
	}
	return fmt.Sprintf("pairing %d", i+1)
}

// Job returns the i-th job as a value that an executor can send to another process. It returns an
// error for a pairing that cannot be played.
func (j *Jobs) Job(i int) (Job, error) {
	p, err := j.Pairing(i)
	if err != nil {
		return Job{}, err
	}
	job := Job{
		Index: i, Game: j.terms.Game, Openings: j.terms.Arena.Openings,
		Margin: j.terms.Arena.Margin, Moves: j.terms.Arena.Moves, Pairing: p,
	}
	field := j.Field()
	var known []int // indices into the field, by place in job.Agents
	rename := func(list []int) []int {
		if list == nil {
			return nil
		}
		out := make([]int, len(list))
		for i, a := range list {
			at := slices.Index(known, a)
			if at < 0 {
				at = len(known)
				known = append(known, a)
				job.Agents = append(job.Agents, field[a])
			}
			out[i] = at
		}
		return out
	}
	job.Pairing.Agents, job.Pairing.Opponents = rename(p.Agents), rename(p.Opponents)
	return job, nil
}

// Result returns the result of the i-th job from the records of its games. It returns an error if
// the records cannot belong to these games, since they may come from another process.
func (j *Jobs) Result(i int, games []engines.Record) (Result, error) {
	if i < 0 || i >= j.schedule.Len() {
		return Result{}, fmt.Errorf("there is no pairing %d", i+1)
	}
	p, err := j.Pairing(i)
	if err != nil {
		return Result{}, err
	}
	if err := p.checkGames(games); err != nil {
		return Result{}, err
	}
	return Result{Index: i, Pairing: p, Games: games}, nil
}
