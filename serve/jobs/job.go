package jobs

import (
	"errors"
	"slices"
	"time"
)

// State is the progress of a job.
type State string

// The states of a job.
const (
	Waiting  State = "waiting"  // for its turn
	Running  State = "running"  // a process is at work
	Stopping State = "stopping" // the process has been interrupted and puts its things in order
	Finished State = "finished" // it is done
	Stopped  State = "stopped"  // by a person or with the server; what is finished is in the store
	Failed   State = "failed"   // it could not start, or did not come to its end; Error says why
)

// Work describes what a job does.
type Work struct {
	Verb     string   // evolve, tournament, grid or fit
	Engine   string   // the game
	Strategy string   // "" of a tournament
	Name     string   // for the run; may be empty
	Preset   string   // the config by its name, or
	Config   string   // the config itself, YAML
	Set      []string // values laid over the config, each as path=value
	Resume   string   // the run to go on with, in place of a config
}

// Job is a run in the queue: waiting, running or over.
type Job struct {
	ID string
	Work
	State   State
	Run     string // the run that it makes, "" while it is not known
	Error   string // why it failed
	Code    *int   // with which its process ended; nil where it has not, or was killed
	Created time.Time
	Started time.Time // zero while it waits
	Ended   time.Time // zero before
}

// Over reports whether the job has ended.
func (j Job) Over() bool { return slices.Contains([]State{Finished, Stopped, Failed}, j.State) }

// The errors of a queue.
var (
	ErrUnknown = errors.New("there is no such job")
	ErrFull    = errors.New("the queue is full")
	ErrOver    = errors.New("the job is over")
	ErrClosed  = errors.New("the server is ending")
	ErrQueued  = errors.New("a job already continues this run")
)

// The exit codes of the program that a queue distinguishes.
const (
	exitDone        = 0
	exitRefuted     = 3 // a sequential test that accepted its null hypothesis
	exitUndecided   = 4 // a sequential test that its schedule ended
	exitInterrupted = 130
)

// stateOf returns the state of a job whose process has ended by itself.
func stateOf(code int) State {
	switch code {
	case exitDone, exitRefuted, exitUndecided:
		return Finished
	case exitInterrupted:
		return Stopped
	}
	return Failed
}
