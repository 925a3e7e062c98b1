// Package exported contains the text of the program that the export writes for the chess agents,
// from package source. The export replaces the values of the constants and lists.
package exported

import _ "embed"

// Constants is the text of source/constants.go: weights, settings and tables.
//
//go:embed source/constants.go
var Constants string

// Rules is the text of source/rules.go: the board, attacks and legal moves.
//
//go:embed source/rules.go
var Rules string

// Evaluation is the text of source/evaluation.go: the features of a position and their sum.
//
//go:embed source/evaluation.go
var Evaluation string

// Search is the text of source/search.go: draws, the order of moves, the search, and the functions
// Evaluate and Choose.
//
//go:embed source/search.go
var Search string
