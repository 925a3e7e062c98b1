package search

import "github.com/lanista/lanista/engines"

// Vector contains the value of a position for every seat, in units of the game. Values must stay
// below 2^59 in size, so that means and differences do not overflow.
type Vector [engines.MaxSeats]int64

// Branch is a position after one move or one event of chance.
type Branch[S any] struct {
	State  S
	Value  Vector       // set by the search
	Move   engines.Move // that leads to the position; unused for an event of chance
	Weight int32        // of an event of chance: its probability is Weight over the sum of all weights
	Stop   bool         // the position is evaluated and not searched
	Chance bool         // an event of chance follows
}

// VectorGame is the game of a [MaxN], with at most engines.MaxSeats seats. A position S is a plain
// value. The methods must not retain pointers.
type VectorGame[S any] interface {
	// Turn returns the seat to move.
	Turn(s *S) int
	// Expand appends a branch for every legal move, in the game's order, and sets all fields but
	// Value. A position without Stop has at least one move.
	Expand(s *S, dst []Branch[S]) []Branch[S]
	// Events appends a branch for every event of chance, with its Weight.
	Events(s *S, dst []Branch[S]) []Branch[S]
	// Evaluate sets the value of a position for every seat.
	Evaluate(s *S, v *Vector)
}
