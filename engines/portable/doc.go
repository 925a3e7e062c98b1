// Package portable writes agents as programs that need nothing of Lanista, in Go, C, Python and
// JavaScript.
//
// A game that implements [Exporter] describes its agent by a [Program]: source text in a small
// subset of Go, and the values of its constants (weights, settings, tables). [Program.Write]
// substitutes the values and translates the source. [Vectors] plays games and records what the
// agent computes, and the files of [Program.Files] contain a test in the target language that
// compares the exported agent with this record.
//
// The source of a program must contain the functions
//
//	func Evaluate(position []int, seat int) float64
//	func Choose(position []int, depth int) int
//
// Evaluate returns the static evaluation of a position for a seat. Choose returns the number of
// the move that the agent makes with a search of the given depth. The game defines the numbers of
// a position and of a move.
//
// # The subset
//
// Values have the types int, float64, bool, []int and []float64. Top-level declarations are
// constants, variables with a composite literal or a slice of constant length made by make, and
// functions with at most one result. Local slices are made by make, too, and have the value zero.
// Statements are definitions and assignments of one value, if, switch without a tag, return, break
// (outside of a switch), continue, calls, and the loops "for condition" and "for i := range n".
// The functions min, max, float64, int and those of package math in [mathNames] are known. There
// are no closures, structs, strings and imports besides math. Numbers stay below 2^53, because
// JavaScript has no larger integers.
package portable
