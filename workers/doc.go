// Package workers plays the games of a run in other processes and on other machines,
// over NATS JetStream.
//
// The run's process opens a [Hub], which starts a server or connects to an existing
// cluster. [Hub.Executor] returns a [tournament.Executor]: it receives the jobs of a
// tournament and returns the results. A worker process calls [Work].
//
// # Terms
//
// A batch is one schedule of a run. A job is one pairing of a batch with everything that its games
// need ([tournament.Job]). A task is a stretch of consecutive jobs of a batch that takes about a
// second. A slot is a goroutine of a worker that plays games. The header contains what all tasks of
// a batch share: the game, its settings and the agents. The server stores three streams: tasks,
// results and headers.
//
// A session is one call of [tournament.Executor.Execute] by the run's process. A check is a further
// execution of a task by another worker, to compare the results. An audit compares the tasks
// without a result with the messages on the server, to find those that were lost.
//
// # What the package guarantees
//
// Each job has one result, even if workers crash or the server is restarted. The server only
// transports messages: a task depends on nothing but its seeds, so a lost task is published again,
// and a second result equals the first. Messages are not trusted. Their sizes are bounded, and
// results are checked against the task. A share of the tasks is played by two workers
// ([HubOptions.Verify]), and more workers play a task if their results differ. No message can make a
// worker start a program that the worker does not allow.
//
// No other package imports NATS.
package workers
