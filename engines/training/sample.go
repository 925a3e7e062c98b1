package training

import (
	"errors"
	"fmt"
	"io"

	"github.com/lanista/lanista/engines"
)

// Sample is a position with the known or expected outcome of its game.
type Sample struct {
	Position engines.Position
	Outcome  engines.Outcome
	// Game is the number of the game from which the position comes, from 0. It is NoGame if the
	// file does not tell games apart. The positions of one game of an [Archive] follow each
	// other.
	Game int
	Line int // of the file, from 1
}

// NoGame is the value of [Sample.Game] if the game is unknown.
const NoGame = -1

// ErrNotArchive is returned by [Archive].ReadArchive for a file in an unknown format.
var ErrNotArchive = errors.New("not a file of games or positions that this game knows")

// Archive is implemented by engines that read file formats of their own, with games or with
// positions whose outcome is known.
type Archive interface {
	// ReadArchive reads a file and calls each for every position, so that large files need little
	// memory. It may derive the format from the file's name. It stops at the first error of each.
	// Errors are *[LineError]s, or [ErrNotArchive] before the first call of each.
	ReadArchive(name string, r io.Reader, each func(Sample) error) error
}

// SampleFile describes a file of positions with known outcomes.
type SampleFile struct {
	Name string // of the file; its ending may select the format
	// Table describes the columns if the file is a table (CSV).
	Table SampleTable
}

// ReadSamples reads a file of positions with known outcomes and calls each for every position.
// The file must have one of these formats:
//
// - a table whose header has the columns of f.Table,
// - a format of the game ([Archive]),
// - etudes, which count as games that the labelled winner wins while all others tie.
//
// ReadSamples stops at an error of each and returns it with the line number.
func ReadSamples(e engines.Engine, f SampleFile, r io.ReadSeeker, each func(Sample) error) error {
	table, err := newSampleTable(e, f.Table, r)
	if err != nil {
		return err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if table != nil {
		return table.read(r, each)
	}
	if a, ok := engines.As[Archive](e); ok {
		err := a.ReadArchive(f.Name, r, each)
		if !errors.Is(err, ErrNotArchive) {
			return err
		}
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	begun := false
	err = eachEtude(e, r, func(x Etude, g engines.Game) error {
		begun = true
		return each(Sample{Position: g, Outcome: engines.Winner(g.Seats(), x.Winner), Game: NoGame, Line: x.Line})
	})
	if at := (*LineError)(nil); errors.As(err, &at) && !begun {
		err = &LineError{at.Line, fmt.Errorf("%w (a table needs a header with the columns %s and %s)", at.Err, defaultPosition, defaultResult)}
	}
	return err
}
