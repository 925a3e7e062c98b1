// Package cmd is the command line of Lanista, for the games that ship with it and for other
// games:
//
//	func main() { cmd.Main(mygame.New()) }
//
// is a program that tunes, rates, plays and exports agents of that game with every verb.
//
// [Main] runs the program of the process with some games; [Program.Run] runs it with any
// arguments and streams and returns its exit code.
//
// Every verb has a file that declares its flags, calls the package that does the work,
// defines the JSON document of the result, and prints the result as text, in this order.
// Package runs/documents has the documents that verbs share with the web API. Files such as
// weights.go and standings.go print parts that several verbs share.
package cmd
