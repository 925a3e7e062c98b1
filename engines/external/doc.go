// Package external runs external programs as agents and as games. A [Program] is a command from a
// config that speaks one of the protocols of package protocol. Package process runs it.
//
// [Programs] holds the programs of a run. There are three ways to use a program:
//
//   - [Programs.Table] returns a game of Lanista in which programs are players, named by an
//     agent's Player.
//   - [Programs.Game] returns a game that a program plays by itself, for all seats (role arena;
//     hosted.go).
//   - [Programs.Rules] returns a game whose rules a program implements (role game; rules.go,
//     rules_position.go, rules_session.go).
//
// All of them are engines, and the first two are [engines.ArenaFactory]s, so that tournaments and
// strategies need no code for processes.
//
// A process starts when it is first needed and is reused for later games. A process serves one game
// at a time: as the player of one seat, as the rules of the game, or for a whole game that it plays
// by itself. [Programs.Close] ends all processes.
//
// What follows from a failure depends on the use of the program. If a player stalls or crashes, the
// game is repeated once with new processes. Its second such failure, and any other failure of a
// player, forfeits the game. A failure of the rules is an [engines.BrokenError], and a failure of a
// program that plays whole games is an error too: the game is then not played, and no agent
// forfeits. The same holds for a program that cannot be started.
package external
