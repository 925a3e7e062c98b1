package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
)

// delivery puts results into the order of the schedule and yields them to the caller of [Run]. It
// must be used by one goroutine only.
type delivery struct {
	jobs     *Jobs
	finished func(Result)
	yield    func(Result, error) bool
	forfeits *Forfeits
	trusted  bool // the executor is Local, whose results belong to their jobs
	over     bool // no further result will be yielded, at most an error

	// open contains the ranges of jobs that were handed out to the executor. The first ranges,
	// open[:first], have been delivered. open[at] is the range of the latest result.
	open      []openStretch
	first, at int
	end       int        // all jobs with smaller indices are delivered or skipped
	news      []Stretch  // buffer for the ranges that were handed out since the last update
	spare     [][]Result // buffers for openStretch.waiting that are not in use

	failures map[int]error // errors of jobs that failed once, by the index of the job
	err      error         // the reason to end the run early
	errAt    int           // index of the job that err concerns; -1 for none
}

// openStretch is a range of consecutive jobs that was handed out to the executor, and of which some
// results have not been yielded yet.
type openStretch struct {
	stretch Stretch
	next    int // first job that is not delivered
	// waiting contains the results that arrived before the result of an earlier job. The index in
	// waiting is the index of the job in the range; an element without games is a missing result.
	// waiting is nil if no result waits.
	waiting []Result
}

func (o *openStretch) has(i int) bool {
	return i < o.next || o.waiting != nil && o.waiting[i-o.stretch.From].Games != nil
}

// accept takes the result of a job. If all earlier results have been delivered, it yields this
// result and then the stored results after it. It returns false if the caller of Run has left the
// loop.
func (d *delivery) accept(r *Result) bool {
	o := d.find(r.Index)
	switch {
	case d.over:
		return true
	case o == nil && r.Index >= 0 && r.Index < d.end, o != nil && o.has(r.Index):
		return true // a duplicate
	case o == nil:
		d.fail(r.Index, fmt.Errorf("pairing %d: the executor returned a result for a pairing that it was not given", r.Index+1))
		return true
	case len(r.Games) == 0 || len(r.Games) != r.Pairing.Played():
		d.jobFailed(&JobError{r.Index, fmt.Errorf("the executor returned %d games instead of %d", len(r.Games), r.Pairing.Played())})
		return true
	}
	if !d.trusted {
		if err := d.jobs.belongs(r); err != nil {
			d.jobFailed(&JobError{r.Index, err})
			return true
		}
	}
	r.Objective = d.jobs.terms.Objective
	if d.finished != nil {
		d.finished(*r)
	}
	if d.at != d.first || r.Index != o.next {
		d.store(o, r)
		return true
	}
	o.next++
	return d.yieldResult(r) && d.deliver()
}

// yieldResult yields a result to the caller of Run. It also counts forfeited games, and ends the
// run if an agent forfeits too many. It returns false if the caller has left the loop.
func (d *delivery) yieldResult(r *Result) bool {
	err := d.forfeits.add(d.jobs.Field(), r) // before the caller may end a round of games
	if !d.yield(*r, nil) {
		return false
	}
	if err != nil {
		d.fail(-1, err)
		d.over = true
	}
	return true
}

// find returns the unfinished range that contains job i and stores its place in d.at. It returns nil if
// there is none.
func (d *delivery) find(i int) *openStretch {
	if d.at < len(d.open) && d.open[d.at].stretch.From <= i && i < d.open[d.at].stretch.To {
		return &d.open[d.at]
	}
	if n := len(d.open); n == 0 || i >= d.open[n-1].stretch.To {
		d.update(Stretch{})
	}
	at := d.first + sort.Search(len(d.open)-d.first, func(k int) bool { return d.open[d.first+k].stretch.To > i })
	if at == len(d.open) || i < d.open[at].stretch.From {
		return nil
	}
	d.at = at
	return &d.open[at]
}

// store keeps a result that arrived before the result of an earlier job.
func (d *delivery) store(o *openStretch, r *Result) {
	if o.waiting == nil {
		if n := len(d.spare); n > 0 {
			o.waiting, d.spare = d.spare[n-1], d.spare[:n-1]
		}
		if cap(o.waiting) < o.stretch.Len() {
			o.waiting = make([]Result, o.stretch.Len())
		}
		o.waiting = o.waiting[:o.stretch.Len()]
	}
	o.waiting[r.Index-o.stretch.From] = *r
}

// deliver yields the stored results up to the first one that is missing. It returns false if the
// caller of Run has left the loop.
func (d *delivery) deliver() bool {
	for d.first < len(d.open) && !d.over {
		o := &d.open[d.first]
		for ; o.next < o.stretch.To; o.next++ {
			if !o.has(o.next) {
				return true
			}
			place := &o.waiting[o.next-o.stretch.From]
			if !d.yieldResult(place) {
				return false
			}
			*place = Result{}
			if d.over {
				return true
			}
		}
		d.end = o.stretch.To
		if o.waiting != nil {
			d.spare, o.waiting = append(d.spare, o.waiting), nil
		}
		d.first++
		d.update(o.stretch)
	}
	return true
}

// update reports to d.jobs that all results of a range of jobs have been yielded, so that more jobs
// can be handed out. delivered is this range, which may be empty. update also appends to d.open the
// ranges that were handed out since the last call.
func (d *delivery) update(delivered Stretch) {
	if d.first > 64 && d.first > len(d.open)/2 {
		d.open = slices.Delete(d.open, 0, d.first)
		d.at = max(d.at-d.first, 0)
		d.first = 0
	}
	d.news = d.jobs.handedOut(delivered, d.news[:0])
	for _, s := range d.news {
		d.open = append(d.open, openStretch{stretch: s, next: s.From})
	}
}

// flush yields all stored results in order when the run ends, although results between them are
// missing. It returns false if the caller of Run has left the loop.
func (d *delivery) flush() bool {
	if d.over {
		return true
	}
	for _, o := range d.open[d.first:] {
		for _, r := range o.waiting {
			if r.Games != nil && !d.yield(r, nil) {
				return false
			}
		}
	}
	return true
}

// executorFailed ends the run with an error that the executor returned. There are two exceptions:
// a single job that failed is tried again, and errors after a cancellation of ctx are ignored.
func (d *delivery) executorFailed(ctx context.Context, err error) {
	var failed *JobError
	switch {
	case ctx.Err() != nil: // the game was cancelled
	case errors.As(err, &failed):
		d.jobFailed(failed)
	default:
		d.fail(-1, err)
	}
}

// twiceError is the error of a job that failed for the second time. It wraps the [JobError].
type twiceError struct {
	name string // the pairing, with its round if there is one, and its agents
	job  *JobError
}

func (e *twiceError) Error() string { return fmt.Sprintf("%s failed twice: %v", e.name, e.job.Err) }
func (e *twiceError) Unwrap() error { return e.job }

// jobFailed schedules a failed job a second time. If the job fails for the second time, it ends
// the run.
func (d *delivery) jobFailed(e *JobError) {
	o := d.find(e.Index)
	if o == nil || o.has(e.Index) || d.jobs.awaitsRetry(e.Index) {
		return // the job has succeeded meanwhile, or its retry is pending
	}
	if _, twice := d.failures[e.Index]; twice {
		d.fail(e.Index, &twiceError{d.jobs.name(e.Index), e})
		return
	}
	if d.failures == nil {
		d.failures = make(map[int]error)
	}
	d.failures[e.Index] = e.Err
	d.jobs.retry(e.Index)
}

// fail ends the run with an error about job i. If several jobs fail, the run's error is the one
// about the job with the lowest index. The error names the schedule, such as "round 17".
func (d *delivery) fail(i int, err error) {
	if d.err == nil || i < d.errAt {
		d.err, d.errAt = fmt.Errorf("%s: %w", cmp.Or(d.jobs.Batch(), "tournament"), err), i
	}
}

var errLost = errors.New("the executor ended without returning its result")

// retryLost schedules all jobs again that the executor took without returning a result.
func (d *delivery) retryLost() {
	d.update(Stretch{})
	for k := d.first; k < len(d.open); k++ {
		for i := d.open[k].next; i < d.open[k].stretch.To; i++ {
			d.jobFailed(&JobError{i, errLost})
		}
	}
}
