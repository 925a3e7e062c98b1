package keys

import (
	"errors"
	"fmt"
)

// KeyError is an error about the value of one config key.
type KeyError struct {
	// Path is the key relative to the validated section, such as "mutation.rate" or
	// "agents[2].settings.depth". It is empty if the error concerns the whole section.
	Path string
	Err  error
}

// Error returns the key and the message, separated by a colon.
func (e *KeyError) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap returns the error without its key.
func (e *KeyError) Unwrap() error { return e.Err }

// Errorf returns a [KeyError] for the key path with a formatted message.
func Errorf(path, format string, args ...any) error {
	return &KeyError{path, fmt.Errorf(format, args...)}
}

// Under puts the key path in front of the key of every mistake in err: with "mutation", the key
// "rate" becomes "mutation.rate". It returns nil if err is nil.
func Under(path string, err error) error {
	if err == nil || path == "" {
		return err
	}
	var moved []error
	for _, e := range All(err) {
		moved = append(moved, &KeyError{Join(path, e.Path), e.Err})
	}
	if len(moved) == 1 {
		return moved[0]
	}
	return errors.Join(moved...)
}

// All returns all mistakes in err, which may be a tree of joined errors, in order. An error without
// a key becomes a [KeyError] with an empty path.
func All(err error) []*KeyError {
	switch e := err.(type) {
	case nil:
		return nil
	case *KeyError:
		var out []*KeyError
		for _, inner := range All(e.Err) {
			out = append(out, &KeyError{Join(e.Path, inner.Path), inner.Err})
		}
		return out
	case interface{ Unwrap() []error }:
		var out []*KeyError
		for _, one := range e.Unwrap() {
			out = append(out, All(one)...)
		}
		return out
	}
	return []*KeyError{{Err: err}}
}

// Join returns the path of a config key that consists of a path and a further key, joined by a dot.
// Either may be empty. A key of the form "[2]", an item of the list at the path, is joined without
// a dot.
func Join(path, key string) string {
	switch {
	case path == "":
		return key
	case key == "" || key[0] == '[':
		return path + key
	}
	return path + "." + key
}
