package panics

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Error returns an error that contains the cause of a panic and the function, file and line in
// which the panic began. The deferred function that recovers must call Error before it returns.
func Error(cause any) error {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	unwinding := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			unwinding = true
		case unwinding && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Errorf("panic: %v in %s (%s:%d)", cause, path.Base(f.Function), path.Base(f.File), f.Line)
		}
		if !more {
			return fmt.Errorf("panic: %v", cause)
		}
	}
}

// In adds a position to err, an error about a panic: the position of the game in which the panic
// happened. It returns err unchanged if position is nil or its String method panics.
func In(err error, position fmt.Stringer) (located error) {
	if position == nil {
		return err
	}
	defer func() {
		if recover() != nil {
			located = err
		}
	}()
	return fmt.Errorf("%w, in the position %s", err, position.String())
}
