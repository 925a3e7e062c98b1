package engines

import (
	"errors"
	"io"
)

// Judged is a position with what came of it, or what is known to come of it.
type Judged struct {
	Position Position
	Outcome  Outcome
	Game     int // positions of one game have one number; they stand together
	Line     int // where it stood in its file, from 1
}

// ErrNotArchive says that a file is in no format that a game's archive reads.
var ErrNotArchive = errors.New("not a file of games or positions that this game knows")

// Archive is implemented by engines that read files of games or of positions with
// known values in formats of their own.
type Archive interface {
	// ReadArchive reads a whole file, whose name may tell its format, and calls each
	// with one position after the other, so that a file of millions needs no room. An
	// error of each ends it. Errors name the line, or are ErrNotArchive, and then each
	// has not been called.
	ReadArchive(name string, r io.Reader, each func(Judged) error) error
}

// ReadJudged reads a file of positions with known outcomes: one in a format of the
// game's, or etudes, whose winner is first and all others tie. It calls each with
// every position; what each fails with is the error, with the line before it.
func ReadJudged(e Engine, name string, r io.ReadSeeker, each func(Judged) error) error {
	if a, ok := e.(Archive); ok {
		err := a.ReadArchive(name, r, each)
		if !errors.Is(err, ErrNotArchive) {
			return err
		}
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	etudes, err := ReadEtudes(e, r)
	if err != nil {
		return err
	}
	for i, x := range etudes {
		g, err := e.ParseGame(x.Position, 0)
		if err != nil {
			return &LineError{x.Line, err}
		}
		if err := each(Judged{Position: g, Outcome: Winner(g.Seats(), x.Winner), Game: i, Line: x.Line}); err != nil {
			return &LineError{x.Line, err}
		}
	}
	return nil
}
