package jobs

import (
	"errors"
	"slices"
	"time"
)

// State is the state of a job.
type State string

// These are the states of a job.
const (
	Waiting  State = "waiting"  // in the queue
	Running  State = "running"  // in a process
	Stopping State = "stopping" // interrupted; the process stores its results
	Finished State = "finished" // successful
	Stopped  State = "stopped"  // ended early by a client, by the time limit or at the end of the server; except for a grid search, finished games are in the store
	Failed   State = "failed"   // not started or ended by an error, see Error
)

// Work describes what a job does: a new run, or the resumption or explanation of a stored run. For
// a new run, either Preset or Config is set. For a stored run, Resume is set.
type Work struct {
	Verb     string   // evolve, tournament, grid, fit or explain
	Engine   string   // name of the game
	Strategy string   // "" for a tournament
	Name     string   // name of the run; may be empty
	Preset   string   // name of a preset, or run:ID for the config of a stored run
	Config   string   // text of a config in YAML, if Preset is empty
	Set      []string // changed values of the config, as path=value
	Resume   string   // ID of a run to resume or explain; "" to start a new one
	Games    int      // number of games of an explanation; 0 for the default
	// Etudes is the text of labelled positions that a grid search reads in place of those of its
	// config, and EtudesName the name of their file, which the run stores.
	Etudes, EtudesName string
}

// Explain is the value of [Work.Verb] for a job that explains the result of a stored run.
const Explain = "explain"

// Job is an element of the queue of runs to execute: the work to do and its current state.
type Job struct {
	ID string
	Work
	State State
	Run   string // ID of the run; "" while unknown
	Error string // cause of a failure, of a stop by the time limit, or why the process could not be interrupted
	// Position is the place among the waiting jobs, counted from 1. It is 0 if the job is not
	// waiting.
	Position int
	Code     *int // exit code of the process; nil before its end, or if a signal ended it
	Created  time.Time
	Started  time.Time // zero before the start
	Ended    time.Time // zero before the end
}

func (j Job) Over() bool { return slices.Contains([]State{Finished, Stopped, Failed}, j.State) }

// These errors are returned by the methods of a [Queue]. The queue is full or closed, or the job is
// unknown, over or already queued.
var (
	ErrUnknown   = errors.New("unknown job")
	ErrQueueFull = errors.New("the queue is full")
	ErrOver      = errors.New("the job is over")
	ErrClosed    = errors.New("the server is shutting down")
	ErrQueued    = errors.New("a job already continues this run")
)

// These are the exit codes of the program that do not mean failure.
const (
	exitDone        = 0
	exitRefuted     = 3 // a sequential test accepted H0
	exitUndecided   = 4 // a sequential test reached the end of its schedule
	exitInterrupted = 130
)

// StateOf returns the final state of a job from the exit code of its process. A test of package cmd
// checks that the program has the same exit codes.
func StateOf(code int) State {
	switch code {
	case exitDone, exitRefuted, exitUndecided:
		return Finished
	case exitInterrupted:
		return Stopped
	}
	return Failed
}
