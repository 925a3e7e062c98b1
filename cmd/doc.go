// Package cmd is the command line of Lanista, for the games that ship with it
// and for those of anybody else:
//
//	func main() { cmd.Main(mygame.New()) }
//
// is a program that tunes, rates, plays and exports agents of that game, with
// every verb there is.
//
// What comes in: games ([Main]), or a whole [Program]. What goes out: an exit
// code, and what was printed. A verb is a file here. A file parses and checks
// what was typed, calls the room that does the work, and prints what it returns.
package cmd
