package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Jobs hands the jobs of one schedule out to an [Executor]. Its methods may be
// called from several goroutines. [Run] makes them; the zero value has no schedule and
// cannot be used.
type Jobs struct {
	batch    string
	terms    Terms
	field    []engines.Agent
	schedule Schedule
	stream   *Stream // where the schedule grows; then it holds the field as well
	skip     func(int) bool

	mu     sync.Mutex
	next   int       // the first index that has not been handed out
	again  []int     // jobs that failed and are to be handed out once more
	opened []Stretch // handed out since the delivery looked last
	ahead  int       // stretches handed out and not yet delivered
	jobs   int       // in them
	slots  int       // stretches that the executor plays at once
	taken  int       // stretches handed out, those handed out again among them
	change chan struct{}
}

// Stretch is consecutive jobs that are handed out together: From, From+1, ...,
// To-1. None of them is skipped.
type Stretch struct{ From, To int }

// Len is the number of jobs.
func (s Stretch) Len() int { return s.To - s.From }

// windowPerSlot is how many stretches may be handed out and not yet delivered
// for every one that is played at the same time: enough to go on with while one
// long game holds up the delivery, and no more than fits into memory.
const windowPerSlot = 4

// windowJobs is how many jobs may be handed out and not yet delivered, however many
// stretches they are. Games of which one is a stretch take long, and one that hangs
// takes as long as hundreds of them: nobody should have to wait for it.
const windowJobs = 256

// Slots says how many stretches the executor plays at once; the window of what
// may be ahead of the delivery grows with it. An executor calls it before its
// first Take and whenever the number changes. It is 1 until then.
func (j *Jobs) Slots(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.slots = max(n, 1)
	j.changed()
}

// Take hands out the next jobs, at least one and at most so many, jobs that
// failed before first and alone. It waits while the window is full, and while a
// schedule that may still grow ([Stream]) has nothing to play. It returns
// false when ctx is done or no job is left; a job that fails later may still
// come back, in another call of Execute.
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

// take hands out jobs if it can; wait is closed when it is worth while to try
// again, and nil where it need not be.
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
		return Stretch{}, false, j.changes()
	}
	open := j.Open() // before its length: what is added in between is seen
	for j.next < j.schedule.Len() && j.skips(j.next) {
		j.next++
	}
	if s = j.from(j.next, most); s.Len() == 0 {
		if open {
			wait = j.changes()
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

// from is the stretch of at most so many jobs that begins at a place and ends
// before the next that is skipped.
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

// Left is the number of jobs that have not been handed out, those to be skipped
// among them: an executor takes shorter stretches near the end, so that none of
// its slots is idle for long.
func (j *Jobs) Left() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.schedule.Len() - j.next + len(j.again)
}

// Open reports whether more jobs may be added than there are, see [Stream].
func (j *Jobs) Open() bool { return j.stream != nil && j.stream.open() }

// Next is the first job that has not been handed out and is not skipped, or the
// number of jobs. Jobs that failed and are handed out again come before it.
func (j *Jobs) Next() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.next < j.schedule.Len() && j.skips(j.next) {
		j.next++
	}
	return j.next
}

// Players names the agents of a job, for people.
func (j *Jobs) Players(i int) string {
	var names []string
	if p, err := j.Pairing(i); err == nil {
		for _, a := range p.Agents {
			names = append(names, j.Field()[a].Name)
		}
	}
	return strings.Join(names, ", ")
}

// Batch is the name of what is played.
func (j *Jobs) Batch() string { return j.batch }

// Terms are what all games have in common.
func (j *Jobs) Terms() Terms { return j.terms }

// Field lists the agents that the pairings name by their place, of a schedule that
// grows those of the pairings so far. It must not be changed.
func (j *Jobs) Field() []engines.Agent {
	if j.stream != nil {
		return j.stream.Field()
	}
	return j.field
}

// Pairing is the pairing of a job. It refuses one that cannot be played.
func (j *Jobs) Pairing(i int) (Pairing, error) {
	p := j.schedule.At(i)
	return p, p.check(len(j.Field()))
}

// changes is closed when it is worth while to try again.
func (j *Jobs) changes() <-chan struct{} {
	if j.change == nil {
		j.change = make(chan struct{})
	}
	return j.change
}

// grown wakes those who wait for a stream to grow.
func (j *Jobs) grown() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.changed()
}

// changed wakes those who wait in Take.
func (j *Jobs) changed() {
	if j.change != nil {
		close(j.change)
		j.change = nil
	}
}

// retry hands a job out once more.
func (j *Jobs) retry(i int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.again = append(j.again, i)
	j.changed()
}

// waiting says whether a job that failed has not been handed out again yet.
func (j *Jobs) waiting(i int) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, k := range j.again {
		if k == i {
			return true
		}
	}
	return false
}

// news lists the stretches that have been handed out since the last call, and
// lets the window go on by one that has been delivered since; none is an empty one.
func (j *Jobs) news(delivered Stretch, into []Stretch) []Stretch {
	j.mu.Lock()
	defer j.mu.Unlock()
	into = append(into, j.opened...)
	j.opened = j.opened[:0]
	if n := delivered.Len(); n > 0 {
		j.ahead--
		j.jobs -= n
		j.changed()
	}
	return into
}

// progress is the number of stretches handed out so far, and whether all jobs
// have been.
func (j *Jobs) progress() (taken int, all bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.taken, !j.Open() && j.next >= j.schedule.Len() && len(j.again) == 0
}

// name says which job it is, for people: its place and who plays.
func (j *Jobs) name(i int) string {
	if names := j.Players(i); names != "" {
		return fmt.Sprintf("pairing %d (%s)", i+1, names)
	}
	return fmt.Sprintf("pairing %d", i+1)
}

// Job is the i-th job, complete, for those who play elsewhere. It refuses a
// pairing that cannot be played.
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
	var known []int // the field's indices of job.Agents
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

// Result makes the result of the i-th job from the records of its games. It
// refuses records that cannot be of these games: they come from elsewhere.
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
