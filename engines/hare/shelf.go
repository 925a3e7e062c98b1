package hare

import (
	"io/fs"

	"github.com/lanista/lanista/engines"
)

var _ engines.EtudeShelf = (*Engine)(nil)

// EtudeFiles holds the sets of etudes that ship with the game, as NAME.csv.
func (*Engine) EtudeFiles() fs.FS {
	files, err := fs.Sub(EtudeSets, "etudes")
	if err != nil {
		panic(err) // the path is constant
	}
	return files
}
