package table

import (
	"errors"
	"fmt"
)

// Code is the kind of a refusal, in one word that programs can rely on.
type Code string

// The kinds of refusal.
const (
	BadRequest  Code = "bad_request"
	BadState    Code = "bad_state"    // damaged, or sealed with another key
	BadPosition Code = "bad_position" // the notation, or the number of seats
	BadSetting  Code = "bad_setting"
	BadAgent    Code = "bad_agent"
	IllegalMove Code = "illegal_move"
	NotFound    Code = "not_found"
	Busy        Code = "busy"     // too many searches at once
	TooSlow     Code = "too_slow" // not even the shallowest search was finished
)

// Error is a refusal. Nothing has changed.
type Error struct {
	Code Code
	// Field is the part of the request that is refused, as in "move" or
	// "settings.depth"; "" if it is all of it.
	Field string
	Err   error
}

// Error says what is wrong, without the code.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func refuse(code Code, field, format string, args ...any) error {
	return &Error{code, field, fmt.Errorf(format, args...)}
}

// refused keeps a refusal, and gives any other error a code and a field. It
// returns nil for nil.
func refused(code Code, field string, err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &Error{code, field, err}
}
