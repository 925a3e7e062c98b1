// Package workers plays the games of a run in other processes and on other
// machines, over NATS JetStream.
//
// What comes in: the jobs of a tournament ([Hub.Executor] is a
// [tournament.Executor]) and, on the other side, the games that a worker knows
// ([Work]). What goes out: the results of the jobs, each once, whatever dies on
// the way.
//
// A [Hub] is the side of the run. It brings a server of its own, in this process,
// or uses a cluster that is there. It cuts a batch into tasks, stretches of
// consecutive pairings that take about a second, publishes as many as the workers
// can hold, and takes in what comes back. A worker pulls one task for every slot,
// plays it, with the help of slots that have none, publishes the result and
// acknowledges the task when the result is safe.
//
// The server is transport and never the record of anything: a task is a function of
// its seeds, so whatever the server loses is published again, and a result that
// comes twice is the same one. Nothing that comes over the wire is believed: sizes
// are bounded, results are checked against what was asked, a share of the tasks is
// played twice and compared ([Options.Verify]), and no message can make a worker
// start a program.
//
// This is the only package that knows NATS. Built with the tag nobroker it is there,
// and its functions return [ErrNoBroker].
package workers
