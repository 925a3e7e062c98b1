// Package crew is who plays for a run besides its own process: worker processes on this
// machine, workers on others, those of a NATS cluster.
//
// What comes in: [Options], and a [Host], the program that hires. What goes out: executors
// for package runs. Local workers are this program again, as its verb worker; they are
// started again when they die, and end with the crew. How tasks travel is a matter of
// package workers.
package crew
