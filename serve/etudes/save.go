package etudes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// Save stores a rating of the etude in the given line of a set, and returns the changed set. It
// returns one of these errors:
//
//   - ErrReadOnly if the library has no folder,
//   - ErrUnknown if there is no such set or no etude in this line,
//   - ErrInvalid as Open does,
//   - ErrChanged if tag is not "" and differs from the current tag of the set,
//   - a [RefusedError] if the seat does not exist.
func (s *Library) Save(name string, line int, r Rating, tag string) (Set, error) {
	if !namePattern().MatchString(name) {
		return Set{}, unknownSet(name)
	}
	if s.dir == nil {
		return Set{}, ErrReadOnly
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	set, kept, err := s.open(name)
	if err != nil {
		return Set{}, err
	}
	if tag != "" && tag != set.Tag {
		return Set{}, ErrChanged
	}
	position := ""
	for _, e := range set.Etudes {
		if e.Line == line {
			position = e.Position
		}
	}
	if position == "" {
		return Set{}, &lineError{line}
	}
	text, err := enter(set.Engine, kept, training.Etude{Position: position, Winner: r.Winner, Comment: r.Comment})
	if err != nil {
		return Set{}, &RefusedError{err}
	}
	if err := s.replace(name+".csv", text); err != nil {
		return Set{}, fmt.Errorf("etudes %s: %w", name, err)
	}
	set, _, err = s.open(name)
	return set, err
}

// lineError is the error for a line of an etude set that contains no etude (labelled position).
type lineError struct{ Line int }

func (e *lineError) Error() string {
	return fmt.Sprintf("the set has no etude in line %d; a line is counted in the file of the set, with its comments", e.Line)
}

// Is reports whether target is ErrUnknown.
func (e *lineError) Is(target error) bool { return target == ErrUnknown }

// RefusedError is the error for a rating of a position that names a seat which the game does not have.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }

func (e *RefusedError) Unwrap() error { return e.Err }

// enter replaces the line of a position in the text of a rating file, or appends a line. All
// other lines remain unchanged.
func enter(e engines.Engine, text []byte, rated training.Etude) ([]byte, error) {
	var out bytes.Buffer
	if err := training.WriteEtudes(e, &out, []training.Etude{rated}); err != nil {
		return nil, errors.Unwrap(err)
	}
	line := strings.TrimRight(out.String(), "\n")
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if len(text) == 0 {
		lines = nil
	}
	at := -1
	for i, l := range lines {
		if list, err := training.ReadEtudes(e, strings.NewReader(l)); err == nil && len(list) == 1 && list[0].Position == rated.Position {
			at = i
		}
	}
	if at < 0 {
		lines = append(lines, line)
	} else {
		lines[at] = line
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// replace writes a file atomically, so that readers never see an incomplete file.
func (s *Library) replace(name string, text []byte) error {
	temporary := "." + name + ".new"
	f, err := s.dir.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, s.dir.Remove(temporary))
	}
	return s.dir.Rename(temporary, name)
}
