// Package results stores runs in an SQLite file: their configs, rounds, games and results. A run is
// one execution of a config: a search for weights, a tournament, a grid search or a fit.
//
// A [Store] is one such file. To read it:
//
//  1. Open it with [OpenReadOnly]. Another process may write it at the same time.
//  2. List its runs with [Store.List] and a [Query].
//  3. Read one run with [Store.Get], by its id, its name or "last". The [Record] has its config, its
//     rounds and its result with the verification; [Record.Verdict] is the conclusion.
//  4. Read games with [Store.Games], or the pairings of a round with [Store.Pairings].
//
// The example of [OpenReadOnly] does this. [Store.Begin] and [Store.Resume] return a [Run] for
// writing the rounds of a search, the pairings of a tournament or the result of a grid search; the
// example of this package writes a run. Package weights makes a document of a run's weights,
// package charts draws records, and package report writes them as a page.
//
// One connection writes the file, in write-ahead-log mode and one transaction per round. Any
// SQLite client can read the file at the same time. A process that is killed loses at most the
// current round, because the operating system keeps the log file. The store requests no disk
// flush per round (synchronous=NORMAL), so a power failure may lose the last rounds. Earlier
// rounds stay intact.
//
// schema.sql contains the schema. Opening a store of another format returns an error. Every row
// except the tags of runs has a checksum, so that reading damaged data returns an error
// ([ErrDamaged]). A row whose checksum is NULL is not verified, which lets other programs change a
// row.
//
// One process at a time writes a run. The process that began or resumed the run holds a lease,
// and every transaction checks and renews it.
package results
