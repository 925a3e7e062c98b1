package external

import (
	"context"
	"errors"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
)

// running is a process of a program. One goroutine uses it at a time.
type running struct {
	program *program
	process *proc.Process
	session driver.Session
	file    string          // the temporary file with its weights
	weights engines.Weights // those of its command, or of its last game
	games   int             // begun
	busy    bool            // it plays
	broken  bool            // it cannot be used any more
	late    bool            // its last answer has not come yet
}

// failed notes what an error means for the process, and returns it. An illegal move
// and a late one leave it as it is.
func (r *running) failed(ctx context.Context, err error) error {
	var fault *engines.Fault
	switch {
	case err == nil:
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		r.late = true
	case errors.As(err, &fault) && fault.Kind == engines.ForfeitIllegal:
	default:
		r.broken = true
	}
	return err
}

// fits reports whether a process can play a game with some weights.
func (r *running) fits(w engines.Weights) bool {
	switch {
	case r.broken || r.late || r.process.Exited():
		return false
	case r.games == 0 && !r.program.startsWithWeights():
		return true
	case r.program.Restart == EachGame:
		return r.games == 0 && slices.Equal(r.weights, w)
	case r.program.Restart == WithWeights:
		return slices.Equal(r.weights, w)
	}
	return true
}
