package search

import "github.com/lanista/lanista/engines"

// Vector contains the value of a position for every seat, in a unit that the game chooses. Absolute
// values must stay below 2^61. Multiplied by the sum of the weights of a chance event, they must
// stay below 2^63. With these limits, differences and means do not overflow.
type Vector [engines.MaxSeats]int64

// Branch is the position after one move or one chance event.
type Branch[S any] struct {
	State  S
	Value  Vector       // set by the search
	Move   engines.Move // that leads to the position; unused for an event of chance
	Weight int32        // of an event of chance: its probability is Weight over the sum of all weights
	Stop   bool         // the position is evaluated and not searched
	Chance bool         // an event of chance follows
}

// VectorGame describes a game to a [MaxN] search. The game has at most engines.MaxSeats seats. A
// position S must be a plain value. The methods must not keep pointers to it.
type VectorGame[S any] interface {
	// Turn returns the seat to move.
	Turn(s *S) int
	// Expand appends a branch for every legal move, in the game's order. It sets all fields but
	// Value. Every position that does not end the search has at least one move.
	Expand(s *S, dst []Branch[S]) []Branch[S]
	// Events appends a branch for every possible outcome of a chance event, with its Weight.
	Events(s *S, dst []Branch[S]) []Branch[S]
	// Evaluate sets the value of a position for every seat.
	Evaluate(s *S, v *Vector)
}
