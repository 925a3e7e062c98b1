package search

import "github.com/lanista/lanista/engines"

// Vector is the worth of a position to every seat. Units are the game's; they
// must stay below 2^59 in size so that means and differences do not overflow.
type Vector [engines.MaxSeats]int64

// Branch is a position one move, or one event of chance, further on.
type Branch[S any] struct {
	State  S
	Value  Vector       // filled by the search
	Move   engines.Move // what led here; nothing after chance
	Weight int32        // of an event of chance, in shares of all its siblings
	Stop   bool         // judged as it stands, whatever depth is left
	Chance bool         // chance moves next
}

// VectorGame is what [MaxN] needs to know of a game of up to engines.MaxSeats
// seats. A position S is a plain value. The methods must not keep pointers.
type VectorGame[S any] interface {
	// Turn is the seat to move.
	Turn(s *S) int
	// Expand appends a branch for every legal move, in move order; at least
	// one, for a position that is not marked Stop. It sets all fields but Value.
	Expand(s *S, dst []Branch[S]) []Branch[S]
	// Events appends a branch for every event of chance, with its Weight.
	Events(s *S, dst []Branch[S]) []Branch[S]
	// Evaluate writes the worth of a position to every seat.
	Evaluate(s *S, v *Vector)
}
