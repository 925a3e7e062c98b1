// Package cmd is the command line of Lanista. It is a whole program for the games that ship
// and for games of other modules.
//
// To tune a game of your own:
//
//  1. Implement [engines.Engine], as the example of package engines does for a game of two
//     players. If a game is only a score, package engines/solo makes an engine of a function.
//  2. Test the engine with package engines/enginetest.
//  3. Write a program whose function main calls cmd.Main(mygame.New()).
//  4. Write a config, such as mygame.yaml, and run "mygame evolve mygame.yaml". It tunes the
//     weights of the game and measures the result on new games.
//  5. Read the result: "mygame runs last" shows the run, "mygame export last" writes the
//     weights, and "mygame help" lists all verbs.
//
// A config can be as short as this:
//
//	engine: {name: mygame}
//	budget: {games: 10000}
//	verification: {games: 4000, opponents: [default]}
//
// [Main] takes games and uses the arguments and streams of the process. A [Program] may add
// presets, champions and strategies, and [Program.Run] takes arguments and streams and returns
// the exit code; the example of Program is a program with one game. A Go program that needs no
// command line uses package runs instead.
//
// Every verb has a file that declares its flags, calls the package that does the work,
// defines the JSON document of the result, and prints the result as text, in this order.
// Package runs/documents has the documents that verbs share with the web API. Files such as
// weights.go and standings.go print parts that several verbs share.
package cmd
