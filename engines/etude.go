package engines

import (
	"io"
	"io/fs"
)

// Etude is a labelled position: the seat that a good judge calls the winner.
type Etude struct {
	Position string // in the game's notation
	Winner   int    // seat, from 0
	Line     int    // where it stood in its file, from 1; 0 if nowhere
	Comment  string
}

// EtudeFiler is kept by engines that have a file format for etudes.
type EtudeFiler interface {
	// ReadEtudes reads a whole file. Its errors name the line and the field.
	ReadEtudes(r io.Reader) ([]Etude, error)
	WriteEtudes(w io.Writer, etudes []Etude) error
}

// EtudeShelf is kept by engines that ship sets of etudes, as files in their own
// format named NAME.csv.
type EtudeShelf interface {
	EtudeFiles() fs.FS
}
