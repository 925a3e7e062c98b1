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
	// ReadArchive reads a whole file; its name may tell its format. Errors name the
	// line, or are ErrNotArchive.
	ReadArchive(name string, r io.Reader) ([]Judged, error)
}

// ReadJudged reads a file of positions with known outcomes: one in a format of the
// game's, or etudes, whose winner is first and all others tie.
func ReadJudged(e Engine, name string, r io.ReadSeeker) ([]Judged, error) {
	if a, ok := e.(Archive); ok {
		list, err := a.ReadArchive(name, r)
		if !errors.Is(err, ErrNotArchive) {
			return list, err
		}
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	etudes, err := ReadEtudes(e, r)
	if err != nil {
		return nil, err
	}
	list := make([]Judged, len(etudes))
	for i, x := range etudes {
		g, err := e.ParseGame(x.Position, 0)
		if err != nil {
			return nil, err
		}
		list[i] = Judged{Position: g, Outcome: Winner(g.Seats(), x.Winner), Game: i, Line: x.Line}
	}
	return list, nil
}
