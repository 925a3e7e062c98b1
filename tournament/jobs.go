package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Jobs hands the jobs of one schedule to an [Executor]. A job is a pairing of agents with
// everything that its games need. The methods may be called from several goroutines. [Run] creates
// the value; the zero value cannot be used.
type Jobs struct {
	batch    string
	terms    Terms
	field    []engines.Agent
	schedule Schedule
	stream   *Stream // the schedule if it grows, with its list of agents; otherwise nil
	skip     func(int) bool

	mu     sync.Mutex
	next   int           // first index that was not handed out
	again  []int         // failed jobs that will be handed out again, in ascending order
	opened []Stretch     // stretches handed out since the last call of handedOut
	ahead  int           // number of stretches handed out and not delivered
	jobs   int           // number of jobs in these stretches
	slots  int           // number of stretches that the executor plays at once
	taken  int           // number of stretches handed out, retries included
	change chan struct{} // closed to wake waiting calls of Take; nil if none waits
}

// Stretch is a range of consecutive jobs that is handed to an executor as a whole: the jobs with
// the indices From to To-1.
type Stretch struct{ From, To int }

// Len returns the number of jobs.
func (s Stretch) Len() int { return s.To - s.From }

// windowPerSlot is the number of job ranges that an executor may hold for each of its slots while
// results are missing. A slot is usually a goroutine that plays games; see [Jobs.Slots]. The limit
// bounds the memory for results that wait for an earlier result. It does not apply while fewer than
// windowJobs jobs are held.
const windowPerSlot = 4

// windowJobs is the number of jobs that an executor may hold while results are missing, even if
// windowPerSlot allows fewer. The executor can thus continue while one long game delays all later
// results.
const windowJobs = 256

// Slots sets the number of slots with which the executor plays, usually goroutines that play one
// range of jobs each. The number limits how many jobs the executor may take before earlier results
// are delivered. An executor calls Slots before its first Take and whenever the number changes. The
// initial value is 1.
func (j *Jobs) Slots(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.slots = max(n, 1)
	j.wakeAll()
}

// Take hands out a range of jobs: at least one and at most limit. A job that failed before is
// handed out alone. Take waits while too many results of earlier jobs are missing, and while a
// growing schedule ([Stream]) has no job yet.
//
// Take returns false if ctx is done or no job is left. The executor then returns. If a job has
// failed, [Run] calls Execute again, and Take hands this job out once more.
func (j *Jobs) Take(ctx context.Context, limit int) (Stretch, bool) {
	for ctx.Err() == nil {
		s, ok, wait := j.take(max(limit, 1))
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

// take hands out the next jobs, at most limit. If none is available now, it returns a channel
// that is closed when the caller should try again. If no job is left, the channel is nil.
func (j *Jobs) take(limit int) (s Stretch, ok bool, wait <-chan struct{}) {
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
	if s = j.from(j.next, limit); s.Len() == 0 {
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

// from returns a range of jobs that begins at index start. It contains at most limit jobs and
// ends before the next job that the options skip.
func (j *Jobs) from(start, limit int) Stretch {
	end := start + min(limit, j.schedule.Len()-start)
	if j.skip == nil {
		return Stretch{start, end}
	}
	to := start
	for to < end && !j.skip(to) {
		to++
	}
	return Stretch{start, to}
}

func (j *Jobs) skips(i int) bool { return j.skip != nil && j.skip(i) }

// Left returns the number of jobs that are still to be handed out. It counts new jobs, even if they
// will be skipped, and failed jobs that will be tried again. Near the end, an executor can use it
// to take fewer jobs at once.
func (j *Jobs) Left() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.schedule.Len() - j.next + len(j.again)
}

// Open reports whether jobs may still be added to the schedule; see [Stream].
func (j *Jobs) Open() bool { return j.stream != nil && j.stream.open() }

// Next returns the index of the next job to hand out, or the number of jobs if there is none. It
// ignores jobs that failed and will be tried again.
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

// Field returns the list of agents to which the indices in the pairings refer. If the schedule
// grows, the list contains the agents added so far. Callers must not change it.
func (j *Jobs) Field() []engines.Agent {
	if j.stream != nil {
		return j.stream.Field()
	}
	return j.field
}

// Pairing returns the pairing of job i: its agents, seed and seat orders. It returns an error if
// the pairing cannot be played.
func (j *Jobs) Pairing(i int) (Pairing, error) {
	p := j.schedule.At(i)
	return p, p.check(len(j.Field()))
}

// belongs returns an error if r cannot be the result of its job, because its pairing differs or its
// game records do not fit the pairing.
func (j *Jobs) belongs(r *Result) error {
	p, err := j.Pairing(r.Index)
	if err != nil {
		return err
	}
	if got := r.Pairing; !slices.Equal(got.Agents, p.Agents) || !slices.Equal(got.Opponents, p.Opponents) ||
		got.Seed != p.Seed || got.Games != p.Games || got.Apart != p.Apart || got.First != p.First {
		return errors.New("the executor returned the result of another pairing")
	}
	return p.checkGames(r.Games)
}

// wake returns a channel that is closed when more jobs may be available to Take.
func (j *Jobs) wake() <-chan struct{} {
	if j.change == nil {
		j.change = make(chan struct{})
	}
	return j.change
}

func (j *Jobs) streamGrown() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wakeAll()
}

// wakeAll wakes all waiting calls of Take. The caller must hold mu.
func (j *Jobs) wakeAll() {
	if j.change != nil {
		close(j.change)
		j.change = nil
	}
}

// retry schedules job i to be handed out once more. Jobs to be handed out once more are ordered by
// their index.
func (j *Jobs) retry(i int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	at, _ := slices.BinarySearch(j.again, i)
	j.again = slices.Insert(j.again, at, i)
	j.wakeAll()
}

func (j *Jobs) awaitsRetry(i int) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, found := slices.BinarySearch(j.again, i)
	return found
}

// handedOut appends the ranges of jobs that Take has handed out since the last call to the slice
// into, and returns the extended slice. It also records that the results of another range have
// reached the caller of [Run], so that Take may hand out more jobs. delivered is that range, which
// may be empty.
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

// progress returns the number of ranges of jobs that were handed out so far. all reports whether no
// job is left to hand out, now or later.
func (j *Jobs) progress() (taken int, all bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.taken, !j.Open() && j.next >= j.schedule.Len() && len(j.again) == 0
}

func (j *Jobs) name(i int) string {
	if names := j.Players(i); names != "" {
		return fmt.Sprintf("pairing %d (%s)", i+1, names)
	}
	return fmt.Sprintf("pairing %d", i+1)
}

// Job returns the i-th job as a value that an executor can send to another process. It returns an
// error if the pairing cannot be played.
func (j *Jobs) Job(i int) (Job, error) {
	p, err := j.Pairing(i)
	if err != nil {
		return Job{}, err
	}
	job := Job{
		Index: i, Game: j.terms.Game, Openings: j.terms.Arena.Openings, Moves: j.terms.Arena.Moves, Pairing: p,
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

// Result returns the result of the i-th job from the records of its games. The records may come
// from another process, so Result returns an error if they cannot belong to these games.
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
