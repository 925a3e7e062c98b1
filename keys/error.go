package keys

import (
	"errors"
	"fmt"
)

// KeyError is a mistake in the value of one config key.
type KeyError struct {
	// Path is the key relative to the validated section, such as "mutation.rate" or
	// "agents[2].settings.depth". It is empty for a mistake that concerns the whole section.
	Path string
	Err  error
}

// Error returns the key and the mistake, separated by a colon.
func (e *KeyError) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap returns the mistake without its key.
func (e *KeyError) Unwrap() error { return e.Err }

// Errorf returns a [KeyError] whose text has the given format.
func Errorf(path, format string, args ...any) error {
	return &KeyError{path, fmt.Errorf(format, args...)}
}

// Under puts a key in front of the key of every mistake in err, so that "rate" becomes
// "mutation.rate". It returns nil for nil.
func Under(path string, err error) error {
	if err == nil || path == "" {
		return err
	}
	var moved []error
	for _, e := range All(err) {
		moved = append(moved, &KeyError{join(path, e.Path), e.Err})
	}
	if len(moved) == 1 {
		return moved[0]
	}
	return errors.Join(moved...)
}

// All returns the mistakes in a tree of errors, in order. An error without a key has an empty
// path.
func All(err error) []*KeyError {
	switch e := err.(type) {
	case nil:
		return nil
	case *KeyError:
		var out []*KeyError
		for _, inner := range All(e.Err) {
			out = append(out, &KeyError{join(e.Path, inner.Path), inner.Err})
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

func join(path, key string) string {
	switch {
	case path == "":
		return key
	case key == "" || key[0] == '[':
		return path + key
	}
	return path + "." + key
}
