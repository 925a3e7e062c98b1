// Package cmd is the command line of Lanista, for the games that ship with it
// and for other games:
//
//	func main() { cmd.Main(mygame.New()) }
//
// is a program that tunes, rates, plays and exports agents of that game, with
// every verb there is.
//
// [Main] runs the program of the process with some games; [Program] runs it with
// any arguments and streams and returns its exit code.
//
// Every verb has a file, which declares its flags, calls the package that does
// the work, and prints the result: as JSON by package documents, as text by a
// method of textWriter in the same file or in VERB_text.go beside it.
package cmd
