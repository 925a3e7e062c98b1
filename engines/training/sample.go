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
	// Game numbers the game of the position, from 0, or is NoGame if the file does not
	// name the games of its positions. The positions of
	// one game of an [Archive] follow each other.
	Game int
	Line int // of the file, from 1
}

// NoGame is the value of [Sample.Game] for an unknown game.
const NoGame = -1

// ErrNotArchive is returned by an [Archive] for a file in an unknown format.
var ErrNotArchive = errors.New("not a file of games or positions that this game knows")

// Archive is implemented by engines that read files of games or of positions with
// known values in formats of their own.
type Archive interface {
	// ReadArchive reads a file and calls each with every position, so that large files need
	// little memory. The format may follow from the name. An error of each ends the reading.
	// An error is a *[LineError], or [ErrNotArchive] before the first call of each.
	ReadArchive(name string, r io.Reader, each func(Sample) error) error
}

// SampleFile describes a file of positions with known outcomes.
type SampleFile struct {
	Name string // of the file; its ending may select the format
	// Table describes its columns if it is a table (CSV).
	Table SampleTable
}

// ReadSamples reads a file of positions with known outcomes and calls each with every position.
// The file is one of these: a table whose header has the columns of f.Table, a file in a format
// of the game ([Archive]), or a file of etudes, in whose outcomes the winner is first and all
// others tie. ReadSamples returns an error of each with its line.
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
