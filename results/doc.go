// Package results stores runs in a file: their configs, rounds, games and results.
//
// A [Store] is one SQLite file. [Store.Begin] and [Store.Resume] return a [Run], which
// writes: the rounds of a search, the pairings of a tournament, the result of a grid
// search. The other methods of a Store read: lists of runs, a [Record] of one run, its
// games, its weights as a document (package weights). Package charts draws records, and
// package report writes them as a page.
//
// One connection writes the file, in write-ahead-log mode and one transaction per round.
// Any SQLite client can read it at the same time. A process that is killed loses at most
// the round in play: a committed transaction is in the log file, which the operating system
// keeps. The store requests no disk flush per round (synchronous=NORMAL), so a power
// failure may lose the last rounds; the store with all rounds before them stays intact.
//
// schema.sql contains the schema. A store of another format is refused. Every row has a
// checksum, so that reading damaged data returns an error ([ErrDamaged]).
//
// One process at a time writes a run: the process that began or resumed it holds a lease,
// which every transaction checks and renews.
package results
