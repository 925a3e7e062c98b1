// Package external makes programs agents and games. A [Program] is a command from a config
// that speaks one of the protocols of package protocol; package process runs it.
//
// [Programs] holds the programs of a run. [Programs.Table] returns a game of Lanista in
// which programs are players, named by an agent's Player. [Programs.Game] returns a game that
// a program plays itself, and [Programs.Rules] a game whose rules a program owns. All of them
// are engines, and the first two are [engines.ArenaFactory]s, so that tournaments and strategies
// contain nothing about processes.
//
// A process starts when it is first needed, plays one seat of one game at a time, and is
// reused for later games. [Programs.Close] ends all processes.
//
// After a stall or a crash the game is played once more with a new process; a second one,
// and any other failure of a program, forfeits the game. If a program cannot be started, the
// game is not played and no agent forfeits.
package external
