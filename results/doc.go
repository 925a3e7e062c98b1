// Package results is the ledger: one file that keeps what every run has done and
// found.
//
// What comes in: the rounds of a tuning run, the clusters of a tournament, the
// hits of a grid search. What goes out: records to show, a snapshot to resume
// from, the weights of a run with their evidence (package weights). Pictures are
// drawn of its records in charts, and pages written in report.
//
// A [Store] is one SQLite file. It is written by one connection in
// write-ahead-log mode, a transaction per round, and any SQLite client can read
// it meanwhile. A process that is killed at any instant loses at most the round
// in play: a committed transaction is in the log file, which belongs to the
// operating system, so the store asks for no disk flush per round
// (synchronous=NORMAL). A power failure may take the last rounds with it, but
// leaves a sound store with all rounds before them.
//
// The file's schema is schema.sql. A store of another format is refused. Every row has a checksum,
// so that a store which was damaged says so and never shows something else.
//
// A run has one owner at a time: the process that began or resumed it holds a
// lease, which every one of its transactions checks and renews.
package results
