package pages

import (
	"strings"
	"time"

	"github.com/lanista/lanista/serve/jobs"
)

// Jobs contains the data of the page of the job queue, which lists the runs that clients started.
type Jobs struct {
	Program string
	Store   string        // flag of the store in a command, with a leading space; "" if it is the default
	Starts  bool          // the client may start runs
	AtOnce  int           // number of runs that are executed at a time
	Limit   time.Duration // longest time of a run
	Jobs    []JobEntry
}

// Longest formats the longest time of a run without parts that are zero, such as 12h.
func (j Jobs) Longest() string {
	text := j.Limit.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// JobEntry is a job in the list of the queue.
type JobEntry struct {
	jobs.Job
	Output  []string // last lines of the output
	Resumes bool     // the run can be resumed
}

// Title returns a description of the job, such as "risk, evolve by spsa".
func (j JobEntry) Title() string {
	title := j.Engine + ", " + j.Verb
	if j.Verb == "explain" { // of a stored run, whose search does not go on
		return title
	}
	if j.Strategy != "" && j.Strategy != j.Verb {
		title += " by " + j.Strategy
	}
	if j.Resume != "" {
		title += ", resumed"
	}
	return title
}

// Sign returns the symbol of the job's state.
func (j JobEntry) Sign() string {
	switch j.State {
	case jobs.Waiting:
		return "…"
	case jobs.Running:
		return "▸"
	case jobs.Finished:
		return "✓"
	case jobs.Failed:
		return "✗"
	}
	return "‖"
}

// Class returns the CSS class for the job's state. Pages of runs use the same classes.
func (j JobEntry) Class() string {
	switch j.State {
	case jobs.Running, jobs.Finished:
		return string(j.State)
	}
	return "interrupted"
}

// Stops reports whether a user can stop the job.
func (j JobEntry) Stops() bool { return j.State == jobs.Waiting || j.State == jobs.Running }

// Since returns the time at which the job entered its state. For a job that is being stopped, it
// returns the time at which the job started.
func (j JobEntry) Since() time.Time {
	switch {
	case !j.Ended.IsZero():
		return j.Ended
	case !j.Started.IsZero():
		return j.Started
	}
	return j.Created
}
