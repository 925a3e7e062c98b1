package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/keys"
)

// The exit codes of a program.
const (
	Done        = 0
	Failed      = 1   // the work failed
	Misused     = 2   // the command line or a config is wrong
	Refuted     = 3   // it ran, but the claim put to the test failed
	Undecided   = 4   // it ran, and a sequential test cannot decide yet
	Interrupted = 130 // stopped by a signal; what was finished is saved
)

// exitError is an error that knows the exit code it deserves.
type exitError struct {
	Code int
	Err  error
}

// Error is the text of the error itself.
func (e *exitError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *exitError) Unwrap() error { return e.Err }

// Exit gives an error an exit code.
func Exit(code int, err error) error { return &exitError{code, err} }

// Exitf makes an error with an exit code.
func Exitf(code int, format string, args ...any) error {
	return Exit(code, fmt.Errorf(format, args...))
}

// Usage marks an error as a mistake in what was typed or configured; nil stays nil.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return Exit(Misused, err)
}

// Usagef makes an error that is a mistake in what was typed.
func Usagef(format string, args ...any) error { return Exitf(Misused, format, args...) }

// OfFlags marks the mistakes of options whose keys are the names of flags as mistakes in
// what was typed. An error that is about no key stays as it is.
func OfFlags(err error) error {
	mistakes := keys.All(err)
	if !slices.ContainsFunc(mistakes, func(m *keys.KeyError) bool { return m.Path != "" }) {
		return err
	}
	var errs []error
	for _, m := range mistakes {
		flag, rest, _ := strings.Cut(m.Path, ".")
		if rest != "" {
			rest += ": "
		}
		errs = append(errs, fmt.Errorf("--%s: %s%w", flag, rest, m.Err))
	}
	return Usage(errors.Join(errs...))
}

// Code is the exit code that an error deserves: 0 of nil, and 1 of one that knows none.
func Code(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return Done
	case errors.As(err, &e):
		return e.Code
	}
	return Failed
}

// Alone refuses other flags beside one that says by itself what they say.
func Alone(f *pflag.FlagSet, flag string, others ...string) error {
	if !f.Changed(flag) {
		return nil
	}
	for _, name := range others {
		if f.Changed(name) {
			return Usagef("--%s does not go with --%s", name, flag)
		}
	}
	return nil
}
