// Package external runs external programs as agents and as games. A [Program] is a command from a
// config that speaks one of the protocols of package protocol. Package process runs it.
//
// [Programs] holds the programs of a run. There are three ways to use a program:
//
// - [Programs.Table] returns a game of Lanista in which programs are players, named by an agent's Player.
// - [Programs.Game] returns a game that a program plays by itself, for all seats.
// - [Programs.Rules] returns a game whose rules a program implements.
//
// All of them are engines, and the first two are [engines.ArenaFactory]s, so that tournaments and
// strategies need no code for processes.
//
// A process starts when it is first needed, plays one seat of one game at a time, and is reused
// for later games. [Programs.Close] ends all processes.
//
// After a stall or a crash the game is repeated once with a new process. A second one, and any
// other failure of a program, forfeits the game. If a program cannot be started, the game is not
// played and no agent forfeits.
package external
