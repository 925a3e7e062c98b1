// Package lanista is the root of the module and contains no code. Lanista tunes the weights of
// game-playing agents: it plays agents against each other, searches for better weights, and
// measures the result in games that the search has not used.
//
// Install the program, or use the packages below in a program of your own:
//
//	go install github.com/lanista/lanista/cmd/lanista@latest
//
// # Where to begin
//
// To tune a game of your own, implement the interface Engine of package engines and write this
// main function. The program then has every verb of the command line:
//
//	func main() { cmd.Main(mygame.New()) }
//
// The packages to read first are:
//
//   - Package engines has a whole game as its example, Nim. Package engines/solo makes an engine of
//     a function, for games that are only a score, and package engines/enginetest tests an engine.
//   - Package cmd is the command line, with the steps from a game to tuned weights.
//   - Package runs has the functions behind the verbs, for programs without a command line. Its
//     examples tune a game, play a tournament, search a grid and fit weights.
//   - Package tuning is the layer below, without configs and stores: a loop over the rounds of a
//     strategy and the verification of its result.
//
// # Packages
//
// The exported API of these packages is stable within a major version:
//
//	cmd         the command line as a function: cmd.Main(games...)
//	runs        runs of every kind: tune, tournament, grid, fit
//	configs     the types of a config, its loader, and the presets
//	results     the store of runs, one SQLite file
//	engines     the contract of a game, and the referee; also its enginetest, solo and search
//	tournament  schedules, the executors that play games, standings
//	rating      ratings, intervals, sequential tests
//	tuning      the loop of a search, verification; strategies in its subpackages
//	genetic     a strategy: a population of weight vectors that breeds
//	elementary  functions such as Exp with the same results on every processor
//
// All other packages may change in any version, among them the games that ship, in subpackages of
// engines: risk, riskclassic, hare, othello, minesweeper, game2048, chess and goban. The file
// docs/compatibility.md states the details, ARCHITECTURE.md describes how the packages work
// together, and docs/own-game.md is a tutorial.
package lanista
