package pages

import (
	"time"

	"github.com/lanista/lanista/serve/jobs"
)

// Jobs is what the page of the queue shows.
type Jobs struct {
	Program string
	Store   string // the flag that names the store in a command, "" where none is needed
	Starts  bool   // runs are started here
	AtOnce  int    // how many at a time
	Jobs    []JobEntry
}

// JobEntry is a job in the list.
type JobEntry struct {
	jobs.Job
	Output  []string // the last lines
	Resumes bool     // its run can be gone on with
}

// Title says what a job does.
func (j JobEntry) Title() string {
	title := j.Engine + ", " + j.Verb
	if j.Strategy != "" && j.Strategy != j.Verb {
		title += " by " + j.Strategy
	}
	if j.Resume != "" {
		title += ", resumed"
	}
	return title
}

// Sign stands before the word of the state.
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

// Class is that of the status of a run in the same state.
func (j JobEntry) Class() string {
	switch j.State {
	case jobs.Running, jobs.Finished:
		return string(j.State)
	}
	return "interrupted"
}

// Stops reports whether the job can be stopped.
func (j JobEntry) Stops() bool { return j.State == jobs.Waiting || j.State == jobs.Running }

// Since is when the job came into its state.
func (j JobEntry) Since() time.Time {
	switch {
	case !j.Ended.IsZero():
		return j.Ended
	case !j.Started.IsZero():
		return j.Started
	}
	return j.Created
}
