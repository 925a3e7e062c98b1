package engines

import (
	"context"
	"image"
)

// Analyst is kept by engines that can explain what an agent thinks of a
// position.
type Analyst interface {
	Analyze(ctx context.Context, p Position, a Agent) (Analysis, error)
}

// Analysis is what an agent thinks of a position.
type Analysis struct {
	Features []Feature  // the terms of the evaluation, in the order of the Spec
	Static   []float64  // the evaluation of the position itself, one per seat
	Value    []*float64 // what the search returns, one per seat; nil for a seat it does not value
	Best     string     // the move chosen, as FormatMove writes it; "" when the game is over
	Nodes    uint64     // positions that the search visited
	Extra    []Extra    // what the game adds, in order
}

// Feature is one term of an evaluation, with its value to every seat.
type Feature struct {
	Name   string
	Values []float64
}

// Extra is a named addition of one game to an Analysis. Value must marshal to
// JSON; Text is the same for a person, one or more lines, or "" to leave it out.
type Extra struct {
	Key   string
	Value any
	Text  string
}

// Solver is kept by engines that can solve a position exactly.
type Solver interface {
	// Solve returns the additions to an Analysis that the exact answer brings.
	// It fails on a position too large to solve.
	Solve(ctx context.Context, p Position) ([]Extra, error)
}

// Perfter is kept by engines that count move sequences themselves.
type Perfter interface {
	// Perft counts the sequences of depth moves from g with chance switched
	// off, and what else the game's convention counts.
	Perft(ctx context.Context, g Game, depth int) (nodes uint64, extra []Extra, err error)
}

// Illustrator is kept by engines that can draw a position for a terminal.
type Illustrator interface {
	// Draw returns the position as lines of text for a terminal, with the legal
	// moves marked.
	Draw(p Position) string
}

// Painter is kept by engines that can draw a position as a picture.
type Painter interface {
	Paint(p Position) (image.Image, error)
}

// Roster is kept by engines that ship agents with names of their own: levels,
// published weights, baselines.
type Roster interface {
	Roster() []Agent
}
