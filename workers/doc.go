// Package workers plays the games of a run in other processes and on other machines,
// over NATS JetStream.
//
// The run's process opens a [Hub], which starts a server or connects to an existing
// cluster. [Hub.Executor] returns a [tournament.Executor]: it receives the jobs of a
// tournament and returns the results. A worker process calls [Work].
//
// # Terms
//
// A batch is one schedule of a run. A task is a stretch of consecutive pairings of a
// batch that takes about a second. A slot is a goroutine of a worker that plays games.
// The header contains what all tasks of a batch share: the game, its settings and the
// agents. The server stores three streams: tasks, results and headers.
//
// # A job, from the executor to a worker and back
//
//  1. executor.Execute (executor.go) creates a batch and calls batch.play, the loop that
//     owns all state of the batch (batch.go).
//  2. batch.requestStretch chooses the number of pairings (pace.size, pace.go). Jobs.Take
//     returns them. batch.handOut makes a task of them, headerWindow.task makes its header
//     (header.go), and batch.publish passes the message to batchQueue.publish (queue.go).
//  3. In the worker, worker.pull waits for a free slot and receives the task from a
//     taskSource (worker.go, source.go). worker.handle checks version and build (task.go).
//  4. worker.play reads the header and gets an arena (arenas.go). slotPool.play distributes
//     the pairings over the free slots (slots.go); each calls tournament.Job.Play.
//  5. worker.publishResult publishes the result, waits until the server has stored it, and
//     acknowledges the task.
//  6. batch.receive and batch.accept (results.go) check the result against the task and
//     yield it to the caller of Execute.
//
// Twice a second batch.requestAudit compares the tasks on the server with the status
// messages of the workers; batch.applyAudit publishes lost tasks again (audit.go).
//
// # What the package guarantees
//
// Each job has one result, even if workers or the server die. The server only transports:
// a task depends on nothing but its seeds, so a lost task is published again, and a second
// result equals the first. Messages are not trusted: sizes are bounded, results are checked
// against the task, a share of the tasks is played by two workers ([Options.Verify]), a third
// worker decides if they disagree (verify.go), and no message can make a worker start a program
// that the worker does not allow.
//
// No other package imports NATS. A program built with the tag nobroker contains no NATS;
// [Open], [Work] and [List] then return [ErrNoBroker].
package workers
