package protocol

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
)

// ErrSilent is wrapped by the errors that report that a program has not answered in time.
var ErrSilent = errors.New("no answer")

// silence is the error of a program that does not answer in time. It wraps [ErrSilent].
type silence struct {
	allowed time.Duration
	limit   string // the config key or name of the limit, or ""
	printed string // what the program printed instead, a part of a sentence such as `"x"; ...`, or ""
}

func (s *silence) Error() string {
	text := fmt.Sprintf("%v within %v", ErrSilent, s.allowed)
	if s.limit != "" {
		text += ", the limit " + s.limit
	}
	if s.printed != "" {
		text += "; it printed " + s.printed
	}
	return text
}

func (s *silence) Unwrap() error { return ErrSilent }

// limitedBy adds the name of the exceeded time limit to the error of a program that does not answer
// in time. key is the config key of this limit or another name for it. limitedBy returns other
// errors unchanged.
func limitedBy(key string, err error) error {
	if s, ok := errors.AsType[*silence](err); ok {
		s.limit = key
	}
	return err
}

// processFault converts an error of package process to an *[engines.Fault], a failure that loses
// the game. A missing answer becomes a stall, an exit a crash, and a line that is too long a
// malformed answer. Other errors are returned unchanged. allowed is the time that the process had
// for its answer.
func processFault(err error, allowed time.Duration) error {
	var ended *process.EndedError
	switch {
	case errors.Is(err, process.ErrTime):
		s := &silence{allowed: allowed}
		if part, ok := errors.AsType[*process.UnfinishedError](err); ok {
			s.printed = fmt.Sprintf("%q without the end of the line, \\n", Printable(part.Written))
		}
		return &engines.Fault{Kind: engines.ForfeitStalled, Err: s}
	case errors.Is(err, process.ErrInput):
		return &engines.Fault{Kind: engines.ForfeitStalled, Err: err}
	case errors.As(err, &ended):
		return &engines.Fault{Kind: engines.ForfeitCrashed, Err: err}
	case errors.Is(err, process.ErrLong):
		return &engines.Fault{Kind: engines.ForfeitMalformed, Err: err}
	}
	return err
}

// malformed returns an *[engines.Fault] for an answer that violates the protocol.
func malformed(format string, args ...any) error {
	return &engines.Fault{Kind: engines.ForfeitMalformed, Err: fmt.Errorf(format, args...)}
}

// reported returns an *[engines.Fault] for a program that answered a request with an error
// message.
func reported(text string) error {
	if strings.TrimSpace(text) == "" {
		text = "an error without a message"
	}
	return &engines.Fault{Kind: engines.ForfeitError, Err: errors.New(Printable(text))}
}

// explainSilence explains why a handshake has failed. It adds what the program printed in place of
// the missing answer to the error err. missing is the expected answer, and advice is a sentence
// about the protocol. Errors other than a missing answer are returned unchanged.
func explainSilence(err error, o Options, printed []string, missing, advice string) error {
	return explainSilenceWithin("timeouts.start", o.Timeouts.Start, err, o, printed, missing, advice)
}

// explainSilenceWithin is like [explainSilence], for a part of the handshake with a time limit of
// its own. limit is this time, and key is its name or config key for the error.
func explainSilenceWithin(key string, limit time.Duration, err error, o Options, printed []string, missing, advice string) error {
	fault, ok := errors.AsType[*engines.Fault](err)
	if !ok || fault.Kind != engines.ForfeitStalled {
		return err
	}
	instead := ""
	if s, ok := errors.AsType[*silence](err); ok && s.printed != "" {
		instead = "; it printed " + s.printed
	} else if len(printed) > 0 {
		instead = fmt.Sprintf("; it printed %q", printed[0])
	} else if text := o.Process.Stderr(); text != "" {
		instead = fmt.Sprintf("; on standard error: %q", Printable(text))
	}
	return &engines.Fault{Kind: fault.Kind, Err: fmt.Errorf("no %s within %v, the limit %s%s; %s", missing, limit, key, instead, advice)}
}
