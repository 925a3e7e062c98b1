// Package external brings programs of other people to the table: agents, and whole
// games, that are processes and speak a protocol.
//
// What comes in: [Program]s, commands that a person has written into a config. What
// goes out: engines. [Programs.Table] is a game of Lanista at which programs can
// sit, by the name of an agent's player; [Programs.Game] is a game that a program
// plays by itself. Both are [engines.ArenaFactory]s, so that everything that plays games
// plays these.
//
//   - proc runs processes and gives their lines; nothing else starts any.
//   - driver says what a conversation with a program is.
//   - ludus, and what lies beside it, are the protocols.
//
// A program's process is started when it is first needed, plays one seat of one
// game at a time, and is kept from game to game. [Programs.Close] ends all of them.
//
// A program that stalls or ends is given its game once more in a fresh process;
// then, and for any other failure at once, it forfeits the game. A program that
// cannot be started forfeits nothing: the game is not played.
package external
